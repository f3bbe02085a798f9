# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of all drives: the verdict in a sentence, a row per drive, and what happened to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from driveproof.domain.dashboard import (
    DriveLine,
    KeptOfDrive,
    all_checked,
    line_of,
    shown_drives,
    worst_first,
)
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive_news import DriveNews
from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.rating import Rating
from driveproof.domain.trim.drive import main_targets
from driveproof.engine.check.all_drives import SECONDS, AllChecks, Began, DriveChecked
from driveproof.ui.dashboard.rows import LinesModel, cells
from driveproof.ui.dashboard.table import SIDE, DrivesTable
from driveproof.ui.dialogs.asking import may_disturb
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.measured_drive import subject_of
from driveproof.ui.feeds.pages import HEALTH, HISTORY, MEASURE, OVERVIEW, TRIM, Page, PageWidget
from driveproof.ui.feeds.running import RunningWork, running_elsewhere
from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.tasks.queue import TIMEOUT, TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip, shown
from driveproof.ui.widgets.buttons import primary_button, quiet_button
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import BaselineBox, vertical
from driveproof.ui.widgets.notices import MessageBar, TaskStrip, announce
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, scroll_page
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dashboard import headline, line_name
from driveproof.wording.dates import short_moment
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face, message_and_advice, unkept_check_text
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.units import format_bound

if TYPE_CHECKING:
    from driveproof.ui.tasks.job import BackgroundJob, Observer


MOST = 8
"""The number of lines; the others are counted."""
_WIDE = 1000
"""The text takes what it needs before the empty end of its line does."""


