# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What can be compared: pooled labels, several sides, drives, scans, and missing or odd data."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from tests.builders.compared_runs import STEADY, phase, run, times
from tests.builders.comparing import Open, texts, wait
from tests.builders.made_runs import drawn, pair, quick, scanned
from tests.builders.rig import Rig

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.comparison.matching import Side
from driveproof.domain.health.report import ATA, UDISKS_ATA, Health
from driveproof.domain.health.snapshot import AFTER, BEFORE
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.compare import texts as words
from driveproof.ui.compare.files import write_comparison
from driveproof.ui.runs.page import HistoryPage
from driveproof.wording.table import cell_text

HOSTILE = "<img src=x>\n\x1b[31m\u202eevil&\u00e9" + "W" * 300


def test_runs_of_one_label_are_pooled_if_wanted(rig: Rig, compare: Open) -> None:
    old = [quick(id=f"aa{n}", label="old", days=n / 24) for n in range(2)]
    new = [quick(1.3, id=f"bb{n}", label="new", days=1 + n / 24) for n in range(2)]
    made = compare(*new, *old)
    assert made.compared is not None
    assert made.compared.names == ("old", "new")
    assert made.compared.comparison.primary[0].repeats == (12, 12)
    assert made.choice.pool.isVisible() and made.choice.pool.isChecked()
    QTest.mouseClick(made.choice.pool, Qt.MouseButton.LeftButton)
    rig.qtbot.waitUntil(lambda: len(made.compared.names) == 4)
    wait(rig, made)
    assert len(set(made.compared.names)) == 4
    assert not made.choice.swap.isVisible() and made.choice.pool.isVisible()


def test_three_sides(rig: Rig, compare: Open) -> None:
    runs = [
        quick(factor, id=f"id{n}", label=f"state {n}", days=n)
        for n, factor in enumerate((1.0, 1.5, 0.5))
    ]
    made = compare(*runs)
    assert made.rows.intervals is not None and made.compared is not None
    rows = made.rows.intervals.rows
    found = [(row.name, row.change.verdict) for row in rows[:2]]
    assert found == [("state 1", Verdict.FASTER), ("state 2", Verdict.SLOWER)]
    assert all(name in made.head.title.whole() for name in ("state 1", "state 2"))
    made.choice.baseline.setCurrentIndex(2)
    made.choice.baseline.activated.emit(2)
    rig.qtbot.waitUntil(lambda: made.compared.names[0] == "state 2")
    wait(rig, made)
    assert made.choice.baseline.currentIndex() == 2


def test_hostile_labels_are_plain_text(rig: Rig, compare: Open, tmp_path: Path) -> None:
    before, after = pair()
    target = replace(after.target, model=HOSTILE, serial="S2", drive="serial:S2")
    made = compare(replace(before, label=HOSTILE), replace(after, label="x", target=target))
    everything = [*texts(made), made.head.title.whole(), made.head.detail.whole()]
    assert any("<img" in text for text in everything)
    assert not any("\x1b" in text or "\u202e" in text for text in everything)
    for label in made.findChildren(QLabel):
        assert label.textFormat() == Qt.TextFormat.PlainText
    # Whatever the letters: the name alone is thousands of pixels wide.
    assert rig.window.minimumSizeHint().width() < 1280
    assert made.compared is not None
    for kind in ("png", "svg", "pdf", "csv", "json"):
        write_comparison(made.compared, tmp_path / f"x.{kind}", kind)
        assert (tmp_path / f"x.{kind}").stat().st_size > 1000
    assert "<img" not in (tmp_path / "x.svg").read_text()


def test_no_test_in_common(rig: Rig, compare: Open, tmp_path: Path) -> None:
    one = run(phase(STEADY), id="aa1")
    other = run(phase(STEADY, pattern="sequential"), id="bb2", days=1, target={"kind": "device"})
    made = compare(one, other)
    assert made.head.title.whole()
    assert made.detail is None and not made.copy.isVisible()
    # Without a figure there is none to doubt.
    assert made.compared is not None and words.cautions(made.compared.comparison)
    assert made.cautions.count() == 0
    left_out = made.compared.answer.known("unmatched")
    assert left_out is not None
    assert set(map(cell_text, left_out.column("reason"))) <= {*texts(made)}
    made.grab()
    write_comparison(made.compared, tmp_path / "none.png", "png")


