# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is being done to drives, here and by the person's other processes, how far it is, and what
must wait for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QFileSystemWatcher, QObject, Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QWidget

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.notes import error_of
from driveproof.domain.ongoing import STARTED_IN_TITLES, WORK_TITLES, Ongoing, OngoingWork
from driveproof.domain.trim.job import STEP_TITLES, TrimProgress
from driveproof.engine.ongoing import Works
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.units import format_duration, format_percent, format_size

if TYPE_CHECKING:
    from driveproof.domain.run.run import Companion, Run
    from driveproof.ui.tasks.job import BackgroundJob


@dataclass(frozen=True, slots=True)
class RunningWork:
    """`path` is the target, `text` the current step, `progress` a fraction from 0 to 1, None if
    unknown, `remaining` in seconds, None if unknown; `profile` is the name of what is measured,
    `drives` are those that are measured together.
    """

    path: str
    text: str = ""
    progress: float | None = None
    remaining: float | None = None
    work: OngoingWork = OngoingWork.MEASUREMENT
    profile: str = ""
    drives: tuple[Companion, ...] = ()

    @property
    def words(self) -> str:
        """The current step, and the remaining time."""
        if self.remaining is None:
            return self.text
        left = _("{time} left").format(time=format_duration(self.remaining))
        return f"{self.text} · {left}" if self.text else left

    @property
    def percent(self) -> str:
        """How far it is, "" if unknown."""
        return "" if self.progress is None else format_percent(self.progress)

    @property
    def short(self) -> str:
        """In a word or two, for a cell or the row of a drive: "measuring, 50 %"."""
        said = {
            OngoingWork.MEASUREMENT: _("measuring"),
            OngoingWork.CHECK: _("checking"),
            OngoingWork.TRIM: _("trimming"),
            OngoingWork.STEP: _("experiment"),
            OngoingWork.DRIVE_TEST: _("testing"),
        }[self.work]
        return f"{said}, {self.percent}" if self.percent else said

    def title(self, name: str) -> str:
        """What is done to the drive of this name."""
        said = {
            OngoingWork.MEASUREMENT: _("Measuring {drive}"),
            OngoingWork.CHECK: _("Checking {drive}"),
            OngoingWork.TRIM: _("Trimming {drive}"),
            OngoingWork.STEP: _("Experiment on {drive}"),
            OngoingWork.DRIVE_TEST: _("Testing {drive}"),
        }
        return said[self.work].format(drive=name)

    def ended(self, name: str, error: DriveproofError | None) -> str:
        """That it is over, as the title of a notification."""
        how = _("finished") if error is None else _("failed")
        return _("{name}: {text}").format(name=self.title(name), text=how)


def follow(  # noqa: PLR0912 - one for each kind of event
    before: RunningWork | None, news: Iterable[object]
) -> RunningWork | None:
    """The work after these events of it; unrelated events change nothing."""
    from driveproof.domain.check.check import TOPIC_TITLES  # noqa: PLC0415 - numpy
    from driveproof.engine.check.session import TopicBegun  # noqa: PLC0415 - numpy
    from driveproof.engine.run import events  # noqa: PLC0415 - numpy
    from driveproof.wording.profile import test_words  # noqa: PLC0415 - numpy
    from driveproof.wording.run import files_looked_at  # noqa: PLC0415 - numpy

    now = before
    for event in news:
        if isinstance(event, events.Started):
            begun = now or RunningWork(event.target.device or event.target.path)
            now = replace(
                begun,
                progress=0.0,
                remaining=event.seconds,
                profile=event.profile.name,
                drives=event.environment.drives,
            )
        if now is None:
            continue
        match event:
            case events.Preparing():
                done, total = format_size(event.done), format_size(event.total)
                text = _("Writing the test file: {done} of {total}")
                if event.reading:
                    text = _("Reading the test file: {done} of {total}")
                text = text.format(done=done, total=total)
                now = replace(now, text=text, remaining=event.remaining)
            case events.Searching():
                now = replace(now, text=files_looked_at(event.files))
            case events.MakingFilesystem():
                text = _("Formatting: {filesystem}").format(filesystem=event.name)
                now = replace(now, text=text, remaining=event.remaining)
            case events.CleaningUp():
                now = replace(now, text=_("Trimming"))
            case events.RepeatStarted():
                phase = event.phase
                text = _("{test}: repeat {number} of {count}")
                if event.going_on:
                    text = _("{test}: repeat {number} of at most {count}")
                text = text.format(
                    test=test_words(phase.title, phase.direction, now.profile, now.drives),
                    number=event.order,
                    count=event.repeats,
                )
                now = replace(now, text=text)
            case events.Measured() | events.Scanned() | events.Checked():
                now = replace(now, progress=event.progress, remaining=event.remaining)
            case TopicBegun():
                now = replace(
                    now, text=say_text(TOPIC_TITLES[event.topic]), remaining=event.remaining
                )
            case TrimProgress():
                text = say_text(STEP_TITLES[event.step])
                now = replace(now, text=text, progress=event.share, remaining=event.remaining)
    return now


