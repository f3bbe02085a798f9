# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who reads and writes: control groups by device, and processes on whatever drive.

The kernel's Documentation/admin-guide/cgroup-v2.rst (io.stat), cgroup-v1/blkio-controller.rst and
proc(5) (/proc/PID/io). A page that was written to memory counts for the group that made it dirty
(version 2), and for a process when it becomes dirty, whatever drive it will be on.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from driveproof.system.kernel.sysfs import SYS

PROC = Path("/proc")
MOST_GROUPS = 4000
"""Groups that are looked at: more than any machine has for whom this is meant."""
_START = 19  # of starttime in /proc/PID/stat, behind the name
_V1 = "blkio.throttle.io_service_bytes"


class Moved(NamedTuple):
    """Bytes read and written since the counting began."""

    read: int = 0
    written: int = 0

    def since(self, earlier: Moved) -> Moved:
        """What was added; a counter that began anew is one of zero."""
        if self.read < earlier.read or self.written < earlier.written:
            return self
        return Moved(self.read - earlier.read, self.written - earlier.written)

    def plus(self, more: Moved) -> Moved:
        """Both together."""
        return Moved(self.read + more.read, self.written + more.written)


class Groups(NamedTuple):
    """What each control group had moved at a moment, by its path ("/system.slice/cron.service").

    `nested`: each is counted with all below it, also with those that have ended (version 2).
    """

    moved: Mapping[str, Moved]
    nested: bool

    def since(self, earlier: Groups) -> Mapping[str, Moved]:
        """What each has moved by itself since an earlier reading.

        A group may have less than those below it, which are read after it: the next reading evens
        that out. What a group has moved between the earlier reading and its end counts for the one
        above it.
        """
        grown = {
            path: moved.since(earlier.moved.get(path, Moved()))
            for path, moved in self.moved.items()
        }
        return _alone(grown) if self.nested else grown


def group_bytes(number: str, root: Path = SYS) -> Groups | None:
    """What each control group has moved to and from the device of this number ("8:0"); None where
    no group is counted.

    The root group is none: what the kernel counts there is not told apart by device.
    """
    base = root / "fs" / "cgroup"
    if (base / "cgroup.controllers").exists():
        counted = {path: _of_device(text, number) for path, text in _files(base, "io.stat")}
        counted.pop("/", None)
        return Groups(counted, nested=True) if counted else None
    if (base / "blkio").is_dir():  # version 1 counts each by itself
        found = _files(base / "blkio", _V1)
        alone = {path: _of_device_v1(text, number) for path, text in found if path != "/"}
        return Groups(alone, nested=False) if alone else None
    return None


def _files(base: Path, name: str) -> Iterator[tuple[str, str]]:
    """The path of each group below `base`, and the text of this file in it."""
    found = 0
    for folder, _folders, files in os.walk(base):
        if name in files:
            try:
                text = (Path(folder) / name).read_text("ascii", "replace")
            except OSError:  # it has just ended, or is not ours to read
                continue
            found += 1
            path = folder.removeprefix(os.fspath(base)) or "/"
            yield path, text
        if found >= MOST_GROUPS:
            return


def _of_device(text: str, number: str) -> Moved:
    """One line a device: "8:0 rbytes=1 wbytes=2 rios=3 wios=4 dbytes=0 dios=0"."""
    for line in text.splitlines():
        device, _space, rest = line.partition(" ")
        if device == number:
            named = dict(word.partition("=")[::2] for word in rest.split())
            return Moved(_count(named.get("rbytes", "")), _count(named.get("wbytes", "")))
    return Moved()


def _of_device_v1(text: str, number: str) -> Moved:
    """Lines as "8:0 Read 4096", "8:0 Write 0"."""
    named = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) == 3 and words[0] == number:
            named[words[1]] = _count(words[2])
    return Moved(named.get("Read", 0), named.get("Write", 0))


def _alone(grown: Mapping[str, Moved]) -> Mapping[str, Moved]:
    """Each without those below it."""
    below: dict[str, list[Moved]] = {}
    for path, moved in grown.items():
        below.setdefault(path.rpartition("/")[0], []).append(moved)
    return {
        path: Moved(
            moved.read - sum(one.read for one in below.get(path, ())),
            moved.written - sum(one.written for one in below.get(path, ())),
        )
        for path, moved in grown.items()
    }


def _count(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() else 0


class RunningProcess(NamedTuple):
    """A process that was seen: its number, and when it began, in ticks since the machine did."""

    number: int
    began: str


class ProcessIo(NamedTuple):
    """The name of its program now, which a kernel thread changes, and what it has moved."""

    name: str
    moved: Moved


def process_bytes(proc: Path = PROC) -> Mapping[RunningProcess, ProcessIo]:
    """What each process has read from drives and made dirty, where this user may know it."""
    found = {}
    try:
        names = os.listdir(proc)  # noqa: PTH208 - names alone
    except OSError:
        return {}
    for name in names:
        if not name.isdecimal():
            continue
        try:
            lines = (proc / name / "io").read_text("ascii").splitlines()
            stat = os.fsdecode((proc / name / "stat").read_bytes())
        except (OSError, ValueError):  # it has ended, or is somebody else's
            continue
        named = dict(line.partition(": ")[::2] for line in lines)
        moved = Moved(_count(named.get("read_bytes", "")), _count(named.get("write_bytes", "")))
        # "PID (NAME) S ...", whatever is in the name; starttime is the 22nd word.
        program, _end, rest = stat.partition("(")[2].rpartition(") ")
        words = rest.split()
        if len(words) > _START:
            found[RunningProcess(int(name), words[_START])] = ProcessIo(program, moved)
    return found
