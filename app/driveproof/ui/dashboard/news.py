# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happened to the drives since one last looked, each with a way to its page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from driveproof.domain.drive_news import DriveNews
from driveproof.ui.feeds.pages import HEALTH, HISTORY, MEASURE, OVERVIEW, TRIM, Page
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import BaselineBox, vertical
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dates import short_moment
from driveproof.wording.say import say_texts

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
