# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happened to a drive's health data over all the runs that are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from driveproof.domain.health_change import Change, Pair, changes, comparable, written_by
from driveproof.domain.run_match import Side
from driveproof.domain.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Span:
    """A drive that was measured on more than one side: its first and its last snapshot."""

    identity: str
    before: Snapshot
    after: Snapshot
    changes: tuple[Change, ...]


def health_spans(
    sides: Iterable[Side],
    kept: Mapping[str, tuple[Pair, ...]],
    whole: Callable[[bytes], int | None],
) -> tuple[Span, ...]:
    """From before the earliest run to after the latest one, for each drive below several sides.

    `kept` are the snapshots of each run by its id; `whole` as for
    `domain.health_change.written_by`: what the runs wrote themselves is told apart where they had
    one drive only.
    """
    seen: dict[str, list[tuple[int, Snapshot]]] = {}
    alone = True
    runs = {}
    for number, side in enumerate(sides):
        for run in side.runs:
            runs[run.id] = run
            pairs = kept.get(run.id, ())
            alone = alone and len(pairs) == 1
            for pair in pairs:
                for one in pair:
                    if one is not None:
                        seen.setdefault(one.identity, []).append((number, one))
    written = sum(written_by(run, whole) for run in runs.values()) if alone else 0
    found = []
    for identity, snapshots in seen.items():
        if len({number for number, _ in snapshots}) < 2:
            continue
        inside = sorted((one for _, one in snapshots), key=lambda one: one.taken)
        first, last = inside[0], inside[-1]
        if first is last or not comparable(first.health, last.health):
            continue
        changed = changes(first.health, last.health, written_by_test=written or None)
        found.append(Span(identity, first, last, changed))
    return tuple(found)
