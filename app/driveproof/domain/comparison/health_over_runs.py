# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happened to a drive's health data over all the runs that are compared."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from driveproof.domain.comparison.matching import Side
from driveproof.domain.health.changes import (
    HealthChange,
    Pair,
    comparable_readings,
    health_changes,
    source_family,
    telling,
    written_by,
)
from driveproof.domain.health.snapshot import BEFORE, HealthSnapshot
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say

_Seen = tuple[int, HealthSnapshot]  # the side's number, and what was kept


@dataclass(frozen=True, slots=True)
class HealthSpan:
    """A drive that was measured on more than one side: its first and its last snapshot."""

    identity: str
    before: HealthSnapshot
    after: HealthSnapshot
    changes: tuple[HealthChange, ...]

    @property
    def say(self) -> Say:
        """What changed, in a sentence."""
        changes = OneOf(tuple(one.say for one in telling(self.changes)))
        if not changes.names:
            return Say("Health of {drive}: no changes.", drive=self.identity)
        return Say("Health of {drive}: {changes}.", drive=self.identity, changes=changes)


def health_spans(
    sides: Iterable[Side],
    kept: Mapping[str, tuple[Pair, ...]],
    whole: Callable[[bytes], int | None],
) -> tuple[HealthSpan, ...]:
    """From before the earliest run to after the latest one, for each drive below several sides.

    Both ends are from one family of sources, because UDisks2 and smartctl report one drive's
    counters differently: of the families with several sides, the one that covers most of the time.
    `kept` are the snapshots of each run by its id; `whole` as for
    `changes.written_by`: the writes of the runs are separated where a run had only one
    drive.
    """
    seen: dict[str, list[_Seen]] = {}
    alone = True
    runs: dict[str, Run] = {}
    for number, side in enumerate(sides):
        for run in side.runs:
            runs[run.id] = run
            pairs = kept.get(run.id, ())
            alone = alone and len(pairs) == 1
            for pair in pairs:
                for one in pair:
                    if one is not None:
                        seen.setdefault(one.identity, []).append((number, one))
    found = []
    for identity, snapshots in seen.items():
        ends = _ends(snapshots)
        if ends is None:
            continue
        first, last = ends
        between = [run for run in runs.values() if _between(run, first, last)]
        written = sum(written_by(run, whole) for run in between) if alone else 0
        changed = health_changes(first.health, last.health, written_by_test=written or None)
        found.append(HealthSpan(identity, first, last, changed))
    return tuple(found)


def _ends(snapshots: list[_Seen]) -> tuple[HealthSnapshot, HealthSnapshot] | None:
    """The first and the last comparable snapshot, None where no source covers two sides."""
    families: dict[str, list[_Seen]] = {}
    for number, one in snapshots:
        families.setdefault(source_family(one.health.source), []).append((number, one))
    found = []
    for members in families.values():
        inside = sorted((one for _, one in members), key=lambda one: one.taken)
        first, last = inside[0], inside[-1]
        several = len({number for number, _ in members}) > 1
        if several and first is not last and comparable_readings(first.health, last.health):
            found.append((first, last))
    return max(found, key=lambda ends: ends[1].taken - ends[0].taken, default=None)


def _between(run: Run, first: HealthSnapshot, last: HealthSnapshot) -> bool:
    """Whether a run wrote between two snapshots; its own are taken while it begins."""
    begun = run.started >= first.taken or (first.run, first.reason) == (run.id, BEFORE)
    ended = run.started < last.taken and (last.run, last.reason) != (run.id, BEFORE)
    return begun and ended
