# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment waits for a firmware update, and notices it by itself; the drive is a fake."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from tests.fakes.stepped_clock import SteppedClock
from tests.system.machine import run, unmount
from tests.system.measuring import MIB, Lab, mounted, phase, profile

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import MachineError, RefusedError, UsageError
from driveproof.domain.experiment.action import FIRMWARE, OTHER
from driveproof.domain.experiment.experiment import BASELINE, ONE_BASELINE, Experiment
from driveproof.domain.notes import Note
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.work import Data
from driveproof.engine.experiment.create import (
    ONLY_ONE_BASELINE,
    ExperimentRequest,
    new_experiment,
)
from driveproof.engine.experiment.runner import ExperimentParts, ExperimentRunner
from driveproof.engine.run.persistence import Recorder
from driveproof.engine.run.session import Session
from driveproof.engine.trim.session import TrimSession
from driveproof.history.experiments import Experiments
from driveproof.system.helper.scheduler import SchedulerSwitch
from driveproof.system.kernel.mounts import filesystem_traits, mount_of

pytestmark = pytest.mark.root

TINY = profile(size=4 * MIB, repeats=1)


def _nobody(_: str) -> TrimSession:
    raise AssertionError("nobody asked for a TRIM")


def _no_switch(_: str) -> SchedulerSwitch:
    raise AssertionError("nobody asked for a scheduler")


@dataclass
class Bench:
    """A folder on a drive whose firmware the test sets."""

    lab: Lab
    folder: Path
    firmware: str = "1.0"
    model: str = "Fast"
    there: bool = True
    says: bool = False
    what: Profile = TINY
    asked: list[str] = field(default_factory=list)
    told: list[Note] = field(default_factory=list)
    clock: SteppedClock = field(default_factory=SteppedClock)

    def inventory(self) -> Inventory:
        """The one drive, when it is there."""
        number = filesystem_traits(mount_of(self.folder)).device_number or ""
        drive = BlockDevice(
            path="/dev/sdz", name="sdz", number=number if self.there else "", model=self.model,
            serial="S1" if self.there else "S2", firmware=self.firmware, kind="ata",
            uuid="U" if self.there else "V",
            mounts=(mount_of(self.folder),) if self.there else (),
        )  # fmt: skip
        return Inventory((drive,))

    def begin(self, *, action: str = FIRMWARE, repeats: int = 1, **more: Any) -> Experiment:
        """An experiment that is stored."""
        request = ExperimentRequest(
            profile=self.what, target=str(self.folder), action=action, repeats=repeats, **more
        )
        experiment = new_experiment(request, self.inventory(), lambda _: None)
        Experiments(self.lab.history()).save(experiment)
        return experiment

    def go_on(self, experiment: Experiment, **more: bool) -> Experiment:
        """Its next step."""

        def measure(
            what: Profile, path: str, label: str, recorder: Recorder, *, fresh: bool
        ) -> Session:
            return self._session(
                what, path, observer=lambda _: None, recorder=recorder, inventory=self.inventory,
                label=label, fresh=fresh,
            )  # fmt: skip

        def confirm(asked: Experiment) -> bool:
            self.asked.append(asked.target.firmware)
            return self.says

        parts = ExperimentParts(
            history=self.lab.history(), profile=lambda _: self.what, inventory=self.inventory,
            measure=measure, trim=_nobody, switch=_no_switch,
            health=lambda _: (), locks=self.lab.folder / "locks", confirm=confirm,
            tell=self.told.append,
        )  # fmt: skip
        return ExperimentRunner(experiment.id, parts, self.clock).advance(**more)

    def _session(self, what: Profile, path: str, **more: Any) -> Session:
        return self.lab.session(what, path, **more)


@pytest.fixture
def bench(lab: Lab, tmp_path: Path) -> Iterator[Bench]:
    with mounted("ext4", tmp_path) as (point, _):
        yield Bench(lab, point)


def test_what_is_known_of_the_firmware_is_said_before_it_is_updated(bench: Bench) -> None:
    assert not any("5B2QGXA7" in str(note) for note in bench.begin().notes)
    bench.model, bench.firmware = "Samsung SSD 980 PRO 1TB", "3B2QGXA7"
    said = [note for note in bench.begin().notes if note.values.get("version") == "5B2QGXA7"]
    assert len(said) == 1


def test_it_waits_and_notices_the_update(bench: Bench) -> None:
    experiment = bench.begin()
    assert (experiment.plan.before, experiment.target.firmware) == (2, "1.0")
    for _ in range(2):
        experiment = bench.go_on(experiment)
    assert bench.clock.skipped > 590  # the second one had its moment
    assert [one.notes for one in experiment.done[-2:]] == [(), ()]
    with pytest.raises(RefusedError):
        bench.go_on(experiment)
    assert bench.asked == ["1.0"]
    bench.firmware = "2.0"
    experiment = bench.go_on(experiment)
    assert len(bench.asked) == 1  # nobody has to be asked now
    experiment = bench.go_on(experiment)
    kept = Experiments(bench.lab.history()).load(experiment.id)
    assert kept.experiment == experiment and kept.result is not None
    rows = kept.result.answer.tables["differs"]
    differs = [(one["condition"], one["before"], one["after"]) for one in rows]
    assert differs == [("firmware", "1.0", "2.0")]
    assert "several-differ" not in {one.code for one in kept.result.warnings}


