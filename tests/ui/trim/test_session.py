# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM on the TRIM page: preview, confirmation, progress, result."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from tests.builders.answering import Answers
from tests.builders.demo import demo_inventory
from tests.builders.made_trims import GIB, PROOF, Trims, made_kept, made_outcome, made_preview
from tests.builders.other_work import OtherWork
from tests.builders.pages.words import page_text
from tests.builders.trim_steps import Opener, begin, ended, read
from tests.fakes import quoted

from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError
from driveproof.domain.trim.free_space import STATVFS, EstimateReason, FreeSpace
from driveproof.domain.trim.job import ACCEPTED, DATA_GONE, PROVED, REFUTED, Proof
from driveproof.ui.feeds.pages import MEASURE
from driveproof.ui.trim.session import LIVE, OUTCOME
from driveproof.ui.widgets.table import CellTable
from driveproof.wording.errors import Face, message
from driveproof.wording.finding import finding_text
from driveproof.wording.say import say_text

HOSTILE = "/mnt/<b>&x</b>\x1b[2J"


def test_what_would_be_freed_is_read_in_a_thread_and_shown(opened: Opener, trims: Trims) -> None:
    trims.earlier = [made_kept(index * GIB) for index in range(1, 8)]
    _, page = opened()
    assert "3.2\u202fGB" in page.button.text() and "/home" in page.button.text()
    text = page_text(page)
    for value in ("3.2 GB", "38 %", "8.6 GB"):
        assert value in text
    assert {"2", "2.1\u202fGB"} <= set(dict(page.preview.facts.facts()).values())
    shares = page.preview.bar.columns(8)
    assert shares == [1, 0, 0, 0, 0, 1, 1, 0]
    assert page.preview.bar.accessibleName()
    assert [thread for _, thread in trims.looked if thread is threading.main_thread()] == []
    kept = [value for _, value in page.preview.kept.facts()]
    assert len(kept) == 5
    assert all(value in kept[0] for value in ("7.5\u202fGB", "/home", "ext4"))
    page.preview.ranges.button.click()
    assert page.preview.table.model().rowCount() == 2
    assert trims.running == []


def test_an_estimate_is_called_one(opened: Opener, trims: Trims) -> None:
    free = FreeSpace(bytes=3 * GIB, total=8 * GIB, source=STATVFS, why=EstimateReason.CANNOT_TELL)
    trims.previews["/home"] = replace(made_preview(), free=free, filesystem="btrfs")
    _, page = opened()
    assert "3.2\u202fGB" in page.button.text()
    assert any("btrfs" in value for _, value in page.preview.facts.facts())
    assert not page.preview.bar.isVisible()
    assert not page.preview.ranges.isVisible()


def test_it_asks_in_words_and_a_no_changes_nothing(opened: Opener, trims: Trims) -> None:
    rig, page = opened()
    page.button.click()
    assert "/home" in page.session.confirm.head.title.text()
    assert "4 MiB" in page.session.confirm.cost.text()
    assert page.session.confirm.no.hasFocus()
    QTest.keyClick(rig.window, Qt.Key.Key_Escape)
    read(rig)
    assert page.stack.currentIndex() == 0
    assert trims.running == []


def test_it_shows_how_far_it_is_and_the_result(opened: Opener, trims: Trims) -> None:
    trims.at_once = False
    rig, page = opened()
    begin(rig, page, proof=True)
    live = page.session.live
    rig.qtbot.waitUntil(lambda: live.head.progress.value() == 250)
    assert "1.1\u202fGB" in live.numbers.text() and "3.2\u202fGB" in live.numbers.text()
    assert "12" in live.head.remaining.text()
    assert live.head.button.hasFocus()
    (trim,) = trims.running
    assert (trim.target, trim.proof) == ("/home", True)
    trim.go_on.set()
    ended(rig, page)
    assert page.session.stack.currentIndex() == OUTCOME
    text = page_text(page)
    assert "3.2\u202fGB" in page.session.outcome.head.title.text()
    for proof in PROOF:
        assert finding_text(proof.finding, Face.WINDOW) in text
    (table,) = page.session.outcome.findChildren(CellTable)
    cells = [line.split("\t") for line in table.as_text(range(2)).splitlines()[1:]]
    assert [cell for cell, _ in cells] == ["dm-0", "nvme0n1"] and cells[0][1] == "3.2\u202fGB"
    looks = len(trims.looked)
    page.session.outcome.button.click()
    read(rig)
    assert page.stack.currentIndex() == 0
    assert len(trims.looked) > looks, "what is free now is another thing"


