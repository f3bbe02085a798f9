# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What lasts while its caller stays: a held device, a scheduler; a child for each.

The child makes the change, reports the former value, and restores that when its line to the helper
closes: on request, when the caller leaves, and when the helper ends or is killed.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from typing import NamedTuple

from driveproof.helper.forks import Forked, go, refusal, words_of
from driveproof.helper.limits import KEPT
from driveproof.helper.loop import EventLoop, Timer
from driveproof.helper.protocol import ErrorName, HelperError, Owner

_WELL, _ERROR, _BACK = b"+", b"-", b"="

Key = tuple[str, int]
Then = Callable[[HelperError | None], None]


Begin = Callable[[str], Forked]
"""Starts the child, with the value to restore ("" for the current one). Raises OSError."""


class Later(NamedTuple):
    """What follows when a child has ended: a reply (`caller` is ""), or what this caller begins."""

    caller: str
    then: Then


class Keeper:
    """One child and its owner."""

    __slots__ = (
        "after", "asked", "before", "begin", "dead", "ending", "forked", "key", "owner", "refusal",
        "stuck", "timer", "told",
    )  # fmt: skip

    def __init__(self, key: Key, owner: Owner, begin: Begin, forked: Forked) -> None:
        self.key = key
        self.owner = owner
        self.begin = begin
        self.forked = forked
        self.before = ""
        self.asked: Then | None = None
        self.timer: Timer | None = None
        self.after: list[Later] = []
        self.refusal: HelperError | None = None
        self.told = False  # it has restored the former value
        self.dead = False
        self.ending = False
        self.stuck = False


