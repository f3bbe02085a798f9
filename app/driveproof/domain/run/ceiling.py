# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The maximum bandwidth of a drive's link, as a limit on charts of bandwidth."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.quantity import Rate
from driveproof.domain.run.run import Environment, IoPath
from driveproof.domain.say import Say

IN_SIGHT = 0.4
"""It is drawn if the data reach this fraction of it: otherwise it would squash them."""


@dataclass(frozen=True, slots=True)
class Ceiling:
    """`value` in bytes per second, `link` such as "SATA 6 Gb/s"."""

    link: str
    value: float

    def in_sight(self, highest: float) -> bool:
        """Whether data up to `highest` bytes per second come close enough to draw it."""
        return highest >= IN_SIGHT * self.value

    @property
    def said(self) -> Say:
        """What it is called: "SATA 6 Gb/s carries 550 MB/s"."""
        return Say("{link} carries {rate}", link=self.link, rate=Rate(self.value))


def ceiling_of(environment: Environment) -> Ceiling | None:
    """The ceiling of a stored run; None where it is unknown or memory was involved."""
    if not environment.link or not environment.link_ceiling or environment.io_path != IoPath.DIRECT:
        return None
    return Ceiling(environment.link, float(environment.link_ceiling))
