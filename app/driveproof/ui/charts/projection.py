# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a box with a surface in it is seen: parallel projection and painting order, without Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
HEIGHT = 0.6
"""Of the box; its ground is a square of 1, with the origin in the middle of the box."""
LOWEST, HIGHEST = 5.0, 85.0
"""Degrees above the ground from which a surface can be looked at."""


@dataclass(frozen=True)
class Turn:
    """Where the viewer stands, in degrees: around the box, and above its ground."""

    azimuth: float = 215.0
    elevation: float = 28.0

    def turned(self, around: float, up: float) -> Turn:
        """Another place, within what can be looked at."""
        return Turn((self.azimuth + around) % 360.0, min(max(self.elevation + up, LOWEST), HIGHEST))

    @property
    def _angles(self) -> tuple[float, float]:
        return math.radians(self.azimuth), math.radians(self.elevation)

    @property
    def near(self) -> tuple[float, float]:
        """The ends of x and y that are nearer to the viewer, each -0.5 or 0.5."""
        around, _ = self._angles
        return math.copysign(0.5, math.sin(around)), math.copysign(0.5, math.cos(around))

    def seen(self, x: Floats, y: Floats, z: Floats) -> tuple[Floats, Floats, Floats]:
        """Places in the box as (right, down, nearness): greater is nearer, in units of the box."""
        around, up = self._angles
        right = x * math.cos(around) - y * math.sin(around)
        ground = x * math.sin(around) + y * math.cos(around)
        down = ground * math.sin(up) - z * math.cos(up)
        return right, down, ground * math.cos(up) + z * math.sin(up)

    @property
    def extent(self) -> tuple[float, float]:
        """Width and height that hold the box from every azimuth, so that turning keeps its size."""
        _, up = self._angles
        return math.sqrt(2), math.sqrt(2) * math.sin(up) + HEIGHT * math.cos(up)

    def order(self, rows: int, columns: int) -> list[tuple[int, int]]:
        """The cells of a grid from back to front, as (row, column): rows go along y.

        A cell can hide another only if it is not farther in x and not farther in y, whatever the
        sizes of the cells are and whatever stands on them. Distances of centres do not give that:
        a large cell beside small ones would be painted too late.
        """
        x, y = self.near
        across = range(columns) if x > 0 else range(columns - 1, -1, -1)
        along = range(rows) if y > 0 else range(rows - 1, -1, -1)
        return [(row, column) for row in along for column in across]
