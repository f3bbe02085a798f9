# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In another language nothing in a report stays English."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.builders.chains import CHAIN
from tests.builders.compared_runs import STEADY, phase, run, times
from tests.builders.experiments import NOW, experiment
from tests.builders.exported import compared_report, report_of
from tests.builders.html import Square, check
from tests.builders.html import read as parsed
from tests.builders.recorded import finished_run
from tests.builders.run_pairs import pair
from tests.fakes.reports import ALL, as_bytes
from tests.fakes.reports import Report as Report_
from tests.pseudo import spoken, strings, untranslated

from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.health_over_runs import HealthSpan
from driveproof.domain.comparison.matching import Side
from driveproof.domain.drive.link import LinkState
from driveproof.domain.experiment.action import ACTIONS
from driveproof.domain.health.answer import RatedHealth
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.trends import HealthTrend, Trends
from driveproof.domain.run.run import CANCELLED, CUT_SHORT, Run
from driveproof.export.report.check import check_report
from driveproof.export.report.document import Report
from driveproof.export.report.experiment import experiment_report
from driveproof.export.report.health import health_report_document
from driveproof.export.report.html import render_html
from driveproof.export.run_health import run_changes
from driveproof.methods import answer_of
from driveproof.system.smart.smartctl import parse_report

VERSION = "9.8"


def english(report: Report, values: object) -> dict[str, list[str]]:
    """The texts of its page that are neither translated nor values, with their words."""
    titles = {"Quick benchmark", *(phase.title for phase in (*RUN.phases, *OTHER.phases))}
    known = {value for value in strings(values) if len(value) > 1} - titles
    page = re.sub(r"(?s)<style>.*?</style>|<pre>.*?</pre>", "", render_html(report))
    texts = [text.strip() for text in parsed(page).words if text.strip()]
    assert len(texts) > 20
    return {text: words for text in texts if (words := untranslated(text, known))}


RUN = finished_run(label="before", status=CANCELLED)
OTHER = run(
    phase(STEADY, disturbed={1: ("background I/O", "stall"), 2: (CUT_SHORT,)}),
    phase(STEADY, direction="mixed"),
    phase(STEADY, pattern="sequential", direction="write"),
    id="0aaaaaaaa",
)
LATER = run(
    phase(times(0.8), disturbed={1: ("throttling",)}),
    phase(STEADY[:2], direction="mixed"),
    phase(STEADY, depth=1),
    id="0bbbbbbbb",
    days=1,
    target={"firmware": "2.0"},
    environment={"scheduler": "bfq", "fill": 0.7, "power_source": "battery"},
)


def reported(value: Run, *, health: bool = True) -> Report:
    pairs = (pair(value),) if health else ()
    return report_of(value, health=pairs, drawings=(Square("", ""),), version=VERSION)


def compared(*more: Run) -> Comparison:
    sides = [Side("a", (OTHER,)), Side("b", (LATER,)), *(Side("c", (one,)) for one in more)]
    return compare_sides(tuple(sides))


def test_a_run() -> None:
    with spoken():
        assert not english(reported(RUN), RUN)
        assert not english(reported(OTHER, health=False), OTHER)


def test_a_run_of_which_one_side_of_the_health_is_known() -> None:
    before, after = pair(OTHER)
    with spoken():
        for one in ((before, None), (None, after), (before, before)):
            report = report_of(OTHER, health=(one, one), version=VERSION)
            assert not english(report, (OTHER, before, after))


def test_a_comparison() -> None:
    before, after = pair(OTHER)
    assert before and after
    with spoken():
        span = HealthSpan("wwn:1", before, after, run_changes(OTHER, (before, after)))
        for found in (compared(), compared(replace(LATER, id="0cccccccc"))):
            report = compared_report(found, (span,), version=VERSION)
            assert not english(report, (OTHER, LATER, before, after))


def test_a_check() -> None:
    health = parse_report(as_bytes(next(iter(ALL.values()))()), "x")
    with spoken():
        verdict = judge_health(health)
        whole = replace(
            check("A drive", OTHER), health=health, verdict=verdict, chain=CHAIN, link=LinkState()
        )
        # What the axes rest on is quoted by its source.
        report = check_report(whole, answer_of(OTHER), version=VERSION)
        assert not english(report, (whole, OTHER))


@pytest.mark.parametrize("make", ALL.values(), ids=ALL)
def test_the_health_of_a_drive(make: Callable[[], Report_]) -> None:
    health = parse_report(as_bytes(make()), "x")
    moved = HealthTrend(health.taken - timedelta(days=90), health.taken, 1.0, 9.0)
    trends = Trends({row.id: moved for row in health.attributes},
                    {one.key: moved for one in health.figures})  # fmt: skip
    with spoken():
        rated = RatedHealth(health, judge_health(health), trends=trends)
        report = health_report_document(rated, version=VERSION)
        assert not english(report, (health, "rpm"))


def test_an_experiment() -> None:
    with spoken():
        for action in ACTIONS:
            one = experiment(action).checked(NOW)
            assert not english(experiment_report(one, version=VERSION), one)
            given_up = one.begun("0dddddddd", NOW).cancelled()
            report = experiment_report(given_up, compared_report(compared()), version=VERSION)
            assert not english(report, (given_up, OTHER, LATER))
