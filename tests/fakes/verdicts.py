# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fake health verdicts with given texts as findings."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.health.verdict import (
    AxisVerdict,
    Grade,
    HealthAxis,
    HealthCode,
    HealthFinding,
    HealthVerdict,
    finding_of,
    quoted_finding,
)
from driveproof.domain.say import Say


def _given(*texts: str) -> tuple[HealthFinding, ...]:
    return tuple(quoted_finding(Say("{text}", text=text)) for text in texts if text)


def made_axis(
    axis: str,
    verdict: str,
    value: str = "",
    detail: str = "",
    *,
    source: str = "",
    counters: tuple[str, ...] = (),
) -> AxisVerdict:
    """One axis with these texts."""
    return AxisVerdict(
        HealthAxis(axis),
        Grade(verdict),
        finding_of(HealthCode.COUNT, Say("{text}", text=value), Grade(verdict)),
        _given(detail),
        source,
        counters,
    )


def made_verdict(
    word: str, sentence: str = "", more: Sequence[str] = (), axes: tuple[AxisVerdict, ...] = ()
) -> HealthVerdict:
    """A verdict with these sentences."""
    return HealthVerdict(Grade(word), _given(sentence), _given(*more), axes)
