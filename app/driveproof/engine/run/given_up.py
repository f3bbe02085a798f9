# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Devices that a run has formatted and not yet emptied, for the case that the program is killed."""

from __future__ import annotations

import contextlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

from driveproof.domain.errors import MachineError
from driveproof.domain.notes import Note
from driveproof.engine.run.testfile import is_orphan, new_name


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A device that file systems are made on: its path, and the serial number by which a person
    knows it again, "" for unknown.
    """

    path: str
    serial: str = ""

    def note(self) -> Note:
        """What became of it when the program was killed."""
        if self.serial:
            return Note(
                "A run that formatted {path} (serial number {serial}) was killed before it could"
                " empty the device: it still has the last file system that was made, or a part of"
                " it. Format it as you need it.",
                path=self.path,
                serial=self.serial,
            )
        return Note(
            "A run that formatted {path} was killed before it could empty the device: it still has"
            " the last file system that was made, or a part of it. Format it as you need it.",
            path=self.path,
        )


class GivenUpDevices:
    """Remembers them in a folder of the program's own state."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def add(self, device: GivenUp) -> str:
        """Remember it; the name to forget it by. Raises MachineError."""
        name = new_name()
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            (self._folder / name).write_text(json.dumps(asdict(device)), "utf-8")
        except OSError as error:
            raise MachineError(
                "{folder} cannot be written: {reason}.", folder=self._folder, reason=error.strerror
            ) from error
        return name

    def remove(self, name: str) -> None:
        """Forget it: what is on it has been said."""
        with contextlib.suppress(OSError):
            (self._folder / name).unlink()

    def take(self) -> tuple[GivenUp, ...]:
        """Those whose program is gone; they are forgotten by this."""
        found = []
        with contextlib.suppress(OSError):
            for path in sorted(self._folder.iterdir()):
                if not is_orphan(path.name):
                    continue
                with contextlib.suppress(OSError, ValueError, TypeError):
                    found.append(GivenUp(**json.loads(path.read_text("utf-8"))))
                self.remove(path.name)
        return tuple(found)
