# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Calls the helper's methods as root, whom polkit never prompts: calls.py DRIVE MOUNTED

One JSON object: what each answered ("" or the error), and how the jobs ended.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import Any

# Where the helper itself finds jeepney.
sys.path += re.findall(
    r'"(/[^"]+)"', Path("/usr/lib/driveproof-helper/driveproof-helper").read_text("utf-8")
)

from jeepney import DBusAddress, MatchRule, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.low_level import MessageType

from driveproof.helper.identity import written_to
from driveproof.helper.protocol import (
    BUS_NAME,
    INTERFACE,
    METHODS,
    MIB,
    OBJECT_PATH,
    WireDirection,
    WirePhase,
)
from driveproof.helper.scan import Scan, ScanKind

HELPER = DBusAddress(OBJECT_PATH, bus_name=BUS_NAME, interface=INTERFACE)


def claim(path: str) -> tuple[str, int, int]:
    number = Path(path).stat().st_rdev
    place = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}/diskseq")
    return path, number, int(place.read_text())


def phase(direction: WireDirection) -> tuple[Any, ...]:
    bounds = {"block_size": 65536, "queue_depth": 1, "jobs": 1, "milliseconds": 300}
    values = {"direction": direction, "direct": True, "interval": 100, "seed": 1, **bounds}
    return tuple(
        int(values.get(name, 0)) if name != "direct" else True for name in WirePhase._fields
    )


def main(drive: str, mounted: str) -> None:
    bus = open_dbus_connection("SYSTEM", enable_fds=True)
    ends = bus.filter(MatchRule(type="signal", interface=INTERFACE, member="Finished"))
    free, busy = claim(drive), claim(mounted)
    scan = Scan(ScanKind.ZONES, 4, 2, 65536, 2, 0, MIB, 0)
    queue = Path("/sys/block", Path(drive).name, "queue/scheduler")
    other = next(word for word in queue.read_text().split() if "[" not in word)
    result: dict[str, Any] = {}
    for name, method, body in (
        ("hold for reading", "HoldForReading", (free,)),
        ("read", "StartReadTest", (free, phase(WireDirection.READ), 0, MIB)),
        ("release from reading", "ReleaseDevice", ()),
        ("hold", "HoldDevice", (free, 0, MIB)),
        ("write", "StartWriteTest", (free, phase(WireDirection.WRITE), 0, MIB)),
        ("discard", "StartDiscard", (free, 0, MIB)),
        ("discard what was left", "StartDiscardUnwritten", (free, 0, MIB)),
        ("probe", "StartProbe", (free, 0, MIB, 1)),
        ("fill", "StartFill", (free, 0, MIB, 1)),
        ("read back", "StartReadBack", (free, 0, MIB, 1)),
        ("release", "ReleaseDevice", ()),
        ("scan", "StartScan", (free, tuple(scan))),
        ("read check", "StartReadCheck", (free, 0, MIB)),
        ("smart", "ReadSmart", (free, 0, 2)),
        ("trim", "StartTrim", (busy, 0, 0)),
        ("caches", "DropCaches", (free, 3)),
        ("trace", "StartTrace", (free, 1)),
        ("scheduler", "SetScheduler", (free, other)),
        ("scheduler back", "SetScheduler", (free, "")),
    ):
        more = written_to(free[1]) if method == "StartDiscardUnwritten" else ()
        call = new_method_call(HELPER, method, METHODS[method].takes or None, (*body, *more))
        reply = bus.send_and_get_reply(call, timeout=120)
        if reply.header.message_type is MessageType.error:
            result[name] = str(reply.body[0])
            continue
        result[name] = ""
        if name == "scheduler":
            result["scheduler is"] = queue.read_text()
        if reply.body:
            with reply.body[1].to_file("rb") as output:
                output.read()
            _, status, reason, words = bus.recv_until_filtered(ends.queue, timeout=120).body
            result[name] = "" if not status and not reason else f"{status} {reason} {words}"
    print(json.dumps({"other": other, **result}))


if __name__ == "__main__":
    main(*sys.argv[1:])
