# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of the machine around a run, and the sentences that belong beside its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict

import driveproof
from driveproof.domain.profile.profile import COLD, DIRECT, WARM, Profile
from driveproof.domain.run.run import BUFFERED, MEMORY, Environment, Run
from driveproof.domain.text import visible
from driveproof.engine.run.monitor import Monitor, link_findings
from driveproof.engine.run.target import Place, PreparedTarget
from driveproof.system.kernel import machine


class _Link(TypedDict):
    link: str | None
    link_ceiling: int | None


def environment(prepared: PreparedTarget, monitor: Monitor) -> Environment:
    """What is kept with a run about the machine, before it begins."""
    found = machine.environment()
    return Environment(
        kernel=found.kernel,
        fio=prepared.fio,
        driveproof=driveproof.__version__,
        cpu=found.cpu,
        cpus=found.cpus,
        memory=found.memory,
        scheduler=prepared.scheduler,
        power_source=found.power_source,
        power_profile=found.power_profile,
        governor=found.governor,
        temperature_before=monitor.temperature,
        fill=prepared.fill,
        io_path=prepared.io_path,
        test_file_size=prepared.test_file_size,
        **_link(monitor),
    )


def afterwards(run: Run, monitor: Monitor) -> Run:
    """The run with what is known after it: how warm the drive got, its link as it was under load,
    and what that has to do with the numbers.
    """
    after = replace(run.environment, temperature_after=monitor.temperature, **_link(monitor))
    said = link_findings(monitor.link, after, run.phases)
    return replace(run, environment=after, notes=(*run.notes, *said))


def _link(monitor: Monitor) -> _Link:
    state = monitor.link.state
    return {"link": state.now or None, "link_ceiling": state.ceiling}


_THROUGH_CACHE = {
    COLD: "Through the page cache, cold: it is emptied of the target before each repeat, so the"
    " drive answers what is read for the first time.",
    WARM: "Through the page cache, warm: the test file is in memory before each repeat, so reads"
    " measure memory and not the drive.",
}


def cache_notes(profile: Profile) -> tuple[str, ...]:
    """What is said of a run that goes through the page cache because it was asked to."""
    if profile.cache not in _THROUGH_CACHE:
        return ()
    later = " Writes end in memory, and reach the drive later."
    writes = any(phase.writes for phase in profile.phases)
    end = " These numbers are not compared with direct ones."
    return (f"{_THROUGH_CACHE[profile.cache]}{later if writes else ''}{end}",)


def buffered_notes(profile: Profile, by: str | None) -> tuple[str, ...]:
    """What is said where direct writes do not go past the page cache; `by` is the file system."""
    if by is None or not any(phase.writes for phase in profile.phases):
        return ()
    return (
        f"{by} writes data that has checksums through the page cache, also where direct I/O is"
        " asked for (since Linux 6.14): the figures of writes are those of file system and"
        " processor as much as of the drive. A test file without copy-on-write is written past it.",
    )


def reduced_note(reduces: Sequence[str]) -> str:
    """What is said where data gets smaller on the way to the drive, with why."""
    return (
        f"The way to the drive compresses or deduplicates: {visible('; '.join(reduces))}. Every"
        " test writes fresh random data, which neither can make smaller."
    )


def notes(place: Place, io_path: str, profile: Profile, *, nocow: bool = False) -> tuple[str, ...]:
    """Sentences about what the numbers do not mean; `nocow` says that the test file is one without
    copy-on-write.
    """
    found = [*place.traits.notes, *place.notes]
    if place.traits.copy_on_write and not nocow:
        found.append(
            f"{place.mount.filesystem} writes changed data to a new place (copy on write), so"
            " random writes also measure the file system."
        )
    if io_path == MEMORY and not found:
        found.append("This is memory, not a drive.")
    if profile.cache != DIRECT:
        found += cache_notes(profile)
    elif io_path == BUFFERED and place.journals_data:
        found.append(
            f"{place.mount.filesystem} with data=journal takes O_DIRECT but uses the page cache all"
            " the same: these numbers are not those of the drive."
        )
    elif io_path == BUFFERED:
        found.append(
            f"{place.mount.filesystem} refuses direct I/O (O_DIRECT): the page cache took part, so"
            " these numbers are not those of the drive and are not compared with direct ones."
        )
    return tuple(found)
