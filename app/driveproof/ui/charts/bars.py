# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result chart of a run: medians as bars from zero, minimum and maximum repeat as whiskers."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPointF

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.bands import CLASS_TITLES, ReferenceBand
from driveproof.domain.expected_speed import place_words, range_place
from driveproof.domain.metric import MetricName, metrics_of
from driveproof.domain.run.certainty import certainty
from driveproof.domain.run.result import Figures, PhaseRow, directions_of, rows_of
from driveproof.domain.run.run import PhaseResult, Summary
from driveproof.ui.charts import painting
from driveproof.ui.charts.ceiling import Ceiling
from driveproof.ui.charts.chart import ChartTable
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.marks import SHORTEST, BarMark, Bars
from driveproof.ui.charts.plot import ChartPlot
from driveproof.ui.charts.rows import HEAD, RowsChart
from driveproof.wording.catalogue import _
from driveproof.wording.figures import (
    metric_titles,
    together_text,
    write_metric,
    write_range,
)
from driveproof.wording.phase import direction_title
from driveproof.wording.profile import test_title
from driveproof.wording.say import say_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import NARROW

ROW = 48.0
_METRICS = metrics_of(Pattern.RANDOM)  # tasks have a chart of their own
BESIDE = 48.0  # pixels of a column that are kept for its bars
GAP = 16.0  # pixels between the columns
BAND_IN_SIGHT = 0.25
"""The band is drawn if a bar reaches this fraction of its upper end: it would squash the others."""


