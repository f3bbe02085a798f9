# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run did to the health data of its drives, as JSON and as lines for the terminal."""

from __future__ import annotations

from driveproof.domain.document.run import (
    ChangeDocument,
    DriveHealthDocument,
    RunHealthDocument,
    SnapshotDocument,
)
from driveproof.domain.document.values import alike
from driveproof.domain.health.changes import (
    HealthChange,
    Pair,
    changes_say,
    health_changes,
    written_by,
)
from driveproof.domain.health.snapshot import HealthSnapshot
from driveproof.domain.run.run import Run
from driveproof.fio.stream import written_bytes
from driveproof.wording.say import say_text
from driveproof.wording.table import cell_text


def run_changes(run: Run, pair: Pair, *, alone: bool = True) -> tuple[HealthChange, ...]:
    """What changed from before a run to after it; () where one of the two is unknown.

    `alone`: the run wrote to this drive only, so that its part of the writes is known.
    """
    before, after = pair
    if before is None or after is None:
        return ()
    written = written_by(run, written_bytes) if alone else 0
    return health_changes(before.health, after.health, written_by_test=written or None)


def health_document(run: Run, pairs: tuple[Pair, ...]) -> RunHealthDocument | None:
    """The key `health` of a run; None where nothing was kept. Several drives: see `others`."""
    alone = len(pairs) == 1
    drives = [
        DriveHealthDocument(
            identity=next(one.identity for one in pair if one is not None),
            before=_snapshot(pair[0]),
            after=_snapshot(pair[1]),
            changes=tuple(change_document(one) for one in run_changes(run, pair, alone=alone)),
        )
        for pair in pairs
        if any(pair)
    ]
    if not drives:
        return None
    written, others = written_by(run, written_bytes), tuple(drives[1:])
    return alike(RunHealthDocument, drives[0], written_by_test=written, others=others)


def health_lines(run: Run, pairs: tuple[Pair, ...]) -> list[str]:
    """A sentence for each drive with what changed most; [] where nothing did or is known."""
    lines = []
    for pair in pairs:
        found = run_changes(run, pair, alone=len(pairs) == 1)
        drive = pair[0].identity if pair[0] and len(pairs) > 1 else ""
        if (said := changes_say(found, drive)) is not None:
            lines.append(say_text(said))
    return lines


def _snapshot(snapshot: HealthSnapshot | None) -> SnapshotDocument | None:
    if snapshot is None:
        return None
    health = snapshot.health
    return alike(
        SnapshotDocument,
        health,
        taken=snapshot.taken.astimezone().isoformat(timespec="milliseconds"),
        source=health.source or None,
        firmware=snapshot.firmware or health.firmware or None,
    )


def change_document(change: HealthChange) -> ChangeDocument:
    """A change as JSON has it."""
    before, after = change.ends
    return ChangeDocument(
        key=change.key,
        title=cell_text(change.title),
        before=cell_text(before),
        after=cell_text(after),
        change=cell_text(change.difference),
        amount=change.amount,
        unit=change.unit.value,
        alarming=change.alarming,
    )
