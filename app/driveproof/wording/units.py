# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes, rates, durations and shares, written for people: the unit is always shown.

The one place that writes numbers: marks and symbols of units follow the language.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from driveproof.wording.catalogue import _, ngettext, pgettext

NARROW = "\u202f"  # a narrow no-break space keeps number and unit, and groups of digits, together
MINUS = "\N{MINUS SIGN}"  # before a number: as wide as the plus, and no line breaks after it
_TENFOLD = 9.0  # the least change that is written as a factor


def _marked(text: str) -> str:
    """A number of Python with the marks of the language."""
    # Translators: between the whole part of a number and its decimals.
    decimal = pgettext("marks of a number", ".")
    # Translators: between groups of three digits; here a narrow no-break space.
    groups = pgettext("marks of a number", "\u202f")
    return text.replace(",", "\0").replace(".", decimal).replace("\0", groups)


def grouped(number: float, decimals: int) -> str:
    """A number with its digits in groups of three and so many decimals: 1 675.0."""
    return _marked(f"{number:,.{decimals}f}")


def decimal(number: float, decimals: int) -> str:
    """A number with so many decimals: 1675.0."""
    return _marked(f"{number:.{decimals}f}")


def group_digits(number: float) -> str:
    """A whole number with its digits in groups of three: 1 675."""
    return _marked(f"{round(number):,}")


# Translators: all units in this order, with one space between two of them; in the following, too.
def _bytes() -> list[str]:
    return pgettext("units", "B kB MB GB TB PB").split()


def _binary_bytes() -> list[str]:
    return pgettext("units", "B KiB MiB GiB TiB PiB").split()


def _rates() -> list[str]:
    return pgettext("units", "MB/s MiB/s IOPS").split()


def _times() -> list[str]:
    return pgettext("units", "ns µs ms s min h").split()


