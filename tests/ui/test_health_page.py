# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The Health page: every state of a drive, and what a person can do there."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from tests.ui.demo import demo_inventory
from tests.ui.health_desk import (
    CHANGE,
    NOW,
    MadeHealth,
    ata_health,
    half_a_year,
    let_work_end,
    nvme_health,
    snapshot,
    verdict,
    view_of,
)  # fmt: skip

from driveproof.application import Application
from driveproof.domain.drive import BlockDevice, Inventory
from driveproof.domain.errors import MachineError, RefusedError
from driveproof.domain.firmware import FirmwareNews
from driveproof.domain.health import Health, SelfTests
from driveproof.domain.health_words import AXES, AxisVerdict, HealthVerdict
from driveproof.ui.dialogs.snapshots import SnapshotsDialog
from driveproof.ui.health_watch import HealthWatch
from driveproof.ui.pages.health import HealthPage
from driveproof.ui.style import Theme

DEMO = demo_inventory()
WORN = verdict(
    "worn",
    "This drive has 8 reallocated sectors.",
    media=AxisVerdict("media", "worn", "8 reallocated", "3 more since March", "watch when it grows",
                      "SMART attribute 5", ("reallocated", "pending")),
)  # fmt: skip


def device(name: str) -> BlockDevice:
    found = DEMO.get(name)
    assert found is not None
    return found


class Bench:
    """A page with the watch that feeds it, and a clock that the test moves."""

    def __init__(self, qtbot: QtBot, application: Application, theme: Theme) -> None:
        self.qtbot = qtbot
        self.health = MadeHealth()
        self.seconds = 100.0
        self.top = QWidget()
        services = replace(application.services(), health=self.health.services())
        self.watch = HealthWatch(services, self.top)
        self.page = HealthPage(theme, self.watch, lambda: self.seconds)
        self.page.setParent(self.top)
        self.watch.changed.connect(
            lambda views: self.page.views_changed({view.device for view in views})
        )
        qtbot.addWidget(self.top)
        self.top.resize(1000, 800)
        self.page.resize(1000, 800)
        self.top.show()
        self.watch._begin()
        qtbot.waitUntil(lambda: self.watch._monitor is not None)

    def choose(self, name: str, inventory: Inventory = DEMO, *, gone: bool = False) -> None:
        chosen = inventory.get(name)
        assert chosen is not None
        self.page.set_device(chosen, inventory, gone=gone)

    def tell(self, *views: object) -> None:
        self.health.tell(*views)  # type: ignore[arg-type]
        self.watch._feed.deliver()

    def settle(self) -> None:
        """Until everything that was asked for has ended."""
        self.qtbot.waitUntil(lambda: not self.page.actions_._running, timeout=20000)

    def texts(self) -> str:
        """All that is said on the page."""
        labels = [each for each in self.page.findChildren(QLabel) if each.isVisible()]
        buttons = [each for each in self.page.findChildren(QPushButton) if each.isVisible()]
        return "\n".join(
            [getattr(each, "whole", each.text)() for each in labels]
            + [each.text() for each in buttons]
        )


@pytest.fixture
def bench(qtbot: QtBot, application: Application, theme: Theme) -> Iterator[Bench]:
    made = Bench(qtbot, application, theme)
    yield made
    if made.health.desk.gate is not None:
        made.health.desk.gate.set()
    let_work_end()


def test_the_verdict_comes_first_then_six_axes(bench: Bench) -> None:
    bench.choose("nvme0n1")
    assert bench.page.parts.head.title.whole() == "Reading the drive…"
    bench.tell(view_of(device("nvme0n1")))
    parts = bench.page.parts
    assert parts.head.title.whole() == "This drive is healthy."
    assert list(parts.axes.rows) == list(AXES)
    assert parts.axes.rows["wear"].words.text() == "3 % used"
    assert parts.axes.rows["wear"].words.word == "good"
    assert "11.4 TB written" in parts.axes.rows["wear"].detail.text()
    assert "UDisks2 (NVMe health log)" in parts.source.text()


def test_a_word_that_is_not_good_is_said_beside_the_value(bench: Bench) -> None:
    bench.choose("sda")
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    row = bench.page.parts.axes.rows["media"]
    assert row.words.text() == "Worn · 8 reallocated"
    assert "Worn" in row.words.accessibleName()


