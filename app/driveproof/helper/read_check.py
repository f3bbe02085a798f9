# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In a child: read a range of a device from its start to its end, and report every place."""

from __future__ import annotations

from driveproof.helper.places import Act, go_through


def read_check(descriptor: int, start: int, end: int) -> None:
    """Report on standard output, a line for each place (places.py). Raises OSError when the device
    has gone, and ends when nobody reads the output.
    """
    go_through(Act(descriptor), start, end)
