# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison on one page: the result, its rows, the curves of its sides."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QPainter

import driveproof
from driveproof.domain.comparison.answer import by_test
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.conditions import condition_title, condition_values
from driveproof.domain.comparison.left_out import left_out
from driveproof.domain.comparison.overview import overview
from driveproof.domain.comparison.remarks import metric_title
from driveproof.domain.comparison.side_names import ROOMY, side_heads
from driveproof.domain.run.hosts import hosts_named, on_hosts
from driveproof.engine.comparison.reading import ComparedRuns
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart import Chart, Margins
from driveproof.ui.charts.chart_style import ChartStyle, for_paper
from driveproof.ui.charts.grouped_bars import GroupedBars
from driveproof.ui.charts.intervals import Intervals
from driveproof.ui.charts.side_bars import SideBars
from driveproof.ui.charts.surface import SurfaceChart
from driveproof.ui.compare import texts as words
from driveproof.ui.compare.detail import charts_of
from driveproof.ui.compare.file_sizes import file_sizes_rows
from driveproof.ui.compare.load_curve import load_charts
from driveproof.ui.output.run_page import EDGE, GAP, LINE, WIDTH, wrapped
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.table import cell_text

CHART = 168.0
SURFACE = 260.0
MOST_TESTS = 12  # more curves would not fit on a page
_INNER = WIDTH - 2 * EDGE


class ComparePaper:
    """A comparison on a page of WIDTH and any height, in units of 1/96 inch."""

    def __init__(self, compared: ComparedRuns, *, binary: bool = False) -> None:
        comparison = compared.comparison
        self.title = say_texts(compared.answer.sentences, binary=binary)
        self._sides = words.detail_line(comparison)
        self.rows = Intervals(compared.answer.changes, binary=binary)
        self.groups: GroupedBars | None = None
        if (every := compared.answer.known("overview")) is not None:
            heads = tuple(map(value_text, side_heads(comparison, widest=ROOMY)))
            self.groups = GroupedBars(overview(comparison), heads, every, binary=binary)
            self.groups.margins, self.groups.title_at_edge = Margins(right=12.0), True
        look = for_paper()
        answer = _answer(look)
        self._answer = wrapped(self.title, look, _INNER, font=answer)
        self._cautions = [
            line for text in words.cautions(comparison) for line in wrapped(text, look, _INNER)
        ]
        self.origin = painting.elided(_origin(comparison), look.normal, _INNER)
        self._changed = [
            line
            for text in (words.next_line(comparison), _changed(comparison))
            if text
            for line in wrapped(text, look, _INNER)
        ]
        rest = [*words.remarks(comparison), *self._differences(compared)]
        self._rest = [
            line for text in rest for line in wrapped(text, look, _INNER, font=look.small)
        ]
        self._charts: list[tuple[str, list[Chart]]] = []
        if loads := list(load_charts(compared)):
            for load in loads:
                load.margins, load.title_at_edge = Margins(58.0, 40.0), True
            self._charts.append((_("Load curves"), list(loads)))
        for number, pair in enumerate(file_sizes_rows(compared, binary=binary)):
            self._charts.append(("" if number else _("File operations"), list(pair)))
        for metric in _tests(compared):
            wide, beside = charts_of(compared, metric, metric.direction, binary=binary)
            charts = [*wide, *(c for c in beside if not isinstance(c, SideBars))][:2]
            if not charts:
                continue
            for chart in charts:
                chart.margins, chart.title_at_edge = Margins(right=12.0), True
            self._charts.append((value_text(metric_title(metric)), charts))
        height = EDGE + LINE + 4 + 24 * len(self._answer) + 30
        height += LINE * len(self._changed)
        height += LINE * len(self._cautions) + (10 if self._cautions else 0)
        height += self.rows.height + GAP
        height += self._group_height(look) + GAP if self.groups else 0
        for _title, charts in self._charts:
            height += _height(charts, look) + LINE + GAP
        height += 14 + LINE * len(self._rest) + EDGE * 0.75
        self.size = QSizeF(WIDTH, round(height))

    def _group_height(self, look: ChartStyle) -> float:
        more = self.groups.more_height(_INNER, look) if self.groups else 0.0
        return CHART + LINE + more

    @staticmethod
    def _differences(compared: ComparedRuns) -> list[str]:
        comparison = compared.comparison
        found = [words.alike(comparison)]
        found += [say_text(span.say) for span in compared.spans if span.changes]
        left = [
            _("{first} ({second})").format(first=cell_text(name), second=value_text(reason))
            for name, reason in left_out(comparison)
        ]
        if left:
            found.append(_("Not compared: {names}.").format(names="; ".join(left)))
        return [text for text in found if text]

    def paint(self, painter: QPainter, look: ChartStyle) -> None:
        """Paint the page with its upper left corner at the origin."""
        y = EDGE
        at = QPointF(EDGE, y + LINE / 2 - 4)
        painting.text(painter, at, self.origin, look.normal, look.muted)
        y += LINE + 4
        answer = _answer(look)
        for line in self._answer:
            painting.text(painter, QPointF(EDGE, y + 12), line, answer, look.text)
            y += 24
        fitted = painting.elided(self._sides, look.normal, _INNER)
        painting.text(painter, QPointF(EDGE, y + 12), fitted, look.normal, look.muted)
        for line in self._changed:
            y += LINE
            painting.text(painter, QPointF(EDGE, y + 12), line, look.normal, look.text)
        y += 30
        if self.groups:
            high = self._group_height(look)
            self.groups.paint(painter, QRectF(EDGE, y, _INNER, high), look)
            y += high + GAP
        for line in self._cautions:
            painting.text(painter, QPointF(EDGE, y + LINE / 2), line, look.normal, look.warning)
            y += LINE
        y += 10 if self._cautions else 0
        self.rows.paint(painter, QRectF(EDGE, y, _INNER, self.rows.height), look)
        y += self.rows.height + GAP
        for title, charts in self._charts:
            at = QPointF(EDGE, y + LINE / 2)
            painting.text(painter, at, painting.elided(title, look.normal, _INNER), look.normal,
                          look.text)  # fmt: skip
            y += LINE
            width, high = _width(charts), _height(charts, look)
            for column, chart in enumerate(charts):
                left = EDGE + column * (width + GAP)
                chart.paint(painter, QRectF(left, y, width, high), look)
            y += high + GAP
        painting.hairline(painter, (EDGE, y, WIDTH - EDGE, y), look.line)
        y += 14
        for line in self._rest:
            painting.text(painter, QPointF(EDGE, y + LINE / 2), line, look.small, look.muted)
            y += LINE

    def describe(self) -> str:
        """The content of the page, in a sentence."""
        return f"{self._sides}. {self.title}"


