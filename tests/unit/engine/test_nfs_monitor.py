# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The monitor of a mount of NFS: rates from its counters."""

from __future__ import annotations

import pytest

from driveproof.domain.drive.network_folder import NfsCounters, NfsOperation
from driveproof.domain.errors import MachineError
from driveproof.engine.live import NfsMonitor

BEFORE = NfsCounters(1000, 0, {"READ": NfsOperation(10, 10, 0, 0, 1.0, 1.0)})
LATER = NfsCounters(
    5096,
    2000,
    {"READ": NfsOperation(12, 12, 0, 0, 1.5, 1.6), "WRITE": NfsOperation(1, 1, 0, 0, 0.2, 0.3)},
)


def test_rates_of_what_went_to_the_server() -> None:
    readings, clock = iter([BEFORE, LATER, None]), iter([0.0, 2.0, 3.0])
    monitor = NfsMonitor(
        "/mnt", "nas:/srv", clock=lambda: next(clock), count=lambda _point: next(readings)
    )
    sample = monitor.look()
    one = sample.device
    assert (sample.seconds, one.device, one.busy) == (2.0, "nas:/srv", None)
    assert (one.read_bandwidth, one.write_bandwidth) == (2048.0, 1000.0)
    assert (one.read_iops, one.write_iops) == (1.0, 0.5)
    assert (one.read_wait, one.write_wait) == (pytest.approx(0.3), pytest.approx(0.3))
    assert one.queue == pytest.approx(0.45)
    with pytest.raises(MachineError, match="/mnt"):
        monitor.look()
