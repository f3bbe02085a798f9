# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks the helper to hold a device, as root, whom polkit never prompts.

    held.py DEVICE LENGTH [SCRIPT [SCRIPT]]

The first script runs while polkit is asked and does not answer yet, as while a person is at the
prompt, the second while the device is held; then a write test is asked for. One JSON object: what
the rest of the program says of the device, and what the helper answered ("" or the error).
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from typing import Any

sys.path.insert(0, "/usr/lib/driveproof")

from jeepney import DBusAddress, MatchRule, new_method_call
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.low_level import HeaderFields, Message, MessageType

from driveproof.engine.run.overwrite import in_use
from driveproof.helper.protocol import (
    BUS_NAME,
    INTERFACE,
    METHODS,
    OBJECT_PATH,
    WireDirection,
    WirePhase,
)
from driveproof.system.helper.client import claim_device
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.client import read_inventory

HELPER = DBusAddress(OBJECT_PATH, bus_name=BUS_NAME, interface=INTERFACE)
WRITE = {
    "direction": WireDirection.WRITE, "block_size": 4096, "queue_depth": 1, "jobs": 1,
    "direct": True, "milliseconds": 300, "interval": 100, "seed": 1,
}  # fmt: skip


def told(path: str) -> list[str]:
    """How the device is used, by what the program knows before it asks anybody."""
    inventory = read_inventory("", Sysfs())
    device = inventory.get(path.removeprefix("/dev/"))
    if device is None:
        raise SystemExit(f"UDisks2 does not know {path}")
    found = in_use(device, inventory)
    return sorted({use.kind.value for use in found.uses}) if found else []


def error_of(reply: Message) -> str:
    if reply.header.message_type is not MessageType.error:
        return ""
    name = reply.header.fields[HeaderFields.error_name].rpartition(".")[2]
    return f"{name}: {reply.body[0]}"


def hold(bus: DBusConnection, claim: tuple[str, int, int], length: int, meanwhile: str) -> str:
    ping = new_method_call(HELPER.with_interface("org.freedesktop.DBus.Peer"), "Ping")
    bus.send_and_get_reply(ping)
    call = new_method_call(HELPER, "HoldDevice", METHODS["HoldDevice"].takes, (claim, 0, length))
    if not meanwhile:
        return error_of(bus.send_and_get_reply(call, timeout=120))
    authority = int(subprocess.check_output(["systemctl", "show", "-P", "MainPID", "polkit"]))
    os.kill(authority, signal.SIGSTOP)
    try:
        serial = next(bus.outgoing_serial)
        bus.send(call, serial=serial)
        bus.send_and_get_reply(ping)  # it has read the call as well
        subprocess.run(["sh", "-ec", meanwhile], check=True, stdout=subprocess.DEVNULL)
    finally:
        os.kill(authority, signal.SIGCONT)
    while True:
        reply = bus.receive(timeout=120)
        if reply.header.fields.get(HeaderFields.reply_serial) == serial:
            return error_of(reply)


def main(path: str, length: str, meanwhile: str = "", then: str = "") -> None:
    result: dict[str, Any] = {"told": told(path)}
    bus = open_dbus_connection("SYSTEM", enable_fds=True)
    ends = bus.filter(MatchRule(type="signal", interface=INTERFACE, member="Finished"))
    claim = tuple(claim_device(path))
    result["held"] = hold(bus, claim, int(length), meanwhile)
    if not result["held"]:
        subprocess.run(["sh", "-ec", then], check=True, stdout=subprocess.DEVNULL)
        phase = tuple(WRITE.get(name, 0) for name in WirePhase._fields)
        method = METHODS["StartWriteTest"]
        call = new_method_call(
            HELPER, "StartWriteTest", method.takes, (claim, phase, 0, int(length))
        )
        reply = bus.send_and_get_reply(call, timeout=120)
        result["written"] = error_of(reply)
        if not result["written"]:
            with reply.body[1].to_file("rb") as output:
                output.read()
            bus.recv_until_filtered(ends.queue, timeout=120)
    print(json.dumps(result))


if __name__ == "__main__":
    main(*sys.argv[1:])
