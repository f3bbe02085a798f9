# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A result on one page: what was measured, the result chart, curves, conditions."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF
from PySide6.QtGui import QFont, QPainter

from driveproof.domain.answer import headline
from driveproof.domain.run.result import ChartKind
from driveproof.domain.run.run import Run
from driveproof.domain.run_cautions import Doubt, run_cautions
from driveproof.methods import answer_of
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import ChartStyle, for_paper
from driveproof.ui.charts.time_chart import LineChart
from driveproof.ui.output.run_charts import printed
from driveproof.ui.theme.text import shown
from driveproof.wording import run as words
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_text
from driveproof.wording.profile import run_title
from driveproof.wording.say import say_texts
from driveproof.wording.units import format_percent, format_size, format_temperature

WIDTH = 1200.0
EDGE = 48.0
GAP = 24.0
CHART = 146.0
LINE = 20.0
ANSWER = 26.0


class RunPage:
    """A run on a page of WIDTH and any height, in units of 1/96 inch."""

    def __init__(self, run: Run, *, binary: bool = False) -> None:
        self.run = run
        self.binary = binary
        target = run.target
        self.title = shown(
            target.model
            or target.device
            or target.path
            or run_title(run.title, run.profile, run.cache)
        )
        look = for_paper()
        answer = answer_of(run)
        self._headline = say_texts(headline(run, answer), binary=binary)
        self._answer = wrapped(self._headline, look, WIDTH - 2 * EDGE, font=answer_font(look))
        self._cautions = [
            (line, one.grade == Doubt.DOUBT)
            for one in run_cautions(run)
            for line in wrapped(finding_text(one, Face.WINDOW), look, WIDTH - 2 * EDGE)
        ]
        self.drawn = printed(run, binary=binary)
        for each in self.drawn:
            for chart in each.charts:
                if isinstance(chart, LineChart) and each.kind is ChartKind.CURVES:
                    chart.says_seconds = False  # the heat map beside it does
        self._footer = [
            line
            for text in (
                *words.explanations(run, answer, binary=binary),
                " · ".join(self._conditions()),
            )
            for line in wrapped(text, look, WIDTH - 2 * EDGE, font=look.small)
        ]
        height = EDGE + 34 + 24 + 16 + ANSWER * len(self._answer) + 14
        height += LINE * len(self._cautions) + (10 if self._cautions else 0)
        height += sum((each.height or CHART) + GAP for each in self.drawn)
        height += 14 + LINE * len(self._footer) + EDGE * 0.75
        self.size = QSizeF(WIDTH, round(height))

    def _identity(self) -> str:
        run, target = self.run, self.run.target
        parts = []
        if target.firmware:
            parts.append(_("firmware {firmware}").format(firmware=shown(target.firmware)))
        if target.size:
            parts.append(format_size(target.size))
        place = shown(target.path or run.source)
        if target.filesystem:
            place = _("{filesystem} on {path}").format(
                filesystem=shown(target.filesystem), path=place
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
            parts.append(_("scheduler {scheduler}").format(scheduler=shown(env.scheduler)))
        if env.test_file_size:
            size = format_size(env.test_file_size, binary=True)
            parts.append(_("test file {size}").format(size=size))
        if env.fill is not None:
            share = format_percent(env.fill)
            parts.append(_("file system {share} full").format(share=share))
        if env.temperature_before is not None and env.temperature_after is not None:
            parts.append(
                f"{env.temperature_before:.0f} → {format_temperature(env.temperature_after)}"
            )
        if any(len(phase.repeats) > 1 for phase in run.phases):
            parts.append(_("bars: median, lines: minimum to maximum"))
        if any(each.kind is ChartKind.CURVES for each in self.drawn):
            parts.append(_("latency: darker cells have more I/Os"))
        return parts

    def paint(self, painter: QPainter, look: ChartStyle) -> None:
        """Paint the page with its upper left corner at the origin."""
        y = self._paint_head(painter, look)
        inner = WIDTH - 2 * EDGE
        curves = [each for each in self.drawn if each.kind is ChartKind.CURVES]
        count = max((len(each.charts) // 2 for each in curves), default=1)
        width = (inner - (count - 1) * GAP) / count
        for each in self.drawn:
            height = each.height or CHART
            if each.kind in (ChartKind.MAP, ChartKind.WRITE_BACK):
                beside = (inner - GAP) / len(each.charts)
                for number, chart in enumerate(each.charts):
                    left = EDGE + number * (beside + GAP)
                    chart.paint(painter, QRectF(left, y, beside, height), look)
            elif each.kind is ChartKind.CURVES:
                half = (width - 12) / 2
                for number, chart in enumerate(each.charts):
                    left = EDGE + number // 2 * (width + GAP) + number % 2 * (half + 12)
                    chart.paint(painter, QRectF(left, y, half, height), look)
            else:
                each.charts[0].paint(painter, QRectF(EDGE, y, inner, height), look)
            y += height + GAP
        painting.hairline(painter, (EDGE, y, WIDTH - EDGE, y), look.line)
        y += 14
        for line_of_text in self._footer:
            painting.text(
                painter, QPointF(EDGE, y + LINE / 2), line_of_text, look.small, look.muted
            )
            y += LINE

    def _paint_head(self, painter: QPainter, look: ChartStyle) -> float:
        inner = WIDTH - 2 * EDGE
        title, answer = QFont(look.normal), answer_font(look)
        title.setPixelSize(24)
        title.setWeight(QFont.Weight.Medium)
        y = EDGE
        name = run_title(self.run.title, self.run.profile, self.run.cache)
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
        for line in self._answer:
            painting.text(painter, QPointF(EDGE, y + ANSWER / 2), line, answer, look.text)
            y += ANSWER
        y += 14
        for line, doubt in self._cautions:
            color = look.warning if doubt else look.muted
            painting.text(painter, QPointF(EDGE, y + LINE / 2), line, look.normal, color)
            y += LINE
        return y + (10 if self._cautions else 0)

    def describe(self) -> str:
        """The content of the page, in a sentence."""
        return f"{self._identity()}. {self._headline}"


def answer_font(look: ChartStyle) -> QFont:
    """Of the sentence that says what came out."""
    font = QFont(look.normal)
    font.setPixelSize(16)
    font.setWeight(QFont.Weight.Medium)
    return font


def wrapped(text: str, look: ChartStyle, width: float, *, font: QFont | None = None) -> list[str]:
    """A text in lines of at most `width` pixels, in the normal font without another one; a longer
    word gets an ellipsis.
    """
    font = font or look.normal
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
