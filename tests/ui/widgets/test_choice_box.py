# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A choice is written whole where it has the room that it asked for."""

from __future__ import annotations

from pytestqt.qtbot import QtBot
from tests.builders.painted import ELLIPSIS, painted

from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.fields import ChoiceBox


def test_only_what_has_no_room_is_cut(qtbot: QtBot, theme: Theme) -> None:
    """Widths of texts are rounded, and are no whole pixels: of some lengths one was cut."""
    for length in range(1, 30):
        box = ChoiceBox()
        qtbot.addWidget(box)
        box.show()
        text = "x" * length
        box.addItem(text)  # as on a page that is read when it is on the screen
        box.resize(box.sizeHint())
        assert [one.text for one in painted(box)] == [text]
    box.resize(box.width() // 2, box.height())
    (one,) = painted(box)
    assert one.text.endswith(ELLIPSIS)