def _width(charts: Sequence[Chart]) -> float:
    """Of each of the charts beside each other."""
    return (_INNER - GAP * (len(charts) - 1)) / len(charts)


def _height(charts: Sequence[Chart], look: ChartStyle) -> float:
    """Of charts beside each other, with all rows of their legends."""
    own = SURFACE if isinstance(charts[0], SurfaceChart) else CHART
    return own + max(chart.more_height(_width(charts), look) for chart in charts)


def _changed(comparison: Comparison) -> str:
    """What else than the figures is another on the sides, "" for nothing that is known."""
    lines = [
        f"{say_text(condition_title(one.what))}: {value_text(before)} → {value_text(after)}"
        for one in comparison.differs
        for before, after in (condition_values(one),)
    ]
    if not lines:
        return ""
    begin = _("Other differences: {names}.")
    return begin.format(names="; ".join(dict.fromkeys(lines)))


def _origin(comparison: Comparison) -> str:
    """Whose drives, until when, and by which program: a picture is passed on without its page."""
    runs = [run for side in comparison.sides for run in side.runs]
    models = [
        say_text(hosts_named(run))
        if on_hosts(run)
        else shown(run.target.model or run.target.device or "")
        for run in runs
    ]
    last = max(run.started for run in runs)
    parts = (
        ", ".join(dict.fromkeys(filter(None, models))) or _("Unknown drive"),
        _("measured until {date}").format(date=date_and_time(last)),
        f"Driveproof {driveproof.__version__}",
    )
    return " · ".join(parts)


def _tests(compared: ComparedRuns) -> list[Metric]:
    found = {metric.test: metric for metric in reversed(by_test(compared.comparison))}
    return list(reversed(found.values()))[:MOST_TESTS]


def _answer(look: ChartStyle) -> QFont:
    font = QFont(look.normal)
    font.setPixelSize(18)
    font.setWeight(QFont.Weight.Medium)
    return font