def test_a_cancel_is_passed_on_and_shown(opened: Opener, trims: Trims) -> None:
    trims.at_once = False
    rig, page = opened()
    begin(rig, page)
    rig.qtbot.waitUntil(lambda: bool(trims.running))
    QTest.keyClick(rig.window, Qt.Key.Key_Escape)
    ended(rig, page)
    assert trims.running[0].cancelled
    assert "1.1 GB" in page_text(page)


def test_a_cancel_before_it_began_goes_back(opened: Opener, trims: Trims) -> None:
    trims.at_once, trims.nothing_done = False, True
    rig, page = opened()
    begin(rig, page)
    rig.qtbot.waitUntil(lambda: bool(trims.running))
    page.session.cancel()
    ended(rig, page)
    assert page.stack.currentIndex() == 0
    assert page.button.isEnabled()


@pytest.mark.parametrize(
    ("more", "color"),
    [
        ({"proof": (Proof(ACCEPTED, REFUTED, quoted.evidence("nothing")),)}, "bad"),
        ({"proof": (), "trimmed": 0}, "text"),
        ({"proof": (*PROOF[:2], Proof(DATA_GONE, PROVED, quoted.evidence("zeros")))}, "text"),
    ],
)
def test_the_verdict(opened: Opener, trims: Trims, more: dict[str, object], color: str) -> None:
    trims.outcome = made_outcome(made_preview(), **more)
    rig, page = opened()
    begin(rig, page)
    ended(rig, page)
    assert page.session.outcome.head.title.text() == say_text(trims.outcome.say)
    assert page.session.outcome.head.title.color == color


def test_a_failure_is_said_where_it_was_asked_for(opened: Opener, trims: Trims) -> None:
    trims.outcome = MachineError(
        "Not {hostile}.", hostile=HOSTILE, advice=Advice("Look at the log.")
    )
    rig, page = opened()
    begin(rig, page)
    ended(rig, page)
    assert page.stack.currentIndex() == 0
    assert page.reason.text().endswith("Look at the log.")
    assert "\x1b" not in page.reason.text()
    assert page.reason.textFormat() == Qt.TextFormat.PlainText
    assert page.button.isEnabled(), "it may be tried again"


READ_ONLY = RefusedError("Read-only.", advice=Advice("Remount."))


@pytest.mark.parametrize(
    ("preview", "helper", "said"),
    [
        (replace(made_preview(), refusal=READ_ONLY), None, "Read-only. Remount."),
        (MachineError("It cannot be reached."), None, "It cannot be reached."),
        (made_preview(), MachineError("The helper is missing.", advice=Advice("Install it.")),
         "The helper is missing. Install it."),
    ],
)  # fmt: skip
def test_what_cannot_be_says_why(
    opened: Opener, trims: Trims, preview: object, helper: DriveproofError | None, said: str
) -> None:
    trims.previews["/home"] = preview  # type: ignore[assignment]
    _, page = opened(helper_missing=lambda: helper)
    assert not page.button.isEnabled()
    assert page.reason.text() == said
    assert page.reason.isVisible()
    assert page.button.accessibleDescription() == said


