# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The main window: drives on the left, the selected one's header and pages on the right."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QCloseEvent, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from driveproof.composition.services import Services, versions
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import Advice, MachineError
from driveproof.ui.dialogs.asking import may_stop
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.measured_drive import GAP, drives_of, subject_of
from driveproof.ui.feeds.pages import (
    DRIVES,
    HISTORY,
    MEASURE,
    TABS,
    MeasureFolder,
    Page,
    PageRequest,
    PageWidget,
    page_named,
)
from driveproof.ui.health.banner import FailingBanner
from driveproof.ui.settings import Settings
from driveproof.ui.shell.actions import make_actions
from driveproof.ui.shell.frame import (
    WINDOW,
    DriveHeader,
    lay_out,
    menu_button,
    page_tabs,
    sidebar_button,
)
from driveproof.ui.shell.importing import window_imports
from driveproof.ui.shell.page_stack import PageStack
from driveproof.ui.shell.sidebar import Sidebar
from driveproof.ui.shell.status import WindowHealth, WindowRunning
from driveproof.ui.shell.tray import Tray
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.icons import line_icon
from driveproof.ui.theme.keyboard import next_tab_stop
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import shown, without_key
from driveproof.ui.widgets.notices import MessageBar, TaskStrip
from driveproof.ui.widgets.overlays import FRAME, WindowOverlay
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.say import worded

if TYPE_CHECKING:
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.system.desktop.first_window import Asked
    from driveproof.ui.dialogs.help import HelpWindow


STOP_TIMEOUT = 30.0  # seconds for a run to end when the window closes


