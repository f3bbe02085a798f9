# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run did to the health data of its drives, and the sentences of it."""

from __future__ import annotations

from driveproof.domain.health.changes import (
    HealthChange,
    Pair,
    changes_say,
    health_changes,
    written_by,
)
from driveproof.domain.run.run import Run
from driveproof.fio.stream import written_bytes
from driveproof.wording.say import say_text


def run_changes(run: Run, pair: Pair, *, alone: bool = True) -> tuple[HealthChange, ...]:
    """What changed from before a run to after it; () where one of the two is unknown.

    `alone`: the run wrote to this drive only, so that its part of the writes is known.
    """
    before, after = pair
    if before is None or after is None:
        return ()
    written = written_by(run, written_bytes) if alone else 0
    return health_changes(before.health, after.health, written_by_test=written or None)


def health_lines(run: Run, pairs: tuple[Pair, ...]) -> list[str]:
    """A sentence for each drive with what changed most; [] where nothing did or is known."""
    lines = []
    for pair in pairs:
        found = run_changes(run, pair, alone=len(pairs) == 1)
        drive = pair[0].identity if pair[0] and len(pairs) > 1 else ""
        if (said := changes_say(found, drive)) is not None:
            lines.append(say_text(said))
    return lines
