# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The maximum bandwidth of a drive's link, as a line on bandwidth charts."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.run.run import Environment, IoPath
from driveproof.ui.charts.ticks import WORDS, headroom
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_bandwidth

IN_SIGHT = 0.4
"""The line is drawn if the data reach this fraction of it: otherwise it would squash them."""


@dataclass(frozen=True, slots=True)
class Ceiling:
    """`value` in bytes per second, `link` such as "SATA 6 Gb/s"."""

    link: str
    value: float

    def in_sight(self, highest: float) -> bool:
        """Whether data up to `highest` bytes per second come close enough to draw the line."""
        return highest >= IN_SIGHT * self.value

    def words(self, *, binary: bool = False) -> str:
        """Its label: "SATA 6 Gb/s carries 550 MB/s"."""
        value = format_bandwidth(self.value, binary=binary)
        return _("{link} carries {rate}").format(link=self.link, rate=value)


def top_for(limit: float | None, top: float, highest: float, height: float) -> float:
    """The top of an axis from zero in a plot of `height` pixels.

    Above a `limit` close to the data there is room for its label, which would hide them below the
    line.
    """
    if limit is None or height <= 0 or highest <= limit - top * WORDS / height:
        return top
    return headroom(0.0, top, limit, height)


def ceiling_of(environment: Environment) -> Ceiling | None:
    """The ceiling of a stored run; None where it is unknown or memory was involved."""
    if not environment.link or not environment.link_ceiling or environment.io_path != IoPath.DIRECT:
        return None
    return Ceiling(shown(environment.link), float(environment.link_ceiling))
