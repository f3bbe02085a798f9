# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of the live monitor: the columns, the figures of a device, and the end."""

from __future__ import annotations

from driveproof.domain.live import LiveTotals
from driveproof.domain.run.members import Activity
from driveproof.wording.catalogue import _
from driveproof.wording.units import (
    NARROW,
    bandwidth_unit,
    bandwidth_value,
    format_bandwidth,
    format_duration,
    format_iops,
    format_latency,
    format_percent,
    format_size,
    format_temperature,
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


def summary(totals: LiveTotals, *, binary: bool = False) -> str:
    """What the watched device did in all, as sentences."""
    said = _(
        "{duration}: read {read} (up to {most_read}), written {written} (up to"
        " {most_written}), up to {iops}."
    ).format(
        duration=format_duration(totals.seconds),
        read=format_size(totals.read_bytes),
        most_read=format_bandwidth(totals.most_read, binary=binary),
        written=format_size(totals.written_bytes),
        most_written=format_bandwidth(totals.most_written, binary=binary),
        iops=format_iops(totals.most_iops),
    )
    if not totals.most_iops:
        said = _("{duration}: nothing was read or written.").format(
            duration=format_duration(totals.seconds)
        )
    if totals.coolest is None or totals.hottest is None:
        return said
    low, high = f"{totals.coolest:.0f}", format_temperature(totals.hottest)
    degrees = _("{low} to {high}").format(low=low, high=high)
    if high.startswith(f"{low}{NARROW}"):
        degrees = high
    degrees = _("{name}: {text}.").format(name=_("Temperature"), text=degrees)
    return f"{said} {degrees}"
