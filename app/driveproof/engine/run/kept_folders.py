# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Remembers where checks of capacity keep their files, so that these are shown and removed."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.domain.run.kept import PREFIX, KeptFolder, kept_name, number_of
from driveproof.engine.run import kept_files
from driveproof.engine.run.kept_files import KeptFiles
from driveproof.system.kernel.answering import BRIEF, require_answer
from driveproof.system.kernel.mounts import mount_of


class KeptFolders:
    """One small file for each, with the path, in a folder of the program's own state.

    A folder on a drive that was plugged in elsewhere, or on another machine, is known by its
    marker instead, where it lies in the folder that is checked.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def make(self, target: str, each: int) -> KeptFiles:
        """A new folder in `target`, remembered before it is made. Raises DriveproofError."""
        number = int.from_bytes(os.urandom(8))
        path = os.fspath(Path(target).resolve() / kept_name(number))
        self._add(path)
        try:
            return KeptFiles.make(path, number, each)
        except DriveproofError:
            if not os.path.lexists(path):
                self._forget(number)
            raise

    def take_up(self, target: str) -> KeptFiles | None:
        """The folder in `target` that a check can go on with, the newest of several; None where
        there is none. Raises MachineError where it has lost what is needed, RefusedError where
        another process works on it.
        """
        newest = self.newest(target)
        if newest is None:
            return None
        files = KeptFiles.open(newest.path)
        try:
            self._add(newest.path)
        except DriveproofError:
            files.close()
            raise
        return files

    def newest(self, target: str) -> KeptFolder | None:
        """The folder in `target` that `take_up` would go on with."""
        found = self._inside(os.path.realpath(target))
        return max(found, key=lambda one: (_made(one.path), one.path), default=None)

    def registered(self) -> tuple[KeptFolder, ...]:
        """Those that are remembered and there now."""
        return _looked_at(self._paths())

    def below(self, mounts: Iterable[str]) -> tuple[KeptFolder, ...]:
        """Those that are remembered on the file systems that are mounted there. Nothing else is
        looked for: that could wake a drive.
        """
        wanted = frozenset(mounts)
        return _looked_at(path for path in self._paths() if _mount(path) in wanted)

    def find(self, path: str) -> KeptFolder:
        """The folder of this path, or the only one in it. Raises MachineError."""
        plain = Path(os.path.abspath(path))  # noqa: PTH100 - a link at the end is not followed
        real = os.fspath(plain.parent.resolve() / plain.name)
        one = kept_files.look(real, registered=real in self._paths())
        if one is not None:
            return one
        inside = self._inside(os.path.realpath(path))
        if len(inside) == 1:
            return inside[0]
        if inside:
            raise MachineError(
                "{folder} has several folders of checks of capacity: name one of them.",
                folder=path,
            )
        raise MachineError("No check of capacity keeps files in {folder}.", folder=path)

    def remove(self, one: KeptFolder) -> None:
        """Delete what a check wrote. Raises MachineError where that is not possible, or other files
        in the folder have to stay, RefusedError where a check works on it.
        """
        gone = kept_files.remove(one.path, registered=one.path in self._paths())
        self._forget(one.number)
        if not gone:
            raise MachineError(
                "The files of the check are gone. {folder} has others, which stay.",
                folder=one.path,
            )

    def _inside(self, folder: str) -> tuple[KeptFolder, ...]:
        known, found = self._paths(), []
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if entry.name.startswith(PREFIX):
                    found.append(kept_files.look(entry.path, registered=entry.path in known))
        return tuple(one for one in found if one is not None)

    def _paths(self) -> frozenset[str]:
        found = set()
        with contextlib.suppress(OSError):
            for entry in self._folder.glob(f"{PREFIX}*"):
                with contextlib.suppress(OSError):
                    found.add(os.fsdecode(entry.read_bytes()))
        return frozenset(path for path in found if number_of(Path(path).name) is not None)

    def _add(self, path: str) -> None:
        """Remember it on the disk, before anything is written there. Raises MachineError."""
        entry = self._folder / Path(path).name
        part = entry.with_name(f".{entry.name}.{os.urandom(4).hex()}")
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            with part.open("xb") as file:
                file.write(os.fsencode(path))
                file.flush()
                os.fsync(file.fileno())
            part.replace(entry)
        except OSError as error:
            with contextlib.suppress(OSError):
                part.unlink()
            raise MachineError(
                "{folder} cannot be written: {reason}.", folder=self._folder, reason=error.strerror
            ) from error

    def _forget(self, number: int) -> None:
        with contextlib.suppress(OSError):
            (self._folder / kept_name(number)).unlink()


def _looked_at(paths: Iterable[str]) -> tuple[KeptFolder, ...]:
    """Those that are there now, by their paths."""
    found = (kept_files.look(path, registered=True) for path in sorted(paths) if _answers(path))
    return tuple(one for one in found if one is not None)


def _answers(path: str) -> bool:
    """Whether the server or program of its mount is there."""
    try:
        require_answer(path, BRIEF)
    except MachineError:
        return False
    return True


def _mount(path: str) -> str | None:
    try:
        return mount_of(path).path
    except DriveproofError:
        return None


def _made(path: str) -> float:
    try:
        return os.stat(path).st_mtime  # noqa: PTH116
    except OSError:
        return 0.0
