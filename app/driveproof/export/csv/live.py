# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What devices did as CSV: a line for each device and interval, to be appended while it goes on."""

from __future__ import annotations

from driveproof.domain.live import LiveSample
from driveproof.export.csv.run import csv_text, figure, safe
from driveproof.wording.catalogue import in_english

COLUMNS = (
    "time",
    "seconds",
    "device",
    "role",
    "read_bytes_per_second",
    "written_bytes_per_second",
    "read_iops",
    "write_iops",
    "request_bytes",
    "queue_depth",
    "read_wait_seconds",
    "write_wait_seconds",
    "utilization",
    "temperature_celsius",
)


@in_english()
def live_head() -> str:
    """The first line."""
    return csv_text(COLUMNS, ())


@in_english()
def live_rows(sample: LiveSample) -> str:
    """The lines of one sample, in RFC 4180's form; what is unknown is empty."""
    rows = [
        (
            sample.at.astimezone().isoformat(timespec="milliseconds"),
            figure(sample.seconds),
            safe(one.device),
            one.role,
            *map(
                figure,
                (
                    one.read_bandwidth,
                    one.write_bandwidth,
                    one.read_iops,
                    one.write_iops,
                    one.request,
                    one.queue,
                    one.read_wait,
                    one.write_wait,
                    one.busy,
                    sample.temperatures.get(one.device),
                ),
            ),
        )
        for one in sample.devices
    ]
    return csv_text((), rows).partition("\r\n")[2]
