# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The big figures beside the charts of a running test."""

from __future__ import annotations

import math
from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt, Slot
from PySide6.QtGui import QAccessible, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from driveproof.domain.run.areas import Area, faulty_areas
from driveproof.domain.run.run import Position
from driveproof.domain.run.sample import Sample
from driveproof.domain.run.timeline import FOREIGN_FLOOR
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.layouts import ANY_SIZE
from driveproof.wording.catalogue import _
from driveproof.wording.units import (
    NARROW,
    bandwidth_value,
    format_size,
    iops_value,
    latency_value,
    three_digits,
)

COLUMN = 196


class LiveFigure(QWidget):
    """A caption, a figure, and its unit in small grey letters; repainted only on a change."""

    def __init__(self, theme: Theme, caption: str, *, large: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._caption = caption
        self._number = "–"
        self._unit = ""
        self._large = large
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._restyle()
        theme.changed.connect(self._restyle)
        self._name()

    @Slot()
    def _restyle(self) -> None:
        self._look = ChartStyle.of(self._theme)
        self._figure = QFont(self._theme.body(strong=True))
        size = 1.9 if self._large else 1.4
        if self._figure.pointSizeF() > 0:
            self._figure.setPointSizeF(self._figure.pointSizeF() * size)
        else:
            self._figure.setPixelSize(round(self._figure.pixelSize() * size))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        look = self._look
        height = look.height(look.small) + look.height(self._figure) + 4
        return QSize(190, round(height))

    def show_value(self, number: str, unit: str = "") -> None:
        """Show another figure with its unit."""
        if (number, unit) != (self._number, self._unit):
            self._number, self._unit = number, unit
            if QAccessible.isActive():
                self._name()
            self.update()

    def text(self) -> str:
        """The text to read: caption, figure, unit."""
        return f"{self._caption}: {self._number} {self._unit}".strip()

    def _name(self) -> None:
        self.setAccessibleName(self.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), self._look
        small = look.height(look.small)
        caption = painting.elided(self._caption, look.small, self.width())
        painting.text(painter, QPointF(0, small / 2), caption, look.small, look.muted)
        y = small + 2 + look.height(self._figure) / 2
        width = painting.text(painter, QPointF(0, y), self._number, self._figure, look.text)
        if self._unit:
            unit = painting.elided(self._unit, look.normal, self.width() - width - 6)
            low = y + look.height(self._figure) * 0.09
            at = QPointF(width + 6, low + (1 if self._large else 0))
            painting.text(painter, at, unit, look.normal, look.muted)


class LiveFigures(QWidget):
    """IOPS, bandwidth, latency and disturbances, as of the last snapshot."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.iops = LiveFigure(theme, _("IOPS now"), large=True)
        self.bandwidth = LiveFigure(theme, _("Bandwidth now"), large=True)
        self.p50 = LiveFigure(theme, _("Latency, median"))
        self.p99 = LiveFigure(theme, _("Latency, p99"))
        self.stall = LiveFigure(theme, _("Longest stall"))
        self.temperature = LiveFigure(theme, _("Temperature"))
        self.foreign = LiveFigure(theme, _("Other programs"))
        self.bad = LiveFigure(theme, _("Bad"))
        self._always = (self.iops, self.bandwidth, self.p50, self.p99, self.stall)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, GRID, 0, 0)
        self._grid.setSpacing(2 * GRID)
        self._columns = 0
        self.set_columns(1)
        self.temperature.hide()
        self.foreign.hide()
        self.bad.hide()

    def set_columns(self, count: int) -> None:
        """Lay them out in columns: one beside the charts, several above them."""
        if count == self._columns:
            return
        self._columns = count
        for place, number in enumerate((*self._always, self.temperature, self.foreign, self.bad)):
            # also takes it from its old place
            self._grid.addWidget(number, place // count, place % count, Qt.AlignmentFlag.AlignTop)
        alone = count == 1
        self.setMinimumWidth(COLUMN if alone else 0)
        self.setMaximumWidth(COLUMN if alone else ANY_SIZE)

    def begin(self) -> None:
        """Another run: nothing is known yet."""
        self.clear()
        self.temperature.hide()
        self.foreign.hide()
        self._of_check(False)

    def _of_check(self, on: bool) -> None:
        """A check has large blocks: neither IOPS nor latencies say anything, but what is bad."""
        for number in (self.iops, self.p50, self.p99):
            number.setVisible(not on)
        self.bad.setVisible(on)

    def set_task(self, on: bool) -> None:
        """A task has no latencies: the figures are those of the drive."""
        for number in (self.p50, self.p99, self.stall):
            number.setVisible(not on)

    def clear(self) -> None:
        """Another test: its figures are still to come."""
        for number in self._always:
            number.show_value("–")

    def show_samples(self, samples: tuple[Sample, ...], *, binary: bool) -> None:
        """Show what was counted between the last two snapshots, a sample per direction."""
        number, prefix = iops_value(sum(sample.iops for sample in samples))
        self.iops.show_value(number, prefix)
        self.bandwidth.show_value(
            *bandwidth_value(sum(sample.bandwidth for sample in samples), binary=binary)
        )
        # of a mixed phase the slower direction, so that nothing slow is hidden
        for place, values in (
            (self.p50, [sample.p50 for sample in samples]),
            (self.p99, [sample.p99 for sample in samples]),
        ):
            known = [value for value in values if value is not None]
            place.show_value(*(latency_value(max(known)) if known else ("–", "")))
        temperature = samples[0].temperature
        if temperature is not None and math.isfinite(temperature):
            self.temperature.show_value(f"{temperature:.0f}", "°C")
            self.temperature.show()
        other = samples[0].background_bandwidth
        if other is not None and (other > FOREIGN_FLOOR or not self.foreign.isHidden()):
            self.foreign.show_value(*bandwidth_value(other, binary=binary))
            self.foreign.show()

    def show_places(self, places: Sequence[Position], *, binary: bool) -> None:
        """Show a scan so far: the last position as the current value, and the access times of
        all.
        """
        if not places or not (last := places[-1]).seconds:
            return
        times = sorted(place.seconds for place in places)
        self.iops.show_value(*iops_value(1 / last.seconds))
        self.bandwidth.show_value(*bandwidth_value(last.bytes / last.seconds, binary=binary))
        for place, percent in ((self.p50, 50), (self.p99, 99)):
            rank = -(-percent * len(times) // 100)
            place.show_value(*latency_value(times[max(1, rank) - 1]))

    def show_check(
        self, places: Sequence[Position], areas: Sequence[Area], *, binary: bool
    ) -> None:
        """Show a check so far: the last speed, and how much is bad."""
        self._of_check(True)
        if places and (last := places[-1]).seconds:
            self.bandwidth.show_value(*bandwidth_value(last.bytes / last.seconds, binary=binary))
        lost = sum(area.counted for area in faulty_areas(areas))
        self.bad.show_value(*(format_size(lost).split(NARROW) if lost else (_("none"), "")))

    def show_stall(self, longest: tuple[float, float] | None, *, begun: bool) -> None:
        """Show the longest stall of this test as (seconds, when); `begun` once there is a
        sample.
        """
        if longest is not None:
            self.stall.show_value(three_digits(longest[0]), "s")
        else:
            self.stall.show_value(_("none") if begun else "–")