class NewsList(QWidget):
    """Hidden while there is nothing. Emits `opened(name, page)`: the kernel's name of a drive, and
    which Page of it.
    """

    opened = Signal(str, object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[Sequence[DriveNews], date | None] = ((), None)
        self.title = Label(theme, strong=True)
        self._column = vertical(self, margins=(0, GRID, 0, 0), spacing=GRID // 2)
        self._column.addWidget(self.title)
        self.rows: list[QWidget] = []
        self.hide()

    def show_news(
        self, news: Sequence[DriveNews], since: datetime, names: Mapping[str, str]
    ) -> None:
        """Show these; `names` are what the drives are called, by kernel name."""
        news, now = tuple(one for one in news if one.device in names), datetime.now(UTC)
        if (news, now.astimezone().date()) == self._shown:
            return
        self._shown = news, now.astimezone().date()
        for row in self.rows:
            self._column.removeWidget(row)
            row.hide()
            row.deleteLater()
        self.title.say(_("Since {moment}").format(moment=short_moment(since, now)))
        self.rows = [self._row(one, names[one.device], now) for one in news[:MOST]]
        if len(news) > MOST:
            more = ngettext("{count} more", "{count} more", len(news) - MOST)
            self.rows.append(Label(self._theme, more.format(count=len(news) - MOST), color="muted"))
        for row in self.rows:
            self._column.addWidget(row)
        self.setVisible(bool(news))

    def _row(self, news: DriveNews, name: str, now: datetime) -> QWidget:
        row = QWidget()
        across = BaselineBox(row)
        text = say_texts(news.sentences(name, now))
        label = ElidedLabel(self._theme, text, color="text" if news.alarming else "muted")
        label.setMaximumWidth(label.sizeHint().width())
        page = _page(news)
        button = quiet_button(_(page.title))
        button.setAccessibleDescription(text)
        button.clicked.connect(partial(self.opened.emit, news.device, page))
        across.addWidget(label, _WIDE)
        across.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
        across.addStretch(1)
        return row


def _page(news: DriveNews) -> Page:
    """Where one sees more."""
    if news.array_now is not None:
        return OVERVIEW
    if news.trim is not None:
        return TRIM
    if news.change is not None and news.change.key == "firmware":
        return HISTORY if news.measured else MEASURE
    return HEALTH


LATER_MS = 400
"""Milliseconds between showing the page and reading history and discard paths: painting has
priority.
"""


class DashboardPage(PageWidget):
    """A row for each drive, what happened to them, and a check of all."""

    def __init__(self, context: PageContext) -> None:
        super().__init__(context)
        self._services = context.services
        self._watch, self._lookups = context.watch, context.lookups
        theme, settings = context.theme, context.settings
        self._inventory = Inventory()
        self._drives: tuple[BlockDevice, ...] = ()
        self.kept: Mapping[str, KeptOfDrive] = {}
        self.stale = True
        self.lines: tuple[DriveLine, ...] = ()
        """The rows on screen, worst first."""
        self.head = PageHead(theme)
        self.model = LinesModel(theme)
        self.table = DrivesTable(self.model, theme, settings)
        self.table.opened.connect(lambda name: context.lead_to(drive=name))
        self.empty = Label(theme, color="muted", wrap=True)
        self.empty.setText(_("New devices appear here."))
        self.button = primary_button("")
        self.button.clicked.connect(self.check_all)
        self.head.add(self.button)
        self.message = MessageBar(theme)
        self.checking = TaskStrip(theme, _("&Cancel"), _("Progress"))
        self.checking.acted.connect(self.cancel)
        self.news = NewsList(theme)
        self.news.opened.connect(lambda name, page: context.lead_to(page, drive=name))
        self._settings = settings
        self.looked = _moment(settings.text("dashboard/looked"))
        self._seen = False
        self._running: RunningWork | None = None
        self._checked_now = ""
        self._disturbing = ""
        self._failed: list[str] = []
        self._rated: list[Rating] = []
        self._unkept = ""
        self._done: dict[tuple[str, str], KeptOfDrive] = {}  # also what the history cannot keep
        self.runner: BackgroundJob | None = None
        self.tasks = TaskQueue(self, timeout=TIMEOUT)
        self._later = Delayed(self, LATER_MS, self._ask)
        self._watch.changed.connect(self._health_came)
        self._lookups.changed.connect(self._news)
        theme.changed.connect(self.refresh)
        context.kept.connect(self.read_kept)
        context.running.changed.connect(self._show_running)
        context.elsewhere.changed.connect(self._show_running)
        context.running.works_changed.connect(self._look_beside)
        self._build()
        self._show_running()
        self._look_beside()

    def _build(self) -> None:
        top = vertical(margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID))
        top.addWidget(self.head)
        body = QWidget()
        self.column = vertical(
            body, margins=(MARGIN - SIDE, 0, BESIDE_BAR - SIDE, 2 * GRID), spacing=3 * GRID
        )
        self.column.addWidget(self.table)
        self.empty.setContentsMargins(SIDE, 0, SIDE, 0)
        self.column.addWidget(self.empty)
        strips = vertical(margins=(SIDE, 0, SIDE, 0), spacing=2 * GRID)
        for widget in (self.message, self.checking, self.news):
            strips.addWidget(widget)
        self.column.addLayout(strips)
        self.column.addStretch(1)
        scroll_page(self, top, body)

    # What is known

    def set_device(
        self, _device: BlockDevice | None, inventory: Inventory, *, gone: bool = False
    ) -> None:
        self._inventory = inventory
        drives = shown_drives(inventory)
        if [(one.name, one.identity) for one in drives] != [
            (one.name, one.identity) for one in self._drives
        ]:
            self.read_kept()
        self._drives = drives
        self.refresh()

    def say_failed(self, _error: MachineError, _title: str = "") -> None:
        self.refresh()

    def read_again(self) -> None:
        if self.isVisible():
            for line in self.lines:
                self._watch.look_now(line.device.name)

    @Slot()
    def read_kept(self) -> None:
        """A run was stored, or the drives have changed: read the history again."""
        self.stale = True
        if self.isVisible():
            self._later.start()

    @Slot()
    def refresh(self) -> None:
        """Show what is known now."""
        titles = Counter(device_title(device) for device in self._drives)
        lines = worst_first(
            replace(self._line(device), twin=titles[device_title(device)] > 1)
            for device in self._drives
        )
        self.lines = lines
        now = datetime.now(UTC)
        measured = self._measured()
        self.table.show_rows(
            [
                cells(
                    line,
                    now,
                    checking=line.device.path == self._checked_now,
                    measuring=self._running if line.device.name == measured else None,
                )
                for line in lines
            ]
        )
        self.head.say(*headline(lines))
        self._say_button()
        self.table.setVisible(bool(lines))
        self.empty.setVisible(not lines)

    def _line(self, device: BlockDevice) -> DriveLine:
        view = self._watch.newest(device)
        return line_of(
            device,
            self._inventory,
            health=view.health if view is not None else None,
            verdict=view.verdict if view is not None else None,
            kept=self._kept_of(device),
            trim=self._lookups.trim_of(device, self._inventory),
        )

    def _kept_of(self, device: BlockDevice) -> KeptOfDrive | None:
        kept, done = self.kept.get(device.name), self._done.get((device.name, device.identity))
        if done is None or (kept is not None and kept.checked is not None):
            return kept
        return replace(kept or KeptOfDrive(), checked=done.checked, rating=done.rating)

    @Slot()
    def _health_came(self) -> None:
        """A new reading may have been stored: refresh the news."""
        self._news()
        if self.looked is not None:
            self.read_kept()

    @Slot()
    def _news(self) -> None:
        if self.isVisible():
            self.refresh()

    @Slot()
    def _ask(self) -> None:
        """Read slow facts in threads, but only while the page is visible."""
        drives, inventory = self._drives, self._inventory
        for device in drives:
            for target in main_targets(device, inventory):
                self._lookups.ask_chain(target, inventory)
        if self.stale and drives:
            self.stale = False
            kept = self._services.kept
            self.tasks.add(lambda: kept(drives, inventory), self._kept_came, key="kept")
            looked, news = self.looked, self._services.news
            if looked is not None:
                self.tasks.add(lambda: news(drives, inventory, looked), self._news_came, key="news")

    def _kept_came(
        self, kept: Mapping[str, KeptOfDrive] | None, _error: DriveproofError | None
    ) -> None:
        if kept is not None:
            self.kept = kept
            self.refresh()

    # A measurement

    def _measured(self) -> str:
        """The kernel name of the drive that is being measured, "" for none."""
        if self._running is None:
            return ""
        device = subject_of(self._running.path, None, self._inventory)
        return device.name if device is not None else ""

    @Slot()
    def _show_running(self) -> None:
        """What this window does to a drive now, or another program."""
        others = map(running_elsewhere, self.context.elsewhere.others)
        self._running = self.context.running.now or next(others, None)
        self._news()

    # The check of all drives

    @property
    def busy(self) -> bool:
        """Whether a check of all drives is running."""
        return self.runner is not None and self.runner.running

    @Slot()
    def _look_beside(self) -> None:
        """What a check would disturb now."""
        self._disturbing = self.context.running.reason(self.runner)
        self._say_button()

    def _say_button(self) -> None:
        possible = bool(self._drives)
        self.button.setVisible(possible and not self.busy)
        span = format_bound(SECONDS * max(1, len(self._drives)))
        self.button.setText(_("Check &all: reads only, about {span}").format(span=span))
        self.button.setEnabled(not self._disturbing)
        set_tip(self.button, self._disturbing)

    @Slot()
    def check_all(self) -> None:
        """Check every drive, one after the other; nothing is written."""
        make = self._services.new_check
        if self.busy or not self._drives or self._disturbing:
            return
        inventory, paths = self._inventory, [line.device.path for line in self.lines]
        others = dict.fromkeys(
            said for path in paths if (said := self.context.works_elsewhere(path))
        )
        if not may_disturb(self, "\n".join(others)) or self.busy or self._disturbing:
            return
        self._failed = []
        self._rated = []
        self._unkept = ""
        self.message.hide()

        def begin(observer: Observer) -> AllChecks:
            return AllChecks(
                paths, lambda path: make(path, inventory, lambda _: None, measure=False), observer
            )

        self._runner().start(begin)
        self.checking.button.setEnabled(True)
        self.checking.say(_("Checking…"), "", 0.0)
        announce(self, _("Checking…"))
        self._say_button()
        self.checking.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _runner(self) -> BackgroundJob:
        if self.runner is None:
            from driveproof.ui.tasks.job import BackgroundJob  # noqa: PLC0415 - numpy

            self.runner = BackgroundJob(self)
            self.runner.events.connect(self._take)
            self.runner.finished.connect(self._finished)
            self.context.running.exclude(self.runner, OngoingWork.CHECK)
        return self.runner

    @Slot()
    def cancel(self) -> None:
        """Cancel the check; the results of checked drives stay."""
        if self.runner is not None and self.runner.running:
            self.checking.button.setEnabled(False)
            self.checking.detail.say(_("Stopping…"))
            self.runner.cancel()

    def stop_and_wait(self, timeout: float) -> bool:
        return self.runner is None or self.runner.stop_and_wait(timeout)

    @Slot(object)
    def _take(self, news: list[Began | DriveChecked]) -> None:
        for event in news:
            device = self._inventory.get(event.target)
            name = shown(device_title(device)) if device is not None else shown(event.target)
            if isinstance(event, Began):
                self._checked_now = event.target
                if self.checking.button.isEnabled():
                    step = _("{drive}, {number} of {count}").format(
                        drive=name, number=event.place + 1, count=event.count
                    )
                    self.checking.say(_("Checking…"), step, event.place / max(1, event.count))
            else:
                self._checked_now = ""
                if event.check is not None and device is not None:
                    rating = event.check.word
                    self._rated.append(rating)
                    self._done[device.name, device.identity] = KeptOfDrive(
                        None, event.check.taken, rating
                    )
                    if event.check.unkept is not None:  # of all for the same reason
                        self._unkept = unkept_check_text(event.check.unkept, Face.WINDOW)
                if event.error is not None:
                    said = message_and_advice(event.error, Face.WINDOW)
                    self._failed.append(_("{name}: {text}").format(name=name, text=said))
                elif device is not None:
                    self._watch.look_now(device.name)
                self.read_kept()
        self.refresh()

    @Slot(object)
    def _finished(self, error: DriveproofError | None) -> None:
        self._checked_now = ""
        self.checking.hide()
        if error is not None:
            self._failed.append(message_and_advice(error, Face.WINDOW))
        if self._failed or self._unkept:
            self.message.say(" ".join(filter(None, (*self._failed, self._unkept))), bad=True)
        elif self._rated:
            self.message.say(say_text(all_checked(self._rated)))
        self.read_kept()
        self.refresh()
        if self.isVisible():
            self.button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _news_came(
        self, news: tuple[DriveNews, ...] | None, _error: DriveproofError | None
    ) -> None:
        if news is not None and self.looked is not None:
            names = {line.device.name: line_name(line) for line in self.lines}
            arrays = (one for one in self._inventory.devices if one.array is not None)
            names |= {one.name: shown(device_title(one)) for one in arrays}
            self.news.show_news(news, self.looked, names)

    def remember(self) -> None:
        if self._seen:  # what is shown now is no news the next time
            self._settings.keep("dashboard/looked", datetime.now(UTC).isoformat())

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._seen = True
        self.refresh()
        self._later.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._later.stop()


def _moment(text: str) -> datetime | None:
    """What the settings remember; None for nothing, and for what is no moment."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else None
