# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lays out a report: over pages of paper, or as a picture on one page as high as it needs.

Lines are never split, rows stay together, and a title stays with what it is of. It is done with the
painter calls of the charts, so that text stays text and curves stay vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QTextLayout, QTextOption

from driveproof.domain.rating import MARKS
from driveproof.export.report.document import (
    CommandBlock,
    FactsBlock,
    FindingLine,
    FindingsBlock,
    PictureBlock,
    Report,
    ReportBlock,
    Section,
    TableBlock,
    TextBlock,
)
from driveproof.export.text.layout import one_line
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.output.drawing import WIDTH, ChartDrawing
from driveproof.ui.theme.style import LIGHT

Paint = Callable[[QPainter], None]

_GAP = 12.0
_NAMES = 118.0
_MARKS, _SUBJECTS = 84.0, 124.0
_MARK = 30.0  # beside the headline


@dataclass(frozen=True)
class PageFormat:
    """What a report is laid out on, in units of 1/96 inch: its width and height, its margins, the
    heights of the letters, and the air above and below a chart. Charts are drawn `drawn` wide and
    scaled to the page.
    """

    width: float
    height: float
    margin: float
    foot: float
    """What a page has at its lower end beside the margin."""
    title: int
    headline: int
    heading: int
    body: int
    small: int
    air: float
    drawn: float

    @classmethod
    def paper(cls, size: QSizeF) -> PageFormat:
        """Pages of paper, whose number stands at their lower end."""
        return cls(size.width(), size.height(), 57, 24, 11, 21, 15, 13, 11, 6, WIDTH)


PICTURE = PageFormat(1200, inf, 48, 0, 16, 20, 16, 14, 13, 10, 1200 - 2 * 48)
"""One page as high as it needs, as wide as forums show pictures."""


@dataclass(frozen=True)
class PrintedCell:
    """The text of a cell in a row: `left` and `width` in units of 1/96 inch."""

    text: str
    left: float
    width: float
    font: QFont
    color: QColor
    right: bool = False


class CellLines:
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
    """Pages of one size, filled from top to bottom within margins."""

    def __init__(self, page: PageFormat) -> None:
        self.left = page.margin
        self.width = page.width - 2 * page.margin
        self._top = page.margin
        self._bottom = page.height - page.margin - page.foot
        self.pages: list[list[Paint]] = [[]]
        self.y = page.margin

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
        laid = [CellLines(cell) for cell in cells]
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
            self.rule(rule)

    def rule(self, color: QColor) -> None:
        """Add a line of full width."""
        y, left, right = self.y, self.left, self.left + self.width

        def work(painter: QPainter) -> None:
            painter.fillRect(QRectF(left, y - 0.5, right - left, 0.75), color)

        self.put(work)


