# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A session waits for a firmware update, and notices it by itself; the drive is a made one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from tests.system.conftest import run
from tests.system.measuring import MIB, Lab, lab, mounted, phase, profile

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import MachineError, RefusedError, UsageError
from driveproof.domain.experiment.experiment import BASELINE, FIRMWARE, OTHER, Plan
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.work import Data
from driveproof.engine.experiment.create import Wish, new_plan
from driveproof.engine.experiment.runner import ComparisonParts, ComparisonSession
from driveproof.engine.run.persistence import Recorder
from driveproof.engine.run.session import Session
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.engine.trim.session import TrimSession
from driveproof.fio.program import find_fio
from driveproof.history.plans import Plans
from driveproof.system.helper.scheduler import SchedulerSwitch
from driveproof.system.kernel.mounts import mount_of, traits

__all__ = ["lab"]
pytestmark = pytest.mark.root

TINY = profile(size=4 * MIB, repeats=1)


def _nobody(_: str) -> TrimSession:
    raise AssertionError("nobody asked for a TRIM")


def _no_switch(_: str) -> SchedulerSwitch:
    raise AssertionError("nobody asked for a scheduler")


@dataclass
class Bench:
    """A folder on a drive whose firmware is what it is set to."""

    lab: Lab
    folder: Path
    firmware: str = "1.0"
    there: bool = True
    says: bool = False
    what: Profile = TINY
    asked: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def inventory(self) -> Inventory:
        """The one drive, when it is there."""
        number = traits(mount_of(self.folder)).device_number or ""
        drive = BlockDevice(
            path="/dev/sdz", name="sdz", number=number if self.there else "", model="Fast",
            serial="S1" if self.there else "S2", firmware=self.firmware, kind="ata",
            uuid="U" if self.there else "V",
            mounts=(mount_of(self.folder),) if self.there else (),
        )  # fmt: skip
        return Inventory((drive,))

    def begin(self, *, action: str = FIRMWARE, **more: Any) -> Plan:
        """A plan that is kept."""
        wish = Wish(profile=self.what, target=str(self.folder), action=action, repeats=1, **more)
        plan = new_plan(wish, self.inventory(), lambda _: None)
        Plans(self.lab.history()).save(plan)
        return plan

    def go_on(self, plan: Plan, **more: bool) -> Plan:
        """Its next step."""

        def measure(
            what: Profile, path: str, label: str, recorder: Recorder, *, fresh: bool
        ) -> Session:
            values = {
                "label": label,
                "recorder": recorder,
                "inventory": self.inventory,
                "fresh": fresh,
            }
            return Session(**{**self._session(what, path), **values})

        def confirm(_: Plan, question: str) -> bool:
            self.asked.append(question)
            return self.says

        parts = ComparisonParts(
            history=self.lab.history(), profile=lambda _: self.what, inventory=self.inventory,
            measure=measure, trim=_nobody, switch=_no_switch,
            mount_switch=_no_switch, health=lambda _: (),
            locks=self.lab.folder / "locks", confirm=confirm, tell=self.told.append,
        )  # fmt: skip
        return ComparisonSession(plan.id, parts).advance(**more)

    def _session(self, what: Profile, path: str) -> dict[str, object]:
        return {
            "profile": what, "path": path, "find_fio": find_fio,
            "registry": TestFileRegistry(self.lab.folder / "state"), "observer": lambda _: None,
        }  # fmt: skip


@pytest.fixture
def bench(lab: Lab, tmp_path: Path) -> Iterator[Bench]:
    with mounted("ext4", tmp_path) as (point, _):
        yield Bench(lab, point)


def test_it_waits_and_notices_the_update(bench: Bench) -> None:
    plan = bench.begin()
    assert (plan.baselines, plan.target.firmware) == (2, "1.0")
    for _ in range(2):
        plan = bench.go_on(plan)
    assert "hardly another sitting" in plan.done[-1].note  # said, not forbidden
    assert plan.done[-2].note == ""
    with pytest.raises(RefusedError, match=r"still 1\.0: the session waits"):
        bench.go_on(plan)
    assert bench.asked == ["The firmware is still 1.0. Is it updated all the same?"]
    bench.firmware = "2.0"
    plan = bench.go_on(plan)
    assert len(bench.asked) == 1  # nobody has to be asked now
    assert plan.done[-1].note == "firmware 1.0 before, 2.0 after"
    plan = bench.go_on(plan)
    kept = Plans(bench.lab.history()).load(plan.id)
    assert kept.plan == plan and kept.result is not None
    differs = [(one["what"], one["before"], one["after"]) for one in kept.result["differs"]]
    assert differs == [("firmware", "1.0", "2.0")]
    assert not [one for one in kept.result["warnings"] if "irmware" in one]


