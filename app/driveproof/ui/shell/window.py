# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The main window: drives on the left, the selected one's header and pages on the right."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, Slot
from PySide6.QtGui import QCloseEvent, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from driveproof.composition.services import Services, versions
from driveproof.domain.drive.drive import BlockDevice, Inventory, is_drive
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.ongoing import OngoingWork
from driveproof.ui.dialogs.asking import may_stop
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.measured_drive import GAP, drives_of, subject_of
from driveproof.ui.feeds.today import Today
from driveproof.ui.health.banner import FailingBanner
from driveproof.ui.health.labels import head_text
from driveproof.ui.overview.header import DriveHeader
from driveproof.ui.settings import Settings
from driveproof.ui.shell.actions import make_actions
from driveproof.ui.shell.importing import window_imports
from driveproof.ui.shell.page_stack import PageStack
from driveproof.ui.shell.pages import HEALTH, HISTORY, MEASURE, OVERVIEW, TRIM, WINDOW
from driveproof.ui.shell.sidebar import Sidebar
from driveproof.ui.shell.tray import Tray
from driveproof.ui.shell.window_parts import lay_out, menu_button, page_tabs, sidebar_button
from driveproof.ui.shell.window_running import WindowRunning
from driveproof.ui.tasks.inbox import Inbox
from driveproof.ui.theme.icons import line_icon
from driveproof.ui.theme.keyboard import next_tab_stop
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import shown, without_key
from driveproof.ui.widgets.notices import MessageBar, TaskStrip
from driveproof.ui.widgets.overlays import FRAME, WindowOverlay
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.health.verdict import grade_title
from driveproof.wording.say import worded

if TYPE_CHECKING:
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.run.run import Target
    from driveproof.engine.health.view import HealthView
    from driveproof.system.desktop.first_window import Asked
    from driveproof.ui.dashboard.page import DashboardPage
    from driveproof.ui.dialogs.help import HelpWindow


MOST_TOLD = 4
"""So much news the message on screen holds, where the desktop shows none."""


class WindowHealth(QObject):
    """Created after the parts of the window; `show_head` updates the header."""

    def __init__(self, window: MainWindow, show_head: Callable[[], None]) -> None:
        super().__init__(window)
        self._window = window
        self._show_head = show_head
        self._told_of: list[tuple[str, str, bool]] = []
        """What the message on screen says: of which device, in which words, whether it is bad."""
        window.watch.changed.connect(self._changed)
        window.watch.told.connect(self._told)
        window.message.acted.connect(self._visit)
        window.banner.visit.connect(self._visit_failing)

    def show_head(self, device: BlockDevice, inventory: Inventory, *, gone: bool) -> None:
        """Show the device in the header, with its verdict and the newest temperature."""
        view = self._window.watch.view(device)
        temperature = view.health.temperature if view is not None else None
        header = self._window.header
        header.show_device(device, inventory, gone=gone, temperature=temperature)
        if not is_drive(device) and device.array is not None and not gone:
            header.show_array(device.array)
        elif view is None or not is_drive(device):  # as in the list: no mark without health
            header.show_verdict("", "")
        else:
            word = view.verdict.word
            header.show_verdict(word, head_text(view), grade_title(word))
        failing = self._window.watch.failing(device, inventory)
        # The Health page says so itself, in larger letters.
        there = self._window.pages.currentIndex() == HEALTH
        if failing is None or (there and failing[0].name == device.name):
            self._window.banner.hide()
        else:
            self._window.banner.show_failing(device, failing)
        if there:
            self._drop_told(device.name)
        elif failing is not None:
            self._drop_told(failing[0].name)

    def _drop_told(self, name: str) -> None:
        """Take what the page of a drive says itself out of the message."""
        if all(one[0] != name for one in self._told_of):
            return
        message, before = self._window.message, self._told_text()
        self._told_of = [one for one in self._told_of if one[0] != name]
        if message.sentence == before:
            self._say_told()

    def look_now(self, device: BlockDevice | None) -> None:
        """The person asked: read this drive again."""
        if device is not None:
            self._window.watch.look_now(device.name)
        if self._window.pages.made_health is not None:
            self._window.pages.made_health.asked()

    @Slot(list)
    def _changed(self, views: list[HealthView]) -> None:
        window = self._window
        window.sidebar.set_health(views)
        names = {view.device for view in views}
        self._show_head()
        if window.pages.made_health is not None:
            window.pages.made_health.views_changed(names)

    @Slot(str, str, bool, bool)
    def _told(self, name: str, text: str, bad: bool, whole: bool) -> None:
        """The desktop could not show the notification: the window does."""
        message = self._window.message
        if message.sentence != self._told_text():  # dismissed, or replaced by another message
            self._told_of.clear()
        if whole and name:
            self._told_of = [one for one in self._told_of if one[0] != name]
        self._told_of.append((name, text, bad))
        if len(self._told_of) > MOST_TOLD:  # bad news stay longest
            good = [one for one in self._told_of if not one[2]]
            self._told_of.remove((good or self._told_of)[0])
        self._say_told()
        self._show_head()  # the page on screen may say it itself

    def _say_told(self) -> None:
        """Show what was told, in the message of the window."""
        if not self._told_of:
            self._window.message.hide()
            return
        bad = any(bad for _name, _text, bad in self._told_of)
        self._window.message.say(self._told_text(), action=_("Show its &health"), bad=bad)

    def _told_text(self) -> str:
        return " ".join(text for _name, text, _bad in self._told_of)

    @Slot(str)
    def _visit_failing(self, name: str) -> None:
        if self._window.sidebar.select(name):
            self._window.show_page(HEALTH)

    @Slot()
    def _visit(self) -> None:
        """Go to the drive of the newest bad news, else of the newest."""
        told = [name for name, _text, bad in self._told_of if bad]
        told = told or [name for name, _text, _bad in self._told_of]
        if told and self._window.sidebar.select(told[-1]):
            self._window.show_page(HEALTH)
        self._window.message.hide()


