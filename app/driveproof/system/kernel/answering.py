# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the server or the program behind a mount answers: a child asks it, with a limit, and
nothing of ours touches a path there before.

A call on a hard NFS mount whose server is away returns when the server does, and no signal but
SIGKILL interrupts it; so it is with SMB, and with a FUSE program that hangs.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from pathlib import Path

from driveproof.domain.errors import Advice, MachineError
from driveproof.helper import mounts

NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "ceph", "afs", "coda", "ncpfs", "ocfs2", "gfs2"}
    | {"lustre", "beegfs", "glusterfs", "orangefs", "davfs", "virtiofs", "vboxsf", "prl_fs"}
)
"""File systems that a server answers for."""
LIMIT = 5.0
"""Seconds for an answer. A server that wakes its disks first takes longer, and answers when it is
asked again."""
BRIEF = 1.0
"""The same where nobody has named the mount."""
_TRUSTED = 5.0
"""An answer holds for so many seconds: a command asks for a path at several places."""
_REMEMBERED = 30.0
"""And silence for so many, so that nobody waits for each path of a mount."""
_MOUNTINFO = Path("/proc/self/mountinfo")
_OURS = ("/proc/", "/sys/", "/dev/")
_WITH_US = ("setpriv", "--pdeathsig", "KILL", "--")
"""The kernel ends who asks with the thread that waits for it."""
_LINKS = 40
"""As many links are followed as by the kernel."""


class Silence(Enum):
    """The code of the error; its one value."""

    NO_ANSWER = auto()


@dataclass(frozen=True, slots=True)
class ServedMount:
    """A mount for which somebody answers who may be away."""

    identity: int
    point: str
    source: str
    filesystem: str


def may_be_away(filesystem: str) -> bool:
    """Whether a server or a program, and not the kernel itself, answers for such a file system."""
    return filesystem in NETWORK or filesystem == "autofs" or filesystem.startswith("fuse")


class MountAnswers:
    """Asks, and remembers who was silent. For all threads of a process."""

    def __init__(
        self,
        mountinfo: Path = _MOUNTINFO,
        command: Sequence[str] = ("stat", "--file-system", "--"),
    ) -> None:
        self._mountinfo, self._command = mountinfo, tuple(command)
        self._known: dict[int, tuple[bool, float]] = {}
        """By mount whether it answered, and until when that is believed."""
        self._lock = threading.Lock()

    def require(self, path: str | os.PathLike[str], limit: float = LIMIT) -> None:
        """Raises MachineError where the mount that a path leads to does not answer in time."""
        mount = self.served(os.fspath(path))
        if mount is not None and not self._answers(mount, limit):
            raise MachineError(
                "{name} does not answer.",
                name=mount.point,
                code=Silence.NO_ANSWER,
                advice=Advice("Try again."),
            )

    def served(self, path: str) -> ServedMount | None:
        """The mount of a server or program that a path leads to; None for one of the kernel's own.

        It touches no path there: the links of a path are followed up to it.
        """
        if path.startswith(_OURS) or "\0" in path:
            return None
        points = {mount.point: mount for mount in self.every_served()}
        if not points:
            return None
        left = _names(path) if path.startswith("/") else [*_names(_here()), *_names(path)]
        here, links = "/", 0
        while here not in points:
            if not left:
                return None
            name = left.pop(0)
            if name == "..":
                here = os.path.dirname(here)  # noqa: PTH120 - of any bytes
                continue
            there = os.path.join(here, name)  # noqa: PTH118
            target = "" if there in points or links == _LINKS else _target(there)
            if target:
                links += 1
                left = [*_names(target), *left]
                here = "/" if target.startswith("/") else here
            else:
                here = there
        return points[here]

    def every_served(self) -> tuple[ServedMount, ...]:
        """All mounts of servers and programs; of two at one place the upper one."""
        try:
            rows = mounts.parse_mounts(self._mountinfo.read_bytes())
        except OSError:
            return ()
        found = {}
        for row in rows:
            point = os.fsdecode(row.point)
            if may_be_away(row.filesystem):
                source = os.fsdecode(row.source)
                found[point] = ServedMount(row.identity, point, source, row.filesystem)
            else:
                found.pop(point, None)
        return tuple(found.values())

    def silent(self, limit: float) -> tuple[ServedMount, ...]:
        """All that do not answer within so many seconds; they are asked at once."""
        every = self.every_served()
        asked = [
            threading.Thread(target=self._answers, args=(one, limit), daemon=True) for one in every
        ]
        for thread in asked:
            thread.start()
        for thread in asked:
            thread.join()
        return tuple(one for one in every if not self._answers(one, limit))

    def _answers(self, mount: ServedMount, limit: float) -> bool:
        with self._lock:
            answer, until = self._known.get(mount.identity, (True, 0.0))
        if time.monotonic() < until:
            return answer
        answer = _asked((*self._command, mount.point), limit)
        until = time.monotonic() + (_TRUSTED if answer else _REMEMBERED)
        with self._lock:
            self._known[mount.identity] = answer, until
        return answer


def _names(path: str) -> list[str]:
    return [name for name in path.split("/") if name not in {"", "."}]


def _here() -> str:
    """The current folder, which the kernel knows without asking a server."""
    try:
        return os.getcwd()  # noqa: PTH109 - of any bytes
    except OSError:  # it is gone
        return "/"


def _target(path: str) -> str:
    """Where a link leads, "" for what is none."""
    try:
        return os.readlink(path)  # noqa: PTH115 - of any bytes
    except OSError:
        return ""


def _asked(command: Sequence[str], limit: float) -> bool:
    """Whether a command ends in time, however it does: a refusal is an answer."""
    child = _started((*_WITH_US, *command)) or _started(command)
    if child is None:  # there is no such program, and nothing is known
        return True
    try:
        child.wait(limit)
    except subprocess.TimeoutExpired:
        return False
    finally:
        # One that the kernel holds ends with its call. Popen waits for it when it makes another.
        child.kill()
    return True


def _started(command: Sequence[str]) -> subprocess.Popen[bytes] | None:
    try:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,  # Ctrl-C is for us
        )
    except OSError:
        return None


_OF_THIS_PROCESS = MountAnswers()
require_answer = _OF_THIS_PROCESS.require
"""Raises MachineError where the mount that a path leads to does not answer in time."""
silent_mounts = _OF_THIS_PROCESS.silent
"""All mounts of servers and programs that do not answer within so many seconds."""
