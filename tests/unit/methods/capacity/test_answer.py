# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check of capacity: what the drive really has, what is lost, and where."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import capacity_run, probe_run

from driveproof.domain.figure import Table
from driveproof.domain.quantity import Bytes, Rate, Share
from driveproof.domain.run.areas import AreaState
from driveproof.domain.run.run import Run
from driveproof.domain.say import Coded, Say
from driveproof.methods import answer_of
from driveproof.methods.capacity.answer import answer


@pytest.mark.parametrize(
    ("run", "bad", "sentences"),
    [
        (capacity_run("good"), False, 1),
        (capacity_run("fake"), True, 2),
        (capacity_run("bad"), True, 2),
        (probe_run(), True, 2),
        (probe_run(64 * 10**9), False, 1),
    ],
    ids=["good", "fake", "bad", "probed fake", "probed good"],
)
def test_lost_data_is_a_bad_answer(run: Run, bad: bool, sentences: int) -> None:
    found = answer(run)
    assert found == answer_of(run)
    assert found.bad == bad
    assert len(found.sentences) == sentences


def test_a_fake_has_a_true_capacity() -> None:
    found = answer(capacity_run("fake"))
    assert found.sentences[0].values["true"] == Bytes(8 * 2**30)
    assert [(fact.key, fact.value) for fact in found.facts] == [("true_capacity", Bytes(8 * 2**30))]
    assert answer(capacity_run("good")).facts == ()


def test_every_state_has_its_share_and_what_is_bad_its_place() -> None:
    run = capacity_run("bad")
    found = answer(run)
    states = found.table("states")
    assert codes(states) == [
        AreaState.RIGHT,
        AreaState.SLOW,
        AreaState.EMPTY,
        AreaState.CHANGED,
        AreaState.UNREADABLE,
    ]
    shares = [cell.number for cell in states.column("share") if isinstance(cell, Share)]
    assert sum(shares) == pytest.approx(1)
    bad = found.table("bad_ranges")
    assert bad.long
    assert AreaState.RIGHT not in codes(bad)
    places = [cell.values["offset"] for cell in bad.column("position") if isinstance(cell, Say)]
    areas = found.positions[0].areas
    assert places == [area.offset for area in areas if area.state is not AreaState.RIGHT]
    assert found.positions[0].size == run.environment.test_file_size


def codes(table: Table) -> list[str]:
    return [cell.code for cell in table.column("state") if isinstance(cell, Coded)]


def test_until_something_is_read_back_the_answer_is_a_speed() -> None:
    run = capacity_run()
    found = answer(replace(run, phases=run.phases[:1]))
    (said,) = found.sentences
    assert isinstance(said.values["average"], Rate)
    assert found.positions[0].areas == ()
    assert not found.bad
