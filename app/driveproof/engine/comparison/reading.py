# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the runs that a person wants compared, makes sides of them and compares them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.comparison import Comparison, InterimLook, united_looks
from driveproof.domain.comparison.conditions import in_turn_names
from driveproof.domain.comparison.health_over_runs import HealthSpan, health_spans
from driveproof.domain.comparison.matching import Side, TestRepeats, paired_tests
from driveproof.domain.comparison.pooling import MOST_SIDES, can_pool, pools
from driveproof.domain.errors import Advice, DriveproofError, UsageError
from driveproof.domain.health.changes import Pair
from driveproof.domain.run.columns import Curve
from driveproof.domain.run.run import Run
from driveproof.domain.run.same_test import PhaseKey, partner_of, test_of
from driveproof.engine.judged import judged_sides
from driveproof.fio.stream import written_bytes
from driveproof.history.curves import CurveKey, Curves, load_drawn
from driveproof.history.snapshots import Snapshots
from driveproof.wording.dates import date_and_time

if TYPE_CHECKING:
    from driveproof.history.store import History


@dataclass(frozen=True)
class LoadedRun:
    """A run as it is compared, with its curves and the health of its drives."""

    run: Run
    curves: Curves
    health: tuple[Pair, ...] = ()


@dataclass(frozen=True)
class Parts:
    """How an experiment divides its runs: the name and the ids of each side. `changed` is what was
    changed on purpose, as `compare_sides` takes it; `named` that its sides are called by names.
    `looks` are those that it made at its runs: no other may claim anything of them; `begun` is
    when it began."""

    sides: tuple[tuple[str, tuple[str, ...]], ...]
    changed: str | None
    named: bool
    looks: tuple[InterimLook, ...] = ()
    begun: datetime | None = None


@dataclass(frozen=True)
class ComparisonRequest:
    """What the person wants compared: runs by id, those of one label pooled, and the baseline (a
    number in the order of time, None for the oldest). With `parts` the sides are an experiment's,
    in the order that it has them."""

    ids: tuple[str, ...]
    pooled: bool = True
    baseline: int = 0
    parts: Parts | None = None


@dataclass(frozen=True)
class ComparedRuns:
    """The answer to a selection; `order` are the sides in the order of time."""

    request: ComparisonRequest
    comparison: Comparison
    spans: tuple[HealthSpan, ...]
    order: tuple[Side, ...]
    can_pool: bool
    kept: Mapping[str, LoadedRun]
    tests: tuple[dict[PhaseKey, TestRepeats], ...] = field(default=())

    @cached_property
    def answer(self) -> Answer:
        """What it found."""
        return comparison_answer(self.comparison)

    @property
    def names(self) -> tuple[str, ...]:
        """What the sides are called, the baseline first."""
        return tuple(side.name for side in self.comparison.sides)

    def curves(self, number: int, test: PhaseKey, direction: Direction) -> tuple[Curve, ...]:
        """The curves of the whole repeats of a test of a side."""
        found = []
        for run in self.comparison.sides[number].runs:
            curves = self.kept[run.id].curves
            for place, phase in enumerate(run.phases):
                if partner_of(test, (test_of(phase, run.source),)) is None:
                    continue
                for at, repeat in enumerate(phase.repeats):
                    curve = curves.get(CurveKey(place, at, direction))
                    if curve is not None and repeat.counts:
                        found.append(curve)
        return tuple(found)


def gather(
    history: History, request: ComparisonRequest, known: Mapping[str, LoadedRun] | None = None
) -> ComparedRuns:
    """Read what is not `known` yet and compare it. Raises DriveproofError; takes its time."""
    known = known or {}
    kept = {run_id: known.get(run_id) or _load(history, run_id) for run_id in request.ids}
    order, poolable = _order(request, kept)
    if len(order) > MOST_SIDES:
        raise UsageError(
            "{count} selected; the maximum is {most}.",
            count=len(order),
            most=MOST_SIDES,
            advice=Advice("Pool runs with the same label."),
        )
    first = min(max(request.baseline, 0), len(order) - 1)
    sides = (order[first], *order[:first], *order[first + 1 :])
    parts = request.parts
    if parts is None or not parts.looks:
        comparison = judged_sides(history, sides, compared=parts.changed if parts else None)
    else:
        *earlier, last = (
            judged_sides(
                history,
                _seen(sides, look, first),
                compared=parts.changed,
                alpha=look.alpha,
                until=parts.begun,
            )
            for look in parts.looks
        )
        comparison = united_looks(earlier, last)
    # With the sides swapped "before" would stand above what was measured after.
    named = comparison.named or first > 0 or (parts is not None and parts.named)
    comparison = replace(comparison, named=named or _in_turn(order) is not None)
    health = {run_id: one.health for run_id, one in kept.items()}
    return ComparedRuns(
        request=request,
        comparison=comparison,
        spans=health_spans(sides, health, written_bytes),
        order=order,
        can_pool=poolable,
        kept=kept,
        tests=paired_tests(sides),
    )


def _seen(sides: Sequence[Side], look: InterimLook, first: int) -> tuple[Side, ...]:
    """The sides as a look saw them, when only its runs were measured."""
    counts = (look.runs[first], *look.runs[:first], *look.runs[first + 1 :])
    return tuple(
        replace(side, runs=side.runs[:count]) for side, count in zip(sides, counts, strict=True)
    )


def _order(
    request: ComparisonRequest, kept: Mapping[str, LoadedRun]
) -> tuple[tuple[Side, ...], bool]:
    """The sides in the order of time, and whether runs of one label can be pooled to others."""
    if request.parts is not None:
        return tuple(
            Side(name, tuple(kept[run_id].run for run_id in ids))
            for name, ids in request.parts.sides
        ), False
    runs = sorted((one.run for one in kept.values()), key=lambda run: (run.started, run.id))
    poolable = can_pool(runs)
    return _sides(pools(runs) if request.pooled and poolable else [[run] for run in runs]), poolable


def _in_turn(order: Sequence[Side]) -> tuple[str, str] | None:
    """The names of two runs that were measured in turn: neither is before the other."""
    if len(order) != 2:
        return None
    return in_turn_names(order[0].runs[0], order[1].runs[0])


def _load(history: History, run_id: str) -> LoadedRun:
    run, curves = load_drawn(history, run_id)
    try:
        health = Snapshots(history).all_of_run(run_id)
    except DriveproofError:
        health = ()  # a comparison of what was measured does not need it
    return LoadedRun(run, curves, health)


def _sides(groups: Sequence[Sequence[Run]]) -> tuple[Side, ...]:
    """Sides with distinct names: the label, otherwise the drive, the date or the id."""
    firsts = [group[0] for group in groups]
    if len(groups) == 2 and (in_turn := in_turn_names(*firsts)) is not None:
        return tuple(Side(name, tuple(runs)) for name, runs in zip(in_turn, groups, strict=True))
    years = len({run.started.astimezone().year for run in firsts}) > 1
    for names in (
        [
            run.label.strip() or _when(run, year=years)
            for run in firsts
            if any(r.label.strip() for r in firsts)
        ],
        [run.target.model or "" for run in firsts],
        [", ".join(filter(None, (run.label.strip(), _when(run, year=years)))) for run in firsts],
    ):
        if all(names) and len(set(names)) == len(groups):
            break
    else:
        names = [f"{_when(run, year=years)} ({run.id})" for run in firsts]
    return tuple(Side(name, tuple(runs)) for name, runs in zip(names, groups, strict=True))


def _when(run: Run, *, year: bool) -> str:
    return date_and_time(run.started, year=year)
