# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""If more is trimmed than the mount shows, the page and the question say so."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from tests.builders.demo import demo_inventory
from tests.builders.made_chains import settle
from tests.builders.made_trims import Trims, made_preview
from tests.builders.rig import Rig

from driveproof.domain.drive.drive import Mount
from driveproof.domain.trim.free_counter import counted
from driveproof.ui.feeds.pages import TRIM
from driveproof.wording.say import say_text

PART = Mount("/home", "/dev/mapper/home", "<b>ext4</b>", ("rw", "subvol=/@home"), root="/@home")
FREE = counted([(0, 4096), (2**20, 2**30)], 2**33, 2**33, 2**16)


def test_it_is_said_first(open_rig: Callable[..., Rig]) -> None:
    trims = Trims()
    trims.previews["/home"] = replace(made_preview(), mount=PART, free=FREE)
    rig = open_rig(trim=trims, helper_missing=lambda: None)
    rig.window.resize(1280, 800)
    rig.tell(demo_inventory())
    rig.window.show_page(TRIM)
    page = rig.trim
    settle(rig)
    rig.qtbot.waitUntil(lambda: not page.previews.busy)
    QApplication.processEvents()
    note, *_ = notes = [say_text(one) for one in trims.previews["/home"].notes]
    assert page.preview.notes.isVisible() and page.preview.notes.text() == "\n".join(notes)
    page.button.click()
    confirm = page.session.confirm
    rig.qtbot.waitUntil(confirm.isVisible)
    first, second, *_ = confirm.will.text().split("\n\n")
    assert first == note and second != note
    assert confirm.will.textFormat() == Qt.TextFormat.PlainText
