# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Health page if a self-test is not the first thing to do: no health, or a failing drive."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.made_health import NOW, ata_health, verdict, view_of
from tests.builders.pages.health import WORN, Bench, device
from tests.fakes.verdicts import made_axis

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Attribute, Health, SelfTests
from driveproof.domain.notes import Note
from driveproof.ui.feeds.pages import MEASURE, TRIM, Page
from driveproof.ui.theme.keyboard import tab_stops
from driveproof.wording.finding import finding_text, to_do_text


def test_what_has_no_health_says_what_that_is_and_leads_on(bench: Bench) -> None:
    bench.choose("loop0")
    none = bench.page.parts.none
    assert none.below.isVisible() and none.measure_link.isVisible()
    went: list[Page] = []
    bench.context.led.connect(lambda page, *_: went.append(page))
    bench.page.parts.none.measure_link.click()
    bench.page.parts.none.trim_link.click()
    assert went == [MEASURE, TRIM]
    bench.choose("loop0", gone=True)
    assert not none.measure_link.isVisible()
    bench.choose("sda")
    assert not none.isVisible()


def test_where_no_drive_below_is_known_the_file_is_named(bench: Bench) -> None:
    loop = replace(device("loop0"), backing_file="/nowhere/<b>disk</b>.img")
    health = Health(
        taken=NOW,
        missing=Note("A loop device is a file."),
        advice=Advice("Look where /nowhere is."),
    )
    bench.choose("loop0", Inventory((loop,), "demo"))
    bench.tell(view_of(loop, health, verdict("unknown", "It could not be determined.")))
    assert bench.page.parts.head.title.whole()
    assert bench.page.parts.none.advice.text() == "Look where /nowhere is."
    assert not bench.page.parts.none.below.isVisible()


def test_links_below_come_before_what_can_be_seen_here(bench: Bench) -> None:
    bench.choose("md0")
    none = bench.page.parts.none
    wanted = [*none.below.links, none.measure_link, none.trim_link]
    assert len(wanted) == 4
    assert tab_stops(bench.top)[:4] == wanted


def test_a_failing_drive_is_not_asked_for_a_self_test_first(bench: Bench) -> None:
    fails = made_axis("self_assessment", "failing", "Yes", "It says so itself", source="SMART")
    bench.show("sda", ata_health(), verdict("failing", "It fails.", self_assessment=fails))
    parts = bench.page.parts
    assert parts.wrong.isVisible()
    assert not parts.start.button.isVisible()
    assert not parts.start.more.isVisible()
    offered = [action.objectName() for action in parts.start.all.actions()]
    assert offered == ["short", "extended", "conveyance"]
    assert not parts.values.rules.line.inner.isVisible()
    parts.wrong.click()
    assert parts.values.rules.line.inner.isVisible()
    parts.start.all.actions()[0].trigger()
    bench.settle()
    assert bench.health.requests.calls[-1] == ("start", "sda", "short")
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    assert not parts.wrong.isVisible()
    assert parts.start.button.isVisible()


def test_what_to_do_is_the_headline_and_the_verdict_follows(bench: Bench) -> None:
    health = ata_health(passed=False)
    judged = judge_health(health, now=NOW)
    bench.show("sda", health, judged)
    assert to_do_text(judged.advice[0]) in bench.page.parts.head.title.text()
    assert finding_text(judged.summary[0]) in bench.texts()


def test_nothing_is_to_be_done_about_an_unplugged_drive(bench: Bench) -> None:
    health = ata_health(passed=False)
    bench.show("sda", health, judge_health(health, now=NOW))
    bench.choose("sda", gone=True)
    assert not bench.page.parts.start.button.isVisible()


def test_the_self_test_that_the_advice_names_is_the_button(bench: Bench) -> None:
    health = ata_health(
        rotational=True, crc_errors=0, self_tests=SelfTests(kinds=("short", "extended"))
    )
    bench.show("sda", health, judge_health(health, now=NOW))
    parts = bench.page.parts
    assert parts.start.kinds()[0] == "extended"
    health = ata_health(reallocated=0, crc_errors=0, self_tests=health.self_tests)
    bench.tell(view_of(device("sda"), health, judge_health(health, now=NOW)))
    assert parts.start.kinds()[0] == "short"


def test_the_head_shows_what_people_look_for_first(bench: Bench) -> None:
    bench.show("sda", ata_health(capacity=4 * 10**12, rotation_rate=5400))
    facts = {value.replace("\u202f", " ") for _, value in bench.page.parts.found.facts.facts()}
    assert bench.page.parts.found.facts.isVisible()
    assert {"4 TB", "5 400 rpm"} <= facts


def test_a_drive_of_which_nothing_is_known_is_asked_as_administrator(bench: Bench) -> None:
    health = Health(
        taken=NOW,
        missing=Note("The adapter hides it."),
        advice=Advice(Remedy.READ_WHOLE, path="/dev/sda"),
    )
    bench.show("sda", health, judge_health(health, now=NOW))
    parts = bench.page.parts
    assert parts.root_primary.isVisible()
    said = bench.texts()
    assert "The adapter hides it." in said and "driveproof health" not in said


def test_see_what_is_wrong_opens_the_values_that_say_so(bench: Bench) -> None:
    reached = Attribute(id=5, name="Reallocated_Sector_Ct", value=3, threshold=10, prefail=True,
                        failed="now")  # fmt: skip
    health = ata_health(attributes=(reached,))
    bench.show("sda", health, judge_health(health, now=NOW))
    part = bench.page.parts.values.attributes
    assert not part.line.button.is_open
    bench.page.parts.wrong.click()
    assert part.line.button.is_open
    assert part.model.index(0, 1).data() == "Reallocated sectors"
