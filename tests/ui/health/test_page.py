# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Health page in every state of a drive."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from tests.builders.made_health import (  # fmt: skip
    HEALTHY,
    ata_health,
    half_a_year,
    nvme_health,
    verdict,
    view_of,
)
from tests.builders.pages.health import WORN, WORN_SAYS, Bench, device
from tests.fakes.verdicts import made_axis

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.health.answer import RatedHealth, health_answer
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import ErrorEntry
from driveproof.domain.notes import Note
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_texts
from driveproof.wording.say import say_texts
from driveproof.wording.table import fact_texts


def test_the_verdict_comes_first_then_six_axes(bench: Bench) -> None:
    bench.choose("nvme0n1")
    assert bench.page.parts.head.title.whole()
    bench.tell(view_of(device("nvme0n1")))
    parts = bench.page.parts
    assert HEALTHY in parts.head.title.whole()
    assert parts.source.isVisible()


def test_it_shows_the_blocks_of_the_answer(bench: Bench) -> None:
    bench.choose("sda")
    health = ata_health()
    judged = judge_health(health)
    bench.tell(view_of(device("sda"), health, judged))
    answer = health_answer(RatedHealth(health, judged))
    said = bench.texts()
    assert say_texts(answer.sentences) in said
    for block in answer.findings:
        for one in finding_texts(block, Face.WINDOW):
            assert all(text in said for text in (one.grade, one.name, one.text, one.do))
    assert bench.page.parts.found.facts.facts() == fact_texts(answer.facts)


def test_the_rules_by_keyboard(bench: Bench) -> None:
    bench.show("nvme0n1")
    rules = bench.page.parts.values.rules
    assert rules.line.button.focusPolicy() & Qt.FocusPolicy.TabFocus
    QTest.keyClick(rules.line.button, Qt.Key.Key_Space)
    assert rules.line.inner.isVisible()


def test_a_drive_that_never_answers_holds_up_nothing(bench: Bench) -> None:
    bench.choose("nvme0n1")
    bench.seconds += 2
    bench.page.look_at_the_clock()
    assert not bench.page.parts.waiting.isVisible()
    bench.seconds += 10
    bench.page.look_at_the_clock()
    assert "12" in bench.page.parts.waiting.text()
    bench.choose("sda")
    assert not bench.page.parts.waiting.isVisible()
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    assert bench.page.parts.head.title.whole() == WORN_SAYS
    bench.tell(view_of(device("nvme0n1")))  # it did answer at last, but nobody looks at it
    assert bench.page.parts.head.title.whole() == WORN_SAYS


def test_nobody_waits_for_a_drive_that_is_known(bench: Bench) -> None:
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    bench.choose("sda")
    bench.seconds += 20
    bench.page.look_at_the_clock()
    assert not bench.page.parts.waiting.isVisible()


def test_asking_again_says_that_the_drive_is_slow(bench: Bench) -> None:
    bench.show("nvme0n1")
    bench.page.read_again()
    bench.seconds += 30
    bench.page.look_at_the_clock()
    assert "30" in bench.page.parts.waiting.text()
    assert bench.page.parts.found.axes.isVisible()  # what is known stays
    bench.tell(view_of(device("nvme0n1"), nvme_health(temperature=47.0)))
    assert not bench.page.parts.waiting.isVisible()


def test_unplugged_keeps_what_was_known(bench: Bench) -> None:
    bench.show("sda", ata_health(), WORN)
    assert bench.page.parts.start.isVisible()
    bench.choose("sda", gone=True)
    assert bench.page.parts.head.title.whole() == WORN_SAYS
    assert "Unplugged" in bench.page.parts.detail.text()
    for part in (bench.page.parts.start, bench.page.parts.root_link,
                 bench.page.parts.found.axes.findChild(QPushButton),
                 bench.page.parts.snapshots.keep_button):  # fmt: skip
        assert not part.isVisible()


def test_unplugged_before_it_answered(bench: Bench) -> None:
    bench.choose("sda")
    bench.choose("sda", gone=True)
    bench.seconds += 60
    bench.page.look_at_the_clock()
    assert "Unplugged" in bench.page.parts.head.title.whole()
    assert not bench.page.parts.waiting.isVisible()


def test_another_drive_under_the_same_name_is_another_drive(bench: Bench) -> None:
    bench.show("sda", ata_health(), WORN)
    other = replace(device("sda"), wwn="", serial="ANOTHER")
    bench.choose("sda", Inventory((other,), "demo"))
    assert not bench.page.parts.found.axes.isVisible()


@pytest.mark.parametrize(
    ("name", "links"), [("md0", ["sda", "sdb"]), ("loop0", ["nvme0n1"]), ("dm-0", ["nvme0n1"])]
)
def test_what_is_no_drive_says_whose_health_it_is(
    bench: Bench, name: str, links: list[str]
) -> None:
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    bench.choose(name)
    seen: list[str] = []
    bench.context.led.connect(lambda _page, _wanted, drive: seen.append(drive))
    buttons = bench.page.parts.none.below.findChildren(QPushButton)
    for button in [each for each in buttons if each.isVisible()]:
        button.click()
    assert seen == links
    assert "below it" in bench.page.parts.none.advice.text()
    assert not bench.page.parts.start.isVisible()
    assert not bench.page.parts.found.axes.isVisible()


HOSTILE = "<b>bad</b>\x1b[2J\u202eevil\nname & more"


def test_hostile_names_are_shown_plain(bench: Bench) -> None:
    health = ata_health(
        model=HOSTILE, firmware=HOSTILE, notes=(Note(HOSTILE),), source=HOSTILE,
        attributes=tuple(replace(each, name=HOSTILE) for each in ata_health().attributes),
    )  # fmt: skip
    axis = made_axis(
        "media_errors", "caution", HOSTILE, HOSTILE, source=HOSTILE, counters=("reallocated",)
    )
    judged = verdict("caution", HOSTILE, media_errors=axis)
    bench.show("sda", health, judged)
    bench.page.parts.values.attributes.line.button.click()
    said = bench.texts()
    cell = bench.page.parts.values.attributes.model.index(0, 1)
    assert "<b>bad</b>" in said
    for text in (said, str(cell.data())):
        assert "\x1b" not in text
        assert "\u202e" not in text
        assert "evil\nname" not in text
    for each in bench.page.findChildren(QLabel):
        assert each.textFormat() == Qt.TextFormat.PlainText
        assert "<b>" not in each.toolTip()
    assert "<b>" not in str(cell.data(Qt.ItemDataRole.ToolTipRole))


ENDLESS = "X" * 200


@pytest.mark.parametrize("width", [440, 1000])
@pytest.mark.parametrize("text", ["", ENDLESS], ids=["usual", "endless"])
def test_nothing_is_wider_than_the_page(bench: Bench, text: str, width: int) -> None:
    foreign = dict.fromkeys(("model", "firmware", "source", "interface"), text) if text else {}
    health = ata_health(
        **foreign, notes=(Note(text or "A note."),),
        errors=(ErrorEntry(text=text or "UNC"),), warnings=(text,) if text else (),
    )  # fmt: skip
    bench.choose("sda")
    bench.health.requests.kept = half_a_year(view_of(device("sda")))
    bench.tell(view_of(device("sda"), health, judge_health(health)))
    bench.settle()
    bench.top.resize(width, 600)
    bench.page.resize(width, 600)
    bench.qtbot.wait(10)
    assert bench.page.parts.area.horizontalScrollBar().maximum() == 0
    assert bench.page.width() == width
