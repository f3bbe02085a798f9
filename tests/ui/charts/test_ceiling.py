# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The maximum of a link on charts of bandwidth, drawn if the data come close to it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QRectF, QSize
from pytestqt.qtbot import QtBot
from tests.builders import recorded
from tests.builders.painted_chart import painted

from driveproof.domain.figure import Positions
from driveproof.domain.result_rows import result_rows
from driveproof.domain.run.ceiling import Ceiling, ceiling_of
from driveproof.domain.run.run import METRICS, Environment, IoPath, Position, Run
from driveproof.domain.run.timeline import Timeline
from driveproof.domain.run_facts import machine_facts
from driveproof.domain.say import Say
from driveproof.engine.run import events
from driveproof.ui.charts import quantity
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.picture import EDGE, write_chart
from driveproof.ui.charts.plot import drawn
from driveproof.ui.charts.positions import ThroughputChart
from driveproof.ui.charts.rows import LaneRows
from driveproof.ui.charts.ticks import WORDS
from driveproof.ui.charts.time_chart import LineChart
from driveproof.ui.measure.live import RunLiveView
from driveproof.ui.output.run_charts import run_drawings
from driveproof.ui.theme.style import Theme
from driveproof.wording.table import fact_texts


@pytest.fixture
def run() -> Run:
    return recorded.finished_run()


def sequential(run: Run) -> tuple[Timeline, float]:
    phase = next(phase for phase in run.phases if phase.primary == "bandwidth")
    timeline = Timeline.of_phase(phase)
    (track,) = timeline.tracks.values()
    return timeline, float(track.column("bandwidth").max())


def test_a_run_knows_its_ceiling_unless_memory_took_part() -> None:
    env = Environment(link="SATA 6 Gb/s", link_ceiling=550_000_000)
    assert ceiling_of(env) == Ceiling("SATA 6 Gb/s", 550e6)
    assert ceiling_of(replace(env, io_path=IoPath.BUFFERED)) is None
    assert ceiling_of(Environment()) is None


def test_the_line_is_drawn_when_the_data_come_near(qtbot: QtBot, run: Run) -> None:
    timeline, highest = sequential(run)
    of = quantity.bandwidth()
    plain = LineChart(timeline, of, "Bandwidth")
    near = LineChart(timeline, of, "Bandwidth", Ceiling("PCIe 3.0 x4", highest * 2))
    far = LineChart(timeline, of, "Bandwidth", Ceiling("PCIe 3.0 x4", highest * 2.6))
    assert near.levels()[1] * 1e6 >= highest * 2, "the axis reaches it"
    assert far.levels() == plain.levels(), "and is not squashed by one that is far"
    assert painted(near) != painted(plain)
    assert painted(far) == painted(plain)
    for chart in (near, far):
        assert "PCIe 3.0 x4 carries" in chart.describe()
    assert LineChart(timeline, quantity.iops(), "", near.ceiling).ceiling is None


@pytest.mark.parametrize("share", [1.0, 0.96])
def test_its_words_hide_no_data(qtbot: QtBot, run: Run, share: float) -> None:
    timeline, highest = sequential(run)
    line = LineChart(timeline, quantity.bandwidth(), "", Ceiling("SATA 6 Gb/s", highest / share))
    places = [Position(at * 2**20, 2**20, 2**20 / (share * 550e6)) for at in range(20)]
    scan = ThroughputChart(Positions("", Say("Test"), 20 * 2**20, passes=(places,)))
    scan.ceiling = Ceiling("SATA 6 Gb/s", 550e6)
    for chart, limit in ((line, highest / share), (scan, 550e6)):
        with drawn(chart, QRectF(0, 0, 640, 200), for_paper()) as plot:
            assert plot.y_of(limit / 1e6) - plot.area.top() >= WORDS - 0.1


def test_bars_reach_for_it(run: Run) -> None:
    bandwidths = [phase for phase in run.phases if phase.primary == "bandwidth"]
    highest = max(
        summary.high
        for phase in bandwidths
        if (summary := phase.summary(phase.directions[0], METRICS["bandwidth"]))
    )
    plain, near, far = (
        LaneRows(result_rows(run.phases, ceiling=ceiling))
        for ceiling in (None, Ceiling("SATA", highest * 1.2), Ceiling("SATA", highest * 3))
    )
    assert painted(near) != painted(plain)
    assert painted(far) == painted(plain)
    assert "SATA carries" in far.describe()


def test_its_words_end_at_its_line_on_paper(qtbot: QtBot, run: Run, tmp_path: Path) -> None:
    top = result_rows(run.phases, ceiling=Ceiling("SATA 6 Gb/s", 1e9)).rows[0].top
    chart = LaneRows(result_rows(run.phases, ceiling=Ceiling("SATA 6 Gb/s", top)))
    path = tmp_path / "bars.svg"
    write_chart(chart, path, "svg", QSize(1200, 300), look=for_paper())
    found = [
        float(one.get("x", "nan"))
        for one in ElementTree.parse(path).iter()
        if one.tag.endswith("text") and one.text and "carries" in one.text
    ]
    _titles, each, _number = chart.columns(1200 - 2 * EDGE, for_paper())
    assert len(found) == 2
    assert found[1] - found[0] == pytest.approx(each, abs=1)


def test_scans_reach_for_it() -> None:
    places = [Position(at * 2**20, 2**20, 0.002) for at in range(20)]
    chart = ThroughputChart(Positions("", Say("Test"), 20 * 2**20, passes=(places,)))
    plain = painted(chart)
    chart.ceiling = Ceiling("SATA 6 Gb/s", 550e6)
    assert painted(chart) != plain
    chart.ceiling = Ceiling("PCIe 4.0 x4", 7.5e9)
    assert painted(chart) == plain


def test_the_page_that_is_exported_has_it(run: Run) -> None:
    _, highest = sequential(run)
    env = replace(run.environment, link="SATA 6 Gb/s", link_ceiling=round(highest))
    drawn = run_drawings(replace(run, environment=env))
    (bars,) = (one for each in drawn for one in each.charts if isinstance(one, LaneRows))
    assert bars.figures.limit
    facts = dict(fact_texts(machine_facts(replace(run, environment=env))))
    assert "SATA 6 Gb/s (about" in facts["Link"]


def test_the_live_chart_has_it(qtbot: QtBot, theme: Theme) -> None:
    page = RunLiveView(theme)
    qtbot.addWidget(page)
    news = list(recorded.run_events())
    env = replace(recorded.ENVIRONMENT, link="PCIe 3.0 x4", link_ceiling=3_740_000_000)
    started = [replace(e, environment=env) if isinstance(e, events.Started) else e for e in news]
    page.take(started[:8])
    assert isinstance(page.line.chart, LineChart)
    assert page.line.chart.ceiling == Ceiling("PCIe 3.0 x4", 3.74e9)
