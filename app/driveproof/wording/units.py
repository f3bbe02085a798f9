# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes, rates, durations and shares, written for people: the unit is always shown."""

from __future__ import annotations

import math

from driveproof.wording.catalogue import _, ngettext

NARROW = "\u202f"  # a narrow no-break space keeps number and unit, and groups of digits, together
MINUS = "\N{MINUS SIGN}"  # before a number: as wide as the plus, and no line breaks after it


def grouped(number: float, decimals: int) -> str:
    """A number with its digits in groups of three and so many decimals: 1 675.0."""
    return f"{number:,.{decimals}f}".replace(",", NARROW)


def group_digits(number: float) -> str:
    """A whole number with its digits in groups of three: 1 675."""
    return f"{round(number):,}".replace(",", NARROW)


def three_digits(value: float) -> str:
    """A number as people compare it: three significant digits, whole above a hundred."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else "–"
    if abs(value) >= 99.95:
        return group_digits(value)
    digits = 2 if abs(value) < 9.995 else 1
    if abs(value) < 0.0995:
        return f"{value:.2g}"
    return f"{value:.{digits}f}"


def _scaled(value: float, base: int, units: tuple[str, ...]) -> tuple[float, str]:
    index = 0
    # What would be written as "1 000 MB" or "1 024 MiB" is one of the next unit.
    while abs(value) >= base - 0.5 and index < len(units) - 1:
        value /= base
        index += 1
    return value, units[index]


def format_size(size: float, *, binary: bool = False) -> str:
    """Bytes for people: decimal as drives are sold (2.0 TB), or binary (1.8 TiB)."""
    units = ("B", "KiB", "MiB", "GiB", "TiB", "PiB") if binary else (
        "B", "kB", "MB", "GB", "TB", "PB",
    )  # fmt: skip
    value, unit = _scaled(float(size), 1024 if binary else 1000, units)
    if unit == "B" or value == int(value):
        return f"{group_digits(value)}{NARROW}{unit}"
    text = f"{value:.1f}" if value < 99.95 else group_digits(value)
    return f"{text}{NARROW}{unit}"


def format_size_bound(size: int) -> str:
    """An upper bound of bytes, for people, in whole units: "44 GB" for up to 44.4 GB, and never
    further below it than a rounded size: "500 GB" for a device of 500.1 GB.
    """
    value, unit = _scaled(float(size), 1000, ("B", "kB", "MB", "GB", "TB", "PB"))
    if value >= 9.9:
        return f"{group_digits(max(round(value), math.ceil(value * 0.99)))}{NARROW}{unit}"
    return f"{math.ceil(value * 9.9) / 10:g}{NARROW}{unit}"


def block_size_text(size: int) -> str:
    """A block size as fio users name it: 4 KiB, 1 MiB."""
    return format_size(size, binary=True)


def bandwidth_unit(*, binary: bool = False) -> str:
    """MB/s is 10^6 bytes a second, MiB/s is 2^20."""
    return "MiB/s" if binary else "MB/s"


def bandwidth_value(bytes_per_second: float, *, binary: bool = False) -> tuple[str, str]:
    """Number and unit of a bandwidth."""
    divisor = 2**20 if binary else 10**6
    return three_digits(bytes_per_second / divisor), bandwidth_unit(binary=binary)


def format_bandwidth(bytes_per_second: float, *, binary: bool = False) -> str:
    """A bandwidth with its unit: 1 675 MB/s."""
    return NARROW.join(bandwidth_value(bytes_per_second, binary=binary))


def iops_value(iops: float) -> tuple[str, str]:
    """Number and unit prefix of an IOPS figure: ("409", "k") above a hundred thousand, and
    ("26.7", "M") above ten million.
    """
    if iops >= 9_995_000 and math.isfinite(iops):
        return three_digits(iops / 1_000_000), "M"
    if iops >= 99_950 and math.isfinite(iops):
        return three_digits(iops / 1000), "k"
    return three_digits(iops), ""


def format_iops(iops: float) -> str:
    """IOPS with the unit: 25 300 IOPS, 409k IOPS."""
    number, prefix = iops_value(iops)
    return f"{number}{prefix}{NARROW}IOPS"


def latency_value(seconds: float) -> tuple[str, str]:
    """Number and unit of a latency: ("76", "µs")."""
    if seconds < 0.9995e-6:
        return three_digits(seconds * 1e9), "ns"
    if seconds < 0.9995e-3:
        return three_digits(seconds * 1e6), "µs"
    if seconds < 0.9995:
        return three_digits(seconds * 1e3), "ms"
    return three_digits(seconds), "s"


def format_latency(seconds: float) -> str:
    """A latency with its unit: 76 µs."""
    return NARROW.join(latency_value(seconds))


def format_seconds(seconds: float) -> str:
    """What a piece of work took, to be compared: 42 ms, 0.42 s, 4.2 s, 1 min 12 s."""
    if seconds < 0.0995:
        return format_latency(seconds)
    if seconds < 59.95:
        return f"{seconds:.{2 if seconds < 0.995 else 1}f}{NARROW}s"
    return format_duration(seconds)


def format_duration(seconds: float) -> str:
    """A span of time for people: 45 s, 1 min 12 s, 2 h 5 min."""
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole}{NARROW}s"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes}{NARROW}min" + (f" {rest}{NARROW}s" if rest else "")
    hours, minutes = divmod(minutes, 60)
    return f"{hours}{NARROW}h" + (f" {minutes}{NARROW}min" if minutes else "")


def format_taken(seconds: float) -> str:
    """What a piece of work took, where a second is little: 45 s, "less than a second"."""
    return format_duration(seconds) if seconds >= 1 else _("less than a second")


def format_bound(seconds: float) -> str:
    """An upper bound of a duration, rounded up: "3 min" for 131 s."""
    if seconds <= 90:
        return f"{max(5, math.ceil(seconds / 5) * 5)}{NARROW}s"
    minutes = math.ceil(seconds / 60)
    if minutes < 120:
        return f"{minutes}{NARROW}min"
    return f"{math.ceil(minutes / 60)}{NARROW}h"


def signed(number: float, digits: int = 0) -> str:
    """A number with its sign, "+12" or "−31", and with `digits` decimals."""
    return f"{number:+.{digits}f}".replace("-", MINUS)


def format_percent(share: float, digits: int = 0, *, figures: int = 0) -> str:
    """A share of one in percent: "42 %", with `digits` decimals or with significant `figures`."""
    return (
        f"{100 * share:.{figures}g}{NARROW}%" if figures else f"{100 * share:.{digits}f}{NARROW}%"
    )


def format_share(share: float) -> str:
    """A share of one in percent, with one decimal below ten: "4.2 %", "12 %"."""
    return format_percent(share, digits=1 if 100 * abs(share) < 9.95 else 0)


def repeats_text(count: int, most: int = 0) -> str:
    """ "1 repeat", "6 repeats"; "3 to 6 repeats" where a test that is not certain goes on."""
    if most > count:
        return _("{least} to {most} repeats").format(least=count, most=most)
    return ngettext("{count} repeat", "{count} repeats", count).format(count=count)
