# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check of capacity says about what it did not check."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.access import Direction
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.notes import Note
from driveproof.domain.profile.profile import Profile
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.area_map import map_of
from driveproof.domain.run.areas import PROBE_TEST
from driveproof.domain.run.run import FINISHED, PhaseResult, Run, TargetKind
from driveproof.methods.capacity.plan import Plan

_OWN_ROOM = 0.9
"""A file system needs some of what it says is free for itself. Below this share of it somebody else
has written."""


def missed(asked: Profile, planned: Profile, run: Run) -> MachineError | None:
    """What is wrong with a check in a folder that checked less than was asked for: the size, or all
    that was free at the start. None where nothing is.
    """
    plan = asked.plan
    assert isinstance(plan, Plan)
    found = map_of(run) if run.status == FINISHED else None
    if found is None or run.target.kind is not TargetKind.FILE:
        return None
    if found.faults:  # a bad answer says more
        return None
    wanted = plan.size or planned.size
    least = wanted if plan.size else _OWN_ROOM * wanted
    checked = found.capacity.checked
    if checked >= least:
        return None
    return MachineError(
        "Only {size} of {planned} fits: the file system is full.",
        size=Bytes(checked, binary=True),
        planned=Bytes(wanted, binary=True),
        advice=Advice("Free some space."),
    )


def notes(profile: Profile, phases: Iterable[PhaseResult]) -> tuple[Note, ...]:
    """That less was written than planned, where no cancel and no failure was the reason."""
    for phase in phases:
        if phase.name == PROBE_TEST:  # single blocks, all over the device
            continue
        for repeat in phase.repeats:
            result = repeat.directions.get(Direction.WRITE)
            written = sum(area.bytes for area in result.areas) if result else 0
            written += (result.bytes or 0) if result else 0
            if result:  # a check that goes on begins where an earlier one ended
                firsts = [area.offset for area in result.areas[:1]]
                firsts += [result.positions[0].offset] if len(result.positions) else []
                written += min(firsts, default=0)
            if result and repeat.counts and written < profile.size:
                note = Note(
                    "Only {size} of {planned} fits: the file system is full.",
                    size=Bytes(written, binary=True),
                    planned=Bytes(profile.size, binary=True),
                )
                return (note,)
    return ()