def failure(news: Iterable[object]) -> DriveproofError | None:
    """Why the work failed, by these events of it: a run that fails has an end like any other."""
    from driveproof.domain.run.run import FAILED  # noqa: PLC0415 - with the next one
    from driveproof.engine.run import events  # noqa: PLC0415 - numpy
    from driveproof.ui.tasks.job import JobFailed  # noqa: PLC0415 - numpy

    for event in news:
        runs: tuple[Run, ...] = ()
        match event:
            case JobFailed():
                return event.error
            case events.RunEnded():
                runs = (event.run,)
            case events.BothEnded():
                runs = event.runs
        for run in runs:
            if run.status == FAILED and run.error is not None:
                return error_of(run.error)
    return None


_BESIDE_EACH_OTHER = {OngoingWork.DRIVE_TEST}
"""They take days: several drives are tested at once."""


@dataclass(slots=True)
class _Followed:
    runner: BackgroundJob
    work: OngoingWork
    live: QWidget
    path: Callable[[], str]
    show: Callable[[], None]
    failed: DriveproofError | None = None


class RunningFeed(QObject):
    """One piece of work at a time: a measurement, a check, a TRIM and an experiment's step exclude
    each other, as each would disturb the others.

    `works_changed` comes when one begins or ends, here or elsewhere; `changed(RunningWork or None)`
    with its progress and at its end; `ended(RunningWork, error)` at its end, unless the person has
    cancelled it; `seen` when the view that shows it appeared or disappeared.
    """

    works_changed = Signal()
    changed = Signal(object)
    ended = Signal(object, object)
    seen = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now: RunningWork | None = None
        self._works: list[tuple[BackgroundJob, OngoingWork]] = []
        self._all: list[_Followed] = []
        self._on: _Followed | None = None

    @property
    def in_sight(self) -> bool:
        """Whether the view that shows it is on screen."""
        return self._on is not None and self._on.live.isVisible()

    def exclude(self, runner: BackgroundJob, work: OngoingWork) -> None:
        """Keep the others from beginning while this runner works."""
        self._works.append((runner, work))
        runner.started.connect(self.works_changed)
        runner.finished.connect(self.works_changed)

    def follow(
        self,
        runner: BackgroundJob,
        work: OngoingWork,
        live: QWidget,
        path: Callable[[], str],
        show: Callable[[], None],
    ) -> None:
        """The same, and tell how far it is. `live` shows it, `path` is its target at its start,
        and `show` leads to it.
        """
        followed = _Followed(runner, work, live, path, show)
        self._all.append(followed)
        runner.started.connect(self._look)
        runner.events.connect(lambda news: self._took(followed, news))
        runner.finished.connect(lambda error: self._finished(followed, error))
        live.installEventFilter(self)
        self.exclude(runner, work)

    @property
    def work(self) -> OngoingWork | None:
        """What is being done to drives; None for nothing."""
        return next((work for runner, work in self._works if runner.running), None)

    def beside(self, runner: BackgroundJob | None) -> OngoingWork | None:
        """What else is on, so that the work of a runner must wait; None for nothing."""
        own = next((work for one, work in self._works if one is runner), None)
        others = (work for one, work in self._works if one is not runner and one.running)
        return next((work for work in others if {own, work} != _BESIDE_EACH_OTHER), None)

    def reason(self, runner: BackgroundJob | None) -> str:
        """The same as a sentence, "" for nothing."""
        work = self.beside(runner)
        if work is None:
            return ""
        return _("Still running: {what}.").format(what=say_text(WORK_TITLES[work]))

    @Slot()
    def show(self) -> None:
        """Lead to what is running."""
        if self._on is not None:
            self._on.show()

    @Slot()
    def _look(self) -> None:
        """Something may have begun."""
        for followed in self._all:
            if followed.runner.running and self._on is None:
                self._on, followed.failed = followed, None
                self.set(RunningWork(followed.path(), work=followed.work))

    def _took(self, followed: _Followed, news: list[object]) -> None:
        self._look()
        if self._on is followed:
            followed.failed = followed.failed or failure(news)
            self.set(follow(self.now, news))

    def _finished(self, followed: _Followed, error: DriveproofError | None) -> None:
        if self._on is not followed or self.now is None:
            return
        before = self.now
        self._on = None
        self.set(None)
        error = error or followed.failed
        if error is not None or not followed.runner.cancelled:
            self.ended.emit(before, error)

    def set(self, now: RunningWork | None) -> None:
        if now != self.now:
            self.now = now
            self.changed.emit(now)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in {QEvent.Type.Show, QEvent.Type.Hide}:
            self.seen.emit()
        return super().eventFilter(watched, event)


