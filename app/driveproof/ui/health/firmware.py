# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The drive's firmware, its earlier versions, and what fwupd knows of a newer one."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.health.snapshot import FirmwareChange
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import label, shown
from driveproof.ui.widgets.buttons import Disclosure, quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_texts


class FirmwareSection(QWidget):
    """One line that expands to the earlier versions and the news. Nothing is ever flashed.

    Emits `compare` to measure the effect of an update.
    """

    compare = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.compare_button = quiet_button(_("Measure before and after the &update…"), flush=True)
        self.compare_button.setToolTip(_("Measures the baseline now, the rest after the update."))
        self.compare_button.clicked.connect(self.compare)
        self.text = Label(theme, wrap=True, selectable=True)
        self.notes = Label(theme, color="muted", wrap=True, selectable=True)
        inner = QWidget()
        inside = vertical(inner, margins=(3 * GRID, 0, 0, GRID))
        inside.addWidget(self.text)
        inside.addWidget(self.notes)
        inside.addWidget(self.compare_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.compare_button.hide()
        self.line = Disclosure(theme, "", inner)
        # a long name must not make the page wider
        self.line.button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        column = vertical(self)
        column.addWidget(self.line)

    def show_firmware(
        self, current: str, changes: Sequence[FirmwareChange], news: FirmwareNews | None
    ) -> None:
        """Show the firmware; `news` is None while fwupd is being asked."""
        self.setVisible(bool(current))
        title = _("&Firmware {current}").format(current=label(current))
        if news is not None and news.newest:
            title = _("{title}, {newest} available").format(title=title, newest=label(news.newest))
        elif changes:
            title = _("{title}, first seen {what}").format(
                title=title, what=date_and_time(changes[-1].at)
            )
        self.line.button.setText(title)
        lines = [
            _("{title}, first seen {what}").format(
                title=f"{shown(change.before)} → {shown(change.after)}",
                what=date_and_time(change.at),
            )
            for change in changes
        ]
        lines.append(_("Asking…") if news is None else say_texts(news.says))
        self.text.say("\n".join(lines))
        self.notes.say(_notes(news))
        self.notes.setVisible(bool(self.notes.text()))
        self.compare_button.setVisible(news is not None and bool(news.newest))


def _notes(news: FirmwareNews | None) -> str:
    """The release notes, a line each, and where to read more."""
    if news is None or not news.newest:
        return ""
    lines = [line for line in map(shown, news.notes.splitlines()) if line.strip()]
    return "\n".join([*lines, *([shown(news.link)] if news.link else [])])