def test_one_repeat_and_missing_values(rig: Rig, compare: Open) -> None:
    lone = phase([5000.0])
    result = lone.repeats[0].directions["read"]
    bare = replace(
        result, bytes=None, ios=None, seconds=None, longest_stall=None,
        latency=replace(result.latency, mean=None, p50=None, p95=None, p99=None, p999=None,
                        max=None),
    )  # fmt: skip
    lone = replace(lone, repeats=(replace(lone.repeats[0], directions={"read": bare}),))
    environment = {"driveproof": None, "source": "fio", "kernel": None}
    imported = run(lone, id="aa1", environment=environment, seconds=0.0)
    made = compare(imported, run(phase([6000.0]), id="bb2", days=1))
    assert made.head.title.whole()
    assert made.rows.intervals is not None
    (row,) = made.rows.intervals.rows
    assert (row.changed, row.change.low) == ("+20\u202f%", None)
    assert "–" in texts(made)
    made.grab()


def test_a_disturbed_repeat_is_marked(rig: Rig, compare: Open) -> None:
    calm = run(drawn(phase(STEADY)), id="aa1")
    odd = drawn(phase(times(1.2), disturbed={2: ("background I/O",)}))
    made = compare(calm, run(odd, id="bb2", days=1))
    assert made.rows.intervals is not None and made.detail is not None
    assert made.rows.intervals.rows[0].doubted
    bars = made.detail.views[-1].chart
    assert bars is not None
    assert len([row for row in bars.table().rows if row[3]]) == 1


def test_different_drives_and_what_else_changed(rig: Rig, compare: Open) -> None:
    before, after = pair()
    target = replace(after.target, model="Disk Y", serial="S2", drive="serial:S2")
    other = replace(
        after, label="", target=target, environment=replace(after.environment, kernel="6.13")
    )
    made = compare(replace(before, label=""), other)
    assert made.compared is not None and made.compared.names == ("Disk X", "Disk Y")
    said = texts(made)
    assert {"Kernel", "6.12", "6.13"} <= set(said)
    # Nothing is before or after: columns are called by the drives, in every table and picture.
    assert not {"Before", "After"} & set(said)
    chart = made.rows.intervals
    assert chart is not None and chart.heads == ("Disk X", "Disk Y")
    assert chart.table().columns[1:3] == ("Disk X", "Disk Y")
    assert made.rows.accessibleName() == "Tests: Disk X, Disk Y, difference and verdict"
    made.grab()


def test_scans_lie_over_each_other(rig: Rig, compare: Open) -> None:
    made = compare(scanned(1.0, id="aa1"), scanned(1.2, id="bb2", days=1))
    assert made.detail is not None
    chart = made.detail.views[0].chart
    assert isinstance(chart, PlotChart) and not chart.empty
    assert len(chart.table().rows) == 2 * 6 * 100
    made.grab()


def test_the_health_of_the_drive_over_both(rig: Rig, compare: Open, history: History) -> None:
    runs = pair()
    snapshots = Snapshots(history)
    for number, one in enumerate(runs):
        for minutes, reason in ((0, BEFORE), (1, AFTER)):
            taken = one.started + timedelta(minutes=minutes)
            health = Health(
                taken=taken, source=UDISKS_ATA, kind=ATA, serial="S1",
                written=10**12 * (1 + number), reallocated=3 * number,
            )  # fmt: skip
            snapshots.add("serial:S1", health, reason, one.id, taken)
    made = compare(*runs)
    assert any("+3" in text for text in texts(made))


def test_a_run_that_is_gone_is_said(rig: Rig, page: HistoryPage, history: History) -> None:
    history.save(*pair())
    page.compare(["aaaa1", "gone"])
    made = page.comparison
    assert made is not None
    rig.qtbot.waitUntil(lambda: not made.tasks.busy)
    assert made.compared is None and made.head.title.whole()
    assert "gone" in made.exporting.message.text() and made.exporting.message.isVisible()
    assert not made.area.isVisible()


@pytest.mark.parametrize("fio", ["3.39", "fio-3.39"])
def test_what_is_alike_names_the_version_of_fio(fio: str) -> None:
    sides = [Side(name, (run(phase(STEADY), id=name, environment={"fio": fio}),)) for name in "ab"]
    assert "fio 3.39," in words.alike(compare_sides(sides))
