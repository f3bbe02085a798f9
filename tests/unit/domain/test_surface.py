# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface distinguishes unknown from zero, and rejects what no axis can show."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.quantity import Unit
from driveproof.domain.surface import GridAxis, Surface

DEPTH = GridAxis("Queue depth", Unit.COUNT, (1, 2, 4), log=True)
JOBS = GridAxis("Processes", Unit.COUNT, (1, 3))


def test_unknown_figures_are_kept_as_not_a_number() -> None:
    made = Surface("IOPS", Unit.IOPS, DEPTH, JOBS, [[1, None, 3], [math.nan, 0, 6]])
    assert made.grid.shape == (2, 3)
    assert np.isnan(made.grid).tolist() == [[False, True, False], [True, False, False]]
    assert made.grid[1, 1] == 0
    with pytest.raises(ValueError, match="read-only"):
        made.grid[0, 0] = 7


# Six digits, as sizes and depths have: the logarithms of two neighbouring floats may be the same.
_FIGURES = st.floats(1e-6, 1e12).map(lambda value: float(f"{value:.6g}"))


@given(st.lists(_FIGURES, min_size=2, max_size=20, unique=True), st.booleans())
def test_an_axis_spreads_its_values_in_their_order(values: list[float], log: bool) -> None:
    places = GridAxis("x", Unit.COUNT, tuple(sorted(values)), log).places()
    assert places[0] == 0
    assert places[-1] == pytest.approx(1)
    assert (np.diff(places) >= 0).all()


def test_a_logarithmic_axis_spreads_powers_evenly() -> None:
    assert DEPTH.places().tolist() == pytest.approx([0, 0.5, 1])
    assert GridAxis("x", Unit.COUNT, (1, 2, 4)).places().tolist() == pytest.approx([0, 1 / 3, 1])
    assert GridAxis("x", Unit.COUNT, (7,)).places().tolist() == [0.5]


@pytest.mark.parametrize(
    ("values", "log"),
    [((), False), ((1, 1), False), ((2, 1), False), ((0, 1), True), ((1, math.inf), False)],
)
def test_an_axis_that_cannot_be_is_refused(values: tuple[float, ...], log: bool) -> None:
    with pytest.raises(ValueError, match="axis"):
        GridAxis("x", Unit.COUNT, values, log)


@pytest.mark.parametrize(
    ("rows", "log"),
    [
        ([[1, 2, 3]], False),
        ([[1, 2], [3, 4]], False),
        ([[1, 2, 3], [1, 2]], False),
        ([[1, 2, 3], [1, 2, -1]], False),
        ([[1, 2, 3], [1, 2, math.inf]], False),
        ([[1, 2, 3], [1, 2, 0]], True),
    ],
)
def test_a_surface_that_cannot_be_is_refused(rows: list[list[float | None]], log: bool) -> None:
    with pytest.raises(ValueError, match="surface"):
        Surface("IOPS", Unit.IOPS, DEPTH, JOBS, rows, log)


def test_only_the_same_grid_is_the_same() -> None:
    one = Surface("IOPS", Unit.IOPS, DEPTH, JOBS, [[1, 2, 3], [1, 2, 3]])
    other = Surface("IOPS", Unit.IOPS, DEPTH, JOBS, [[9, 8, None], [1, 2, 3]])
    wider = Surface("IOPS", Unit.IOPS, JOBS, DEPTH, [[1, 2], [1, 2], [1, 2]])
    assert one.same_grid(other)
    assert not one.same_grid(wider)
