# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which process writes a run: distinguishes a killed run from a running one."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.system.kernel.small_files import began, boot_id


@dataclass(frozen=True, slots=True)
class WriterProcess:
    """A process that no other can be mistaken for: a PID alone is used again.

    `started` is field 22 of /proc/PID/stat (ticks since boot), `namespace` the inode of its PID
    namespace: in another one (a container) the same number is another process.
    """

    boot: str
    pid: int
    started: int
    namespace: int

    @classmethod
    def current(cls) -> WriterProcess:
        """This process."""
        pid = os.getpid()
        return cls(boot_id(), pid, int(began(pid) or 0), _namespace())

    @classmethod
    def from_text(cls, text: str) -> WriterProcess | None:
        """The reverse of `text`, None for what is not a writer."""
        try:
            return _WRITER.decode(text)
        except DecodeError:
            return None

    @property
    def text(self) -> str:
        """Itself as it is kept."""
        return encode(self).decode()

    def gone(self) -> bool:
        """Whether the process has certainly ended; in another PID namespace we cannot know."""
        if self.boot != boot_id():
            return True
        if self.namespace != _namespace():
            return False
        return began(self.pid) != str(self.started)


_WRITER: Decoder[WriterProcess] = Decoder(WriterProcess, 4096)


def _namespace() -> int:
    try:
        return Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        return 0
