# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A fake machine with one drive, for tests of the discard path."""

from __future__ import annotations

from tests.fakes.made_host import MadeHost
from tests.fakes.made_machine import GIB, Made


def part(host: MadeHost, disk: Made, number: int = 1) -> Made:
    made = host.machine.partition(disk, number, GIB)
    host.set(made, "discard_alignment", 0)
    return made
