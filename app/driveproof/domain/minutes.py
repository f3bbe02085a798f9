# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The last minutes of a figure of a device, up to now, and their plot."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

import numpy as np

from driveproof.domain.access import Direction
from driveproof.domain.figure import Axis, Ink, Plot, Series, Shade
from driveproof.domain.profile.test_titles import DIRECTIONS
from driveproof.domain.quantity import Unit
from driveproof.domain.run.columns import Floats
from driveproof.domain.say import Say

MINUTES = 5
"""How long they are."""
MOST = 4000
"""Samples that are kept at most."""


class Minutes:
    """The samples of a figure, reads and writes or one line of both.

    `title` and `unit` are those of the figure; its axis ends at `least` or higher.
    """

    def __init__(
        self,
        key: str,
        title: Say,
        unit: Unit,
        directions: Sequence[Direction] = (),
        *,
        least: float = 0.0,
    ) -> None:
        self._key, self._title, self._unit, self._least = key, title, unit, least
        self._directions = tuple(directions)
        self._rows: deque[tuple[float, ...]] = deque(maxlen=MOST)

    def add(self, at: float, values: Sequence[float | None]) -> None:
        """Add a sample: seconds on any clock, and a value for each line, None where there is none.
        What is older than the axis is forgotten.
        """
        self._rows.append((at, *(math.nan if one is None else one for one in values)))
        while self._rows and self._rows[0][0] < at - 60 * MINUTES:
            self._rows.popleft()

    def clear(self) -> None:
        """Forget everything."""
        self._rows.clear()

    @property
    def columns(self) -> tuple[Floats, ...]:
        """Seconds before the last sample (0 or less), then a column for each line."""
        count = max(1, len(self._directions))
        rows = np.array(self._rows, dtype=np.float64).reshape(-1, 1 + count)
        now = rows[-1, 0] if len(rows) else 0.0
        return (rows[:, 0] - now, *(rows[:, 1 + at] for at in range(count)))

    @property
    def plot(self) -> Plot:
        """Its lines; one alone is an area."""
        seconds, *values = self.columns
        points = [np.column_stack((seconds, one)) for one in values]
        lines = tuple(
            Series(way, DIRECTIONS[way], found, Shade.of(way))
            for way, found in zip(self._directions, points, strict=False)
        )
        if not lines:
            lines = (Series(self._key, self._title, points[0], Shade(Ink.ACCENT), area=True),)
        return Plot(
            self._key,
            self._title,
            Axis("seconds", Say("Time"), Unit.SECONDS, ends=(-60.0 * MINUTES, 0.0)),
            Axis(self._key, self._title, self._unit, least=self._least),
            lines,
        )
