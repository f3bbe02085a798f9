# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The view of a box with a surface in it: parallel projection and painting order, without Qt."""

from __future__ import annotations

import math
from dataclasses import dataclass

from driveproof.domain.run.columns import Floats

HEIGHT = 0.6
"""Height of the box; its base is a unit square, with the origin at the centre of the box."""
LOWEST, HIGHEST = 5.0, 85.0
"""Range of the viewer's elevation, in degrees."""


@dataclass(frozen=True)
class ViewAngle:
    """The viewer's direction in degrees: azimuth around the box, and elevation above its base."""

    azimuth: float = 215.0
    elevation: float = 28.0

    def turned(self, around: float, up: float) -> ViewAngle:
        """Another direction, within the limits."""
        return ViewAngle(
            (self.azimuth + around) % 360.0, min(max(self.elevation + up, LOWEST), HIGHEST)
        )

    @property
    def _angles(self) -> tuple[float, float]:
        return math.radians(self.azimuth), math.radians(self.elevation)

    @property
    def near(self) -> tuple[float, float]:
        """The ends of x and y that are nearer to the viewer, each -0.5 or 0.5."""
        around, _ = self._angles
        return math.copysign(0.5, math.sin(around)), math.copysign(0.5, math.cos(around))

    def seen(self, x: Floats, y: Floats, z: Floats) -> tuple[Floats, Floats, Floats]:
        """Points of the box as (right, down, nearness), in units of the box; larger is nearer."""
        around, up = self._angles
        right = x * math.cos(around) - y * math.sin(around)
        ground = x * math.sin(around) + y * math.cos(around)
        down = ground * math.sin(up) - z * math.cos(up)
        return right, down, ground * math.cos(up) + z * math.sin(up)

    @property
    def extent(self) -> tuple[float, float]:
        """The width and height that hold the box at every azimuth, so that turning keeps its
        size.
        """
        _, up = self._angles
        return math.sqrt(2), math.sqrt(2) * math.sin(up) + HEIGHT * math.cos(up)

    def order(self, rows: int, columns: int) -> list[tuple[int, int]]:
        """The cells of a grid from back to front, as (row, column); rows go along y.

        A cell can hide another only if it is no farther in x and no farther in y, whatever their
        sizes and heights. The distances of their centres do not guarantee that: a large cell beside
        small ones would be painted too late.
        """
        x, y = self.near
        across = range(columns) if x > 0 else range(columns - 1, -1, -1)
        along = range(rows) if y > 0 else range(rows - 1, -1, -1)
        return [(row, column) for row in along for column in across]
