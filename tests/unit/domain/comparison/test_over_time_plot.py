# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's results over time as a plot and as a table."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.over_time import CHANGES, GROUP, START

from driveproof.domain.comparison.over_time_plot import over_time_figures, over_time_plot
from driveproof.domain.figure import Ink
from driveproof.domain.quantity import Plural, Rate


def test_each_test_has_a_line_with_its_spread() -> None:
    plot = over_time_plot(GROUP, CHANGES)
    assert [[y for _x, y in one.points] for one in plot.series] == [
        [1e9, 1.1e9, 1.2e9],
        [5e8, 5.5e8, 6e8],
    ]
    assert plot.series[0].spread == ((9e8, 1.1e9), (1e9, 1.2e9), (1.1e9, 1.3e9))
    assert [one.shade.ink for one in plot.series] == [Ink.READ, Ink.WRITE]
    assert [one.dash for one in plot.series] == [0, 0]
    assert plot.series[1].notes == ("", "", "new cable")


def test_tests_of_one_direction_have_other_dashes() -> None:
    twice = replace(GROUP, series=(GROUP.series[0], replace(GROUP.series[0], test="other")))
    assert [one.dash for one in over_time_plot(twice).series] == [0, 1]


def test_the_firmware_change_is_a_named_rule() -> None:
    plot = over_time_plot(GROUP, CHANGES)
    (rule,) = plot.rules
    assert rule.named and rule.at == CHANGES[0].at.timestamp()
    assert rule.title.values["after"] == "2.0<b>"
    assert len(plot.spoken) == 3 and plot.spoken[1].values["count"] == 3


def test_the_table_has_every_point_in_the_order_of_time() -> None:
    table = over_time_figures(GROUP)
    assert table.column("median")[:2] == (Rate(1e9), Rate(5e8))
    assert table.column("repeats") == (3,) * 6
    affected = Plural("{count} affected", "{count} affected", 1)
    assert table.column("affected") == (None, None, affected, affected, None, None)
    assert table.column("label")[-2:] == ("new cable", "new cable")


def test_a_single_run_is_in_the_middle_of_a_day() -> None:
    one = replace(GROUP.series[0], points=GROUP.series[0].points[:1])
    low, high = over_time_plot(replace(GROUP, series=(one,))).x.ends or (0.0, 0.0)
    assert low < START.timestamp() < high
    assert over_time_plot(replace(GROUP, series=())).spoken == ()