class MainWindow(QWidget):
    """Receives its services. `news` is where the watcher puts its results, and `refresh` makes it
    read everything again.
    """

    def __init__(
        self,
        services: Services,
        news: Inbox,
        theme: Theme,
        refresh: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        settings = self.settings = Settings(services.settings_path)
        # Before anything that changes the window.
        self.context = PageContext(services, theme, settings, self)
        self.watch = self.context.watch
        self._read_again = refresh
        self._services = services
        self._theme = theme
        self.closed = self._leaving = False
        self.help: HelpWindow | None = None
        self.setWindowTitle("Driveproof")
        self.setMinimumSize(760, 480)
        self.resize(WINDOW.boundedTo(self.screen().availableSize() - FRAME))
        self.restoreGeometry(self.settings.blob("window/geometry"))
        # Closed in full screen, for example with big numbers, it has a frame the next time.
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowFullScreen)
        self.actions_ = make_actions(self)
        self.sidebar = Sidebar(theme)
        self.menu_button = menu_button(self.actions_, self.sidebar)
        self.sidebar_button = sidebar_button(self.actions_.sidebar, self.sidebar)
        self.sidebar.add_bottom(self.menu_button, self.sidebar_button)
        self.header = DriveHeader(self.context)
        self.header.show_text(_("Looking for drives…"))
        self.banner = FailingBanner(theme)
        self.tabs = page_tabs(theme)
        self.pages = PageStack(self.context)
        self.message = MessageBar(theme)
        self.strip = TaskStrip(theme, _("&Show"), _("Progress"))
        self.splitter, self._top = lay_out(
            self, theme, sidebar=self.sidebar, header=self.header, banner=self.banner,
            tabs=self.tabs, message=self.message, strip=self.strip, pages=self.pages,
        )  # fmt: skip
        self.health = WindowHealth(self, self._show_head)
        self.running = WindowRunning(self, self.context)
        self.importer = window_imports(self, self.context)
        self.tray = Tray(self.context, self)
        self.context.today.changed.connect(self._word_again)
        self._restyle()
        self._connect()
        self._restore()
        self._news = news
        news.came.connect(self._news_came)
        self.tray.start()
        self._given_up = " ".join(worded(note.key, note.values) for note in services.app.given_up())
        if self._given_up:
            self.message.say(self._given_up, bad=True)
            self.message.dismissed.connect(self._acknowledge)

    @Slot(str)
    def _acknowledge(self, sentence: str) -> None:
        """What another message has replaced is said again at the next start."""
        if sentence == self._given_up:
            self._services.app.given_up_devices.acknowledge()

    def _connect(self) -> None:
        actions = self.actions_
        self._theme.changed.connect(self._restyle)
        self.sidebar.chosen.connect(self._chosen)
        self.sidebar.gone.connect(self._unplugged)
        self.sidebar.all_shown.connect(self._show_all)
        self.context.led.connect(self._go)
        self.context.folder_asked.connect(self.choose_folder)
        self.context.lookups.changed.connect(self._show_head)
        self.tabs.currentChanged.connect(lambda place: self.show_page(TABS[place]))
        self.pages.tab_changed.connect(self._show_tab)
        self.pages.subject_changed.connect(self._show_head)
        self.pages.currentChanged.connect(self._show_head)
        actions.measure_folder.triggered.connect(self.choose_folder)
        actions.refresh.triggered.connect(self.refresh)
        actions.export.triggered.connect(self.export)
        actions.find.triggered.connect(self._find)
        actions.next_page.triggered.connect(lambda: self._step(1))
        actions.previous_page.triggered.connect(lambda: self._step(-1))
        actions.focus_drives.triggered.connect(
            lambda: self.sidebar.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        )
        actions.sidebar.triggered.connect(self.splitter.toggle)
        actions.big_numbers.triggered.connect(self._big_numbers)
        actions.full_screen.triggered.connect(self._full_screen)
        actions.menu.triggered.connect(self.menu_button.showMenu)
        actions.preferences.triggered.connect(self._prefer)
        actions.help.triggered.connect(self._help)
        actions.shortcuts.triggered.connect(self._shortcuts)
        actions.about.triggered.connect(self._about)
        actions.quit.triggered.connect(self.leave)
        self.tray.asked.connect(self.show_again)
        self.tray.drive_asked.connect(self._show_drive)
        self.tray.quit_asked.connect(self.leave)
        for page, action in actions.pages.items():
            action.triggered.connect(lambda _=False, page=page: self.show_page(page))

    def _restyle(self) -> None:
        self.menu_button.setIcon(line_icon("menu", self._theme.colors.muted))
        self.sidebar_button.setIcon(line_icon("sidebar", self._theme.colors.muted))

    def _restore(self) -> None:
        settings = self.settings
        self.splitter.restore(settings.blob("window/splitter"))
        self.sidebar.choose_first(settings.text("window/drive"))
        page = settings.text("window/page", DRIVES.name)
        if page in {DRIVES.name, HISTORY.name}:  # the charts of others would delay the start
            self.show_page(page_named(page))
        self.sidebar.view.setFocus()

    # Updates of the drives

    @Slot(object)
    def _news_came(self, news: list[Inventory | MachineError]) -> None:
        """Use the latest only: a window that was busy for a moment skips outdated ones."""
        last = news[-1]
        if isinstance(last, MachineError):
            self._missing(last)
        else:
            self._inventory_changed(last)

    def _inventory_changed(self, inventory: Inventory) -> None:
        self.context.inventory, self.pages.failed = inventory, None
        self.watch.set_inventory(inventory)
        self.sidebar.set_inventory(inventory)
        self.tray.set_inventory(inventory)
        if self.context.device is None:
            nothing = MachineError(
                "No block devices found.",
                advice=Advice("New devices appear here."),
            )
            self._show_missing(nothing, _("No drives"), _("No drives"))

    def _missing(self, error: MachineError) -> None:
        """Keep the drives on screen if there were any, and show that they are no longer updated."""
        if self.context.device is None:
            self._show_missing(error, _("Drives unknown"))
        else:
            self.watch.set_stale(error)
            self.pages.say_failed(error)

    def _show_missing(self, error: MachineError, facts: str, title: str = "") -> None:
        self.banner.hide()
        self.header.show_text(_("This computer"), facts)
        self.pages.set_device(None, self.context.inventory, gone=False)
        self.pages.say_failed(error, title)

    @Slot(object)
    def _chosen(self, device: BlockDevice) -> None:
        self._show_device(device, gone=False)

    @Slot(object)
    def _unplugged(self, device: BlockDevice) -> None:
        self._show_device(device, gone=True)

    def _show_device(self, device: BlockDevice, *, gone: bool) -> None:
        self.pages.set_device(device, self.context.inventory, gone=gone)
        self._set_shown()
        self._show_head()

    @Slot()
    def _show_head(self) -> None:
        """Show the selected drive, or that of the measurement or result on screen."""
        page, context = self.pages.shown, self.context
        if page is not None and page.targets:
            self._show_head_of(page)
            return
        device, path = context.device, page.subject if page is not None else ""
        measured = subject_of(path, device, context.inventory) if path else device
        if measured is not None:
            gone = context.gone and measured is device
            self.health.show_head(measured, context.inventory, gone=gone)
        elif path:
            self.banner.hide()
            self.header.show_text(shown(path))

    def _show_head_of(self, page: PageWidget) -> None:
        """Show the drive of a kept result, connected or not, or those of a comparison."""
        inventory = self.context.inventory
        found = drives_of(page.targets, inventory, page.hosts)
        if len(found) == 1 and found[0].device is not None:
            self.health.show_head(found[0].device, inventory, gone=False)
            return
        self.banner.hide()
        if len(found) == 1:
            self.header.show_text(found[0].name, found[0].facts)
        else:
            title = ngettext("{count} drive", "{count} drives", len(found)).format(count=len(found))
            self.header.show_text(title, GAP.join(one.name for one in found))

    @Slot(bool)
    def _show_all(self, shown: bool) -> None:
        """All drives in the place of the chosen one, or that one again."""
        self._top.setVisible(not shown)
        self.pages.set_all(shown)
        self._set_shown()

    def _set_shown(self) -> None:
        """Which drive is looked at closely."""
        context = self.context
        device = None if context.gone or self.sidebar.shows_all else context.device
        self.watch.set_shown(device.name if device is not None else "")

    # Interaction

    def show_page(self, page: Page, wanted: PageRequest | None = None) -> None:
        """Show all drives, or a page of the chosen drive and there what is wanted."""
        if page is DRIVES:
            self.sidebar.choose_all()
        else:
            self.sidebar.leave_all()
            self.pages.go(page, wanted)

    @Slot(object, object, str)
    def _go(self, page: Page | None, wanted: PageRequest | None, drive: str) -> None:
        """Show what a page leads to."""
        if (not drive or self.sidebar.select(drive)) and page is not None:
            self.show_page(page, wanted)

    @Slot(object)
    def _show_tab(self, tab: Page) -> None:
        with QSignalBlocker(self.tabs):  # nobody asked for it
            self.tabs.setCurrentIndex(TABS.index(tab))

    def _step(self, step: int) -> None:
        self.show_page(TABS[(TABS.index(self.pages.tab) + step) % len(TABS)])

    @Slot()
    def choose_folder(self) -> None:
        """Ask for a folder and go to the Measure page with it."""
        start = self.settings.text("measure/folder")
        folder = QFileDialog.getExistingDirectory(self, without_key(_("Measure a &folder…")), start)
        if folder:
            self.settings.keep("measure/folder", folder)
            self.show_page(MEASURE, MeasureFolder(folder))

    @Slot()
    def refresh(self) -> None:
        """Read again what is on screen; a drive may have other values, and other free space."""
        if self.context.device is not None and not self.sidebar.shows_all:
            self.watch.look_now(self.context.device.name)
        self.context.kept.emit()
        self._read_again()
        for page in self.pages.made.values():
            page.read_again()

    @Slot()
    def _word_again(self) -> None:
        self.context.kept.emit()
        for page in self.pages.made.values():
            page.word_again()

    @Slot()
    def _find(self) -> None:
        if self.pages.shown is None or not self.pages.shown.search():
            self.show_page(HISTORY)
            self.pages.page(HISTORY).search()

    @Slot()
    def export(self) -> None:
        if self.pages.shown is None or not self.pages.shown.export():
            self.show_page(HISTORY)
            self.pages.page(HISTORY).export()

    @Slot()
    def _big_numbers(self) -> None:
        missing = _("Open a result first.")
        if self.pages.shown is None or not self.pages.shown.open_big():
            self.message.say(missing)
        elif self.message.sentence == missing:
            self.message.hide()

    @Slot()
    def _full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    @Slot()
    def _prefer(self) -> None:
        from driveproof.ui.dialogs.preferences import PreferencesDialog  # noqa: PLC0415

        dialog = PreferencesDialog(self._services, self.settings, self._theme, self)
        dialog.exec()
        dialog.deleteLater()

    @Slot()
    def _help(self) -> None:
        """Open the help at what is shown now; where a profile is chosen, at that profile."""
        page, shown_now = self.pages.current or DRIVES, self.pages.shown
        self._show_help((shown_now.topic if shown_now is not None else "") or page.help)

    @Slot()
    def _shortcuts(self) -> None:
        from driveproof.ui.dialogs.help import SHORTCUTS  # noqa: PLC0415

        self._show_help(SHORTCUTS)

    def _show_help(self, topic: str) -> None:
        from driveproof.ui.dialogs.help import HelpWindow  # noqa: PLC0415

        if self.help is None:
            self.help = HelpWindow(self._theme, self.actions(), self)
        self.help.open_page(topic)
        self.help.show()
        self.help.raise_()
        self.help.activateWindow()

    @Slot()
    def _about(self) -> None:
        from driveproof.ui.dialogs.help import AboutDialog  # noqa: PLC0415

        dialog = AboutDialog(versions(), self._theme, self)
        dialog.exec()
        dialog.deleteLater()

    @Slot(object)
    def come_to_front(self, asked: Sequence[Asked]) -> None:
        """Another start of the program wants this window instead of one of its own."""
        token = asked[-1].token
        if token:
            os.environ["XDG_ACTIVATION_TOKEN"] = token  # Qt reads it when it asks for the focus
        self.show_again()
        for one in asked:
            if one.paths:
                self.importer.start(one.paths)

    @Slot()
    def show_again(self) -> None:
        """Come to the front, also from the tray."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()

    @Slot(str)
    def _show_drive(self, name: str) -> None:
        self.show_again()
        self.sidebar.select(name)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes as the window is read; where something covers it, within that."""
        covers = [each for each in self.findChildren(WindowOverlay) if each.isVisible()]
        root = covers[-1] if covers else self
        found = next_tab_stop(root, QApplication.focusWidget(), forward=forward)
        if found is None:
            return False
        reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
        found.setFocus(reason)
        return True

    # The end

    @Slot()
    def leave(self) -> None:
        """End the program; a measurement is not stopped without asking."""
        if self.context.running.work is not None:
            self.show_again()  # behind the question
        self._leaving = True
        ends = self.close()
        self._leaving = False
        if ends:  # a hidden window was not the last one that was closed
            QApplication.quit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._set_in_sight(not self.isMinimized())
        self.watch.begin_soon()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.banner.set_window_height(event.size().height())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._set_in_sight(False)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.WindowStateChange:
            self._set_in_sight(self.isVisible() and not self.isMinimized())

    def _set_in_sight(self, seen: bool) -> None:
        self.watch.set_in_sight(seen)
        self.context.today.set_watching(seen)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.tray.keeps and not self._leaving and not self.closed:
            event.ignore()
            self.hide()
            self.tray.say_hidden()
            return
        work = None if self.closed else self.context.running.work
        if work is not None and not may_stop(self, work):
            event.ignore()
            return
        self.shut_down()
        event.accept()

    def shut_down(self) -> None:
        """Store the choices and end a run cleanly, without questions."""
        if self.closed:
            return
        self.closed = True
        self._remember()
        self.tray.close()
        self._news.close()
        self.watch.close()
        self.hide()  # a slow disk may take a while to answer: nobody has to watch
        for page in self.pages.made.values():
            page.stop_and_wait(STOP_TIMEOUT)

    def _remember(self) -> None:
        settings = self.settings
        settings.keep("window/geometry", QByteArray(self.saveGeometry()))
        settings.keep("window/splitter", self.splitter.kept())
        for page in self.pages.made.values():
            page.remember()
        settings.keep("window/page", (DRIVES if self.sidebar.shows_all else self.pages.tab).name)
        if self.context.device is not None:
            settings.keep("window/drive", self.context.device.name)
        settings.sync()
