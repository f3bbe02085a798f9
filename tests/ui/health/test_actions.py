# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The person's actions on the Health page, and their messages."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from tests.builders.made_health import (  # fmt: skip
    NOW,
    ata_health,
    nvme_health,
    verdict,
    view_of,
)
from tests.builders.pages.health import WORN, WORN_SAYS, Bench, device

from driveproof.domain.errors import Advice, MachineError, RefusedError, Remedy
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.kept_tests import KeptTest, begun_test
from driveproof.domain.health.report import PASSED, Health, SelfTestEntry, SelfTests
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.notes import Note
from driveproof.ui.output.export import COPY_PICTURE, SAVE_PICTURE
from driveproof.wording.finding import findings_text
from driveproof.wording.health.verdict import grade_title


def test_acknowledging_and_taking_it_back(bench: Bench) -> None:
    bench.choose("sda")
    judged = view_of(device("sda"), ata_health(), WORN)
    bench.tell(judged)
    found, message = bench.page.parts.found, bench.page.parts.message
    # 3 CRC errors, but nothing is said against them
    assert list(found.accept) == ["media_errors"]
    QTest.mouseClick(found.accept["media_errors"], Qt.MouseButton.LeftButton)
    bench.settle()
    identity = device("sda").identity
    assert bench.health.requests.calls == [("acknowledge", identity, "reallocated", 8)]
    assert "Reallocated sectors: 8" in message.text.text()
    assert ("look", "sda") in bench.health.monitor.calls
    bench.tell(replace(judged, acknowledged={"reallocated": 8}))
    assert not found.accept
    message.action.click()
    bench.settle()
    assert bench.health.requests.calls[-1] == ("acknowledge", identity, "reallocated", 0)
    bench.tell(replace(judged, health=ata_health(reallocated=9), acknowledged={"reallocated": 8}))
    assert found.accept["media_errors"].isVisible()  # it has grown


def test_a_password_that_nobody_types_blocks_no_other_drive(bench: Bench) -> None:
    bench.health.requests.gate = threading.Event()
    bench.choose("nvme0n1")
    bench.tell(view_of(device("nvme0n1")), view_of(device("sda"), ata_health(), WORN))
    bench.page.parts.root_link.click()
    assert bench.page.parts.waiting.isVisible()
    bench.page.parts.root_link.click()  # it is asked once
    assert bench.health.requests.calls.count(("whole", "nvme0n1")) <= 1
    bench.choose("sda")
    assert not bench.page.parts.waiting.isVisible()
    assert bench.page.parts.head.title.whole() == WORN_SAYS


def test_a_drive_that_only_root_can_read(bench: Bench) -> None:
    """Offered, not forced: refused, it is said; read, it stays known."""
    nothing = Health(
        taken=NOW, missing=Note("UDisks2 cannot read it."), advice=Advice("Ask smartctl.")
    )
    unknown = judge_health(nothing, now=NOW)
    dark = view_of(device("sdc"), nothing, unknown)
    bench.choose("sdc")
    bench.tell(dark)
    parts, requests = bench.page.parts, bench.health.requests
    said = bench.texts()
    assert "UDisks2 cannot read it." in said and "Ask smartctl." in said
    assert not parts.found.axes.isVisible()  # six times "unknown" says nothing
    assert parts.root_primary.isVisible()
    assert not parts.root_link.isVisible()
    assert not requests.calls
    requests.error = RefusedError("The password was not given.")
    parts.root_primary.click()
    bench.settle()
    assert "The password was not given." in parts.message.text.text()
    requests.error = None
    requests.whole = view_of(device("sdc"), nvme_health(source="smartctl 7.3"))
    parts.root_primary.click()
    bench.settle()
    assert parts.head.title.whole() != findings_text(unknown.summary)
    assert not parts.root_primary.isVisible()
    bench.tell(dark)
    assert parts.head.title.whole() != findings_text(unknown.summary)


def test_the_tables_keep_what_root_has_read(bench: Bench) -> None:
    bench.choose("sda")
    short = ata_health(attributes=(), errors=())
    bench.tell(view_of(device("sda"), short, WORN))
    assert bench.page.parts.more.whole()
    bench.health.requests.whole = view_of(device("sda"), ata_health(source="smartctl 7.3"), WORN)
    bench.page.read_whole()
    bench.settle()
    newer = view_of(device("sda"), replace(short, temperature=50.0), verdict("good", "Fine now."))
    bench.tell(newer)
    assert "Fine now." in bench.page.parts.head.title.whole()
    assert "5" in bench.page.parts.values.attributes.line.button.text()
    assert "as administrator" in bench.page.parts.source.text()


