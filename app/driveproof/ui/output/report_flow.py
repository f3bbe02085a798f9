# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lays out text over pages: lines are never split, rows stay together.

Qt's rich text could do most of it, but it draws pictures as pixels, splits table rows between two
pages and does not number pages. So reports are laid out here, with the same painter calls as the
charts, which keeps text as text and curves as vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QTextLayout, QTextOption

Paint = Callable[[QPainter], None]


@dataclass(frozen=True)
class PrintedCell:
    """The text of a cell in a row: `left` and `width` in units of 1/96 inch."""

    text: str
    left: float
    width: float
    font: QFont
    color: QColor
    right: bool = False


class Laid:
    """The text of a cell, broken into lines."""

    def __init__(self, cell: PrintedCell) -> None:
        self.cell = cell
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setUseDesignMetrics(True)
        if cell.right:
            option.setAlignment(Qt.AlignmentFlag.AlignRight)
        self.layout = QTextLayout(cell.text, cell.font)
        self.layout.setTextOption(option)
        self.layout.beginLayout()
        while (line := self.layout.createLine()).isValid():
            line.setLineWidth(cell.width)
        self.layout.endLayout()
        self.count = self.layout.lineCount()
        self.step = max((self.layout.lineAt(n).height() for n in range(self.count)), default=0.0)

    def paint(self, number: int, top: float) -> Paint:
        """A function that paints one line with its upper edge at `top`."""

        def work(painter: QPainter) -> None:
            line = self.layout.lineAt(number)
            painter.setPen(self.cell.color)
            line.draw(painter, QPointF(self.cell.left, top - line.y()))

        return work


class PageFlow:
    """Pages of one size, filled from top to bottom within margins; in units of 1/96 inch."""

    def __init__(self, size: QSizeF, margin: float, foot: float) -> None:
        self.left = margin
        self.width = size.width() - 2 * margin
        self._top = margin
        self._bottom = size.height() - margin - foot
        self.pages: list[list[Paint]] = [[]]
        self.y = margin

    @property
    def room(self) -> float:
        """The remaining height of this page."""
        return self._bottom - self.y

    def page(self) -> None:
        """Begin a new page, unless this one is empty."""
        if self.pages[-1]:
            self.pages.append([])
        self.y = self._top

    def need(self, height: float) -> None:
        """Begin a new page if this one lacks the height, and an empty one has it."""
        if height > self.room and height <= self._bottom - self._top:
            self.page()

    def space(self, height: float) -> None:
        """Leave a vertical space; nothing at the top of a page."""
        if self.y > self._top:
            self.y = min(self.y + height, self._bottom)

    def put(self, paint: Paint) -> None:
        """Paint at a position that was reserved before."""
        self.pages[-1].append(paint)

    def box(self, height: float, paint: Callable[[QPainter, QRectF], None]) -> None:
        """Add a picture of full width; one that is higher than a page is scaled down."""
        height = min(height, self._bottom - self._top)
        self.need(height)
        rect = QRectF(self.left, self.y, self.width, height)
        self.put(lambda painter: paint(painter, rect))
        self.y += height

    def row(
        self,
        cells: Sequence[PrintedCell],
        *,
        before: float = 0.0,
        after: float = 0.0,
        rule: QColor | None = None,
        again: Callable[[], None] | None = None,
    ) -> None:
        """Add texts side by side, together on one page if they fit; `rule` is a line below.

        `again` repeats the table's header on a new page. A row that is higher than a page continues
        on the next ones, line by line: nothing is cut off.
        """
        laid = [Laid(cell) for cell in cells]
        step = max((one.step for one in laid), default=0.0)
        count = max((one.count for one in laid), default=0)
        height = before + count * step + after
        if height > self.room and (height <= self._bottom - self._top or self.room < 3 * step):
            self.page()
            if again is not None:
                again()
        self.y += before
        for number in range(count):
            if step > self.room:
                self.page()
            for one in laid:
                if number < one.count:
                    self.put(one.paint(number, self.y))
            self.y += step
        self.y += after
        if rule is not None:
            self._rule(rule)

    def _rule(self, color: QColor) -> None:
        y, left, right = self.y, self.left, self.left + self.width

        def work(painter: QPainter) -> None:
            painter.fillRect(QRectF(left, y - 0.5, right - left, 0.75), color)

        self.put(work)
