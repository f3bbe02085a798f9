# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The words below a chart: evenly thinned out, and none is missing between two others."""

from __future__ import annotations

from itertools import pairwise

import pytest
from pytestqt.qtbot import QtBot
from tests.builders.painted import painted
from tests.builders.showing import show_alone

from driveproof.domain.access import Direction
from driveproof.domain.run.timeline import Timeline
from driveproof.ui.charts import quantity
from driveproof.ui.charts.time_chart import LineChart
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import Theme


@pytest.mark.parametrize("width", [180, 240, 300, 360, 420, 500, 620, 800, 1000, 1200])
@pytest.mark.parametrize("repeats", [3, 12, 40])
def test_no_repeat_is_missing_between_two_others(
    qtbot: QtBot, theme: Theme, width: int, repeats: int
) -> None:
    """There was a 10 and a 12, and no 11."""
    timeline = Timeline((Direction.READ,), warmup=0.5, seconds=2.0, repeats=repeats)
    view = show_alone(qtbot, ChartView(theme), width, 180)
    view.set_chart(LineChart(timeline, quantity.bandwidth(), "Read"))
    said = [one.text.removeprefix("repeat ") for one in painted(view)]
    numbers = [int(word) for word in said if word.isdecimal() and word != "0"]
    assert numbers and numbers[0] == 1
    assert len({after - one for one, after in pairwise(numbers)}) <= 1, numbers
