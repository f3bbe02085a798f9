# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Decodes a dictionary of GVariants, no more than a saved benchmark needs; without GLib.

By the GVariant specification (GLib, "GVariant Specification", 2.4 and 2.5): the ends of values
whose size varies stand in a table behind them, little-endian, in the least width that holds the
size of the container; a variant is its value, a zero byte and the name of its type.
"""

from __future__ import annotations

from driveproof.importers.fields import UnfitError

MAX_ENTRIES = 1000
_ALIGNMENT = 8


def vardict(data: bytes) -> dict[str, tuple[str, bytes]]:
    """An `a{sv}`: name to (type, bytes of the value). Raises UnfitError for what is none."""
    width = _width(len(data))
    table = _end(data, len(data) - width, width, len(data) - width)
    room = len(data) - table
    if room % width or room // width > MAX_ENTRIES:
        raise UnfitError("Its table of contents is broken.")
    found: dict[str, tuple[str, bytes]] = {}
    begin = 0
    for place in range(table, len(data), width):
        begin += -begin % _ALIGNMENT
        end = _end(data, place, width, table)
        if end < begin:
            raise UnfitError("Its table of contents is broken.")
        name, value = _entry(data[begin:end])
        found[name] = value
        begin = end
    return found


def _entry(data: bytes) -> tuple[str, tuple[str, bytes]]:
    """A `{sv}`."""
    width = _width(len(data))
    value_end = len(data) - width
    key_end = _end(data, value_end, width, value_end)
    begin = key_end + -key_end % _ALIGNMENT
    if not key_end or data[key_end - 1] or begin > value_end:
        raise UnfitError("One of its entries is broken.")
    value, zero, kind = data[begin:value_end].rpartition(b"\0")
    if not zero:
        raise UnfitError("One of its entries is cut off.")
    name = data[: key_end - 1].decode("utf-8", "replace")
    return name, (kind.decode("ascii", "replace"), value)


def _width(size: int) -> int:
    """Bytes of an offset in a container of this size."""
    return next(width for width in (1, 2, 4, 8) if size < 2 ** (8 * width))


def _end(data: bytes, place: int, width: int, highest: int) -> int:
    """An offset in the table at `place`."""
    if place < 0:
        raise UnfitError("It is cut off.")
    found = int.from_bytes(data[place : place + width], "little")
    if found > highest:
        raise UnfitError("It is cut off, or its table of contents is broken.")
    return found