def three_digits(value: float) -> str:
    """A number as people compare it: three significant digits, whole above a hundred."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else "–"
    if abs(value) >= 99.95:
        return group_digits(value)
    digits = 2 if abs(value) < 9.995 else 1
    if abs(value) < 0.0995:
        return _marked(f"{value:.2g}")
    return decimal(value, digits)


def factor_text(value: float) -> str:
    """How many times as much something is: one decimal below ten, two close to once."""
    if value >= 9.95:
        return group_digits(value)
    return decimal(value, 2 if value < 1.5 else 1)


def _scaled(value: float, base: int, units: Sequence[str]) -> tuple[float, str]:
    index = 0
    # What would be written as "1 000 MB" or "1 024 MiB" is one of the next unit.
    while abs(value) >= base - 0.5 and index < len(units) - 1:
        value /= base
        index += 1
    return value, units[index]


def format_size(size: float, *, binary: bool = False) -> str:
    """Bytes for people: decimal as drives are sold (2.0 TB), or binary (1.8 TiB)."""
    units = _binary_bytes() if binary else _bytes()
    value, unit = _scaled(float(size), 1024 if binary else 1000, units)
    if unit == units[0] or value == int(value):
        return f"{group_digits(value)}{NARROW}{unit}"
    text = decimal(value, 1) if value < 99.95 else group_digits(value)
    return f"{text}{NARROW}{unit}"


def format_size_bound(size: int) -> str:
    """An upper bound of bytes, for people, in whole units: "44 GB" for up to 44.4 GB, and never
    further below it than a rounded size: "500 GB" for a device of 500.1 GB.
    """
    value, unit = _scaled(float(size), 1000, _bytes())
    if value >= 9.9:
        return f"{group_digits(max(round(value), math.ceil(value * 0.99)))}{NARROW}{unit}"
    return _marked(f"{math.ceil(value * 9.9) / 10:g}") + NARROW + unit


def block_size_text(size: int) -> str:
    """A block size as fio users name it: 4 KiB, 1 MiB."""
    return format_size(size, binary=True)


def bandwidth_unit(*, binary: bool = False) -> str:
    """MB/s is 10^6 bytes a second, MiB/s is 2^20."""
    return _rates()[1 if binary else 0]


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


def iops_number(iops: float) -> str:
    """IOPS without the unit: 25 300, 409k."""
    return "".join(iops_value(iops))


def format_iops(iops: float) -> str:
    """IOPS with the unit: 25 300 IOPS, 409k IOPS."""
    return f"{iops_number(iops)}{NARROW}{_rates()[2]}"


def latency_value(seconds: float) -> tuple[str, str]:
    """Number and unit of a latency: ("76", "µs")."""
    place = sum(seconds >= limit for limit in (0.9995e-6, 0.9995e-3, 0.9995))
    return three_digits(seconds * 1000 ** (3 - place)), _times()[place]


def format_latency(seconds: float) -> str:
    """A latency with its unit: 76 µs."""
    return NARROW.join(latency_value(seconds))


def format_seconds(seconds: float) -> str:
    """What a piece of work took, to be compared: 42 ms, 0.42 s, 4.2 s, 1 min 12 s."""
    if seconds < 0.0995:
        return format_latency(seconds)
    if seconds < 59.95:
        return decimal(seconds, 2 if seconds < 0.995 else 1) + NARROW + _times()[3]
    return format_duration(seconds)


def format_duration(seconds: float) -> str:
    """A span of time for people: 0.1 s, 45 s, 1 min 12 s, 2 h 5 min."""
    second, minute, hour = _times()[3:]
    if 0 < seconds < 0.95:
        return f"{_marked(f'{seconds:.2g}')}{NARROW}{second}"
    whole = max(0, round(seconds))
    if whole < 60:
        return f"{whole}{NARROW}{second}"
    minutes, rest = divmod(whole, 60)
    if minutes < 60:
        return f"{minutes}{NARROW}{minute}" + (f" {rest}{NARROW}{second}" if rest else "")
    hours, minutes = divmod(minutes, 60)
    return f"{hours}{NARROW}{hour}" + (f" {minutes}{NARROW}{minute}" if minutes else "")


def format_taken(seconds: float) -> str:
    """What a piece of work took, where a second is little: 45 s, "less than a second"."""
    return format_duration(seconds) if seconds >= 1 else _("less than a second")


def format_bound(seconds: float) -> str:
    """An upper bound of a duration, rounded up: "3 min" for 131 s."""
    second, minute, hour = _times()[3:]
    if seconds <= 90:
        return f"{max(5, math.ceil(seconds / 5) * 5)}{NARROW}{second}"
    minutes = math.ceil(seconds / 60)
    if minutes < 120:
        return f"{minutes}{NARROW}{minute}"
    return f"{math.ceil(minutes / 60)}{NARROW}{hour}"


def signed(number: float, digits: int = 0) -> str:
    """A number with its sign, "+12" or "−31", and with `digits` decimals."""
    return _marked(f"{number:+.{digits}f}").replace("-", MINUS)


def format_percent(share: float, digits: int = 0, *, figures: int = 0) -> str:
    """A share of one in percent: "42 %", with `digits` decimals or with significant `figures`."""
    number = f"{100 * share:.{figures}g}" if figures else f"{100 * share:.{digits}f}"
    # Translators: a share in percent, with a narrow no-break space.
    return pgettext("units", "{number}\u202f%").format(number=_marked(number))


def format_part(share: float) -> str:
    """A part of many things, with more digits the nearer it is to all: "97.2 %", "99.98 %". It is
    "100 %" only where none is missing.
    """
    if share >= 1:
        return format_percent(1.0)
    digits = 1 if share < 0.99 else 2 if share < 0.999 else 3
    return format_percent(min(share, 1 - 10 ** -(2 + digits)), digits)


def format_half_width(share: float) -> str:
    """How far a figure may be off, rounded up: "4 %", "×3" from twice as much on."""
    if share >= 1:
        return f"×{math.ceil(1 + share)}"
    return format_percent(max(0.01, math.ceil(100 * share - 1e-6) / 100))


def format_temperature(celsius: float) -> str:
    """A temperature: "42 °C"."""
    return f"{celsius:.0f}{NARROW}°C"


def format_share(share: float) -> str:
    """A share of one in percent, with one decimal below ten: "4.2 %", "12 %"."""
    return format_percent(share, digits=1 if 100 * abs(share) < 9.95 else 0)


def repeats_text(count: int, most: int = 0) -> str:
    """ "1 repeat", "6 repeats"; "3 to 6 repeats" where a test that is not certain goes on."""
    if most > count:
        return _("{minimum} to {maximum} repeats").format(minimum=count, maximum=most)
    return ngettext("{count} repeat", "{count} repeats", count).format(count=count)


_HOUR, _DAY, _MONTH, _YEAR = 3600, 86400, 30.44 * 86400, 365.25 * 86400


def span(seconds: float) -> str:
    """A span of time in one whole unit, cut and not rounded: "3 h", "5 months", "2 years"."""
    if seconds >= 2 * _YEAR:
        return _years(int(seconds // _YEAR))
    if seconds >= 2 * _MONTH:
        months = int(seconds // _MONTH)
        return ngettext("{count} month", "{count} months", months).format(count=months)
    if seconds >= 2 * _DAY:
        days = int(seconds // _DAY)
        return ngettext("{count} day", "{count} days", days).format(count=group_digits(days))
    return running_time(seconds) if seconds >= _HOUR else format_duration(int(seconds))


def _years(years: int) -> str:
    return ngettext("{count} year", "{count} years", years).format(count=group_digits(years))


def running_time(seconds: float) -> str:
    """How long a drive has been switched on: "1 860 h"."""
    return f"{group_digits(int(seconds // _HOUR))}{NARROW}h"


def format_life(share: float) -> str:
    """A share of a drive's life or spare: "3 %"; what is above zero is never written as zero."""
    if 0 < share <= 0.005:  # half a percent would be rounded to the even number, which is 0
        return _("less than {share}").format(share=format_percent(0.01))
    # A whole number never overflows.
    whole = 100 * round(share) if abs(share) > 1e15 else 100 * share
    return f"{group_digits(whole)}{NARROW}%"


def signed_percent(share: float) -> str:
    """A change with its sign: "+4.2 %", "−31 %"; "×14" from ten times on."""
    if share >= _TENFOLD:
        return f"×{1 + share:.0f}" if share < 999.5 else _("over ×1000")
    value = 100 * share
    text = signed(value, 1 if abs(value) < 9.95 else 0)
    return f"{'±0.0' if text[1:] == '0.0' else text}{NARROW}%"


def range_text(low: str, high: str) -> str:
    """A range of two figures with their units; the same one is written once: "500 to 560 MB/s"."""
    number, _separator, unit = low.rpartition(NARROW)
    if number and high.endswith(NARROW + unit):
        low = number
    return _("{low} to {high}").format(low=low, high=high)
