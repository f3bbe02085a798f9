# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fake health verdicts with given texts as statements."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.health.verdict import (
    Axis,
    AxisVerdict,
    Code,
    Grade,
    HealthVerdict,
    Reason,
)
from driveproof.domain.statement import Statement


def _given(*texts: str) -> tuple[Statement, ...]:
    return tuple(Statement(Code.GIVEN, text=text) for text in texts if text)


def made_axis(
    axis: str,
    verdict: str,
    value: str = "",
    detail: str = "",
    *,
    source: str = "",
    counters: tuple[str, ...] = (),
    reasons: tuple[Reason, ...] = (),
) -> AxisVerdict:
    """One axis with these texts."""
    return AxisVerdict(
        Axis(axis),
        Grade(verdict),
        Statement(Code.GIVEN, text=value),
        _given(detail),
        source,
        counters,
        reasons,
    )


def made_verdict(
    word: str, sentence: str = "", more: Sequence[str] = (), axes: tuple[AxisVerdict, ...] = ()
) -> HealthVerdict:
    """A verdict with these sentences."""
    return HealthVerdict(Grade(word), _given(sentence), _given(*more), axes)
