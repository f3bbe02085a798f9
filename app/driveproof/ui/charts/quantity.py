# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the axis of a chart counts: its unit, and how a figure is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Unit
from driveproof.ui.charts.ticks import latency_label, plain_number, short_number
from driveproof.wording.catalogue import _
from driveproof.wording.units import (
    NARROW,
    bandwidth_unit,
    block_size_text,
    format_bandwidth,
    format_iops,
    format_latency,
    format_percent,
    format_seconds,
    format_size,
    format_temperature,
)

_SIZES = ((1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B"))


@dataclass(frozen=True)
class Quantity:
    """`column` is that of a track; `divisor` converts its base unit to the axis' unit. `write`
    writes a figure in full, `mark` a tick of an axis that ends at the second value.
    """

    column: str
    title: str
    unit: str
    divisor: float
    write: Callable[[float], str]
    mark: Callable[[float, float], str]
    from_zero: bool = True
    whole: bool = False
    """Whether its ticks are whole numbers."""

    @property
    def binary(self) -> bool:
        """Whether its unit is a power of two."""
        return self.divisor == 2.0**20

    @property
    def axis(self) -> str:
        """Title and unit: "Bandwidth, MB/s"; IOPS are their own unit."""
        if not self.unit:
            return self.title
        return _("{first}, {second}").format(first=self.title, second=self.unit)

    def bare(self, value: float) -> str:
        """A figure without its unit, which a title names."""
        return self.write(value).rpartition(NARROW)[0]


def plain(value: float, _top: float) -> str:
    """A tick as a number without a unit."""
    return plain_number(value)


def iops() -> Quantity:
    """I/O operations per second."""
    return Quantity("iops", "IOPS", "", 1.0, format_iops, short_number)


def bandwidth(*, binary: bool = False) -> Quantity:
    """Bytes per second, as MB/s (10^6) or MiB/s (2^20)."""
    return Quantity(
        "bandwidth",
        _("Bandwidth"),
        bandwidth_unit(binary=binary),
        2.0**20 if binary else 1e6,
        lambda value: format_bandwidth(value, binary=binary),
        plain,
    )


def temperature() -> Quantity:
    """Degrees Celsius: a line that does not begin at zero, without an area."""
    return Quantity(
        "temperature",
        _("Temperature"),
        "°C",
        1.0,
        format_temperature,
        plain,
        from_zero=False,
    )


def mean_latency() -> Quantity:
    """The mean latency, in milliseconds."""
    return Quantity("mean", _("Latency, mean"), "ms", 1e-3, format_latency, plain)


def busy() -> Quantity:
    """The share of the time that a drive was busy."""
    return Quantity("busy", _("Busy"), "%", 0.01, format_percent, plain)


def share(write: Callable[[float], str]) -> Quantity:
    """A share of something, in percent."""
    return Quantity(
        "share", _("Share"), "%", 0.01, write, lambda at, _top: f"{plain_number(at)}{NARROW}%"
    )


def memory() -> Quantity:
    """Bytes in the memory of the machine."""
    write = partial(format_size, binary=True)
    return Quantity("memory", _("Waiting in memory"), "MiB", 2.0**20, write, plain)


def amount(most: float) -> Quantity:
    """Bytes of a drive, in the unit of the greatest amount."""
    divisor, unit = size_unit(most)
    return Quantity("bytes", _("Size"), unit, divisor, format_size, plain)


def size_unit(most: float) -> tuple[float, str]:
    """The bytes and the name of the unit for an axis that goes up to `most` bytes."""
    return next((one for one in _SIZES if most >= one[0]), _SIZES[-1])


def seconds() -> Quantity:
    """How long a task took."""
    return Quantity("time", _("Time"), "s", 1.0, format_seconds, plain)


def of_unit(unit: Unit, *, binary: bool = False) -> Quantity:
    """What is counted in this unit; what is no rate has no title. Bytes are those of a block."""
    match unit:
        case Unit.IOPS:
            return iops()
        case Unit.BANDWIDTH:
            return bandwidth(binary=binary)
        case Unit.SECONDS:
            return Quantity("", "", "", 1.0, format_latency, _latency_mark)
        case Unit.BYTES:
            return Quantity("", "", "", 1.0, _block_size, lambda size, _top: _block_size(size))
    return Quantity("", "", "", 1.0, plain_number, plain)


def _latency_mark(value: float, _top: float) -> str:
    return latency_label(value) if value > 0 else "0"


def _block_size(size: float) -> str:
    return block_size_text(round(size))


def over_runs(metric: MetricName, *, binary: bool = False) -> Quantity:
    """The quantity of the primary metric where whole runs are drawn, and not samples of one."""
    return seconds() if metric == MetricName.TIME else of_metric(metric, binary=binary)


def of_metric(metric: MetricName, *, binary: bool = False) -> Quantity:
    """The quantity of the primary metric: "bandwidth" or "iops"; of a task what the drive moves."""
    return iops() if metric == MetricName.IOPS else bandwidth(binary=binary)
