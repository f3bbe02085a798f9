# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The partitions of a device as one bar to scale."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.ui.overview.facts import content_text
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown, tooltip
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_size

BAR = 40
GAP = 2
LEAST = 6  # the narrowest part that can still be seen and pointed at
_UNUSED = 8 * 2**20  # a smaller gap between partitions is alignment, not free space


@dataclass(frozen=True, slots=True)
class BarSegment:
    """A segment of the bar. Bytes; `used` is None if unknown; `free` is unpartitioned."""

    name: str
    detail: str
    size: int
    used: int | None = None
    free: bool = False
    short: str = ""  # a short name for a narrow segment


def parts_of(device: BlockDevice, inventory: Inventory) -> tuple[BarSegment, ...]:
    """The partitions in order with the gaps between them; the device itself without any."""
    partitions = [
        child for child in inventory.children(device) if child.partition_of == device.name
    ]
    if not partitions:
        if not device.size or not (device.filesystem or device.children):
            return ()
        return (_part(device, inventory),)
    parts: list[BarSegment] = []
    end = 0
    ordered = sorted(partitions, key=lambda p: (p.partition_offset or 0, p.partition_number or 0))
    for partition in ordered:
        start = end if partition.partition_offset is None else partition.partition_offset
        if start - end > _UNUSED:
            parts.append(_unused(start - end))
        if start + partition.size <= end:
            continue  # inside the previous one: a logical partition of an extended one
        parts.append(_part(partition, inventory))
        end = max(end, start + partition.size)
    if device.size - end > _UNUSED:
        parts.append(_unused(device.size - end))
    return tuple(parts)


def _part(device: BlockDevice, inventory: Inventory) -> BarSegment:
    used = device.used
    if used is None:  # an encrypted partition is as full as its only file system
        above = [layer.device for layer in inventory.above(device) if layer.device.used is not None]
        if len(above) == 1 and not inventory.children(above[0]):
            used = above[0].used
    number = "" if device.partition_number is None else str(device.partition_number)
    return BarSegment(shown(device.name), content_text(device), device.size, used, short=number)


def _unused(size: int) -> BarSegment:
    return BarSegment(_("Free"), "", size, free=True)


class PartitionBar(QWidget):
    """Segments in proportion to their size, filled in proportion to their use, labelled below."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._parts: tuple[BarSegment, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def set_parts(self, parts: tuple[BarSegment, ...]) -> None:
        """Show these parts."""
        if parts == self._parts:
            return
        self._parts = parts
        self.setAccessibleName(_("Partitions"))
        self.setAccessibleDescription("; ".join(_sentence(part) for part in parts))
        self.update()

    def parts(self) -> tuple[BarSegment, ...]:
        """What is shown."""
        return self._parts

    def sizeHint(self) -> QSize:
        body = QFontMetrics(self._theme.body()).height()
        small = QFontMetrics(self._theme.small()).height()
        return QSize(320, BAR + GRID + body + small + self.contentsMargins().top())

    def places(self) -> list[QRectF]:
        """Where each part is drawn."""
        count = len(self._parts)
        total = sum(part.size for part in self._parts)
        room = self.width() - GAP * max(0, count - 1)
        if not count or total <= 0 or room <= 0:
            return []
        least = min(LEAST, room / count)
        small = [part.size / total * room < least for part in self._parts]
        rest = sum(p.size for p, is_small in zip(self._parts, small, strict=True) if not is_small)
        wide = room - least * sum(small)
        places, left = [], 0.0
        for part, is_small in zip(self._parts, small, strict=True):
            width = least if is_small else part.size / rest * wide
            places.append(QRectF(left, 0, width, BAR))
            left += width + GAP
        return places

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.translate(0, self.contentsMargins().top())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QPainterPath()
        whole.addRoundedRect(QRectF(0, 0, self.width(), BAR), 6, 6)
        colors = self._theme.colors
        places = self.places()
        painter.save()
        painter.setClipPath(whole)
        for part, place in zip(self._parts, places, strict=True):
            if part.free:
                painter.setPen(QPen(colors.line, 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(place.adjusted(0.5, 0.5, -0.5, -0.5))
                continue
            painter.fillRect(place, colors.free)
            if part.used and part.size:
                full = min(1.0, part.used / part.size)
                painter.fillRect(QRectF(place.left(), 0, place.width() * full, BAR), colors.fill)
        painter.restore()
        if any(part.free for part in self._parts):
            painter.setPen(QPen(colors.line, 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(0.5, 0.5, self.width() - 1, BAR - 1), 6, 6)
        self._paint_names(painter, places)

    def _paint_names(self, painter: QPainter, places: list[QRectF]) -> None:
        body, small = self._theme.body(), self._theme.small()
        metrics, small_metrics = QFontMetrics(body), QFontMetrics(small)
        end = 0.0
        for part, place in zip(self._parts, places, strict=True):
            room = int(place.right() - max(place.left(), end)) - GRID
            if room < metrics.horizontalAdvance(part.name):
                self._paint_short(painter, part, place)
                continue
            left = int(place.left())
            elide = Qt.TextElideMode.ElideRight
            top = BAR + GRID
            painter.setFont(body)
            painter.setPen(self._theme.colors.muted if part.free else self._theme.colors.text)
            painter.drawText(
                left, top + metrics.ascent(), metrics.elidedText(part.name, elide, room)
            )
            painter.setFont(small)
            painter.setPen(self._theme.colors.muted)
            if room >= small_metrics.horizontalAdvance(format_size(part.size)):
                line = small_metrics.elidedText(_below(part), elide, room)
                painter.drawText(left, top + metrics.height() + small_metrics.ascent(), line)

    def _paint_short(self, painter: QPainter, part: BarSegment, place: QRectF) -> None:
        metrics = QFontMetrics(self._theme.small())
        if metrics.horizontalAdvance(part.short) < place.width():
            painter.setFont(self._theme.small())
            painter.setPen(self._theme.colors.muted)
            painter.drawText(int(place.left()), BAR + GRID + metrics.ascent() + 2, part.short)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            for part, place in zip(self._parts, self.places(), strict=False):
                if place.left() <= event.pos().x() <= place.right():
                    QToolTip.showText(event.globalPos(), tooltip(_sentence(part)), self)
                    return True
            QToolTip.hideText()
            return True
        return super().event(event)


def _below(part: BarSegment) -> str:
    return " · ".join(text for text in (format_size(part.size), part.detail) if text)


def _sentence(part: BarSegment) -> str:
    text = f"{part.name}: {_below(part)}"
    if part.used is None:
        return text
    return _("{text}, {used} used").format(text=text, used=format_size(part.used))
