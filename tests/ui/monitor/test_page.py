# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a device does right now, in the window: from a made /sys whose counters a test moves."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog
from tests.builders.answering import Answers
from tests.builders.demo import demo_inventory
from tests.builders.fitting import misfits
from tests.builders.monitored import SECONDS, Live, looked, open_page
from tests.builders.rig import Rig

from driveproof.export.live_record import COLUMNS
from driveproof.ui.feeds.pages import HEALTH
from driveproof.ui.theme.style import Theme


@pytest.fixture
def rig(open_rig: Callable[..., Rig], live: Live) -> Rig:
    return open_rig(demo_inventory(), live=live)


def test_the_figures_of_each_second(rig: Rig) -> None:
    page = open_page(rig)
    looked(rig, page, 2)
    rows = page.bandwidth.columns
    assert rows[1][-1] == pytest.approx(100e6 / SECONDS, rel=0.01)
    assert page.iops.columns[1][-1] == pytest.approx(1000 / SECONDS)
    assert page.wait.columns[1][-1] == pytest.approx(0.5e-3)
    assert page.busy.columns[1][-1] == pytest.approx(0.25)
    assert page.temperature.columns[1][-1] == 41.0 and page.views[-1].isVisible()
    assert "50.0 MB/s" in page.total.text().replace("\u202f", " ")
    for view in page.views:
        assert view.chart is not None and view.chart.table().rows


def test_the_unit_of_the_page(rig: Rig) -> None:
    page = open_page(rig)
    looked(rig, page, 1)
    page.switch.choose(binary=True)
    assert page.views[0].chart is not None
    assert page.views[0].chart.title.endswith("MiB/s") and "MiB/s" in page.total.text()


def test_it_rests_while_it_is_not_seen_and_begins_anew(rig: Rig, live: Live) -> None:
    page = open_page(rig)
    looked(rig, page, 1)
    QTest.keyClick(page, Qt.Key.Key_Escape)
    assert not page.isVisible() and not page.timer.isActive()
    assert rig.overview.monitor_button.hasFocus()
    before = page.totals.samples
    rig.qtbot.waitUntil(lambda: not page.tasks.busy)
    live.looks += 1000
    live.clock()  # which moves the counters
    QTest.keyClick(rig.window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert page.isVisible() and page.timer.isActive()
    looked(rig, page, before + 2)
    assert page.bandwidth.columns[1].max() == pytest.approx(100e6 / SECONDS, rel=0.01)


def test_a_look_at_one_drive_is_not_shown_as_that_of_the_next(rig: Rig, live: Live) -> None:
    page = open_page(rig)
    looked(rig, page, 1)
    live.answers.clear()
    page.timer.timeout.emit()
    other = demo_inventory().get("sda")
    assert other is not None and page.tasks.busy
    page.open(other)
    page.timer.stop()
    live.answers.set()
    rig.qtbot.waitUntil(lambda: not page.tasks.busy)
    assert page.totals.samples == 0 and not page.bandwidth.columns[1].size


def test_a_record_goes_on_while_another_page_is_shown(rig: Rig, tmp_path: Path) -> None:
    page = open_page(rig)
    path = tmp_path / "record.csv"
    path.write_text("older")
    page.record(str(path))
    looked(rig, page, 1)
    rig.window.show_page(HEALTH)
    assert not page.isVisible() and page.timer.isActive()
    looked(rig, page, 3)
    page.record_button.click()
    page.timer.stop()
    rows = list(csv.DictReader(path.open(newline="", encoding="utf-8")))
    assert tuple(rows[0]) == COLUMNS and len(rows) == page.totals.samples
    assert str(path) in page.written.message.text()
    assert page.written.folder_button.isVisibleTo(page) and not page.message.isVisibleTo(page)


@pytest.mark.parametrize("replaces", [True, False])
def test_a_record_gets_its_ending_and_replaces_nothing_unasked(
    rig: Rig,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    answer: Answers,
    *,
    replaces: bool,
) -> None:
    page = open_page(rig)
    typed, other = tmp_path / "what", tmp_path / "what.csv"
    other.write_text("older")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(typed), ""))
    answer(yes=replaces)
    page.record_button.click()
    assert not typed.exists()
    assert (other.read_text("utf-8") == "older") is not replaces
    assert ("what.csv" in page.message.text.text()) is replaces
    if replaces:
        page.record_button.click()
        assert "what.csv" in page.written.message.text()


def test_a_record_that_cannot_be_written(rig: Rig, tmp_path: Path) -> None:
    page = open_page(rig)
    page.record(str(tmp_path / "none" / "x.csv"))
    assert "x.csv" in page.message.text.text()


def test_a_drive_that_leaves(rig: Rig, live: Live) -> None:
    page = open_page(rig)
    looked(rig, page, 1)
    rig.qtbot.waitUntil(lambda: not page.tasks.busy)  # a look moves the counters of the drive
    (live.sysfs.root / "class" / "block" / "nvme0n1").unlink()

    def said() -> bool:
        if not page.tasks.busy and page.timer.isActive():
            page.timer.timeout.emit()
        return page.message.isVisible()

    rig.qtbot.waitUntil(said)
    assert not page.timer.isActive() and "nvme0n1" in page.message.text.text()


@pytest.mark.parametrize("look", ["light", "dark"])
def test_it_fits_into_the_smallest_window(rig: Rig, theme: Theme, look: str) -> None:
    theme.force(look)
    rig.window.resize(760, 480)
    page = open_page(rig)
    looked(rig, page, 1)

    def fits() -> None:
        assert not misfits(rig.window)

    rig.qtbot.waitUntil(fits)
