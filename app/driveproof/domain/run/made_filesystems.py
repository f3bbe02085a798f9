# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What file systems that were made for a run cost beside their speed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from statistics import median

from driveproof.domain.run.run import OnFilesystem, PhaseResult, Run, Summary


@dataclass(frozen=True, slots=True)
class FilesystemCost:
    """Medians and spread over the rounds, in seconds; `usable` are the bytes for files.

    `processor` and `stalled` are those of all tests of a round together; None: unknown.
    """

    name: str
    made: Summary
    usable: int
    processor: Summary | None
    stalled: Summary | None


def filesystem_costs(run: Run) -> tuple[FilesystemCost, ...]:
    """In the order of the profile; empty where none were made."""
    names = dict.fromkeys(phase.work.filesystem for phase in run.phases)
    return tuple(
        cost
        for name in names
        if name and (cost := _cost(name, [p for p in run.phases if p.work.filesystem == name]))
    )


def _cost(name: str, phases: list[PhaseResult]) -> FilesystemCost | None:
    rounds: dict[int, list[OnFilesystem]] = {}
    for phase in phases:
        for repeat in phase.repeats:
            if repeat.on_filesystem is not None and repeat.counts:
                rounds.setdefault(repeat.order, []).append(repeat.on_filesystem)
    # A round with a test missing cost less.
    whole = [some for some in rounds.values() if len(some) == len(phases)]
    if not whole:
        return None
    return FilesystemCost(
        name,
        _summary(some[0].made for some in whole),
        whole[0][0].usable,
        _sums([one.processor for one in some] for some in whole),
        _sums([one.stalled for one in some] for some in whole),
    )


def _sums(rounds: Iterable[list[float | None]]) -> Summary | None:
    sums: list[float] = []
    for some in rounds:
        known = [one for one in some if one is not None]
        if len(known) < len(some):
            return None
        sums.append(sum(known))
    return _summary(sums)


def _summary(values: Iterable[float]) -> Summary:
    found = sorted(values)
    return Summary(median(found), found[0], found[-1], len(found))
