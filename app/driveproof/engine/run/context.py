# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What every run works with: the services of the program, and what a person chose for this one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from driveproof.engine.ongoing import Works
from driveproof.fio.program import FioProgram, find_fio
from driveproof.system.helper.client import Helper
from driveproof.system.kernel.kernel_log import KernelLogReader
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.formatting import Formatter
from driveproof.system.udisks.mounting import Mounter

if TYPE_CHECKING:
    from driveproof.domain.access import Engine
    from driveproof.domain.drive.drive import Inventory
    from driveproof.domain.drive.endurance import Endurance
    from driveproof.domain.profile.estimate import Rates
    from driveproof.domain.profile.profile import Profile
    from driveproof.engine.health.service import HealthService
    from driveproof.engine.run.against import Turn
    from driveproof.engine.run.bench import Bench
    from driveproof.engine.run.findings import Cost
    from driveproof.engine.run.given_up import GivenUpDevices
    from driveproof.engine.run.overwrite import WritePlan
    from driveproof.engine.run.persistence import Recorder
    from driveproof.engine.run.testfile import TestFileRegistry

PrepareElsewhere = Callable[["Profile", str, Callable[[], bool]], AbstractContextManager["Bench"]]
"""Prepares a folder on other hosts for a profile; asks whether it is cancelled."""


class KnownDrives:
    """What is known of drives before they are measured; here nothing is."""

    def write_cache(self, identity: str | None) -> float | None:
        """The bytes of the write cache of the drive with this identity; None: unknown."""
        del identity
        return None

    def endurance(self, device: str | None) -> Endurance | None:
        """What is known of the endurance of the drive below a device; None: nothing."""
        del device
        return None

    def rates(self, path: str, inventory: Inventory) -> Rates | None:
        """How fast the drive of a path probably is; None: unknown. Raises DriveproofError."""
        del path, inventory
        return None


@dataclass(frozen=True, kw_only=True)
class Context:
    """The services of the program, made in `composition` before there is a second thread, and
    handed down whole.

    `inventory` reads the block devices and raises DriveproofError, `recorder` keeps what was
    measured (None: nobody does), `registry` knows the test files of killed processes. `health`
    reads the drives before and after a run. `works` tells the person's other processes of it.
    `cost` gives the time that making the data of a block takes here (None: unknown), `given_up`
    remembers devices that are formatted. `log` makes a reader of the kernel's log for a run.
    """

    inventory: Callable[[], Inventory | None]
    recorder: Recorder | None
    registry: TestFileRegistry
    find_fio: Callable[[], FioProgram] = find_fio
    sysfs: Sysfs = field(default_factory=Sysfs)
    helper: Helper = field(default_factory=Helper)
    formatter: Formatter = field(default_factory=Formatter)
    mounter: Mounter = field(default_factory=lambda: Mounter(interactive=False))
    health: HealthService | None = None
    works: Works = field(default_factory=Works)
    known: KnownDrives = field(default_factory=KnownDrives)
    cost: Cost | None = None
    given_up: GivenUpDevices | None = None
    log: Callable[[], KernelLogReader] = KernelLogReader


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What was chosen for a run beside its profile and its target.

    `beside` are further folders or devices, for a profile that uses some: the other drives of a
    measurement of several, the folder that everyday tasks copy a tree from, the one for the log of
    a database. `engine` is the only one that fio may use (None: that of each test). With `fresh`
    every test writes fresh data, as another side of the same comparison does. With `shrinks` a test
    file that does not fit is made smaller, with a note.

    `overwrite`: the device of this plan is written to; somebody has confirmed it. `elsewhere`
    prepares the folder on other hosts, which measure then. `turn` is waited for before each repeat
    where another drive is measured in turn with this one.
    """

    label: str = ""
    beside: tuple[str, ...] = ()
    engine: Engine | None = None
    fresh: bool = False
    shrinks: bool = False
    overwrite: WritePlan | None = None
    elsewhere: PrepareElsewhere | None = None
    turn: Turn | None = None
