# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A killed test run takes its guest with it."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys

from tests.hardware.guest import Guest
from tests.hardware.image import PROJECT, locked

SOON_MS = 30_000

BOOT = """
import sys
from tests.hardware.guest import Guest
from tests.hardware.image import image
with image() as made:
    guest = Guest(made)
guest.monitor.ask("query-status")
print(guest.pid, flush=True)
sys.stdin.read()
"""


def test_nothing_is_left_of_a_run_that_was_killed(guest: Guest) -> None:
    environment = {**os.environ, "PYTHONPATH": f"{PROJECT}:{PROJECT / 'app'}"}
    run = subprocess.Popen(
        [sys.executable, "-c", BOOT], cwd=PROJECT, env=environment, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    try:
        assert run.stdout
        process = os.pidfd_open(int(run.stdout.readline()))
    finally:
        run.send_signal(signal.SIGKILL)
        run.communicate()
    try:
        ended = select.poll()
        ended.register(process, select.POLLIN)
        assert ended.poll(SOON_MS), "QEMU outlives the run that started it"
    finally:
        os.close(process)
    with locked() as cache:  # another worker may be making its image or starting its guest
        kept = {path.name.partition("-")[0] for path in cache.iterdir()}
    assert kept - {"helper"} == {"image", "packages", "lock", "accelerator.json"}
    assert guest.run("true").status == 0  # the other one goes on
