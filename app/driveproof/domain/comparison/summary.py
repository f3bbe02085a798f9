# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sums a comparison up as its headline."""

from __future__ import annotations

from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.headline import Headline, JudgedTest
from driveproof.domain.comparison.matching import Why
from driveproof.domain.run.work import FileOperation


def headline_of(comparison: Comparison) -> Headline:
    """The same of a whole comparison."""
    sides = tuple(side.name for side in comparison.sides)
    return Headline(
        sides=sides,
        drives=tuple(_drives(comparison, number) for number in range(len(sides))),
        tests=tuple(map(_judged, comparison.primary)),
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
        speeds=metric.speeds,
        whole_map=metric.test.work.operation is FileOperation.ALL,
        timed=metric.test.work.of_breakdown,
    )


def _drives(comparison: Comparison, number: int) -> tuple[str, str] | None:
    for one in comparison.differs:
        if number and one.drives is not None and one.side == number:
            return one.drives
    return None
