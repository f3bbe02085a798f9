# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The service: takes calls one by one, authorizes each, starts jobs and reports their end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial
from typing import Any

from jeepney import DBusAddress, new_method_call, new_signal
from jeepney.low_level import HeaderFields, Message, MessageType

from driveproof.helper import operations
from driveproof.helper.authority import MAX_WAITING_EACH, POLKIT, Authority
from driveproof.helper.described import described
from driveproof.helper.holds import Holds, Readers
from driveproof.helper.jobs import ChildJob, ChildJobs
from driveproof.helper.keepers import Keepers, Then, exhausted
from driveproof.helper.loop import EventLoop, Timer
from driveproof.helper.operations import Operation
from driveproof.helper.protocol import (
    BUS_NAME,
    FINISHED,
    INTERFACE,
    METHODS,
    OBJECT_PATH,
    THE_BUS,
    Claim,
    ErrorName,
    HelperError,
    Owner,
    PolkitAction,
    claim_of,
    invalid_argument,
)
from driveproof.helper.replies import Replier
from driveproof.helper.schedulers import SchedulerChange, Schedulers
from driveproof.helper.settings import HelperSettings
from driveproof.helper.wire import Incoming, Wire

_BUS = DBusAddress("/org/freedesktop/DBus", bus_name=THE_BUS, interface=THE_BUS)
END_TIMEOUT = 8.0
"""Seconds for the children to restore and end, before systemd would kill them (TimeoutStopSec)."""
_DO_NOT_QUEUE = 4
_OWNER = 1


