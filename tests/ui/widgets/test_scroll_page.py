# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A page that scrolls keeps the place of its scroll bar."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from driveproof.ui.theme.style import MARGIN, Theme
from driveproof.ui.widgets.pages import BESIDE_BAR, scroll_page


@pytest.mark.parametrize("height", [20, 1000])
def test_what_scrolls_ends_where_the_top_ends(qtbot: QtBot, theme: Theme, height: int) -> None:
    """The body of a page with a scroll bar ended 10 pixels further left than its top."""
    page, body, top = QWidget(), QWidget(), QVBoxLayout()
    qtbot.addWidget(page)
    top.setContentsMargins(MARGIN, 0, MARGIN, 0)
    above, below = QPushButton("Above"), QPushButton("Below")
    top.addWidget(above)
    column = QVBoxLayout(body)
    column.setContentsMargins(MARGIN, 0, BESIDE_BAR, 0)
    column.addWidget(below)
    column.addSpacing(height)
    area = scroll_page(page, top, body)
    page.resize(400, 300)
    page.show()
    qtbot.waitExposed(page)
    right = [button.mapTo(page, button.rect().topRight()).x() for button in (above, below)]
    assert right == [400 - MARGIN - 1] * 2
    assert area.verticalScrollBar().isEnabled() == (height == 1000)