def test_rule_and_source_by_keyboard(bench: Bench) -> None:
    bench.choose("nvme0n1")
    bench.tell(view_of(device("nvme0n1")))
    row = bench.page.parts.axes.rows["wear"]
    assert not row.rule.isVisible()
    assert row.why.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert "Wear" in row.why.accessibleName()
    QTest.keyClick(row.why, Qt.Key.Key_Space)
    assert row.rule.isVisible()
    assert "worn at 100 % used" in row.rule.text()
    assert "percentage_used" in row.rule.text()
    bench.choose("sda")
    bench.choose("nvme0n1")
    assert not bench.page.parts.axes.rows["wear"].why.isChecked()


def test_acknowledging_and_taking_it_back(bench: Bench) -> None:
    bench.choose("sda")
    judged = view_of(device("sda"), ata_health(), WORN)
    bench.tell(judged)
    rows, message = bench.page.parts.axes.rows, bench.page.parts.message
    assert rows["media"].accept.isVisible()
    assert not rows["link"].accept.isVisible()  # 3 CRC errors, but nothing is said against them
    QTest.mouseClick(rows["media"].accept, Qt.MouseButton.LeftButton)
    bench.settle()
    identity = device("sda").identity
    assert bench.health.desk.calls == [("acknowledge", identity, "reallocated", 8)]
    assert "8 reallocated sectors" in message.text.text()
    assert ("look", "sda") in bench.health.monitor.calls
    bench.tell(replace(judged, acknowledged={"reallocated": 8}))
    assert not rows["media"].accept.isVisible()
    assert "Acknowledged: 8 reallocated sectors" in rows["media"].rule.text()
    message.action.click()
    bench.settle()
    assert bench.health.desk.calls[-1] == ("acknowledge", identity, "reallocated", 0)
    bench.tell(replace(judged, health=ata_health(reallocated=9), acknowledged={"reallocated": 8}))
    assert rows["media"].accept.isVisible()  # it has grown


def test_a_drive_that_never_answers_holds_up_nothing(bench: Bench) -> None:
    bench.choose("nvme0n1")
    bench.seconds += 2
    bench.page.look_at_the_clock()
    assert not bench.page.parts.waiting.isVisible()
    bench.seconds += 10
    bench.page.look_at_the_clock()
    assert bench.page.parts.waiting.text() == "Still waiting for the drive, 12\u202fs"
    bench.choose("sda")
    assert not bench.page.parts.waiting.isVisible()
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    assert bench.page.parts.head.title.whole() == WORN.sentence
    bench.tell(view_of(device("nvme0n1")))  # it did answer at last, but nobody looks at it
    assert bench.page.parts.head.title.whole() == WORN.sentence


def test_asking_again_says_that_the_drive_is_slow(bench: Bench) -> None:
    bench.choose("nvme0n1")
    bench.tell(view_of(device("nvme0n1")))
    bench.page.asked()
    bench.seconds += 30
    bench.page.look_at_the_clock()
    assert "30" in bench.page.parts.waiting.text()
    assert bench.page.parts.axes.isVisible()  # what is known stays
    bench.tell(view_of(device("nvme0n1"), nvme_health(temperature=47.0)))
    assert not bench.page.parts.waiting.isVisible()


def test_a_password_that_nobody_types_blocks_no_other_drive(bench: Bench) -> None:
    bench.health.desk.gate = threading.Event()
    bench.choose("nvme0n1")
    bench.tell(view_of(device("nvme0n1")), view_of(device("sda"), ata_health(), WORN))
    bench.page.parts.root_link.click()
    assert not bench.page.parts.root_link.isEnabled()
    bench.choose("sda")
    assert bench.page.parts.root_link.isEnabled()
    assert bench.page.parts.head.title.whole() == WORN.sentence


def test_unplugged_keeps_what_was_known(bench: Bench) -> None:
    bench.choose("sda")
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    assert bench.page.parts.start.isVisible()
    bench.choose("sda", gone=True)
    assert bench.page.parts.head.title.whole() == WORN.sentence
    assert "Unplugged" in bench.page.parts.detail.text()
    for part in (bench.page.parts.start, bench.page.parts.root_link,
                 bench.page.parts.axes.rows["media"].accept,
                 bench.page.parts.snapshots.keep_button):  # fmt: skip
        assert not part.isVisible()


def test_unplugged_before_it_answered(bench: Bench) -> None:
    bench.choose("sda")
    bench.choose("sda", gone=True)
    bench.seconds += 60
    bench.page.look_at_the_clock()
    assert "unplugged" in bench.page.parts.head.title.whole()
    assert not bench.page.parts.waiting.isVisible()


