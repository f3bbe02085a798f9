# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The one page that a result becomes: what was measured, the answer, bars, curves, conditions."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QPainter

from driveproof.domain.run.result import Row, mixed_title
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.ui.charts import painting, quantity
from driveproof.ui.charts.bars import ResultBars
from driveproof.ui.charts.ceiling import ceiling_of
from driveproof.ui.charts.chart import Chart, Margins
from driveproof.ui.charts.chart_style import Look, for_paper
from driveproof.ui.charts.guided import drawn, guided_chart
from driveproof.ui.charts.heatmap import LatencyChart
from driveproof.ui.charts.line import LineChart
from driveproof.ui.charts.scan import scan_charts
from driveproof.ui.charts.timeline import Timeline
from driveproof.ui.theme.text import shown
from driveproof.wording import run as words
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.phase import direction_word
from driveproof.wording.units import NARROW, format_latency, format_percent, format_size

WIDTH = 1200.0
EDGE = 48.0
GAP = 24.0
CHART = 146.0
SCAN = 230.0
LINE = 20.0
MOST_ROWS = 16  # curves of more tests than this would make no page any more


class RunPage:
    """A run on a page of WIDTH and whatever height it needs, in units of 1/96 inch."""

    def __init__(self, run: Run, *, binary: bool = False) -> None:
        self.run = run
        self.bars = ResultBars(drawn(run), binary=binary, ceiling=ceiling_of(run.environment))
        self._guided = guided_chart(run, binary=binary) if run.phases else None
        self.binary = binary
        target = run.target
        self.title = shown(target.model or target.device or target.path or run.title)
        look = for_paper()
        self._cautions = [
            line for note in words.cautions(run) for line in wrapped(note, look, WIDTH - 2 * EDGE)
        ]
        self._footer = [
            line
            for text in (*words.explanations(run), " · ".join(self._conditions()))
            for line in wrapped(text, look, WIDTH - 2 * EDGE, small=True)
        ]
        self._scan: list[Chart] = list(scan_charts(run, binary=binary))
        rows = [] if self._scan else self.bars.rows[:MOST_ROWS]
        self._charts = [self._row_charts(row) for row in rows]
        height = EDGE + 34 + 24 + 16 + 26 + 14
        height += LINE * len(self._cautions) + (10 if self._cautions else 0)
        height += (SCAN + GAP) * len(self._scan) if self._scan else self.bars.height + GAP
        height += self._guided.height + GAP if self._guided else 0
        height += sum(len(cells) and CHART + GAP for cells in self._charts)
        height += 14 + LINE * len(self._footer) + EDGE * 0.75
        self.size = QSizeF(WIDTH, round(height))

    def _identity(self) -> str:
        run, target = self.run, self.run.target
        parts = []
        if target.firmware:
            parts.append(_("Firmware {version}").format(version=shown(target.firmware)))
        if target.size:
            parts.append(format_size(target.size))
        place = shown(target.path or run.source)
        if target.filesystem:
            place = _("{filesystem} on {place}").format(
                filesystem=shown(target.filesystem), place=place
            )
        parts.append(place)
        parts.append(date_and_time(run.started))
        if run.label:
            parts.append(f"“{shown(run.label)}”")
        return " · ".join(parts)

    def _conditions(self) -> list[str]:
        run, env = self.run, self.run.environment
        parts = [f"Driveproof {shown(env.driveproof or '')}".strip()]
        if env.fio:
            fio = shown(env.fio)
            parts.append(fio if fio.startswith("fio") else f"fio {fio}")
        if env.kernel:
            parts.append(_("Linux {version}").format(version=shown(env.kernel)))
        if env.link:
            parts.append(shown(env.link))
        if env.scheduler:
            parts.append(_("scheduler {name}").format(name=shown(env.scheduler)))
        if env.test_file_size:
            size = format_size(env.test_file_size, binary=True)
            parts.append(_("test file {size}").format(size=size))
        if env.fill is not None:
            share = format_percent(env.fill)
            parts.append(_("file system {share} full").format(share=share))
        if env.temperature_before is not None and env.temperature_after is not None:
            parts.append(f"{env.temperature_before:.0f} → {env.temperature_after:.0f}{NARROW}°C")
        if any(len(phase.repeats) > 1 for phase in run.phases):
            parts.append(_("bars: median, lines: least to greatest of the repeats"))
        return parts

    def _row_charts(self, row: Row) -> list[tuple[Chart, Chart]]:
        found: list[PhaseResult] = []
        pairs: list[tuple[Chart, Chart]] = []
        for name in self.bars.directions:
            phase = row.phases.get(name)
            if phase is None or any(phase is other for other in found):
                continue
            found.append(phase)
            timeline = Timeline.of_phase(phase)
            if timeline.empty:
                continue
            of = quantity.of_metric(phase.primary, binary=self.binary)
            directions = " + ".join(direction_word(each) for each in phase.directions)
            title = mixed_title(phase.title, phase.direction)
            if "mixed" not in title:
                title = f"{title} {directions}"
            ceiling = ceiling_of(self.run.environment)
            line = LineChart(timeline, of, f"{title} · {of.unit or of.title}", ceiling)
            line.shows_legend = False
            heat = LatencyChart(timeline, self._latency_title(row, name))
            line.title_at_edge = heat.title_at_edge = True
            line.margins = Margins(48.0, 8.0 if len(phase.directions) == 1 else 36.0)
            heat.margins = Margins(48.0, 34.0)
            pairs.append((line, heat))
        return pairs

    @staticmethod
    def _latency_title(row: Row, direction: str) -> str:
        parts = []
        for metric in ("p50", "p99"):
            if (summary := row.summary(direction, metric)) is not None:
                parts.append(f"{metric} {format_latency(summary.median)}")
        return _("Latency") + (" · " + ", ".join(parts) if parts else "")

    def paint(self, painter: QPainter, look: Look) -> None:
        """Paint the page with its upper left corner at the origin."""
        y = self._paint_head(painter, look)
        inner = WIDTH - 2 * EDGE
        if self._guided is not None:
            self._guided.paint(painter, QRectF(EDGE, y, inner, self._guided.height), look)
            y += self._guided.height + GAP
        for chart in self._scan:
            chart.paint(painter, QRectF(EDGE, y, inner, SCAN), look)
            y += SCAN + GAP
        if not self._scan:
            self.bars.paint(painter, QRectF(EDGE, y, inner, self.bars.height), look)
            y += self.bars.height + GAP
        count = max((len(cells) for cells in self._charts), default=1) or 1
        for cells in self._charts:
            if not cells:
                continue
            width = (inner - (count - 1) * GAP) / count
            for column, (line, heat) in enumerate(cells):
                left = EDGE + column * (width + GAP)
                half = (width - 12) / 2
                line.paint(painter, QRectF(left, y, half, CHART), look)
                heat.paint(painter, QRectF(left + half + 12, y, half, CHART), look)
            y += CHART + GAP
        painting.hairline(painter, (EDGE, y, WIDTH - EDGE, y), look.line)
        y += 14
        for line_of_text in self._footer:
            painting.text(
                painter, QPointF(EDGE, y + LINE / 2), line_of_text, look.small, look.muted
            )
            y += LINE

    def _paint_head(self, painter: QPainter, look: Look) -> float:
        inner = WIDTH - 2 * EDGE
        title, answer = QFont(look.normal), QFont(look.normal)
        title.setPixelSize(24)
        title.setWeight(QFont.Weight.Medium)
        answer.setPixelSize(16)
        answer.setWeight(QFont.Weight.Medium)
        y = EDGE
        name = shown(self.run.title)
        side = look.width(look.normal, name) + 24
        fitted = painting.elided(self.title, title, inner - side)
        painting.text(painter, QPointF(EDGE, y + 14), fitted, title, look.text)
        painting.text(
            painter,
            QPointF(WIDTH - EDGE, y + 14),
            name,
            look.normal,
            look.muted,
            align=painting.RIGHT,
        )
        y += 34
        fitted = painting.elided(self._identity(), look.normal, inner)
        painting.text(painter, QPointF(EDGE, y + 12), fitted, look.normal, look.muted)
        y += 24 + 16
        fitted = painting.elided(words.headline(self.run, binary=self.binary), answer, inner)
        painting.text(painter, QPointF(EDGE, y + 13), fitted, answer, look.text)
        y += 26 + 14
        for line in self._cautions:
            painting.text(painter, QPointF(EDGE, y + LINE / 2), line, look.normal, look.warning)
            y += LINE
        return y + (10 if self._cautions else 0)

    def describe(self) -> str:
        """What is on the page, in a sentence."""
        return f"{self._identity()}. {words.headline(self.run, binary=self.binary)}"


def wrapped(text: str, look: Look, width: float, *, small: bool = False) -> list[str]:
    """A text in lines of at most `width` pixels; a word that is longer gets an ellipsis."""
    font = look.small if small else look.normal
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if look.width(font, longer) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        line = painting.elided(word, font, width)
    return [*lines, line] if line else lines
