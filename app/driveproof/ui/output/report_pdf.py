# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A report as a PDF: selectable text, charts as vectors, numbered pages."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QIODevice, QLocale, QMarginsF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPageSize, QPainter, QPdfWriter

from driveproof.export.report.document import (
    MARKS,
    CommandBlock,
    FactsBlock,
    FindingLine,
    FindingsBlock,
    PictureBlock,
    Report,
    ReportBlock,
    TableBlock,
    TextBlock,
)
from driveproof.export.text.layout import one_line
from driveproof.ui.charts.chart_style import ChartStyle, for_pdf
from driveproof.ui.charts.picture import Paint, begun, written
from driveproof.ui.output.report_charts import WIDTH, ChartDrawing
from driveproof.ui.output.report_flow import Laid, PageFlow, PrintedCell
from driveproof.ui.theme.style import LIGHT

DPI = 96
FINE = 8  # device units per unit of ours: the grid on which text and curves are placed
MARGIN, FOOT = 57.0, 24.0
_GAP = 12.0
_NAMES = 118.0
_MARKS, _SUBJECTS = 84.0, 124.0


def page_size(locale: QLocale | None = None) -> QPageSize:
    """Letter in the countries that use it, otherwise A4."""
    system = (locale or QLocale()).measurementSystem()
    imperial = system == QLocale.MeasurementSystem.ImperialUSSystem
    return QPageSize(QPageSize.PageSizeId.Letter if imperial else QPageSize.PageSizeId.A4)


def write_pdf(report: Report, path: Path, size: QPageSize | None = None) -> int:
    """Write it; returns the number of pages. Raises OSError when it cannot be written."""
    paper = size or page_size()
    points = paper.size(QPageSize.Unit.Point)
    page = QSizeF(points.width() * DPI / 72, points.height() * DPI / 72)
    pages = _Layout(report, page).pages
    path.write_bytes(written(lambda buffer: _draw(buffer, report, pages, paper, page)))
    return len(pages)


def _draw(
    device: QIODevice,
    report: Report,
    pages: Sequence[Sequence[Paint]],
    paper: QPageSize,
    page: QSizeF,
) -> None:
    """Draw the pages, whose size is `page` in units of 1/96 inch."""
    writer = QPdfWriter(device)
    writer.setResolution(DPI * FINE)
    writer.setPageSize(paper)
    writer.setPageMargins(QMarginsF(0, 0, 0, 0))
    writer.setTitle(one_line(report.title))
    writer.setCreator("Driveproof")
    painter = begun(writer)
    painter.scale(FINE, FINE)
    look = for_pdf()
    for number, paints in enumerate(pages, 1):
        if number > 1:
            writer.newPage()
        for paint in paints:
            painter.save()
            paint(painter)
            painter.restore()
        _foot(painter, look, page, report, f"{number} / {len(pages)}")
    painter.end()


def _foot(painter: QPainter, look: ChartStyle, page: QSizeF, report: Report, number: str) -> None:
    painter.setFont(look.small)
    painter.setPen(look.muted)
    metrics = QFontMetricsF(look.small)
    y = page.height() - MARGIN + 8
    room = page.width() - 2 * MARGIN - metrics.horizontalAdvance(number) - 24
    words = metrics.elidedText(one_line(report.footer), Qt.TextElideMode.ElideRight, room)
    painter.drawText(QPointF(MARGIN, y), words)
    right = page.width() - MARGIN - metrics.horizontalAdvance(number)
    painter.drawText(QPointF(right, y), number)


