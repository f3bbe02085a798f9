# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Measure page: choose, watch, read the result."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Slot
from PySide6.QtWidgets import QPushButton

from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Inventory, device_key
from driveproof.domain.errors import Advice, DriveproofError, UsageError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.experiment.action import OTHER
from driveproof.domain.experiment.start import Start
from driveproof.domain.health.changes import Pair
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.ongoing import WORK_TITLES, OngoingWork
from driveproof.domain.profile.draft import Draft, TextDraft, draft_of
from driveproof.domain.profile.for_device import TargetUse
from driveproof.domain.profile.plan import OfNewFiles
from driveproof.domain.run.in_turn import run_outcome
from driveproof.domain.run.run import FAILED, FINISHED, Run, RunHead
from driveproof.engine.run import events
from driveproof.engine.run.context import RunOptions
from driveproof.engine.run.overwrite import WritePlan
from driveproof.ui.dialogs.asking import may_load
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.history import HistoryTasks, run_before, run_expected, run_health
from driveproof.ui.feeds.measured_drive import device_identity, subject_of
from driveproof.ui.feeds.pages import (
    EXPERIMENT,
    HISTORY,
    MEASURE,
    MeasureFolder,
    MeasureInTurn,
    MeasureJobFile,
    MeasureRecordedProfile,
    MeasureRecording,
    PageRequest,
    PageWidget,
    ShowComparison,
)
from driveproof.ui.measure.editor import EditorView, TextView
from driveproof.ui.measure.further import keep_hosts, kept_hosts
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.measure.overwrite import Overwriter
from driveproof.ui.measure.own_profiles import ProfileMenu
from driveproof.ui.measure.plan import Planned
from driveproof.ui.measure.setup import SetupView
from driveproof.ui.results.dialogs import DatasheetEntry
from driveproof.ui.results.run_view import RunView
from driveproof.ui.settings import PROFILE
from driveproof.ui.tasks.job import BackgroundJob, Observer
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.widgets.buttons import BUTTON_HEIGHT
from driveproof.ui.widgets.pages import view_stack
from driveproof.wording.catalogue import _
from driveproof.wording.profile import run_title
from driveproof.wording.recording import profile_from
from driveproof.wording.say import say_texts

if TYPE_CHECKING:
    from driveproof.engine.run.against import AgainstSession
    from driveproof.engine.run.session import Session

SETUP, LIVE, RESULT = range(3)


@dataclass(frozen=True)
class _RunHealth:
    """The known health of the drives before and after the run that is ending, and the result that
    it can be compared with.
    """

    pairs: tuple[Pair, ...]
    earlier: RunHead | None
    expected: tuple[Expectation, ...] = ()


