# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A recording in the window: offered by the monitor, shown with charts, made into a profile."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QCheckBox, QComboBox
from pytestqt.qtbot import QtBot
from tests.builders.demo import demo_inventory
from tests.builders.fitting import misfits
from tests.builders.guided_runs import recording_run
from tests.builders.monitored import Live
from tests.builders.rig import Rig

from driveproof.domain.figure import Positions
from driveproof.domain.run.observed import REGIONS, Requests
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say
from driveproof.engine.run.profiles import Profiles
from driveproof.export.csv.run import run_csv
from driveproof.methods import answer_of
from driveproof.methods.record.plan import Plan as RecordingPlan
from driveproof.ui.charts.chart_style import for_screen
from driveproof.ui.charts.plot import drawn
from driveproof.ui.feeds.pages import MEASURE, MONITOR
from driveproof.ui.measure.plan import customized
from driveproof.ui.output.files import render_run, write_run
from driveproof.ui.output.run_charts import (
    busy_chart,
    recorded_charts,
    regions_chart,
    run_drawings,
    sizes_chart,
)
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme


@pytest.fixture
def view(qtbot: QtBot, theme: Theme) -> RunView:
    made = RunView(theme)
    qtbot.addWidget(made)
    made.resize(1000, 1500)
    return made


def shown(view: RunView, run: Run, qtbot: QtBot) -> None:
    view.show_run(run)
    view.show()
    qtbot.waitExposed(view)
    qtbot.waitUntil(lambda: not misfits(view))


def test_charts_figures_and_writers(view: RunView, qtbot: QtBot) -> None:
    shown(view, recording_run(), qtbot)
    found = view.recorded
    assert found is not None
    assert [type(one.chart).__name__ for one in found.views] == [
        "LineChart", "PlotChart", "GroupsChart", "PlotChart",
    ]  # fmt: skip
    text = view.copy.text_to_copy
    for words in ("postgresql.service\t", "4\u202fKiB"):
        assert words in text
    assert found.profile_button.isVisible()
    assert view.expected is None or view.expected.isHidden()


def test_without_requests_no_profile_is_offered(view: RunView, qtbot: QtBot) -> None:
    shown(view, recording_run(traced=False), qtbot)
    assert view.recorded is not None
    assert len(view.recorded.views) == 2
    assert not view.recorded.profile_button.isVisible()


def test_it_is_printed_and_exported(qapp: object, tmp_path: Path) -> None:
    run = recording_run()
    assert len(run_drawings(run)) == len(recorded_charts(run, answer_of(run))) == 4
    render_run(run, tmp_path / "idle.svg", "svg")
    text = "".join(ElementTree.parse(tmp_path / "idle.svg").getroot().itertext())
    for words in ("73\u202f%", "Busy"):
        assert words in text
    write_run(run, tmp_path / "idle.html", "html")
    assert "postgresql.service" in (tmp_path / "idle.html").read_text("utf-8")
    assert len(run_csv(run).splitlines()) == 3


def test_nothing_was_asked_for(qapp: object) -> None:
    """A drive at which nothing came is no fault of the charts."""
    nothing = Requests("sda", 2**30, 60.0)
    observed = recording_run().phases[0].repeats[0].observed
    assert observed is not None
    regions = Positions("regions", Say("By position"), 2**30)
    for chart in (sizes_chart(nothing), regions_chart(regions), busy_chart(observed)):
        with drawn(chart, QRectF(0, 0, 600, 200), for_screen(dark=False)):
            assert chart.describe()
            assert chart.name
    found = answer_of(recording_run())
    assert found is not None
    assert len(regions_chart(found.positions[0]).table().rows) == REGIONS


def test_from_the_monitor_to_a_recording(open_rig: Callable[..., Rig], tmp_path: Path) -> None:
    live = Live(tmp_path / "sys")
    rig = open_rig(demo_inventory(), live=live, profiles=lambda: Profiles().all())
    rig.window.show_page(MONITOR)
    page = rig.monitor
    assert page is not None
    page.keep_button.click()
    assert rig.window.pages.current is MEASURE
    setup = rig.measure.setup
    assert setup.profiles.profile is not None
    assert setup.profiles.profile.name == "record"
    form = setup.form
    rows = [form.control(name) for name in ("size", "overwrite", "why_not")]
    assert not any(row.isVisibleTo(form) for row in rows)
    duration, trace = form.chosen["seconds"].widget, form.chosen["trace"].widget
    assert isinstance(duration, QComboBox) and isinstance(trace, QCheckBox)
    assert duration.isVisibleTo(form)
    duration.setCurrentIndex(duration.findData(3600.0))
    heading = setup.target.title
    assert heading is not None and "password" not in heading.text()
    trace.setChecked(True)
    assert "password" in heading.text()
    chosen = customized(setup.profiles.profile, form.entered, sized=False)
    assert chosen.plan == RecordingPlan(3600.0, trace=True)
    setup.profiles.choose("quick")
    assert [row.isVisibleTo(form) for row in rows].count(True) == 1
    assert not form.chosen


def test_a_recording_becomes_a_profile(open_rig: Callable[..., Rig]) -> None:
    rig = open_rig(demo_inventory(), profiles=lambda: Profiles().all())
    page = rig.measure
    page.result.show_run(recording_run())
    assert page.result.recorded is not None
    page.result.recorded.profile_button.click()
    assert page.stack.currentWidget() is page.editor
    draft = page.editor.draft
    (test,) = draft.tests
    assert test.beside["block_sizes"].startswith("bssplit=")
    page.show_setup()
    page.result.make_profile.emit(recording_run(traced=False))
    problem = page.setup.problem
    assert problem is not None
