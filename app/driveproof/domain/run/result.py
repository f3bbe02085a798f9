# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The results of a run as rows: a test a row, its directions beside each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from driveproof.domain.run.run import METRICS, PhaseResult, Run, Summary


@dataclass
class Row:
    """A test: the phases of the same access pattern, by direction."""

    title: str
    primary: str
    phases: dict[str, PhaseResult] = field(default_factory=dict)

    def summary(self, direction: str, metric: str | None = None) -> Summary | None:
        """Median and spread of a metric (the one that decides when None is named)."""
        phase = self.phases.get(direction)
        return phase.summary(direction, METRICS[metric or self.primary]) if phase else None

    def short(self, direction: str) -> bool:
        """Whether little was counted for the figures of a direction."""
        phase = self.phases.get(direction)
        return phase is not None and phase.short(direction)


def mixed_title(title: str, direction: str) -> str:
    """The title of a test; a mixed one is a test of its own."""
    return f"{title} (mixed)" if direction == "mixed" and "mix" not in title.lower() else title


def rows_of(phases: Iterable[PhaseResult]) -> list[Row]:
    """Phases put into rows, in the order in which they were measured."""
    rows: dict[tuple[str, bool], Row] = {}
    for phase in phases:
        title = mixed_title(phase.title, phase.direction)
        row = rows.setdefault((title, phase.direction == "mixed"), Row(title, phase.primary))
        for direction in phase.directions:
            row.phases.setdefault(direction, phase)
    return list(rows.values())


def directions_of(rows: Iterable[Row]) -> list[str]:
    """The directions that appear: read first, then write."""
    seen = {direction for row in rows for direction in row.phases}
    return [name for name in ("read", "write", "trim") if name in seen]


def best(run: Run, direction: str, primary: str) -> tuple[Row, Summary] | None:
    """The test with the greatest median of a metric in a direction, None when there is none."""
    found = [
        (row, summary)
        for row in rows_of(run.phases)
        if row.primary == primary and (summary := row.summary(direction))
    ]
    alone = [pair for pair in found if pair[0].phases[direction].direction != "mixed"]
    found = alone or found  # half of a mixed test says little about either direction
    return max(found, key=lambda pair: pair[1].median) if found else None
