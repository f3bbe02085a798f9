# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks polkit about every single call, by the caller's name on the bus and never by a PID."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from jeepney import DBusAddress, new_method_call
from jeepney.low_level import MessageFlag, MessageType

from driveproof.helper.protocol import Action, ErrorName, HelperError, Owners
from driveproof.helper.wire import Incoming, Wire

POLKIT = "org.freedesktop.PolicyKit1"
_POLKIT = DBusAddress(
    "/org/freedesktop/PolicyKit1/Authority",
    bus_name=POLKIT,
    interface="org.freedesktop.PolicyKit1.Authority",
)
_ALLOW_INTERACTION = 1
MAX_WAITING = 64
MAX_WAITING_EACH = 4

Answer = Callable[[HelperError | None], None]


class _Question(NamedTuple):
    sender: str
    cancellation: str
    answer: Answer


class Authority:
    """The questions that polkit has not answered yet; a prompt can stand for minutes."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self._waiting: dict[int, _Question] = {}
        self._numbers = count(1)
        self.owners = Owners(POLKIT)

    @property
    def waiting(self) -> int:
        """How many questions are open."""
        return len(self._waiting)

    def ask(
        self, sender: str, action: Action, device: str, *, interactive: bool, answer: Answer
    ) -> None:
        """Ask; `answer` is called with None for yes, or with the error for the caller.

        Not called at all once `forget` was. Raises Busy when too many wait.
        """
        mine = sum(1 for question in self._waiting.values() if question.sender == sender)
        if mine >= MAX_WAITING_EACH or len(self._waiting) >= MAX_WAITING:
            raise HelperError(ErrorName.BUSY, "Too many requests wait for authorization.")
        cancellation = f"driveproof-{next(self._numbers)}"
        details = {"device": device} if device else {}
        serial = self._wire.send(
            new_method_call(
                _POLKIT,
                "CheckAuthorization",
                "(sa{sv})sa{ss}us",
                (
                    ("system-bus-name", {"name": ("s", sender)}),
                    action.value,
                    details,
                    _ALLOW_INTERACTION if interactive else 0,
                    cancellation,
                ),
            )
        )
        self._waiting[serial] = _Question(sender, cancellation, answer)

    def forget(self, sender: str) -> None:
        """The caller left: take its prompts away."""
        for serial, question in list(self._waiting.items()):
            if question.sender == sender:
                del self._waiting[serial]
                call = new_method_call(
                    _POLKIT, "CancelCheckAuthorization", "s", (question.cancellation,)
                )
                call.header.flags |= MessageFlag.no_reply_expected
                self._wire.send(call)

    def take(self, reply: Incoming) -> bool:
        """Hand an answer of polkit's, or of the bus, to who waits for it; whether it was one."""
        if not self.owners.may_answer(reply.sender):
            return False
        question = self._waiting.pop(reply.reply_serial, None)
        if question is None:
            return False
        question.answer(_verdict(reply))
        return True


def _verdict(reply: Incoming) -> HelperError | None:
    """None only for a clear yes; everything else is a no."""
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
