# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares sides with what the history knows of their drives."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from driveproof.domain.comparison.apart import Apart, apart_from, safest
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.judge import ALPHA
from driveproof.domain.comparison.matching import Side, cells_of
from driveproof.domain.errors import DriveproofError
from driveproof.domain.run.run import Run
from driveproof.history.earlier import runs_like

if TYPE_CHECKING:
    from datetime import datetime

    from driveproof.history.store import History


def judged_sides(
    history: History,
    sides: Sequence[Side],
    *,
    compared: str | None = None,
    alpha: float = ALPHA,
    until: datetime | None = None,
) -> Comparison:
    """`compare_sides` with how far other runs of these drives were apart, where they tell; of an
    experiment those `until` it began, so that what it claimed is not judged anew by later ones.
    """
    apart = _apart(history, sides, until)
    return compare_sides(sides, compared=compared, alpha=alpha, apart=apart)


def _apart(history: History, sides: Sequence[Side], until: datetime | None) -> Apart | None:
    """An unreadable history tells nothing: then it is assumed. So it is of maps, whose hundreds of
    cells are judged by their mean alone: ten seconds of reading for one figure.
    """
    if cells_of(sides):
        return None
    drives: dict[str | None, list[Run]] = {}
    for run in (run for side in sides for run in side.runs):
        drives.setdefault(run.target.identity, []).append(run)
    found: list[Apart | None] = []
    with suppress(DriveproofError):
        for runs in drives.values():
            profiles = {run.profile: run for run in runs}
            earlier = [one for run in profiles.values() for one in runs_like(history, run, until)]
            found.append(apart_from(earlier, runs))
        return safest(found)
    return None