class Service:
    """One connection, one thread, and no state but what is running now."""

    def __init__(self, wire: Wire, loop: EventLoop, settings: HelperSettings) -> None:
        self._wire = wire
        self._loop = loop
        self._settings = settings
        self._replier = Replier(wire)
        self._authority = Authority(wire, loop, settings.prompt)
        self._jobs = ChildJobs(loop, settings.timeout, self._finished, self._less)
        self._keepers = Keepers(loop, settings.timeout, self._less)
        self._holds = Holds(self._keepers)
        self._readers = Readers()
        self._schedulers = Schedulers(self._keepers)
        self._replies: dict[int, Callable[[Incoming], None]] = {}
        self._users: dict[str, int] = {}  # of the callers on the bus
        self._unknown: dict[str, list[tuple[Incoming, Callable[[Owner], None]]]] = {}
        self._idle: Timer | None = None
        self._ending = False
        self._failed = False

    def run(self) -> int:
        """Run until idle or asked to end; returns the exit status."""
        self._loop.on_signals(self._end)
        self._loop.watch(self._wire.fileno(), self._receive)
        hello = new_method_call(_BUS, "Hello")
        self._ask_bus(hello, lambda _: None)
        # Before the first call can arrive, so that no caller leaves unnoticed.
        rule = f"type='signal',sender='{THE_BUS}',interface='{THE_BUS}',member='NameOwnerChanged'"
        self._ask_bus(new_method_call(_BUS, "AddMatch", "s", (rule,)), self._needed)
        # After adding the match, so that no change is missed: polkit may come and go.
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
            # The bus has gone: nobody can end anything any more.
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
        # Anybody can send a signal of this name; only the bus can be its sender.
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
        self._readers.release(caller)
        self._holds.owner_gone(caller)
        self._keepers.owner_gone(caller)
        self._users.pop(caller, None)
        self._unknown.pop(caller, None)
        self._rest()

    def _of_user(self, call: Incoming, then: Callable[[Owner], None]) -> None:
        """The owner of a call; the bus is asked once for each caller. Raises Busy."""
        caller = call.sender
        if caller in self._users:
            then(Owner(caller, self._users[caller]))
            return
        waiting = self._unknown.setdefault(caller, [])
        if len(waiting) >= MAX_WAITING_EACH:
            raise HelperError(ErrorName.BUSY, "Too many requests of yours wait.")
        waiting.append((call, then))
        if len(waiting) == 1:
            ask = new_method_call(_BUS, "GetConnectionUnixUser", "s", (caller,))
            self._ask_bus(ask, lambda reply: self._user_known(caller, reply))

    def _user_known(self, caller: str, reply: Incoming) -> None:
        waiting = self._unknown.pop(caller, [])
        if reply.kind is MessageType.error or not waiting:
            return  # it has left
        (user,) = reply.body("u")
        self._users[caller] = user
        for call, then in waiting:
            self._try(call, partial(then, Owner(caller, user)))
        self._rest()

    # Calls

    def _try(self, call: Incoming, do: Callable[[], None]) -> None:
        """Turn whatever goes wrong into one caller's error, never the helper's end."""
        try:
            do()
        except HelperError as error:
            self._refuse(call, error)
        except (OSError, MemoryError) as error:
            self._refuse(call, exhausted(error))

    def _refuse(self, call: Incoming, error: HelperError) -> None:
        with contextlib.suppress(OSError, MemoryError):
            self._replier.refuse(call, error)

    def _done(self, call: Incoming) -> Then:
        """Reply to a call that returns nothing, or send its error."""

        def then(error: HelperError | None) -> None:
            if error is None:
                self._try(call, lambda: self._replier.answer(call, None, ()))
            else:
                self._refuse(call, error)

        return then

    def _call(self, call: Incoming) -> None:
        self._busy()
        ours = call.interface in {"", INTERFACE} and call.member in METHODS
        self._try(call, lambda: (self._method if ours else self._replier.standard)(call))
        self._rest()

    def _method(self, call: Incoming) -> None:
        if call.path != OBJECT_PATH:
            raise invalid_argument(f"The object is {OBJECT_PATH}.")
        if call.carries_descriptors:
            raise invalid_argument("No descriptors are taken.")
        try:
            body = call.body(METHODS[call.member].takes)
        except ValueError as error:
            raise invalid_argument(f"{call.member} takes {METHODS[call.member].takes}.") from error
        match call.member:
            case "Cancel":
                self._jobs.cancel(call.sender, body[0])
                self._replier.answer(call, None, ())
            case "ReleaseDevice":
                self._readers.release(call.sender)
                self._holds.release(call.sender, self._done(call))
            case _:
                self._of_user(call, lambda owner: self._begin(call, owner, body))

    def _begin(self, call: Incoming, owner: Owner, body: tuple[Any, ...]) -> None:
        """Start what needs authorization."""
        match call.member:
            case "SetScheduler":
                self._change(call, owner, self._schedulers.change(owner, body))
            case "HoldForReading":
                self._hold_for_reading(call, owner, body)
            case "HoldDevice":
                self._hold(call, owner, body)
            case "StartReadTest":
                self._read_test(call, owner, body)
            case "StartWriteTest":
                lender = self._holds.lender(call.sender, claim_of(body[0]), body[2], body[3])
                operation = operations.write_test(body, lender, self._settings.overtime)
                self._start(call, owner, operation, ask=False)
            case method if method in operations.WITHIN_HOLD:
                lender = self._holds.lender(call.sender, claim_of(body[0]), body[1], body[2])
                operation = operations.WITHIN_HOLD[method](body, lender)
                self._start(call, owner, operation, ask=False)
            case _:
                operation = operations.BY_BODY[call.member](body)
                measures = operation.action is PolkitAction.MEASURE
                held = measures and self._readers.covers(call.sender, operation.claim)
                self._start(call, owner, operation, ask=not held)

    def _hold_for_reading(self, call: Incoming, owner: Owner, body: tuple[Any, ...]) -> None:
        claim = claim_of(body[0])
        identity = self._readers.check(owner, claim)

        def allowed() -> None:
            self._readers.take(owner, identity)
            self._replier.answer(call, None, ())

        self._authorize(call, owner, PolkitAction.MEASURE, claim, allowed)

    def _hold(self, call: Incoming, owner: Owner, body: tuple[Any, ...]) -> None:
        claim = claim_of(body[0])
        identity = self._holds.check(owner, claim, *body[1:])

        def allowed() -> None:
            self._holds.take(owner, identity, body[1], body[2], self._done(call))

        self._authorize(call, owner, PolkitAction.OVERWRITE, claim, allowed)

    def _read_test(self, call: Incoming, owner: Owner, body: tuple[Any, ...]) -> None:
        """Start a test. Of what the caller holds it needs no prompt: the hold had one."""
        claim, operation = claim_of(body[0]), operations.read_test(body, self._settings.overtime)
        held = self._holds.covering(call.sender, claim, body[2], body[3]) is not None
        ask = not held and not self._readers.covers(call.sender, claim)
        self._start(call, owner, operation, ask=ask)

    def _start(
        self, call: Incoming, owner: Owner, operation: Operation, *, ask: bool = True
    ) -> None:
        self._jobs.check_free(operation.key, owner.user)
        operation.look()

        def allowed() -> None:
            operation.look()
            with contextlib.ExitStack() as kept:
                work = operation.prepare(kept)
                self._jobs.start(
                    owner, operation.key, work, needs=operation.needs,
                    seconds=operation.seconds, kept=kept, started=started,
                )  # fmt: skip

        def started(error: HelperError | None, path: str, output: int) -> bool:
            if error is not None:
                self._refuse(call, error)
                return False
            try:
                self._replier.answer(call, METHODS[call.member].gives, (path, output), output)
            except (OSError, MemoryError) as failed:
                self._refuse(call, exhausted(failed))
                return False
            return True

        if ask:
            self._authorize(call, owner, operation.action, operation.claim, allowed)
        elif self._ending:
            raise HelperError(ErrorName.CANCELLED, "The helper is ending.")
        else:
            allowed()

    def _change(self, call: Incoming, owner: Owner, change: SchedulerChange) -> None:
        def allowed() -> None:
            change.do(self._done(call))

        if change.asked:
            self._authorize(call, owner, PolkitAction.SET_SCHEDULER, change.claim, allowed)
        else:
            allowed()

    def _authorize(
        self,
        call: Incoming,
        owner: Owner,
        action: PolkitAction,
        claim: Claim,
        allowed: Callable[[], None],
    ) -> None:
        def answered(error: HelperError | None) -> None:
            if error is None and self._ending:
                error = HelperError(ErrorName.CANCELLED, "The helper is ending.")
            if error is not None:
                self._refuse(call, error)
            else:
                self._try(call, allowed)
            self._rest()

        device = described(claim)
        self._authority.ask(owner, action, device, interactive=call.interactive, answer=answered)

    def _finished(self, job: ChildJob, status: int) -> None:
        words = bytes(job.words).decode("utf-8", "replace").replace("\0", " ")
        reason = job.reason.value if job.reason else ""
        emitter = DBusAddress(OBJECT_PATH, interface=INTERFACE)
        signal = new_signal(emitter, "Finished", FINISHED, (job.path, status, reason, words))
        # Without a destination the signal would be broadcast.
        signal.header.fields[HeaderFields.destination] = job.owner.name
        self._wire.send(signal)

    def _less(self) -> None:
        """A child has ended."""
        if self._ending:
            self._leave_when_done()
        self._rest()

    # The end

    def _busy(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def _rest(self) -> None:
        """Leave after a while, unless something is still running."""
        if self._ending or self._idle is not None:
            return
        if not self._needed_by_anybody():
            self._idle = self._loop.after(self._settings.idle, self._leave)

    def _needed_by_anybody(self) -> bool:
        return bool(
            len(self._jobs)
            or len(self._keepers)
            or len(self._readers)
            or self._authority.waiting
            or self._unknown
        )

    def _leave(self) -> None:
        """Release the name first: a call that arrives meanwhile is still ours."""
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
        """Asked to end: accept nothing new, restore everything, end the jobs, then leave."""
        self._ending = True
        self._keepers.end_all()
        self._jobs.end_all()
        self._loop.after(END_TIMEOUT, self._loop.stop)
        self._leave_when_done()

    def _leave_when_done(self) -> None:
        if not len(self._jobs) and not len(self._keepers):
            self._loop.stop()
