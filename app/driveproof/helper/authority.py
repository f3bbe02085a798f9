# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks polkit to authorize every single call, by the caller's bus name and never by a PID."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from jeepney import DBusAddress, new_method_call
from jeepney.low_level import MessageFlag, MessageType

from driveproof.helper.limits import PROMPTS
from driveproof.helper.loop import EventLoop, Timer
from driveproof.helper.protocol import ErrorName, HelperError, Owner, Owners, PolkitAction
from driveproof.helper.wire import Incoming, Wire

POLKIT = "org.freedesktop.PolicyKit1"
_POLKIT = DBusAddress(
    "/org/freedesktop/PolicyKit1/Authority",
    bus_name=POLKIT,
    interface="org.freedesktop.PolicyKit1.Authority",
)
_ALLOW_INTERACTION = 1
MAX_WAITING_EACH = 4
"""Most pending questions of one connection."""

Answer = Callable[[HelperError | None], None]


class _Question(NamedTuple):
    owner: Owner
    cancellation: str
    answer: Answer
    expiry: Timer


class Authority:
    """The questions that polkit has not answered yet; a prompt can stay open for minutes."""

    def __init__(self, wire: Wire, loop: EventLoop, seconds: float) -> None:
        """A question stays open for at most `seconds`."""
        self._wire = wire
        self._loop = loop
        self._seconds = seconds
        self._waiting: dict[int, _Question] = {}
        self._numbers = count(1)
        self.owners = Owners(POLKIT)

    @property
    def waiting(self) -> int:
        """How many questions are open."""
        return len(self._waiting)

    def ask(
        self,
        owner: Owner,
        action: PolkitAction,
        device: str,
        *,
        interactive: bool,
        answer: Answer,
    ) -> None:
        """Ask polkit about a device (described.py); `answer` is called with None for yes, or with
        the error for the caller.

        It is not called after `forget`. Raises Busy when too many questions are open.
        """
        mine = sum(1 for each in self._waiting.values() if each.owner == owner)
        users = [each.owner.user for each in self._waiting.values()]
        if mine >= MAX_WAITING_EACH or not PROMPTS.has_room(users, owner.user):
            raise HelperError(ErrorName.BUSY, "Too many requests of yours wait for authorization.")
        cancellation = f"driveproof-{next(self._numbers)}"
        serial = self._wire.send(
            new_method_call(
                _POLKIT,
                "CheckAuthorization",
                "(sa{sv})sa{ss}us",
                (
                    ("system-bus-name", {"name": ("s", owner.name)}),
                    action.value,
                    {"device": device},
                    _ALLOW_INTERACTION if interactive else 0,
                    cancellation,
                ),
            )
        )
        expiry = self._loop.after(self._seconds, lambda: self._expire(serial))
        self._waiting[serial] = _Question(owner, cancellation, answer, expiry)

    def forget(self, caller: str) -> None:
        """Withdraw the prompts of a caller that has left."""
        for serial, question in list(self._waiting.items()):
            if question.owner.name == caller:
                self._take_away(serial)

    def _expire(self, serial: int) -> None:
        question = self._take_away(serial)
        text = f"Nobody has answered the question for authorization within {self._seconds:g} s."
        question.answer(HelperError(ErrorName.TIMED_OUT, text))

    def _take_away(self, serial: int) -> _Question:
        question = self._waiting.pop(serial)
        question.expiry.cancel()
        call = new_method_call(_POLKIT, "CancelCheckAuthorization", "s", (question.cancellation,))
        call.header.flags |= MessageFlag.no_reply_expected
        self._wire.send(call)
        return question

    def take(self, reply: Incoming) -> bool:
        """Pass a reply of polkit or the bus to whoever waits for it; False if nobody does."""
        if not self.owners.may_answer(reply.sender):
            return False
        question = self._waiting.pop(reply.reply_serial, None)
        if question is None:
            return False
        question.expiry.cancel()
        question.answer(_verdict(reply))
        return True


def _verdict(reply: Incoming) -> HelperError | None:
    """None only for a clear yes; everything else is a refusal."""
    if reply.kind is MessageType.error:
        text = f"polkit cannot be asked whether this is allowed ({reply.error_name})."
        return HelperError(ErrorName.NO_AUTHORITY, text)
    try:
        ((authorized, challenge, details),) = reply.body("(bba{ss})")
    except ValueError:
        return HelperError(ErrorName.NO_AUTHORITY, "polkit's answer cannot be understood.")
    if authorized is True:
        return None
    if details.get("polkit.dismissed"):
        return HelperError(ErrorName.CANCELLED, "The question for authorization was dismissed.")
    if challenge:
        text = "This needs an authorization, and there is nobody who could be asked for it."
        return HelperError(ErrorName.NOT_AUTHORIZED, text)
    return HelperError(ErrorName.NOT_AUTHORIZED, "polkit does not authorize this.")
