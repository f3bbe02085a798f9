# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Free space: sums and pictures of any ranges, even of those that no file system should report."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.trim.free_counter import FreeCounter
from driveproof.domain.trim.free_counter import counted as count
from driveproof.domain.trim.free_space import BINS, FIRST, GETFSMAP, STATVFS, FreeSpace

ANY = st.lists(st.tuples(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1)), max_size=60)


@st.composite
def apart(draw: st.DrawFn) -> tuple[int, list[tuple[int, int]]]:
    """Ranges that do not touch each other, and the span that contains them."""
    span = draw(st.integers(1, 10_000))
    cuts = sorted(draw(st.sets(st.integers(0, span), max_size=40)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return span, [(begin, end - begin) for begin, end in pairs]


@given(apart())
def test_picture_and_sums(made: tuple[int, list[tuple[int, int]]]) -> None:
    span, ranges = made
    free = count(ranges, span, span)
    assert free.bytes == sum(length for _, length in ranges)
    assert (free.ranges, free.largest) == (
        len(ranges), max((length for _, length in ranges), default=0)
    )  # fmt: skip
    width = span / BINS
    for number, share in enumerate(free.bins):
        low, high = number * width, (number + 1) * width
        inside = sum(max(0.0, min(b + n, high) - max(b, low)) for b, n in ranges)
        assert share == pytest.approx(inside / width, abs=1e-6)
    assert sum(free.bins) * width == pytest.approx(free.bytes, abs=1e-3)


@given(apart(), st.integers(0, 10_000))
def test_what_lies_before(made: tuple[int, list[tuple[int, int]]], position: int) -> None:
    span, ranges = made
    free = count(ranges, span, span)
    share = free.before(position)
    if not free.bytes:
        assert share is None
        return
    assert share is not None
    inside = sum(max(0, min(b + n, position) - b) for b, n in ranges)
    assert share == pytest.approx(inside / free.bytes, abs=span / BINS / free.bytes + 1e-6)


@given(ANY, st.integers(-1, 2**64))
def test_hostile_ranges_are_bounded(ranges: list[tuple[int, int]], span: int) -> None:
    free = count(ranges, span, 2**40)
    assert free.bytes >= 0 and free.share is not None and 0 <= free.share <= 1
    assert all(0 <= share <= 1 for share in free.bins)
    assert len(free.bins) in (0, BINS)
    assert free.ranges is not None and free.ranges <= len(ranges)
    assert all(start + length < 2**63 for start, length in free.first)


def test_only_the_first_are_kept() -> None:
    counter = FreeCounter(10**9)
    for begin in range(0, 10**6, 10**5):
        starts = np.arange(begin, begin + 10**5, 100, dtype=np.uint64)
        counter.add(starts, np.full(len(starts), 10, np.uint64))
    free = counter.result(10**9)
    assert (free.ranges, free.bytes, len(free.first)) == (10_000, 100_000, FIRST)
    assert free.first[1] == (100, 10) and not free.estimate


def test_an_estimate_has_no_ranges() -> None:
    free = FreeSpace(bytes=5, total=10, source=STATVFS)
    assert (free.estimate, free.share, free.before(3)) == (True, 0.5, None)
    assert FreeSpace(bytes=5, total=0, source=GETFSMAP).share is None
