# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What devices did in one interval as a JSON document, for a line each."""

from __future__ import annotations

from typing import Any

from driveproof.domain.live import LiveSample
from driveproof.wording.catalogue import in_english


@in_english()
def live_document(sample: LiveSample) -> dict[str, Any]:
    """Rates a second, bytes, seconds and degrees Celsius; None is unknown."""
    return {
        "version": 1,
        "time": sample.at.isoformat(timespec="milliseconds"),
        "seconds": sample.seconds,
        "devices": [
            {
                "device": one.device,
                "role": one.role,
                "read_bandwidth": one.read_bandwidth,
                "write_bandwidth": one.write_bandwidth,
                "read_iops": one.read_iops,
                "write_iops": one.write_iops,
                "request": one.request,
                "queue": one.queue,
                "read_wait": one.read_wait,
                "write_wait": one.write_wait,
                "utilization": one.busy,
                "temperature": sample.temperatures.get(one.device),
            }
            for one in sample.devices
        ],
    }