class ResultBars(RowsChart):
    """A row per test: its title, then figure, spread and bar for each direction.

    It does not zoom: bars begin at zero, and each metric has a scale of its own.
    """

    def __init__(
        self,
        phases: tuple[PhaseResult, ...],
        *,
        profile: str = "",
        binary: bool = False,
        ceiling: Ceiling | None = None,
        bands: Mapping[str, ReferenceBand] | None = None,
    ) -> None:
        """`profile` is the name of the profile of their run, whose texts the titles are; `bands`
        are where drives of its class lie, by the name of the test.
        """
        super().__init__()
        self.rows = rows_of(phases)
        self._profile = profile
        self.directions = directions_of(self.rows)
        self.binary = binary
        self.repeats = max((len(phase.repeats) for phase in phases), default=0)
        # Of tests that went on by themselves none lacks what another has.
        alone = [len(phase.repeats) for phase in phases if phase.stopping and phase.repeats]
        self.fewest = min(alone, default=self.repeats)
        self.tops = {
            metric: max(
                (
                    summary.high
                    for row in self.rows
                    if row.primary == metric
                    for name in self.directions
                    if (summary := row.summary(name))
                ),
                default=0.0,
            )
            for metric in (MetricName.IOPS, MetricName.BANDWIDTH, MetricName.TIME)
        }
        self.ceiling = ceiling
        self.shows_ceiling = ceiling is not None and ceiling.in_sight(
            self.tops[MetricName.BANDWIDTH]
        )
        if ceiling is not None and self.shows_ceiling:
            self.tops[MetricName.BANDWIDTH] = max(self.tops[MetricName.BANDWIDTH], ceiling.value)
        self._bands = dict(bands or {})
        for band in self._bands.values():
            top = self.tops[band.metric]
            if top >= BAND_IN_SIGHT * band.high:
                self.tops[band.metric] = max(top, band.high)

    @property
    def name(self) -> str:
        return _("Results of all tests")

    def heights(self) -> list[float]:
        return [ROW] * max(1, len(self.rows))

    def columns(self, width: float, look: ChartStyle) -> tuple[float, float, float]:
        """The widths of the titles, of each direction, and of the figures within that."""
        widest = max(
            (look.width(look.normal, self.title_of(row)) for row in self.rows), default=0.0
        )
        titles = min(260.0, max(width * 0.26, widest + 34))
        each = (width - titles) / max(1, len(self.directions))
        texts = [
            look.width(look.small, self.spread(row, name, summary))
            for row in self.rows
            for name in self.directions
            if (summary := row.summary(name))
        ]
        wanted = max(min(150.0, each * 0.42), *texts, 0.0)
        if wanted > each - BESIDE:  # the figures in words take precedence over the bars
            wanted = min(wanted, each - GAP)
        return titles, each, wanted

    def across(self, width: float, look: ChartStyle) -> tuple[float, float]:
        titles, _each, number = self.columns(width, look)
        return titles + number + 16, width - 24

    def draw(self, plot: ChartPlot) -> None:
        look, beside = plot.look, plot.beside
        titles, each, number = self.columns(plot.rect().width(), look)
        long = max(1.0, each - number - 40)  # of the longest bar, in pixels
        bands = self.bands(plot, (0.0, plot.area.width() / long))
        self.draw_head(plot, 0, _("Test"))
        end = look.width(look.small, _("Test")) + GAP
        for column, name in enumerate(self.directions):
            right = titles + each * column + number
            at = QPointF(min(right, plot.rect().width() - plot.corner), HEAD / 2)
            head = self._head(name, at.x() - end, look)
            beside.text(at, head, look.small, look.muted, painting.RIGHT)
            end = at.x() + GAP
            self._name_ceiling(plot, right + 16, long)
        if not self.rows:
            words = _("Nothing was measured.")
            beside.text(QPointF(0, bands[0].middle), words, look.normal, look.muted)
            return
        found: list[BarMark] = []
        names = painting.elided_apart(
            [self.title_of(row) for row in self.rows], look.normal, titles - 20
        )
        for row, band, words in zip(self.rows, bands, names, strict=True):
            self.draw_ground(plot, band)
            indent = 14.0 if self.selected is not None else 0.0
            together = self._together(row)
            up = 9 if together else 0
            beside.text(QPointF(indent, band.middle - up), words, look.normal, look.text)
            if together:
                below = painting.elided(together, look.small, titles - 20)
                beside.text(QPointF(indent, band.middle + 10), below, look.small, look.muted)
            for column, name in enumerate(self.directions):
                summary = row.summary(name)
                if summary is None:
                    continue
                left = titles + each * column
                self._draw_figures(plot, row, name, QPointF(left + number, band.middle), number)
                top = self.tops[row.primary]
                if top > 0 and long >= SHORTEST:
                    color, start = look.direction(name), column * each / long
                    mark = BarMark.of(
                        summary,
                        top,
                        band.place,
                        color,
                        start=start,
                        limit=self._limit(row),
                        band=self.band(row, name),
                    )
                    found.append(mark)
                    if mark.band is not None:
                        at = QPointF(left + number + 16, band.middle)
                        self._name_band(plot, row, name, at, long)
            beside.rule(0, plot.rect().width(), band.box.bottom(), look.line)
        plot.item("bars", Bars, z=10).set_bars(found, look, ROW)

    def _head(self, direction: Direction, room: float, look: ChartStyle) -> str:
        """The header of a direction's figures; without their number where there is no room."""
        title = direction_title(direction)
        whole = title
        if self.fewest < self.repeats:
            count = _("{low} to {high}").format(low=self.fewest, high=self.repeats)
            whole = _("{title}, median of {count}").format(title=title, count=count)
        elif self.repeats > 1:
            whole = _("{title}, median of {count}").format(title=title, count=self.repeats)
        elif self.repeats == 1:
            whole = _("{first}, {second}").format(first=title, second=_("one repeat"))
        fits = look.width(look.small, whole) <= room
        return whole if fits else painting.elided(title, look.small, room)

    def _together(self, row: PhaseRow) -> str:
        """Both directions of a mixed test; "" for any other."""
        mixed = [phase for phase in row.measured if phase.direction == Direction.MIXED]
        return together_text(mixed[0], binary=self.binary) if mixed else ""

    def _draw_figures(
        self, plot: ChartPlot, row: PhaseRow, direction: Direction, at: QPointF, room: float
    ) -> None:
        """The median and below it the spread, left of `at`; where half of the spread would be cut,
        only the table has it.
        """
        summary, look = row.summary(direction), plot.look
        if summary is None:
            return
        words = write_metric(row.primary, summary.median, binary=self.binary)
        spread = self.spread(row, direction, summary)
        if look.width(look.small, spread) > room:
            spread = ""
        color, y = look.direction(direction), at.y() - (9 if spread else 0)
        plot.beside.text(QPointF(at.x(), y), words, look.normal, color, painting.RIGHT)
        if spread:
            below = QPointF(at.x(), at.y() + 10)
            plot.beside.text(below, spread, look.small, look.muted, painting.RIGHT)

    def band(self, row: PhaseRow, direction: Direction) -> tuple[float, float] | None:
        """Where drives of its class lie, as fractions of the longest bar; None out of sight."""
        band, top = self._bands.get(row.phases[direction].name), self.tops[row.primary]
        if band is None or band.high > top:
            return None
        return band.low / top, band.high / top

    def _name_band(
        self, plot: ChartPlot, row: PhaseRow, direction: Direction, left: QPointF, long: float
    ) -> None:
        """Its label at its right end below the bar; `left` is where the bar begins."""
        band, shares = self._bands[row.phases[direction].name], self.band(row, direction)
        words, look = say_text(CLASS_TITLES[band.drive_class]), plot.look
        if shares is not None and look.width(look.small, words) <= long * shares[1]:
            at = QPointF(left.x() + long * shares[1] - 3, left.y() + 15)
            plot.beside.text(at, words, look.small, look.muted, painting.RIGHT)

    def _limit(self, row: PhaseRow) -> float | None:
        """The ceiling as a fraction of the longest bar."""
        if self.ceiling is None or not self.shows_ceiling or row.primary != MetricName.BANDWIDTH:
            return None
        return self.ceiling.value / self.tops[MetricName.BANDWIDTH]

    def spread(self, row: PhaseRow, direction: Direction, summary: Summary) -> str:
        spread = write_range(row.primary, summary, binary=self.binary)
        phase = row.phases[direction]
        every = len(phase.repeats) if phase.stopping else self.repeats
        counted = _("{done} of {total}").format(done=summary.count, total=every)
        short = _("short")
        said = [
            spread,
            counted if summary.count < every else "",
            short if row.short(direction) else "",
            cell_text(certainty(Figures(phase, direction))),
        ]
        return ", ".join(word for word in said if word)

    def _name_ceiling(self, plot: ChartPlot, left: float, long: float) -> None:
        """Its label above the line, if the column's header has room for it."""
        if self.ceiling is None or not self.shows_ceiling:
            return
        look, room = plot.look, long * self.ceiling.value / self.tops[MetricName.BANDWIDTH]
        for words in (self.ceiling.words(binary=self.binary), self.ceiling.link):
            right = min(left + room, plot.rect().width() - plot.corner)
            if look.width(look.small, words) <= right - left:
                at = QPointF(right, HEAD / 2)
                plot.beside.text(at, words, look.small, look.muted, painting.RIGHT)
                return

    def table(self) -> ChartTable:
        """Every metric of every phase, not only those of the bars."""
        titles = metric_titles()
        rows = []
        for row in self.rows:
            for name in self.directions:
                if name not in row.phases:
                    continue
                cells = [self.title_of(row), direction_title(name)]
                count = 0
                for metric in _METRICS:
                    summary = row.summary(name, metric)
                    if summary is None:
                        cells.append("–")
                        continue
                    count = max(count, summary.count)
                    text = write_metric(metric, summary.median, binary=self.binary)
                    spread = write_range(metric, summary, binary=self.binary)
                    cells.append(f"{text} ({spread})" if spread and spread != text else text)
                short = _("short")
                cells.insert(2, f"{count}, {short}" if row.short(name) else str(count))
                rows.append(tuple(cells))
            if row.total(MetricName.IOPS) is not None:
                rows.append(self._total_row(row))
        heads = (
            _("Test"),
            _("Direction"),
            _("Repeats"),
            *(titles[metric] for metric in _METRICS),
        )
        return ChartTable(heads, tuple(rows))

    def title_of(self, row: PhaseRow) -> str:
        """What a row is called."""
        return test_title(row.title, self._profile)

    def _total_row(self, row: PhaseRow) -> tuple[str, ...]:
        """Both directions of a mixed test, of what adds up."""
        cells = []
        for metric in _METRICS:
            summary = (
                row.total(metric) if metric in (MetricName.IOPS, MetricName.BANDWIDTH) else None
            )
            words = write_metric(metric, summary.median if summary else None, binary=self.binary)
            cells.append(words)
        total = row.total(MetricName.IOPS)
        return (self.title_of(row), _("Together"), str(total.count if total else 0), *cells)

    def describe(self) -> str:
        parts = []
        for row in self.rows:
            for name in self.directions:
                if summary := row.summary(name):
                    words = write_metric(row.primary, summary.median, binary=self.binary)
                    said = f"{self.title_of(row)}, {direction_title(name)}: {words}"
                    if band := self._bands.get(row.phases[name].name):
                        where = range_place(summary.median, band.low, band.high)
                        said = f"{said}, {say_text(place_words(where, band.drive_class))}"
                    parts.append(said)
            if together := self._together(row):
                parts.append(f"{self.title_of(row)}, {together}")
        if self.ceiling is not None and self.tops[MetricName.BANDWIDTH] > 0:
            parts.append(self.ceiling.words(binary=self.binary))
        return "; ".join(parts).replace(NARROW, " ")
