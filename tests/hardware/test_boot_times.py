# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The last start of a machine beside everyday tasks, against what systemd itself says of it."""

from __future__ import annotations

import re

import pytest
from tests.hardware.guest import Guest
from tests.hardware.machine import SPARE

POINT = "/srv/tasks"
ROUNDED = 0.002  # seconds: systemd-analyze writes milliseconds, and cuts them off


def seconds(text: str) -> float:
    """A span as systemd writes it: "1min 2.345s", "345ms"."""
    units = {"h": 3600.0, "min": 60.0, "s": 1.0, "ms": 0.001, "us": 1e-6}
    return sum(float(number) * units[unit] for number, unit in re.findall(r"([\d.]+)(\w+)", text))


def test_the_last_start_is_as_systemd_counted_it(guest: Guest) -> None:
    """Also the sum, of which "Startup finished in 1.5s (kernel) + 6s (userspace) = 7.5s" tells."""
    with guest.plugged(SPARE) as device:
        guest.script(f"mkfs.ext4 -q -F {device}; mkdir -p {POINT}; mount {device} {POINT}")
        try:
            guest.script("systemctl is-system-running --wait || true")
            document = guest.json(
                "run", "real-life", POINT, "--size", "4M", "--repeats", "1", user=""
            )
            left = guest.script(f"ls -A {POINT}").split()
        finally:
            guest.script(f"umount {POINT}")
    assert left == ["lost+found"]
    said = guest.script("systemd-analyze time").splitlines()[0]
    steps = {name: seconds(span) for span, name in re.findall(r"([\w. ]+) \((\w+)\)", said)}
    boot = document["environment"]["boot"]
    known = {name: value for name, value in boot.items() if value is not None and name in steps}
    assert known == pytest.approx(steps, abs=ROUNDED), said
    whole = seconds(said.rpartition("=")[2])
    assert sum(known.values()) == pytest.approx(whole, abs=len(known) * ROUNDED), said