def test_another_drive_under_the_same_name_is_another_drive(bench: Bench) -> None:
    bench.choose("sda")
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    other = replace(device("sda"), wwn="", serial="ANOTHER")
    bench.choose("sda", Inventory((other,), "demo"))
    assert bench.page.parts.head.title.whole() == "Reading the drive…"
    assert not bench.page.parts.axes.isVisible()


@pytest.mark.parametrize(
    ("name", "words", "links"),
    [("md0", "RAID", ["sda", "sdb"]), ("loop0", "file", ["nvme0n1"]), ("dm-0", "encrypted",
     ["nvme0n1"])],
)  # fmt: skip
def test_what_is_no_drive_says_whose_health_it_is(
    bench: Bench, name: str, words: str, links: list[str]
) -> None:
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    bench.choose(name)
    assert words in bench.page.parts.head.title.whole().lower() or words == "RAID"
    seen: list[str] = []
    bench.page.visit.connect(seen.append)
    buttons = bench.page.parts.below.findChildren(QPushButton)
    for button in [each for each in buttons if each.isVisible()]:
        button.click()
    assert seen == links
    assert not bench.page.parts.start.isVisible()
    assert not bench.page.parts.axes.isVisible()


def test_a_drive_that_only_root_can_read(bench: Bench) -> None:
    """Offered, not forced: refused, it is said; read, it stays known."""
    unknown = HealthVerdict("unknown", "The health of this drive is unknown.", (), tuple(
        AxisVerdict(axis, "unknown", "Unknown") for axis in AXES))  # fmt: skip
    nothing = Health(taken=NOW, missing="UDisks2 cannot read it.", advice="Ask smartctl.")
    dark = view_of(device("sdc"), nothing, unknown)
    bench.choose("sdc")
    bench.tell(dark)
    parts, desk = bench.page.parts, bench.health.desk
    assert parts.detail.text() == "UDisks2 cannot read it. Ask smartctl."
    assert not parts.axes.isVisible()  # six times "unknown" says nothing
    assert parts.root_primary.isVisible()
    assert not parts.root_link.isVisible()
    assert not desk.calls
    desk.error = RefusedError("The password was not given.")
    parts.root_primary.click()
    bench.settle()
    assert "The password was not given." in parts.message.text.text()
    assert "without it" in parts.message.text.text()
    desk.error = None
    desk.whole = view_of(device("sdc"), nvme_health(source="smartctl 7.3"))
    parts.root_primary.click()
    bench.settle()
    assert parts.head.title.whole() == "This drive is healthy."
    assert not parts.root_primary.isVisible()
    bench.tell(dark)
    assert parts.head.title.whole() == "This drive is healthy."


def test_the_tables_keep_what_root_has_read(bench: Bench) -> None:
    bench.choose("sda")
    short = ata_health(attributes=(), errors=())
    bench.tell(view_of(device("sda"), short, WORN))
    assert "its error log" in bench.page.parts.more.whole()
    bench.health.desk.whole = view_of(device("sda"), ata_health(source="smartctl 7.3"), WORN)
    bench.page.read_whole()
    bench.settle()
    newer = view_of(device("sda"), replace(short, temperature=50.0), verdict("good", "Fine now."))
    bench.tell(newer)
    assert bench.page.parts.head.title.whole() == "Fine now."
    assert "All 5" in bench.page.parts.values.attributes.line.button.text()
    assert "as administrator" in bench.page.parts.source.text()


def test_self_tests_from_start_to_end(bench: Bench) -> None:
    bench.choose("sda")
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    parts = bench.page.parts
    assert "&Run short self-test" in parts.start.button.text()
    menu = [each.text() for each in parts.start.menu.actions()]
    assert menu == ["Run extended self-test", "Run conveyance self-test"]
    parts.start.menu.actions()[0].trigger()
    bench.settle()
    assert bench.health.desk.calls == [("start", "sda", "extended")]
    assert "Extended self-test begun" in parts.message.text.text()
    running = SelfTests(kinds=("short",), running=True, kind="extended", remaining=0.3)
    bench.tell(view_of(device("sda"), ata_health(self_tests=running), WORN))
    assert not parts.start.isVisible()
    assert parts.progress.bar.value() == 700
    assert "30\u202f% to go" in parts.progress.text.text()
    bench.health.monitor.calls.clear()
    for _ in range(10):
        bench.page.look_at_the_clock()
    assert bench.health.monitor.calls == [("look", "sda")]
    parts.progress.stop.click()
    bench.settle()
    assert bench.health.desk.calls[-1] == ("abort", "sda")
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    assert not parts.progress.isVisible()
    assert parts.start.isVisible()
    assert "extended failed" in parts.values.tests.line.button.text()


