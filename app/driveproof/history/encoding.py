# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts and dates as SQLite takes them, whatever bytes they hold."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from functools import cache

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def put_text(text: str | None) -> str | bytes | None:
    """A text as SQLite takes it: what is no valid Unicode (a stray byte in a path) as a blob."""
    if text is None or text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")
    return text


def get_text(value: object) -> str:
    """The reverse of `put_text`, of a column that always has a text."""
    return value.decode("utf-8", "surrogatepass") if isinstance(value, bytes) else str(value)


def get_or_none(value: object) -> str | None:
    """The reverse of `put_text`."""
    return None if value is None else get_text(value)


def searched(text: str) -> str:
    """A text as the filter compares it: without case, every character fit for SQLite."""
    return text.casefold().encode("utf-8", "backslashreplace").decode()


def search_text(*parts: str | None) -> str:
    """What the text filter of the list looks into: one part a line."""
    return searched("\n".join(part for part in parts if part))


def moment(when: datetime) -> tuple[int, int]:
    """A date as microseconds since 1970 and the offset from UTC in seconds."""
    aware = when if when.tzinfo else when.astimezone()
    offset = aware.utcoffset() or timedelta()
    return (aware - _EPOCH) // _MICROSECOND, round(offset.total_seconds())


def date_from(microseconds: int, offset: int) -> datetime:
    """The reverse of `moment`."""
    # Exact: doubles lie less than half a microsecond apart until the year 2242.
    return datetime.fromtimestamp(microseconds / 1e6, _zone(offset))


@cache
def _zone(offset: int) -> timezone:
    """A list of ten thousand runs has two or three of them."""
    return timezone(timedelta(seconds=offset))