class MeasurePage(PageWidget):
    """One run at a time; selecting another drive meanwhile does not affect it."""

    def __init__(self, context: PageContext, *, home: str | None = None) -> None:
        super().__init__(context)
        services, theme = context.services, context.theme
        self._theme = theme
        self._history = services.history
        self._measuring = services.measuring
        self._profiles = services.profiles
        self._settings = context.settings
        self._editor: EditorView | None = None
        self._text: TextView | None = None
        self.live = RunLiveView(theme, self._settings)
        self.result = RunView(theme, self._settings)
        self.overwriter = Overwriter(context, self.result, self)
        self.setup = SetupView(context, home, why_not=self.overwriter.why_not)
        self.own = ProfileMenu(context, self.setup, self)
        self.setup.several.remember(kept_hosts(self._settings))
        self.setup.add_own(self.own.button, self.own.message, self.own.broken)
        self.setup.compare.connect(self._compare)
        self.again = QPushButton(_("&New measurement"))
        self.again.setMinimumHeight(BUTTON_HEIGHT)
        self.again.clicked.connect(self.show_setup)
        self.result.add_button(self.again)
        self.stack = view_stack(self, self.setup, self.live, self.result)
        self.runner = BackgroundJob(self)
        self.runner.events.connect(self.take)
        self.runner.finished.connect(self._finished)
        self.setup.start.connect(self.start)
        self.live.cancel.connect(self.cancel)
        self._health: tuple[Pair, ...] = ()
        self._earlier: RunHead | None = None
        self._expected: tuple[Expectation, ...] = ()
        self.tasks = TaskQueue(self)
        self._subject = ""
        self._chosen: Hashable = None
        """The key of the drive that is selected, or was last."""
        self._drive: str | None = None
        """The identity of the drive that was measured last, as a run names it."""
        self._device: BlockDevice | None = None
        self._waits = False  # the result, until its drive is selected again
        self._inventory = Inventory()
        self.stack.currentChanged.connect(self.subject_changed)
        self._history_tasks = HistoryTasks(self._history, self)
        self._connect(context)
        last = self._settings.text("measure/profile")
        self._read_profiles(self._settings.text(PROFILE) or last)

    def _connect(self, context: PageContext) -> None:
        """What a result leads to, and what a run keeps from beginning."""
        self.own.edit.connect(self.edit)
        self.own.saved.connect(self._saved)
        self.own.opened.connect(self._opened)
        self.own.refused.connect(self._refused)
        datasheet = DatasheetEntry(self._history_tasks, context.theme, self)
        self.result.rate.connect(partial(datasheet.ask, self.result))
        self.result.compare.connect(lambda runs: context.lead_to(HISTORY, ShowComparison(runs)))
        self.result.make_profile.connect(self.make_profile)
        running = context.running
        running.follow(
            self.runner, OngoingWork.MEASUREMENT, self.live, lambda: self.subject,
            lambda: context.lead_to(MEASURE),
        )  # fmt: skip
        running.works_changed.connect(self._look_beside)
        self._look_beside()

    def _read_profiles(self, wanted: str) -> None:
        try:
            profiles = self.own.with_jobs(self._profiles.all())
        except DriveproofError as problem:
            self.setup.say_problem(problem)
            return
        self.setup.set_profiles(profiles, wanted)
        self.own.broken.show_broken(tuple(self._profiles.broken))

    # Profiles of one's own

    def open_job(self, path: str) -> None:
        """Offer a fio job file as a profile; nothing starts without a click."""
        if not self.busy:
            self.show_setup()
            self.own.read_job(path)

    @Slot(object)
    def edit(self, draft: Draft | TextDraft) -> None:
        if self.busy or self._editing is not None:
            return  # what is being edited stays
        if isinstance(draft, TextDraft):
            self.text.edit(draft)
            self.stack.setCurrentWidget(self.text)
        else:
            self.editor.edit(draft)
            self.stack.setCurrentWidget(self.editor)

    @property
    def editor(self) -> EditorView:
        """The form of a profile of one's own; created, as the next, when it is first opened."""
        if self._editor is None:
            self._editor = EditorView(self._theme)
            self._add_editor(self._editor)
        return self._editor

    @property
    def text(self) -> TextView:
        """The text of one that the form cannot show."""
        if self._text is None:
            self._text = TextView(self._theme)
            self._add_editor(self._text)
        return self._text

    def _add_editor(self, view: EditorView | TextView) -> None:
        view.save.connect(self.own.save)
        view.closed.connect(self._close_editor)
        self.stack.addWidget(view)

    @property
    def _editing(self) -> EditorView | TextView | None:
        """The editor that is on the screen."""
        shown = self.stack.currentWidget()
        return shown if isinstance(shown, EditorView | TextView) else None

    @Slot(object)
    def _refused(self, error: DriveproofError) -> None:
        if self._editing is not None:
            self._editing.say_problem(error)

    @Slot(str)
    def _saved(self, name: str) -> None:
        self._read_profiles(name)
        self.setup.profiles.search.clear()  # it may hide the new one
        self._close_editor()

    @Slot(str)
    def _opened(self, title: str) -> None:
        self._read_profiles("")
        jobs = self.own.with_jobs(())
        self.setup.profiles.search.clear()
        self.setup.profiles.choose(next((job.name for job in jobs if job.title == title), ""))

    @Slot()
    def _close_editor(self) -> None:
        if self._editing is not None:
            self.stack.setCurrentIndex(SETUP)
            self.own.button.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def busy(self) -> bool:
        """Whether a run is in progress."""
        return self.runner.running

    @Slot()
    def _look_beside(self) -> None:
        """What a measurement would disturb now."""
        work = self.context.running.beside(self.runner)
        error = None
        if work is not None:
            advice = Advice("Wait until it finishes, or cancel it.")
            error = UsageError("Still running: {what}.", what=WORK_TITLES[work], advice=advice)
        self.setup.set_disturbing(error)

    def led_to(self, wanted: PageRequest | None) -> None:
        match wanted:
            case MeasureFolder(path):
                self.start_for(path)
            case MeasureRecording(path):
                self.record(path)
            case MeasureInTurn(path, second):
                self.start_against(path, second)
            case MeasureRecordedProfile(run):
                self.make_profile(run)
            case MeasureJobFile(path):
                self.open_job(path)

    def set_device(
        self, device: BlockDevice | None, inventory: Inventory, *, gone: bool = False
    ) -> None:
        device = None if gone else device
        self._inventory, self._device = inventory, device
        self.setup.set_device(device, inventory)
        self.overwriter.look()
        key = device_key(device) if device else None
        if key is not None and key != self._chosen:
            if self._chosen is not None:
                self._show_result_of_its_drive()
            self._chosen = key

    def _show_result_of_its_drive(self) -> None:
        """Show the last result with the drive that it is of, and with no other one."""
        if self.stack.currentIndex() == RESULT and not self._is_measured():
            self.stack.setCurrentIndex(SETUP)
            self._waits = True
        elif self._waits and self.stack.currentIndex() == SETUP and self._is_measured():
            self.stack.setCurrentIndex(RESULT)
            self._waits = False

    def _is_measured(self) -> bool:
        """Whether the selected drive is the one that was measured last: another one may have its
        name by now.
        """
        device, inventory = self._device, self._inventory
        measured = subject_of(self._subject, device, inventory)
        if device is None or measured is None or measured.name != device.name:
            return False
        return device_identity(device, inventory) == self._drive

    @property
    def subject(self) -> str:
        return "" if self.stack.currentIndex() == SETUP else self._subject

    def start_for(self, path: str) -> None:
        """Offer to measure in this folder; nothing starts without a click."""
        if not self.busy:
            self.show_setup()
            self.setup.target.choose(path)
            self.setup.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def record(self, path: str) -> None:
        """Offer to record what the drive of this folder or device does by itself; nothing starts
        without a click.
        """
        if not self.busy:
            self.show_setup()
            self.setup.profiles.choose("record")
            self.setup.target.choose(path)
            self.setup.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def make_profile(self, run: Run) -> None:
        """Open a profile of what a recording has counted in the editor; nothing is saved yet."""
        if self.busy:
            return
        self.show_setup()
        if self._editing is not None:
            return  # the person goes on with what is being edited
        try:
            made = profile_from(run)
        except DriveproofError as error:
            self.setup.say_problem(error)
            return
        self.own.edit.emit(draft_of(made, title=made.title))

    def stop_and_wait(self, timeout: float) -> bool:
        runners = (self.runner, self.overwriter.runner)
        ended = all(runner.stop_and_wait(timeout) for runner in runners)
        return ended and self._history_tasks.finish(timeout)

    def export(self) -> bool:
        if self.stack.currentIndex() == RESULT:
            self.result.export()
        return True

    def open_big(self) -> bool:
        if self.stack.currentIndex() == LIVE:
            return self.live.open_big()
        return self.stack.currentIndex() == RESULT and self.result.open_big()

    @property
    def topic(self) -> str:
        from driveproof.ui.dialogs.help import topic_about  # noqa: PLC0415

        profile = self.setup.profiles.profile
        return topic_about(profile) if profile is not None else ""

    def search(self) -> bool:
        if self.stack.currentIndex() != SETUP:
            return False
        self.setup.search()
        return True

    @Slot()
    def show_setup(self) -> None:
        """Go back to the choice of what to measure."""
        if self._editing is not None:
            self._editing.leave()  # asks, if something was entered
        elif not self.busy:
            self._waits = False
            self.stack.setCurrentIndex(SETUP)

    def start_against(self, path: str, second: str) -> None:
        """Offer to measure two drives in turn; nothing starts without a click."""
        if not self.busy:
            self.show_setup()
            if path:
                self.setup.target.choose(path)
            self.setup.against.choose(second)
            self.setup.against.box.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def _compare(self) -> None:
        profile, path = self.setup.profiles.profile, self.setup.path
        start = Start(target=path, profile=profile.name if profile else "")
        if profile is not None and isinstance(profile.plan, OfNewFiles):
            device = self._inventory.device_at(path)
            layers = self._inventory.stack(device) if device is not None else ()
            caches = [one.device.name for one in layers if one.device.kind == DeviceKind.BCACHE]
            start = replace(start, action=OTHER, text=_detached_words(caches))
        self.context.lead_to(EXPERIMENT, start)

    @Slot()
    def start(self) -> None:
        """Measure what is selected."""
        # What is offered may change while something is asked: what was asked about is measured.
        planned = self.setup.planned
        if planned is None or self.busy:
            return
        for one in planned.here:
            if not may_load(self, self.context.failing(one), self.context.works_elsewhere(one)):
                return
        if planned.use is TargetUse.OVERWRITE:
            inventory = self._inventory
            self.tasks.add(
                lambda: self.overwriter.plan(planned.profile, planned.path, inventory),
                partial(self._overwrite, planned),
                key="plan",
            )
        else:
            self._begin(planned)

    def _overwrite(
        self, planned: Planned, plan: WritePlan | None, error: DriveproofError | None
    ) -> None:
        if error is not None:
            self.setup.say_problem(error)
        elif self.setup.disturbing is not None:
            return  # it has begun while the device was looked at, and is said there
        elif plan is not None and self.overwriter.confirmed(plan) and not self.busy:
            self._begin(planned, plan)

    def _begin(self, planned: Planned, plan: WritePlan | None = None) -> None:
        profile = planned.profile
        self._settings.keep("measure/profile", profile.name)
        if planned.hosts:
            keep_hosts(self._settings, self.setup.several.text)
            self.setup.several.remember(kept_hosts(self._settings))
        self._subject, self._waits = planned.path, False
        measured = subject_of(planned.path, self._device, self._inventory)
        self._drive = device_identity(measured, self._inventory)
        self.live.begin(
            run_title(profile.title, profile.name, profile.cache),
            planned.path,
            device=plan is not None or planned.asks,
        )
        if has_trait(profile.method, Trait.WATCHES) and not planned.asks:
            self.live.preparing.show_waiting(_("Getting ready"), _("Nothing is recorded yet."))
        self.stack.setCurrentIndex(LIVE)
        self.live.head.button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.overwriter.begin(plan)
        if planned.second:
            self.runner.start(self._in_turn(planned))
        else:
            self.runner.start(self._session(planned, plan))

    def _session(self, planned: Planned, plan: WritePlan | None) -> Callable[[Observer], Session]:
        measuring, history = self._measuring, self._history

        def make(observer: Observer) -> Session:
            def observe(event: Any) -> None:
                if isinstance(event, events.RunEnded):  # read here, in the thread of the run
                    run_id = event.run.id
                    earlier = run_before(history, run_id)
                    expected = run_expected(history, event.run)
                    observer(_RunHealth(run_health(history, run_id), earlier, expected))
                observer(event)

            options = RunOptions(
                label=planned.label,
                beside=planned.further if plan is None and not planned.hosts else (),
                overwrite=plan,
                elsewhere=measuring.on_hosts(planned.hosts) if planned.hosts else None,
            )
            profile = planned.profile if plan is None else plan.profile
            return measuring.new_session(profile, planned.path, observe, options)

        return make

    def _in_turn(self, planned: Planned) -> Callable[[Observer], AgainstSession]:
        measuring, (second,) = self._measuring, planned.second
        return lambda observer: measuring.new_against(
            planned.profile, (planned.path, second), observer, RunOptions(label=planned.label)
        )

    def _both_ended(self, runs: tuple[Run, ...]) -> None:
        """Show the comparison of two drives; where one has not come to its end, the other's result,
        or why there is none, with what has become of both.
        """
        if any(run.phases for run in runs):
            self.context.kept.emit()
        if all(run.status == FINISHED for run in runs):
            self.stack.setCurrentIndex(SETUP)
            self.context.lead_to(HISTORY, ShowComparison([run.id for run in runs]))
            return
        told = [run for run in runs if run.phases or run.status == FAILED]
        if not told:
            self.stack.setCurrentIndex(SETUP)
            return
        self.result.show_run(min(told, key=lambda run: (run.status != FINISHED, not run.phases)))
        self.result.say(say_texts(map(run_outcome, runs)))
        self.stack.setCurrentIndex(RESULT)

    @Slot()
    def cancel(self) -> None:
        """Cancel the run; what was measured is stored and shown."""
        if self.busy:
            self.live.cancelling()
            self.runner.cancel()

    @Slot(object)
    def take(self, news: list[events.Event | _RunHealth]) -> None:
        self.live.take([event for event in news if not isinstance(event, _RunHealth)])
        for event in news:
            if isinstance(event, _RunHealth):
                self._health, self._earlier = event.pairs, event.earlier
                self._expected = event.expected
            elif isinstance(event, events.Started) and event.target.device:
                self._subject = event.target.device
                self.subject_changed.emit()
            elif isinstance(event, events.RunEnded):
                self._ended(event.run)
            elif isinstance(event, events.BothEnded):
                self._both_ended(event.runs)

    def _ended(self, run: Run) -> None:
        self.result.show_run(run, self._health, self._expected)
        self.result.set_previous(self._earlier)
        self.live.ended(run)
        self.overwriter.ended(run)
        self.setup.form.control("overwrite").setChecked(False)  # applies to one run only
        self.stack.setCurrentIndex(RESULT)
        if self.isVisible():
            self.result.setFocus(Qt.FocusReason.OtherFocusReason)
        else:  # the person looks at something else, perhaps at another drive
            self._show_result_of_its_drive()
        self.context.kept.emit()

    @Slot(object)
    def _finished(self, error: DriveproofError | None) -> None:
        if self.stack.currentIndex() == LIVE:  # it ended without a result
            self.stack.setCurrentIndex(SETUP)
            self.setup.say_problem(error)


def _detached_words(bcaches: Sequence[str]) -> str:
    """What is changed between two measurements that show what a cache is worth; the command of a
    bcache is in it.
    """
    if not bcaches:
        return _("The cache is detached")
    return _("The cache is detached: {command}").format(
        command=f"echo 1 | sudo tee /sys/block/{bcaches[0]}/bcache/detach"
    )
