# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of the live monitor: the columns and the figures of a device."""

from __future__ import annotations

from driveproof.domain.run.members import Activity
from driveproof.wording.catalogue import _
from driveproof.wording.units import (
    bandwidth_unit,
    bandwidth_value,
    format_latency,
    format_percent,
    format_size,
    group_digits,
    three_digits,
)


def columns(*, binary: bool = False) -> tuple[str, ...]:
    """The heads of the figures of a device, in the order of `figures`."""
    unit = bandwidth_unit(binary=binary)
    return (
        _("{first} {second}").format(first=_("read"), second=unit),
        _("{first} {second}").format(first=_("write"), second=unit),
        _("{first} {second}").format(first=_("read"), second="IOPS"),
        _("{first} {second}").format(first=_("write"), second="IOPS"),
        _("Request"),
        _("Queue"),
        _("read wait"),
        _("write wait"),
        _("Busy"),
        _("°C"),
    )


def figures(
    one: Activity, degrees: float | None = None, *, binary: bool = False
) -> tuple[str, ...]:
    """The figures of a device, with its temperature; "" for what is unknown or did not happen."""
    return (
        bandwidth_value(one.read_bandwidth, binary=binary)[0],
        bandwidth_value(one.write_bandwidth, binary=binary)[0],
        group_digits(one.read_iops),
        group_digits(one.write_iops),
        "" if one.request is None else format_size(one.request, binary=True),
        "" if one.queue is None else three_digits(one.queue),
        "" if one.read_wait is None else format_latency(one.read_wait),
        "" if one.write_wait is None else format_latency(one.write_wait),
        "" if one.busy is None else format_percent(one.busy),
        "" if degrees is None else f"{degrees:.0f}",
    )
