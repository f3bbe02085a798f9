# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the test of a drive step by step, each kept before the next, until it ends or must stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from driveproof.domain.access import Direction
from driveproof.domain.drive.drive import BlockDevice, Inventory, is_drive
from driveproof.domain.drive_test.drive_test import (
    AFTER,
    BEFORE,
    FREE_SPACE,
    PASSES,
    RANDOM,
    SELF_TESTS,
    WRITE,
    DriveTest,
    FullPass,
    RandomReads,
    SelfTestResult,
    Way,
)
from driveproof.domain.drive_test.plan import remaining, step_seconds
from driveproof.domain.drive_test.rules import bytes_lost, stop
from driveproof.domain.errors import (
    Advice,
    CancelledError,
    DriveproofError,
    MachineError,
    RefusedError,
    Remedy,
)
from driveproof.domain.health.kept_tests import ended_tests
from driveproof.domain.health.report import NOT_SAID, PASSED, Health
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.metric import MetricName
from driveproof.domain.notes import Failure, Note, error_of, failure_of, sentence_failure
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.area_map import map_of
from driveproof.domain.run.areas import faulty_areas
from driveproof.domain.run.result import Figures
from driveproof.domain.run.run import CANCELLED, FINISHED, Position, Run
from driveproof.engine.drive_test.create import drive_of
from driveproof.engine.drive_test.full_pass import held_for_pass
from driveproof.engine.experiment.lock import locked
from driveproof.engine.experiment.target import find_again
from driveproof.engine.health.service import HealthService
from driveproof.engine.health.view import HealthView
from driveproof.engine.run import events
from driveproof.engine.run.checked import CheckedAreas
from driveproof.engine.run.context import Context, RunOptions
from driveproof.engine.run.jobs import Jobs
from driveproof.engine.run.means import Means
from driveproof.engine.run.overwrite import WritePlan
from driveproof.engine.run.session import Session
from driveproof.history.drive_tests import DriveTests
from driveproof.history.store import History
from driveproof.system.desktop.inhibit import inhibit_suspend
from driveproof.system.kernel.hwmon import drive_temperature
from driveproof.wording.catalogue import _

POLL_SECONDS = (5.0, 60.0)
"""Between two looks at a self-test, at least and at most: a hundredth of its time."""
HEALTH_SECONDS = 600.0
"""Between two readings of the SMART values during a pass."""
TEMPERATURE_SECONDS = 10.0
_KILLED = Failure(Note("The program or the machine ended."))


@dataclass(frozen=True, slots=True)
class DriveTestProgress:
    """How far a test is: the `share` of the step that is done, the seconds that are `remaining` in
    all, bytes a second, degrees Celsius, None where unknown; and the bytes that were lost.
    """

    test: DriveTest
    share: float | None = None
    remaining: float | None = None
    rate: float | None = None
    temperature: float | None = None
    bad: int = 0


Observer = Callable[[DriveTestProgress], None]


@dataclass(frozen=True, kw_only=True)
class DriveTestParts:
    """What a test needs. `overwriting(path)` plans the overwriting of a device, `session` makes a
    run, `profile` finds one; `locks` is a folder of our own. All raise DriveproofError.
    """

    history: History
    inventory: Callable[[], Inventory | None]
    health: HealthService
    overwriting: Callable[[str], WritePlan]
    context: Context
    session: Callable[[Profile, str, events.Observer, RunOptions], Session]
    profile: Callable[[str], Profile]
    locks: Path


