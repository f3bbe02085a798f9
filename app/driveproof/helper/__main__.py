# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the helper.

The launcher that the bus starts has already set the path to the package and the standard library.
The only options come from the bus's or systemd's own file, never from a caller.
"""

from __future__ import annotations

import os
import sys

from driveproof.helper.confine import confine_self
from driveproof.helper.loop import EventLoop
from driveproof.helper.service import Service
from driveproof.helper.settings import HelperSettings
from driveproof.helper.trace import sweep_traces
from driveproof.helper.wire import Wire, bus_address

IDLE = 30.0
OVERTIME = 300.0
"""Seconds that fio may take beyond its runtime: as long as a run waits for a silent device
(engine/run/fio_run.py).

fio needs 0.3 s to start and end. At the end it also waits for queued I/O: 512 reads take 51 s on a
drive that does 10 per second. A drive that recovers from an error can take minutes: the kernel
gives each attempt 30 s.
"""


PROMPT = 300.0
"""Seconds for a person to find a password; an older prompt is withdrawn."""

TIMEOUT = 30.0
"""Seconds for a device to open: a disk that has spun down takes up to 15 s."""


def main(arguments: list[str]) -> int:
    """Run the service and return its exit status."""
    # By hand: argparse would take a sixth of the start.
    options = {
        "--idle": IDLE, "--overtime": OVERTIME, "--prompt": PROMPT, "--timeout": TIMEOUT
    }  # fmt: skip
    for argument in arguments:
        name, _, value = argument.partition("=")
        if name not in options or not value.replace(".", "", 1).isdecimal():
            usage = " ".join(f"[{name}=SECONDS]" for name in options)
            sys.stderr.write(f"usage: driveproof-helper {usage}\n")
            return 2
        options[name] = float(value)
    if os.geteuid() != 0:
        sys.stderr.write("driveproof-helper is started by the system bus, as root.\n")
        return 3
    os.chdir("/")
    try:
        sweep_traces()
        confine_self()
        wire = Wire(bus_address())
    except (OSError, RuntimeError, ValueError, TimeoutError) as error:
        sys.stderr.write(f"The system bus cannot be reached: {error}\n")
        return 3
    settings = HelperSettings(
        options["--overtime"], options["--idle"], options["--prompt"], options["--timeout"]
    )
    return Service(wire, EventLoop(), settings).run()
