# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every chart paints, describes itself, has a table, and can be written to files."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pyqtgraph as pg
import pytest
from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.guided_runs import filesystem_run
from tests.builders.painted_chart import painted

from driveproof.domain.answer import headline
from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.notes import sentence_failure
from driveproof.domain.result_rows import result_rows
from driveproof.domain.run.run import CANCELLED, FAILED, Run
from driveproof.domain.run.timeline import Timeline
from driveproof.methods import answer_of
from driveproof.ui.charts import quantity
from driveproof.ui.charts.chart import Chart
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.heatmap import LatencyChart
from driveproof.ui.charts.picture import write_chart
from driveproof.ui.charts.rows import LaneRows
from driveproof.ui.charts.time_chart import LineChart
from driveproof.ui.charts.view import ChartView, link
from driveproof.ui.output.files import render_run
from driveproof.ui.output.run_charts import run_drawings
from driveproof.ui.theme.style import Theme
from driveproof.wording.say import say_texts
from driveproof.wording.units import NARROW


@pytest.fixture
def run() -> Run:
    return recorded.finished_run()


def charts(run: Run) -> list[Chart]:
    line = Timeline.of_phase(run.phases[2])
    both = Timeline.of_phase(run.phases[4])
    return [
        LineChart(line, quantity.iops(), "IOPS"),
        LineChart(both, quantity.bandwidth(), "Bandwidth"),
        LineChart(line, quantity.temperature(), "Temperature"),
        LatencyChart(line, "Latency"),
        LatencyChart(both, "Latency"),
        LaneRows(result_rows(run.phases)),
    ]


def test_pyqtgraph_keeps_no_chart_to_disconnect_at_exit(run: Run) -> None:
    """PySide6 6.8 printed a warning for each chart that had been drawn into a file."""
    for chart in charts(run):
        painted(chart)
    assert not list(pg.ViewBox.AllViews)


def colors(image: QImage) -> set[str]:
    return {QColor(image.pixel(x, y)).name() for x in range(0, 640, 2) for y in range(0, 200, 2)}


@pytest.mark.parametrize("number", range(6))
def test_a_chart_paints_and_speaks(qapp: object, run: Run, number: int) -> None:
    chart = charts(run)[number]
    assert len(colors(painted(chart))) > 3
    assert chart.describe()
    table = chart.table()
    assert table.rows
    assert {len(row) for row in table.rows} == {len(table.columns)}
    assert table.as_text().count("\n") == len(table.rows) + 1


@pytest.mark.parametrize("number", range(5))
def test_the_value_under_the_pointer_is_painted(qapp: object, run: Run, number: int) -> None:
    chart = charts(run)[number]
    before = painted(chart)
    after = painted(chart, QPointF(300, 100))
    top = [(x, y) for x in range(300, 590) for y in range(20)]
    assert any(before.pixel(x, y) != after.pixel(x, y) for x, y in top)
    outside = painted(chart, QPointF(2, 2))
    assert outside == before


@pytest.mark.parametrize("repeats", [0, 1])
def test_empty_and_short_data_paint(qapp: object, run: Run, repeats: int) -> None:
    phase = replace(run.phases[2], repeats=run.phases[2].repeats[:repeats])
    line = Timeline.of_phase(phase)
    for chart in (
        LineChart(line, quantity.iops(), "IOPS"),
        LineChart(line, quantity.temperature(), "Temperature"),
        LatencyChart(line, "Latency"),
        LaneRows(result_rows((phase,))),
    ):
        painted(chart, QPointF(300, 100))
        assert chart.describe() is not None
        chart.table()


def test_read_is_blue_and_write_is_orange(qapp: object, run: Run) -> None:
    look = for_paper()
    reads = painted(LineChart(Timeline.of_phase(run.phases[2]), quantity.iops()))
    writes = painted(LineChart(Timeline.of_phase(run.phases[3]), quantity.iops()))
    blue, orange = look.read.name(), look.write.name()
    assert blue in colors(reads) and orange not in colors(reads)
    assert orange in colors(writes) and blue not in colors(writes)


def test_the_table_behind_a_chart(qtbot: QtBot, qapp: QGuiApplication, run: Run) -> None:
    view = ChartView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.resize(640, 220)
    view.set_chart(charts(run)[0])
    view.show()
    assert view.accessibleName() == "IOPS"
    assert "median" in view.accessibleDescription()
    view.toggle.click()
    table = view.table
    assert table is not None and table.isVisible()
    model = table.model()
    assert model.rowCount() == len(view.chart.table().rows)
    assert "IOPS" in model.data(model.index(0, 3))
    table.setFocus()
    QTest.keySequence(table, "Ctrl+C")
    assert qapp.clipboard().text().count("\n") == model.rowCount() + 1
    view.toggle.click()
    assert not table.isVisible()


def test_charts_above_each_other_share_the_pointer(
    qtbot: QtBot, qapp: QGuiApplication, run: Run
) -> None:
    theme = Theme(qapp, "dark")
    upper, lower = ChartView(theme), ChartView(theme)
    for view, chart in zip((upper, lower), (charts(run)[0], charts(run)[3]), strict=True):
        qtbot.addWidget(view)
        view.resize(640, 220)
        view.set_chart(chart)
        view.show()
    link(upper, lower)
    told: list[object] = []
    upper.pointed.connect(told.append)
    QTest.keyClick(upper, Qt.Key.Key_Right)
    QTest.keyClick(upper, Qt.Key.Key_Right)
    assert isinstance(told[-1], float)
    assert lower.plot.hair.isVisible() and lower.plot.readout.words
    QTest.keyClick(upper, Qt.Key.Key_Escape)
    assert not lower.plot.hair.isVisible()


