# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of "Check this drive" and "Why slow?": what it will do, its progress, its findings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Slot

from driveproof.domain.check.check import Check
from driveproof.domain.diagnosis.diagnosis import Diagnosis
from driveproof.domain.drive.drive import BlockDevice, Inventory, device_key
from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.ongoing import OngoingWork
from driveproof.ui.check.intro import IntroView
from driveproof.ui.check.live import CheckLiveView
from driveproof.ui.check.result import ResultView, WhyView
from driveproof.ui.dialogs.asking import may_load
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.history import HistoryTasks, run_expected
from driveproof.ui.feeds.pages import CHECK, PageRequest, PageWidget, ShowWhySlow, page_named
from driveproof.ui.results.dialogs import DatasheetEntry
from driveproof.ui.tasks.job import Answering, BackgroundJob, JobResult, Observer
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.pages import view_stack
from driveproof.wording.catalogue import _
from driveproof.wording.drive import device_title

if TYPE_CHECKING:
    from driveproof.engine.check.session import CheckSession
    from driveproof.engine.diagnosis.session import DiagnosisSession

INTRO, LIVE, RESULT, WHY = range(4)


@dataclass(frozen=True)
class _Expected:
    """What the tests of the check that is ending can be held against."""

    of_tests: tuple[Expectation, ...]