class ReportLayout:
    """The blocks of a report on `pages`; the height of the last one is used up to `flow.y`."""

    def __init__(self, report: Report, look: ChartStyle, page: PageFormat) -> None:
        self._look, self._page = look, page
        self.flow = flow = PageFlow(page)
        self._body, self.small = _sized(look.normal, page.body), _sized(look.small, page.small)
        self._mono = QFont(self.small)
        self._mono.setFamilies(["JetBrains Mono", "Noto Sans Mono", "monospace"])
        self._line(report.title, _sized(look.normal, page.title), look.muted)
        headline = _sized(look.normal, page.headline, QFont.Weight.Medium)
        mark = MARKS.get(report.word, "")
        edge = _MARK if mark else 0.0
        left, width = flow.left + edge, flow.width - edge
        cells = [PrintedCell(one_line(report.headline), left, width, headline, look.text)]
        if mark:
            color = color_of(report.word)
            cells.append(PrintedCell(mark, flow.left, _MARK - 4, headline, color))
        flow.row(cells, before=4, after=4)
        for line in report.subject:
            self._line(line, self.small, look.muted)
        for section in report.sections:
            self._section(section)

    @property
    def pages(self) -> list[list[Paint]]:
        """What is painted on each page."""
        return self.flow.pages

    def add_foot(self, text: str) -> None:
        """Add the last line of a picture, which has no pages with a foot each."""
        self.flow.space(16)
        self.flow.rule(self._look.line)
        self.flow.space(10)
        self._line(text, self.small, self._look.muted)

    def _section(self, section: Section) -> None:
        flow, blocks = self.flow, section.blocks
        flow.space(26 if section.title else 12)
        if section.title:
            # no heading alone at the end of a page
            flow.need(max(90, 40 + self._together(blocks), 40 + self._begin(blocks)))
            heading = _sized(self._look.normal, self._page.heading, QFont.Weight.Medium)
            self._line(section.title, heading, self._look.text, after=4)
        for place, block in enumerate(blocks):
            if isinstance(block, PictureBlock) and block.drawing.title:
                flow.need(self._together(blocks[place:]))
            self._block(block)

    def _line(self, text: str, font: QFont, color: QColor, *, after: float = 2) -> None:
        flow = self.flow
        flow.row((PrintedCell(one_line(text), flow.left, flow.width, font, color),), after=after)

    def _block(self, block: ReportBlock) -> None:
        look = self._look
        match block:
            case FindingsBlock():
                for line in block.lines:
                    self._finding(line)
            case FactsBlock():
                for name, value in block.pairs:
                    self._pair(name, value)
            case TableBlock():
                self._table(block)
            case PictureBlock():
                self._picture(block)
            case CommandBlock():
                self.flow.need(60)  # keeps its title with it
                self._line(block.title, self.small, look.muted)
                for part in block.text.split("\n"):
                    self._line(part, self._mono, look.text, after=6)
            case TextBlock():
                self.flow.space(4 if block.quiet else 0)  # not at the rule of a table above
                color = look.muted if block.quiet else look.text
                color = color_of(block.word) if block.word else color
                self._line(block.text, self.small if block.quiet else self._body, color)

    def _finding(self, line: FindingLine) -> None:
        flow, look = self.flow, self._look
        mark = f"{MARKS.get(line.word, '–')} {one_line(line.grade)}"
        left = flow.left + _MARKS + _SUBJECTS
        width = flow.width - _MARKS - _SUBJECTS
        words = PrintedCell(one_line(line.text), left, width, self._body, look.text)
        name, place = one_line(line.name), flow.left + _MARKS
        cells = (
            PrintedCell(mark, flow.left, _MARKS - 4, self._body, color_of(line.word)),
            PrintedCell(name, place, _SUBJECTS - 4, self._body, look.muted),
            words,
        )
        note = one_line(line.note)
        flow.row(cells, before=6, after=0 if note else 6, rule=None if note else look.line)
        if note:
            under = PrintedCell(note, left, width, self.small, look.muted)
            flow.row((under,), after=6, rule=look.line)

    def _pair(self, name: str, value: str) -> None:
        flow, look, left = self.flow, self._look, self.flow.left + _NAMES
        cells = (
            PrintedCell(one_line(name), flow.left, _NAMES - 8, self.small, look.muted),
            PrintedCell(one_line(value), left, flow.width - _NAMES, self.small, look.text),
        )
        flow.row(cells, before=3, after=3, rule=look.line)

    def _table(self, table: TableBlock) -> None:
        flow, look = self.flow, self._look
        widths = column_widths(table, flow.width, self.small)

        def put(texts: tuple[str, ...], color: QColor, again: Callable[[], None] | None) -> None:
            cells = self._cells(table, texts, color, widths)
            flow.row(cells, before=4, after=4, rule=look.line, again=again)

        def heads() -> None:
            put(table.columns, look.muted, None)

        flow.need(max(60, self._begin((table,))))
        heads()
        for row in table.rows:
            put(row, look.text, heads)

    def _cells(
        self, table: TableBlock, texts: tuple[str, ...], color: QColor, widths: Sequence[float]
    ) -> list[PrintedCell]:
        cells = []
        x = self.flow.left
        for place, (text, width) in enumerate(zip(texts, widths, strict=True)):
            right = place >= table.left
            cells.append(PrintedCell(one_line(text), x, width, self.small, color, right))
            x += width + _GAP
        return cells

    def _begin(self, blocks: Sequence[ReportBlock]) -> float:
        """The height of a table's titles with its first row, and of a paragraph before it."""
        if not blocks:
            return 0.0
        first, rest = blocks[0], blocks[1:]
        if isinstance(first, TextBlock) and rest and isinstance(rest[0], TableBlock):
            return 24.0 + self._begin(rest)
        if not isinstance(first, TableBlock):
            return 0.0
        rows = (first.columns, *first.rows[:1])
        widths, color = column_widths(first, self.flow.width, self.small), self._look.text
        laid = [map(CellLines, self._cells(first, row, color, widths)) for row in rows]
        return sum(8.0 + max(one.step * one.count for one in row) for row in laid)

    def _together(self, blocks: Sequence[ReportBlock]) -> float:
        """The height of a title with its chart and those of the same test below it."""
        height = 40.0
        for place, block in enumerate(blocks):
            if not isinstance(block, PictureBlock) or (place and block.drawing.title):
                break
            if isinstance(block.drawing, ChartDrawing):
                height += self._height(block.drawing) + 2 * self._page.air
        return height

    @property
    def _share(self) -> float:
        return self.flow.width / self._page.drawn

    def _height(self, drawing: ChartDrawing) -> float:
        return drawing.height_in(self._page.drawn, self._look) * self._share

    def _picture(self, block: PictureBlock) -> None:
        drawing, flow, look = block.drawing, self.flow, self._look
        if not isinstance(drawing, ChartDrawing):
            self._line(drawing.alt, self.small, look.muted)
            return

        def paint(painter: QPainter, rect: QRectF) -> None:
            painter.translate(rect.topLeft())
            painter.scale(self._share, self._share)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            size = QSizeF(self._page.drawn, rect.height() / self._share)
            drawing.paint(painter, QRectF(QPointF(0, 0), size), look)

        if drawing.title:
            flow.space(10)
            self._line(drawing.title, self._body, look.text)
        flow.space(self._page.air)
        flow.box(self._height(drawing), paint)
        flow.space(self._page.air)


