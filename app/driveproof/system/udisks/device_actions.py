# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mounts, unmounts, ejects, puts to sleep and powers off, through UDisks2 with its own prompts."""

from __future__ import annotations

from typing import Any

from jeepney import DBusAddress
from jeepney.low_level import MessageFlag

from driveproof.domain.drive.actions import DeviceAction
from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError
from driveproof.system.bus import BusCallError, Connection, call, connect, method_call, reply_body
from driveproof.system.udisks.client import UDISKS_NAME, udisks_missing
from driveproof.system.udisks.objects import UDISKS_PREFIX

PROMPT_SECONDS = 600.0
"""Seconds that somebody may take to enter a password."""
_ERROR = f"{UDISKS_PREFIX}Error."
_OF_THE_BLOCK = {
    DeviceAction.MOUNT: ("Filesystem", "Mount"),
    DeviceAction.UNMOUNT: ("Filesystem", "Unmount"),
}
_OF_THE_DRIVE = {
    DeviceAction.STANDBY: ("Drive.Ata", "PmStandby"),
    DeviceAction.EJECT: ("Drive", "Eject"),
    DeviceAction.POWER_OFF: ("Drive", "PowerOff"),
}


class DeviceActions:
    """Each call may take long, and may prompt: make it in a thread. `address` is the bus."""

    def __init__(self, address: str = "") -> None:
        self._address = address

    def do(self, action: DeviceAction, object_path: str, name: str) -> str:
        """Do it with the device of a UDisks2 object; `name` is what messages call it.

        The mount point after a mount, else "". Raises DriveproofError.
        """
        try:
            with connect(self._address) as connection:
                of_block = _OF_THE_BLOCK.get(action)
                place = object_path if of_block else _drive(connection, object_path)
                interface, method = of_block or _OF_THE_DRIVE[action]
                address = DBusAddress(
                    place, bus_name=UDISKS_NAME, interface=f"{UDISKS_PREFIX}{interface}"
                )
                message = method_call(address, method, "a{sv}", ({},))
                message.header.flags |= MessageFlag.allow_interactive_authorization
                reply = connection.send_and_get_reply(message, timeout=PROMPT_SECONDS)
                found = reply_body(reply)
        except BusCallError as error:
            if not error.name.startswith(_ERROR):
                raise udisks_missing(error) from error
            raise _failure(error, name) from error
        except (OSError, ValueError) as error:
            raise udisks_missing(error) from error
        return str(found[0]) if found else ""


def _drive(connection: Connection, object_path: str) -> str:
    properties = "org.freedesktop.DBus.Properties"
    block = DBusAddress(object_path, bus_name=UDISKS_NAME, interface=properties)
    body: tuple[Any, ...] = call(connection, block, "Get", "ss", (f"{UDISKS_PREFIX}Block", "Drive"))
    return str(body[0][1])


def _failure(error: BusCallError, name: str) -> DriveproofError:
    """What an error of UDisks2 means (udisks2, UDisksError), and what to do."""
    text = error.text.rstrip(".")
    found: DriveproofError
    match error.name.removeprefix(_ERROR):
        case "NotAuthorizedDismissed":
            found = RefusedError("The password prompt was closed.")
        case "NotAuthorized" | "NotAuthorizedCanObtain":
            found = RefusedError(
                "{program} does not allow it.",
                advice=Advice("Run it in a desktop session, or with sudo."),
                program="UDisks2",
            )
        case "DeviceBusy":
            found = MachineError(
                "{name} is in use: {text}",
                name=name,
                text=text,
                advice=Advice("Unmount it, or stop what uses it."),
            )
        case "AlreadyMounted":
            found = MachineError("{path} is already mounted.", path=name)
        case "NotMounted":
            found = MachineError("{path} is not mounted.", path=name)
        case "NotSupported":
            found = MachineError("{name} does not support it.", name=name)
        case "Timedout":
            found = MachineError("{name} does not answer.", name=name)
        case _:
            found = MachineError("{name} failed: {reason}.", reason=text, name="UDisks2")
    return found
