# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The free space over a file system, as one bar."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from driveproof.ui.theme.style import Theme

_HEIGHT = 24
_DONE = 3  # pixels: the progress line


class FreeBar(QWidget):
    """Equal parts of a device from its beginning to its end; the freer a part, the paler."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bins: tuple[float, ...] = ()
        self._done: float | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self.update)

    def set_bins(self, bins: tuple[float, ...], words: str) -> None:
        """Set the free fraction of each part, 0 to 1; `words` say the same for people who cannot
        see it.
        """
        self.setAccessibleName(words)
        self.setToolTip("")
        if bins != self._bins:
            self._bins = bins
            self.update()

    def set_done(self, share: float | None) -> None:
        """Set how far along the device the progress is, None to hide it."""
        if share != self._done:
            self._done = share
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(320, _HEIGHT + self.contentsMargins().top())

    def columns(self, width: int) -> list[float]:
        """The free fraction of every pixel column."""
        count = len(self._bins)
        if not count or width <= 0:
            return []
        shares = []
        for column in range(width):
            first = column * count // width
            last = max(first + 1, (column + 1) * count // width)
            part = self._bins[first:last]
            shares.append(sum(part) / len(part))
        return shares

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = self._theme.colors
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        top = self.contentsMargins().top()
        painter.translate(0, top)
        whole = QPainterPath()
        whole.addRoundedRect(QRectF(0, 0, self.width(), self.height() - top), 6, 6)
        painter.setClipPath(whole)
        for column, share in enumerate(self.columns(self.width())):
            color = _mixed(colors.fill, colors.free, share)
            # Slightly wider than itself: no seam shows at a fractional scale.
            painter.fillRect(QRectF(column, 0, 1.5, self.height()), color)
        if self._done is not None:
            line = QRectF(0, _HEIGHT - _DONE, self.width() * min(self._done, 1.0), _DONE)
            painter.fillRect(line, colors.accent)
        painter.end()


def _mixed(used: QColor, free: QColor, share: float) -> QColor:
    share = min(max(share, 0.0), 1.0)
    parts = (
        (one + (other - one) * share)
        for one, other in (
            (used.redF(), free.redF()),
            (used.greenF(), free.greenF()),
            (used.blueF(), free.blueF()),
        )
    )
    return QColor.fromRgbF(*parts)
