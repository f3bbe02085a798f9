# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A surface: one figure over a grid of two settings, such as block size and queue depth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from driveproof.domain.quantity import Unit

Grid = npt.NDArray[np.float64]


@dataclass(frozen=True)
class GridAxis:
    """A setting and the values at which something was measured, in rising order.

    Raises ValueError for none, for values that do not rise, and for a logarithmic axis that does
    not begin above zero.
    """

    name: str
    unit: Unit
    values: tuple[float, ...]
    log: bool = False

    def __post_init__(self) -> None:
        if not self.values or not all(map(math.isfinite, self.values)):
            raise ValueError("an axis needs finite values")
        if any(high <= low for low, high in zip(self.values, self.values[1:], strict=False)):
            raise ValueError("the values of an axis must rise")
        if self.log and self.values[0] <= 0:
            raise ValueError("a logarithmic axis begins above zero")

    def places(self) -> Grid:
        """The place of each value, from 0 for the first to 1 for the last; a single one is in the
        middle.
        """
        at = np.array(self.values, dtype=np.float64)
        if self.log:
            at = np.log10(at)
        span = at[-1] - at[0]
        return (at - at[0]) / span if span > 0 else np.full(len(at), 0.5)


@dataclass(frozen=True, eq=False)
class Surface:
    """`rows` holds a figure for each value of `y`, and in it for each of `x`; None or NaN where it
    is unknown. A logarithmic surface (`log`) takes figures above zero only. With `binary` a
    bandwidth is in MiB/s.

    Raises ValueError for a grid of another shape, or a figure that its axis cannot show.
    """

    name: str
    unit: Unit
    x: GridAxis
    y: GridAxis
    rows: Sequence[Sequence[float | None]] | Grid
    log: bool = False
    binary: bool = False

    def __post_init__(self) -> None:
        lines = [[math.nan if one is None else float(one) for one in row] for row in self.rows]
        if len(lines) != len(self.y.values) or {len(row) for row in lines} != {len(self.x.values)}:
            raise ValueError("a surface needs one figure for each pair of values")
        grid = np.array(lines, dtype=np.float64)
        known = grid[~np.isnan(grid)]
        if not np.isfinite(known).all() or (known < 0).any() or (self.log and (known <= 0).any()):
            raise ValueError("the axis cannot show a figure of the surface")
        grid.flags.writeable = False
        object.__setattr__(self, "rows", grid)

    @property
    def grid(self) -> Grid:
        """The figures as an array of (y, x), NaN where one is unknown. It cannot be written to."""
        assert isinstance(self.rows, np.ndarray)
        return self.rows

    def same_grid(self, other: Surface) -> bool:
        """Whether both were measured at the same values, in the same units."""
        mine, its = ((one.unit, one.binary, one.log, one.x, one.y) for one in (self, other))
        return mine == its
