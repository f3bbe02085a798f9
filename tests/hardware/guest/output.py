# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts one job of the helper's as root, and prints what it prints: output.py METHOD DRIVE"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent))
from calls import HELPER, claim, phase
from jeepney import new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.wrappers import unwrap_msg

from driveproof.helper.protocol import METHODS, MIB, WireDirection


def main(method: str, drive: str) -> None:
    bus = open_dbus_connection("SYSTEM", enable_fds=True)
    device = claim(drive)
    body = (device, 0, 2) if method == "ReadSmart" else (device, phase(WireDirection.READ), 0, MIB)
    call = new_method_call(HELPER, method, METHODS[method].takes, body)
    with unwrap_msg(bus.send_and_get_reply(call, timeout=120))[1].to_file("rb") as output:
        sys.stdout.buffer.write(output.read())


main(*sys.argv[1:])