class Keepers:
    """All keepers, including those that a device still blocks."""

    def __init__(self, loop: EventLoop, timeout: float, gone: Callable[[], None]) -> None:
        """`gone` is called after each end; a child has `timeout` seconds to answer."""
        self._loop = loop
        self._timeout = timeout
        self._gone = gone
        self._all: dict[Key, Keeper] = {}

    def __len__(self) -> int:
        return len(self._all)

    def find(self, key: Key) -> Keeper | None:
        """The keeper of this key, unless it is about to restore the former value."""
        keeper = self._all.get(key)
        return None if keeper is None or keeper.ending else keeper

    def check(self, key: Key, owner: Owner) -> Keeper | None:
        """The caller's own keeper; None where there is room for a new one. Raises Busy."""
        keeper = self._all.get(key)
        if keeper is not None and keeper.stuck:
            text = f"{_NAMES[key[0]]} is still being changed: its device does not answer."
            raise HelperError(ErrorName.BUSY, text)
        if keeper is not None and keeper.owner != owner and not keeper.ending:
            raise _ELSE[key[0]]
        if keeper is not None and not keeper.ending:
            return keeper
        if not KEPT.has_room((each.owner.user for each in self._all.values()), owner.user):
            text = "Too many devices are held, or too many settings are changed, at once."
            raise HelperError(ErrorName.BUSY, text)
        return None

    def begin(self, key: Key, owner: Owner, begin: Begin, then: Then) -> None:
        """Start a keeper, after the end of another of the same key; then it can take orders.

        Raises Busy or OSError.
        """
        self.check(key, owner)
        former = self._all.get(key)
        if former is not None:
            again = Later(owner.name, lambda late: self._again(key, owner, begin, then, late))
            former.after.append(again)
            return
        keeper = Keeper(key, owner, begin, begin(""))
        self._watch(keeper, then)
        self._all[key] = keeper

    def order(self, keeper: Keeper, text: str, then: Then) -> None:
        """Tell it to set another value. If it cannot, it restores the former one."""
        if keeper.asked is not None:
            raise HelperError(ErrorName.BUSY, f"{_NAMES[keeper.key[0]]} is being changed.")
        with contextlib.suppress(OSError):
            keeper.forked.line.send(text.encode("ascii"))
        self._ask(keeper, then)

    def end(self, key: Key, then: Then) -> None:
        """Restore the former value; does nothing where none was changed."""
        keeper = self._all.get(key)
        if keeper is None:
            then(None)
            return
        keeper.after.append(Later("", then))
        self._part(keeper)

    def owner_gone(self, caller: str) -> None:
        """Restore what a caller that has left had changed, and begin nothing more for it."""
        for keeper in list(self._all.values()):
            keeper.after = [each for each in keeper.after if each.caller != caller]
            if keeper.owner.name == caller:
                self._part(keeper)

    def end_all(self) -> None:
        """Restore everything, and begin nothing more."""
        error = HelperError(ErrorName.CANCELLED, "The helper is ending.")
        for keeper in list(self._all.values()):
            waiting = [each for each in keeper.after if each.caller]
            keeper.after = [each for each in keeper.after if not each.caller]
            for each in waiting:
                each.then(error)
            self._part(keeper)

    def _again(
        self, key: Key, owner: Owner, begin: Begin, then: Then, late: HelperError | None
    ) -> None:
        if late is not None:
            then(late)
            return
        try:
            self.begin(key, owner, begin, then)
        except HelperError as error:
            then(error)
        except OSError as error:
            then(exhausted(error))

    def _watch(self, keeper: Keeper, then: Then) -> None:
        """Raises OSError; then the child never began."""
        try:
            self._loop.watch(keeper.forked.line.fileno(), lambda: self._hear(keeper))
        except OSError:
            keeper.forked.abandon()
            raise
        go(keeper.forked.line)
        self._ask(keeper, then)

    def _ask(self, keeper: Keeper, then: Then) -> None:
        keeper.asked = then
        self._time(keeper)
        if keeper.dead:
            self._answer(keeper, refusal(b""))

    def _time(self, keeper: Keeper) -> None:
        if keeper.timer is not None:
            keeper.timer.cancel()
        keeper.timer = self._loop.after(self._timeout, lambda: self._late(keeper))

    def _answer(self, keeper: Keeper, error: HelperError | None) -> None:
        if keeper.timer is not None and not keeper.ending:
            keeper.timer.cancel()
        then, keeper.asked = keeper.asked, None
        if error is not None:
            self._part(keeper)
        if then is not None:
            then(error)

    def _late(self, keeper: Keeper) -> None:
        """It is blocked: it restores when it can, and this key stays busy until then."""
        keeper.stuck = True
        text = f"{_NAMES[keeper.key[0]]} could not be changed in time: there is no answer."
        late = keeper.refusal or HelperError(ErrorName.TIMED_OUT, text)
        after, keeper.after = keeper.after, []
        self._answer(keeper, late)
        for each in after:
            each.then(late)

    def _hear(self, keeper: Keeper) -> None:
        try:
            said = keeper.forked.line.recv(4200)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        if not said:
            self._silent(keeper)
        elif said == _BACK:
            keeper.told = True
        elif said[:1] == _WELL:
            if not keeper.before:
                keeper.before = said[1:].decode("ascii", "replace")
            self._answer(keeper, None)
        else:
            # Reported at its end, when everything is restored, or when that takes too long.
            keeper.refusal = refusal(said[1:])
            self._part(keeper)

    def _part(self, keeper: Keeper) -> None:
        """Let it restore and end; a reply that is due is still sent."""
        if keeper.ending:
            return
        keeper.ending = True
        if keeper.dead:
            self._end(keeper)
            return
        with contextlib.suppress(OSError):
            keeper.forked.line.shutdown(socket.SHUT_WR)
        self._time(keeper)

    def _silent(self, keeper: Keeper) -> None:
        """Its line has closed: the child has ended, or is about to."""
        self._loop.unwatch(keeper.forked.line.fileno())
        self._loop.watch(keeper.forked.ended, lambda: self._ended(keeper))

    def _ended(self, keeper: Keeper) -> None:
        forked = keeper.forked
        forked.line.close()
        self._loop.unwatch(forked.ended)
        forked.reap()
        forked.close()
        keeper.dead = True
        then, keeper.asked = keeper.asked, None
        error = keeper.refusal or refusal(b"")
        if keeper.ending:
            self._end(keeper)
        elif then is not None:
            self._part(keeper)
        if then is not None:
            then(error)

    def _end(self, keeper: Keeper) -> None:
        """The child no longer exists.

        If it was killed, another one restores what it could not; where that one cannot be started
        there is nobody to report to, and the others still restore theirs.
        """
        if keeper.before and not keeper.told:
            keeper.told = True
            with contextlib.suppress(OSError):
                keeper.forked = keeper.begin(keeper.before)
                keeper.dead = keeper.ending = False
                self._watch(keeper, lambda error: None)
                self._part(keeper)
                return
        if keeper.timer is not None:
            keeper.timer.cancel()
        del self._all[keeper.key]
        for each in keeper.after:
            each.then(None)
        self._gone()


_NAMES = {
    "device": "This device",
    "scheduler": "The scheduler of this device",
}
_ELSE = {
    "device": HelperError(ErrorName.DEVICE_BUSY, "Somebody else holds this device."),
    "scheduler": HelperError(ErrorName.BUSY, "Somebody else has set this device's scheduler."),
}


def exhausted(error: OSError | MemoryError) -> HelperError:
    """The error for a caller when the machine or the helper has run out of a resource."""
    said = getattr(error, "strerror", None) or "there is no memory left"
    return HelperError(ErrorName.FAILED, f"The helper cannot do this now: {said}.")


# In the child


def serve(line: socket.socket, before: str, do: Callable[[str], None]) -> None:
    """Report that the setting is made, and carry out orders until the line closes."""
    line.send(_WELL + before.encode("ascii"))
    while command := line.recv(256):
        try:
            do(command.decode("ascii"))
        except HelperError as error:
            line.send(_ERROR + words_of(error))
        else:
            line.send(_WELL)


def put_back(line: socket.socket) -> None:
    """Report that everything is restored. The helper may have ended."""
    with contextlib.suppress(OSError):
        line.send(_BACK)
