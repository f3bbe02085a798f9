# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Requests from pages of the kernel's ring buffer: recorded ones, made ones, and broken ones."""

from __future__ import annotations

import base64
import json
import random
import struct
import sys
from pathlib import Path
from typing import Any

import pytest

from driveproof.domain.run.observed import REGIONS as KEPT_REGIONS
from driveproof.helper.requests import (
    REGIONS,
    SIZES,
    EventLayout,
    FieldPlace,
    PageLayout,
    RequestEvent,
    Tally,
    events,
)
from driveproof.system.helper.trace import requests_of

DATA = Path(__file__).parents[2] / "data" / "trace"
PAGE = 4096
KIB = 1024
LAYOUT = PageLayout(
    FieldPlace(8, 8), 16,
    EventLayout(7, FieldPlace(16, 8), FieldPlace(24, 4), FieldPlace(34, 10), FieldPlace(28, 4)),
    EventLayout(8, FieldPlace(16, 8), FieldPlace(24, 4), FieldPlace(34, 10), None),
)  # fmt: skip
little = pytest.mark.skipif(sys.byteorder != "little", reason="recorded on such a machine")


def told(tally: Tally) -> dict[str, Any]:
    found = json.loads(tally.line(1.0))
    assert isinstance(found, dict)
    return found


