# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Schedulers and file systems: what is sure, what is left open, and what is not known."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders import guided_runs
from tests.builders.guided_runs import filesystem_run, scheduler_run

from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.figure import Interval, Measure
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say
from driveproof.methods import answer_of
from driveproof.methods.filesystems.answer import answer as answer_filesystems
from driveproof.methods.schedulers.answer import answer

RUN = scheduler_run()


def keys(run: Run) -> list[str]:
    return [said.key for said in answer(run).sentences]


def test_what_is_slower() -> None:
    found = answer(RUN)
    assert found == answer_of(RUN)
    (said,) = found.sentences
    named = said.values["found"]
    assert isinstance(named, OneOf)
    assert [one.values["variant"] for one in named.names if isinstance(one, Say)] == ["bfq"] * 2
    (table,) = found.tables
    verdicts = [
        cell.verdict if isinstance(cell, Interval) else None for cell in table.column("difference")
    ]
    assert verdicts == [None, Verdict.WITHIN, Verdict.SLOWER] * 2
    assert [isinstance(name, Say) for name in table.column("variant")[:3]] == [True, False, False]


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (scheduler_run(names=("none", "a", "b", "kyber")),
         ["Faster than {own}: {found}.", "Slower than {own}: {found}."]),
        (scheduler_run(names=("none", "mq-deadline")),
         ["No difference above {share}."]),
        (scheduler_run(1),
         ["Too few repeats: {repeats}. Each side needs {needed}."]),
        (replace(RUN, phases=RUN.phases[:1]), ["Not enough repeats to compare."]),
        (replace(RUN, phases=tuple(p for p in RUN.phases if p.scheduler != "none")),
         ["Not enough repeats to compare."]),
    ],
    ids=["faster", "same", "few", "one", "own missing"],
)  # fmt: skip
def test_what_is_said(run: Run, said: list[str]) -> None:
    assert keys(run)[: len(said)] == said


def test_noise_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guided_runs, "WOBBLE", (0.0, 1e6, 3.0, 9e5, 50.0, 7.0))
    run = scheduler_run(names=("none", "mq-deadline"))
    assert keys(run)[-1] == "Too variable for a verdict: {count} of {total}."


def test_file_systems_have_their_costs_as_well() -> None:
    run = filesystem_run()
    found = answer_filesystems(run)
    assert found == answer_of(run)
    faster, slower = found.sentences
    assert faster.values["own"] == slower.values["own"] == "ext4"
    table, costs = found.tables
    assert len(table.rows) == 18
    assert costs.column("filesystem") == ("ext4", "xfs", "btrfs")
    made = costs.column("format_time")[0]
    assert isinstance(made, Measure)
    assert made.summary.count == 6


def test_nothing_measured() -> None:
    for answering in (answer, answer_filesystems):
        assert not answering(replace(RUN, phases=())).measured