@pytest.mark.deep
def test_who_says_that_it_is_done_is_believed(bench: Bench) -> None:
    experiment = bench.go_on(bench.begin(baselines=1))
    assert ONLY_ONE_BASELINE in experiment.notes
    bench.says = True
    assert bench.go_on(experiment).done[-1].notes == ()


def data_of(bench: Bench) -> list[Data | None]:
    """What each run wrote, in their order."""
    history = bench.lab.history()
    heads = sorted(history.heads(), key=lambda head: head.started)
    return [phase.work.data for head in heads for phase in history.load(head.id).phases]


@pytest.mark.deep
def test_both_sides_write_one_kind_of_data(bench: Bench) -> None:
    """Fresh where the baseline had to, although nothing compresses any more afterwards."""
    bench.what, bench.says = profile(phase("write", block=MIB), size=4 * MIB, repeats=1), True
    experiment = bench.go_on(bench.begin(baselines=1))
    assert data_of(bench) == [Data.SCRAMBLED]
    bench.go_on(bench.go_on(experiment))
    assert data_of(bench) == [Data.SCRAMBLED] * 2

    run("chattr", "+c", str(bench.folder))  # ext4 keeps the flag, and compresses nothing
    experiment = bench.go_on(bench.begin(baselines=1))
    run("chattr", "-c", str(bench.folder))
    experiment = bench.go_on(bench.go_on(experiment))
    assert data_of(bench)[2:] == [Data.FRESH] * 2
    kept = Experiments(bench.lab.history()).load(experiment.id)
    assert kept.result is not None and kept.result.answer.tables["tests"]


@pytest.mark.deep
def test_what_is_changed_by_a_person_may_compress_afterwards(bench: Bench) -> None:
    bench.what, bench.says = profile(phase("write", block=MIB), size=4 * MIB, repeats=1), True
    experiment = bench.begin(action=OTHER, text="zstd", baselines=1)
    bench.go_on(bench.go_on(bench.go_on(experiment)))
    assert data_of(bench) == [Data.FRESH] * 2


@pytest.mark.deep
def test_an_update_before_the_second_baseline_ends_the_baselines(bench: Bench) -> None:
    experiment = bench.go_on(bench.begin())
    bench.firmware = "2.0"
    experiment = bench.go_on(experiment)
    assert experiment.plan.before == 1 and len(experiment.sides[BASELINE]) == 1
    assert bench.told[0] in experiment.notes


def test_an_update_before_the_first_one_is_refused(bench: Bench) -> None:
    experiment = bench.begin()
    bench.firmware = "2.0"
    with pytest.raises(RefusedError):
        bench.go_on(experiment)


@pytest.mark.deep
def test_the_second_baseline_is_left_out_on_request(bench: Bench) -> None:
    experiment = bench.begin()
    with pytest.raises(UsageError):
        bench.go_on(experiment, no_more_baselines=True)
    experiment = bench.go_on(experiment)
    bench.firmware = "2.0"
    experiment = bench.go_on(experiment, no_more_baselines=True)
    assert experiment.plan.before == 1 and experiment.notes[-1] == ONE_BASELINE


@pytest.mark.deep
@pytest.mark.parametrize("step", [0, 1])
def test_a_drive_that_is_not_there_is_named_and_nothing_is_measured(
    bench: Bench, step: int
) -> None:
    experiment = bench.begin()
    for _ in range(step):
        experiment = bench.go_on(experiment)
    bench.there = False
    with pytest.raises(MachineError):
        bench.go_on(experiment)
    bench.there = True
    assert Experiments(bench.lab.history()).load(experiment.id).experiment == experiment
    assert bench.lab.history().count() == step
    assert len(bench.go_on(experiment).done) == len(experiment.done) + 1


@pytest.mark.deep
def test_what_is_kept_says_which_firmware_began_it(bench: Bench) -> None:
    """The firmware of the beginning is not overwritten by what is found later."""
    experiment = bench.go_on(bench.begin(baselines=1))
    bench.firmware = "2.0"
    experiment = bench.go_on(experiment)
    assert experiment.target == replace(experiment.target, firmware="1.0")


class Loose(Bench):
    """A mount that is removed as soon as it was found."""

    comes_off = False

    def _session(self, what: Profile, path: str, **more: Any) -> Session:
        if self.comes_off:
            unmount(self.folder)
        return super()._session(what, path, **more)


@pytest.mark.deep
def test_what_comes_off_just_before_the_run(bench: Bench) -> None:
    loose = Loose(bench.lab, bench.folder)
    source = mount_of(bench.folder).source
    experiment = loose.begin()
    loose.comes_off = True
    try:
        with pytest.raises(RefusedError):
            loose.go_on(experiment)
    finally:
        run("mount", source, str(Path(bench.folder)))
    kept = Experiments(bench.lab.history()).load(experiment.id).experiment
    (_attempt,) = kept.attempts
    assert (kept.sides[BASELINE], kept.running) == ((), None)
    loose.comes_off = False
    assert len(loose.go_on(experiment).sides[BASELINE]) == 1