@pytest.mark.parametrize("file_format", ["png", "svg", "pdf"])
def test_a_result_becomes_a_page(qapp: object, run: Run, tmp_path: Path, file_format: str) -> None:
    path = tmp_path / f"result.{file_format}"
    render_run(run, path, file_format)
    data = path.read_bytes()
    if file_format == "png":
        image = QImage(str(path))
        assert image.width() == 1200
        assert for_paper().read.name() in {
            QColor(image.pixel(x, y)).name() for x in range(0, 1200, 5) for y in range(0, 900, 5)
        }
    elif file_format == "svg":
        root = ElementTree.fromstring(data)
        words = "".join(root.itertext())
        assert "Example SSD 2TB" in words
        assert "median of 3" in words
    else:
        assert data.startswith(b"%PDF")
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@pytest.mark.parametrize("status", [CANCELLED, FAILED])
def test_a_run_without_a_phase_becomes_a_page(
    qapp: object, run: Run, tmp_path: Path, status: str
) -> None:
    empty = replace(run, status=status, phases=(), error=sentence_failure("The disk became full."))
    render_run(empty, tmp_path / "r.png")
    assert QImage(str(tmp_path / "r.png")).height() > 200


def test_a_page_cuts_neither_its_answer_nor_names_to_the_same(
    tmp_path: Path, qapp: QGuiApplication
) -> None:
    run = filesystem_run()
    render_run(run, tmp_path / "r.svg", "svg")
    tree = ElementTree.parse(tmp_path / "r.svg")
    texts = ["".join(one.itertext()).strip() for one in tree.iter() if one.tag.endswith("text")]
    answer = say_texts(headline(run, answer_of(run))).split()
    begin = next(at for at, text in enumerate(texts) if text.split()[:1] == answer[:1])
    assert " ".join(texts[begin : begin + 3]).split()[: len(answer)] == answer
    cut = [text for text in texts if "…" in text]
    assert len(cut) > 2 and len(set(cut)) == len(cut)


def test_a_page_has_room_for_the_longest_mark_of_latencies(run: Run) -> None:
    look = for_paper()
    heats = [
        chart
        for each in run_drawings(run)
        for chart in each.charts
        if isinstance(chart, LatencyChart)
    ]
    room = look.width(look.small, f"100{NARROW}ms") + 8
    assert heats and all(chart.margins.left > room for chart in heats)


def test_an_export_that_fails_leaves_what_was_there(qapp: object, run: Run, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="gif"):
        render_run(run, tmp_path / "r.gif", "gif")
    with pytest.raises(MachineError, match="cannot be written"):
        render_run(run, tmp_path / "missing" / "r.png")
    assert list(tmp_path.iterdir()) == []


def test_foreign_names_stay_plain_text(qapp: object, run: Run, tmp_path: Path) -> None:
    odd = replace(run, target=replace(run.target, model="<b>\x1b[31m & \u202e"), label="</svg>")
    render_run(odd, tmp_path / "r.svg", "svg")
    words = "".join(ElementTree.parse(tmp_path / "r.svg").getroot().itertext())
    assert "<b>\\x1b[31m & \\u202e" in words
    assert "</svg>" in words


def test_a_line_at_the_edge_of_the_plot_is_whole_in_a_file(
    qapp: object, run: Run, tmp_path: Path
) -> None:
    """Qt keeps the clip of what was painted before, as of the bands below the line."""
    chart = LineChart(Timeline.of_phase(run.phases[2]), quantity.iops(), "IOPS")
    write_chart(chart, tmp_path / "c.svg", "svg", QSize(900, 200), look=for_paper())
    assert "Sans Serif" not in (tmp_path / "c.svg").read_text("utf-8")  # no browser knows it
    name = "{http://www.w3.org/2000/svg}"
    root = ElementTree.parse(tmp_path / "c.svg").getroot()
    clips = {one.get("id", ""): one[0].get("d", "") for one in root.iter(f"{name}clipPath")}
    parents = {child: parent for parent in root.iter() for child in parent}

    def inherited(element: ElementTree.Element, attribute: str) -> str:
        while element.get(attribute) is None and element in parents:
            element = parents[element]
        return element.get(attribute, "")

    lines = [one for one in root.iter(f"{name}polyline") if inherited(one, "stroke-width") == "1.5"]
    assert lines
    for line in lines:
        *_scale, across, down = map(float, re.findall(r"[-\d.]+", inherited(line, "transform")))
        points = [tuple(map(float, at.split(","))) for at in line.get("points", "").split()]
        left, low = min(x for x, _ in points) + across, max(y for _, y in points) + down
        (clip,) = re.findall(r"url\(#(.*?)\)", inherited(line, "clip-path"))
        found = re.findall(r"([-\d.]+),([-\d.]+)", clips[clip])
        corners = [(float(x), float(y)) for x, y in found]
        assert min(x for x, _ in corners) <= left - 1
        assert max(y for _, y in corners) >= low + 1
