# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-tests, and SMART switched on, through UDisks2, which asks with its own prompts."""

from __future__ import annotations

from typing import Any

from jeepney import DBusAddress

from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.system.bus import BusCallError, Connection, call, connect
from driveproof.system.udisks.client import UDISKS_NAME, udisks_missing
from driveproof.system.udisks.objects import UDISKS_PREFIX

PROMPT_SECONDS = 600.0
"""Seconds that somebody may take to enter a password."""
_ATA, _NVME = f"{UDISKS_PREFIX}Drive.Ata", f"{UDISKS_PREFIX}NVMe.Controller"
_PROPERTIES = "org.freedesktop.DBus.Properties"
_ERROR = f"{UDISKS_PREFIX}Error."
_UNKNOWN = frozenset(
    f"org.freedesktop.DBus.Error.{word}"
    for word in ("UnknownObject", "UnknownInterface", "UnknownMethod", "InvalidArgs")
)


class SmartControl:
    """Changes what a drive does about its own health; `address` is that of the bus."""

    def __init__(self, address: str = "") -> None:
        self._address = address

    def start(
        self, object_path: str, path: str, kind: SelfTestKind, *, nvme: bool, ask: bool = True
    ) -> bool:
        """Start a self-test of the drive of a block object; `path` names it in messages. Without
        `ask` nobody is prompted: what needs a password is refused.

        False where UDisks2 has no self-tests of it. Raises DriveproofError.
        """
        body = (kind, {} if ask else {"auth.no_user_interaction": ("b", True)})
        return self._do(object_path, path, "SmartSelftestStart", "sa{sv}", body, nvme=nvme)

    def abort(self, object_path: str, path: str, *, nvme: bool) -> bool:
        """Abort the running self-test; as `start`."""
        return self._do(object_path, path, "SmartSelftestAbort", "a{sv}", ({},), nvme=nvme)

    def switch_on(self, object_path: str, path: str) -> bool:
        """Switch SMART on; as `start`. Only ATA drives have it switched off."""
        return self._do(object_path, path, "SmartSetEnabled", "ba{sv}", (True, {}), nvme=False)

    def _do(
        self,
        object_path: str,
        path: str,
        method: str,
        signature: str,
        body: tuple[Any, ...],
        *,
        nvme: bool,
    ) -> bool:
        if len(object_path) < 2 or not object_path.startswith("/"):
            return False
        interface = _NVME if nvme else _ATA
        try:
            with connect(self._address) as connection:
                drive = _drive(connection, object_path)
                address = DBusAddress(drive, bus_name=UDISKS_NAME, interface=interface)
                call(connection, address, method, signature, body, timeout=PROMPT_SECONDS)
        except BusCallError as error:
            if error.name in _UNKNOWN or error.name == f"{_ERROR}NotSupported":
                return False
            if not error.name.startswith(_ERROR):
                raise udisks_missing(error) from error
            raise _failure(error, path) from error
        except TimeoutError as error:
            raise MachineError("{name} does not answer.", name=path) from error
        except OSError as error:
            raise udisks_missing(error) from error
        return True


def _drive(connection: Connection, object_path: str) -> str:
    block = DBusAddress(object_path, bus_name=UDISKS_NAME, interface=_PROPERTIES)
    body = call(connection, block, "Get", "ss", (f"{UDISKS_PREFIX}Block", "Drive"))
    drive = str(body[0][1])
    if drive == "/":
        raise BusCallError("org.freedesktop.DBus.Error.UnknownObject", "it has no drive")
    return drive


def _failure(error: BusCallError, path: str) -> DriveproofError:
    short = error.name.removeprefix(_ERROR)
    if short == "NotAuthorizedDismissed":
        return RefusedError("The password prompt was closed.")
    if short.startswith("NotAuthorized"):
        return RefusedError(
            "{program} does not allow it.",
            advice=Advice("Run it in a desktop session, or with sudo."),
            program="UDisks2",
        )
    return MachineError("{name} failed: {reason}.", reason=error.text.rstrip("."), name="UDisks2")
