# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Follows the drives: a thread that listens to UDisks2 and to the mount table."""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jeepney.low_level import HeaderFields, Message, MessageFlag, MessageType

from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import Advice, MachineError
from driveproof.system.bus import (
    CALL_SECONDS,
    THE_BUS,
    BusCallError,
    Connection,
    connect,
    method_call,
    reply_body,
)
from driveproof.system.kernel import mounts as filesystems
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.client import MANAGER, UDISKS_NAME, udisks_missing
from driveproof.system.udisks.inventory_builder import InventoryBuilder
from driveproof.system.udisks.objects import UDISKS_ROOT, ObjectTree

if TYPE_CHECKING:
    import logging

_RULES = (
    f"type='signal',sender='{UDISKS_NAME}',path_namespace='{UDISKS_ROOT}'",
    "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
    "member='ActivatableServicesChanged'",
)
_AFTER_STOP_SECONDS = 3.0  # it is most likely being restarted: only after this do we start it
_RETRIES = (0.3, 1.0, 2.0, 5.0)


class LostError(Exception):
    """The bus has gone."""


@dataclass(frozen=True, slots=True)
class ObjectChanges:
    """What happened since the last `process`."""

    reloaded: bool = False
    """Whether everything was read anew."""
    affected: frozenset[str] = frozenset()
    """Paths of the block objects that may have changed."""


@dataclass(slots=True)
class _Gathered:
    reloaded: bool = False
    affected: set[str] = field(default_factory=set)