class _Layout:
    """The blocks of a report on pages."""

    def __init__(self, report: Report, page: QSizeF) -> None:
        self._look = look = for_pdf()
        self._flow = flow = PageFlow(page, MARGIN, FOOT)
        self._body, self._small = _sized(look.normal, 13), _sized(look.small, 11)
        self._mono = QFont(self._small)
        self._mono.setFamilies(["JetBrains Mono", "Noto Sans Mono", "monospace"])
        self._one(one_line(report.title), self._small, look.muted)
        title = _sized(look.normal, 21)
        title.setWeight(QFont.Weight.Medium)
        mark = MARKS.get(report.word, "")
        words = one_line(report.headline)
        if mark:
            left = flow.left + 30
            flow.row(
                (
                    PrintedCell(mark, flow.left, 26, title, color_of(report.word)),
                    PrintedCell(words, left, flow.width - 30, title, look.text),
                ),
                before=4,
                after=4,
            )
        else:
            self._one(words, title, look.text)
        for line in report.subject:
            self._one(one_line(line), self._small, look.muted)
        heading = _sized(look.normal, 15)
        heading.setWeight(QFont.Weight.Medium)
        for section in report.sections:
            flow.space(26)
            # no heading alone at the end of a page
            blocks = section.blocks
            flow.need(max(90, 40 + self._together(blocks), 40 + self._begin(blocks)))
            self._one(one_line(section.title), heading, look.text, after=4)
            for place, block in enumerate(section.blocks):
                if isinstance(block, PictureBlock) and block.drawing.title:
                    flow.need(self._together(section.blocks[place:]))
                self._block(block)
        self.pages = flow.pages

    def _one(self, text: str, font: QFont, color: QColor, *, after: float = 2) -> None:
        flow = self._flow
        flow.row((PrintedCell(text, flow.left, flow.width, font, color),), after=after)

    def _block(self, block: ReportBlock) -> None:
        look = self._look
        match block:
            case FindingsBlock():
                for line in block.lines:
                    self._line(line)
            case FactsBlock():
                for name, value in block.pairs:
                    self._pair(name, value)
            case TableBlock():
                self._table(block)
            case PictureBlock():
                self._picture(block)
            case CommandBlock():
                self._flow.need(60)  # keeps its title with it
                self._one(one_line(block.title), self._small, look.muted)
                for part in block.text.split("\n"):
                    self._one(one_line(part), self._mono, look.text, after=6)
            case TextBlock():
                color = look.muted if block.quiet else look.text
                self._flow.space(4 if block.quiet else 0)  # not at the rule of a table above
                self._one(one_line(block.text), self._small if block.quiet else self._body, color)

    def _line(self, line: FindingLine) -> None:
        flow, look = self._flow, self._look
        mark = f"{MARKS.get(line.word, '–')} {one_line(line.grade)}"
        left = flow.left + _MARKS + _SUBJECTS
        width = flow.width - _MARKS - _SUBJECTS
        words = PrintedCell(one_line(line.text), left, width, self._body, look.text)
        cells = (
            PrintedCell(mark, flow.left, _MARKS - 4, self._body, color_of(line.word)),
            PrintedCell(
                one_line(line.name), flow.left + _MARKS, _SUBJECTS - 4, self._body, look.muted
            ),
            words,
        )
        note = one_line(line.note)
        flow.row(cells, before=6, after=0 if note else 6, rule=None if note else look.line)
        if note:
            under = PrintedCell(note, left, width, self._small, look.muted)
            flow.row((under,), after=6, rule=look.line)

    def _pair(self, name: str, value: str) -> None:
        flow, look = self._flow, self._look
        cells = (
            PrintedCell(one_line(name), flow.left, _NAMES - 8, self._small, look.muted),
            PrintedCell(
                one_line(value), flow.left + _NAMES, flow.width - _NAMES, self._small, look.text
            ),
        )
        flow.row(cells, before=3, after=3, rule=look.line)

    def _table(self, table: TableBlock) -> None:
        flow, look = self._flow, self._look
        widths = column_widths(table, flow.width, self._small)

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
        x = self._flow.left
        for place, (text, width) in enumerate(zip(texts, widths, strict=True)):
            right = place >= table.left
            cells.append(PrintedCell(one_line(text), x, width, self._small, color, right))
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
        widths, color = column_widths(first, self._flow.width, self._small), self._look.text
        laid = [map(Laid, self._cells(first, row, color, widths)) for row in rows]
        return sum(8.0 + max(one.step * one.count for one in row) for row in laid)

    def _together(self, blocks: Sequence[ReportBlock]) -> float:
        """The height of a title with its chart and those of the same test below it."""
        height = 40.0
        for place, block in enumerate(blocks):
            if not isinstance(block, PictureBlock) or (place and block.drawing.title):
                break
            if isinstance(block.drawing, ChartDrawing):
                height += block.drawing.height * self._flow.width / WIDTH + 12
        return height

    def _picture(self, block: PictureBlock) -> None:
        drawing = block.drawing
        if not isinstance(drawing, ChartDrawing):
            self._one(one_line(drawing.alt), self._small, self._look.muted)
            return
        flow, look = self._flow, self._look
        share = flow.width / WIDTH

        def paint(painter: QPainter, rect: QRectF) -> None:
            painter.translate(rect.topLeft())
            painter.scale(share, share)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            drawing.paint(painter, QRectF(0, 0, WIDTH, drawing.height), look)

        if drawing.title:
            flow.space(10)
            self._one(one_line(drawing.title), self._body, look.text)
        flow.space(6)
        flow.box(drawing.height * share, paint)
        flow.space(6)


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


def _sized(font: QFont, pixels: int) -> QFont:
    made = QFont(font)
    made.setPixelSize(pixels)
    return made
