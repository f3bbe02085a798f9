# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Health with the real UDisks2 as an unprivileged user: devices without health, and why.

Drives with SMART are emulated in tests/hardware.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.fakes.reports import DATA
from tests.system.machine import SystemBus

pytestmark = [pytest.mark.root, pytest.mark.bus]


def test_a_loop_device_has_no_health(
    system_bus: SystemBus, loop: Callable[[Path], str], tmp_path: Path, open_folder: Path
) -> None:
    image = tmp_path / "a file.img"
    image.write_bytes(bytes(8 * 2**20))
    with ExitStack() as stack:
        seen = system_bus.follow(stack)
        device = loop(image)
        seen.wait(
            "the device and its file are listed",
            lambda found: str(image) in {one.backing_file for one in found.listed()},
        )
    done = system_bus.driveproof_as_nobody("health", device, "--json", home=open_folder)
    assert (done.returncode, done.stderr) == (0, "")
    told = json.loads(done.stdout)
    assert (told["device"], told["verdict"]) == (device, "unknown")
    assert told["missing"]
    assert str(image) in told["advice"]
    assert {axis["grade"] for axis in told["answer"]["findings"]["axes"]} == {"unknown"}


def test_a_saved_report_needs_nothing_of_the_machine(
    system_bus: SystemBus, open_folder: Path
) -> None:
    report = open_folder / "report.json"
    report.write_bytes((DATA / "qemu-nvme-warning.json").read_bytes())
    done = system_bus.driveproof_as_nobody("health", "--report", str(report), home=open_folder)
    assert (done.returncode, done.stderr) == (1, "")
