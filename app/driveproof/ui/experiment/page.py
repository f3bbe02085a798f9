# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page that leads through an experiment, step by step: before, action, after."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.experiment import places
from driveproof.domain.experiment.action import FIRMWARE, TRIM
from driveproof.domain.experiment.experiment import ACTION, AFTER, FINISHED, Experiment
from driveproof.domain.experiment.start import Start
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.profile.profile import Profile
from driveproof.domain.trim.job import Preview
from driveproof.engine.experiment.create import ExperimentRequest
from driveproof.ui.compare.page import ComparePage
from driveproof.ui.dialogs.asking import is_sure, may_disturb, may_load
from driveproof.ui.experiment.controller import (
    BEGIN,
    END,
    FIND,
    GIVE_UP,
    PREVIEW,
    RATES,
    ExperimentController,
    runs_in,
)
from driveproof.ui.experiment.create import NewExperimentView
from driveproof.ui.experiment.live import ExperimentLive
from driveproof.ui.experiment.steps import StepsView
from driveproof.ui.experiment.verdict import VerdictView
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.pages import PageRequest, PageWidget, ShowExperiment
from driveproof.ui.theme.text import shown, without_key
from driveproof.ui.trim.confirm import ConfirmView
from driveproof.ui.widgets.layouts import vertical
from driveproof.wording.catalogue import _

NEW, STEPS, CONFIRM, LIVE, VERDICT, WHOLE = range(6)


class ExperimentViews(QStackedWidget):
    """Emits `back` to leave the experiment page and `cancel` to end the running step."""

    back = Signal()
    cancel = Signal()

    def __init__(self, context: PageContext) -> None:
        super().__init__()
        self._context = context
        theme, settings = context.theme, context.settings
        self.new = NewExperimentView(theme)
        self.steps = StepsView(context.services, theme)
        self.confirm = ConfirmView(theme)
        for part in (self.confirm.proof, self.confirm.cost):
            part.hide()  # the proof of an experiment's TRIM is its effect
        self.live = ExperimentLive(theme, settings)
        self.verdict = VerdictView(theme, settings)
        self.whole: ComparePage | None = None
        for view in (self.new, self.steps, self.confirm, self.live, self.verdict):
            self.addWidget(view)
        for view in (self.new, self.steps, self.live, self.verdict):
            view.back.connect(self.back)
        self.confirm.back.connect(self.show_steps)
        self.live.cancel.connect(self.cancel)
        self.verdict.whole.connect(self.show_whole)

    def show_new(self) -> None:
        """Show the form for a new experiment."""
        self.setCurrentIndex(NEW)
        _focus(self.new.button)

    @Slot()
    def show_steps(self) -> None:
        """Show the steps."""
        self.setCurrentIndex(STEPS)
        self.steps.focus()

    def show_confirm(self, preview: Preview) -> None:
        """Show what a TRIM would do."""
        self.confirm.show_preview(preview, None)
        self.setCurrentIndex(CONFIRM)
        _focus(self.confirm.button)

    def show_live(self) -> None:
        """Show the running step."""
        self.setCurrentIndex(LIVE)
        self.live.focus()

    @Slot()
    def show_verdict(self) -> None:
        """Show the verdict."""
        self.setCurrentIndex(VERDICT)
        _focus(self.verdict.button if self.verdict.answer else self.verdict.back_button)

    @Slot()
    def show_whole(self) -> None:
        """Show the whole comparison, with curves and what else changed."""
        answer = self.verdict.answer
        if answer is None:
            return
        if self.whole is None:
            self.whole = ComparePage(
                self._context.services.history, self._context.theme, self._context.settings
            )
            self.whole.back_button.setText(_("&Back"))
            self.whole.back.connect(self.show_verdict)
            self.addWidget(self.whole)
        self.whole.show_compared(answer.compared)
        self.setCurrentIndex(WHOLE)
        _focus(self.whole.rows)


def _focus(widget: QWidget) -> None:
    widget.setFocus(Qt.FocusReason.OtherFocusReason)