class UDisksListener:
    """Keeps an ObjectTree equal to UDisks2's objects.

    `tree` is complete while `ready`; `missing` says why it is not. The user waits for
    `fileno` to become readable, at most until `wake_at`, and then calls `process`.
    """

    def __init__(self, address: str = "") -> None:
        """Raises MachineError where there is no bus."""
        self.tree = ObjectTree()
        self.ready = False
        self.missing: MachineError | None = None
        self._connection: Connection = connect(address)
        self._owner = ""
        self._asked: int | None = None
        self._deadline = 0.0
        self._retry_at: float | None = None
        self._failures = 0
        try:
            self._connection.follow(UDISKS_NAME)
            for rule in _RULES:
                self._connection.send(_quiet(method_call(THE_BUS, "AddMatch", "s", (rule,))))
            self._ask()
        except OSError as error:
            self.close()
            raise MachineError("The connection to the system bus was lost.") from error

    def __enter__(self) -> UDisksListener:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Disconnect from the bus."""
        self._connection.close()

    def fileno(self) -> int:
        """Readable when there is something to process."""
        return int(self._connection.sock.fileno())

    @property
    def wake_at(self) -> float | None:
        """The moment (time.monotonic) by which `process` has to be called in any case."""
        moments = [self._deadline] if self._asked is not None else []
        if self._retry_at is not None:
            moments.append(self._retry_at)
        return min(moments, default=None)

    def process(self) -> ObjectChanges:
        """Process everything that arrived. Raises LostError."""
        gathered = _Gathered()
        try:
            for message in self._arrived():
                self._take(message, gathered)
            self._look_at_the_clock()
        except OSError as error:
            raise LostError from error
        return ObjectChanges(gathered.reloaded, frozenset(gathered.affected))

    def _arrived(self) -> Iterator[Message]:
        while True:
            try:
                yield self._connection.receive(timeout=0)
            except TimeoutError:
                return

    def _take(self, message: Message, gathered: _Gathered) -> None:
        fields = message.header.fields
        if self._asked is not None and self._connection.is_reply(message, self._asked, UDISKS_NAME):
            self._asked = None
            self._take_objects(message, gathered)
        elif message.header.message_type == MessageType.signal:
            sender = fields.get(HeaderFields.sender)
            if sender == THE_BUS.bus_name:
                self._take_from_bus(str(fields.get(HeaderFields.member)), tuple(message.body))
            elif self.ready and sender == self._owner:
                # A signal sent before the reply is already included in the reply.
                self._take_signal(message, gathered)

    def _take_objects(self, message: Message, gathered: _Gathered) -> None:
        try:
            body = reply_body(message)
        except BusCallError as error:
            self._fail(udisks_missing(error))
            return
        self._owner = str(message.header.fields.get(HeaderFields.sender, ""))
        self.tree.load(body[0])
        self.ready, self.missing = True, None
        self._retry_at, self._failures = None, 0
        gathered.reloaded = True

    def _take_from_bus(self, member: str, body: tuple[Any, ...]) -> None:
        if member == "ActivatableServicesChanged":
            if not self.ready and self._retry_at is not None:
                self._retry_at = time.monotonic()  # it may just have been installed
            return
        if member != "NameOwnerChanged" or body[0] != UDISKS_NAME:
            return
        self.ready = False
        if body[2]:
            if body[1]:  # another owner took over: a reply of the old one is void
                self._asked = None
            self._ask()  # unless the call itself started the service
            return
        self._asked = None
        self.missing = MachineError(
            "{name} does not answer.",
            advice=Advice("Try again."),
            name="UDisks2",
        )
        self._retry_at = time.monotonic() + _AFTER_STOP_SECONDS

    def _take_signal(self, message: Message, gathered: _Gathered) -> None:
        member = message.header.fields.get(HeaderFields.member)
        body = message.body
        if member == "InterfacesAdded":
            gathered.affected |= self.tree.add(body[0], body[1])
        elif member == "InterfacesRemoved":
            gathered.affected |= self.tree.remove(body[0], body[1])
        elif member == "PropertiesChanged":
            path = str(message.header.fields.get(HeaderFields.path))
            gathered.affected |= self.tree.change(path, body[0], body[1])
            if body[2]:  # values that the signal did not include
                self._ask()

    def _look_at_the_clock(self) -> None:
        now = time.monotonic()
        if self._asked is not None and self._deadline <= now:
            self._asked = None
            self._fail(udisks_missing(TimeoutError()))
        if self._retry_at is not None and self._retry_at <= now:
            self._ask()

    def _fail(self, error: MachineError) -> None:
        if not self.ready:
            self.missing = error
        self._retry_at = time.monotonic() + _RETRIES[min(self._failures, len(_RETRIES) - 1)]
        self._failures += 1

    def _ask(self) -> None:
        """Request all objects, which starts the service where the bus can do that."""
        self._retry_at = None
        if self._asked is None:
            self._asked = next(self._connection.outgoing_serial)
            self._deadline = time.monotonic() + CALL_SECONDS
            self._connection.send(method_call(MANAGER, "GetManagedObjects"), serial=self._asked)


def _quiet(message: Message) -> Message:
    message.header.flags |= MessageFlag.no_reply_expected
    return message


GATHER_SECONDS = 0.06
"""Seconds: changes come in bursts, which are reported together this long after the first."""
RETRY_SECONDS = 1.0
"""Seconds between two attempts to find a missing bus or service."""
REFRESH_SECONDS = 10.0
"""Seconds between two readings of what no signal announces: temperature, free space, scheduler."""


class DiskWatcher:
    """Calls back with a new Inventory whenever something changed.

    Both callbacks run in the watcher's thread and must not raise. `on_missing` reports that there
    is no bus or no UDisks2; the watcher keeps looking, and `on_change` follows when it is back.
    `on_missing` is not repeated while the reason stays the same.
    """

    def __init__(
        self,
        on_change: Callable[[Inventory], None],
        on_missing: Callable[[MachineError], None],
        *,
        address: str = "",
        sysfs: Sysfs | None = None,
        proc: Path = filesystems.PROC_SELF,
    ) -> None:
        self._on_change = on_change
        self._on_missing = on_missing
        self._address = address
        self._sysfs = sysfs or Sysfs()
        self._proc = proc
        self._thread: threading.Thread | None = None
        self._stopping = threading.Event()
        self._refreshing = threading.Event()
        self._wake_read, self._wake_write = -1, -1
        self._missing = ""
        self._last: Inventory | None = None

    def start(self) -> None:
        """Start listening; returns at once."""
        if self._thread is not None:
            return
        self._stopping.clear()
        self._wake_read, self._wake_write = os.pipe2(os.O_CLOEXEC)
        self._thread = threading.Thread(target=self._run, name="disk-watcher", daemon=True)
        self._thread.start()

    def refresh(self) -> None:
        """Read everything again now, including what no signal announces; returns at once."""
        if self._thread is not None:
            self._refreshing.set()
            os.write(self._wake_write, b"r")

    def stop(self) -> None:
        """Stop listening. No callback follows, unless one blocks for a second."""
        if self._thread is None:
            return
        self._stopping.set()
        os.write(self._wake_write, b"x")
        self._thread.join(1.0)
        if self._thread.is_alive():
            _log().warning("the disk watcher did not stop within a second")
        else:
            os.close(self._wake_read)
            os.close(self._wake_write)
        self._thread = None

    def _run(self) -> None:
        while not self._stopping.is_set():
            try:
                with UDisksListener(self._address) as listener, _MountTable(self._proc) as mounts:
                    self._follow(listener, mounts)
            except MachineError as error:
                self._say_missing(error)
            except LostError:
                self._say_missing(
                    MachineError(
                        "The connection to the system bus was lost.",
                        advice=Advice("Try again."),
                    )
                )
            except Exception:  # noqa: BLE001
                # If the thread died silently, an old list would stay on the screen for ever.
                _log().exception("following the drives failed; starting over")
            self._stopping.wait(RETRY_SECONDS)

    def _follow(self, listener: UDisksListener, mounts: _MountTable) -> None:
        """Use one connection, until it is lost (LostError) or the watcher is stopped."""
        builder = InventoryBuilder(listener.tree, self._sysfs, proc=self._proc)
        poll = select.poll()
        poll.register(listener.fileno(), select.POLLIN)
        poll.register(self._wake_read, select.POLLIN)
        if mounts.fileno() >= 0:
            poll.register(mounts.fileno(), select.POLLPRI)
        builder.read_mounts()
        deliver_at: float | None = None
        refresh_at = time.monotonic() + REFRESH_SECONDS
        while not self._stopping.is_set():
            moments = (deliver_at, refresh_at, listener.wake_at)
            wake_at = min(moment for moment in moments if moment is not None)
            events = poll.poll(max(0.0, wake_at - time.monotonic()) * 1000)
            if any(number == self._wake_read for number, _ in events):
                os.read(self._wake_read, 64)
            if any(number == mounts.fileno() for number, _ in events):
                builder.read_mounts()
            change = listener.process()
            now = time.monotonic()
            if self._refreshing.is_set():
                self._refreshing.clear()
                builder.touch_all()
                builder.read_mounts()
                refresh_at = now
            if not listener.ready:
                deliver_at = None
                if listener.missing is not None:
                    self._say_missing(listener.missing)
                refresh_at = max(refresh_at, now + REFRESH_SECONDS)
                continue
            builder.touch(change.affected)
            if change.reloaded:
                builder.touch_all()
                deliver_at = now  # the first list, or the first after a restart: at once
            if now >= refresh_at:
                builder.refresh_volatile()
                refresh_at = now + REFRESH_SECONDS
            if builder.pending and deliver_at is None:
                deliver_at = now + GATHER_SECONDS
            if deliver_at is not None and now >= deliver_at:
                deliver_at = None
                self._deliver(builder.build())

    def _deliver(self, inventory: Inventory) -> None:
        back = bool(self._missing)
        self._missing = ""
        if back or inventory != self._last:
            self._last = inventory
            self._on_change(inventory)

    def _say_missing(self, error: MachineError) -> None:
        if error.message != self._missing and not self._stopping.is_set():
            self._missing = error.message
            self._on_missing(error)


def _log() -> logging.Logger:
    return logging.getLogger(__name__)


class _MountTable:
    """The kernel's mount table as something to wait for: POLLPRI signals a change."""

    def __init__(self, proc: Path) -> None:
        try:
            self._handle = os.open(proc / "mountinfo", os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._handle = -1

    def __enter__(self) -> _MountTable:
        return self

    def __exit__(self, *_: object) -> None:
        if self._handle >= 0:
            os.close(self._handle)

    def fileno(self) -> int:
        """The descriptor, -1 without a table."""
        return self._handle
