# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of the machine around a run, and the sentences that belong beside its numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypedDict

import driveproof
from driveproof.domain.access import COLD, DIRECT, WARM
from driveproof.domain.errors import MachineError
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Environment, Host, IoPath, Run, TargetKind
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.findings import link_findings
from driveproof.engine.run.monitor import Monitor
from driveproof.engine.run.target import MeasuredFolder
from driveproof.system.kernel import machine
from driveproof.system.kernel.mounts import filesystem_space


def _free(bench: Bench) -> int | None:
    """Bytes that this user may write; None for a device, and where no file system counts them."""
    if bench.target.kind is not TargetKind.FILE:
        return None
    try:
        room = filesystem_space(bench.target.path)
    except MachineError:
        return None
    return room.free_for_user if room.total else None


class _Link(TypedDict):
    link: str | None
    link_ceiling: int | None
    link_kind: str | None
    link_slower: bool | None


def run_environment(bench: Bench, monitor: Monitor) -> Environment:
    """What is kept with a run about the machine, before it begins."""
    found = machine.machine_facts()
    attached, block_format = monitor.attachment()
    legs = monitor.legs
    return Environment(
        kernel=found.kernel,
        fio=bench.fio.version,
        driveproof=driveproof.__version__,
        cpu=found.cpu,
        cpus=found.cpus,
        memory=found.memory,
        scheduler=bench.devices.scheduler,
        power_source=found.power_source,
        power_profile=found.power_profile,
        governor=found.governor,
        cpu_idle=found.cpu_idle,
        temperature_before=monitor.temperature,
        fill=bench.devices.fill,
        free=_free(bench),
        encryption=monitor.encryption,
        io_path=bench.io.path,
        test_file_size=bench.files.size,
        block_format=block_format,
        usb_driver=attached.usb_driver,
        link_power=attached.link_power or None,
        array=None if legs is None else legs.array,
        legs=() if legs is None else legs.devices,
        log=None if bench.files.log is None else bench.files.log.drive,
        **_link(monitor),
    )


def of_hosts(about: Environment, hosts: tuple[Host, ...]) -> Environment:
    """The environment of a run on other hosts: of this one nothing matters, and of those what is
    the same everywhere. As it is without any.
    """
    if not hosts:
        return about
    kernels, fios = {host.kernel for host in hosts}, {host.fio for host in hosts}
    return Environment(
        kernel=kernels.pop() if len(kernels) == 1 else None,
        fio=fios.pop() if len(fios) == 1 else None,
        driveproof=about.driveproof,
        io_path=about.io_path,
        test_file_size=about.test_file_size,
        hosts=hosts,
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
    return {
        "link": state.now or None,
        "link_ceiling": state.ceiling,
        "link_kind": state.kind or None,
        "link_slower": state.slower,
    }


def cache_notes(profile: Profile) -> tuple[Note, ...]:
    """The note on a run that goes through the page cache because its profile says so."""
    kind = NoteKind.BUFFERED
    if profile.cache == COLD:
        return (
            Note(
                "Buffered I/O, cold cache: the first reads come from the drive, writes go to"
                " memory.",
                kind=kind,
            ),
        )
    if profile.cache == WARM:
        return (
            Note(
                "Buffered I/O, warm cache: this measures memory.",
                kind=kind,
            ),
        )
    return ()


def buffered_notes(profile: Profile, by: str | None) -> tuple[Note, ...]:
    """What is said where direct writes do not go past the page cache; `by` is the file system."""
    if by is None or not any(phase.writes for phase in profile.phases):
        return ()
    return (
        Note(
            "{filesystem} writes with buffered I/O here. For direct I/O, use no copy-on-write.",
            filesystem=by,
            kind=NoteKind.BUFFERED,
        ),
    )


def reduced_note(reduces: Sequence[Note]) -> Note:
    """What is said where data gets smaller on the way to the drive, with why."""
    first, *others = reduces
    why = first
    for other in others:
        # Translators: Two reasons.
        why = Note("{first}, {second}", first=why, second=other)
    return Note(
        "Compressed or deduplicated: {why}. Tests write incompressible data.",
        why=why,
    )


def memory_note() -> Note:
    """The note on a disk in memory."""
    return Note("The target is in memory, not on a drive.", kind=NoteKind.MEMORY)


def environment_notes(
    place: MeasuredFolder, io_path: IoPath, profile: Profile, *, nocow: bool = False
) -> tuple[Note, ...]:
    """What the numbers do not mean; `nocow`: the test file is one without copy-on-write."""
    filesystem = place.mount.filesystem
    found = [*place.traits.notes, *place.notes]
    if place.traits.copy_on_write and not nocow:
        found.append(
            Note(
                "{filesystem} is copy-on-write: random writes also measure it.",
                filesystem=filesystem,
            )
        )
    if io_path == IoPath.MEMORY and not found:
        found.append(memory_note())
    if has_trait(profile.method, Trait.BUFFERED):
        pass  # as its title says
    elif profile.cache != DIRECT:
        found += cache_notes(profile)
    elif io_path == IoPath.BUFFERED:
        how = f"{filesystem} (data=journal)" if place.journals_data else filesystem
        found.append(
            Note(
                "{filesystem} uses buffered I/O: the results include the page cache.",
                filesystem=how,
                kind=NoteKind.BUFFERED,
            )
        )
    return tuple(found)
