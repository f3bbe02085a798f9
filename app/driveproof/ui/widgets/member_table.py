# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A table of the devices below and beside a target, with their reads and writes."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from driveproof.domain.run.members import Activity, role_title
from driveproof.domain.run.run import Role
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.rows import LinedGrid
from driveproof.wording.catalogue import _, pgettext
from driveproof.wording.say import say_text
from driveproof.wording.units import (
    NARROW,
    format_bandwidth,
    format_latency,
    format_percent,
    format_size,
    group_digits,
    three_digits,
)

ROW = 25
_STILL = "–"  # nothing was read or written: quieter than a zero with a unit


# Columns of the grid, and the least room for a name in pixels.
_DETAILS = (5, 6, 7)
_NAME = 10 * GRID


class MemberTable(QWidget):
    """Hidden with fewer than two devices; only changed cells are repainted.

    Where it is narrow, the request size, the queue and the wait give way. The target of a
    measurement is called measured, that of the live monitor `watched`.
    """

    def __init__(self, theme: Theme, *, selectable: bool = False, watched: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._selectable = selectable
        self._watched = watched
        self._grid = LinedGrid(theme, 9, gap=2 * GRID, height=ROW)
        self._grid.setSizeConstraint(LinedGrid.SizeConstraint.SetNoConstraint)
        self._grid.setColumnStretch(0, 1)
        self.setLayout(self._grid)
        self._names: tuple[tuple[str, Role], ...] = ()
        self.setAccessibleName(_("Devices"))
        self.cells: list[list[Label]] = []
        self._heads: tuple[str, ...] = ()
        """What the figures of a row are."""
        self._details: list[Label] = []
        self._widths: list[int] = []
        self.hide()

    def clear(self) -> None:
        """Forget everything and hide."""
        self.show_activities((), binary=False)

    def show_activities(self, found: tuple[Activity, ...], *, binary: bool) -> None:
        """Show the I/O of each device per second."""
        names = tuple((each.device, each.role) for each in found) if len(found) > 1 else ()
        if names != self._names:
            self._names = names
            self._build()
        for each, cells in zip(found, self.cells, strict=False):
            said = self._words(each, binary=binary)
            for cell, head, words in zip(cells, self._heads, said, strict=True):
                if words != cell.text() or not cell.accessibleName():
                    cell.say(words)
                    # By itself a figure says nothing to somebody who does not see the table.
                    name = _("{first}, {second}").format(first=shown(each.device), second=head)
                    cell.setAccessibleName(f"{name}: {words}")
        self.setVisible(bool(names))

    def texts(self) -> list[list[str]]:
        """The text of the table, row by row: device, role, then the figures."""
        return [
            [*name, *(cell.text() for cell in cells)]
            for name, cells in zip(self._names, self.cells, strict=True)
        ]

    @staticmethod
    def _words(each: Activity, *, binary: bool) -> list[str]:
        words = []
        for bandwidth, iops in (
            (each.read_bandwidth, each.read_iops),
            (each.write_bandwidth, each.write_iops),
        ):
            words.append(format_bandwidth(bandwidth, binary=binary) if bandwidth else _STILL)
            words.append(group_digits(iops) if iops else _STILL)
        words += [
            _STILL if each.request is None else format_size(round(each.request), binary=True),
            three_digits(each.queue) if each.queue else _STILL,
            _STILL if each.wait is None else format_latency(each.wait),
        ]
        return [*words, _STILL if each.busy is None else format_percent(each.busy)]

    def _build(self) -> None:
        theme, grid = self._theme, self._grid
        grid.clear()
        self.cells, self._details = [], []
        if not self._names:
            return
        head = (
            _("Device"),
            pgettext("direction", "Read"),
            _("IOPS"),
            pgettext("direction", "Write"),
            _("IOPS"),
            _("Request"),
            _("Queue"),
            _("Wait"),
            _("Busy"),
        )
        self._heads = (
            _("read"), _("reads per second"), _("written"), _("writes per second"), *head[5:],
        )  # fmt: skip
        captions = [Label(theme, words, size="small", color="muted") for words in head]
        grid.add_head(*captions, height=ROW)
        self._details = [captions[column] for column in _DETAILS]
        # As wide as the longest figure, so that nothing moves while figures change.
        figures = Label(theme, size="small").fontMetrics()
        speed, iops = f"0{NARROW}000{NARROW}MiB/s", "0000000"
        widths = [
            figures.horizontalAdvance(widest)
            for widest in (
                *2 * (speed, iops),
                f"000.0{NARROW}KiB",
                "0000",
                f"0.00{NARROW}ms",
                "100 %",
            )
        ]
        self._widths = widths
        for device, role in self._names:
            words = f"{shown(device)}, {say_text(role_title(role, watched=self._watched))}"
            cells = [self._cell() for _ in head[1:]]
            grid.add_row(ElidedLabel(theme, words, size="small"), *cells)
            self.cells.append(cells)
            self._details += [cells[column - 1] for column in _DETAILS]
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._least(detailed=False), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _least(self, *, detailed: bool) -> int:
        """The width that it needs with or without the details, in pixels."""
        widths = [
            width
            for column, width in enumerate(self._widths, 1)
            if detailed or column not in _DETAILS
        ]
        return _NAME + sum(width + 2 * GRID for width in widths) if widths else 0

    def _fit(self) -> None:
        detailed = self.width() >= self._least(detailed=True)
        for column, width in enumerate(self._widths, 1):
            shown = detailed or column not in _DETAILS
            self._grid.setColumnMinimumWidth(column, width if shown else 0)
        for label in self._details:
            label.setVisible(detailed)

    def _cell(self) -> Label:
        return Label(self._theme, _STILL, size="small", color="muted", selectable=self._selectable)
