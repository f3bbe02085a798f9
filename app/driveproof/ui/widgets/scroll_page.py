# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A page whose top stays where it is while what is below scrolls."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QLayout, QScrollArea, QVBoxLayout, QWidget


def scroll_page(page: QWidget, top: QLayout, body: QWidget) -> QScrollArea:
    """Lay out `page`; its area takes no focus, for what is in the body has controls of its own."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(body)
    area.viewport().setAutoFillBackground(False)
    body.setAutoFillBackground(False)
    column = QVBoxLayout(page)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(0)
    column.addLayout(top)
    column.addWidget(area, 1)
    return area
