# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The look: one palette for light and one for dark, two text sizes, and measures."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QColor, QFont, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QMenu,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QWidget,
)

from driveproof.ui.theme.keyboard import Keyboard
from driveproof.ui.theme.stylesheet import style_sheet


class QuietFusion(QProxyStyle):
    """Fusion; `underlines` is whether mnemonics are underlined, and `by_keys` whether the keyboard
    was used last: a menu takes its letters without Alt, so it shows them to whoever opened it by
    key. A frame of the focus is above its widget.
    """

    def __init__(self) -> None:
        super().__init__("Fusion")
        self.underlines = False
        self.by_keys = False

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,  # noqa: N803 - Qt's name
    ) -> int:
        if hint == QStyle.StyleHint.SH_UnderlineShortcut:
            in_menu = isinstance(widget, QMenu) and self.by_keys
            return int(self.underlines or in_menu)
        if hint == QStyle.StyleHint.SH_FocusFrame_AboveWidget:
            return 1
        if hint == QStyle.StyleHint.SH_FocusFrame_Mask:
            return 0  # it is drawn within the widget
        if hint == QStyle.StyleHint.SH_DialogButtonBox_ButtonsHaveIcons:
            return 0  # Fusion brings pictures of its own, which no other button has
        return super().styleHint(hint, option, widget, returnData)


GRID = 8
MARGIN = 4 * GRID  # between a page's contents and its edge
# Qt's own font where no desktop names one. Ours then is bigger, in the usual faces of desktops.
_NO_FONT = ("Sans Serif", 9)
FALLBACK_FAMILIES = ("Inter", "Adwaita Sans", "Cantarell", "Noto Sans", "Sans Serif")
FALLBACK_POINTS = 10.5


@dataclass(frozen=True, slots=True)
class Colors:
    """Each colour by its purpose; safe for colour-blind people, and never the only sign."""

    page: QColor
    sidebar: QColor
    text: QColor
    muted: QColor
    line: QColor
    hover: QColor
    selected: QColor
    accent: QColor
    accent_hover: QColor
    on_accent: QColor
    good: QColor
    caution: QColor
    worn: QColor
    bad: QColor
    read: QColor
    write: QColor
    fill: QColor  # a used area
    free: QColor  # an unused area
    chart_grid: QColor
    chart_shade: QColor  # a highlighted range of a chart, or row


def _colors(**names: str) -> Colors:
    return Colors(**{name: QColor(value) for name, value in names.items()})


LIGHT = _colors(
    page="#ffffff", sidebar="#f5f6f8", text="#1b1f24", muted="#666e7c", line="#e3e6eb",
    hover="#eceef2", selected="#e4ebfa", accent="#2563d9", accent_hover="#1d55c0",
    on_accent="#ffffff", good="#0b7a5e", caution="#8a6100", worn="#a34a00",
    bad="#b3261e",
    read="#2563d9", write="#b35c08", fill="#b9cdf3", free="#edf1f9",
    chart_grid="#eef0f3", chart_shade="#f5f6f8",
)  # fmt: skip
DARK = _colors(
    page="#1d1f23", sidebar="#17191c", text="#eceef1", muted="#a0a7b2", line="#303339",
    hover="#26292f", selected="#2a3346", accent="#6f9df5", accent_hover="#8ab0f8",
    on_accent="#10131a", good="#5fd3ad", caution="#e8c352", worn="#f0963f",
    bad="#f26d61",
    read="#6f9df5", write="#f0a052", fill="#3c5688", free="#262b35",
    chart_grid="#262b35", chart_shade="#25282d",
)  # fmt: skip


class Theme(QObject):
    """The current look; `changed` is emitted after the desktop switched between light and dark.

    `forced` is "light", "dark" or "" to follow the desktop.
    """

    changed = Signal()

    def __init__(self, app: QApplication, forced: str = "", parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._app = app
        self._forced = forced if forced in {"light", "dark"} else ""
        self.dark = False
        self.colors = LIGHT
        self._style = QuietFusion()
        app.setStyle(self._style)
        self._keyboard = Keyboard(app, self, self._style)
        font = QFont(app.font())
        if (font.family(), font.pointSize()) == _NO_FONT:
            font.setFamilies([*FALLBACK_FAMILIES])
            font.setPointSizeF(FALLBACK_POINTS)
            app.setFont(font)
        self._apply()
        app.styleHints().colorSchemeChanged.connect(self._follow)

    @Slot()
    def _follow(self) -> None:
        if self._wants_dark != self.dark:  # a style sheet set anew takes the labels' colours away
            self._apply()
            self.changed.emit()

    def force(self, scheme: str) -> None:
        """Use "light" or "dark" whatever the desktop's setting; "" follows it again."""
        self._forced = scheme
        self._follow()

    @property
    def _wants_dark(self) -> bool:
        if self._forced:
            return self._forced == "dark"
        return self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark

    def _apply(self) -> None:
        self.dark = self._wants_dark
        self.colors = DARK if self.dark else LIGHT
        self._app.setPalette(_palette(self.colors))
        self._app.setStyleSheet(style_sheet(self.colors, self.dark))

    def body(self, *, strong: bool = False) -> QFont:
        """The default size, the desktop's; `strong` is the only emphasis."""
        font = tabular(QFont(self._app.font()))
        if strong:
            font.setWeight(QFont.Weight.Medium)
        return font

    def small(self, *, strong: bool = False) -> QFont:
        """The second size, for explanations."""
        return self._scaled(0.875, strong)

    def title(self) -> QFont:
        """For the drive's name."""
        return self._scaled(1.5, True)

    def heading(self) -> QFont:
        """For the sentence at the top of a page."""
        return self._scaled(1.125, True)

    def _scaled(self, factor: float, strong: bool) -> QFont:
        font = self.body(strong=strong)
        if font.pointSizeF() > 0:
            font.setPointSizeF(font.pointSizeF() * factor)
        else:  # a desktop that sets its size in pixels
            font.setPixelSize(round(font.pixelSize() * factor))
        return font


def tabular(font: QFont) -> QFont:
    """The font with figures of equal width, so that changing numbers do not jump."""
    # Qt has font features since 6.7, but the bindings of 6.8 (Debian 13's) could not create a tag.
    if hasattr(getattr(QFont, "Tag", None), "fromString"):
        font.setFeature(QFont.Tag("tnum"), 1)
    return font


def _palette(colors: Colors) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for names, color in (
        ((role.Window, role.Base, role.Button, role.ToolTipBase), colors.page),
        ((role.AlternateBase,), colors.sidebar),
        ((role.WindowText, role.Text, role.ButtonText, role.ToolTipText), colors.text),
        ((role.PlaceholderText,), colors.muted),
        ((role.Highlight, role.Link, role.LinkVisited), colors.accent),
        ((role.HighlightedText, role.BrightText), colors.on_accent),
        ((role.Mid, role.Midlight, role.Light), colors.line),
        ((role.Dark, role.Shadow), colors.muted),
    ):
        for name in names:
            palette.setColor(name, color)
    if hasattr(role, "Accent"):
        palette.setColor(role.Accent, colors.accent)
    for name in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, name, colors.muted)
    return palette
