# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who moves how much on a drive, by the counters of groups and processes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from driveproof.domain.run.group_names import group_name
from driveproof.domain.run.observed import (
    Writer,
    WriterKind,
    sorted_writers,
)
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.kernel.writers import PROC, Groups, Moved, group_bytes, process_bytes

MOST_PROCESSES = 12


class Who:
    """Adds up what groups and processes have moved since it was made, by their names: a program has
    a group for each of its windows, and what ended long ago takes no memory.
    """

    def __init__(self, number: str, sysfs: Sysfs, proc: Path = PROC) -> None:
        self._number, self._sysfs, self._proc = number, sysfs, proc
        self._grouped = group_bytes(number, sysfs.root)
        self._running = process_bytes(proc)
        self._groups: dict[str, Moved] = {}
        self._processes: dict[str, Moved] = {}
        self.grouped = self._grouped is not None

    def look(self) -> None:
        """Count once more; who has ended meanwhile keeps what it had at the last look."""
        before, now = self._grouped, group_bytes(self._number, self._sysfs.root)
        if now is not None:
            for path, moved in now.since(before or Groups({}, now.nested)).items():
                _add(self._groups, group_name(path), moved)
            self._grouped = now
        running = process_bytes(self._proc)
        for one, process in running.items():
            known = self._running.get(one)
            moved = process.moved.since(known.moved if known else Moved())
            _add(self._processes, process.name, moved)
        self._running = running

    def writers(self, read: int, written: int) -> tuple[Writer, ...]:
        """The groups, what is left of all that the device has `read` and `written`, and the
        processes that wrote most.
        """
        groups = _of_kind(WriterKind.GROUP, self._groups)
        rest = Writer(
            WriterKind.REST,
            "",
            max(0, read - sum(one.read_bytes for one in groups)),
            max(0, written - sum(one.written_bytes for one in groups)),
        )
        processes = _of_kind(WriterKind.PROCESS, self._processes)
        named = (*groups, rest) if self.grouped else ()
        return (*sorted_writers(named), *sorted_writers(processes)[:MOST_PROCESSES])


def _add(sums: dict[str, Moved], name: str, moved: Moved) -> None:
    if any(moved):
        sums[name] = sums.get(name, Moved()).plus(moved)


def _of_kind(kind: WriterKind, sums: Mapping[str, Moved]) -> tuple[Writer, ...]:
    return tuple(
        Writer(kind, name, max(0, moved.read), max(0, moved.written))
        for name, moved in sums.items()
    )