STOP_TIMEOUT = 30.0  # seconds for a run to end when the window closes
ALL = "all"
"""What the settings remember where all drives were seen last."""
_PAGE_NAMES = {
    OVERVIEW: "overview",
    HEALTH: "health",
    TRIM: "trim",
    MEASURE: "measure",
    HISTORY: "history",
}


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
        self.today = Today(self)
        self._read_again = refresh
        self._services = services
        self._theme = theme
        self._device: BlockDevice | None = None
        self._gone = False
        self._work: OngoingWork | None = None
        self.closed = self._leaving = False
        self.dashboard: DashboardPage | None = None
        self.help: HelpWindow | None = None
        self.setWindowTitle("Driveproof")
        self.setMinimumSize(760, 480)
        self.resize(WINDOW.boundedTo(self.screen().availableSize() - FRAME))
        self.restoreGeometry(self.settings.blob("window/geometry"))
        # Closed in full screen, for example with big numbers, it has a frame the next time.
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowFullScreen)
        self._inventory = Inventory()
        titles = (
            _("Overview"),
            _("Health"),
            _("TRIM"),
            _("Measure"),
            _("History"),
        )
        self.actions_ = make_actions(self, titles)
        self.sidebar = Sidebar(theme)
        self.menu_button = menu_button(self.actions_, self.sidebar)
        self.sidebar_button = sidebar_button(self.actions_.sidebar, self.sidebar)
        self.sidebar.add_bottom(self.menu_button, self.sidebar_button)
        self.header = DriveHeader(theme)
        self.header.show_text(_("Looking for drives…"))
        self.banner = FailingBanner(theme)
        self.tabs = page_tabs(theme, titles)
        self.pages = PageStack(self.context)
        self.message = MessageBar(theme)
        self.strip = TaskStrip(theme, _("&Show"), _("Progress"))
        self.splitter, self._top, self._stack = lay_out(
            self, theme, sidebar=self.sidebar, header=self.header, banner=self.banner,
            tabs=self.tabs, message=self.message, strip=self.strip, pages=self.pages,
        )  # fmt: skip
        self.health = WindowHealth(self, self._show_head)
        self.running = WindowRunning(self, self.context)
        self.importer = window_imports(self, self.context)
        self.tray = Tray(self.context, self)
        self.today.changed.connect(self.pages.word_again)
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
        self.tabs.currentChanged.connect(self.pages.show_page)
        self.pages.visit.connect(self.sidebar.select)
        self.pages.measure.connect(self.measure)
        self.pages.choose_folder.connect(self.choose_folder)
        self.pages.work_changed.connect(self.work_changed)
        self.pages.subject_changed.connect(self._show_head)
        self.pages.currentChanged.connect(self._show_head)
        self.header.looked = self.pages.looked
        self.context.lookups.changed.connect(self._show_head)
        self.pages.go.connect(self.show_page)
        actions.measure_folder.triggered.connect(self.choose_folder)
        actions.compare.triggered.connect(self.pages.begin_experiment)
        actions.refresh.triggered.connect(self.refresh)
        actions.export.triggered.connect(self.export)
        actions.find.triggered.connect(self._find)
        actions.next_page.triggered.connect(lambda: self._step(1))
        actions.previous_page.triggered.connect(lambda: self._step(-1))
        actions.focus_drives.triggered.connect(
            lambda: self.sidebar.view.setFocus(Qt.FocusReason.ShortcutFocusReason)
        )
        actions.all_drives.triggered.connect(self.sidebar.choose_all)
        actions.sidebar.triggered.connect(self.splitter.toggle)
        actions.monitor.triggered.connect(self.pages.monitor)
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
        for number, action in enumerate(actions.pages):
            action.triggered.connect(lambda _=False, n=number: self.show_page(n))

    def _restyle(self) -> None:
        self.menu_button.setIcon(line_icon("menu", self._theme.colors.muted))
        self.sidebar_button.setIcon(line_icon("sidebar", self._theme.colors.muted))

    def _restore(self) -> None:
        settings = self.settings
        self.splitter.restore(settings.blob("window/splitter"))
        self.sidebar.choose_first(settings.text("window/drive"))
        before = "" if settings.text("window/drive") else ALL  # of a version that knew no place
        if settings.text("window/place", before) == ALL:
            self.sidebar.choose_all()
        elif settings.text("window/page") == _PAGE_NAMES[HISTORY]:
            self.show_page(HISTORY)  # but never Measure: importing its charts would delay the start
        self.sidebar.view.setFocus()

    @property
    def inventory(self) -> Inventory:
        """The block devices as they were read last."""
        return self._inventory

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
        self._inventory = inventory
        self.watch.set_inventory(inventory)
        dashboard = self.dashboard  # one that the sidebar asks for now is made with the inventory
        self.sidebar.set_inventory(inventory)
        self.tray.set_inventory(inventory)
        if dashboard is not None:
            dashboard.set_inventory(inventory)
        if self._device is None:
            nothing = MachineError(
                "No block devices found.",
                advice=Advice("New devices appear here."),
            )
            self._show_missing(nothing, _("No drives"), _("No drives"))

    def _missing(self, error: MachineError) -> None:
        """Keep the drives on screen if there were any, and show that they are no longer updated."""
        if self._device is None:
            self._show_missing(error, _("Drives unknown"))
        else:
            self.watch.set_stale(error)
            self.pages.say_stale(error)
            if self.dashboard is not None:
                self.dashboard.refresh()

    def _show_missing(self, error: MachineError, facts: str, title: str = "") -> None:
        self.banner.hide()
        self.header.show_text(_("This computer"), facts)
        self.pages.set_missing(error, title)
        self.pages.set_device(None, self._inventory, gone=False)

    @Slot(object)
    def _chosen(self, device: BlockDevice) -> None:
        self._show_device(device, gone=False)

    @Slot(object)
    def _unplugged(self, device: BlockDevice) -> None:
        self._show_device(device, gone=True)

    def _show_device(self, device: BlockDevice, *, gone: bool) -> None:
        self._device, self._gone = device, gone
        self._set_shown()
        self.pages.set_device(device, self._inventory, gone=gone)
        self._show_head()

    @Slot()
    def _show_head(self) -> None:
        """Show the selected drive, or that of the measurement or result on screen."""
        if targets := self.pages.results_of:
            self._show_head_of(targets)
            return
        device, path = self._device, self.pages.subject
        measured = subject_of(path, device, self._inventory) if path else device
        if measured is not None:
            gone = self._gone and measured is device
            self.health.show_head(measured, self._inventory, gone=gone)
        elif path:
            self.banner.hide()
            self.header.show_text(shown(path))

    def _show_head_of(self, targets: tuple[Target, ...]) -> None:
        """Show the drive of a kept result, connected or not, or those of a comparison."""
        found = drives_of(targets, self._inventory, self.pages.hosts_of)
        if len(found) == 1 and found[0].device is not None:
            self.health.show_head(found[0].device, self._inventory, gone=False)
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
        if shown and self.dashboard is None:
            self.dashboard = self._make_dashboard()
        self._top.setVisible(not shown)
        wanted = self.dashboard if shown else self.pages
        if wanted is not None:
            self._stack.setCurrentWidget(wanted)
        self._set_shown()

    def _make_dashboard(self) -> DashboardPage:
        """The page of all drives; created when it is first shown."""
        from driveproof.ui.dashboard.page import DashboardPage  # noqa: PLC0415

        page = DashboardPage(self.context)
        page.opened.connect(self.sidebar.select)
        self.pages.kept_changed.connect(page.read_again)
        page.opened_at.connect(self._open_at)
        page.set_inventory(self._inventory)
        self.pages.attach(page)
        self._stack.addWidget(page)
        return page

    @Slot(str, str)
    def _open_at(self, name: str, page: str) -> None:
        """Show this page of a drive."""
        if self.sidebar.select(name):
            self.show_page({title: number for number, title in _PAGE_NAMES.items()}[page])

    def _set_shown(self) -> None:
        """Which drive is looked at closely."""
        device = None if self._gone or self.sidebar.shows_all else self._device
        self.watch.set_shown(device.name if device is not None else "")

    # Interaction

    @Slot(int)
    def show_page(self, page: int) -> None:
        """Show OVERVIEW, HEALTH, TRIM, MEASURE or HISTORY of the chosen drive."""
        self.sidebar.leave_all()
        self.tabs.setCurrentIndex(page)

    @property
    def _page(self) -> int | None:
        """The page that is on screen; None while all drives are."""
        return None if self.sidebar.shows_all else self.tabs.currentIndex()

    def _step(self, step: int) -> None:
        self.show_page((self.tabs.currentIndex() + step) % self.tabs.count())

    @Slot(str)
    def measure(self, path: str = "") -> None:
        """Go to the Measure page, with this folder as the target if it is given."""
        self.show_page(MEASURE)
        if path:
            self.pages.measure_page().start_for(path)

    def open_job(self, path: str) -> None:
        """Go to the Measure page and offer a fio job file there."""
        self.show_page(MEASURE)
        self.pages.measure_page().open_job(path)

    @Slot()
    def choose_folder(self) -> None:
        """Ask for a folder and go to the Measure page with it."""
        start = self.settings.text("measure/folder")
        folder = QFileDialog.getExistingDirectory(self, without_key(_("Measure a &folder…")), start)
        if folder:
            self.settings.keep("measure/folder", folder)
            self.measure(folder)

    @Slot(object)
    def work_changed(self, work: OngoingWork | None) -> None:
        self._work = work

    @Slot()
    def refresh(self) -> None:
        if self.sidebar.shows_all and self.dashboard is not None:
            for line in self.dashboard.lines:
                self.health.look_now(line.device)
        else:
            self.health.look_now(self._device)
        self.pages.refresh_history()
        self._read_again()  # the free space may be another
        self.pages.read_again()

    @Slot()
    def _find(self) -> None:
        measure = self.pages.made_measure
        if measure is not None and measure.isVisible() and measure.search():
            return
        self.show_page(HISTORY)
        self.pages.history_page().focus_filter()

    @Slot()
    def export(self) -> None:
        page = self._page
        if self.pages.made_measure is not None and page == MEASURE:
            self.pages.made_measure.export_current()
            return
        if self.pages.made_health is not None and page == HEALTH:
            self.pages.made_health.export()
            return
        if page == OVERVIEW and self.pages.first.export():
            return
        self.show_page(HISTORY)
        self.pages.history_page().export_current()

    @Slot()
    def _big_numbers(self) -> None:
        made = False
        if self.pages.made_measure is not None and self._page == MEASURE:
            made = self.pages.made_measure.big_numbers()
        elif self._page == HISTORY:
            made = self.pages.history_page().big_numbers()
        missing = _("Open a result first.")
        if not made:
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
        from driveproof.ui.dialogs.help import TOPIC_OF, topic_about  # noqa: PLC0415

        place = ALL if self.sidebar.shows_all else _PAGE_NAMES[self.tabs.currentIndex()]
        if place == _PAGE_NAMES[OVERVIEW]:
            place = self.pages.first.topic
        measure = self.pages.made_measure
        if place == _PAGE_NAMES[MEASURE] and measure is not None:
            profile = measure.setup.profiles.profile
            if profile is not None:
                self._show_help(topic_about(profile))
                return
        self._show_help(TOPIC_OF[place])

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
        if self._work is not None:
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
        self.today.set_watching(seen)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.tray.keeps and not self._leaving and not self.closed:
            event.ignore()
            self.hide()
            self.tray.say_hidden()
            return
        work = None if self.closed else self._work
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
        self.pages.stop_and_wait(STOP_TIMEOUT)

    def _remember(self) -> None:
        settings = self.settings
        settings.keep("window/geometry", QByteArray(self.saveGeometry()))
        settings.keep("window/splitter", self.splitter.kept())
        if self.dashboard is not None:
            self.dashboard.keep_looked()
        settings.keep("window/place", ALL if self.sidebar.shows_all else "drive")
        settings.keep("window/page", _PAGE_NAMES[self.tabs.currentIndex()])
        if self._device is not None:
            settings.keep("window/drive", self._device.name)
        settings.sync()
