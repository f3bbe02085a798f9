# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The pages of the chosen drive; each is made, and its imports happen, when it is first shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QStackedWidget, QWidget

from driveproof.domain.drive import BlockDevice, Inventory
from driveproof.domain.errors import MachineError
from driveproof.domain.link import LinkState
from driveproof.ui.lookups import Lookups
from driveproof.ui.pages.overview import OverviewPage
from driveproof.ui.pages.trim_words import header_words
from driveproof.ui.services import Services
from driveproof.ui.settings import Settings
from driveproof.ui.style import Theme
from driveproof.ui.widgets.trim_line import verdict_of

if TYPE_CHECKING:
    from driveproof.ui.health_watch import HealthWatch
    from driveproof.ui.pages.check import CheckPage
    from driveproof.ui.pages.health import HealthPage
    from driveproof.ui.pages.history import HistoryPage
    from driveproof.ui.pages.measure import MeasurePage
    from driveproof.ui.pages.missing import MissingPage
    from driveproof.ui.pages.trim import TrimPage

OVERVIEW, HEALTH, TRIM, MEASURE, HISTORY = range(5)


class PageStack(QStackedWidget):
    """Overview, Health, TRIM, Measure and History.

    Emits `measure(path)` ("" without a folder), `choose_folder`, `busy_changed(bool)`, `trim` to
    go to the TRIM page, `subject_changed` when the Measure page shows the run of another drive,
    and `visit(name)` to go to another device.
    """

    measure = Signal(str)
    choose_folder = Signal()
    busy_changed = Signal(bool)
    subject_changed = Signal()
    visit = Signal(str)
    trim = Signal()

    def __init__(
        self,
        services: Services,
        theme: Theme,
        settings: Settings,
        watch: HealthWatch,
    ) -> None:
        super().__init__()
        self._services = services
        self._theme = theme
        self._settings = settings
        self._watch = watch
        self._device: BlockDevice | None = None
        self._gone = False
        self._open_check = ""  # the kernel's name of the drive whose check is opened
        self._inventory = Inventory()
        self._missing: MissingPage | None = None
        self.made_check: CheckPage | None = None
        self.made_health: HealthPage | None = None
        self.made_trim: TrimPage | None = None
        self.made_measure: MeasurePage | None = None
        self.made_history: HistoryPage | None = None
        self.lookups = Lookups(services, self)
        self.lookups.changed.connect(self._looked)
        self.overview = OverviewPage(theme, self.lookups, checks=services.new_check is not None)
        self.overview.check.connect(self.check)
        self.overview.trim.connect(self.trim)
        self.overview.measure.connect(self.measure)
        self.overview.visit.connect(self.visit)
        self._first = QStackedWidget()
        self._first.addWidget(QWidget())  # nothing is known yet
        self._first.addWidget(self.overview)
        self.addWidget(self._first)
        for _ in (HEALTH, TRIM, MEASURE, HISTORY):
            self.addWidget(QWidget())

    def show_page(self, page: int) -> None:
        """Show a page, and make it if this is the first time."""
        if page == HEALTH:
            self.health_page()
        elif page == TRIM:
            self.trim_page()
        elif page == MEASURE:
            self.measure_page()
        elif page == HISTORY:
            self.history_page().refresh_if_stale()
        self.setCurrentIndex(page)

    def set_device(self, device: BlockDevice | None, inventory: Inventory, *, gone: bool) -> None:
        """The chosen drive; `gone` when it was unplugged."""
        self._device, self._inventory, self._gone = device, inventory, gone
        if device is not None:
            self.overview.show_device(device, inventory, gone=gone)
            self._show_first(device, inventory)
        self._tell(health=True, trim=True, measure=True, history=True)

    def _show_first(self, device: BlockDevice, inventory: Inventory) -> None:
        """The Overview, or the check of this drive, where one is on or its result was not left."""
        check, page = self.made_check, self.overview
        if check is not None:
            check.set_inventory(inventory)
        open_check = check if device.name == self._open_check else None
        self._first.setCurrentWidget(open_check or page)

    @Slot()
    def check(self) -> None:
        """Say what a check of the chosen drive will do."""
        if self._device is None:
            return
        page = self.check_page()
        self._exclude()
        self._open_check = self._device.name
        page.open(self._device, self._inventory)
        self._first.setCurrentWidget(page)

    @Slot()
    def _leave_check(self) -> None:
        self._open_check = ""
        self._first.setCurrentWidget(self.overview)
        self.overview.check_button.setFocus()

    def check_page(self) -> CheckPage:
        """The page of "Check this drive"."""
        if self.made_check is None:
            from driveproof.ui.pages.check import CheckPage

            page = CheckPage(self._services, self._theme, self._settings)
            page.back.connect(self._leave_check)
            page.run_saved.connect(self.refresh_history)
            page.busy_changed.connect(self._tell_busy)
            self._first.addWidget(page)
            self.made_check = page
        return self.made_check

    def stop_and_wait(self, timeout: float) -> None:
        """End what is on; each gets at most `timeout` seconds."""
        for page in (self.made_measure, self.made_check, self.made_trim):
            if page is not None:
                page.stop_and_wait(timeout)

    @Slot()
    def _tell_busy(self) -> None:
        self._exclude()
        pages = (self.made_measure, self.made_check, self.made_trim)
        self.busy_changed.emit(any(page is not None and page.busy for page in pages))

    def _exclude(self) -> None:
        """Each of a measurement, a check and a TRIM would disturb the others."""
        measure, check, trim = self.made_measure, self.made_check, self.made_trim
        measures = measure is not None and measure.busy
        checks = check is not None and check.busy
        if check is not None:
            check.set_measuring(measures)
            check.set_trimming(self.trims)
        if measure is not None:
            measure.setup.set_checking(checks)
            measure.setup.set_trimming(self.trims)
        if trim is not None:
            trim.set_measuring(measures, checks=checks)

    @property
    def trims(self) -> bool:
        """Whether a TRIM is on."""
        return self.made_trim is not None and self.made_trim.busy

    def set_missing(self, error: MachineError, title: str = "") -> None:
        """There is no drive to show: say why."""
        self.missing_page().say(error, title)
        self._first.setCurrentWidget(self.missing_page())

    def _tell(
        self,
        *,
        health: bool = False,
        trim: bool = False,
        measure: bool = False,
        history: bool = False,
    ) -> None:
        if health and self.made_health is not None:
            self.made_health.set_device(self._device, self._inventory, gone=self._gone)
        if trim and self.made_trim is not None:
            self.made_trim.set_device(self._device, self._inventory, gone=self._gone)
        if measure and self.made_measure is not None:
            device = None if self._gone else self._device
            self.made_measure.set_device(device, self._inventory)
        if history and self.made_history is not None:
            self.made_history.set_device(self._device, self._inventory)

    def missing_page(self) -> MissingPage:
        """What is missing, and how to get it."""
        if self._missing is None:
            from driveproof.ui.pages.missing import MissingPage

            self._missing = MissingPage(self._theme)
            self._missing.measure_folder.connect(self.choose_folder)
            self._first.addWidget(self._missing)
        return self._missing

    @property
    def subject(self) -> str:
        """The device or folder that is measured on the page that is shown; "" for none."""
        if self.made_measure is None or self.currentIndex() != MEASURE:
            return ""
        return self.made_measure.subject

    def health_page(self) -> HealthPage:
        """The Health page."""
        if self.made_health is None:
            from driveproof.ui.pages.health import HealthPage

            page = HealthPage(self._theme, self._watch)
            page.visit.connect(self.visit)
            self._replace(HEALTH, page)
            self.made_health = page
            self._tell(health=True)
        return self.made_health

    def trim_page(self) -> TrimPage:
        """The TRIM page."""
        if self.made_trim is None:
            from driveproof.ui.pages.trim import TrimPage

            page = TrimPage(self._services, self._theme, self.lookups)
            page.busy_changed.connect(self._tell_busy)
            self._replace(TRIM, page)
            self.made_trim = page
            self._tell(trim=True)
            self._exclude()
        return self.made_trim

    def measure_page(self) -> MeasurePage:
        """The Measure page; numpy is imported here and not earlier."""
        if self.made_measure is None:
            from driveproof.ui.pages.measure import MeasurePage

            page = MeasurePage(self._services, self._theme)
            page.run_saved.connect(self.refresh_history)
            page.busy_changed.connect(self._tell_busy)
            page.subject_changed.connect(self.subject_changed)
            self._replace(MEASURE, page)
            self.made_measure = page
            self._tell(measure=True)
            self._tell_busy()
        return self.made_measure

    def history_page(self) -> HistoryPage:
        """The History page; the database is opened here and not earlier."""
        if self.made_history is None:
            from driveproof.ui.pages.history import HistoryPage

            page = HistoryPage(self._services, self._theme, self._settings)
            page.measure.connect(self._measure_from_history)
            self._replace(HISTORY, page)
            self.made_history = page
            self._tell(history=True)
        return self.made_history

    def _measure_from_history(self, path: str) -> None:
        if self._device is None and not path:
            self.choose_folder.emit()
        else:
            self.measure.emit(path)

    def refresh_history(self) -> None:
        """A run was kept, or the person asked: read the history again if it is there."""
        if self.made_history is not None:
            self.made_history.refresh()

    def read_again(self) -> None:
        """The person asked: look at the link and the way of a TRIM again."""
        self.overview.trim_line.read(again=True)
        if self.made_trim is not None:
            self.made_trim.read_again()

    @Slot(str)
    def _looked(self, key: str) -> None:
        if self._device is not None and key == self._device.name:
            self.overview.show_device(self._device, self._inventory, gone=self._gone)

    def looked(self, device: BlockDevice) -> tuple[LinkState | None, str]:
        """For the head of a drive: its link, and whether TRIM gets through, as far as is known."""
        trim = header_words(verdict_of(device, self._inventory, self.lookups), device)
        return self.lookups.link(device.name), trim

    def _replace(self, place: int, page: QWidget) -> None:
        empty = self.widget(place)
        if empty is not None:
            self.removeWidget(empty)
            empty.deleteLater()
        self.insertWidget(place, page)