def test_self_tests_from_start_to_end(bench: Bench) -> None:
    bench.show("sda", ata_health(), WORN)
    parts = bench.page.parts
    menu = [each.objectName() for each in parts.start.menu.actions()]
    assert menu == [SelfTestKind.EXTENDED, SelfTestKind.CONVEYANCE]
    parts.start.menu.actions()[0].trigger()
    bench.settle()
    assert bench.health.requests.calls == [("start", "sda", "extended")]
    assert parts.message.isVisible()
    running = SelfTests(kinds=("short",), running=True, kind="extended", remaining=0.3)
    bench.tell(view_of(device("sda"), ata_health(self_tests=running), WORN))
    assert not parts.start.isVisible()
    assert not parts.message.isVisible()  # the progress says it, and it would be there for ever
    assert parts.progress.bar.value() == 700
    assert "30\u202f%" in parts.progress.text.text()
    bench.health.monitor.calls.clear()
    for _ in range(10):
        bench.page.look_at_the_clock()
    assert bench.health.monitor.calls == [("look", "sda")]
    parts.progress.stop.click()
    bench.settle()
    assert bench.health.requests.calls[-1] == ("abort", "sda")
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    assert not parts.progress.isVisible()
    assert parts.start.isVisible()


def test_a_drive_that_runs_no_test_any_more_takes_the_message_back(bench: Bench) -> None:
    bench.show("sda", ata_health(), WORN)
    parts = bench.page.parts
    parts.start.menu.actions()[0].trigger()
    bench.settle()
    bench.tell(view_of(device("sda"), ata_health(), WORN))  # was read before it began
    assert parts.message.isVisible()
    later = ata_health(taken=NOW + timedelta(minutes=1))
    bench.tell(view_of(device("sda"), later, WORN))
    assert not parts.message.isVisible()


def test_how_long_a_test_takes_still_and_every_earlier_one(bench: Bench) -> None:
    bench.choose("sda")
    begun = datetime.now(UTC) - timedelta(minutes=30)
    ended = KeptTest(
        entry=SelfTestEntry(kind="short", status=PASSED, at=12_500.0 * 3600),
        noted=begun - timedelta(days=1), begun=begun - timedelta(days=1), firmware="81.00B81",
    )  # fmt: skip
    pending = replace(begun_test("extended", None, begun), number=2)
    tests = SelfTests(kinds=("short", "extended"), running=True, remaining=0.5)
    view = view_of(
        device("sda"), ata_health(self_tests=tests), WORN,
        self_tests=(pending, ended), test_seconds={"extended": 5100.0},
    )  # fmt: skip
    bench.tell(view)
    parts = bench.page.parts
    said = parts.progress.text.text().replace("\u202f", " ")
    assert "50 %" in said
    section = parts.values.tests
    assert "Extended, Running" in section.line.button.text()
    section.line.button.set_open(True)
    rows = [section.table.as_text([row]).splitlines()[1].split("\t") for row in range(2)]
    assert [row[:2] for row in rows] == [["Extended", "Running"], ["Short", "Passed"]]
    assert (rows[0][2] == "–", rows[1][2] != "–") == (True, True)
    done = SelfTests(kinds=("short", "extended"), passed=True)
    bench.tell(replace(view, health=ata_health(self_tests=done), self_tests=(ended,)))
    assert "about 85\u202fmin" in parts.start.menu.actions()[0].text()
    assert "Extended" not in section.line.button.text()


