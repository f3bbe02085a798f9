# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a quick measurement shows about a drive, within the limits of its spread.

A finding gets a rating only where the slowest and the fastest repeat agree on it.
"""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.bus_limit import LIMITED
from driveproof.domain.check.check import (
    FINE,
    ODD,
    UNKNOWN,
    Check,
    Figure,
    Finding,
    Found,
    LeftOut,
    Rating,
    Todo,
    Topic,
)
from driveproof.domain.drive.drive import BlockDevice, Media
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import MachineError
from driveproof.domain.quantity import Rate, Seconds, Share
from driveproof.domain.run.run import DIRECT, FINISHED, METRICS, PhaseResult, Run, Target
from driveproof.domain.statement import Statement

# Rules of ours, far below what any such drive of the last ten years does when it is well.
LEAST_SHARE = {"sata": 0.5, "pcie": 0.15}
"""Sequential reads of a solid-state drive, as a share of what its link carries."""
LEAST_DISK = 30e6
"""Sequential reads of a hard disk, bytes a second."""
LEAST_RANDOM = 1000.0
"""Random reads of 4 KiB one after the other on a solid-state drive, a second."""
WIDE = 0.5
"""Repeats that differ by more than this share of their median support no sentence."""
LONG_STALL = 1.0
"""Seconds without a completed I/O that people notice."""


def _repair(said: Statement) -> tuple[Statement, ...]:
    """What to do first where nothing could be measured, as to install what measures."""
    error = said.values.get("text")
    if isinstance(error, MachineError) and error.advice is not None:
        return (Statement(Todo.REPAIR, text=error),)
    return ()


def speed(
    run: Run | None,
    device: BlockDevice | None,
    link: LinkState | None,
    why_not: Statement | None = None,
) -> tuple[Finding, ...]:
    """A finding for each test that says something; `why_not` where there is no measurement."""
    if run is None or not run.phases:
        said = why_not
        if said is None:
            error = run.error if run else None
            said = Statement(Found.QUOTED, text=error) if error else Statement(Found.NOT_MEASURED)
        return (Finding(Topic.SPEED, UNKNOWN, (said,), _repair(said)),)
    if run.environment.io_path != DIRECT:
        said = Statement(Found.THROUGH_MEMORY)
        return (Finding(Topic.SPEED, UNKNOWN, (said,), run=run.id),)
    found = [
        replace(finding, run=run.id)
        for phase in run.phases
        for direction in phase.directions
        if (finding := _phase(phase, direction, device, link)) is not None
    ]
    stall = max(
        (
            one.longest_stall or 0.0
            for p in run.phases
            for r in p.repeats
            for one in r.directions.values()
        ),
        default=0.0,
    )
    if stall >= LONG_STALL:
        said = Statement(Found.STALLED, stall=Seconds(stall))
        advice = (Statement(Todo.MEASURE_LOOK_AT_HEALTH),)
        found.append(Finding(Topic.SPEED, ODD, (said,), advice, run=run.id))
    nothing = Finding(Topic.SPEED, UNKNOWN, (Statement(Found.NOTHING_WHOLE),), run=run.id)
    return tuple(found) or (nothing,)


def completed(check: Check, later: Run) -> Check:
    """The check with the rounds of `later`, which were left out of it: one run of all of them. The
    check as it is where they did not come to their end, or were measured on something else.
    """
    run, left = check.run, check.left
    if run is None or left is None or later.status != FINISHED:
        return check
    if _place(run.target) != _place(later.target):
        return check  # another drive is mounted or plugged in there by now
    more = {phase.name: phase for phase in later.phases}
    phases = []
    for phase in run.phases:
        others = more[phase.name].repeats if phase.name in more else ()
        repeats = tuple(replace(one, order=one.order + left.done) for one in others)
        phases.append(replace(phase, repeats=(*phase.repeats, *repeats)))
    whole = replace(
        run,
        phases=tuple(phases),
        repeats_planned=left.done + left.rounds,
        seconds=run.seconds + later.seconds,
    )
    rest = tuple(finding for finding in check.findings if finding.topic is not Topic.SPEED)
    left_out = tuple(one for one in check.left_out if one.code is not LeftOut.ROUNDS)
    done = Statement(LeftOut.ROUNDS_COMPLETED, rounds=left.rounds, run=later.id)
    return replace(
        check,
        run=whole,
        left=None,
        findings=(*rest, *speed(whole, check.device, check.link)),
        left_out=(*left_out, done),
    )


def _place(target: Target) -> tuple[str | None, ...]:
    """What tells one drive and its file system from another, as far as it is known."""
    return target.identity, target.model, target.serial, target.filesystem, target.mount_point


def _phase(
    phase: PhaseResult, direction: Direction, device: BlockDevice | None, link: LinkState | None
) -> Finding | None:
    """Sequential transfers at high queue depth, and single random reads: what people notice."""
    sequential = phase.pattern == Pattern.SEQUENTIAL and phase.queue_depth > 1
    single = phase.pattern == Pattern.RANDOM and phase.queue_depth * phase.jobs == 1
    if not sequential and not (single and direction == Direction.READ):
        return None
    summary = phase.summary(direction, METRICS[phase.primary])
    if summary is None:
        return None
    figure = Figure(direction, sequential, summary)
    if summary.count < 2 or summary.spread is None:
        return _found(UNKNOWN, Found.ONE_REPEAT, figure)
    if summary.spread > WIDE:
        found = _found(UNKNOWN, Found.REPEATS_DIFFER, figure, Todo.MEASURE_ALONE)
        disturbed = any(repeat.disturbed for repeat in phase.repeats)
        other = (Statement(Found.OTHER_USER),) if disturbed else ()
        return replace(found, said=(*found.said, *other))
    if sequential:
        least = _least(device, link) if direction == Direction.READ else None
        return _sequential(figure, link, least)
    return _single(figure, device)


def _found(
    word: Rating, code: Found, figure: Figure, todo: Todo | None = None, **values: object
) -> Finding:
    advice = () if todo is None else (Statement(todo),)
    return Finding(Topic.SPEED, word, (Statement(code, figure=figure, **values),), advice)


def _sequential(figure: Figure, link: LinkState | None, least: float | None) -> Finding:
    summary, ceiling = figure.summary, link.ceiling if link else None
    if link is not None and ceiling and summary.low >= LIMITED * ceiling:
        known = link.slower is False and link.kind in LEAST_SHARE
        return _found(
            FINE if known else UNKNOWN,
            Found.BUS_LIMITS,
            figure,
            Todo.FULL_LINK_FIRST if link.slower else None,
            ceiling=Rate(ceiling),
        )
    if least is None:
        return _found(UNKNOWN, Found.NO_RULE, figure)
    if summary.high < least:
        todo = Todo.MEASURE_COOL_LOOK_AT_TRIM
        return _found(ODD, Found.TOO_SLOW, figure, todo, least=Rate(least))
    if summary.low < least:
        return _found(UNKNOWN, Found.UNSTEADY, figure)
    share = summary.median / ceiling if ceiling else None
    return _not_all(_found(FINE, Found.FAST_ENOUGH, figure, least=Rate(least)), share)


def _not_all(finding: Finding, share: float | None = None) -> Finding:
    """The finding with what remains unknown: our rules only find what is far too slow."""
    of_link = () if share is None else (Statement(Found.SHARE_OF_LINK, share=Share(share)),)
    return replace(finding, said=(*finding.said, *of_link, Statement(Found.BEST_UNKNOWN)))


def _least(device: BlockDevice | None, link: LinkState | None) -> float | None:
    if device is not None and device.media == Media.HDD:
        return LEAST_DISK
    if device is None or device.media != Media.SSD or link is None or not link.ceiling:
        return None
    share = LEAST_SHARE.get(link.kind)
    return None if share is None else share * link.ceiling


def _single(figure: Figure, device: BlockDevice | None) -> Finding:
    summary = figure.summary
    if device is None or device.media != Media.SSD:
        return _found(UNKNOWN, Found.NO_RULE, figure)
    if summary.high < LEAST_RANDOM:
        least = Rate(LEAST_RANDOM, ios=True)
        return _found(ODD, Found.TOO_SLOW_SINGLE, figure, Todo.MEASURE_COOL, least=least)
    if summary.low < LEAST_RANDOM:
        return _found(UNKNOWN, Found.UNSTEADY, figure)
    return _not_all(_found(FINE, Found.FAST_ENOUGH_SINGLE, figure))
