# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window: drives on the left, the chosen one's head and pages on the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, Qt, Slot
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QFileDialog, QStackedWidget, QWidget

from driveproof.domain.drive import BlockDevice, Inventory
from driveproof.domain.errors import MachineError
from driveproof.ui.actions import make_actions
from driveproof.ui.dialogs.closing import may_stop
from driveproof.ui.feed import DriveFeed
from driveproof.ui.icons import line_icon
from driveproof.ui.live import Mailbox
from driveproof.ui.pages.missing import MissingPage
from driveproof.ui.pages.overview import OverviewPage
from driveproof.ui.services import Services
from driveproof.ui.settings import Settings
from driveproof.ui.sidebar import Sidebar
from driveproof.ui.style import Theme
from driveproof.ui.widgets.header import DriveHeader
from driveproof.ui.window_parts import WINDOW, lay_out, menu_button, page_tabs

if TYPE_CHECKING:
    from driveproof.ui.pages.history import HistoryPage
    from driveproof.ui.pages.measure import MeasurePage

OVERVIEW, MEASURE, HISTORY = range(3)
STOP_TIMEOUT = 30.0  # seconds for a run to end when the window closes


class MainWindow(QWidget):
    """Made of services; `mailbox` is where the watcher puts what it finds."""

    def __init__(self, services: Services, mailbox: Mailbox, theme: Theme) -> None:
        super().__init__()
        self._services = services
        self._theme = theme
        self._settings = Settings(services.settings_path)
        self._inventory = Inventory()
        self._device: BlockDevice | None = None
        self._gone = False
        self._busy = False
        self._closed = False
        self._measure: MeasurePage | None = None
        self._history: HistoryPage | None = None
        self.setWindowTitle("Driveproof")
        self.setMinimumSize(760, 480)
        titles = (self.tr("O&verview"), self.tr("Mea&sure"), self.tr("H&istory"))
        self.actions_ = make_actions(self, titles)
        self._build(titles)
        self._connect()
        self._restore()
        self._feed = DriveFeed(mailbox, self)
        self._feed.inventory_changed.connect(self._inventory_changed)
        self._feed.missing.connect(self._missing)

    # Building

    def _build(self, titles: tuple[str, ...]) -> None:
        theme = self._theme
        self.sidebar = Sidebar(theme)
        self.menu_button = menu_button(self.actions_, self.sidebar)
        self.header = DriveHeader(theme)
        self.header.show_text(self.tr("Looking for drives…"))
        self.tabs = page_tabs(theme, titles)
        self.overview = OverviewPage(theme)
        self.missing = MissingPage(theme)
        self._first = QStackedWidget()
        self._first.addWidget(QWidget())  # nothing is known yet
        self._first.addWidget(self.overview)
        self._first.addWidget(self.missing)
        self.pages = QStackedWidget()
        self.pages.addWidget(self._first)
        self.pages.addWidget(QWidget())  # Measure and History are made when first shown
        self.pages.addWidget(QWidget())
        self.splitter = lay_out(
            self, theme, sidebar=self.sidebar, header=self.header, tabs=self.tabs, pages=self.pages
        )
        self._restyle()

    def _connect(self) -> None:
        actions = self.actions_
        self._theme.changed.connect(self._restyle)
        self.sidebar.chosen.connect(self._chosen)
        self.sidebar.gone.connect(self._unplugged)
        self.tabs.currentChanged.connect(self.show_page)
        self.overview.measure.connect(self.measure)
        self.overview.visit.connect(self.sidebar.select)
        self.missing.measure_folder.connect(self.choose_folder)
        actions.measure_folder.triggered.connect(self.choose_folder)
        actions.refresh.triggered.connect(self._refresh)
        actions.export.triggered.connect(self._export)
        actions.find.triggered.connect(self._find)
        actions.next_page.triggered.connect(lambda: self._step(1))
        actions.previous_page.triggered.connect(lambda: self._step(-1))
        actions.focus_drives.triggered.connect(
            lambda: self.sidebar.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        )
        actions.menu.triggered.connect(self.menu_button.showMenu)
        actions.about.triggered.connect(self._about)
        actions.quit.triggered.connect(self.close)
        for number, action in enumerate(actions.pages):
            action.triggered.connect(lambda _=False, n=number: self.tabs.setCurrentIndex(n))

    def _restyle(self) -> None:
        self.menu_button.setIcon(line_icon("menu", self._theme.colors.muted))

    def _restore(self) -> None:
        settings = self._settings
        self.resize(WINDOW)
        self.restoreGeometry(settings.blob("window/geometry"))
        self.splitter.restoreState(settings.blob("window/splitter"))
        self.sidebar.choose_first(settings.text("window/drive"))
        page = settings.text("window/page")
        if page == "history":  # never into Measure: its charts would hold up the start
            self.tabs.setCurrentIndex(HISTORY)
        self.sidebar.view.setFocus()

    # News about the drives

    @Slot(object)
    def _inventory_changed(self, inventory: Inventory) -> None:
        self._inventory = inventory
        self.sidebar.set_inventory(inventory)
        if self._device is None:
            self.header.show_text(self.tr("This computer"), self.tr("No drives"))
            self.missing.say(
                MachineError(
                    self.tr("There is no drive and no other block device to be seen."),
                    self.tr("Plug one in, and it appears here."),
                ),
                title=self.tr("No drives"),
            )
            self._first.setCurrentWidget(self.missing)
            self._tell_pages()

    @Slot(object)
    def _missing(self, error: MachineError) -> None:
        """Keep what is on the screen once drives were seen; it is told in the head."""
        if self._device is None:
            self.header.show_text(self.tr("This computer"), self.tr("Drives unknown"))
            self.missing.say(error)
            self._first.setCurrentWidget(self.missing)
            self._tell_pages()
        else:
            self.overview.say_stale(error)

    @Slot(object)
    def _chosen(self, device: BlockDevice) -> None:
        self._device, self._gone = device, False
        self._show_device()

    @Slot(object)
    def _unplugged(self, device: BlockDevice) -> None:
        self._device, self._gone = device, True
        self._show_device()

    def _show_device(self) -> None:
        if self._device is None:
            return
        self.header.show_device(self._device, self._inventory, gone=self._gone)
        self.overview.show_device(self._device, self._inventory, gone=self._gone)
        self._first.setCurrentWidget(self.overview)
        self._tell_pages()

    def _tell_pages(self) -> None:
        if self._measure is not None:
            self._measure.set_device(None if self._gone else self._device, self._inventory)
        if self._history is not None:
            self._history.set_device(self._device, self._inventory)

    # Pages

    @Slot(int)
    def show_page(self, page: int) -> None:
        """Show a page, and make it if this is the first time."""
        if page == MEASURE:
            self.measure_page()
        elif page == HISTORY:
            self.history_page().refresh()
        self.tabs.setCurrentIndex(page)
        self.pages.setCurrentIndex(page)

    def measure_page(self) -> MeasurePage:
        """The Measure page; its charts are imported here and not earlier."""
        if self._measure is None:
            from driveproof.ui.pages.measure import MeasurePage

            page = MeasurePage(self._services, self._theme)
            page.run_saved.connect(self._run_saved)
            page.busy_changed.connect(self._busy_changed)
            self._replace(MEASURE, page)
            self._measure = page
            self._tell_pages()
        return self._measure

    def history_page(self) -> HistoryPage:
        """The History page."""
        if self._history is None:
            from driveproof.ui.pages.history import HistoryPage

            page = HistoryPage(self._services, self._theme, self._settings)
            page.measure.connect(self.measure)
            self._replace(HISTORY, page)
            self._history = page
            self._tell_pages()
        return self._history

    def _replace(self, place: int, page: QWidget) -> None:
        empty = self.pages.widget(place)
        if empty is not None:
            self.pages.removeWidget(empty)
            empty.deleteLater()
        self.pages.insertWidget(place, page)

    def _step(self, step: int) -> None:
        self.tabs.setCurrentIndex((self.tabs.currentIndex() + step) % self.tabs.count())

    @Slot(str)
    def measure(self, path: str = "") -> None:
        """Go to the Measure page, with this folder as the target if one is given."""
        self.show_page(MEASURE)
        if path:
            self.measure_page().start_for(path)

    @Slot()
    def choose_folder(self) -> None:
        """Ask for a folder and go to the Measure page with it."""
        start = self._settings.text("measure/folder")
        folder = QFileDialog.getExistingDirectory(self, self.tr("Measure a folder"), start)
        if folder:
            self._settings.keep("measure/folder", folder)
            self.measure(folder)

    @Slot(str)
    def _run_saved(self, run_id: str) -> None:
        if self._history is not None:
            self._history.refresh()

    @Slot(bool)
    def _busy_changed(self, busy: bool) -> None:
        self._busy = busy

    @Slot()
    def _refresh(self) -> None:
        if self._history is not None:
            self._history.refresh()

    @Slot()
    def _find(self) -> None:
        self.show_page(HISTORY)
        self.history_page().focus_filter()

    @Slot()
    def _export(self) -> None:
        if self._measure is not None and self.tabs.currentIndex() == MEASURE:
            self._measure.export_current()
            return
        self.show_page(HISTORY)
        self.history_page().export_current()

    @Slot()
    def _about(self) -> None:
        from driveproof.ui.dialogs.about import AboutDialog

        dialog = AboutDialog(self._services.versions(), self._theme, self)
        dialog.exec()
        dialog.deleteLater()

    # The end

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._busy and not self._closed and not may_stop(self):
            event.ignore()
            return
        self.shut_down()
        event.accept()

    def shut_down(self) -> None:
        """Remember the choices and end a run cleanly; nothing is asked."""
        if self._closed:
            return
        self._closed = True
        self._remember()
        self._feed.close()
        if self._measure is not None:
            if self._busy:
                self.hide()  # a slow disk may take its time to answer: nobody has to watch
            self._measure.stop_and_wait(STOP_TIMEOUT)

    def _remember(self) -> None:
        settings = self._settings
        settings.keep("window/geometry", QByteArray(self.saveGeometry()))
        settings.keep("window/splitter", QByteArray(self.splitter.saveState()))
        names = ("overview", "measure", "history")
        settings.keep("window/page", names[self.tabs.currentIndex()])
        if self._device is not None:
            settings.keep("window/drive", self._device.name)
        settings.sync()
