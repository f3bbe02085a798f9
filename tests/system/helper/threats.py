# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the tests of attacks on the helper: long jobs, calls, and inspection of a process."""

from __future__ import annotations

from typing import Any

from jeepney import DBusAddress, new_method_call
from tests.system.helper.caller import (
    HELPER,
    MIB,
    Caller,
    Process,
    phase,
    unwrap,
)

from driveproof.helper import operations
from driveproof.helper.identity import WrittenSectors, written_to
from driveproof.helper.protocol import METHODS, WireDirection
from driveproof.helper.scan import Scan, ScanKind

BUS = DBusAddress(
    "/org/freedesktop/DBus", bus_name="org.freedesktop.DBus", interface="org.freedesktop.DBus"
)
LONG = phase(milliseconds=60_000)
ZONES = Scan(ScanKind.ZONES, 4, 2, 64 * 1024, 2, 0, MIB, 0)


HELD = frozenset({"StartWriteTest", *operations.WITHIN_HOLD})
"""Methods that are refused to whoever does not hold the range."""


def ping(caller: Caller) -> None:
    """When this returns, the helper has read everything that was sent before."""
    call = new_method_call(HELPER.with_interface("org.freedesktop.DBus.Peer"), "Ping")
    unwrap(caller.connection.send_and_get_reply(call, timeout=60))


def counted(number: int) -> WrittenSectors:
    """What was written to a device until now; of one that is not there, anything."""
    try:
        return written_to(number)
    except OSError:
        return WrittenSectors(0)


def arguments(method: str, device: tuple[str, int, int]) -> tuple[Any, ...]:
    direction = WireDirection.WRITE if method == "StartWriteTest" else WireDirection.READ
    return {
        "StartReadTest": (device, phase(direction).wire(), 0, MIB),
        "StartWriteTest": (device, phase(direction).wire(), 0, MIB),
        "StartScan": (device, ZONES.wire()),
        "StartReadCheck": (device, 0, MIB),
        "StartFill": (device, 0, MIB, 1),
        "StartReadBack": (device, 0, MIB, 1),
        "StartProbe": (device, 0, MIB, 1),
        "HoldForReading": (device,),
        "HoldDevice": (device, 0, MIB),
        "StartDiscard": (device, 0, MIB),
        "StartDiscardUnwritten": (device, 0, MIB, *counted(device[1])),
        "StartTrim": (device, 0, 0),
        "ReadSmart": (device, 0, 2),
        "StartSelfTest": (device, 1, 0),
        "StartHdparm": (device, 1),
        "DropCaches": (device, 1),
        "StartTrace": (device, 1),
        "SetScheduler": (device, "none"),
    }[method]


def resident(process: Process) -> int:
    """Resident memory, in KiB."""
    return int(process.status("VmRSS").split()[0])


DEVICE_METHODS = [name for name, method in METHODS.items() if method.takes.startswith("(stt)")]
