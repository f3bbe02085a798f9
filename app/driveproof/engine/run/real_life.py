# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday tasks in a folder: its preparation, and what measures them and clears up after them."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime

from driveproof.domain.access import COLD, WARM, Direction
from driveproof.domain.errors import (
    Advice,
    CancelledError,
    DriveproofError,
    MachineError,
    UsageError,
)
from driveproof.domain.notes import Note
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.real_life import (
    RealLifePlan,
    copying_from,
    real_life,
    without_compiler,
)
from driveproof.domain.run.real_life import ENGINE, task_of
from driveproof.domain.run.run import (
    BUFFERED,
    MEMORY,
    DirectionResult,
    Latency,
    Member,
    PhaseResult,
    Repeat,
    Role,
    TaskCost,
)
from driveproof.domain.run.sample import Sample
from driveproof.engine.run import events
from driveproof.engine.run.environment import notes
from driveproof.engine.run.monitor import Reading, Throttling
from driveproof.engine.run.phase import Tools, without_repeats
from driveproof.engine.run.target import (
    Place,
    PreparedTarget,
    check_room,
    drive_words,
    drives_of,
    of_place,
    second_drive,
)
from driveproof.engine.run.task_process import Done, TaskEnding, TaskProcess, TaskRun
from driveproof.engine.run.tasks import compiling, holding
from driveproof.engine.run.tasks.holding import Held
from driveproof.engine.run.tasks.worker import Setting
from driveproof.engine.run.testfile import (
    TestFileRegistry,
    explain,
    left_on_network,
    new_name,
    sweep,
)
from driveproof.system.kernel.effort import Effort, read_effort


class Workplace:
    """The folders of a run, with the child that works in them."""

    def __init__(
        self,
        place: Place,
        another: Place | None,
        plan: RealLifePlan | None,
        registry: TestFileRegistry,
    ) -> None:
        """Make the folders and start the child, which only guards them where there is no plan.
        Raises DriveproofError.
        """
        self._registry = registry
        self._folders: list[Held] = []
        try:
            for one in (place, another):
                if one is not None:
                    self._make(one.folder)
            self.folder = self._folders[0]
            self.process = TaskProcess(
                Setting(
                    folder=self.folder,
                    other=self._folders[1] if len(self._folders) > 1 else None,
                    files=plan.files if plan else 0,
                    rows=plan.rows if plan else 0,
                    commits=plan.commits if plan else 0,
                    units=plan.units if plan else 0,
                    compiler=compiling.find() if plan and plan.compiles else "",
                )
            )
        except BaseException:  # a bug of ours, or the end of the program, leaves no folder either
            with contextlib.suppress(DriveproofError):
                self._remove()
            raise

    def _make(self, folder: str) -> None:
        """A folder of ours, remembered before it is made: a kill leaves it for the next start."""
        name = new_name()
        self._registry.add(name, folder)
        try:
            self._folders.append(holding.make(folder, name))
        except holding.OtherOwnerError as error:
            self._registry.remove(name)
            raise MachineError(
                "The file system of {folder} gives new files to another user.",
                folder=folder,
                advice=Advice("Measure as the user who mounted it, or choose another folder."),
            ) from error
        except OSError as error:
            self._registry.remove(name)
            raise explain(error, folder) from error

    def leave(self) -> tuple[Note, ...]:
        """End the child, and remove everything, once. Raises MachineError where that is not
        possible.
        """
        self.process.kill()
        self._remove()
        return ()

    def _remove(self) -> None:
        """Raises MachineError where a folder stays."""
        left = [held for held in self._folders if not self._removed(held)]
        failures = [_stays(held) for held in left]
        for held in self._folders:
            held.close()
        self._folders.clear()
        if failures:
            raise failures[0]

    def _removed(self, held: Held) -> bool:
        # Once more where the child had just made another file.
        gone = holding.remove(held, attempts=2)
        if gone:
            self._registry.remove(held.name)
        return gone


def _stays(held: Held) -> MachineError:
    if holding.is_there(held):
        return MachineError(
            "{path} could not be removed: it is tried again at the next start.", path=held.path
        )
    return MachineError(
        "{path} was moved while it was used. What was in it is removed; the empty folder is {place}"
        " now.",
        path=held.path,
        place=holding.now_at(held),
    )


@contextmanager
def prepare_real_life(
    place: Place,
    another: Place | None,
    profile: Profile,
    registry: TestFileRegistry,
    *,
    cancelled: Callable[[], bool],
) -> Iterator[PreparedTarget]:
    """The folder of the tasks, as long as the run needs it; `another` is on the drive that a tree
    is copied from.

    Raises MachineError when a folder does not take it, UsageError when both are on one drive,
    CancelledError when it is not wanted.
    """
    said: list[Note] = []
    if another is not None:
        if drives_of(another) & drives_of(place):
            raise UsageError(
                "{folder} and {target} are on the same drive: nothing would be copied from another"
                " one.",
                folder=another.folder,
                target=place.folder,
            )
        profile = copying_from(profile)
        said.append(
            Note(
                "One tree is copied from {folder}: {device}.",
                folder=another.folder,
                device=drive_words(another),
            )
        )
    compiler = compiling.find()
    if not compiler:
        profile = without_compiler(profile)
        said.append(Note("There is no C compiler here: nothing is compiled."))
    for one in filter(None, (place, another)):
        sweep(one.folder)
        said += stays_on_network(one)
        check_room(one, profile)
    if cancelled():
        raise CancelledError("Cancelled before anything was measured.")
    workplace = Workplace(place, another, real_life(profile), registry)
    layers = place.layers
    if another is not None:
        layers = (*layers, *second_drive(place, another, Role.SOURCE))
    io_path = MEMORY if place.memory else BUFFERED
    try:
        yield replace(
            of_place(place, profile, io_path, (*notes(place, io_path, profile), *said)),
            layers=layers,
            tasks=workplace.process,
            leave=workplace.leave,
            sqlite=sqlite3.sqlite_version,
            compiler=compiling.version(compiler) if compiler else None,
        )
    finally:
        with contextlib.suppress(DriveproofError):
            workplace.leave()


