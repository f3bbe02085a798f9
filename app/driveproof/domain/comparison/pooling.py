# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which runs are pooled to one side of a comparison, and how many sides there can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

MOST_SIDES = 12
"""Sides that are compared at once: the colours of a chart, and the repeats that claims need."""


class Labelled(Protocol):
    """A run, or its line in a list."""

    @property
    def id(self) -> str:
        """What identifies it."""

    @property
    def label(self) -> str:
        """What the person called it; "" for nothing."""


L = TypeVar("L", bound=Labelled)


def pools(runs: Sequence[L]) -> list[list[L]]:
    """Runs of one label together, in the order of their first; without a label each alone."""
    found: dict[str, list[L]] = {}
    for run in runs:
        label = run.label.strip()
        found.setdefault(f"label:{label}" if label else f"id:{run.id}", []).append(run)
    return list(found.values())


def can_pool(runs: Sequence[Labelled]) -> bool:
    """Whether pooling leaves fewer sides, and still two."""
    return 1 < len(pools(runs)) < len(runs)


def side_count(runs: Sequence[Labelled]) -> int:
    """How many sides a comparison of these has, pooled where that is possible."""
    return len(pools(runs)) if can_pool(runs) else len(runs)
