# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""fio's log of each I/O in its output: real recordings in any chunks, and arbitrary input."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.scan_logs import read, recorded

from driveproof.fio.scan_log import Read, ScanStream, read_line, read_lines
from driveproof.fio.stream import BrokenOutputError


@pytest.mark.parametrize(("name", "count", "size"), [
    ("zones", 200, 5 * 2**20), ("accesses", 1000, 4096),
])  # fmt: skip
def test_a_recording(name: str, count: int, size: int) -> None:
    found, stream = read([recorded(name)])
    assert len(found) == count
    assert {one.bytes for one in found} == {size}
    assert len({one.offset for one in found}) > 0.99 * count
    assert stream.messages == []
    assert stream.final is not None
    assert stream.final.snapshot.get("read").issued == count
    # fio's own mean of the same reads, which it keeps apart for each slice.
    mean = sum(one.nanoseconds for one in found) / count * 1e-9
    assert mean * count == pytest.approx(stream.final.snapshot.get("read").latency_sum, rel=1e-3)


def test_a_device_that_fails_in_the_middle() -> None:
    found, stream = read([recorded("short")])
    assert 50 <= len(found) < 200
    assert all(one.offset + one.bytes <= 550 * 2**20 for one in found)
    assert stream.final is not None
    counted = stream.final.snapshot.get("read")
    # The read that failed was issued as well.
    assert (counted.ios, counted.issued) == (len(found), len(found) + 1)


@pytest.mark.deep
@pytest.mark.parametrize("name", ["zones", "accesses", "short"])
@given(cuts=st.lists(st.integers(0, 60_000), max_size=12))
def test_any_pieces_are_the_same(name: str, cuts: list[int]) -> None:
    data = recorded(name)
    edges = [0, *sorted(min(cut, len(data)) for cut in cuts), len(data)]
    pieces = [data[a:b] for a, b in pairwise(edges)]
    found, stream = read(pieces)
    whole, other = read([data])
    assert found == whole
    assert stream.final is not None and other.final is not None
    assert stream.final.text == other.final.text


def test_reads_are_told_with_the_bytes_that_complete_them() -> None:
    told: list[tuple[Read, ...]] = []
    stream = ScanStream(told.append)
    list(stream.feed(b"0, 10, 0, 4096, 0, 0\n0, 20, 0, 40"))
    assert told == [(Read(0, 4096, 10),)]
    list(stream.feed(b"96, 8192, 0\n"))
    assert told[1:] == [(Read(8192, 4096, 20),)]


@pytest.mark.parametrize("line", [
    b"", b"0, 10, 0, 4096, 0", b"0, 10, 1, 4096, 0, 0", b"0, -1, 0, 4096, 0, 0",
    b"0, 10, 0, 4096, 0, 0, 0", b" 0, 10, 0, 4096, 0, 0", b"0, 1e3, 0, 4096, 0, 0",
    b"0, 10, 0, 4096, 99999999999999999999, 0", b"0, 99999999999999999999, 0, 4096, 0, 0",
    b"fio: cache invalidation failed",
])  # fmt: skip
def test_what_is_no_line_of_the_log(line: bytes) -> None:
    assert read_line(line) is None


@given(st.binary(max_size=2000))
def test_anything_at_all(data: bytes) -> None:
    try:
        found, _ = read([data])
    except BrokenOutputError:
        return
    assert len(found) <= data.count(b",")


@given(st.integers(0, 2**53), st.integers(0, 2**53), st.integers(0, 2**63 - 1))
def test_any_read(nanoseconds: int, size: int, offset: int) -> None:
    line = f"12, {nanoseconds}, 0, {size}, {offset}, 0".encode()
    assert read_line(line) == Read(offset, size, nanoseconds)


@given(
    st.lists(st.tuples(*[st.integers(0, 10**15 - 1)] * 2, st.integers(0, 10**18 - 1))),
    st.sampled_from([b"0", b"0x0000", b"none"]),
)
def test_many_lines_at_once_are_what_each_is(
    rows: list[tuple[int, int, int]], priority: bytes
) -> None:
    lines = [b"7, %d, 0, %d, %d, %s" % (*row, priority) for row in rows]
    assert read_lines(b"".join(line + b"\n" for line in lines)) == [*map(read_line, lines)]


def test_what_comes_after_a_message_is_read_as_well() -> None:
    lines = [b"0, 10, 0, 4096, 0, 0", b"fio: a word", b"0, 20, 0, 4096, 99999999999999999999, 0"]
    found, stream = read([b"\n".join([*lines, b"0, 30, 0, 4096, 8192, 0", b""])])
    assert found == [Read(0, 4096, 10), Read(8192, 4096, 30)]
    assert len(stream.messages) == 2
