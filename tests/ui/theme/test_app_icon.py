# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The application's icons at 16 pixels, drawn by Qt, on a light and on a dark panel."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot
from tests.builders.contrast import contrast

from driveproof.ui.theme.icons import APP_ID, app_icon

ICONS = Path(__file__).resolve().parents[3] / "resources/icons"
SIZE = 16
INK = "#2e3436"
PANELS = {"light": ("#fafafa", INK), "dark": ("#242424", "#ffffff")}


def drawn(text: str, background: str) -> QImage:
    image = QImage(SIZE, SIZE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor(background))
    painter = QPainter(image)
    renderer = QSvgRenderer(text.encode())
    assert renderer.isValid()
    renderer.render(painter, QRectF(0, 0, SIZE, SIZE))
    painter.end()
    return image


def standing_out(image: QImage, against: str) -> set[tuple[int, int]]:
    """The pixels that are seen against a colour."""
    return {
        (x, y)
        for x in range(SIZE)
        for y in range(SIZE)
        if contrast(image.pixelColor(x, y), QColor(against)) >= 3
    }


@pytest.mark.parametrize("panel", PANELS)
def test_the_drive_and_the_check_mark_are_seen(panel: str, qtbot: QtBot) -> None:
    background, _ = PANELS[panel]
    text = (ICONS / f"{APP_ID}.svg").read_text("utf-8")
    image = drawn(text, background)
    body = QColor("#2f6bd0")
    seen = standing_out(image, background)
    assert contrast(body, QColor(background)) >= 3
    # Its four edges.
    assert {(8, 2), (8, 13), (1, 8), (14, 8)} <= seen
    assert image.pixelColor(8, 0) == QColor(background)
    # The mark: from the left, down and up to the right, in one piece.
    mark = {
        (x, y)
        for x in range(2, 14)
        for y in range(3, 13)
        if contrast(image.pixelColor(x, y), body) >= 2
    }
    assert {x for x, _ in mark} >= set(range(4, 13))
    assert min(y for _, y in mark) <= 5
    assert max(y for _, y in mark) >= 10


@pytest.mark.parametrize("panel", PANELS)
def test_the_symbolic_icon_is_seen_in_the_panels_ink(panel: str, qtbot: QtBot) -> None:
    background, ink = PANELS[panel]
    text = (ICONS / f"{APP_ID}-symbolic.svg").read_text("utf-8")
    image = drawn(text.replace(INK, ink), background)
    seen = standing_out(image, background)
    frame = {(x, y) for x in range(4, 12) for y in (1, 2, 13, 14)}
    frame |= {(x, y) for y in range(5, 11) for x in (0, 1, 14, 15)}
    assert frame <= seen
    inside = {(x, y) for x, y in seen if 2 < x < 13 and 3 <= y <= 12}
    assert {x for x, _ in inside} >= set(range(4, 12))
    # Room is left between the frame and the mark.
    assert not {(x, 3) for x in range(3, 13)} & seen
    assert 12 <= len(inside) <= 45


def test_the_symbolic_icon_can_be_recoloured() -> None:
    """GTK gives every shape a fill of its own choice: outlines would become blots."""
    text = (ICONS / f"{APP_ID}-symbolic.svg").read_text("utf-8")
    text = re.sub(r"<!--.*?-->", "", text, flags=re.DOTALL)
    assert set(re.findall(r"#[0-9a-f]+", text)) == {INK}
    assert "stroke" not in text
    assert "none" not in text
    assert set(re.findall(r"<(\w+)", text)) == {"svg", "path"}


def test_a_window_has_it_where_it_is_not_installed(qtbot: QtBot) -> None:
    icon = app_icon()
    sizes = {size.width() for size in icon.availableSizes()}
    assert {16, 32, 48} <= sizes
    image = icon.pixmap(48, 48).toImage()
    assert any(image.pixelColor(x, 24).alpha() for x in range(48))
