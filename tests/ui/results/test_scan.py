# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scan in the window: drawn while it runs, in the result, and in exported files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter
from pytestqt.qtbot import QtBot
from tests.builders.recorded_scan import PROFILE, SIZE, finished_scan, scan_events

from driveproof.domain.figure import Positions
from driveproof.domain.run.run import Position, Run
from driveproof.domain.say import Say
from driveproof.engine.run import events
from driveproof.methods.scan.answer import answer
from driveproof.ui.charts.axis import size_marks, size_ticks
from driveproof.ui.charts.chart_style import ChartStyle, for_paper
from driveproof.ui.charts.picture import write_chart
from driveproof.ui.charts.plot import drawn
from driveproof.ui.charts.positions import (
    AccessTimesChart,
    PositionChart,
    ThroughputChart,
    position_chart,
    printed_position_charts,
)
from driveproof.ui.charts.ticks import log_marks
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.output.files import render_run
from driveproof.ui.output.run_charts import run_drawings
from driveproof.ui.results.method_views import ScanDetail
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme

RECT = QRectF(0, 0, 640, 200)


@pytest.fixture(scope="module")
def run() -> Run:
    return finished_scan()


def charts(run: Run, *, binary: bool = False) -> tuple[ThroughputChart, AccessTimesChart]:
    above, below = (position_chart(one, binary=binary) for one in answer(run).positions)
    assert isinstance(above, ThroughputChart) and isinstance(below, AccessTimesChart)
    return above, below


def made(size: int, places: Sequence[Position]) -> tuple[ThroughputChart, AccessTimesChart]:
    found = Positions("", Say("Test"), size, passes=(places,))
    return ThroughputChart(found), AccessTimesChart(found)


