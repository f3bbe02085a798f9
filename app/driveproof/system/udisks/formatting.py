# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes file systems on a device that has been given up for it, through UDisks2.

UDisks2 formats a device that is not one of the system's without any prompt
(org.freedesktop.udisks2.modify-device): who calls this has asked the person before.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from typing import Any

from jeepney import DBusAddress
from jeepney.low_level import MessageFlag

from driveproof.domain.errors import (
    Advice,
    CancelledError,
    DriveproofError,
    MachineError,
    RefusedError,
)
from driveproof.domain.profile.filesystems import Afterwards
from driveproof.system.bus import BusCallError, Connection, call, connect, method_call, reply_body
from driveproof.system.udisks.client import UDISKS_NAME, udisks_missing
from driveproof.system.udisks.objects import UDISKS_PREFIX, UDISKS_ROOT

FORMAT_SECONDS = 1800.0
"""A large drive is trimmed by mkfs before anything is written."""
_INSPECTED_SECONDS = 10.0
_BUSY_SECONDS = 60.0
"""Seconds that a device may stay busy although UDisks2 does nothing with it."""
_ROOT = DBusAddress(
    UDISKS_ROOT, bus_name=UDISKS_NAME, interface="org.freedesktop.DBus.ObjectManager"
)
_JOB = f"{UDISKS_PREFIX}Job"
_MANAGER = DBusAddress(
    f"{UDISKS_ROOT}/Manager", bus_name=UDISKS_NAME, interface=f"{UDISKS_PREFIX}Manager"
)
_NOT_AUTHORIZED = f"{UDISKS_PREFIX}Error.NotAuthorized"


class AnotherDeviceError(MachineError):
    """What is at the path is not the device that was confirmed."""


Certain = Callable[[], DriveproofError | None]
"""None where the device may be formatted now, else why not yet. Raises AnotherDeviceError,
RefusedError where it may not be at all.
"""


class Formatter:
    """`address` is the bus. Nothing here prompts."""

    def __init__(self, address: str = "") -> None:
        self._address = address

    def possible(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of these file systems that UDisks2 can make here. Raises MachineError."""
        with self._connected() as connection:
            return tuple(name for name in names if _can(connection, name))

    def check(self, device: str) -> str:
        """UDisks2's object of a device that may be formatted without a prompt.

        Raises RefusedError for one of the system's (HintSystem), MachineError for one that it does
        not know.
        """
        with self._connected() as connection:
            found = _object(connection, device)
            if _property(connection, found, "HintSystem"):
                raise RefusedError(
                    "{path} is not formatted: UDisks2 reports it as a system device.",
                    advice=Advice("Choose another drive."),
                    path=device,
                )
            return found

    def format(
        self,
        object_path: str,
        kind: str,
        certain: Certain,
        *,
        cancelled: Callable[[], bool] = lambda: False,
        begins: Callable[[], None] = lambda: None,
        on_turn: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """Make a file system that belongs to the person, or what is `Afterwards` at the end.

        Nothing is begun once it is `cancelled`, or where `begins`, which is called right before
        UDisks2 is asked, raises; what UDisks2 has begun is waited for, and `on_turn` called
        meanwhile: only its answer says that the device is free again. It is tried again for a
        moment: a program that inspects the device keeps it busy. `certain` is asked before each
        attempt, as the object has a name that another device may take. Raises CancelledError,
        RefusedError, MachineError.
        """
        options: dict[str, tuple[str, object]] = {"auth.no_user_interaction": ("b", True)}
        if kind not in tuple(Afterwards):
            options["take-ownership"] = ("b", True)
        message = method_call(_block(object_path), "Format", "sa{sv}", (kind, options))
        message.header.flags &= ~MessageFlag.allow_interactive_authorization
        end = clock() + _INSPECTED_SECONDS
        asked = False
        with self._connected() as connection:
            while True:
                reason = certain()
                if cancelled():
                    raise CancelledError("Cancelled before anything was changed.")
                if reason is None:
                    begins()
                    try:
                        reply = connection.send_and_get_reply(
                            message, timeout=FORMAT_SECONDS, on_turn=on_turn
                        )
                        reply_body(reply)
                    except BusCallError as error:
                        refused = error.name.startswith(_NOT_AUTHORIZED)
                        if refused or (asked and clock() > end):
                            raise
                        asked = True  # twice at least: it may have waited in vain for udev
                    else:
                        return
                elif clock() > end:
                    raise reason
                pause(0.3)  # between two attempts

    def empty(
        self,
        object_path: str,
        left: Afterwards,
        certain: Certain,
        *,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> DriveproofError | None:
        """Leave an empty partition table, or nothing; None when that worked, else why it did not.
        Never raises.

        What UDisks2 does with the device still, because it did not answer in time, is waited for.
        """
        begin = clock()
        end = begin + _BUSY_SECONDS
        while True:
            try:
                self.format(object_path, left, certain)
            except AnotherDeviceError as error:
                return error
            except DriveproofError as error:
                now = clock()
                if self._works_on(object_path):
                    end = min(now + _BUSY_SECONDS, begin + FORMAT_SECONDS)
                if now > end:
                    return error
            else:
                return None
            pause(0.5)  # between two attempts

    def _works_on(self, object_path: str) -> bool:
        """Whether a job of UDisks2's has to do with the device; False where it does not answer."""
        try:
            with self._connected() as connection:
                (managed,) = call(connection, _ROOT, "GetManagedObjects")
        except DriveproofError:
            return False
        return any(
            object_path in one[_JOB].get("Objects", ("ao", ()))[1]
            for one in managed.values()
            if _JOB in one
        )

    @contextlib.contextmanager
    def _connected(self) -> Any:
        try:
            with connect(self._address) as connection:
                yield connection
        except BusCallError as error:
            raise _failure(error) from error
        except (OSError, ValueError) as error:
            raise udisks_missing(error) from error


def _can(connection: Connection, name: str) -> bool:
    try:
        ((can, _program),) = call(connection, _MANAGER, "CanFormat", "s", (name,))
    except BusCallError:  # a file system that UDisks2 does not know
        return False
    return bool(can)


def _object(connection: Connection, device: str) -> str:
    body: tuple[object, ...] = ({"path": ("s", device)}, {})
    (found,) = call(connection, _MANAGER, "ResolveDevice", "a{sv}a{sv}", body)
    if not found:
        raise MachineError("UDisks2 does not list {path}.", path=device)
    return str(found[0])


def _property(connection: Connection, path: str, word: str) -> Any:
    address = DBusAddress(path, bus_name=UDISKS_NAME, interface="org.freedesktop.DBus.Properties")
    ((_, value),) = call(connection, address, "Get", "ss", (f"{UDISKS_PREFIX}Block", word))
    return value


def _block(object_path: str) -> DBusAddress:
    return DBusAddress(object_path, bus_name=UDISKS_NAME, interface=f"{UDISKS_PREFIX}Block")


def _failure(error: BusCallError) -> DriveproofError:
    if error.name.startswith(_NOT_AUTHORIZED):
        return RefusedError(
            "{program} does not allow it.",
            advice=Advice("Choose another drive."),
            program="UDisks2",
        )
    return MachineError(
        "{name} failed: {reason}.", reason=error.text.strip().rstrip("."), name="UDisks2"
    )
