# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lays parts out beside each other, and below each other in a narrow window."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from driveproof.ui.theme.style import GRID, MARGIN

_NARROW, _LEAST = 620, 320  # pixels for two columns of facts, and for one


class SideBySide(QWidget):
    """Parts beside each other, in `row`, or below each other in less than `narrow` pixels; None:
    where they would be cut. `above` is the margin above them; `least` is the width that they need
    at least, None for all of it while they are beside each other.
    """

    def __init__(
        self,
        narrow: int | None = _NARROW,
        *,
        spacing: int = MARGIN,
        above: int = GRID,
        least: int | None = _LEAST,
    ) -> None:
        super().__init__()
        self._least = least
        self._narrow = narrow
        self.row = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self.row.setContentsMargins(0, above, 0, 0)
        self.row.setSpacing(spacing)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:  # a part was shown or hidden
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        direction = QBoxLayout.Direction
        narrow = self._needed() if self._narrow is None else self._narrow
        wanted = direction.LeftToRight if self.width() >= narrow else direction.TopToBottom
        if wanted != self.row.direction():
            self.row.setDirection(wanted)

    def _needed(self) -> int:
        """The pixels that the parts take beside each other at least."""
        items = (self.row.itemAt(place) for place in range(self.row.count()))
        widths = [item.minimumSize().width() for item in items if item and not item.isEmpty()]
        return sum(widths) + self.row.spacing() * max(0, len(widths) - 1)

    def minimumSizeHint(self) -> QSize:
        whole = super().minimumSizeHint()
        return whole if self._least is None else QSize(self._least, whole.height())
