# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What uses block devices: mounts, swaps, the devices on top of them, and programs.

The kernel lets a device be opened exclusively although others have it open (open(2), O_EXCL). Of
other users' programs only root sees the open files (proc(5), /proc/PID/fd); locks are seen by all.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from driveproof.domain.drive.device_use import KernelUse, SharedDevice, UseKind
from driveproof.helper import mounts
from driveproof.helper.loop_use import loop_users, named
from driveproof.helper.reach import reach_of
from driveproof.system.kernel.mounts import mount_table
from driveproof.system.kernel.sysfs import Sysfs


def devices_sharing(name: str, sysfs: Sysfs) -> tuple[SharedDevice, ...]:
    """The devices that reach the bytes of the device with this kernel name, and that the kernel
    does not exclude when it is opened alone.
    """
    return tuple(
        SharedDevice(one.name, UseKind(one.way.value), one.of, sysfs.facts(one.name).number)
        for one in reach_of(name, sysfs.root).others
    )


def kernel_use(
    names: Iterable[str], sysfs: Sysfs, proc: Path = Path("/proc"), *, programs: bool = False
) -> KernelUse:
    """What uses the devices with these kernel names; with `programs`, also which programs have one
    open for writing or locked, as far as this user may see it: looking at every process takes time.

    Never raises: what cannot be read is left out, and the kernel decides finally when a device is
    opened for writing.
    """
    every = tuple(names)
    loops = named(sysfs.root, proc / "self/mountinfo", look_up=programs)
    upon = {
        name: (
            *sysfs.holders(name),
            *(loop_users(reach_of(name, sysfs.root), loops) if loops else ()),
        )
        for name in every
    }
    return KernelUse(
        mount_table(proc / "self"),
        frozenset(_swaps(proc)),
        {name: found for name, found in upon.items() if found},
        programs_using(every, sysfs, proc) if programs else {},
    )


def _swaps(proc: Path) -> set[str]:
    """The device numbers of the partitions in /proc/swaps (proc(5))."""
    try:
        lines = mounts.table_lines((proc / "swaps").read_bytes())[1:]
    except OSError:
        return set()
    found = set()
    for line in lines:
        try:
            facts = os.stat(mounts.table_fields(line)[0])  # noqa: PTH116 - bytes
        except (OSError, ValueError, IndexError):
            continue
        if stat.S_ISBLK(facts.st_mode):
            found.add(f"{os.major(facts.st_rdev)}:{os.minor(facts.st_rdev)}")
    return found


_DEVICES = "/dev/"


def programs_using(
    names: Iterable[str], sysfs: Sysfs, proc: Path = Path("/proc")
) -> Mapping[str, tuple[tuple[UseKind, str], ...]]:
    """The programs that have these devices open for writing or locked, by kernel name. Our own
    process does not count. Never raises.
    """
    by_number = {number: name for name in names if (number := sysfs.facts(name).number)}
    found: dict[str, dict[tuple[UseKind, str], None]] = {}
    for kind, number, program in (*_open(proc), *_locked(proc, by_number.values())):
        if name := by_number.get(number):
            found.setdefault(name, {})[kind, program] = None
    return {name: tuple(uses) for name, uses in found.items()}


def _open(proc: Path) -> Iterator[tuple[UseKind, str, str]]:
    own = str(os.getpid())
    for process in _entries(proc):
        if not process.isdecimal() or process == own:
            continue
        folder = f"{proc}/{process}"
        for handle in _entries(f"{folder}/fd"):
            number = _device(f"{folder}/fd/{handle}")
            if number and _writes(f"{folder}/fdinfo/{handle}"):
                yield UseKind.OPENED, number, _program(proc, process)


def _device(link: str) -> str:
    """The number of a device node in /dev; "" for anything else, which is not even asked: it can be
    on a network.
    """
    try:
        if not os.readlink(link).startswith(_DEVICES):  # noqa: PTH115
            return ""
        number = os.stat(link).st_rdev  # noqa: PTH116
    except OSError:
        return ""
    return f"{os.major(number)}:{os.minor(number)}"


def _writes(info: str) -> bool:
    for line in _lines(info):
        name, _, value = line.partition(":")
        if name == "flags":
            return bool(int(value, 8) & os.O_ACCMODE)
    return False


def _locked(proc: Path, names: Iterable[str]) -> Iterator[tuple[UseKind, str, str]]:
    """Exclusive locks of flock(2), and any of fcntl(2): udev shares one of a disk for a moment."""
    nodes = {}
    for name in names:
        try:
            facts = os.stat(f"{_DEVICES}{name}")  # noqa: PTH116
        except OSError:
            continue
        device = f"{os.major(facts.st_dev):02x}:{os.minor(facts.st_dev):02x}"
        nodes[f"{device}:{facts.st_ino}"] = f"{os.major(facts.st_rdev)}:{os.minor(facts.st_rdev)}"
    for line in _lines(f"{proc}/locks"):
        words = [word for word in line.split() if word != "->"]
        if len(words) < 6 or words[5] not in nodes or words[4] == str(os.getpid()):
            continue
        if words[1] != "FLOCK" or words[3] == "WRITE":
            yield UseKind.LOCKED, nodes[words[5]], _program(proc, words[4])


def _program(proc: Path, process: str) -> str:
    """ "qemu-system-x86 (4711)", "" where the kernel does not say which."""
    name = next(_lines(f"{proc}/{process}/comm"), "")
    return f"{name} ({process})" if name else ""


def _lines(path: str) -> Iterator[str]:
    try:
        text = Path(path).read_text("utf-8", "replace")
    except OSError:
        return
    yield from text.split("\n")


def _entries(folder: str | Path) -> list[str]:
    try:
        return os.listdir(folder)  # noqa: PTH208
    except OSError:
        return []
