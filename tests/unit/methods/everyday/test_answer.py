# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Everyday writes: both speeds of a test, and what an fsync takes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.guided_runs import everyday_run

from driveproof.domain.quantity import OneOf, Seconds, Share, Times
from driveproof.domain.say import Say
from driveproof.methods import answer_of
from driveproof.methods.everyday.answer import answer

RUN = everyday_run(3)


def test_both_ways_of_each_test() -> None:
    found = answer(RUN)
    assert found == answer_of(RUN)
    for said in found.sentences:
        rates = said.values["text"]
        assert isinstance(rates, OneOf)
        assert len(rates.names) == 3
    (table,) = found.tables
    assert len(table.rows) == 6
    assert table.column("fsync")[:2] == (
        Seconds(pytest.approx(4.0), precise=True),
        Seconds(pytest.approx(0.002), precise=True),
    )
    assert table.column("still_in_memory")[:2] == (Share(pytest.approx(0.67, abs=0.01)), None)
    assert table.column("duration")[:2] == (None, Times(pytest.approx(100)))
    assert [cell is None for cell in table.column("each_process")[:4]] == [True, True, False, False]


def test_what_is_written_as_no_difference_is_not_called_longer() -> None:
    at_end, each, *_others = RUN.phases
    same = replace(each, repeats=at_end.repeats)
    (table,) = answer(replace(RUN, phases=(at_end, same))).tables
    assert isinstance(table.column("duration")[1], Say)


@pytest.mark.parametrize(("kept", "sentences"), [((0,), 1), ((1,), 1), ((0, 1), 2)])
def test_one_way_alone(kept: tuple[int, ...], sentences: int) -> None:
    run = replace(RUN, phases=tuple(RUN.phases[place] for place in kept))
    assert len(answer(run).sentences) == sentences


def test_nothing_measured() -> None:
    found = answer(replace(RUN, phases=()))
    assert not found.measured
    assert found.sentences == ()


def test_the_titles_of_a_persons_own_profile_are_foreign() -> None:
    (table,) = answer(replace(RUN, profile="mine")).tables
    assert isinstance(table.rows[0][0], str)
