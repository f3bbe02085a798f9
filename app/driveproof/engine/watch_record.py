# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was known of drives and arrays at the last look, in a file that programs share."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.domain.errors import MachineError
from driveproof.domain.health.verdict import UNKNOWN, Grade
from driveproof.domain.watch import DriveEvent, KnownState, Sight, happened, is_gone
from driveproof.export.files import write_data

_KNOWN: Decoder[dict[str, KnownState]] = Decoder(dict[str, KnownState], 16 * 2**20)


class WatchRecord:
    """`begin` a look, compare what it sees, and `keep` it, all in one `turn`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.known: dict[str, KnownState] = {}
        """By the keys of what was seen."""
        self._before: dict[str, KnownState] = {}
        self._unkept: dict[str, KnownState] | None = None
        """The last look, where it could not be kept: or it would be new at each look."""
        self._seen: set[str] = set()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until no other program looks. Where the file cannot be locked it goes on alone."""
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock = self._path.with_suffix(".lock").open("a")
        except OSError:
            yield
            return
        with lock:
            with suppress(OSError):  # a network's file system without locks
                fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def begin(self) -> None:
        """Read what was known last."""
        self.known = _read(self._path) if self._unkept is None else self._unkept
        self._before = dict(self.known)
        self._seen = set()

    def happened(self, sight: Sight, told: Grade = UNKNOWN) -> tuple[DriveEvent, ...]:
        """What happened to what was seen since the last look; `told` is its grade where nothing is
        known. The members of a btrfs all show the same array.
        """
        if sight.key in self._seen:
            return ()
        self._seen.add(sight.key)
        self.known[sight.key], news = happened(self.known.get(sight.key), sight, told)
        return news

    def gone(self) -> tuple[DriveEvent, ...]:
        """What this look has not seen any more."""
        events: tuple[DriveEvent, ...] = ()
        for key in self.known.keys() - self._seen:
            self.known[key], news = is_gone(self.known[key], key)
            events += news
        return events

    def forget(self, key: str) -> None:
        """Know of it what was known before this look."""
        self.known.pop(key, None)
        if key in self._before:
            self.known[key] = self._before[key]

    def keep(self) -> None:
        """Remember this look. Raises MachineError when it cannot be written."""
        self._unkept = self.known
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MachineError(
                "{path} cannot be written: {reason}.", path=self._path, reason=error.strerror
            ) from error
        write_data(self._path, encode(self.known).decode() + "\n")
        self._unkept = None


def _read(path: Path) -> dict[str, KnownState]:
    """What was kept; nothing where there is no file or it is no such document: a first look."""
    try:
        return _KNOWN.decode(path.read_bytes())
    except (OSError, DecodeError):
        return {}
