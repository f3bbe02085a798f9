# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a test did, and its identity, is stored."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.guided_runs import breakdown_run

from driveproof.domain.run import same_test
from driveproof.domain.run.run import Run
from driveproof.domain.run.stopping_rule import Stopping, StoppingRule, StopReason
from driveproof.domain.run.work import UNKNOWN_WORK, Data, Part, Work
from driveproof.export.json import values_of
from driveproof.export.json.history import history_document
from driveproof.history.store import History

MakeRun = Callable[..., Run]


def identities(path: Path) -> list[str | None]:
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute("SELECT test FROM phases ORDER BY run, position").fetchall()
    return [row[0] for row in rows]


def expected(run: Run) -> list[str]:
    return [same_test.test_identity(same_test.test_of(phase, run.source)) for phase in run.phases]


WORKS = [
    Work(data=Data.SCRAMBLED, nocow=True, fsync=3, end_fsync=True, sync="dsync"),
    Work(rate=(0, 10**9, 0), rate_iops=(5, 5, 0), think_time=0.25, think_blocks=4, read_share=70),
    Work(block_sizes="bssplit=4k/60:64k/40", order="random_distribution=zipf:1.2", offset="a=1"),
    UNKNOWN_WORK,
]


@pytest.mark.parametrize("work", WORKS, ids=range(len(WORKS)))
def test_it_comes_back(history: History, make_run: MakeRun, work: Work) -> None:
    made = make_run()
    run = replace(made, phases=tuple(replace(phase, work=work) for phase in made.phases))
    history.save(run)
    found = history.load(run.id)
    assert [phase.work for phase in found.phases] == [work] * len(run.phases)
    assert identities(history.path) == expected(run)


def test_how_certain_each_test_became_comes_back(history: History, make_run: MakeRun) -> None:
    made, rule = make_run(), StoppingRule(3, 6, 10**9, 5 * 10**8)
    phases = tuple(replace(one, stopping=Stopping(0.04, StopReason.CERTAIN)) for one in made.phases)
    run = replace(made, phases=phases, environment=replace(made.environment, stopping_rule=rule))
    history.save(run)
    found = history.load(run.id)
    assert [one.stopping for one in found.phases] == [one.stopping for one in phases]
    assert found.environment.stopping_rule == rule


def test_phases_that_are_kept_one_after_the_other_have_it_as_well(
    history: History, make_run: MakeRun
) -> None:
    run = make_run()
    history.begin(replace(run, phases=()))
    history.keep_phase(run.id, run.phases[0])
    assert identities(history.path) == expected(run)[:1]
    history.finish(run)
    assert identities(history.path) == expected(run)


def test_what_is_known_at_the_end_only_changes_the_identity(
    history: History, make_run: MakeRun
) -> None:
    """A repeat that came from memory makes the phase a warm one, after it was kept."""
    run = make_run()
    history.begin(replace(run, phases=()))
    for phase in run.phases:
        history.keep_phase(run.id, phase)
    warm = replace(run, phases=tuple(replace(phase, cache="warm") for phase in run.phases))
    history.finish(warm)
    assert identities(history.path) == expected(warm) != expected(run)


def test_one_test_is_found_in_every_run(history: History, make_run: MakeRun) -> None:
    runs = [make_run("0aaaaaaaa"), make_run("0bbbbbbbb")]
    history.save(*runs)
    found = history.identities()
    assert found == {
        (run.id, phase.name): same_test.test_identity(same_test.test_of(phase))
        for run in runs
        for phase in run.phases
    }
    document = values_of(history_document(history.heads(), found))
    told = [[figure["identity"] for figure in run["values"]] for run in document["runs"]]
    assert told[0] == told[1]
    assert None not in told[0]


def test_a_read_that_never_reaches_the_drive_is_no_value_of_it(history: History) -> None:
    run = breakdown_run()
    history.save(run)
    (head,) = history.heads()
    listed = {name for name, *_rest in head.figures}
    parts = {phase.name: phase.work.part for phase in run.phases}
    assert {parts[name] for name in listed} == {Part.DRIVE, Part.AWAKE}