def stays_on_network(place: Place) -> list[Note]:
    """What is left of earlier runs where other computers may be at work: that is not removed."""
    return [
        Note(
            "{path} is left of an earlier run. On a network file system it is not removed by"
            " itself, because another computer may be working in it. If none is, remove it.",
            path=path,
        )
        for path in left_on_network(place.folder)
    ]


class RealLifeRunner:
    """Has the child do the repeats of one task; `result` grows with each."""

    def __init__(self, phase: Phase, index: int, repeats: int, tools: Tools) -> None:
        self._phase, self._index, self._repeats, self._tools = phase, index, repeats, tools
        self._order = 1
        self._first = self._last = tools.monitor.stats.read()
        self._begun = self._looked = 0.0
        self._effort = Effort()
        self._samples: list[Sample] = []
        self._throttling = Throttling(tools.monitor)
        self.result: PhaseResult | None = None

    def end(self) -> None:
        """The test is over: report what was measured, if anything was."""
        self._tools.tell_end(self._index, self.result)

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Do the task once; what made it fail, None when nothing or a cancel did. It ends by
        itself.
        """
        tools, phase = self._tools, self._phase
        process = tools.prepared.tasks
        assert process is not None
        cold = phase.variant.endswith("cold")
        if self.result is None:
            self.result = without_repeats(
                phase, (), engine=ENGINE, direct=False, cache=COLD if cold else WARM
            )
        self._order, self._samples = order, []
        tools.observer(events.RepeatStarted(self._index, phase, order, self._repeats, (), ENGINE))
        task = task_of(self.result)
        assert task is not None
        self._ready()
        started = datetime.now(UTC)
        ending = tools.start(
            TaskRun(
                process,
                task,
                cold=cold,
                cancelled=tools.cancelled,
                on_ready=self._ready,
                on_look=self._look,
                on_silence=self._silent,
            )
        )
        tools.progress.repeat_ended(self._index, time.monotonic() - self._begun)
        if ending.done is not None:
            self._keep(ending.done, started)
        return self._failure(ending)

    def _failure(self, ending: TaskEnding) -> DriveproofError | None:
        """A cancel explains everything."""
        return None if self._tools.cancelled() else ending.failure

    def _ready(self) -> None:
        """It begins now."""
        self._effort = read_effort()
        self._first = self._last = self._tools.monitor.stats.read()
        self._begun = self._looked = time.monotonic()
        self._samples = []
        self._throttling.begin()

    def _look(self, share: float | None) -> bool:
        """What the drive did since the last look; whether it did anything."""
        tools, now = self._tools, time.monotonic()
        reading = tools.monitor.stats.read()
        members = tools.monitor.stats.between(self._last, reading, now - self._looked)
        moved = any(one.read_ios or one.written_ios for one in members)
        self._last, seconds, self._looked = reading, now - self._looked, now
        elapsed = now - self._begun
        # What is done before the task begins is nobody's figure.
        samples = () if share is None else self._sampled(members, elapsed, seconds)
        if share is not None:
            self._throttling.look()
            self._samples += [one for one in samples if one.direction == self._phase.direction]
            if share > 0.02:
                tools.progress.expect(self._index, max(elapsed, elapsed / share))
        tools.observer(
            events.Measured(
                self._index,
                self._order,
                samples,
                share is None,
                tools.progress.share(self._index, elapsed),
                tools.progress.remaining(self._index, elapsed),
                members,
            )
        )
        return moved

    def _sampled(
        self, members: tuple[Member, ...], elapsed: float, seconds: float
    ) -> tuple[Sample, ...]:
        """What the drive of the target moved, in both directions."""
        target = next((one for one in members if one.role == Role.TARGET), None)
        if target is None or seconds <= 0:
            return ()
        degrees = self._tools.monitor.temperature
        return tuple(
            Sample.counted(elapsed, seconds, way, ios, moved, temperature=degrees)
            for way, ios, moved in (
                (Direction.READ, target.read_ios, target.read_bytes),
                (Direction.WRITE, target.written_ios, target.written_bytes),
            )
        )

    def _silent(self, seconds: float) -> None:
        self._tools.observer(events.Stalled(self._index, self._order, seconds))

    def _keep(self, done: Done, started: datetime) -> None:
        assert self.result is not None
        stats = self._tools.monitor.stats
        reading: Reading = stats.read()
        stalled = read_effort().since(self._effort).stalled
        result = DirectionResult(
            iops=done.items / done.seconds if done.seconds else 0.0,
            bandwidth=done.bytes / done.seconds if done.seconds else 0.0,
            bytes=done.bytes,
            ios=done.items,
            seconds=done.seconds,
            latency=Latency(),
            longest_stall=None,
            samples=tuple(self._samples),
        )
        repeat = Repeat(
            order=self._order,
            directions={self._phase.direction: result},
            disturbed=self._throttling.words,
            started=started,
            members=stats.between(self._first, reading, done.seconds),
            task=TaskCost(done.processor, done.syncing, stalled, done.items),
        )
        self.result = replace(self.result, repeats=(*self.result.repeats, repeat))
        self._tools.observer(events.RepeatEnded(self._index, repeat, self.result))