AGAIN = 2000
"""Milliseconds between two looks while another process works: what a killed one was doing ends
without a change of the folder.
"""


class ElsewhereFeed(QObject):
    """The kernel says when one begins or ends; progress is read only while one goes on and the
    window is on screen (`on_screen`). Emits `changed`, and `ended` when one has ended: what it kept
    is in the history now.
    """

    changed = Signal()
    ended = Signal()

    def __init__(
        self, works: Works, on_screen: Callable[[], bool], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.others: tuple[Ongoing, ...] = ()
        self._works = works
        self._on_screen = on_screen
        self._tasks = TaskQueue(self)
        self.watcher = QFileSystemWatcher(self)
        self.watcher.directoryChanged.connect(self.look)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.VeryCoarseTimer)
        self._timer.setInterval(AGAIN)
        self._timer.timeout.connect(self._look_again)
        self._tasks.add(works.prepare, self._prepared)

    @property
    def busy(self) -> bool:
        """Whether they are being read."""
        return self._tasks.busy

    @Slot()
    def look(self) -> None:
        """Read again soon."""
        self._tasks.add(self._works.others, self._take, key="others")

    def on(self, path: str, inventory: Inventory) -> Ongoing | None:
        """What disturbs a measurement of this target, None for nothing."""
        device = inventory.device_at(path) if self.others else None
        if device is None:
            return None
        names = frozenset(layer.device.name for layer in inventory.stack(device))
        return next((one for one in self.others if one.disturbs(names)), None)

    def sentence(self, path: str, inventory: Inventory) -> str:
        """The same in words, "" for nothing."""
        found = self.on(path, inventory)
        return say_texts(found.says) if found is not None else ""

    def _prepared(self, folder: str | None, _error: DriveproofError | None) -> None:
        if folder:
            self.watcher.addPath(folder)
        self.look()

    def _take(self, others: tuple[Ongoing, ...] | None, _error: DriveproofError | None) -> None:
        found = others or ()
        if found and not self._timer.isActive():
            self._timer.start()
        elif not found:
            self._timer.stop()
        if found != self.others:
            going_on = {(one.path, one.work) for one in found}
            ended = any((one.path, one.work) not in going_on for one in self.others)
            self.others = found
            self.changed.emit()
            if ended:
                self.ended.emit()

    @Slot()
    def _look_again(self) -> None:
        if self._on_screen():
            self.look()


def running_elsewhere(one: Ongoing) -> RunningWork:
    """It as the window shows its own work."""
    return RunningWork(
        one.path,
        text=_("Running in {place}; cancel it there").format(
            place=say_text(STARTED_IN_TITLES[one.started_in])
        ),
        progress=one.progress,
        remaining=one.remaining,
        work=one.work,
    )
