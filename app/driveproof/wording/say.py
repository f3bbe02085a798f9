# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sentences in the person's language: of answers, notes, errors and advice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from os import PathLike, fsdecode

from driveproof.domain.drive.array import ArrayState
from driveproof.domain.drive.device_use import InUse
from driveproof.domain.errors import DriveproofError
from driveproof.domain.notes import Failure
from driveproof.domain.quantity import (
    Age,
    Amount,
    Bytes,
    Celsius,
    Change,
    Day,
    DaysAgo,
    DriveNumber,
    Estimate,
    Factor,
    HalfWidth,
    LifeShare,
    Number,
    OneOf,
    Plural,
    Probability,
    Range,
    Rate,
    RunTime,
    Seconds,
    Share,
    SizeBound,
    TimeBound,
    Times,
    WorkTime,
)
from driveproof.domain.say import Coded, Say
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dates import date, date_and_time, day_of, days_ago
from driveproof.wording.units import (
    factor_text,
    format_bandwidth,
    format_bound,
    format_duration,
    format_half_width,
    format_iops,
    format_latency,
    format_life,
    format_percent,
    format_seconds,
    format_share,
    format_size,
    format_size_bound,
    format_temperature,
    group_digits,
    range_text,
    running_time,
    signed_percent,
    span,
    three_digits,
)

_LEAST = 0.0001  # a smaller probability is not told as a number


def say_text(say: Say, *, binary: bool = False) -> str:
    """A sentence in the person's language; `binary` writes MiB/s instead of MB/s."""
    return worded(say.key, say.values, binary=binary)


def say_texts(sentences: Iterable[Say], *, binary: bool = False) -> str:
    """Sentences that follow each other."""
    return " ".join(say_text(one, binary=binary) for one in sentences)


def worded(key: str, values: Mapping[str, object], *, binary: bool = False) -> str:
    """A key translated, with its values written for people. Without values it is taken as it is."""
    text = _(key)
    if not values:
        return shown(text)  # a sentence of another program may quote a foreign name
    return text.format_map(
        {name: value_text(value, binary=binary) for name, value in values.items()}
    )


def _of_health(value: object) -> str | None:  # noqa: PLR0911 - one for each kind
    """A value of a sentence about health; None for another."""
    match value:
        case RunTime():
            return running_time(value.number)
        case Age():
            return span(value.number)
        case Day(now=None):
            return date_and_time(value.at)
        case Day(at=at, now=datetime() as now):
            return day_of(at, now)
        case DaysAgo(now=None):
            return date(value.at)
        case DaysAgo(at=at, now=datetime() as now):
            return days_ago(at, now)
        case Celsius():
            return format_temperature(value.number)
        case LifeShare():
            return format_life(value.number)
    return None


def _of_machine(value: object) -> str | None:
    """A state of the machine in a sentence; None for another value. What few sentences have is
    imported by them.
    """
    match value:
        case ArrayState():
            return value_text(value.line)
    return None


def value_text(  # noqa: PLR0912, PLR0915 - one for each kind
    value: object, *, binary: bool = False
) -> str:
    """A value of a sentence for people: a path, a size, a name to choose, another error."""
    if (text := _of_health(value)) is not None or (text := _of_machine(value)) is not None:
        return shown(text)
    text = str(value)
    match value:
        case Bytes():
            text = format_size(value.number, binary=value.binary)
        case Seconds(precise=True):
            text = format_latency(value.number)
        case Seconds():
            text = format_duration(value.number)
        case WorkTime():
            text = format_seconds(value.number)
        case Change():
            text = signed_percent(value.number)
        case Probability(number=p) if p < _LEAST:
            text = _("below {least}").format(least=_LEAST)
        case Probability():
            text = f"{value.number:.2g}"
        case Times():
            text = _("{factor} times").format(factor=three_digits(value.number))
        case Factor():
            text = factor_text(value.number)
        case Number():
            text = three_digits(value.number)
        case Amount():
            text = format_share(value.number)
        case Share():
            text = format_percent(value.number, figures=value.figures)
        case Rate():
            text = format_bandwidth(value.number, binary=binary)
            if value.ios:
                text = format_iops(value.number)
        case HalfWidth():
            text = format_half_width(value.number)
        case DriveNumber():
            text = _("Drive {number}").format(number=value.number)
        case TimeBound():
            text = format_bound(value.number)
        case SizeBound():
            text = format_size_bound(value.number)
        case Estimate():
            text = _estimate(value)
        case Range():
            low, high = (value_text(one, binary=binary) for one in (value.low, value.high))
            text = low if low == high else range_text(low, high)
        case Plural():
            text = ngettext(value.one, value.many, value.number)
            text = text.format(count=group_digits(value.number))
        case OneOf():
            names = [value_text(name, binary=binary) for name in value.names]
            text = ("; " if any("," in name or ";" in name for name in names) else ", ").join(names)
        case DriveproofError():
            text = worded(value.key, value.values, binary=binary)
        case InUse():
            text = say_text(value.say)
        case Coded():
            text = value_text(value.say, binary=binary)
        case Say():
            text = say_text(value, binary=binary)
        case Failure():
            text = say_text(value.what, binary=binary)
        case PathLike():
            text = fsdecode(value)
        case int() if not isinstance(value, bool):
            text = group_digits(value)
    return shown(text)


def _estimate(value: Estimate) -> str:
    about, most = value_text(value.likely), value_text(value.most)
    if about == most:
        return _("at most {amount}").format(amount=most)
    if value.brief:
        return _("about {amount}").format(amount=about)
    return _("about {expected}, at most {bound}").format(expected=about, bound=most)
