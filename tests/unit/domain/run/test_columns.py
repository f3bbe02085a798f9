# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values in columns behave like the sequence that they represent."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.run.columns import Growing, PositionColumns
from driveproof.domain.run.histogram import BIN_COUNT, bin_counts, bin_index
from driveproof.domain.run.run import Position

NUMBERS = st.integers(0, 2**63 - 1)
PLACES = st.lists(st.builds(Position, NUMBERS, NUMBERS, st.floats(0, 1e9)), max_size=20)


@given(PLACES, st.integers(-25, 25), st.integers(-25, 25))
def test_as_the_sequence_that_it_stands_for(places: list[Position], one: int, two: int) -> None:
    columns = PositionColumns.of(places)
    assert list(columns) == places and columns == places and columns == tuple(places)
    assert len(columns) == len(places)
    assert columns[one:two] == places[one:two]
    assert [columns[number] for number in range(len(places))] == places
    assert all(type(place) is Position for place in columns)
    assert columns == PositionColumns.of(places) and hash(columns) == hash(
        PositionColumns.of(places)
    )
    assert columns != [*places, Position(1, 2, 3.0)]


@given(st.lists(PLACES, max_size=4))
def test_joined(parts: list[list[Position]]) -> None:
    assert PositionColumns.joined(parts) == [place for part in parts for place in part]


def test_what_grows_leaves_what_was_given_out() -> None:
    growing = Growing(PositionColumns)
    given_out = []
    for number in range(40):
        growing.add(PositionColumns.of([Position(number, n, 0.5) for n in range(100)]))
        given_out.append(growing.rows)
    assert [len(rows) for rows in given_out] == [100 * n for n in range(1, 41)]
    whole = list(growing.rows)
    assert len(whole) == len(growing) == 4000
    assert all(rows == whole[: len(rows)] for rows in given_out)


@given(st.lists(st.integers(0, 2**53), max_size=50))
def test_all_at_once_fall_into_the_bins_of_each(nanoseconds: list[int]) -> None:
    counts = np.zeros(BIN_COUNT, dtype=np.int64)
    for value in nanoseconds:
        counts[bin_index(value)] += 1
    assert bin_counts(np.array(nanoseconds, dtype=np.int64)).tolist() == counts.tolist()