class DriveTestRunner:
    """Goes on with one test until it has ended. `run` works in the caller's thread; `cancel` may be
    called from any other and from a signal handler: the test stays open, and goes on later.
    """

    def __init__(
        self, test_id: str, parts: DriveTestParts, observer: Observer, *, confirmed: bool = False
    ) -> None:
        self._id, self._parts, self._observer = test_id, parts, observer
        self._confirmed = confirmed
        self._tests = DriveTests(parts.history)
        self._jobs = Jobs()
        self._session: Session | None = None
        self._since = 0.0
        self._warm = 0.0
        self._celsius: float | None = None

    def cancel(self) -> None:
        """Stop within a second. The test stays open."""
        self._jobs.cancel()
        if (session := self._session) is not None:
            session.cancel()

    def run(self) -> DriveTest:
        """Go on to the end; the test as it is then. Raises DriveproofError, CancelledError; what
        was done until then is kept.
        """
        parts = self._parts
        with locked(parts.locks, self._id):
            if (refusal := parts.history.refusal()) is not None:
                raise refusal
            test = self._tests.load(self._id)
            test.require_open()
            if test.active:
                test = self._kept(test.interrupted(_now(), 0.0, _KILLED))
            target = find_again(test.target, parts.inventory(), parts.context.sysfs)
            test = self._kept(test.moved(target))
            with (
                parts.context.works.during(OngoingWork.DRIVE_TEST, target.path) as notice,
                inhibit_suspend(_("A drive is being tested")),
            ):
                self._notice = notice
                while test.step is not None:
                    test = self._step(test)
            return test

    # Steps

    def _step(self, test: DriveTest) -> DriveTest:
        step = test.require_open()
        self._test = self._kept(test.going(_now()))
        self._since = time.monotonic()
        self._tell()
        try:
            if self._jobs.cancelled():
                raise CancelledError("Cancelled.")
            if step in (BEFORE, AFTER):
                skipped = self._read_health()
            elif step in SELF_TESTS:
                skipped = self._self_test(SELF_TESTS[step])
            elif step in PASSES:
                skipped = self._pass()
            elif step == FREE_SPACE:
                skipped = self._free_space()
            else:
                assert step == RANDOM
                skipped = self._random_reads()
        except (DriveproofError, OSError) as error:
            self._interrupt(error)
            raise
        now, worked = _now(), self._worked()
        if step != AFTER and not self._test.stopped and stop(self._test) is not None:
            return self._kept(self._test.stopping(now, worked))
        return self._kept(self._test.finished(now, worked, skipped))

    def _interrupt(self, error: DriveproofError | OSError) -> None:
        """Keep why it does not go on; what the drive has done until then stays."""
        why = (
            failure_of(error)
            if isinstance(error, DriveproofError)
            else sentence_failure(str(error))
        )
        with suppress(DriveproofError):
            self._kept(self._test.interrupted(_now(), self._worked(), why))

    def _read_health(self) -> Note | None:
        """All that the drive says of itself, as it can be read: without a helper it is less."""
        parts, inventory = self._parts, self._parts.inventory()
        drive = self._drive(inventory)
        if drive is None or inventory is None:
            return Note("No single drive is below it.")
        before = self._test.before
        whole = before is None or before.by_smartctl
        view: HealthView | None = None
        if whole and is_drive(drive):
            with suppress(DriveproofError):
                view = parts.health.look_whole(drive, inventory)
        view = view or parts.health.look(drive, inventory)
        if not view.health.known:
            return view.health.missing
        self._said(view.health)
        with suppress(DriveproofError):
            parts.health.keep(view)
        return None

    def _self_test(self, kind: SelfTestKind) -> Note | None:
        """Have the drive test itself, and wait for it; also for one that went on meanwhile."""
        parts, inventory = self._parts, self._parts.inventory()
        drive = self._drive(inventory)
        if drive is None or inventory is None:
            return Note("No single drive is below it.")
        view = parts.health.look(drive, inventory)
        tests = view.health.self_tests
        if tests is None or kind not in tests.kinds:
            return Note("The drive has no such self-test.")
        if self._test.testing != kind or not tests.running:
            if tests.running:
                raise MachineError("A self-test is running.", advice=Advice("Wait for it to end."))
            parts.health.start_self_test(drive, kind)
            self._kept(self._test.testing_itself(kind))
        seconds = step_seconds(self._test, self._test.require_open()) or 0.0
        least, most = POLL_SECONDS
        while True:
            view = parts.health.look(drive, inventory)
            tests = view.health.self_tests
            if view.health.known and (tests is None or not tests.running):
                break
            left = tests.remaining if tests is not None else None
            self._warmed(view.health.temperature)
            self._tell(share=None if left is None else 1 - left)
            self._jobs.pause(min(max(least, seconds / 100), most))
            if self._jobs.cancelled():  # the drive goes on, and is asked again later
                raise CancelledError("Cancelled.")
        self._kept(self._test.tested_itself(_result(kind, view)))
        return None

    def _pass(self) -> Note | None:
        """Go through what is left of the device; each segment is kept."""
        parts, test = self._parts, self._test
        plan = parts.overwriting(test.target.path) if test.way is Way.OVERWRITE else None
        if plan is not None and test.writes_next and not self._confirmed:
            refuse_changed(test, plan)
        means = self._means(plan)
        asked = time.monotonic()
        with held_for_pass(test, means, plan, self._look) as held:
            if test.step == WRITE and not test.probe:
                self._kept(self._test.probed(held.probe()))
                if stop(self._test) is not None:
                    return None
            for done in held.segments():
                moved = self._test.moved_on(done.speed, done.length, done.areas)
                self._kept(moved.worked_on(self._worked()))
                self._since = time.monotonic()
                if stop(self._test) is not None:
                    return None
                if time.monotonic() - asked > HEALTH_SECONDS:
                    asked = time.monotonic()
                    self._look_at_health()
        return None

    def _look(self, offset: int, found: CheckedAreas) -> None:
        """What a segment has done so far."""
        bytes_moved, seconds = found.moved
        self._measure_temperature()
        self._tell(
            share=(offset + found.done) / self._test.size,
            rate=bytes_moved / seconds if seconds else None,
            bad=sum(area.counted for area in faulty_areas(found.areas)),
        )

    def _free_space(self) -> Note | None:
        """What is free in the folder, by a run of its own; its files vanish however it ends."""
        run = self._measured("capacity")
        found = map_of(run)
        assert found is not None
        written, read = (_pass_of(run, way) for way in (Direction.WRITE, Direction.READ))
        size = max((area.end for area in found.areas), default=0)
        read = replace(read, size=size, done=size, areas=found.areas)
        self._kept(self._test.with_free_space(written, read, run.id))
        return None

    def _random_reads(self) -> Note | None:
        run = self._measured("latency")
        phase = run.phases[0]
        names = (MetricName.IOPS, MetricName.P50, MetricName.P99, MetricName.MAX)
        iops, median, p99, longest = Figures(phase, Direction.READ).medians(names)
        if iops is None:
            return Note("Nothing was measured.")
        found = RandomReads(run=run.id, iops=iops, median=median, p99=p99, longest=longest)
        self._kept(self._test.with_random(found))
        return None

    def _measured(self, profile: str) -> Run:
        """A whole run of a profile on the target. Raises DriveproofError."""
        parts = self._parts
        options = RunOptions(label=f"test {self._id}", shrinks=True)
        self._session = session = parts.session(
            parts.profile(profile), self._test.target.path, self._heard, options
        )
        try:
            if self._jobs.cancelled():
                raise CancelledError("Cancelled.")
            run = session.run()
        finally:
            self._session = None
        if run.status == CANCELLED:
            raise CancelledError("Cancelled.")
        if run.status != FINISHED:
            known = error_of(run.error) if run.error else MachineError("The run failed.")
            raise session.failure or known
        return run

    def _heard(self, event: events.Event) -> None:
        """How far a run is."""
        if not isinstance(event, events.Checked | events.Measured):
            return
        self._measure_temperature()
        rate, bad = None, 0
        if isinstance(event, events.Checked):
            last = event.positions[-1] if len(event.positions) else None
            rate = last.bytes / last.seconds if last is not None and last.seconds else None
            bad = sum(area.counted for area in faulty_areas(event.areas))
        self._tell(share=event.progress, rate=rate, bad=bad)

    # What all of them need

    def _means(self, plan: WritePlan | None) -> Means:
        options = RunOptions(overwrite=plan)
        return Means(
            self._test.target.path,
            self._parts.context,
            options,
            look=self._parts.inventory,
            jobs=self._jobs,
            tell=lambda _event: None,
        )

    def _drive(self, inventory: Inventory | None) -> BlockDevice | None:
        with suppress(DriveproofError):
            return drive_of(self._test.target.path, inventory)
        return None

    def _look_at_health(self) -> None:
        """Whether the drive fails meanwhile; no prompt."""
        inventory = self._parts.inventory()
        drive = self._drive(inventory)
        if drive is not None and inventory is not None:
            health = self._parts.health.read(drive, inventory).health
            if health.known:
                self._said(health)

    def _said(self, health: Health) -> None:
        self._kept(self._test.with_health(health))
        self._warmed(health.temperature)

    def _measure_temperature(self) -> None:
        """From the kernel's sensor, where the drive has one."""
        if time.monotonic() - self._warm < TEMPERATURE_SECONDS:
            return
        self._warm = time.monotonic()
        disk = self._test.target.disk
        if disk is not None:
            root = self._parts.context.sysfs.root
            self._warmed(drive_temperature(Path(disk).name, root))

    def _warmed(self, celsius: float | None) -> None:
        if celsius is not None:
            self._celsius = celsius
            self._test = self._test.warmed(celsius)

    def _worked(self) -> float:
        return time.monotonic() - self._since

    def _tell(
        self, share: float | None = None, rate: float | None = None, bad: int | None = None
    ) -> None:
        test = self._test
        left = remaining(test, self._worked())
        self._notice.tell(share, left)
        lost = bytes_lost(test) + (bad or 0)
        self._observer(DriveTestProgress(test, share, left, rate, self._celsius, lost))

    def _kept(self, test: DriveTest) -> DriveTest:
        self._tests.save(test)
        self._test = test
        return test


