# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run did to the health data of its drives, as JSON."""

from __future__ import annotations

from driveproof.domain.document.run import (
    ChangeDocument,
    DriveHealthDocument,
    RunHealthDocument,
    SnapshotDocument,
)
from driveproof.domain.document.values import alike
from driveproof.domain.health.changes import HealthChange, Pair, written_by
from driveproof.domain.health.snapshot import HealthSnapshot
from driveproof.domain.run.run import Run
from driveproof.export.run_health import run_changes
from driveproof.fio.stream import written_bytes
from driveproof.wording.catalogue import in_english
from driveproof.wording.table import cell_text


@in_english()
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


@in_english()
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
