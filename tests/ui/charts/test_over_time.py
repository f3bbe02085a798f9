# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's results over time: the chart, its table, and the page that shows it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.demo import demo_inventory
from tests.builders.rig import Rig

from driveproof.domain.comparison.over_time import MetricSeries, RunPoint, SeriesGroup
from driveproof.domain.health.snapshot import FirmwareChange
from driveproof.domain.run.run import Summary
from driveproof.history.store import History
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.charts.over_time import OverTimeChart, Spreads, group_title
from driveproof.ui.charts.picture import write_chart
from driveproof.ui.charts.view import ChartView
from driveproof.ui.feeds.measured_drive import device_identity
from driveproof.ui.theme.style import Theme

START = datetime(2026, 3, 4, 5, 6, tzinfo=UTC)
TITLE = "A test"


def series(direction: str, scale: float) -> MetricSeries:
    points = tuple(
        RunPoint(
            f"run{day}",
            START + timedelta(days=day),
            "new cable" if day == 2 else "",
            "1.0" if day < 2 else "2.0",
            Summary(scale * (10 + day), scale * (9 + day), scale * (11 + day), 3),
            disturbed=int(day == 1),
        )
        for day in range(3)
    )
    return MetricSeries(f"{direction}/sequential", TITLE, direction, "bandwidth", points)


GROUP = SeriesGroup(
    "quick", "A profile", None, "bandwidth", (series("read", 1e8), series("write", 5e7))
)
CHANGES = (FirmwareChange(START + timedelta(days=2), "1.0", "2.0<b>"),)


@pytest.fixture
def view(theme: Theme, qtbot: QtBot) -> ChartView:
    view = ChartView(theme, 240)
    qtbot.addWidget(view)
    view.resize(800, 300)
    view.set_chart(OverTimeChart(GROUP, CHANGES))
    view.show()
    return view


def test_each_test_has_a_line_and_its_spread_from_zero(view: ChartView) -> None:
    plot = view.plot
    _across, (low, high) = plot.box.viewRange()
    assert low == 0 and high >= 1300
    lines = [plot.drawn[f"line {number}"].samples for number in range(2)]
    assert [list(y) for _x, y in lines] == [[1000, 1100, 1200], [500, 550, 600]]
    spreads = plot.drawn["spread 0"]
    assert isinstance(spreads, Spreads)
    assert np.allclose(spreads.low, [900, 1000, 1100]) and np.allclose(
        spreads.high, [1100, 1200, 1300]
    )
    assert plot.series == [f"{TITLE}, read", f"{TITLE}, write"]
    plot.toggle(f"{TITLE}, read")
    assert not spreads.isVisible() and plot.box.viewRange()[1][1] < 1000


def test_the_firmware_change_is_a_named_line(view: ChartView) -> None:
    (place,) = view.plot.drawn["news"].places
    assert place == (CHANGES[0].at.timestamp(), "firmware 1.0 → 2.0<b>")


def test_the_table_has_every_point(view: ChartView) -> None:
    assert view.chart is not None
    table = view.chart.table()
    assert len(table.rows) == 6
    first = dict(zip(table.columns, table.rows[0], strict=True))
    assert (first["Test"], first["Repeats"]) == (f"{TITLE}, read", "3")
    assert first["Median"].startswith("1") and first["Median"].endswith("MB/s")
    assert [bool(row[-1]) for row in table.rows] == [False, False, True, True, False, False]
    assert [row[-3] for row in table.rows] == ["", "", "", "", "new cable", "new cable"]
    said = view.chart.describe()
    assert f"{TITLE}, write: 3 results" in said and "2.0<b>" in said


def test_the_nearest_point_is_said(view: ChartView) -> None:
    chart = view.chart
    assert isinstance(chart, OverTimeChart)
    at = (START + timedelta(days=2)).timestamp()
    reading = chart.reading(view.plot, at - 3600, 590.0)
    assert reading is not None
    assert reading.words.startswith(f"{TITLE}, write") and reading.words.endswith("new cable")
    assert "MB/s (" in reading.words
    (dot,) = reading.dots
    assert dot[:2] == (at, 600.0)


def test_one_run_and_none_are_drawn(theme: Theme) -> None:
    one = replace(GROUP.series[0], points=GROUP.series[0].points[:1])
    chart = OverTimeChart(replace(GROUP, series=(one,)))
    assert chart.span.low < START.timestamp() < chart.span.high
    assert OverTimeChart(replace(GROUP, series=())).describe()


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_it_is_exported_like_every_chart(theme: Theme, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"chart.{ending}"
    chart = OverTimeChart(GROUP, CHANGES, binary=True)
    write_chart(chart, path, ending, QSize(900, 400), look=ChartStyle.of(theme))
    assert path.stat().st_size > 1000
    if ending == "svg":
        text = path.read_text("utf-8")
        assert "firmware 1.0" in text and f"{TITLE}, read" in text and "MiB/s" in text


def test_the_history_of_a_drive_over_time(rig: Rig, history: History) -> None:
    run, inventory = recorded.finished_run(), demo_inventory()
    device = inventory.get("nvme0n1")
    drive = device_identity(device, inventory)
    for number, firmware in enumerate(("3B2Q", "3B2Q", "4B2Q")):
        target = replace(run.target, drive=drive, firmware=firmware)
        started = run.started + timedelta(days=number)
        history.save(replace(run, id=f"aaa{number}", target=target, started=started))
    rig.tell(inventory)
    page = rig.open_history()
    QTest.mouseClick(page.list.over_time_button, Qt.MouseButton.LeftButton)
    over = page.over_time
    assert over is not None and over.isVisible()
    assert over.head.title.whole() == "Samsung SSD 990 PRO 2TB over time"
    assert over.head.detail.whole().startswith("3 results, 1 firmware change.")
    titles = [over.choice.itemText(number) for number in range(over.choice.count())]
    assert titles == [group_title(group) for group in over.found.groups]
    assert titles == ["Quick benchmark: Bandwidth", "Quick benchmark: IOPS"]
    assert over.switch.isVisible()
    over.choice.setCurrentIndex(1)
    assert not over.switch.isVisible() and over.chart.chart is not None
    assert over.chart.chart.title == "IOPS"
    QTest.keyClick(over, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert page.list.isVisible()
    page.list.scope.choose(1)
    assert page.list.model.rowCount() == 3 and not page.list.over_time_button.isVisible()


def test_a_drive_without_results_has_no_such_button(rig: Rig) -> None:
    rig.tell(demo_inventory())
    page = rig.open_history()
    assert not page.list.over_time_button.isVisible()
    page.show_over_time()
    over = page.over_time
    assert over is not None and not over.chart.isVisible()
    assert over.head.detail.whole()
