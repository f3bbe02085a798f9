# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A search under a latency cap in the window: its options, its progress, its result, its files."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot
from tests.builders.exported import json_of
from tests.builders.fitting import misfits
from tests.builders.guided_runs import iops_at_latency_run
from tests.builders.showing import show_alone

from driveproof.domain.cap import Cap
from driveproof.domain.errors import UsageError
from driveproof.engine.run.profiles import Profiles
from driveproof.importers.own_json import read_own
from driveproof.methods.iops_at_latency.plan import Plan as IopsAtLatencyPlan
from driveproof.methods.iops_at_latency.plan import point
from driveproof.ui.charts.points import PointsChart, PointWords
from driveproof.ui.measure.form import DetailsForm
from driveproof.ui.measure.live_tables import TestTable
from driveproof.ui.measure.plan import customized
from driveproof.ui.results.method_views import IopsAtLatencyView
from driveproof.ui.results.run_view import RunView
from driveproof.ui.theme.style import Theme

RUN = iops_at_latency_run()


def test_the_result_has_the_answers_and_every_depth(
    qtbot: QtBot, show: Callable[..., RunView]
) -> None:
    view = show(RUN)
    assert isinstance(view.load, IopsAtLatencyView)
    chart = view.load.view.chart
    assert isinstance(chart, PointsChart) and len(chart.groups) == 3
    assert not view.bars.isVisible()
    qtbot.waitUntil(lambda: not misfits(view))
    view.load.log.setChecked(True)
    changed = view.load.view.chart
    assert isinstance(changed, PointsChart) and changed.shown.x.log


def test_the_cap_is_typed_in_the_options(qtbot: QtBot, qapp: QGuiApplication) -> None:
    form = DetailsForm(Theme(qapp, "light"))
    qtbot.addWidget(form)
    form.more.set_open(True)
    profile = Profiles().find("iops-at-latency")
    form.fill(profile)
    cap = form.chosen["cap"].widget
    assert isinstance(cap, QComboBox) and cap.currentText() == "10ms"
    cap.setEditText("p99:20ms")
    plan = customized(profile, form.entered, sized=True).plan
    assert isinstance(plan, IopsAtLatencyPlan) and plan.cap == Cap("p99", 0.02)
    cap.setEditText("soon")
    with pytest.raises(UsageError, match="soon"):
        customized(profile, form.entered, sized=True)
    form.fill(Profiles().find("quick"))
    assert not form.chosen


def test_a_depth_that_was_not_planned_gets_a_row(qtbot: QtBot, qapp: QGuiApplication) -> None:
    table = TestTable(Theme(qapp, "light"))
    qtbot.addWidget(table)
    profile = Profiles().find("iops-at-latency")
    table.set_profile(profile)
    before = len(table.texts())
    phase = point("read", 2)
    table.add(3, phase, profile.name)
    table.add(3, phase, profile.name)
    assert len(table.texts()) == before + 1
    table.measuring(3, 1, 3)
    assert "measuring, 1 of 3" in table.texts()


def test_what_is_exported_is_read_again() -> None:
    (found,) = read_own([json.loads(json_of(RUN))])
    assert found.made.environment.latency_cap == ("mean", 0.010)


def test_no_number_covers_one_of_another_curve(qtbot: QtBot, theme: Theme) -> None:
    """Each curve used to look at its own numbers only; they meet near the cap."""
    view = show_alone(qtbot, RunView(theme), 700, 720)
    view.show_run(iops_at_latency_run())
    load = view.load
    assert load is not None
    items = [item for item in load.view.plot.box.allChildItems() if isinstance(item, PointWords)]
    assert len(items) == 3
    qtbot.waitUntil(
        lambda: not load.view.grab().isNull() and all(one.taken for one in items), timeout=5000
    )
    boxes = [box for item in items for box in item.taken]
    assert not any(one.intersects(other) for one, other in combinations(boxes, 2))
    # Few have a line through them: where there was no better place.
    place = items[0].sceneTransform()
    shares = np.linspace(0.0, 1.0, 60)
    crossed = set()
    for x, y in items[0].lines:
        for corner in range(len(x) - 1):
            along = [
                (1 - share) * QPointF(x[corner], y[corner])
                + share * QPointF(x[corner + 1], y[corner + 1])
                for share in shares.tolist()
            ]
            crossed |= {
                number
                for number, box in enumerate(boxes)
                if any(box.adjusted(3, 2, -3, -2).contains(place.map(at)) for at in along)
            }
    assert len(boxes) > 10 and len(crossed) < len(boxes) / 6
