# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A block device of this host that another host asks to read; nothing here can write to it.

No helper and no password: whoever logs in over ssh reads what the kernel permits.
"""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from driveproof.domain.access import Engine
from driveproof.domain.errors import Advice, MachineError, RefusedError
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import DIRECT, MEMORY, Target, TargetKind
from driveproof.engine.run.bench import Bench, Fio, Io
from driveproof.engine.run.device import check_size, in_memory
from driveproof.fio import command
from driveproof.fio.process import LocalLaunch
from driveproof.fio.program import FioProgram
from driveproof.system.kernel.sysfs import Sysfs


def is_device(path: str) -> bool:
    """Whether it is a block device, through links as well."""
    try:
        return stat.S_ISBLK(os.stat(path).st_mode)  # noqa: PTH116 - a path of any bytes
    except OSError:
        return False


@contextmanager
def opened_device(path: str) -> Iterator[OpenedDevice]:
    """The device, open for reading alone: what is measured is what was looked at, whatever its
    name means later. Raises RefusedError without the right to read it, and MachineError.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except PermissionError as error:
        raise RefusedError(
            "You do not have permission to use {path}.",
            path=path,
            advice=Advice(
                "Connect as root, or run there: {command}",
                command=f"sudo setfacl -m u:$USER:r {shlex.quote(str(path))}",
            ),
        ) from error
    except OSError as error:
        raise MachineError(
            "{path} cannot be read: {reason}.", path=path, reason=error.strerror
        ) from error
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISBLK(found.st_mode):  # its name means something else by now
            raise MachineError("{path} was removed.", path=path)
        number, sysfs = found.st_rdev, Sysfs()
        name = sysfs.name_of(f"{os.major(number)}:{os.minor(number)}")
        size = sysfs.facts(name).size if name else None
        if not name or not size:
            raise MachineError("{path} is empty.", path=path, advice=Advice("Insert a medium."))
        yield OpenedDevice(path, descriptor, size, memory=in_memory(name))
    finally:
        os.close(descriptor)


@dataclass(frozen=True, slots=True)
class OpenedDevice:
    """A device that is open for reading; `size` in bytes, `memory` if it is a disk in memory."""

    path: str
    descriptor: int
    size: int
    memory: bool

    def prepared(self, phases: tuple[Phase, ...], fio: FioProgram, engine: Engine | None) -> Bench:
        """Ready to be read. Raises RefusedError for a test that writes, and MachineError for a
        device that is too small.
        """
        if any(phase.writes for phase in phases):
            raise RefusedError("Devices are only read.")
        profile = Profile("remote", "", "", phases, 0, repeats=1)
        check_size(profile, self.path, self.size)
        inherited = f"/proc/self/fd/{self.descriptor}"

        def launch(phase: Phase, order: int) -> LocalLaunch:
            line = command.prepare_on_device(
                replace(phase, once=False), inherited, self.size, order=order, engine=engine
            )
            return LocalLaunch((fio.path, *line[1:]), (self.descriptor,))

        return Bench(
            profile=profile,
            target=Target(path=self.path, kind=TargetKind.DEVICE, size=self.size),
            fio=Fio(fio.number, engine),
            io=Io(path=MEMORY if self.memory else DIRECT, direct=True, laid_out=False),
            launch=launch,
        )
