# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The place of the Overview: the Overview itself, a check, an experiment, what the drive does right
now, or why there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QPushButton, QStackedWidget, QWidget
from shiboken6 import isValid

from driveproof.domain.drive.drive import BlockDevice, Inventory, device_key
from driveproof.domain.errors import MachineError
from driveproof.domain.ongoing import OngoingWork
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.overview.missing import MissingPage
from driveproof.wording.catalogue import _

if TYPE_CHECKING:
    from driveproof.domain.experiment.start import Start
    from driveproof.ui.check.page import CheckPage
    from driveproof.ui.check.result import ResultView, WhyView
    from driveproof.ui.experiment.page import ExperimentPage
    from driveproof.ui.experiment.verdict import VerdictView
    from driveproof.ui.monitor.page import MonitorPage
    from driveproof.ui.overview.page import OverviewPage


class FirstPlace(QStackedWidget):
    """One check and one experiment at a time.

    Each page is created when first needed, and shown for the drive for which it was opened until
    the person leaves it. Emits `changed` when one starts or ends its work, `run_saved(id)`,
    `experiments_changed`; `guided` when an experiment must be shown, `left(page)` when one was left
    for the page it was opened from; `visit(name)` to go to another drive, `choose_folder`, and
    `rate(view)` when the manufacturer's figures of the checked drive are to be entered.
    """

    changed = Signal()
    run_saved = Signal(str)
    experiments_changed = Signal()
    guided = Signal()
    left = Signal(int)
    visit = Signal(str)
    choose_folder = Signal()
    record = Signal(str)
    rate = Signal(object)
    go = Signal(object)
    """To the DrivePage that has more of a cause."""

    def __init__(self, context: PageContext, make_overview: Callable[[], OverviewPage]) -> None:
        super().__init__()
        self._context, self._make_overview = context, make_overview
        self._device: BlockDevice | None = None
        self._inventory = Inventory()
        self._gone = False
        self._open_check: Hashable = None
        """The key of the drive whose check is open: another one may get its name."""
        self._open_experiment: str | None = (
            None  # likewise, "" without a drive, None for no experiment
        )
        self._came_from = 0
        self._came_for: QPushButton | None = None
        self._focus_before: QWidget | None = None
        self._watched_from: QWidget | None = None
        """What had the focus where the monitor was opened over a check or an experiment."""
        self._missing: MissingPage | None = None
        self.made_check: CheckPage | None = None
        self.made_experiment_page: ExperimentPage | None = None
        self.made_monitor: MonitorPage | None = None
        self._open_monitor: Hashable = None
        """The key of the drive that is watched."""
        self.made_overview: OverviewPage | None = None
        self.addWidget(QWidget())  # nothing is known yet

    @property
    def _key(self) -> Hashable:
        return device_key(self._device) if self._device is not None else None

    @property
    def _name(self) -> str:
        return self._device.name if self._device is not None else ""

    def set_device(self, device: BlockDevice | None, inventory: Inventory, *, gone: bool) -> None:
        """Set the selected drive; None keeps what is shown."""
        self._device, self._inventory, self._gone = device, inventory, gone
        for page in (self.made_check, self.made_experiment_page):
            if page is not None:
                page.set_inventory(inventory)
        if device is not None:
            self._show()

    def _show(self) -> None:
        """Show what is open for this drive, otherwise the Overview. The monitor is opened over a
        check or an experiment, and leads back to it; opening one of these leaves it.
        """
        wanted: QWidget | None = self._missing
        if self._device is not None:
            wanted = self.overview_page() if self.isVisible() else self.made_overview
        if self.made_check is not None and self._key and self._open_check == self._key:
            wanted = self.made_check
        if self.made_experiment_page is not None and self._open_experiment == self._name:
            wanted = self.made_experiment_page
        if self.made_monitor is not None and self._key and self._open_monitor == self._key:
            wanted = self.made_monitor
        if wanted is not None:
            self.setCurrentWidget(wanted)

    @property
    def topic(self) -> str:
        """What the help has about the page that is shown."""
        pages = {"experiment": self.made_experiment_page, "monitor": self.made_monitor}
        shown = self.currentWidget()
        return next((name for name, page in pages.items() if page is shown), "overview")

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._show()

    def overview_page(self) -> OverviewPage:
        """The Overview itself."""
        if self.made_overview is None:
            self.made_overview = self._make_overview()
            self.addWidget(self.made_overview)
        return self.made_overview

    # A check

    @Slot()
    def check(self) -> None:
        """Show what a check of the selected drive will do."""
        self._open_check_page(why=False)

    @Slot()
    def diagnose(self) -> None:
        """Show what finding out why the selected drive is slow will do."""
        self._open_check_page(why=True)

    def _open_check_page(self, *, why: bool) -> None:
        if self._device is None:
            return
        page = self.check_page()
        self.changed.emit()  # what it would disturb may be on
        self._open_check, self._open_monitor = self._key, None
        overview = self.overview_page()
        self._came_for = overview.why_button if why else overview.check_button
        page.open(self._device, self._inventory, why=why)
        self._show()

    @Slot()
    def _leave_check(self) -> None:
        self._open_check = None
        self._show()
        if self._came_for is not None:
            self._came_for.setFocus()

    def check_page(self) -> CheckPage:
        """The page of "Check this drive"."""
        if self.made_check is None:
            from driveproof.ui.check.page import CheckPage  # noqa: PLC0415 - numpy and pyqtgraph

            page = CheckPage(self._context)
            self._context.running.follow(
                page.runner, OngoingWork.CHECK, page.live, lambda: page.path
            )
            page.back.connect(self._leave_check)
            page.go.connect(self.go)
            page.result.rate.connect(lambda: self.rate.emit(page.result))
            page.why.rate.connect(lambda: self.rate.emit(page.why))
            page.run_saved.connect(self.run_saved)
            page.busy_changed.connect(self.changed)
            self.addWidget(page)
            self.made_check = page
        return self.made_check

    # What it does right now

    @Slot()
    def monitor(self) -> None:
        """Show what the selected drive does right now."""
        if self._device is None or self._gone:
            return
        if self.made_monitor is None:
            from driveproof.ui.monitor.page import MonitorPage  # noqa: PLC0415 - numpy and pyqtgraph

            self.made_monitor = MonitorPage(self._context)
            self.made_monitor.back.connect(self._leave_monitor)
            self.made_monitor.keep.connect(self.record)
            self.addWidget(self.made_monitor)
        if self.currentWidget() is not self.made_monitor:
            over = self.currentWidget() not in (self.made_overview, None)
            self._watched_from = QApplication.focusWidget() if over else None
            self.made_monitor.back_button.setText(_("&Back") if over else _("&Overview"))
        self._open_monitor = self._key
        self.made_monitor.open(self._device)
        self._show()

    @Slot()
    def _leave_monitor(self) -> None:
        self._open_monitor = None
        self._show()
        focus, self._watched_from = self._watched_from, None
        if self.currentWidget() is self.made_overview:
            focus = self.overview_page().monitor_button
        if focus is not None and isValid(focus) and focus.isVisible():
            focus.setFocus()

    # An experiment

    def compare(self, start: Start, came_from: int) -> None:
        """Start an experiment with the selected drive."""
        page = self.experiment_page()
        self._remember(came_from)
        page.begin(None if self._gone else self._device, self._inventory, start)
        self._show_experiment_page()

    def open_experiment(self, experiment_id: str, drive: str, came_from: int) -> None:
        """Show this experiment; `drive` is the kernel name of its drive, "" if it is not
        connected.
        """
        page = self.experiment_page()
        self._remember(came_from)
        if drive and drive != self._name:
            self.visit.emit(drive)
        page.open_experiment(experiment_id, self._inventory)
        self._show_experiment_page()

    def _remember(self, came_from: int) -> None:
        if (
            self._open_experiment is None
            or self.currentWidget() is not self.made_experiment_page
            or came_from
        ):
            self._came_from = came_from
            self._focus_before = QApplication.focusWidget()
        self.changed.emit()  # what it would disturb may be on

    def _show_experiment_page(self) -> None:
        self._open_experiment, self._open_monitor = self._name, None
        self._show()
        self.guided.emit()

    @Slot()
    def _leave_experiment(self) -> None:
        if self._open_experiment is None:
            return
        self._open_experiment = None
        self._show()
        self.left.emit(self._came_from)
        focus, self._focus_before = self._focus_before, None
        if focus is not None and isValid(focus) and focus.isVisible():
            focus.setFocus()

    def experiment_page(self) -> ExperimentPage:
        """The page of experiments."""
        if self.made_experiment_page is None:
            from driveproof.ui.experiment.page import ExperimentPage  # noqa: PLC0415 - numpy and pyqtgraph

            page = ExperimentPage(self._context)
            flow = page.flow
            self._context.running.follow(
                flow.runner,
                OngoingWork.STEP,
                page.views.live,
                lambda: flow.running.target.path if flow.running is not None else "",
            )
            page.back.connect(self._leave_experiment)
            page.run_saved.connect(self.run_saved)
            page.changed.connect(self.experiments_changed)
            page.busy_changed.connect(self.changed)
            self.addWidget(page)
            self.made_experiment_page = page
        return self.made_experiment_page

    def export(self) -> bool:
        """Offer the formats for the check or verdict that is shown; whether there is one."""
        views: list[ResultView | WhyView | VerdictView] = []
        if self.made_check is not None:
            views += [self.made_check.result, self.made_check.why]
        if self.made_experiment_page is not None:
            views.append(self.made_experiment_page.verdict)
        for view in views:
            if view.export_button.isVisible():
                view.export()
                return True
        return False

    # Without a drive

    def set_missing(self, error: MachineError, title: str = "") -> None:
        """Show why there is no drive."""
        self._device = None
        self.missing_page().say(error, title)
        self._show()

    def missing_page(self) -> MissingPage:
        """What is missing, and how to get it."""
        if self._missing is None:
            self._missing = MissingPage(self._context.theme)
            self._missing.measure_folder.connect(self.choose_folder)
            self.addWidget(self._missing)
        return self._missing
