# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where more is trimmed than the mount shows, the page and the question say so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from tests.ui.demo import demo_inventory
from tests.ui.desk import Desk
from tests.ui.made_chains import settle
from tests.ui.made_trims import Trims, made_preview

from driveproof.ui.shell.page_stack import TRIM

NOTE = "/home shows only the subvolume /@home. A TRIM is of all of that <b>file system</b>."


def test_it_is_said_first(open_desk: Callable[..., Desk]) -> None:
    trims = Trims()
    trims.previews["/home"] = replace(made_preview(), notes=(NOTE, "Some is too short."))
    desk = open_desk(trim=trims.services(), helper_missing=lambda: None)
    desk.window.resize(1280, 800)
    desk.tell(demo_inventory())
    desk.window.show_page(TRIM)
    page = desk.window.pages.trim_page()
    settle(desk)
    desk.qtbot.waitUntil(lambda: not page.previews.busy)
    QApplication.processEvents()
    assert page.preview.notes.isVisible() and NOTE in page.preview.notes.text()
    page.button.click()
    confirm = page.session.confirm
    desk.qtbot.waitUntil(confirm.isVisible)
    first, second, third, *_ = confirm.will.text().split("\n\n")
    assert (first, second) == (NOTE, "Some is too short.")
    assert "FITRIM" in third
    assert confirm.will.textFormat() == Qt.TextFormat.PlainText
