# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The look of a chart: colours and fonts, on a light and on a dark background."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QFont, QFontMetricsF

from driveproof.domain.figure import Ink, Shade
from driveproof.ui.charts import painting
from driveproof.ui.theme.style import DARK, FALLBACK_FAMILIES, LIGHT, tabular

if TYPE_CHECKING:
    from driveproof.ui.theme.style import Colors, Theme


TITLE_HEIGHT, AXIS_HEIGHT, NO_AXIS_HEIGHT = 26.0, 24.0, 6.0
"""Space above the plot for the title, and below it with and without axis labels, in pixels."""

# Paul Tol's "muted" scheme, which the most frequent kinds of colour blindness tell apart, and his
# pale grey's place taken by a brown (personal.sron.nl/~pault, Technical note SRON/EPS/TN/09-002).
_SIDES = (
    "#332288", "#CC6677", "#117733", "#DDCC77", "#882255", "#44AA99", "#AA4499", "#999933",
    "#88CCEE", "#661100",
)  # fmt: skip


def _plain(pixels: int) -> QFont:
    font = QFont()
    font.setFamilies([*FALLBACK_FAMILIES])
    font.setPixelSize(pixels)
    return font


def _font(pixels: int) -> QFont:
    return tabular(_plain(pixels))


@dataclass(frozen=True)
class ChartStyle:
    """Colours and the two font sizes. Read is always blue and write always orange."""

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
    good: QColor
    bad: QColor
    normal: QFont
    small: QFont

    def direction(self, name: str) -> QColor:
        """The colour of "read", "write" or "trim"."""
        return {"read": self.read, "write": self.write}.get(name, self.trim)

    @classmethod
    def of(cls, theme: Theme) -> ChartStyle:
        """The colours and fonts of the window."""
        return cls.made_of(theme.colors, theme.body(), theme.small(), dark=theme.dark)

    @classmethod
    def made_of(cls, colors: Colors, normal: QFont, small: QFont, *, dark: bool) -> ChartStyle:
        """The part of a palette that a chart needs."""
        return cls(
            dark=dark,
            surface=colors.page,
            text=colors.text,
            muted=colors.muted,
            line=colors.line,
            grid=colors.chart_grid,
            shade=colors.chart_shade,
            read=colors.read,
            write=colors.write,
            trim=colors.muted,
            warning=colors.caution,
            accent=colors.accent,
            good=colors.good,
            bad=colors.bad,
            normal=normal,
            small=small,
        )

    def height(self, font: QFont) -> float:
        """The height of a line of text in pixels."""
        return QFontMetricsF(font).height()

    def width(self, font: QFont, text: str) -> float:
        """The width of a text in pixels."""
        return QFontMetricsF(font).horizontalAdvance(text)


def for_paper() -> ChartStyle:
    """Dark on white, with its own font sizes: for everything that leaves the program."""
    return ChartStyle.made_of(LIGHT, _font(14), _font(12), dark=False)


def for_screen(*, dark: bool) -> ChartStyle:
    """The same sizes for a page that is read on a screen, which may be dark."""
    return ChartStyle.made_of(DARK if dark else LIGHT, _font(14), _font(12), dark=dark)


def for_pdf() -> ChartStyle:
    """Like paper, with font features switched off.

    Qt's PDF engine maps a glyph to its character only if no font feature has replaced it (tabular
    figures, case-sensitive brackets): otherwise the character is missing when the text is copied,
    searched or read aloud.
    """
    normal, small = _plain(14), _plain(12)
    if hasattr(getattr(QFont, "Tag", None), "fromString"):
        for font in (normal, small):
            for feature in ("calt", "liga", "case"):
                font.setFeature(QFont.Tag(feature), 0)
    return ChartStyle.made_of(LIGHT, normal, small, dark=False)


def shade_color(shade: Shade, look: ChartStyle) -> QColor:
    """The colour of a shade in this look."""
    color = {
        Ink.READ: look.read,
        Ink.WRITE: look.write,
        Ink.ACCENT: look.accent,
        Ink.MUTED: look.muted,
        Ink.TEXT: look.text,
        Ink.SIDE: QColor(_SIDES[shade.number % len(_SIDES)]),
    }[shade.ink]
    if shade.ink is Ink.SIDE and look.dark:
        color = painting.mixed(color, look.text, 0.6)
    return painting.mixed(color, look.surface, shade.strength)
