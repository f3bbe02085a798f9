# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check found in the whole of a run: its map, and the answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from driveproof.domain.access import Direction
from driveproof.domain.run.areas import (
    AREA_BLOCK,
    OWN_ENGINE,
    PROBE_TEST,
    Area,
    CapacityResult,
    capacity_of,
    faulty_areas,
)
from driveproof.domain.run.run import PhaseResult, Run, TargetKind
from driveproof.domain.say import Say


@dataclass(frozen=True, slots=True)
class AreaMap:
    """The areas of a check, on `size` bytes from the first to the last that it was to look at."""

    areas: tuple[Area, ...]
    size: int
    of_files: bool
    """Whether the places are those in the files of a folder and not those of the device."""

    wrote: bool
    """Whether what was read had been written before: only then it can be wrong."""
    probed: bool = False
    """Whether it is only the blocks of a probe."""

    @property
    def capacity(self) -> CapacityResult:
        """The answer."""
        return capacity_of(self.areas)

    @property
    def faults(self) -> tuple[Area, ...]:
        """The areas in which data is lost."""
        return faulty_areas(self.areas)


def lost_blocks(found: CapacityResult) -> Say:
    """How many blocks of a probe were lost."""
    return Say(
        "{lost} of {count} blocks were lost.",
        lost=found.lost // AREA_BLOCK,
        count=found.checked // AREA_BLOCK,
    )


def probe_found(result: PhaseResult) -> Say | None:
    """What a probe found, while the run goes on; None for any other test."""
    if result.name != PROBE_TEST:
        return None
    return lost_blocks(capacity_of(_areas(result)))


def _areas(result: PhaseResult) -> tuple[Area, ...]:
    return tuple(
        area
        for repeat in result.repeats
        for direction in repeat.directions.values()
        for area in direction.areas
    )


def checks(phases: Iterable[PhaseResult]) -> tuple[PhaseResult, ...]:
    """The tests that are parts of a check."""
    return tuple(phase for phase in phases if phase.engine == OWN_ENGINE)


def wrote(phases: Iterable[PhaseResult]) -> bool:
    """Whether a check wrote before it read."""
    return any(phase.direction == Direction.WRITE for phase in phases)


def map_of(run: Run) -> AreaMap | None:
    """The map of a check: what was read back, or, where it did not come to that, what the probe
    found, or what could not be written. None for any other run.
    """
    own = checks(run.phases)
    if not own:
        return None
    probe = next((each for each in own if each.name == PROBE_TEST), None)
    phase = next((each for each in own if each.direction == Direction.READ), probe or own[0])
    found = _areas(phase)
    of_files = run.target.kind is TargetKind.FILE
    size = run.environment.test_file_size if of_files else run.target.size
    end = max((area.end for area in found), default=0)
    return AreaMap(found, max(size or 0, end, 1), of_files, wrote(own), phase is probe)
