# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What devices did in one interval as a JSON document, for a line each."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from driveproof.domain.document.values import (
    Celsius,
    Document,
    Figure,
    Moment,
    Rate,
    Share,
    about,
    words,
)
from driveproof.domain.live import LiveSample
from driveproof.domain.run.run import Role
from driveproof.wording.catalogue import in_english


class LiveDeviceDocument(Struct, frozen=True, kw_only=True):
    """What a device did in the interval."""

    device: Annotated[str, about("the kernel's name")]
    role: Annotated[Role, words(Role.TARGET, Role.BELOW, Role.BESIDE)]
    read_bandwidth: Rate
    write_bandwidth: Rate
    read_iops: Figure
    write_iops: Figure
    request: Annotated[Figure | None, about("mean bytes")]
    queue: Annotated[Figure | None, about("mean queue depth")]
    read_wait: Annotated[Figure | None, about("mean seconds")]
    write_wait: Annotated[Figure | None, about("mean seconds")]
    utilization: Annotated[Share | None, about("the share of the time with I/O on its way")]
    temperature: Celsius | None


class MonitorDocument(Document, frozen=True, kw_only=True):
    """driveproof monitor: one interval, on a line of its own"""

    time: Annotated[Moment, about("the end of the interval")]
    seconds: Annotated[Figure, about("how long it was")]
    devices: Annotated[
        tuple[LiveDeviceDocument, ...], about("the watched device first, then all that serve it")
    ]


@in_english()
def live_document(sample: LiveSample) -> MonitorDocument:
    """Rates a second, bytes, seconds and degrees Celsius; None is unknown."""
    return MonitorDocument(
        time=sample.at.isoformat(timespec="milliseconds"),
        seconds=sample.seconds,
        devices=tuple(
            LiveDeviceDocument(
                device=one.device,
                role=one.role,
                read_bandwidth=one.read_bandwidth,
                write_bandwidth=one.write_bandwidth,
                read_iops=one.read_iops,
                write_iops=one.write_iops,
                request=one.request,
                queue=one.queue,
                read_wait=one.read_wait,
                write_wait=one.write_wait,
                utilization=one.busy,
                temperature=sample.temperatures.get(one.device),
            )
            for one in sample.devices
        ),
    )
