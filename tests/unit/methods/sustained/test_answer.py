# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A sustained write: its cache, what came back after pauses, and shingled tracks."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
from msgspec import structs
from tests.builders.long_runs import (
    SimulatedDrive,
    example_sustained,
    example_sustained_profile,
    sustained_run,
)

from driveproof.domain.answer import Answer
from driveproof.domain.profile.profile import with_plan
from driveproof.domain.quantity import Bytes, Rate, Seconds, Share
from driveproof.domain.run.run import Run
from driveproof.domain.say import Coded
from driveproof.methods import answer_of
from driveproof.methods.sustained.answer import answer
from driveproof.methods.sustained.plan import Plan


def facts(found: Answer) -> dict[str, object]:
    values = {one.key: one.value for one in found.facts}
    return {key: one.code if isinstance(one, Coded) else one for key, one in values.items()}


def test_the_cache_and_both_speeds() -> None:
    found = answer(example_sustained())
    assert found == answer_of(example_sustained())
    values = facts(found)
    (said,) = found.sentences
    assert said.values["size"] == values["write_cache"]
    assert values["write_cache"] == Bytes(pytest.approx(20e9, rel=0.02))  # type: ignore[arg-type]
    assert values["in_cache"] == Rate(pytest.approx(1e9, rel=0.02))
    assert values["after_cache"] == Rate(pytest.approx(1.8e8, rel=0.02))
    assert values["fall"] == "cache"


def test_what_came_back_after_each_pause() -> None:
    recoveries, stretches = answer(example_sustained()).tables
    assert recoveries.column("pause") == (Seconds(30.0), Seconds(300.0))
    assert recoveries.column("share")[0] == Share(pytest.approx(0.23, abs=0.02))
    assert len(stretches.rows) == 2


def test_the_plot_has_a_rule_at_each_change_and_a_band_for_each_part() -> None:
    (plot,) = answer(example_sustained()).plots
    (rule,) = plot.rules
    assert rule.at == pytest.approx(20e9, rel=0.02)
    assert [band.level for band in plot.bands] == pytest.approx([1e9, 1.8e8], rel=0.02)
    assert len(plot.series[0].points) > 100


def test_pauses_that_were_left_out_are_said() -> None:
    run = example_sustained()
    whole, cut = answer(run), answer(replace(run, phases=run.phases[:1]))
    assert len(cut.notes) == len(whole.notes) + 1
    assert len(cut.tables) == 1


@cache
def even_run(collapses: bool | None) -> Run:
    """A drive without a cache; None: its random writes were not tried, as on an SSD."""
    profile = example_sustained_profile()
    assert isinstance(profile.plan, Plan)
    plan = structs.replace(profile.plan, size=20 * 10**9, rotational=collapses is not None)
    drive = SimulatedDrive(fast=15e7, slow=15e7, cache=1e12, collapses=bool(collapses))
    return sustained_run(with_plan(profile, plan), drive)[0]


@pytest.mark.parametrize(
    ("zones", "collapses", "code"),
    [
        (None, None, None),
        (None, False, None),
        (None, True, "probable"),
        ("host-managed", None, "yes"),
        ("host-aware", False, "yes"),
        ("hint", True, "probable"),
        ("hint", False, "possible"),
        ("hint", None, "probable"),
        ("of a newer version", None, None),
    ],
)
def test_shingled_tracks_by_what_the_kernel_reports_and_random_writes(
    zones: str | None, collapses: bool | None, code: str | None
) -> None:
    run = even_run(collapses)
    values = facts(answer(replace(run, target=replace(run.target, zones=zones))))
    assert values.get("shingled") == code
    assert ("fall" in values, "write_cache" in values) == (False, False)
    random_end = {None: None, True: "collapsed", False: "kept"}[collapses]
    assert values.get("random_end") == random_end


def test_nothing_measured() -> None:
    assert not answer(replace(example_sustained(), phases=())).measured