def test_who_says_that_it_is_done_is_believed(bench: Bench) -> None:
    plan = bench.go_on(bench.begin(baselines=1))
    assert "one sitting only" in plan.notes[-1] or "one sitting only" in " ".join(plan.notes)
    bench.says = True
    assert bench.go_on(plan).done[-1].note == ""


def data_of(bench: Bench) -> list[Data | None]:
    """What each run wrote, in their order."""
    history = bench.lab.history()
    heads = sorted(history.heads(), key=lambda head: head.started)
    return [phase.work.data for head in heads for phase in history.load(head.id).phases]


def test_both_sides_write_one_kind_of_data(bench: Bench) -> None:
    """Fresh where the baseline had to, although nothing compresses any more afterwards."""
    bench.what, bench.says = profile(phase("write", block=MIB), size=4 * MIB, repeats=1), True
    plan = bench.go_on(bench.begin(baselines=1))
    assert data_of(bench) == [Data.SCRAMBLED]
    bench.go_on(bench.go_on(plan))
    assert data_of(bench) == [Data.SCRAMBLED] * 2

    run("chattr", "+c", str(bench.folder))  # ext4 keeps the flag, and compresses nothing
    plan = bench.go_on(bench.begin(baselines=1))
    run("chattr", "-c", str(bench.folder))
    plan = bench.go_on(bench.go_on(plan))
    assert data_of(bench)[2:] == [Data.FRESH] * 2
    kept = Plans(bench.lab.history()).load(plan.id)
    assert kept.result is not None and len(kept.result["metrics"]) > 0


def test_what_is_changed_by_a_person_may_compress_afterwards(bench: Bench) -> None:
    bench.what, bench.says = profile(phase("write", block=MIB), size=4 * MIB, repeats=1), True
    plan = bench.begin(action=OTHER, text="zstd", baselines=1)
    bench.go_on(bench.go_on(bench.go_on(plan)))
    assert data_of(bench) == [Data.FRESH] * 2


def test_an_update_before_the_second_baseline_ends_the_baselines(bench: Bench) -> None:
    plan = bench.go_on(bench.begin())
    bench.firmware = "2.0"
    plan = bench.go_on(plan)
    assert plan.baselines == 1 and len(plan.sides[BASELINE]) == 1
    assert plan.done[-1].note == "firmware 1.0 before, 2.0 after"
    assert "changed to 2.0" in bench.told[0] and bench.told[0] in plan.notes


def test_an_update_before_the_first_one_is_refused(bench: Bench) -> None:
    plan = bench.begin()
    bench.firmware = "2.0"
    with pytest.raises(RefusedError, match=r"is 2\.0 already, and was 1\.0"):
        bench.go_on(plan)


def test_the_second_baseline_is_left_out_when_that_is_wished(bench: Bench) -> None:
    plan = bench.begin()
    with pytest.raises(UsageError, match="not at a further baseline"):
        bench.go_on(plan, no_more_baselines=True)
    plan = bench.go_on(plan)
    bench.firmware = "2.0"
    plan = bench.go_on(plan, no_more_baselines=True)
    assert plan.baselines == 1 and "as was wished" in plan.notes[-1]


@pytest.mark.parametrize("step", [0, 1])
def test_a_drive_that_is_not_there_is_named_and_nothing_is_measured(
    bench: Bench, step: int
) -> None:
    plan = bench.begin()
    for _ in range(step):
        plan = bench.go_on(plan)
    bench.there = False
    with pytest.raises(MachineError, match=r"Fast \(serial S1\) is not there\. Plug it in"):
        bench.go_on(plan)
    bench.there = True
    assert Plans(bench.lab.history()).load(plan.id).plan == plan
    assert bench.lab.history().count() == step
    assert len(bench.go_on(plan).done) == len(plan.done) + 1


def test_what_is_kept_says_which_firmware_began_it(bench: Bench) -> None:
    """The firmware of the beginning is not overwritten by what is found later."""
    plan = bench.go_on(bench.begin(baselines=1))
    bench.firmware = "2.0"
    plan = bench.go_on(plan)
    assert plan.target == replace(plan.target, firmware="1.0")