class ExperimentPage(PageWidget):
    """One experiment at a time, of any drive, from its creation to its verdict."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self.drive = ""
        """The kernel name of the drive that is being measured, "" for none."""
        self.experiment: Experiment | None = None
        """The experiment on screen."""
        self._wanted = ""
        self._less = False
        self._problem: DriveproofError | None = None
        self.disturbing = ""
        self._device: BlockDevice | None = None
        self.inventory = Inventory()
        self._preview: Preview | None = None
        self._previewing = ""
        """The id of the experiment whose TRIM is looked at."""
        self.views = ExperimentViews(context)
        self.new, self.steps = self.views.new, self.views.steps
        self.live, self.verdict = self.views.live, self.views.verdict
        page = vertical(self)
        page.addWidget(self.views)
        self.flow = ExperimentController(context.services, self)
        self.flow.done.connect(self._task_done)
        self.flow.news.connect(self._take)
        self.flow.ended.connect(self._ended)
        panel = self.steps.panel
        self.views.back.connect(self.back)
        self.views.cancel.connect(self.cancel)
        self.views.confirm.start.connect(self._confirmed)
        self.new.begin.connect(self._begin)
        self.steps.give_up.connect(self._give_up)
        panel.go.connect(self._go)
        panel.now.connect(self._go_now)
        self.steps.due.connect(self._due)
        panel.less.connect(self._leave_out)
        panel.folder.connect(self._elsewhere)
        running = context.running
        running.follow(
            self.flow.runner, OngoingWork.STEP, self.views.live, self._path, self._show_running
        )
        running.works_changed.connect(self._look_beside)
        self._look_beside()

    # Called from outside

    @property
    def busy(self) -> bool:
        """Whether a step is running."""
        return self.flow.runner.running

    def begin(self, device: BlockDevice | None, inventory: Inventory, start: Start) -> None:
        """Start a new experiment: ask for the missing details."""
        self._device, self.experiment, self._wanted = device, None, ""
        self.set_inventory(inventory)
        problem: DriveproofError | None = None
        profiles: tuple[Profile, ...] = ()
        try:
            profiles = self.context.services.profiles.all()
        except DriveproofError as error:
            problem = error
        self.new.ask(
            device,
            inventory,
            profiles,
            action=start.action,
            target=start.target,
            profile=start.profile,
            text=start.text,
        )
        if problem is not None:
            self.new.say_problem(problem)
        if device is not None:
            self.flow.rates(device, inventory)
        self.views.show_new()

    def led_to(self, wanted: PageRequest | None) -> None:
        context = self.context
        if isinstance(wanted, ShowExperiment):
            self.open_experiment(wanted.experiment_id, context.inventory)
        else:
            start = wanted if isinstance(wanted, Start) else Start()
            self.begin(None if context.gone else context.device, context.inventory, start)

    def _path(self) -> str:
        """What the running step measures."""
        return self.flow.running.target.path if self.flow.running is not None else ""

    def _show_running(self) -> None:
        if self.flow.running is not None:
            self.context.lead_to_experiment(self.flow.running.id)

    def open_experiment(self, experiment_id: str, inventory: Inventory) -> None:
        """Show the state of this experiment, or its verdict."""
        self.set_inventory(inventory)
        if self.flow.running is not None and experiment_id == self.flow.running.id:
            self.experiment, self._wanted = self.flow.running, experiment_id
            self.views.show_live()
            return
        self.experiment = None
        self.steps.show_nothing(_("Reading…"))
        self.views.show_steps()
        self._find(experiment_id)

    def set_device(
        self, _device: BlockDevice | None, inventory: Inventory, *, gone: bool = False
    ) -> None:
        self.set_inventory(inventory)

    def set_inventory(self, inventory: Inventory) -> None:
        """The drives have changed."""
        self.inventory = inventory
        self.steps.set_inventory(inventory)
        if self._device is not None:
            self._device = inventory.get(self._device.path) or self._device
        if self.views.currentIndex() == NEW:
            self.new.set_inventory(self._device, inventory)

    @Slot()
    def _look_beside(self) -> None:
        """What a step would disturb now."""
        self.disturbing = self.context.running.reason(self.flow.runner)
        self._say_disturbing()

    def _say_disturbing(self) -> None:
        reason = self.disturbing
        if self.flow.running is not None:
            reason = _("Another experiment is running.")
        self.steps.set_disturbing(reason)
        self.views.confirm.set_disturbing(reason)

    def export(self) -> bool:
        if self.verdict.export_button.isVisible():
            self.verdict.export()
            return True
        return False

    def stop_and_wait(self, timeout: float) -> bool:
        return self.flow.runner.stop_and_wait(timeout)

    @Slot()
    def cancel(self) -> None:
        """Cancel the running step; the experiment stays open."""
        if self.busy:
            self.live.cancelling()
            self.flow.runner.cancel()

    # A new experiment

    @Slot(object)
    def _begin(self, request: ExperimentRequest) -> None:
        self.new.set_beginning(True)
        self.flow.begin(request)

    def _begun(self, experiment: Experiment | None, error: DriveproofError | None) -> None:
        self.new.set_beginning(False)
        if experiment is not None:
            self.context.experiments.read()
        if self.views.currentIndex() != NEW:
            return  # the person went elsewhere; the experiment is in the list
        if experiment is not None:
            self._show_experiment(experiment)
        elif error is not None:
            self.new.say_problem(error)

    # An existing experiment

    @Slot(str, object, object)
    def _task_done(self, key: str, result: Any, error: DriveproofError | None) -> None:
        if key == BEGIN:
            self._begun(result, error)
        elif key in (FIND, GIVE_UP, END):
            self._read(key, result, error)
        elif key == PREVIEW:
            self._previewed(result, error)
        elif key == RATES:
            if result is not None:
                for view in (self.new, self.steps):
                    view.set_rates(*result)
        elif (
            result is not None
            and self.experiment is not None
            and result.experiment.id == self.experiment.id
        ):
            self.verdict.show_answer(result)
            if self.views.currentIndex() == VERDICT:
                self.views.show_verdict()
        elif error is not None:
            self.verdict.say_problem(error)

    def _read(self, key: str, experiment: Experiment | None, error: DriveproofError | None) -> None:
        if key in (GIVE_UP, END) and experiment is not None:
            self.context.experiments.read()
        if experiment is None:
            self.steps.set_waiting("")
            self.steps.say_problem(error)
        elif experiment.id == self._wanted:
            self._show_experiment(experiment)
            problem, self._problem = self._problem, None
            if problem is not None:
                self.steps.say_problem(problem)

    def _find(self, experiment_id: str, problem: DriveproofError | None = None) -> None:
        self._wanted, self._problem = experiment_id, problem
        self.flow.find(experiment_id)

    def _show_experiment(self, experiment: Experiment) -> None:
        self.experiment, self._wanted, self._less = experiment, experiment.id, False
        if experiment.status == FINISHED:
            self.verdict.show_experiment(experiment)
            self.flow.judge(experiment)
            self.views.show_verdict()
            return
        self.steps.show_experiment(experiment, self._profile(experiment))
        drive = places.drive_of(experiment.target, self.inventory)
        if drive is not None:
            self.flow.rates(drive, self.inventory)
        self.views.show_steps()

    def _profile(self, experiment: Experiment) -> Profile | None:
        try:
            profiles = self.context.services.profiles.all()
        except DriveproofError:
            return None  # the step itself names the problem
        return next((one for one in profiles if one.name == experiment.profile.name), None)

    # The next step

    @Slot()
    def _go(self) -> None:
        experiment = self.experiment
        if experiment is None or experiment.stage is None or self.busy or self.flow.tasks.busy:
            return
        if experiment.stage.step == ACTION and experiment.action == TRIM:
            self.steps.set_waiting(_("Reading the free space…"))
            self._previewing = experiment.id
            self.flow.preview(
                places.path_now(experiment.target, self.inventory, self.steps.elsewhere)
            )
            return
        unsaid = (
            experiment.stage.step == ACTION
            and experiment.action == FIRMWARE
            and not self.steps.firmware
        )
        if unsaid and not was_updated(self, experiment):
            return
        if self.steps.armed:
            self.steps.arm(armed=False)
            return
        if experiment.stage.measures:
            path = places.path_now(experiment.target, self.inventory, self.steps.elsewhere)
            if not may_load(self, self.context.failing(path), self.context.works_elsewhere(path)):
                return
        if self.steps.left:
            self.steps.arm(armed=True)
            return
        self._advance(None)

    @Slot()
    def _go_now(self) -> None:
        """Measure before the moment that was planned."""
        experiment = self.experiment
        if experiment is None or self.busy or self.flow.tasks.busy:
            return
        path = places.path_now(experiment.target, self.inventory, self.steps.elsewhere)
        if may_load(self, self.context.failing(path), self.context.works_elsewhere(path)):
            self.steps.arm(armed=False)
            self._advance(None, at_once=True)

    @Slot()
    def _due(self) -> None:
        """The moment has come that was waited for; the person was asked when the wait began."""
        if not self.flow.tasks.busy:
            self._advance(None)

    def _previewed(self, preview: Preview | None, error: DriveproofError | None) -> None:
        if self.experiment is None or self.experiment.id != self._previewing:
            return  # the person went to another one: a yes would be to a step of that
        self.steps.set_waiting("")
        if self.views.currentIndex() != STEPS:
            return
        if preview is None:
            self.steps.say_problem(error)
            return
        self._preview = preview
        self.views.show_confirm(preview)

    @Slot()
    def _confirmed(self) -> None:
        preview = self._preview
        if preview is not None and may_disturb(self, self.context.works_elsewhere(preview.place)):
            self._advance(preview)

    @Slot()
    def _leave_out(self) -> None:
        """Show it as it will be; it is stored with the next step, which has a question of its
        own. After the first look, end with what it found.
        """
        if self.experiment is None or self.experiment.stage is None or self.busy:
            return
        if self.experiment.stage.step == AFTER:
            if not self.flow.tasks.busy and may_end(self):
                self._wanted = self.experiment.id
                self.flow.end(self.experiment)
            return
        self.experiment = self.experiment.without_another_baseline()
        self.steps.show_experiment(self.experiment, self._profile(self.experiment))
        self._less = True
        self.steps.focus()

    def _advance(self, preview: Preview | None, *, at_once: bool = False) -> None:
        experiment = self.experiment
        if experiment is None or self.busy:
            return
        drive = places.drive_of(experiment.target, self.inventory)
        self.drive = drive.name if drive is not None else ""
        self.live.begin(experiment, preview)
        self.views.show_live()
        self.flow.go(experiment, self.steps.elsewhere, preview, less=self._less, at_once=at_once)
        self.context.experiments.set_measured(self.drive)
        self._say_disturbing()

    @Slot(object)
    def _take(self, news: list[Any]) -> None:
        self.live.take(news)
        if runs_in(news):
            self.context.kept.emit()

    @Slot(object, object)
    def _ended(self, experiment: Experiment, error: DriveproofError | None) -> None:
        self.drive = ""
        self.context.experiments.set_measured("")
        self._say_disturbing()
        if self.experiment is not None and self.experiment.id == experiment.id:
            self._find(experiment.id, error)
        self.context.experiments.read()

    @Slot()
    def _give_up(self) -> None:
        experiment = self.experiment
        if experiment is None or self.flow.tasks.busy:
            return
        if may_give_up(self):
            self._wanted = experiment.id
            self.flow.give_up(experiment)

    @Slot()
    def _elsewhere(self) -> None:
        folder = which_folder(self, self.experiment) if self.experiment is not None else ""
        if folder:
            self.steps.choose_elsewhere(folder)
            self.steps.focus()


def was_updated(parent: QWidget, experiment: Experiment) -> bool:
    """Ask whether the firmware was updated although the drive reports the old version, or none."""
    before = shown(experiment.target.firmware or "")
    return is_sure(
        parent,
        _("Was the firmware updated?"),
        _("The drive still reports {firmware}.").format(firmware=before)
        if before
        else _("Firmware unknown."),
        yes=_("&Updated"),
        no=_("&Not yet"),
    )


def may_give_up(parent: QWidget) -> bool:
    """Ask whether to cancel the experiment without a verdict."""
    return is_sure(
        parent,
        _("Cancel this experiment?"),
        _("It cannot be continued. Its runs stay in the history."),
        yes=_("C&ancel it"),
        no=_("&Keep"),
    )


def may_end(parent: QWidget) -> bool:
    """Ask whether to end the experiment with what was compared until now."""
    return is_sure(
        parent,
        _("Finish without more runs?"),
        _("The open tests stay open."),
        yes=_("&Finish"),
        no=_("&Keep"),
    )


def which_folder(parent: QWidget, experiment: Experiment) -> str:
    """Ask where the folder of an experiment is now; "" without an answer."""
    title = without_key(_("C&hoose the folder…"))
    return QFileDialog.getExistingDirectory(parent, title, experiment.target.path)
