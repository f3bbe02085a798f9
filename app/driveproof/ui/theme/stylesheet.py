# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The style sheet over Fusion: flat buttons, hairlines, quiet scroll bars."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from driveproof.ui.theme.style import Colors

SCROLL_BAR = 10
"""Pixels that a scroll bar takes from what it scrolls."""
ICONS = Path(__file__).parents[2] / "resources" / "icons" / "line"

_SHEET = """
QPushButton, QComboBox, QLineEdit, QSpinBox, QDoubleSpinBox, QPlainTextEdit {
  border: 1px solid @line; border-radius: 6px; background: @page; color: @text;
  selection-background-color: @accent; selection-color: @on_accent;
}
QPushButton { padding: 7px 15px; outline: 0; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @selected; }
QPushButton:disabled { color: @muted; }
QPushButton:focus { border: 2px solid @accent; padding: 6px 14px; }
QPushButton[primary="true"] {
  background: @accent; color: @on_accent; border-color: @accent; font-weight: 500;
}
QPushButton[primary="true"]:hover { background: @accent_hover; border-color: @accent_hover; }
QPushButton[primary="true"]:focus { border-color: @ring; }
QPushButton[primary="true"]:disabled {
  background: @hover; color: @muted; border-color: @line;
}
QListWidget { outline: 0; background: transparent; }
QListWidget::item { padding: 6px 8px; border-radius: 6px; color: @text; }
QListWidget::item:hover { background: @hover; }
QListWidget::item:selected { background: @selected; color: @text; }
QPushButton[danger="true"] {
  background: @bad; color: @on_accent; border-color: @bad; font-weight: 500;
}
QPushButton[danger="true"]:hover { border-color: @text; }
QPushButton[danger="true"]:focus { border: 2px solid @text; padding: 6px 14px; }
QPushButton[danger="true"]:disabled {
  background: @hover; color: @muted; border-color: @line;
}
QPushButton[quiet="true"] {
  border: 1px solid transparent; border-radius: 4px; padding: 3px 7px; background: transparent;
  color: @accent; text-align: left;
}
QPushButton[flush="true"] { padding-left: 0; }
QPushButton[quiet="true"]:hover { background: @hover; }
QPushButton[quiet="true"]:disabled { color: @muted; }
QPushButton[quiet="true"]:focus { border: 1px solid @accent; }
QPushButton[segment="true"] {
  border: 1px solid transparent; border-radius: 4px; padding: 5px 9px; background: transparent;
  color: @muted;
}
QPushButton[segment="true"]:hover { color: @text; }
QPushButton[segment="true"]:checked { background: @hover; color: @text; font-weight: 500; }
QPushButton[segment="true"]:focus { border: 1px solid @accent; }
QPushButton::menu-indicator { width: 0; }
QToolButton { border: 1px solid transparent; border-radius: 6px; padding: 5px; }
QToolButton:hover { background: @hover; }
QToolButton:pressed, QToolButton:open { background: @selected; }
QToolButton:focus { border-color: @accent; }
QToolButton::menu-indicator { image: none; }
QLineEdit, QComboBox, QSpinBox, QDoubleSpinBox { padding: 6px 9px; min-height: 18px; }
QLineEdit:focus, QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus, QPlainTextEdit:focus {
  border-color: @accent;
}
QSpinBox, QDoubleSpinBox { padding-right: 28px; }
QSpinBox::up-button, QSpinBox::down-button,
QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {
  subcontrol-origin: border; width: 24px; border: 0; background: transparent;
}
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-position: top right; margin-top: 4px; }
QSpinBox::down-button, QDoubleSpinBox::down-button {
  subcontrol-position: bottom right; margin-bottom: 4px;
}
QSpinBox::up-button:hover, QSpinBox::down-button:hover,
QDoubleSpinBox::up-button:hover, QDoubleSpinBox::down-button:hover { background: @hover; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {
  image: url("@icons/chevron-up-@shade.svg"); width: 12px; height: 12px;
}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {
  image: url("@icons/chevron-down-@shade.svg"); width: 12px; height: 12px;
}
QComboBox { padding-right: 26px; }
QComboBox:hover { background: @hover; }
QComboBox::drop-down { border: 0; width: 26px; }
QComboBox::down-arrow { image: url("@icons/chevron-down-@shade.svg"); width: 14px; height: 14px; }
QComboBox QAbstractItemView {
  border: 1px solid @line; background: @page; selection-background-color: @selected;
  selection-color: @text; outline: 0; padding: 4px;
}
QRadioButton, QCheckBox { spacing: 8px; }
QRadioButton::indicator {
  width: 14px; height: 14px; border: 1px solid @muted; border-radius: 8px; background: @page;
}
QRadioButton::indicator:checked {
  width: 6px; height: 6px; border: 5px solid @accent; background: @on_accent;
}
QCheckBox::indicator {
  width: 14px; height: 14px; border: 1px solid @muted; border-radius: 4px; background: @page;
}
QCheckBox::indicator:checked {
  border-color: @accent; background: @accent; image: url("@icons/check-@shade.svg");
}
QRadioButton::indicator:focus, QCheckBox::indicator:focus { border-color: @accent; }
QMenu { background: @page; border: 1px solid @line; padding: 6px; }
QMenu::item { padding: 6px 28px 6px 12px; border-radius: 4px; }
QMenu::item:selected { background: @selected; color: @text; }
QMenu::item:disabled { color: @muted; }
QMenu::separator { height: 1px; background: @line; margin: 6px 4px; }
QToolTip { background: @page; color: @text; border: 1px solid @line; padding: 4px; }
QScrollArea { border: 0; background: transparent; }
QScrollBar { background: transparent; border: 0; }
QScrollBar:vertical { width: @bar; }
QScrollBar:horizontal { height: @bar; }
QScrollBar::handle { background: @thumb; border-radius: 3px; margin: 2px; }
QScrollBar::handle:vertical { min-height: 32px; }
QScrollBar::handle:horizontal { min-width: 32px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::handle:disabled { background: transparent; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QTableView, QTreeView {
  border: 0; background: @page; alternate-background-color: @page; gridline-color: @line;
  selection-background-color: @selected; selection-color: @text; outline: 0;
}
QTableView::item { border: 0; border-bottom: 1px solid @line; padding: 0 8px; }
QTableView::item:selected { background: @selected; color: @text; }
QHeaderView { background: @page; }
QHeaderView::section {
  background: @page; color: @muted; border: 0; border-bottom: 1px solid @line; padding: 6px 11px;
}
QProgressBar { border: 0; border-radius: 2px; background: @line; max-height: 4px; }
QProgressBar::chunk { border-radius: 2px; background: @accent; }
QSplitter::handle { background: @line; }
#sidebar { background: @sidebar; }
QListView { border: 0; background: transparent; outline: 0; }
"""


def style_sheet(colors: Colors, dark: bool) -> str:
    """The sheet with the colours of a theme filled in."""
    values = {
        name: getattr(colors, name).name()
        for name in sorted(type(colors).__slots__, key=len, reverse=True)
    }
    values |= {
        "bar": f"{SCROLL_BAR}px",
        "icons": ICONS.as_posix(),
        "shade": "dark" if dark else "light",
        "thumb": "#4a4e56" if dark else "#c9cdd5",
        "ring": "#ffffff" if dark else "#12357c",
    }
    sheet = _SHEET
    for name in sorted(values, key=len, reverse=True):  # @accent_hover before @accent
        sheet = sheet.replace(f"@{name}", values[name])
    return sheet
