# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's snapshots, firmware and attributes on the Health page."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from tests.builders.made_health import (  # fmt: skip
    CHANGE,
    ata_health,
    half_a_year,
    snapshot,
    view_of,
)
from tests.builders.pages.health import WORN, Bench, device

from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.system.smart.known_drives import shipped_faults
from driveproof.ui.health.snapshots import SnapshotsDialog
from driveproof.ui.theme.keyboard import tab_stops
from driveproof.ui.theme.style import Theme


def test_snapshots_are_drawn_with_the_firmware_change(bench: Bench) -> None:
    nvme = view_of(device("nvme0n1"), firmware_changes=(CHANGE,))
    bench.health.requests.kept = half_a_year(nvme)
    bench.choose("nvme0n1")
    bench.tell(nvme)
    bench.settle()
    section = bench.page.parts.snapshots
    assert section.choice.isVisible()
    assert section.choice.currentData() == "written"
    assert section.chart is not None
    table = section.chart.chart.table()  # type: ignore[union-attr]
    assert len(table.rows) == 48
    assert sum("3B2QJXD7 → 4B2QJXD7" in row[3] for row in table.rows) == 1
    assert table.rows[0][1] == "1\u202fTB"
    assert "3B2QJXD7 → 4B2QJXD7" in section.chart.accessibleDescription()
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
    bench.health.requests.news = FirmwareNews(
        known=True, newest="2<b>", notes="Fixes a loss of data.\n<i>Now</i>"
    )
    bench.show("sda", ata_health(), WORN)
    bench.settle()
    assert section.line.button.text() == "&Firmware 81.00B81, 2<b> available"
    assert section.notes.text() == "Fixes a loss of data.\n<i>Now</i>"
    bench.choose("nvme0n1")  # asked once, and each keeps its own
    assert "3B2QJXD7 → 4B2QJXD7" in section.text.text()


def test_a_known_fault_offers_to_measure_before_and_after_its_update(bench: Bench) -> None:
    faulty = replace(ata_health(), firmware_faults=shipped_faults()[:1])
    for health, offered in ((ata_health(), False), (faulty, True)):
        bench.show("sda", health, WORN)
        bench.settle()
        section = bench.page.parts.firmware
        if not section.compare_button.isVisible() and not section.text.isVisible():
            section.line.button.click()
        assert section.compare_button.isVisible() == offered
    assert "5B2QGXA7" in section.text.text()


def test_the_keys_go_from_top_to_bottom(bench: Bench) -> None:
    nvme = view_of(device("sda"), ata_health(), WORN)
    bench.health.requests.kept = half_a_year(nvme)
    bench.choose("sda")
    bench.tell(nvme)
    bench.settle()
    parts = bench.page.parts
    found = tab_stops(bench.top)
    found = found[found.index(parts.start.button) :]
    wanted = [
        parts.start.button, parts.start.more, parts.found.accept["media_errors"], parts.root_link,
        parts.snapshots.choice,
        parts.snapshots.compare_button,
        parts.snapshots.keep_button, parts.snapshots.chart,
    ]  # fmt: skip
    assert found[: len(wanted)] == wanted
    assert parts.values.attributes.line.button in found[len(wanted) :]


def test_a_snapshot_on_demand_begins_the_curve(bench: Bench) -> None:
    nvme = view_of(device("nvme0n1"))
    bench.health.requests.kept = (snapshot(nvme, 1, 3),)
    bench.choose("nvme0n1")
    bench.tell(nvme)
    bench.settle()
    section = bench.page.parts.snapshots
    assert section.text.isVisible()
    assert section.chart is None
    section.keep_button.click()
    bench.settle()
    assert section.chart is not None
    assert section.chart.isVisible()
    assert bench.page.parts.message.isVisible()


def test_no_line_of_one_drive_stays_with_another(bench: Bench) -> None:
    nvme = view_of(device("nvme0n1"))
    bench.health.requests.kept = half_a_year(nvme)
    bench.choose("nvme0n1")
    bench.tell(nvme)
    bench.settle()
    bench.health.requests.kept = ()
    bench.show("sda", ata_health(), WORN)
    bench.settle()
    section = bench.page.parts.snapshots
    assert section.snapshots == ()
    assert section.chart is not None
    assert not section.chart.isVisible()
    assert section.text.isVisible()


def test_any_two_snapshots_beside_each_other(bench: Bench, theme: Theme) -> None:
    kept = half_a_year(view_of(device("nvme0n1")))
    dialog = SnapshotsDialog(kept, theme)
    bench.qtbot.addWidget(dialog)
    assert [each.id for each in dialog.chosen()] == [kept[0].id, kept[-1].id]
    assert "→" in dialog.answer.text()
    text = dialog.table.as_text(range(dialog.model.rowCount()))
    assert "Data written\t1\u202fTB\t11.4\u202fTB" in text
    assert "400\u202fGB" in text
    dialog.first.setCurrentIndex(0)
    dialog.second.setCurrentIndex(2)  # the other way round: the earlier one still is "before"
    before, after = dialog.chosen()
    assert before.taken < after.taken
    dialog.second.setCurrentIndex(0)
    assert dialog.model.rowCount() == 0


def test_the_attributes_are_sorted_and_copied(bench: Bench) -> None:
    bench.show("sda", ata_health(), WORN)
    part = bench.page.parts.values.attributes
    part.line.button.click()
    raw = part.column("raw")
    header = [head.title for head in part.model.heads if head.usual and head.name != "trend"]
    ids = lambda: [part.model.index(row, 0).data() for row in range(5)]  # noqa: E731
    assert ids() == ["1", "5", "9", "190", "199"]
    place = part.table.horizontalHeader().sectionViewportPosition(raw) + 8
    QTest.mouseClick(part.table.horizontalHeader().viewport(), Qt.MouseButton.LeftButton,
                     pos=QPoint(place, 8))  # fmt: skip
    assert ids() in (["1", "199", "5", "190", "9"], ["9", "190", "5", "199", "1"])
    part.table.horizontalHeader().setSortIndicator(raw, Qt.SortOrder.DescendingOrder)
    part.table.sort_by(raw)  # the other way round
    assert ids() == ["1", "199", "5", "190", "9"]  # as numbers: 0, 3, 8, 35, 12 511
    part.table.sort_by(-1)
    assert ids() == ["1", "5", "9", "190", "199"]
    part.table.choose([1])
    QTest.keyClick(part.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QGuiApplication.clipboard().text().splitlines()
    assert copied[0].split("\t") == header
    copied_row = dict(zip(header, copied[1].split("\t"), strict=True))
    assert (copied_row["ID"], copied_row["Value"]) == ("5", "198")
    assert len(copied) == 2


def test_nothing_is_accepted_or_kept_of_a_drive_without_an_identity(bench: Bench) -> None:
    for may in (True, False):
        view = view_of(device("sda"), ata_health(), WORN, may_be_kept=may)
        bench.choose("sda")
        bench.tell(view)
        assert ("media_errors" in bench.page.parts.found.accept) is may
        assert bench.page.parts.snapshots.keep_button.isVisible() is may