class CheckPage(PageWidget):
    """One check or diagnosis at a time, of the drive that was selected when it started."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        theme, settings = context.theme, context.settings
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self._checked: BlockDevice | None = None
        self.disturbing = ""
        self._expected: tuple[Expectation, ...] = ()
        self.intro = IntroView(context)
        self.live = CheckLiveView(theme)
        self.result = ResultView(theme, settings)
        self.why = WhyView(theme, settings)
        self._asks_why = False
        """Whether the page is about why the drive is slow, and no plain check."""
        self.stack = view_stack(self, self.intro, self.live, self.result, self.why)
        self.runner = BackgroundJob(self)
        self.runner.events.connect(self._take)
        self.runner.finished.connect(self._finished)
        self.intro.start.connect(self.start)
        self.intro.back.connect(self.back)
        self.live.cancel.connect(self.cancel)
        self.live.back.connect(self.back)
        self.result.back.connect(self.back)
        self.result.again.connect(self._again)
        self.why.back.connect(self.back)
        self.why.again.connect(self._again)
        self.why.go.connect(lambda page: context.lead_to(page_named(page)))
        self._history = HistoryTasks(context.services.history, self)
        datasheet = DatasheetEntry(self._history, theme, self)
        for view in (self.result, self.why):
            view.rate.connect(partial(datasheet.ask, view))
        context.running.follow(
            self.runner, OngoingWork.CHECK, self.live, lambda: self.path, self._show_running
        )
        context.running.works_changed.connect(self._look_beside)
        self._look_beside()

    @property
    def busy(self) -> bool:
        """Whether a check is running."""
        return self.runner.running

    @property
    def path(self) -> str:
        """The device that is checked, or was last; "" for none."""
        return self._checked.path if self._checked is not None else ""

    def open(self, device: BlockDevice, inventory: Inventory, *, why: bool = False) -> None:
        """Show what a check of this drive will do; `why`: the check of a diagnosis."""
        self._device, self._inventory = device, inventory
        checked = self._checked
        if self.busy and checked is not None and device_key(checked) == device_key(device):
            self.stack.setCurrentIndex(LIVE)
            return
        if not self.busy:
            self._asks_why = why
        self._say_busy()
        self.intro.show_device(device, inventory, why=self._asks_why)
        self.stack.setCurrentIndex(INTRO)
        intro = self.intro  # the button can have the focus once it is known what it will do
        first = intro.button if intro.button.isEnabled() else intro.back_button
        first.setFocus(Qt.FocusReason.OtherFocusReason)

    def led_to(self, wanted: PageRequest | None) -> None:
        if self.context.device is not None:
            why = isinstance(wanted, ShowWhySlow)
            self.open(self.context.device, self.context.inventory, why=why)

    def _show_running(self) -> None:
        device = self._inventory.device_at(self.path)
        self.context.lead_to(CHECK, drive=device.name if device is not None else "")

    @Slot()
    def _look_beside(self) -> None:
        """What a check would disturb now, or be disturbed by."""
        self.disturbing = self.context.running.reason(self.runner)
        self._say_busy()

    def _say_busy(self) -> None:
        reason = self.disturbing
        if self.busy and self._checked is not None:
            other = shown(device_title(self._checked))
            reason = _("{other} is being checked.").format(other=other)
        self.intro.set_busy(reason)

    def set_device(
        self, _device: BlockDevice | None, inventory: Inventory, *, gone: bool = False
    ) -> None:
        self._inventory = inventory

    def export(self) -> bool:
        for view in (self.result, self.why):
            if view.export_button.isVisible():
                view.export()
                return True
        return False

    def stop_and_wait(self, timeout: float) -> bool:
        return self.runner.stop_and_wait(timeout) and self._history.finish(timeout)

    @Slot(bool)
    def start(self, measure: bool = True) -> None:
        """Check the drive; with `measure` False only its own reports are read, and nothing is
        written.
        """
        device, why = self._device, self._asks_why
        make = self._maker(why=why)
        if device is None or self.busy:
            return
        if measure and not may_load(
            self, self.context.failing(device.path), self.context.works_elsewhere(device.path)
        ):
            return
        inventory = self._inventory
        self._expected = ()
        self._checked = device
        title = shown(device_title(device))
        said = _("Diagnosing {drive}") if why else _("Checking {drive}")
        self.live.begin(said.format(drive=title))
        self.stack.setCurrentIndex(LIVE)
        self.live.head.button.setFocus(Qt.FocusReason.OtherFocusReason)

        def begin(observer: Observer) -> Answering:
            check = make(device.path, inventory, observer, measure=measure)
            history = self.context.services.history

            def run() -> Check | Diagnosis:
                found = check.run()
                if isinstance(found, Diagnosis):
                    return found
                if found.run is not None:  # read here, in the thread of the check
                    observer(_Expected(run_expected(history, found.run)))
                return found

            return Answering(run, check.cancel, observer)

        self.runner.start(begin)

    def _maker(self, *, why: bool) -> Callable[..., CheckSession | DiagnosisSession]:
        """What makes the diagnosis, or the check as the person asked for it."""
        if why:
            return self.context.services.new_diagnosis
        return partial(self.context.services.new_check, sold_as_new=self.intro.new_box.isChecked())

    @Slot()
    def cancel(self) -> None:
        """Cancel the check; its findings so far are shown."""
        if self.busy:
            self.live.cancelling()
            self.runner.cancel()

    @Slot()
    def _again(self) -> None:
        if self._checked is not None:
            device = self._inventory.get(self._checked.path) or self._checked
            self.open(device, self._inventory, why=self._asks_why)

    @Slot(object)
    def _take(self, news: list[Any]) -> None:
        self.live.take([event for event in news if not isinstance(event, _Expected)])
        for event in news:
            if isinstance(event, _Expected):
                self._expected = event.of_tests
            if isinstance(event, JobResult) and isinstance(event.value, Diagnosis):
                self._diagnosed(event.value)
            elif isinstance(event, JobResult):
                check: Check = event.value
                self.result.show_check(check, self._expected)
                if self.stack.currentIndex() == LIVE:
                    self.stack.setCurrentIndex(RESULT)
                    self.result.export_button.setFocus(Qt.FocusReason.OtherFocusReason)
                if check.run is not None or check.id:
                    self.context.kept.emit()

    def _diagnosed(self, diagnosis: Diagnosis) -> None:
        self.why.show_diagnosis(diagnosis)
        if self.stack.currentIndex() == LIVE:
            self.stack.setCurrentIndex(WHY)
            self.why.export_button.setFocus(Qt.FocusReason.OtherFocusReason)
        if diagnosis.evidence.check.run is not None:
            self.context.kept.emit()

    @Slot(object)
    def _finished(self, error: DriveproofError | None) -> None:
        self._say_busy()
        if self.stack.currentIndex() == LIVE:  # it ended without a result
            self.stack.setCurrentIndex(INTRO)
            if self._device is not None:
                self.intro.show_device(self._device, self._inventory, why=self._asks_why)
            if error is not None:
                self.intro.say_problem(error)
