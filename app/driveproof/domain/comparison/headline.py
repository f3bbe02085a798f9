# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the one sentence that answers a comparison rests on: wording writes it from this."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.comparison.difference import Silence, Verdict
from driveproof.domain.comparison.matching import Why
from driveproof.domain.run.latency_floor import FLOOR
from driveproof.domain.run.work import FileOperation

if TYPE_CHECKING:
    from driveproof.domain.comparison.comparison import Comparison, Metric


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedTest:
    """The deciding metric of a test in one direction: side `side` against the first one.

    `ratio` is after over before, of speeds; `repeats` are those that count, of each side;
    `detectable` is the share of change that would have been seen, None where there is none.
    `whole_surface`: it is the average over all cells of a map. `timed`: its deciding metric is the
    time of a read, as in a latency floor. The rest as comparison.Metric
    has it.
    """

    side: int
    title: str
    profile: str
    pattern: Pattern
    direction: Direction
    verdict: Verdict | None
    ratio: float | None
    silence: Silence | None
    repeats: tuple[int, int]
    detectable: float | None
    whole_surface: bool = False
    timed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Headline:
    """A comparison, as its sentence needs it; kept where the runs may be deleted later.

    `sides` are their names. `drives` are the first side's drive and that of each further side,
    None where they are not known to differ; its first entry is None. `needed` repeats a side would
    allow a claim. `recorded`: there are recordings, which are not judged.
    """

    sides: tuple[str, ...]
    drives: tuple[tuple[str, str] | None, ...]
    tests: tuple[JudgedTest, ...]
    needed: int
    recorded: bool = False


def headline_of(comparison: Comparison) -> Headline:
    """The same of a whole comparison."""
    sides = tuple(side.name for side in comparison.sides)
    return Headline(
        sides=sides,
        drives=tuple(_drives(comparison, number) for number in range(len(sides))),
        tests=tuple(map(_judged, comparison.primary)),
        needed=comparison.needed,
        recorded=any(one.why is Why.RECORDED for one in comparison.unmatched),
    )


def _judged(metric: Metric) -> JudgedTest:
    return JudgedTest(
        side=metric.side,
        title=metric.title,
        profile=metric.profile,
        pattern=metric.test.pattern,
        direction=metric.test.direction,
        verdict=metric.verdict,
        ratio=metric.speed,
        silence=metric.silence,
        repeats=metric.counted_repeats,
        detectable=metric.difference.detectable if metric.difference else None,
        whole_surface=metric.test.work.operation is FileOperation.ALL,
        timed=metric.test.work.part in FLOOR,
    )


def _drives(comparison: Comparison, number: int) -> tuple[str, str] | None:
    for one in comparison.differs:
        if number and one.drives is not None and one.side == number:
            return one.drives
    return None
