# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tells the person's other processes what this one does to a drive, and reads what they do.

Each piece of work has a file of its own in a folder, which it locks with flock(2) until its end.
The kernel drops the lock with the process, whatever ends it: a file that can be locked is left
over, and whoever reads it removes it.
"""

from __future__ import annotations

import fcntl
import os
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.domain.ongoing import Ongoing, OngoingWork, StartedIn
from driveproof.system.kernel.devices import device_holding, name_of, node_at
from driveproof.system.kernel.stack import devices_involved
from driveproof.system.kernel.sysfs import Sysfs

_ENDING = ".json"
_LENGTH = 8192
"""Bytes of a record: always the same, so that a reader never sees the rest of a longer one."""
_RECORD: Decoder[Ongoing] = Decoder(Ongoing, _LENGTH)
_SECONDS = 1.0
"""Progress is written at most once in so many seconds."""
_BEING_MADE = 60.0
"""A file without its final name is left over after so many seconds."""


def devices_of(path: str, sysfs: Sysfs) -> frozenset[str]:
    """The kernel names of all that serves a folder or device; empty where nothing is known."""
    if "\0" in path:  # whoever works there says that it is no path
        return frozenset()
    node = node_at(path, sysfs.root)
    name = name_of(node.number, sysfs) if node else device_holding(os.path.realpath(path), sysfs)
    return frozenset(one.device for one in devices_involved(name, sysfs))


class OngoingNotice:
    """What the other processes read of a piece of work; it never fails."""

    def __init__(self, descriptor: int | None, about: Ongoing) -> None:
        self._descriptor = descriptor
        self._about = about
        self._told = float("-inf")
        self._lock = threading.Lock()

    def has(self, part: Ongoing) -> bool:
        """Whether other work is a part of this: it is on the same devices, as far as is known."""
        own = self._about.devices
        return not own or not part.devices or bool(own & part.devices)

    def tell(self, progress: float | None, remaining: float | None) -> None:
        """Say how far it is, a fraction and seconds; None where unknown."""
        if time.monotonic() - self._told >= _SECONDS:
            self._told = time.monotonic()
            self.write(progress, remaining)

    def write(self, progress: float | None = None, remaining: float | None = None) -> None:
        """Write the record now."""
        record = replace(self._about, progress=progress, remaining=remaining)
        data = encode(record).ljust(_LENGTH)
        with self._lock, suppress(OSError):
            if self._descriptor is not None and len(data) == _LENGTH:
                os.pwrite(self._descriptor, data, 0)

    def end(self) -> None:
        """Let go of the file; whoever still tells something afterwards writes nothing."""
        with self._lock:
            if self._descriptor is not None:
                os.close(self._descriptor)
            self._descriptor = None


class Works:
    """`folder` is where the processes of a person meet; without it nothing is told or read."""

    def __init__(
        self,
        folder: Path | None = None,
        started_in: StartedIn = StartedIn.TERMINAL,
        sysfs: Sysfs | None = None,
    ) -> None:
        self.folder = folder
        self.started_in = started_in
        self._sysfs = sysfs or Sysfs()
        self._lock = threading.Lock()
        self._own: set[str] = set()
        self._current: list[OngoingNotice] = []

    @contextmanager
    def during(
        self, work: OngoingWork, path: str, beside: Sequence[str] = ()
    ) -> Iterator[OngoingNotice]:
        """Tell the others of this work while it goes on, on the drives of all these paths.

        What belongs to it, as the measurement of a check, continues its notice; work on a drive
        beside it has its own. That the file cannot be made costs nothing but the notice.
        """
        about = Ongoing(
            pid=os.getpid(),
            work=work,
            started_in=self.started_in,
            path=os.path.normpath(Path(path).absolute()),
            devices=frozenset().union(*(devices_of(one, self._sysfs) for one in (path, *beside))),
        )
        with self._lock:
            outer = next((one for one in self._current if one.has(about)), None)
        if outer is not None:
            yield outer
            return
        name, descriptor = self._made()
        notice = OngoingNotice(descriptor, about)
        try:
            with self._lock:
                self._current.append(notice)
            notice.write()
            self._show(name)
            yield notice
        finally:
            with self._lock:
                self._current.remove(notice)
            self._remove(name)
            notice.end()

    def prepare(self) -> str:
        """The folder to watch for changes, made where it is missing; "" where there is none."""
        if self.folder is None:
            return ""
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            return str(self.folder)
        return ""

    def others(self) -> tuple[Ongoing, ...]:
        """What other processes do now; removes what killed ones left."""
        if self.folder is None:
            return ()
        found: list[Ongoing] = []
        with suppress(OSError):
            for path in sorted(self.folder.iterdir()):
                if path.name not in self._own and (one := _read(path)) is not None:
                    found.append(one)
        return tuple(found)

    def disturbing(self, path: str) -> Ongoing | None:
        """What another process does to a drive of this target, None for nothing."""
        others = self.others()
        devices = devices_of(path, self._sysfs) if others else frozenset()
        return next((one for one in others if one.disturbs(devices)), None)

    def _made(self) -> tuple[str, int | None]:
        """A locked file that nobody sees yet."""
        name = f"{os.getpid()}-{os.urandom(4).hex()}"
        if self.folder is None:
            return name, None
        descriptor = None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
            descriptor = os.open(self.folder / f".{name}", flags, 0o600)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            if descriptor is not None:
                os.close(descriptor)
            self._remove(name)
            return name, None
        return name, descriptor

    def _show(self, name: str) -> None:
        """Give it the name that the others look for: no reader meets it before it is locked."""
        if self.folder is not None:
            self._own.add(f"{name}{_ENDING}")
            with suppress(OSError):
                (self.folder / f".{name}").rename(self.folder / f"{name}{_ENDING}")

    def _remove(self, name: str) -> None:
        if self.folder is not None:
            for one in (f"{name}{_ENDING}", f".{name}"):
                with suppress(OSError):
                    (self.folder / one).unlink(missing_ok=True)
        self._own.discard(f"{name}{_ENDING}")


def _read(path: Path) -> Ongoing | None:
    """What a file tells; None for one that was left over, which is removed, or is no such file."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        if path.name.startswith("."):  # somebody may be about to lock it
            if time.time() - os.fstat(descriptor).st_mtime > _BEING_MADE:
                path.unlink(missing_ok=True)
            return None
        if _is_left_over(descriptor):
            path.unlink(missing_ok=True)
            return None
        return _RECORD.decode(os.read(descriptor, _LENGTH))
    except (OSError, DecodeError):
        return None
    finally:
        os.close(descriptor)


def _is_left_over(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
