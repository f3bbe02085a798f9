# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a chart looks like: colours and letters, for a light and for a dark ground."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QFont, QFontMetricsF

from driveproof.ui.style import FALLBACK_FAMILIES, tabular

if TYPE_CHECKING:
    from driveproof.ui.style import Theme


def _font(pixels: int) -> QFont:
    font = QFont()
    font.setFamilies([*FALLBACK_FAMILIES])
    font.setPixelSize(pixels)
    return tabular(font)


@dataclass(frozen=True)
class Look:
    """Colours and the two text sizes. Read is blue and write is orange wherever they appear."""

    dark: bool
    surface: QColor
    text: QColor
    muted: QColor
    line: QColor
    grid: QColor
    shade: QColor
    read: QColor
    write: QColor
    trim: QColor
    warning: QColor
    accent: QColor
    normal: QFont = field(default_factory=lambda: _font(14))
    small: QFont = field(default_factory=lambda: _font(12))

    def direction(self, name: str) -> QColor:
        """The colour of "read", "write" or "trim"."""
        return {"read": self.read, "write": self.write}.get(name, self.trim)

    @classmethod
    def of(cls, theme: Theme) -> Look:
        """The colours and letters of the window."""
        colors = theme.colors
        return cls(
            dark=theme.dark,
            surface=colors.page,
            text=colors.text,
            muted=colors.muted,
            line=colors.line,
            grid=colors.free if theme.dark else QColor("#eef0f3"),
            shade=colors.sidebar if not theme.dark else QColor("#25282d"),
            read=colors.read,
            write=colors.write,
            trim=colors.muted,
            warning=colors.watch,
            accent=colors.accent,
            normal=theme.body(),
            small=theme.small(),
        )

    def height(self, font: QFont) -> float:
        """The height of a line of text in pixels."""
        return QFontMetricsF(font).height()

    def width(self, font: QFont, text: str) -> float:
        """The width of a text in pixels."""
        return QFontMetricsF(font).horizontalAdvance(text)


def for_paper() -> Look:
    """Dark on white, in sizes of its own: for everything that leaves the program."""
    return Look(
        dark=False,
        surface=QColor("#ffffff"),
        text=QColor("#1b1d21"),
        muted=QColor("#6a6f78"),
        line=QColor("#e1e3e8"),
        grid=QColor("#eef0f2"),
        shade=QColor("#f4f5f7"),
        read=QColor("#2563d9"),
        write=QColor("#c8701a"),
        trim=QColor("#6a6f78"),
        warning=QColor("#b5741a"),
        accent=QColor("#2563d9"),
    )