def issue(sector: int, size: int, flags: bytes = b"W", time: int = 0) -> RequestEvent:
    return RequestEvent(time, True, sector, size // 512, size, flags)


def done(sector: int, size: int, flags: bytes = b"W", time: int = 0) -> RequestEvent:
    return RequestEvent(time, False, sector, size // 512, size, flags)


def record(number: int, sector: int, size: int, flags: bytes) -> bytes:
    """An event as the kernel writes it, a multiple of 4 bytes long."""
    found = bytearray(64)
    struct.pack_into("=H", found, 0, number)
    struct.pack_into("=QII", found, 16, sector, size // 512, size)
    found[34 : 34 + len(flags)] = flags
    return bytes(found)


def word(kind: int, delta: int) -> bytes:
    return struct.pack("=I", kind | delta << 5 if sys.byteorder == "little" else kind << 27 | delta)


def page(*parts: bytes, time: int = 1000, bits: int = 0, after: bytes = b"") -> bytes:
    data = b"".join(parts)
    head = struct.pack("=QQ", time, len(data) | bits)
    return (head + data + after).ljust(PAGE, b"\0")


@little
@pytest.mark.parametrize("path", sorted(DATA.glob("*.json")), ids=lambda path: path.stem)
def test_what_a_kernel_wrote(path: Path) -> None:
    recorded = json.loads(path.read_text("utf-8"))
    layout = PageLayout.of(recorded["header_page"], recorded["issue"], recorded["complete"])
    seen: list[RequestEvent] = []
    for each in recorded["pages"]:
        some, lost = events(base64.b64decode(each).ljust(PAGE, b"\0"), layout)
        assert lost == 0
        seen += some
    seen.sort()
    tally = Tally(recorded["size"])
    for one in seen:
        tally.add(one)
    found = told(tally)
    assert found["write"]["sizes"] == [[64 * KIB, 20]]
    assert found["write"]["sequential"] == 19
    assert [4 * KIB, 30] in found["read"]["sizes"]
    assert sum(found["write"]["regions"]) == 20 * 64 * KIB
    assert {depth for depth, _count in found["depths"]} == {1}
    assert sum(one.issued for one in seen) >= 50


def test_the_times_of_events() -> None:
    """A long pause has an event of its own, so has an absolute stamp; padding takes time too."""
    event = record(7, 8, 4096, b"WS")
    parts = (
        word(16, 5), event,
        word(30, 3) + struct.pack("=I", 2),  # 3 + 2 * 2^27
        word(0, 1), struct.pack("=I", 68), event,
        word(29, 9) + struct.pack("=I", 12) + bytes(8),  # an event that was taken back
        word(31, 7) + struct.pack("=I", 1),
        word(16, 1), event,
        word(16, 1), record(9, 8, 4096, b"W"),  # somebody else's
        word(29, 0),
    )  # fmt: skip
    found, lost = events(page(*parts), LAYOUT)
    assert lost == 0
    assert [one.time for one in found] == [1005, 1009 + 2**28, 2**27 + 8]
    assert found[0] == RequestEvent(1005, True, 8, 8, 4096, b"WS")


@pytest.mark.parametrize(
    ("bits", "after", "lost"),
    [(0, b"", 0), (1 << 31, b"", 1), (3 << 30, struct.pack("=Q", 512), 512)],
)
def test_lost_events_are_counted(bits: int, after: bytes, lost: int) -> None:
    found = page(word(16, 5), record(7, 8, 4096, b"W"), bits=bits, after=after)
    assert events(found, LAYOUT)[1] == lost


def test_any_bytes() -> None:
    """Pages come from the kernel; still, none makes it read beyond one, or never end."""
    chance = random.Random(7)
    for _number in range(2000):
        size = chance.choice((0, 3, 15, 16, 20, 200, PAGE))
        some, _lost = events(chance.randbytes(size), LAYOUT)
        tally = Tally(2**20)
        for one in some:
            tally.add(one)
        told(tally)


def test_directions_and_what_somebody_waits_for() -> None:
    tally = Tally(64 * 2**20)
    for flags in (b"W", b"WS", b"WFS", b"FWFS", b"R", b"RA", b"RSM", b"D", b"DE", b"FF", b"N", b""):
        tally.add(issue(0, 4096, flags))
    found = told(tally)
    counts = {name: sum(many for _size, many in found[name]["sizes"]) for name in
              ("read", "write", "discard")}  # fmt: skip
    assert counts == {"read": 3, "write": 4, "discard": 2}
    assert (found["write"]["sync"], found["write"]["fua"]) == (3, 2)
    assert found["read"]["sync"] == 1
    assert found["flushes"] == 2  # alone, and before a write


def test_what_follows_what() -> None:
    """Two files that are read in turn are two rows, and neither is random."""
    tally = Tally(2**30)
    for number in range(10):
        tally.add(issue(number * 8, 4096, b"R"))
        tally.add(issue(100_000 + number * 8, 4096, b"R"))
    assert told(tally)["read"]["sequential"] == 18


def test_how_many_are_in_flight() -> None:
    tally = Tally(2**30)
    for number in range(5):
        tally.add(issue(number * 1000, 8192, time=number * 3000))
    for number in range(5):
        tally.add(done(number * 1000, 4096))  # the kernel ends a request in parts
    tally.add(issue(90_000, 4096, time=2_000_000))
    found = told(tally)
    assert found["depths"] == [[1, 1], [2, 2], [4, 3]]
    for number in range(5):
        tally.add(done(number * 1000 + 8, 4096))
    tally.add(done(90_000, 4096))
    tally.add(issue(0, 4096, time=3_000_000))
    assert told(tally)["depths"][0] == [1, 2]
    assert found["gaps"] == [[4, 4], [2048, 1]]


def test_sizes_and_memory_have_bounds() -> None:
    tally = Tally(2**40)
    for number in range(1, 3000):
        tally.add(issue(number * 100_000, number * 512))
    found = told(tally)["write"]
    assert len(found["sizes"]) <= SIZES + 12
    assert sum(many for _size, many in found["sizes"]) == 2999
    assert len(tally.line(1.0)) < 16_000


def test_places_beyond_the_end() -> None:
    """The device may be a smaller one by now: nothing is counted out of bounds."""
    tally = Tally(1)
    tally.add(issue(2**40, 4096))
    assert told(tally)["write"]["regions"][-1] == 4096


def test_another_layout_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown layout"):
        PageLayout.of("", "ID: 1\n", "ID: 2\n")
    with pytest.raises(ValueError, match="unknown layout"):
        EventLayout.of("ID: 1\n\tfield:sector_t sector;\toffset:16;\tsize:8;\tsigned:0;\n")


def test_the_program_reads_what_the_helper_says() -> None:
    assert REGIONS == KEPT_REGIONS
    tally = Tally(2**20)
    tally.add(issue(0, 4096, b"WFS", 1000))
    tally.add(issue(8, 8192, b"R", 4000))
    found = requests_of(tally.line(2.5), "sda", 2**20)
    assert found is not None
    assert (found.device, found.size, found.seconds) == ("sda", 2**20, 2.5)
    assert found.write.sizes == ((4096, 1),)
    assert (found.write.sync, found.write.fua) == (1, 1)
    assert found.read.bytes == 8192
    assert found.gaps == ((4e-6, 1),)
    for broken in (b"", b"{}", b"[]", b"null", tally.line(1.0)[:-9]):
        assert requests_of(broken, "sda", 1) is None