def test_the_values_are_saved(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.show("sda", ata_health(), WORN)
    path = tmp_path / "values"
    asked: list[str] = []

    def answer(_parent: object, _title: str, start: str, filters: str) -> tuple[str, str]:
        asked.append(start)
        return str(path), filters.split(";;", maxsplit=1)[0]

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    bench.page.parts.values.save.emit()
    assert asked[0].endswith("WDC-WD40EFZX-68AWUN0-health.csv")
    rows = path.with_name("values.csv").read_text("utf-8").splitlines()
    assert rows[0].startswith("table,id,title,verdict,trend,value,worst,threshold,raw")
    assert len(rows) == 6
    assert "values.csv" in bench.page.parts.exporting.message.text()
    for name, begins in (("values.json", "{"), ("values.txt", "Worn.")):
        path = tmp_path / name
        bench.page.parts.values.save.emit()
        assert path.read_text("utf-8").startswith(begins)


def test_health_has_the_export_menu_of_every_page(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench.choose("sda")
    exporting = bench.page.parts.exporting
    assert not exporting.button.isVisible()  # nothing to export yet
    health = ata_health(serial="WD-S3CR3T")
    bench.tell(view_of(device("sda"), health, WORN))
    assert exporting.button.isVisible()
    exporting.menu.refresh()
    actions = [one for one in exporting.menu.actions() if one.isVisible() and not one.isSeparator()]
    grey = {one.objectName() for one in actions if not one.isEnabled()}
    assert grey == {SAVE_PICTURE, COPY_PICTURE}
    assert all(one.toolTip() for one in actions if not one.isEnabled())
    actions[-1].trigger()
    copied = QGuiApplication.clipboard().text()
    assert health.model in copied
    assert health.serial not in copied
    for kind, ending, begins in (
        ("html", "html", b"<!doctype html>"),
        ("report", "pdf", b"%PDF"),
        ("json", "json", b"{"),
        ("text", "txt", grade_title("worn").encode()),
    ):
        path = tmp_path / f"health.{ending}"
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, path=path: (str(path), ""))
        exporting.write_as(kind)
        assert str(path) in exporting.message.text()
        assert path.read_bytes().lower().startswith(begins.lower())
    page = (tmp_path / "health.html").read_text("utf-8")
    assert health.serial in page
    bench.choose("nvme0n1")
    assert not exporting.bar.isVisible()
    assert not exporting.button.isVisible()


def test_smart_is_switched_on_by_a_button(bench: Bench) -> None:
    bench.choose("sda")
    assert not bench.page.parts.smart.isVisible()
    off = Health(
        taken=NOW, kind="ata", missing=Note("SMART is switched off on this drive."),
        advice=Advice(Remedy.SWITCH_SMART_ON),
    )  # fmt: skip
    bench.tell(view_of(device("sda"), off, judge_health(off, now=NOW)))
    parts = bench.page.parts
    assert parts.smart.isVisible()
    assert not parts.root_primary.isVisible()
    assert not parts.root_link.isVisible()  # as administrator there is nothing to read either
    assert "SMART is switched off on this drive." in bench.texts()
    parts.smart.click()
    bench.settle()
    assert bench.health.requests.calls == [("smart", "sda")]
    assert parts.message.isVisible()
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    assert not parts.smart.isVisible()


def test_a_test_that_cannot_begin_is_said(bench: Bench) -> None:
    bench.health.requests.error = MachineError(
        "It has none.", advice=Advice("Nothing can be done.")
    )
    bench.show("nvme0n1")
    assert "2\u202fmin" in bench.page.parts.start.button.text()
    bench.page.parts.start.button.click()
    bench.settle()
    assert "It has none." in bench.page.parts.message.text.text()
    assert not bench.page.parts.waiting.isVisible()


def test_what_failed_while_another_drive_was_shown_is_said_where_it_was_asked_for(
    bench: Bench,
) -> None:
    requests, message = bench.health.requests, bench.page.parts.message
    requests.gate, requests.error = threading.Event(), RefusedError("The password was wrong.")
    bench.choose("nvme0n1")
    bench.tell(view_of(device("nvme0n1")), view_of(device("sda"), ata_health(), WORN))
    bench.page.parts.root_link.click()
    bench.choose("sda")
    requests.gate.set()
    bench.settle()
    assert not message.isVisible()
    bench.choose("nvme0n1")
    assert "The password was wrong." in message.text.text()
    bench.choose("sda")
    bench.choose("nvme0n1")
    assert not message.isVisible()  # said once


def test_progress_that_nobody_knows(bench: Bench) -> None:
    bench.show("nvme0n1", nvme_health(self_tests=SelfTests(running=True)))
    assert bench.page.parts.progress.bar.maximum() == 0
    assert "to go" not in bench.page.parts.progress.text.text()


@pytest.mark.parametrize(("rest", "call"), [("asleep", "wake"), ("at_rest", "look")])
def test_a_disk_at_rest_is_woken_or_read_only_by_the_person(
    bench: Bench, rest: str, call: str
) -> None:
    bench.choose("sda")
    old = ata_health(updated=NOW - timedelta(hours=3))
    bench.tell(view_of(device("sda"), replace(old, **{rest: True}), judge_health(old)))
    parts = bench.page.parts
    calls = bench.health.monitor.calls
    assert parts.wake.isVisible() and (call, "sda") not in calls[1:]
    QTest.mouseClick(parts.wake, Qt.MouseButton.LeftButton)
    assert calls[-1] == (call, "sda")
    bench.tell(view_of(device("sda"), old, judge_health(old)))
    assert not parts.wake.isVisible()
