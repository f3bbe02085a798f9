# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The service: takes calls one by one, asks polkit about each, starts jobs and tells their end."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from typing import Any

from jeepney import DBusAddress, new_method_call, new_signal
from jeepney.low_level import HeaderFields, Message, MessageType

from driveproof.helper import operations
from driveproof.helper.authority import POLKIT, Authority
from driveproof.helper.changes import Change, Changes
from driveproof.helper.holds import Holds
from driveproof.helper.jobs import Job, Jobs
from driveproof.helper.loop import Loop, Timer
from driveproof.helper.operations import Operation
from driveproof.helper.protocol import (
    BUS_NAME,
    FINISHED,
    INTERFACE,
    METHODS,
    OBJECT_PATH,
    THE_BUS,
    Action,
    ErrorName,
    HelperError,
    claim_of,
    invalid,
)
from driveproof.helper.replies import Replier
from driveproof.helper.settings import Settings
from driveproof.helper.wire import Incoming, Wire

_BUS = DBusAddress("/org/freedesktop/DBus", bus_name=THE_BUS, interface=THE_BUS)
_DO_NOT_QUEUE = 4
_OWNER = 1


class Service:
    """One connection, one thread, no state but what runs now."""

    def __init__(self, wire: Wire, loop: Loop, settings: Settings) -> None:
        self._wire = wire
        self._loop = loop
        self._settings = settings
        self._replier = Replier(wire)
        self._authority = Authority(wire)
        self._jobs = Jobs(loop, self._finished)
        self._holds = Holds()
        self._changes = Changes(settings)
        self._replies: dict[int, Callable[[Incoming], None]] = {}
        self._idle: Timer | None = None
        self._ending = False
        self._failed = False

    def run(self) -> int:
        """Until idle or asked to end; the exit status."""
        self._loop.on_signals(self._end)
        self._loop.watch(self._wire.fileno(), self._receive)
        hello = new_method_call(_BUS, "Hello")
        self._ask_bus(hello, lambda _: None)
        # Before the first call can come, so that no caller leaves unseen.
        rule = f"type='signal',sender='{THE_BUS}',interface='{THE_BUS}',member='NameOwnerChanged'"
        self._ask_bus(new_method_call(_BUS, "AddMatch", "s", (rule,)), self._needed)
        # After the match, so that no change of it is missed: polkit may come and go.
        self._ask_bus(new_method_call(_BUS, "GetNameOwner", "s", (POLKIT,)), self._authority_owned)
        self._request_name()
        self._loop.run()
        return int(self._failed)

    # The bus

    def _ask_bus(self, message: Message, then: Callable[[Incoming], None]) -> None:
        self._replies[self._wire.send(message)] = then

    def _request_name(self) -> None:
        call = new_method_call(_BUS, "RequestName", "su", (BUS_NAME, _DO_NOT_QUEUE))
        self._ask_bus(call, self._named)

    def _needed(self, reply: Incoming) -> None:
        if reply.kind is MessageType.error:
            self._fail()

    def _named(self, reply: Incoming) -> None:
        if reply.kind is MessageType.error or reply.body("u") != (_OWNER,):
            self._fail()
            return
        self._rest()

    def _authority_owned(self, reply: Incoming) -> None:
        if reply.kind is MessageType.method_return:  # an error: it is not running yet
            self._authority.owners.learn(*reply.body("s"))

    def _fail(self) -> None:
        self._failed = True
        self._end()

    def _receive(self) -> None:
        try:
            messages = self._wire.receive()
        except OSError:
            # The bus is gone: nobody can ask for the end of anything any more.
            self._loop.unwatch(self._wire.fileno())
            self._ending = True
            self._end()
            return
        for message in messages:
            self._take(message)

    def _take(self, message: Incoming) -> None:
        if message.kind is MessageType.method_call:
            self._call(message)
        elif message.kind is MessageType.signal:
            self._signal(message)
        elif message.sender == THE_BUS and message.reply_serial in self._replies:
            self._replies.pop(message.reply_serial)(message)
        else:
            self._authority.take(message)
            self._rest()

    def _signal(self, signal: Incoming) -> None:
        # Anybody can send a signal of this name; only the bus can send it as the bus.
        if signal.sender != THE_BUS or signal.member != "NameOwnerChanged":
            return
        with contextlib.suppress(ValueError):
            name, _, new = signal.body("sss")
            if name == POLKIT:
                self._authority.owners.learn(new)
            elif name.startswith(":") and not new:
                self._gone(name)

    def _gone(self, caller: str) -> None:
        self._authority.forget(caller)
        self._jobs.owner_gone(caller)
        self._holds.release(caller)
        self._changes.owner_gone(caller)
        self._rest()

    # Calls

    def _call(self, call: Incoming) -> None:
        self._busy()
        try:
            if call.interface in {"", INTERFACE} and call.member in METHODS:
                self._method(call)
            else:
                self._replier.standard(call)
        except HelperError as error:
            self._replier.refuse(call, error)
        self._rest()

    def _method(self, call: Incoming) -> None:
        if call.path != OBJECT_PATH:
            raise invalid(f"The object is {OBJECT_PATH}.")
        if call.carries_descriptors:
            raise invalid("No descriptors are taken.")
        try:
            body = call.body(METHODS[call.member].takes)
        except ValueError as error:
            raise invalid(f"{call.member} takes {METHODS[call.member].takes}.") from error
        match call.member:
            case "Cancel":
                self._jobs.cancel(call.sender, body[0])
                self._replier.answer(call, None, ())
            case "SetScheduler":
                self._change(call, self._changes.scheduler(call.sender, body))
            case "SetMountOption":
                self._change(call, self._changes.mount_option(call.sender, body))
            case "HoldDevice":
                self._hold(call, body)
            case "ReleaseDevice":
                self._holds.release(call.sender)
                self._replier.answer(call, None, ())
            case "StartReadTest" | "StartWriteTest":
                self._test(call, body)
            case _:
                self._start(call, self._operation(call.member, body))

    def _operation(self, member: str, body: tuple[Any, ...]) -> Operation:
        settings = self._settings
        match member:
            case "StartTrim":
                return operations.trim(body, settings.worker)
            case "StartDiscard":
                return operations.discard(body, settings.worker)
            case "DropCaches":
                return operations.drop_caches(body, settings.worker)
        return operations.BY_TOOLS[member](body)

    def _hold(self, call: Incoming, body: tuple[Any, ...]) -> None:
        claim = claim_of(body[0])
        self._holds.check(call.sender, claim, *body[1:])

        def allowed() -> None:
            self._holds.take(call.sender, claim, *body[1:])
            self._replier.answer(call, None, ())

        self._authorize(call, Action.WRITE_TEST, claim.path, allowed)

    def _test(self, call: Incoming, body: tuple[Any, ...]) -> None:
        """Not asked about within what the caller holds: it was, when it took hold of that."""
        action = Action.WRITE_TEST if call.member == "StartWriteTest" else Action.READ_TEST
        held = self._holds.covering(call.sender, claim_of(body[0]), body[2], body[3])
        overtime = self._settings.overtime
        operation = operations.fio_test(body, action, overtime, held)
        self._start(call, operation, ask=held is None)

    def _start(self, call: Incoming, operation: Operation, *, ask: bool = True) -> None:
        self._jobs.check_free(operation.look())

        def allowed() -> None:
            ready = operation.prepare()
            path, output = self._jobs.start(call.sender, ready.key, ready.child, ready.kept)
            try:
                self._replier.answer(call, METHODS[call.member].gives, (path, output), output)
            finally:
                os.close(output)

        if ask:
            self._authorize(call, operation.action, operation.device, allowed)
        elif self._ending:
            raise HelperError(ErrorName.CANCELLED, "The helper is ending.")
        else:
            allowed()

    def _change(self, call: Incoming, change: Change) -> None:
        def allowed() -> None:
            change.do()
            self._replier.answer(call, None, ())

        if change.asked:
            self._authorize(call, change.action, change.device, allowed)
        else:
            allowed()

    def _authorize(
        self, call: Incoming, action: Action, device: str, allowed: Callable[[], None]
    ) -> None:
        def answered(error: HelperError | None) -> None:
            try:
                if self._ending:
                    raise HelperError(ErrorName.CANCELLED, "The helper is ending.")
                if error is not None:
                    raise error
                allowed()
            except HelperError as refusal:
                self._replier.refuse(call, refusal)

        self._authority.ask(
            call.sender, action, device, interactive=call.interactive, answer=answered
        )

    def _finished(self, job: Job, status: int) -> None:
        words = bytes(job.words).decode("utf-8", "replace").replace("\0", " ")
        reason = job.reason.value if job.reason else ""
        emitter = DBusAddress(OBJECT_PATH, interface=INTERFACE)
        signal = new_signal(emitter, "Finished", FINISHED, (job.path, status, reason, words))
        # Without a destination everybody would get it.
        signal.header.fields[HeaderFields.destination] = job.owner
        with contextlib.suppress(OSError):
            self._wire.send(signal)
        if self._ending:
            self._leave_when_done()
        self._rest()

    # The end

    def _busy(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def _rest(self) -> None:
        """Leave after a while, unless something is going on."""
        if self._ending or self._idle is not None:
            return
        if not self._needed_by_anybody():
            self._idle = self._loop.after(self._settings.idle, self._leave)

    def _needed_by_anybody(self) -> bool:
        kept = (self._jobs, self._holds, self._changes)
        return any(len(each) for each in kept) or bool(self._authority.waiting)

    def _leave(self) -> None:
        """Give the name back first: a call that comes meanwhile is still ours."""
        self._idle = None
        call = new_method_call(_BUS, "ReleaseName", "s", (BUS_NAME,))
        self._ask_bus(call, self._released)

    def _released(self, reply: Incoming) -> None:
        if self._idle is None and not self._needed_by_anybody():
            self._loop.stop()
        else:
            self._busy()
            self._request_name()

    def _end(self) -> None:
        """Asked to end: nothing new, put everything back, end what runs, then leave."""
        self._ending = True
        self._changes.put_all_back()
        self._jobs.end_all()
        self._holds.release_all()
        self._leave_when_done()

    def _leave_when_done(self) -> None:
        if not len(self._jobs):
            self._loop.stop()
