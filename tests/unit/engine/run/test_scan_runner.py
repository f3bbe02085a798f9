# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A test of a scan from fio's output; programs that print recordings replace fio."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.builders.scan_logs import DATA

from driveproof.domain.errors import DriveproofError
from driveproof.domain.method import SCAN
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.run import CUT_SHORT, IoPath, Target
from driveproof.engine.run import events
from driveproof.engine.run.bench import Bench, Fio, Io
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.jobs import Jobs
from driveproof.engine.run.method import runners
from driveproof.engine.run.monitor import Monitor
from driveproof.engine.run.progress import RunProgress
from driveproof.fio.process import LocalLaunch
from driveproof.methods.scan.bench import ScanBench
from driveproof.methods.scan.plan import Plan as ScanPlan
from driveproof.methods.scan.runner import ScanRunner
from driveproof.system.helper.scan import Scan, scan_pass
from driveproof.system.kernel.sysfs import Sysfs

SIZE = 1100 * 2**20
PLAN = ScanPlan()
ZONES = f"zcat {DATA / 'zones.txt.gz'}"
ACCESSES = f"zcat {DATA / 'accesses.txt.gz'}"


@dataclass
class Shells:
    """Runs shell scripts in the place of fio; `on_event` hears everything."""

    scripts: tuple[str, ...]
    on_event: Callable[[events.Event], None] = lambda event: None
    rate: float | None = None
    seen: list[events.Event] = field(default_factory=list)
    slices: list[int] = field(default_factory=list)
    jobs: Jobs = field(default_factory=Jobs)

    def _scan(self, phase: Phase, order: int, slices: int) -> tuple[LocalLaunch, Scan]:
        self.slices.append(slices)
        scan = scan_pass(PLAN, phase, SIZE, seed=42, slices=slices)
        script = self.scripts[0 if phase.pattern == "sequential" else -1]
        return LocalLaunch(("sh", "-c", script)), scan

    def _observe(self, event: events.Event) -> None:
        self.seen.append(event)
        self.on_event(event)

    def run(self) -> list[tuple[ScanRunner, DriveproofError | None]]:
        profile = with_plan(Profile("scan", "Scan", "?", (), 0, repeats=1, method=SCAN), PLAN)
        bench = Bench(
            profile=profile, target=Target("/dev/x", "device"), fio=Fio("3.33"),
            io=Io(path=IoPath.DIRECT, direct=True), own=ScanBench(self._scan, self.rate),
        )  # fmt: skip
        tools = Tools(
            bench=bench, monitor=Monitor(None, (), Sysfs()), progress=RunProgress(profile),
            jobs=self.jobs, observer=self._observe,
        )  # fmt: skip
        made = runners(profile, tools)
        found = []
        for index, phase in enumerate(profile.phases[: len(self.scripts)]):
            runner = made(Frame(profile, phase, index, tools))
            assert isinstance(runner, ScanRunner)
            failure = None
            for order in range(1, profile.repeats + 1):
                if not self.jobs.cancelled() and failure is None:
                    failure = runner.repeat(order)
            runner.frame.end()
            found.append((runner, failure))
        return found

    def told(self, kind: type[events.Event]) -> list[events.Event]:
        return [event for event in self.seen if isinstance(event, kind)]


def test_two_whole_tests() -> None:
    bench = Shells((ZONES, ACCESSES))
    for (runner, failure), count in zip(bench.run(), (100, 1000), strict=True):
        assert failure is None
        assert runner.frame.result is not None
        (repeat,) = runner.frame.result.repeats
        assert repeat.disturbed == ()
        assert len(repeat.directions["read"].positions) == count
        assert repeat.fio_json is not None and repeat.fio_json.startswith(b"{")
        assert runner.frame.result.cache == "direct"
    kinds = [type(event).__name__ for event in bench.seen]
    assert [kind for kind in kinds if kind != "Scanned"] == [
        "RepeatStarted", "RepeatEnded", "PhaseEnded",
    ] * 2  # fmt: skip
    progress = [e.progress for e in bench.seen if isinstance(e, events.Scanned)]
    assert all(0 < part <= 1 for part in progress)


def test_the_slices_follow_what_is_known_of_the_device() -> None:
    fast = Shells((ZONES, ACCESSES), rate=5e9)
    fast.run()
    assert fast.slices[0] == 5
    slow = Shells((ZONES,), rate=50e6)
    slow.run()
    assert slow.slices == [20]
    unknown = Shells((ZONES,))
    unknown.run()
    assert unknown.slices == [20]  # as for a slow one


def test_reads_that_are_missing_though_fio_calls_it_good() -> None:
    ((runner, failure),) = Shells((f"{ZONES} | sed 101,150d",)).run()
    assert failure is not None
    assert failure.values == {"reads": 150, "planned": 200}
    assert runner.frame.result is not None
    (repeat,) = runner.frame.result.repeats
    assert repeat.disturbed == (CUT_SHORT,)
    assert len(repeat.directions["read"].positions) == 75


def test_an_io_error_keeps_what_was_read() -> None:
    script = f"zcat {DATA / 'short.txt.gz'}; echo 'fio: pid=7, err=5/file:io_u.c:1876' >&2; exit 1"
    ((runner, failure),) = Shells((script,)).run()
    assert failure is not None
    assert (failure.values["count"], failure.values["planned"]) == (50, 100)
    assert runner.frame.result is not None
    (repeat,) = runner.frame.result.repeats
    assert repeat.disturbed == (CUT_SHORT,)
    assert len(repeat.directions["read"].positions) == 50


@pytest.mark.parametrize("script", ["exit 1", "echo nonsense", "printf '{\\n}\\n'", "kill -9 $$"])
def test_an_fio_that_fails_at_once(script: str) -> None:
    ((runner, failure),) = Shells((script,)).run()
    assert failure is not None
    assert runner.frame.result is not None
    assert runner.frame.result.repeats == ()


def test_a_cancel_keeps_what_was_read() -> None:
    bench = Shells((f"{ZONES} | head -n 90; exec sleep 600",))

    def stop(event: events.Event) -> None:
        if isinstance(event, events.Scanned):
            bench.jobs.cancel()

    bench.on_event = stop
    ((runner, failure),) = bench.run()
    assert failure is None
    assert runner.frame.result is not None
    (repeat,) = runner.frame.result.repeats
    assert repeat.disturbed == (CUT_SHORT,)
    assert len(repeat.directions["read"].positions) == 45
    assert bench.told(events.PhaseEnded)


def test_the_log_of_nobody(tmp_path: Path) -> None:
    """Lines that are no log are shown if fio fails, and are no reads."""
    ((_, failure),) = Shells(("echo 'fio: something is wrong'; exit 3",)).run()
    assert failure is not None
    assert failure.details == "fio: something is wrong"
    assert "something" not in str(failure)
