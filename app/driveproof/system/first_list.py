# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the drives in a process of its own while the program is still loading its window."""

from __future__ import annotations

import os
import select
import signal
from types import TracebackType
from typing import TYPE_CHECKING

from driveproof.domain.errors import MachineError

if TYPE_CHECKING:
    from driveproof.domain.drive import Inventory

_PIECE = 1 << 16


class FirstList:
    """The inventory of this moment, read by a forked child.

    Importing Qt and reading the drives both keep the interpreter busy; two processes do that on
    two processors, two threads cannot. Make it before there is a thread and before Qt: a fork is
    safe only then. The watcher takes over afterwards, so a child that fails loses nothing.
    """

    def __init__(self, address: str = "") -> None:
        """`address` is that of the bus ("" for the system's)."""
        self._read, write = os.pipe2(os.O_CLOEXEC)
        self._child = os.fork()
        if self._child == 0:
            _answer(write, address)
        os.close(write)
        self._taken = False

    def __enter__(self) -> FirstList:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._end()

    def take(self, seconds: float) -> Inventory | MachineError | None:
        """What the child found, waited for at most so long; None if there is nothing by then.

        May be called once.
        """
        import pickle

        poll = select.poll()
        poll.register(self._read, select.POLLIN)
        try:
            # It writes when it has everything: what has begun to come comes at once.
            data = _all(self._read) if poll.poll(seconds * 1000) else b""
        finally:
            self._end()
        try:
            # From a copy of this very program, so it can be unpickled.
            return pickle.loads(data) if data else None
        except (EOFError, pickle.UnpicklingError):  # it was killed in the middle of writing
            return None

    def _end(self) -> None:
        """No child stays behind, whether it answered or not."""
        if not self._taken:
            self._taken = True
            os.close(self._read)
            os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)


def _answer(write: int, address: str) -> None:
    """The child: never returns."""
    try:
        import pickle

        from driveproof.system.udisks import read_inventory

        news: Inventory | MachineError
        try:
            news = read_inventory(address)
        except MachineError as error:
            news = error
        with open(write, "wb") as pipe:
            pipe.write(pickle.dumps(news, pickle.HIGHEST_PROTOCOL))
    finally:
        # Nothing of the parent's is run or flushed; what went wrong is found again by the watcher.
        os._exit(0)


def _all(handle: int) -> bytes:
    pieces = []
    while piece := os.read(handle, _PIECE):
        pieces.append(piece)
    return b"".join(pieces)
