# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the one sentence that answers a comparison rests on: wording writes it from this."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.say import Title


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedTest:
    """The deciding metric of a test in one direction: side `side` against the first one.

    `ratio` is after over before, of speeds; `speeds` is its interval, None without one.
    `whole_map`: it is the average over all cells of a map. `timed`: its deciding metric is the
    time of a read, as in a latency breakdown. The rest as comparison.Metric
    has it.
    """

    side: int
    title: Title | str
    profile: str
    pattern: Pattern
    direction: Direction
    verdict: Verdict | None
    ratio: float | None
    speeds: tuple[float, float] | None
    whole_map: bool = False
    timed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """A comparison, as its sentence needs it; kept where the runs may be deleted later.

    `sides` are their names. `drives` are the first side's drive and that of each further side,
    None where they are not known to differ; its first entry is None. `recorded`: there are
    recordings, which are not judged.
    """

    sides: tuple[str, ...]
    drives: tuple[tuple[str, str] | None, ...]
    tests: tuple[JudgedTest, ...]
    recorded: bool = False