def test_a_test_that_cannot_begin_is_said(bench: Bench) -> None:
    bench.health.desk.error = MachineError("The drive has no self-tests.", "Nothing can be done.")
    bench.choose("nvme0n1")
    bench.tell(view_of(device("nvme0n1")))
    assert "about 2\u202fmin" in bench.page.parts.start.button.text()
    bench.page.parts.start.button.click()
    bench.settle()
    assert bench.page.parts.message.text.text() == (
        "The drive has no self-tests. Nothing can be done."
    )
    assert bench.page.parts.start.isEnabled()


def test_progress_that_nobody_knows(bench: Bench) -> None:
    bench.choose("nvme0n1")
    bench.tell(view_of(device("nvme0n1"), nvme_health(self_tests=SelfTests(running=True))))
    assert bench.page.parts.progress.bar.maximum() == 0
    assert "to go" not in bench.page.parts.progress.text.text()


def test_snapshots_are_drawn_with_the_firmware_change(bench: Bench) -> None:
    nvme = view_of(device("nvme0n1"), firmware_changes=(CHANGE,))
    bench.health.desk.kept = half_a_year(nvme)
    bench.choose("nvme0n1")
    bench.tell(nvme)
    bench.settle()
    section = bench.page.parts.snapshots
    assert section.choice.isVisible()
    assert section.choice.currentText() == "Data written"
    assert section.chart is not None
    table = section.chart.chart.table()  # type: ignore[union-attr]
    assert len(table.rows) == 48
    assert sum("3B2QJXD7 → 4B2QJXD7" in row[3] for row in table.rows) == 1
    assert table.rows[0][1] == "1\u202fTB"
    assert "firmware 3B2QJXD7 → 4B2QJXD7" in section.chart.accessibleDescription()
    section.choice.setCurrentIndex(section.choice.findData("temperature"))
    assert section.chart.chart.table().rows[0][1] == "46\u202f°C"  # type: ignore[union-attr]
    for wide in (1000, 500):
        section.chart.resize(wide, 190)
        assert not section.chart.grab().isNull()


def test_firmware_its_history_and_what_is_offered(bench: Bench) -> None:
    nvme = view_of(device("nvme0n1"), firmware_changes=(CHANGE,))
    bench.choose("nvme0n1")
    bench.tell(nvme)
    section = bench.page.parts.firmware
    assert "first seen" in section.line.button.text()
    section.line.button.click()
    bench.settle()
    assert "3B2QJXD7 → 4B2QJXD7" in section.text.text()
    assert "does not list this drive" in section.text.text()
    bench.health.desk.news = FirmwareNews(
        known=True, newest="2<b>", notes="Fixes a loss of data.\n<i>Now</i>", sentence="Offered."
    )
    bench.choose("sda")
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    bench.settle()
    assert section.line.button.text() == "&Firmware 81.00B81, 2<b> is offered"
    assert section.notes.text() == "Fixes a loss of data.\n<i>Now</i>"
    bench.choose("nvme0n1")  # asked once, and each keeps its own
    assert "does not list this drive" in section.text.text()


def test_a_snapshot_on_demand_begins_the_curve(bench: Bench) -> None:
    nvme = view_of(device("nvme0n1"))
    bench.health.desk.kept = (snapshot(nvme, 1, 3),)
    bench.choose("nvme0n1")
    bench.tell(nvme)
    bench.settle()
    section = bench.page.parts.snapshots
    assert "begins with the second" in section.text.text()
    assert section.chart is None
    section.keep_button.click()
    bench.settle()
    assert section.chart is not None
    assert section.chart.isVisible()
    assert bench.page.parts.message.text.text() == "A snapshot was kept."


def test_no_line_of_one_drive_stays_with_another(bench: Bench) -> None:
    nvme = view_of(device("nvme0n1"))
    bench.health.desk.kept = half_a_year(nvme)
    bench.choose("nvme0n1")
    bench.tell(nvme)
    bench.settle()
    bench.health.desk.kept = ()
    bench.choose("sda")
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    bench.settle()
    section = bench.page.parts.snapshots
    assert section.snapshots == ()
    assert section.chart is not None
    assert not section.chart.isVisible()
    assert "No snapshot" in section.text.text()


