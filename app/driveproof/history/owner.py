# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which process writes a run: distinguishes a killed run from a running one."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from driveproof.domain.codec import DecodeError, Decoder, encode


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
        return cls(_boot(), pid, _started(pid) or 0, _namespace())

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
        if self.boot != _boot():
            return True
        if self.namespace != _namespace():
            return False
        return _started(self.pid) != self.started


_WRITER: Decoder[WriterProcess] = Decoder(WriterProcess, 4096)


def _boot() -> str:
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def _namespace() -> int:
    try:
        return Path("/proc/self/ns/pid").stat().st_ino
    except OSError:
        return 0


def _started(pid: int) -> int | None:
    """When a process started, None when it does not exist or only its zombie is left."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:
        return None
    # The name may hold anything, ")" included: the fields are counted behind the last one.
    fields = stat.rpartition(b")")[2].split()
    return None if fields[0] in (b"Z", b"X") else int(fields[19])