def color_of(word: str) -> QColor:
    """The colour of a mark."""
    return {"fine": LIGHT.good, "odd": LIGHT.caution, "bad": LIGHT.bad}.get(word, LIGHT.muted)


def column_widths(table: TableBlock, width: float, font: QFont) -> list[float]:
    """Widths that fill the page: narrow columns get what they need, wide ones share the rest.

    No column is narrower than its longest word, if that is possible.
    """
    metrics = QFontMetricsF(font)
    rows = [table.columns, *table.rows]
    wanted = [
        max(metrics.horizontalAdvance(row[n]) for row in rows) + 2 for n in range(len(rows[0]))
    ]
    room = width - _GAP * (len(wanted) - 1)
    if sum(wanted) <= room:
        words = wanted[: table.left] or wanted
        wanted[words.index(max(words))] += room - sum(wanted)
        return wanted
    fair = room / len(wanted)
    given = [min(one, fair) for one in wanted]
    for _ in wanted:
        open_ = [n for n, one in enumerate(wanted) if given[n] < one]
        left = room - sum(given)
        if not open_ or left < 1:
            break
        for n in open_:
            given[n] = min(wanted[n], given[n] + left / len(open_))
    return given


def _sized(font: QFont, pixels: int, weight: QFont.Weight = QFont.Weight.Normal) -> QFont:
    made = QFont(font)
    made.setPixelSize(pixels)
    made.setWeight(weight)
    return made