def painted(
    chart: PositionChart, pointer: QPointF | None = None, look: ChartStyle | None = None
) -> QImage:
    image = QImage(640, 200, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    with drawn(chart, RECT, look or for_paper()) as plot:
        place = plot.data_at(pointer) if pointer is not None else None
        plot.point(*(place or (None, None)))
        plot.render(painter, RECT)
    painter.end()
    return image


def blue(image: QImage, left: int, right: int) -> int:
    """How many pixels between two columns have the colour of reads, or nearly."""
    colors = (QColor(image.pixel(x, y)) for x in range(left, right) for y in range(30, 170))
    return sum(color.blue() > color.red() + 60 for color in colors)


def test_both_paint_from_begin_to_end(qapp: object, run: Run) -> None:
    for chart in charts(run):
        image = painted(chart)
        plot = chart.plot_rect(RECT, for_paper())
        edges = [round(plot.left() + plot.width() * part / 5) for part in range(6)]
        assert all(blue(image, a, b) > 20 for a, b in pairwise(edges))


def test_the_figures_are_those_of_the_run(qapp: object, run: Run) -> None:
    above, below = charts(run)
    through, access = (phase.repeats[0].directions["read"] for phase in run.phases)
    assert above.mean == pytest.approx(through.bandwidth)
    figures = {name: value for value, name in below.figures()}
    latency = access.latency
    assert figures == {
        "p50": pytest.approx(latency.p50),
        "p95": pytest.approx(latency.p95),
        "p99": pytest.approx(latency.p99),
        "average": pytest.approx(latency.mean),
    }
    assert "1000 accesses" in below.describe()


def test_the_tables_have_every_place(qapp: object, run: Run) -> None:
    above, below = (chart.table() for chart in charts(run))
    assert (len(above.rows), len(below.rows)) == (100, 1000)
    bytes_of = [int(row[1]) for row in above.rows]
    assert bytes_of == sorted(bytes_of)
    assert above.columns[-1] == "Bandwidth, MB/s"
    assert charts(run, binary=True)[0].table().columns[-1] == "Bandwidth, MiB/s"


def test_the_value_under_the_pointer(qapp: object, run: Run) -> None:
    for chart in charts(run):
        before = painted(chart)
        assert painted(chart, QPointF(300, 100)) != before
        assert painted(chart, QPointF(2, 2)) == before


@pytest.mark.parametrize("count", [0, 1, 2])
def test_little_is_drawn_as_well(qapp: object, run: Run, count: int) -> None:
    places = run.phases[0].repeats[0].directions["read"].positions[:count]
    for chart in made(SIZE, places):
        assert not painted(chart, QPointF(300, 100)).isNull()
        assert len(chart.table().rows) == count
        assert chart.describe()


@settings(max_examples=30)  # each is painted
@given(
    st.lists(
        st.builds(
            Position,
            st.integers(0, 2**62),
            st.integers(1, 2**30),
            st.one_of(st.just(0.0), st.floats(1e-9, 1e4)),
        ),
        max_size=20,
    )
)
def test_any_places_paint(qapp: object, places: list[Position]) -> None:
    for chart in made(0, places):
        painted(chart, QPointF(300, 100))
        chart.table()
        chart.describe()


@given(st.integers(1, 2**62), st.integers(2, 20))
def test_marks_of_an_axis_of_bytes(size: int, most: int) -> None:
    marks = size_ticks(size, most)
    assert 1 <= len(marks) <= most + 1
    assert all(0 <= at <= size * (1 + 1e-9) for at, _ in marks)
    assert len({words for _, words in marks}) == len(marks)


def test_an_axis_of_bytes_stays_calm_however_wide() -> None:
    size = 10**12
    assert [mark.words for mark in size_marks(size, 0, size, 2000)][1:] == [
        f"{gigabytes}\u202fGB" for gigabytes in (200, 400, 600, 800, "1\u202f000")
    ]
    for low, high in ((0, 0.25), (0.6, 0.61), (0.999, 1.0)):
        near = size_marks(size, low * size, high * size, 2000)
        assert 3 <= len(near) <= 7
        assert all(low * size * 0.999 <= mark.value <= high * size * 1.001 for mark in near)
        assert len({mark.words for mark in near}) == len(near)


@given(st.floats(1e-9, 1e3), st.floats(1.96, 1e6), st.integers(2, 8))
def test_marks_of_an_axis_of_times(low: float, factor: float, most: int) -> None:
    marks = log_marks(low, low * factor, most)
    assert 1 <= len(marks) <= most
    assert all(low <= mark <= low * factor for mark in marks)


def test_it_is_drawn_while_it_runs(qtbot: QtBot, qapp: QGuiApplication) -> None:
    view = RunLiveView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.resize(1000, 720)
    view.begin(PROFILE.title, "/dev/sdx")
    view.show()
    seen: list[tuple[int, int]] = []
    for event in scan_events():
        view.take([event])
        above, below = view.line.chart, view.heat.chart
        if isinstance(event, events.Scanned):
            assert isinstance(above, ThroughputChart) and isinstance(below, AccessTimesChart)
            seen.append((len(above.values), len(below.values)))
            assert view.head.progress.value() == round(1000 * event.progress)
    assert seen == [(25, 0), (50, 0), (75, 0), (100, 0), *((100, n) for n in (250, 500, 750, 1000))]
    assert "/dev/sdx" in view.head.where.whole()
    assert all(any(map(str.isdigit, text)) for text in view.table.texts())
    view.switch.choose(binary=True)
    chart = view.line.chart
    assert isinstance(chart, ThroughputChart)
    assert (chart.quantity.unit, len(chart.values)) == ("MiB/s", 100)
    # A run of tests after it has its own pictures again.
    view.begin("A profile", "/home")
    assert view.scan is None


def test_the_result(qtbot: QtBot, qapp: QGuiApplication, run: Run) -> None:
    view = RunView(Theme(qapp, "dark"))
    qtbot.addWidget(view)
    view.resize(1000, 720)
    view.show_run(run)
    view.show()
    detail = view.detail
    assert isinstance(detail, ScanDetail)
    assert [type(each.chart) for each in detail.views] == [ThroughputChart, AccessTimesChart]
    assert not view.bars.isVisible()
    assert "MB/s" in view.head.title.text()
    assert all("--readonly" in copy.text_to_copy for copy in detail.copies)
    assert all("--filename=/dev/sdx" in copy.text_to_copy for copy in detail.copies)
    view.set_binary(True)
    assert isinstance(view.detail, ScanDetail) and view.detail is not detail


def test_a_part_of_a_scan_is_shown(qtbot: QtBot, qapp: QGuiApplication, run: Run) -> None:
    view = RunView(Theme(qapp, "light"))
    qtbot.addWidget(view)
    view.show_run(replace(run, status="cancelled", phases=run.phases[:1]))
    assert isinstance(view.detail, ScanDetail)
    assert len(view.detail.views) == 1
    view.show_run(replace(run, status="failed", phases=()))
    assert view.detail is None


def test_it_is_exported_by_the_same_drawing(qapp: object, run: Run, tmp_path: Path) -> None:
    render_run(run, tmp_path / "scan.png", "png")
    image = QImage(str(tmp_path / "scan.png"))
    assert image.width() == 1200
    drawn = [type(chart) for each in run_drawings(run) for chart in each.charts]
    assert drawn == [ThroughputChart, AccessTimesChart]
    render_run(run, tmp_path / "scan.svg", "svg")
    text = "".join(ElementTree.parse(tmp_path / "scan.svg").getroot().itertext())
    for words in ("p50", "Example disk"):
        assert words in text
    render_run(run, tmp_path / "scan.pdf", "pdf")
    assert (tmp_path / "scan.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(("width", "whole"), [(1104, True), (720, False)])
def test_a_title_without_room_names_fewer_figures(
    width: int, whole: bool, tmp_path: Path, qapp: QGuiApplication
) -> None:
    """At 720 pixels it ended in dots, in the middle of a figure."""
    chart = list(printed_position_charts(answer(finished_scan()), None))[1]
    write_chart(chart, tmp_path / "scan.svg", "svg", QSize(width, 260), look=for_paper())
    tree = ElementTree.parse(tmp_path / "scan.svg")
    texts = ["".join(one.itertext()).strip() for one in tree.iter() if one.tag.endswith("text")]
    assert any("p99.9" in text for text in texts) == whole