def refuse_changed(test: DriveTest, plan: WritePlan) -> None:
    """Raises RefusedError where what is on the device now was perhaps not given up: somebody may
    have made a file system on it since the test began, or it may be another drive.
    """
    if must_confirm(test, plan):
        raise RefusedError("Not confirmed. Nothing was changed.", advice=Advice(Remedy.CONFIRM))


def must_confirm(test: DriveTest, plan: WritePlan) -> bool:
    """Whether a person has to confirm again that a device is overwritten."""
    unknown = test.target.identity is None
    return test.writes_next and bool(plan.holds or unknown)


def _result(kind: SelfTestKind, view: HealthView) -> SelfTestResult:
    """How a self-test ended that runs no more."""
    tests = view.health.self_tests
    ended = ended_tests(tests, view.self_tests)
    if ended and ended[0][0].kind in ("", kind):
        entry = ended[0][0]
        return SelfTestResult(kind=kind, status=entry.status, text=entry.text, lba=entry.lba)
    said = PASSED if tests is not None and tests.passed else NOT_SAID
    return SelfTestResult(kind=kind, status=said)


def _pass_of(run: Run, way: Direction) -> FullPass:
    """What a run did in one direction."""
    for phase in run.phases:
        for repeat in phase.repeats:
            if phase.direction == way and (found := repeat.directions.get(way)) is not None:
                segments = tuple(
                    Position(int(one.offset), int(one.bytes), float(one.seconds))
                    for one in found.positions
                )
                size = found.bytes or 0
                return FullPass(size, size, segments, found.areas)
    return FullPass(0)


def _now() -> datetime:
    return datetime.now(UTC).astimezone()
