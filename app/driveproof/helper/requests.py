# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Adds up a device's requests from the pages of the kernel's ring buffer. Standard library only.

The kernel writes each event in binary (Documentation/trace/ring-buffer-design.rst, events/*/format
and events/header_page). So nothing that a program can choose, as its name, is read, let alone taken
for an event. What leaves here are counts: no request with its time and place.
"""

from __future__ import annotations

import json
import re
import struct
import sys
from collections import deque
from collections.abc import Iterator, Mapping
from typing import NamedTuple

REGIONS = 64
SIZES = 256
"""Different sizes that are told apart; rarer ones then count as the power of two below them."""
STREAMS = 16
"""The number of remembered places where a request ended and another would continue."""
IN_FLIGHT = 4096
_SECTOR = 512
_PADDING, _EXTEND, _STAMP = 29, 30, 31  # type_len, include/linux/ring_buffer.h
_MISSED, _STORED, _COMMIT = 1 << 31, 1 << 30, (1 << 20) - 1  # kernel/trace/ring_buffer.c
_FIELD = re.compile(r"\tfield:[^;]*?(\w+)(?:\[\d*\])?;\toffset:(\d+);\tsize:(\d+);")
_ID = re.compile(r"^ID: (\d+)$", re.MULTILINE)
_LITTLE = sys.byteorder == "little"


class FieldPlace(NamedTuple):
    """Where a field lies: its offset and size in bytes."""

    offset: int
    size: int


def places(text: str) -> Mapping[str, FieldPlace]:
    """The fields in a file "format" or "header_page"."""
    return {name: FieldPlace(int(at), int(size)) for name, at, size in _FIELD.findall(text)}


class EventLayout(NamedTuple):
    """How an event of a request is laid out."""

    number: int
    sector: FieldPlace
    sectors: FieldPlace
    flags: FieldPlace
    """The kernel's letters (blk_fill_rwbs in kernel/trace/blktrace.c)."""
    bytes: FieldPlace | None
    """Only of an issue."""

    @classmethod
    def of(cls, text: str) -> EventLayout:
        """From its file "format". Raises ValueError for one that has other fields."""
        found, number = places(text), _ID.search(text)
        try:
            assert number is not None
            return cls(int(number[1]), found["sector"], found["nr_sector"], found["rwbs"],
                       found.get("bytes"))  # fmt: skip
        except (AssertionError, KeyError) as error:
            raise ValueError("unknown layout of a request") from error


class PageLayout(NamedTuple):
    """How a page and the events in it are laid out."""

    commit: FieldPlace
    data: int
    issue: EventLayout
    complete: EventLayout

    @classmethod
    def of(cls, page: str, issue: str, complete: str) -> PageLayout:
        """From the kernel's files. Raises ValueError for what they do not say."""
        found = places(page)
        if "commit" not in found or "data" not in found:
            raise ValueError("unknown layout of a page")
        return cls(
            found["commit"], found["data"].offset, EventLayout.of(issue), EventLayout.of(complete)
        )


class RequestEvent(NamedTuple):
    """An event: nanoseconds, whether it is an issue, and what the request is."""

    time: int
    issued: bool
    sector: int
    sectors: int
    size: int
    """Bytes."""
    flags: bytes


def events(page: bytes, layout: PageLayout) -> tuple[list[RequestEvent], int]:
    """The requests in a page, and how many events the kernel lost before it."""
    if len(page) < layout.data:
        return [], 0
    commit = int.from_bytes(page[layout.commit.offset :][: layout.commit.size], sys.byteorder)
    end = min(layout.data + (commit & _COMMIT), len(page))
    lost = 0
    if commit & _MISSED:
        lost = 1
        if commit & _STORED and end + 8 <= len(page):
            lost = max(1, int.from_bytes(page[end : end + 8], sys.byteorder))
    (time,) = struct.unpack_from("=Q", page)
    return list(_walk(page, layout, end, time)), lost


def _walk(page: bytes, layout: PageLayout, end: int, time: int) -> Iterator[RequestEvent]:
    at = layout.data
    while at + 4 <= end:
        (word,) = struct.unpack_from("=I", page, at)
        kind, delta = (word & 31, word >> 5) if _LITTLE else (word >> 27, word & 0x7FFFFFF)
        at += 4
        if kind in (_EXTEND, _STAMP):
            if at + 4 > end:
                return
            (high,) = struct.unpack_from("=I", page, at)
            at += 4
            whole = (high << 27) + delta
            # An absolute stamp lacks the highest five bits.
            time = time + whole if kind == _EXTEND else (time >> 59 << 59) + whole
            continue
        if kind == _PADDING and not delta:
            return
        time += delta
        length = 4 * kind
        if kind in (0, _PADDING):
            if at + 4 > end:
                return
            (length,) = struct.unpack_from("=I", page, at)
            length -= 4
            at += 4
        if length < 2 or at + length > end:
            return
        if kind != _PADDING and (seen := _request(page, at, length, time, layout)) is not None:
            yield seen
        at += length


def _request(
    page: bytes, at: int, length: int, time: int, layout: PageLayout
) -> RequestEvent | None:
    (number,) = struct.unpack_from("=H", page, at)
    if number == layout.issue.number:
        event = layout.issue
    elif number == layout.complete.number:
        event = layout.complete
    else:
        return None

    def value(place: FieldPlace) -> int:
        if place.offset + place.size > length:
            return 0
        return int.from_bytes(page[at + place.offset :][: place.size], sys.byteorder)

    sectors = value(event.sectors)
    size = value(event.bytes) if event.bytes is not None else 0
    letters = page[at + event.flags.offset :][: event.flags.size]
    flags = letters.partition(b"\0")[0]
    return RequestEvent(
        time, event is layout.issue, value(event.sector), sectors, size or sectors * _SECTOR, flags
    )


class Tally:
    """What the requests of a device of `size` bytes come to."""

    def __init__(self, size: int) -> None:
        self._size = max(1, size)
        self._ways = {"read": _Way(), "write": _Way(), "discard": _Way()}
        self._depths: dict[int, int] = {}
        self._gaps: dict[int, int] = {}
        self._flushes = self.lost = 0
        self._running: dict[tuple[int, bytes], int] = {}
        self._last: int | None = None

    def add(self, seen: RequestEvent) -> None:
        """One event, in the order of their times."""
        flags = seen.flags
        if flags[:1] == b"F":  # a flush, alone or before a write
            if seen.issued:
                self._flushes += 1
            flags = flags[1:]
        name = _WAYS.get(flags[:1])
        if name is None or seen.size <= 0:
            return
        key = seen.sector, flags[:1]
        if not seen.issued:
            self._complete(key, seen.sectors)
            return
        way = self._ways[name]
        way.add(seen, flags, seen.sector * _SECTOR * REGIONS // self._size)
        if name == "discard":
            return
        if len(self._running) >= IN_FLIGHT:  # the ends of some were lost
            self._running.clear()
        self._running[key] = seen.sectors
        depth = 1 << (len(self._running).bit_length() - 1)
        self._depths[depth] = self._depths.get(depth, 0) + 1
        if self._last is not None:
            micro = max(0, seen.time - self._last) // 1000
            bound = 1 << micro.bit_length()
            self._gaps[bound] = self._gaps.get(bound, 0) + 1
        self._last = seen.time

    def lose(self, count: int) -> None:
        """`count` events were missed: which requests still run is not known any more."""
        self.lost += count
        self._running.clear()

    def _complete(self, key: tuple[int, bytes], sectors: int) -> None:
        left = self._running.pop(key, 0) - sectors
        if left > 0:  # the kernel goes on with the rest of it
            self._running[key[0] + sectors, key[1]] = left

    def line(self, seconds: float) -> bytes:
        """All so far, as a line of JSON."""
        found = {
            "seconds": round(seconds, 3),
            "flushes": self._flushes,
            "lost": self.lost,
            "depths": sorted(self._depths.items()),
            "gaps": sorted(self._gaps.items()),
            **{name: way.told() for name, way in self._ways.items()},
        }
        return json.dumps(found, separators=(",", ":")).encode("ascii") + b"\n"


_WAYS = {b"R": "read", b"W": "write", b"D": "discard"}


class _Way:
    """The requests of one direction."""

    __slots__ = ("_ends", "_fua", "_regions", "_sequential", "_sizes", "_sync")

    def __init__(self) -> None:
        self._sizes: dict[int, int] = {}
        self._sequential = self._sync = self._fua = 0
        self._regions = [0] * REGIONS
        self._ends: deque[int] = deque(maxlen=STREAMS)

    def add(self, seen: RequestEvent, flags: bytes, region: int) -> None:
        """One request; `flags` are the letters from that of the direction on."""
        size = seen.size
        if size not in self._sizes and len(self._sizes) >= SIZES:
            size = 1 << (size.bit_length() - 1)
        self._sizes[size] = self._sizes.get(size, 0) + 1
        if seen.sector in self._ends:
            self._sequential += 1
            self._ends.remove(seen.sector)
        self._ends.append(seen.sector + seen.sectors)
        self._sync += b"S" in flags
        self._fua += b"F" in flags
        self._regions[min(max(region, 0), REGIONS - 1)] += seen.size

    def told(self) -> dict[str, object]:
        """As it is sent."""
        return {
            "sizes": sorted(self._sizes.items()),
            "sequential": self._sequential,
            "sync": self._sync,
            "fua": self._fua,
            "regions": self._regions,
        }
