# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a watched device did, in sentences."""

from __future__ import annotations

from driveproof.domain.live import LiveTotals
from driveproof.wording.say import say_texts
from driveproof.wording.units import NARROW


def test_a_device_that_did_nothing_is_no_row_of_zeros() -> None:
    idle = LiveTotals(samples=4, seconds=4.0, coolest=29.0, hottest=29.0)
    said = "4 s: nothing was read or written. Temperature: 29 °C."
    assert say_texts(idle.sentences).replace(NARROW, " ") == said


def test_what_it_did_has_its_highest_rates() -> None:
    busy = LiveTotals(
        samples=2, seconds=2.0, read_bytes=4e6, written_bytes=1e6, most_read=3e6,
        most_written=1e6, most_iops=500.0,
    )  # fmt: skip
    assert say_texts(busy.sentences).replace(NARROW, " ") == (
        "2 s: read 4 MB (up to 3.00 MB/s), written 1 MB (up to 1.00 MB/s), up to 500 IOPS."
    )