def test_any_two_snapshots_beside_each_other(bench: Bench, theme: Theme) -> None:
    kept = half_a_year(view_of(device("nvme0n1")))
    dialog = SnapshotsDialog(kept, theme)
    bench.qtbot.addWidget(dialog)
    assert [each.id for each in dialog.chosen()] == [kept[0].id, kept[-1].id]
    assert "firmware changed" in dialog.answer.text()
    text = dialog.model.as_text(range(dialog.model.rowCount()))
    assert "Data written\t1\u202fTB\t11.4\u202fTB" in text
    assert "400\u202fGB of it by this test" in text
    dialog.first.setCurrentIndex(0)
    dialog.second.setCurrentIndex(2)  # the other way round: the earlier one still is "before"
    before, after = dialog.chosen()
    assert before.taken < after.taken
    dialog.second.setCurrentIndex(0)
    assert dialog.answer.text() == "Choose two different snapshots."


HOSTILE = "<b>bad</b>\x1b[2J\u202eevil\nname & more"


def test_hostile_names_are_shown_plain(bench: Bench) -> None:
    health = ata_health(
        model=HOSTILE, firmware=HOSTILE, notes=(HOSTILE,), source=HOSTILE,
        attributes=tuple(replace(each, name=HOSTILE) for each in ata_health().attributes),
    )  # fmt: skip
    axis = AxisVerdict("media", "watch", *[HOSTILE] * 4, ("reallocated",))
    judged = verdict("watch", HOSTILE, media=axis)
    bench.choose("sda")
    bench.tell(view_of(device("sda"), health, judged))
    bench.page.parts.values.attributes.line.button.click()
    bench.page.parts.axes.rows["media"].why.click()
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


def test_the_attributes_are_sorted_and_copied(bench: Bench) -> None:
    bench.choose("sda")
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    part = bench.page.parts.values.attributes
    part.line.button.click()
    header = [str(part.model.headerData(n, Qt.Orientation.Horizontal)) for n in range(9)]
    assert header == [
        "ID",
        "Name",
        "Value",
        "Worst",
        "Threshold",
        "Raw",
        "Type",
        "Flags",
        "Verdict",
    ]
    ids = lambda: [part.model.index(row, 0).data() for row in range(5)]  # noqa: E731
    assert ids() == ["1", "5", "9", "190", "199"]
    place = part.table.horizontalHeader().sectionViewportPosition(5) + 8
    QTest.mouseClick(part.table.horizontalHeader().viewport(), Qt.MouseButton.LeftButton,
                     pos=QPoint(place, 8))  # fmt: skip
    assert ids() in (["1", "199", "5", "190", "9"], ["9", "190", "5", "199", "1"])
    part.table.sort_by(5)
    assert ids() == ["1", "199", "5", "190", "9"]  # as numbers: 0, 3, 8, 35, 12 511
    part.table.sort_by(-1)
    assert ids() == ["1", "5", "9", "190", "199"]
    part.table.selectRow(1)
    QTest.keyClick(part.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[0].split("\t") == header
    assert copied[1].split("\t")[:3] == ["5", "Reallocated Sector Ct", "198"]
    assert len(copied) == 2


def test_no_health_service_is_said(qtbot: QtBot, application: Application, theme: Theme) -> None:
    top = QWidget()
    qtbot.addWidget(top)
    watch = HealthWatch(replace(application.services(), health=None), top)
    page = HealthPage(theme, watch)
    page.setParent(top)
    page.set_device(device("sda"), DEMO, gone=False)
    assert "not read" in page.parts.head.title.whole()
    page.set_device(None, DEMO, gone=False)
    assert "no drive" in page.parts.head.title.whole()
    top.show()
    assert not [each for each in page.findChildren(QPushButton) if each.isVisible()]


@pytest.mark.parametrize("width", [440, 1000])
def test_nothing_is_wider_than_the_page(bench: Bench, width: int) -> None:
    bench.choose("sda")
    bench.health.desk.kept = half_a_year(view_of(device("sda")))
    bench.tell(view_of(device("sda"), ata_health(), WORN))
    bench.settle()
    bench.top.resize(width, 600)
    bench.page.resize(width, 600)
    bench.qtbot.wait(10)
    assert bench.page.parts.area.horizontalScrollBar().maximum() == 0
