# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A block device that is overwritten: held by the helper for the whole run, asked about once."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import CancelledError, DriveproofError, MachineError
from driveproof.domain.profile.profile import Phase
from driveproof.domain.run.run import DIRECT, MEMORY
from driveproof.engine.run.device import describe, in_memory, try_once
from driveproof.engine.run.environment import reduced_note
from driveproof.engine.run.helper_launch import HelperLaunch
from driveproof.engine.run.overwrite_plan import WritePlan
from driveproof.engine.run.repeat import Starter
from driveproof.engine.run.target import unknown_note
from driveproof.engine.run.target_setup import Site
from driveproof.fio import command
from driveproof.system.helper.client import Helper, Opened
from driveproof.system.helper.hold import WriteHold
from driveproof.system.helper.job import HelperJob
from driveproof.system.helper.phase import device_phase
from driveproof.system.kernel.reduction import reducing_devices
from driveproof.system.kernel.stack import involved
from driveproof.system.kernel.sysfs import Sysfs


class _Hold:
    """Takes hold of the device with the first test, so that a cancel at the prompt ends it."""

    def __init__(self, helper: Helper, plan: WritePlan) -> None:
        self._helper = helper
        self._plan = plan
        self._hold: WriteHold | None = None

    def start(self, begin: Callable[[WriteHold], HelperJob], connected: Opened) -> HelperJob:
        if self._hold is None:
            claim, whole = self._plan.claim, self._plan.length
            self._hold = self._helper.hold(claim, 0, whole, opened=connected)
        connected(self._hold.hang_up)
        return begin(self._hold)

    def close(self) -> None:
        if self._hold is not None:
            self._hold.close()


@contextmanager
def overwrite_site(
    plan: WritePlan,
    inventory: Inventory | None,
    sysfs: Sysfs,
    helper: Helper,
    *,
    start: Starter,
    cancelled: Callable[[], bool],
    engine: str | None,
    fresh: bool = False,
) -> Iterator[Site]:
    """The device, once the helper holds it alone; nothing else can use it until this ends.

    Raises MachineError without helper or device, RefusedError when it is not allowed or in use,
    UsageError for a phase that cannot be, CancelledError.
    """
    profile, path = plan.profile, plan.claim.path
    areas = {id(phase): area for phase, area in zip(profile.phases, plan.areas(), strict=True)}
    held = _Hold(helper, plan)
    layers = involved(Path(path).name, sysfs)
    reduces = reducing_devices(layers, sysfs)
    fresh = fresh or bool(reduces)

    def launch(phase: Phase, order: int, area: int | None = None) -> HelperLaunch:
        length = areas[id(phase)] if area is None else area
        seed = command.SEED + order
        used = command.engine_for(phase, engine)
        how = device_phase(phase, used, seed=seed, fresh=fresh)
        line = command.prepare_on_device(
            phase, path, length, order=order, engine=engine, fresh=fresh
        )
        return HelperLaunch(
            line,
            lambda connected: held.start(
                lambda hold: hold.start(how, 0, length, writes=phase.writes), connected
            ),
        )

    for phase in profile.phases:
        launch(phase, 0)  # what the helper would not take is known now
    helper.check()
    first = profile.phases[0]
    trial = Phase("", "read", "sequential", first.block_size, 1)
    with contextlib.closing(held):
        fio, _ = try_once(
            lambda phase, order: launch(phase, order, plan.length),
            (trial,),
            start,
            cancelled,
        )
        name = Path(path).name
        _, drives = describe(plan.path, path, plan.target.size or 0, inventory)
        counted = drives[0] if len(drives) == 1 else sysfs.disk_of(name)
        memory = in_memory(name)
        notes = (*plan.notes(), *(("This is memory, not a drive.",) if memory else ()))
        notes += (reduced_note(reduces),) if reduces else ()
        yield Site(
            profile=profile,
            target=plan.target,
            fio=fio,
            engine=engine,
            direct=True,
            io_path=MEMORY if memory else DIRECT,
            launch=launch,
            layout=None,
            test_file_size=None,
            counted=counted,
            drives=drives or (counted,),
            scheduler=sysfs.scheduler(counted)[0],
            fill=None,
            notes=(*notes, *(() if inventory else (unknown_note(),))),
            layers=layers,
            fresh=fresh,
            laid_out=False,
        )


def discard(helper: Helper, plan: WritePlan, length: int, opened: Opened | None = None) -> int:
    """TRIM the first `length` bytes of a device that a run has overwritten; the bytes discarded.

    The device has to be the same still. Raises DriveproofError.
    """
    job = helper.start_discard(plan.claim, 0, length, opened=opened)
    try:
        with os.fdopen(job.output, "rb") as output:
            done = sum(int(json.loads(line)["length"]) for line in output)
        ending = job.wait()
    finally:
        job.close()
    if ending.reason == "Cancelled":
        raise CancelledError("Cancelled: a part was discarded.")
    if ending.status or ending.reason:
        raise _no_discard(plan.path, ending.words.strip() or ending.reason)
    return done


def _no_discard(path: str, why: str) -> DriveproofError:
    if "not supported" in why:
        return MachineError(f"{path} takes no TRIM.", "Nothing was discarded.")
    return MachineError(f"{path} was not trimmed: {why or 'for an unknown reason'}.")
