# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Devices that a run has formatted and not yet emptied, for the case that the program is killed."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.domain.errors import MachineError
from driveproof.domain.notes import Note
from driveproof.engine.run.own_names import is_orphan, new_name


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A device that file systems are made on: its path, and the serial number by which a person
    knows it again, "" for unknown.
    """

    path: str
    serial: str = ""

    def note(self) -> Note:
        """What became of it when the program was killed."""
        named = f"{self.path} ({self.serial})" if self.serial else self.path
        return Note(
            "A formatting run on {path} was interrupted. The device still has the last test"
            " file system.",
            path=named,
        )


_GIVEN_UP: Decoder[GivenUp] = Decoder(GivenUp, 2**16)


class GivenUpDevices:
    """Remembers them in a folder of the program's own state."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._told: list[tuple[Path, GivenUp]] = []

    def add(self, device: GivenUp) -> str:
        """Remember it; the name to forget it by. Raises MachineError."""
        name = new_name()
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            (self._folder / name).write_bytes(encode(device))
        except OSError as error:
            raise MachineError(
                "{path} cannot be written: {reason}.", path=self._folder, reason=error.strerror
            ) from error
        return name

    def remove(self, name: str) -> None:
        """Forget it, and what was known of the same device before: what is on it now is said."""
        this = self._read(self._folder / name)
        for path, device in self._orphans():
            if device == this:
                _unlink(path)
        _unlink(self._folder / name)

    def left(self) -> tuple[GivenUp, ...]:
        """Those whose program is gone, until `acknowledge`."""
        self._told = self._orphans()
        return tuple(dict.fromkeys(device for _path, device in self._told))

    def acknowledge(self) -> None:
        """Forget those that `left` has named: the person knows."""
        for path, _device in self._told:
            _unlink(path)
        self._told = []

    def _orphans(self) -> list[tuple[Path, GivenUp]]:
        found = []
        with contextlib.suppress(OSError):
            for path in sorted(self._folder.iterdir()):
                if not is_orphan(path.name):
                    continue
                if (device := self._read(path)) is not None:
                    found.append((path, device))
                else:
                    _unlink(path)
        return found

    @staticmethod
    def _read(path: Path) -> GivenUp | None:
        with contextlib.suppress(OSError, DecodeError):
            return _GIVEN_UP.decode(path.read_bytes())
        return None


def _unlink(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink()
