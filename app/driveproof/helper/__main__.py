# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the helper; the launcher that the bus starts has put the two folders on the path.

The one option line comes from the bus's or systemd's own file, never from a caller.
"""

from __future__ import annotations

import os
import sys

from driveproof.helper import worker
from driveproof.helper.confine import confine_self
from driveproof.helper.loop import Loop
from driveproof.helper.service import Service
from driveproof.helper.settings import Settings
from driveproof.helper.wire import Wire, bus_address

IDLE = 30.0
OVERTIME = 300.0
"""As patient as a run with a device that is silent (session/repeat.py).

fio's own start and end take 0.3 s. But at its end it waits for what is in the queue: 512 reads are
51 s on a drive that does 10 in a second. And a drive that recovers from an error can take minutes:
the kernel gives each try 30 s.
"""


def main(launcher: str, arguments: list[str]) -> int:
    """Run the service, or one of its children. `launcher` is the file that was started."""
    if arguments[:1] == ["worker"]:
        return worker.main(arguments[1:])
    # By hand: argparse would be a sixth of the start.
    options = {"--idle": IDLE, "--overtime": OVERTIME}
    for argument in arguments:
        name, _, value = argument.partition("=")
        if name not in options or not value.replace(".", "", 1).isdecimal():
            sys.stderr.write("usage: driveproof-helper [--idle=SECONDS] [--overtime=SECONDS]\n")
            return 2
        options[name] = float(value)
    if os.geteuid() != 0:
        sys.stderr.write("driveproof-helper is started by the system bus, as root.\n")
        return 3
    os.chdir("/")
    confine_self()
    try:
        wire = Wire(bus_address())
    except (OSError, RuntimeError, ValueError, TimeoutError) as error:
        sys.stderr.write(f"The system bus cannot be reached: {error}\n")
        return 3
    own = (sys.executable, "-I", "-S", launcher, "worker")
    return Service(wire, Loop(), Settings(options["--overtime"], options["--idle"], own)).run()