def test_what_is_not_mounted_is_asked_about(opened: Opener, trims: Trims) -> None:
    trims.previews["/home"] = made_preview("/dev/sdb1", None)
    _, page = opened()
    assert "/dev/sdb1" in page.button.text()
    page.button.click()
    assert "/dev/sdb1" in page.session.confirm.head.title.text()


def test_what_cannot_be_read_back_is_not_offered(opened: Opener, trims: Trims) -> None:
    trims.unreadable = MachineError("It is secret.")
    _, page = opened()
    page.button.click()
    assert not page.session.confirm.proof.isEnabled()
    assert "It is secret." in page.session.confirm.cost.text()


def test_foreign_text_is_plain(opened: Opener, trims: Trims) -> None:
    made = made_preview()
    assert made.mount is not None
    trims.previews["/home"] = replace(
        made, target=HOSTILE, mount=replace(made.mount, path=HOSTILE), inside=True
    )
    _, page = opened()
    assert "&&x" in page.button.text()
    page.button.click()
    assert "\x1b" not in page_text(page)
    for label in page.session.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText


def test_another_drive_shows_its_own_chain_and_waits_its_turn(opened: Opener, trims: Trims) -> None:
    trims.at_once = False
    rig, page = opened()
    begin(rig, page)
    rig.qtbot.waitUntil(lambda: bool(trims.running))
    rig.window.sidebar.select("sda")
    read(rig)
    assert page.stack.currentIndex() == 0
    assert not page.button.isEnabled()
    assert "/home is being trimmed" in page.reason.text()
    rig.window.sidebar.select("nvme0n1")
    assert page.stack.currentIndex() == 1
    trims.running[0].go_on.set()
    ended(rig, page)
    assert page.session.stack.currentIndex() == OUTCOME


def test_one_after_the_other(opened: Opener, trims: Trims) -> None:
    trims.at_once = False
    rig, page = opened()
    begin(rig, page)
    rig.qtbot.waitUntil(lambda: bool(trims.running))
    rig.window.show_page(MEASURE)
    setup = rig.measure.setup
    rig.qtbot.waitUntil(lambda: bool(setup.disturbing))
    assert not setup.button.isEnabled() and message(setup.disturbing) in setup.reason.text()
    trims.running[0].go_on.set()
    ended(rig, page)
    page.session.outcome.button.click()
    read(rig)
    other = OtherWork(rig.window.context.running, rig.qtbot)
    assert not page.button.isEnabled()
    assert page.reason.text() == other.said
    other.end()
    assert page.button.isEnabled()


def test_a_measurement_that_began_meanwhile_stops_the_question(
    opened: Opener, trims: Trims
) -> None:
    rig, page = opened()
    page.button.click()
    other = OtherWork(rig.window.context.running, rig.qtbot)
    assert not page.session.confirm.button.isEnabled()
    assert page.session.confirm.reason.isVisible()
    other.end()
    assert trims.running == []


def test_closing_asks_and_ends_it(opened: Opener, trims: Trims, answer: Answers) -> None:
    trims.at_once = False
    rig, page = opened()
    begin(rig, page)
    rig.qtbot.waitUntil(lambda: bool(trims.running))
    for stop in (False, True):
        asked = answer(yes=stop)
        rig.window.close()
        assert len(asked) == 1
        assert rig.window.isVisible() is not stop
        assert trims.running[0].cancelled is stop


def test_the_live_view_is_left_by_nothing_else(opened: Opener, trims: Trims) -> None:
    trims.at_once = False
    rig, page = opened()
    begin(rig, page)
    rig.qtbot.waitUntil(lambda: bool(trims.running))
    rig.tell(demo_inventory())
    QTest.keyClick(rig.window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert page.session.stack.currentIndex() == LIVE
    trims.running[0].go_on.set()
    ended(rig, page)


def test_every_control_has_a_name(opened: Opener) -> None:
    _, page = opened()
    for view in (page.preview.bar, page.preview.table, page.session.live.head.progress):
        assert view.accessibleName()
