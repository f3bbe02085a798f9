# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The proof of a TRIM: no verdict claims more than its numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.trim_codes import evidence_text

from driveproof.domain.errors import MachineError
from driveproof.domain.quantity import Plural
from driveproof.domain.trim.evidence import (
    Marked,
    Promise,
    accepted,
    data_gone,
    device_says,
    effect,
    expected_discards,
)
from driveproof.domain.trim.free_counter import counted
from driveproof.domain.trim.free_space import STATVFS, FreeSpace
from driveproof.domain.trim.job import (
    INCONCLUSIVE,
    NOT_TRIED,
    PROVED,
    REFUTED,
    SECTOR,
    LayerCount,
)

MIB = 2**20
FREE = counted([(0, 8 * MIB), (16 * MIB, 4 * MIB)], 64 * MIB, 64 * MIB)
GUESS = FreeSpace(bytes=13 * MIB, total=64 * MIB, source=STATVFS)
LEAST = MIB
CRUMBS = counted([(0, 4096), (9 * MIB, LEAST - 4096)], 64 * MIB, 64 * MIB, LEAST)
"""Every range is too short for the device."""
SOME = counted([(0, 8 * MIB), (16 * MIB, 4096)], 64 * MIB, 64 * MIB, LEAST)
CUT = counted([(16 * MIB, 2 * LEAST - 4096)], 64 * MIB, 64 * MIB, LEAST)
"""A step that ends within it may leave two that are too short."""
UNIT = counted([(16 * MIB, 2 * LEAST)], 64 * MIB, 64 * MIB, LEAST)


def layers(*counts: int | None) -> tuple[LayerCount, ...]:
    """From top to bottom."""
    last = len(counts) - 1
    return tuple(
        LayerCount(f"d{place}", count, top=place == 0, bottom=place == last)
        for place, count in enumerate(counts)
    )


@pytest.mark.parametrize(
    ("kind", "free", "trimmed", "counts", "verdict", "words"),
    [
        ("ext4", FREE, 12 * MIB, (12 * MIB,), PROVED, "FREE 24576 2"),
        ("ext4", FREE, 12 * MIB, (12 * MIB, 12 * MIB), PROVED, "TO_THE_SECTOR"),
        ("ext4", FREE, 12 * MIB, (12 * MIB, 13 * MIB), PROVED, "OTHERS_MAY"),
        ("ext4", FREE, 4 * MIB, (4 * MIB,), PROVED, "ALL_OF_IT; REST_REMEMBERED"),
        ("f2fs", FREE, 4 * MIB, (4 * MIB,), PROVED, "ALL_OF_IT"),
        ("xfs", FREE, 64 * MIB, (12 * MIB,), PROVED, "TO_THE_SECTOR"),
        ("xfs", FREE, 64 * MIB, (12 * MIB - 4096,), PROVED, "SHORT_LEFT_OUT"),
        ("btrfs", GUESS, 9 * MIB, (9 * MIB,), PROVED, "ALL_OF_IT"),
        ("ext4", FREE, 12 * MIB, (12 * MIB, 6 * MIB), INCONCLUSIVE, "ONLY_PART 6291456"),
        ("ext4", FREE, 12 * MIB, (12 * MIB, 0), REFUTED, "NOT_AS_FAR_AS d1"),
        ("ext4", FREE, 12 * MIB, (0, 0), REFUTED, "NO_DISCARD"),
        ("ext4", FREE, 12 * MIB, (None, None), INCONCLUSIVE, "NOTHING_COUNTS"),
        ("ext4", FREE, 12 * MIB, (12 * MIB, None), PROVED, "COUNTED d0 24576"),
        ("ext4", FREE, 0, (0,), INCONCLUSIVE, "REMEMBERED"),
        ("ext4", counted([], MIB, MIB), 0, (0,), INCONCLUSIVE, "NOTHING_FREE"),
        ("f2fs", GUESS, 0, (0,), INCONCLUSIVE, "NOTHING_FOUND"),
        ("xfs", CRUMBS, 64 * MIB, (0,), INCONCLUSIVE, "NOTHING_FITS 1044480"),
        ("ext4", CRUMBS, 0, (0,), INCONCLUSIVE, "NOTHING_FITS"),
        ("xfs", CRUMBS, 64 * MIB, (8192,), INCONCLUSIVE, "OTHERS_MAY"),
        ("xfs", SOME, 64 * MIB, (8 * MIB,), PROVED, "SHORT_LEFT_OUT"),
        ("xfs", SOME, 64 * MIB, (0,), REFUTED, "NO_DISCARD"),
        ("xfs", CUT, 64 * MIB, (0,), INCONCLUSIVE, "MAYBE_TOO_SHORT"),
        ("xfs", UNIT, 64 * MIB, (0,), REFUTED, "NO_DISCARD"),
        ("xfs", GUESS, 64 * MIB, (0,), INCONCLUSIVE, "RANGES_UNKNOWN"),
        ("xfs", FREE, 64 * MIB, (0,), REFUTED, "NO_DISCARD"),
    ],
)
def test_accepted(
    kind: str,
    free: FreeSpace,
    trimmed: int,
    counts: tuple[int | None, ...],
    verdict: str,
    words: str,
) -> None:
    proof = accepted(kind, free, trimmed, layers(*counts))
    assert proof.verdict == verdict, evidence_text(proof)
    assert words in evidence_text(proof)


def test_what_is_free_has_both_numbers_in_one_form() -> None:
    free = accepted("ext4", FREE, 12 * MIB, layers(12 * MIB)).evidence[0]
    ranges = Plural("{count} range", "{count} ranges", 2)
    assert free.say[0].values == {"sectors": 24576, "ranges": ranges}


def test_members_side_by_side_add_up() -> None:
    striped = (
        LayerCount("md0", 12 * MIB, top=True),
        LayerCount("sda", 7 * MIB, bottom=True),
        LayerCount("sdb", 5 * MIB, bottom=True),
    )
    assert accepted("ext4", FREE, 12 * MIB, striped).verdict == PROVED
    assert accepted("ext4", FREE, 12 * MIB, striped[:2]).verdict == INCONCLUSIVE


def volume(*more: LayerCount) -> tuple[LayerCount, ...]:
    return (LayerCount("dm-9", 12 * MIB, top=True), *more)


@pytest.mark.parametrize(
    ("found", "verdict", "words"),
    [
        # A linear volume over two drives: what is free may lie on one of them.
        (
            volume(LayerCount("sda", 12 * MIB, bottom=True), LayerCount("sdb", 0, bottom=True)),
            INCONCLUSIVE,
            "SOME_COUNTED_NOTHING sdb",
        ),
        # A thin volume of which nothing was ever written: its pool has nothing to pass on.
        (
            volume(
                LayerCount("dm-4", 12 * MIB, keeps=True),
                LayerCount("dm-2", 0, keeps=True),
                LayerCount("dm-3", 0, keeps=True),
                LayerCount("sda", 0, bottom=True),
            ),
            INCONCLUSIVE,
            "SOME_COUNTED_NOTHING sda",
        ),
        # The metadata of a thin pool, or of a mirror, is not trimmed.
        (
            volume(
                LayerCount("dm-2", 0, keeps=True),
                LayerCount("dm-3", 12 * MIB, keeps=True),
                LayerCount("sda", 12 * MIB, bottom=True),
            ),
            PROVED,
            "OTHERS_MAY",
        ),
        (
            volume(
                LayerCount("dm-2", 0, keeps=True),
                LayerCount("dm-3", 12 * MIB, keeps=True),
                LayerCount("dm-5", 12 * MIB, keeps=True),
                LayerCount("sda", 12 * MIB, bottom=True),
                LayerCount("sdb", 12 * MIB, bottom=True),
            ),
            PROVED,
            "OTHERS_MAY",
        ),
        # One way down, and nothing on it keeps anything.
        (
            volume(LayerCount("sda2", 0), LayerCount("sda", 9, bottom=True)),
            REFUTED,
            "NOT_AS_FAR_AS sda2",
        ),
    ],
)
def test_who_counted_nothing(found: tuple[LayerCount, ...], verdict: str, words: str) -> None:
    proof = accepted("ext4", FREE, 12 * MIB, found)
    assert proof.verdict == verdict, evidence_text(proof)
    assert words in evidence_text(proof)


@given(
    st.sampled_from(["ext4", "xfs", "btrfs"]),
    st.integers(0, 2**63),
    st.lists(st.none() | st.integers(0, 2**63), max_size=5),
)
def test_nothing_is_proved_that_was_not_counted(
    kind: str, trimmed: int, counts: list[int | None]
) -> None:
    proof = accepted(kind, FREE, trimmed, layers(*counts))
    known = [count for count in counts if count is not None]
    wanted = expected_discards(kind, FREE, trimmed)
    if proof.verdict == PROVED:
        assert known and wanted and min(known[0], known[-1]) >= 0.99 * wanted
    if proof.verdict == REFUTED:
        assert 0 in known and wanted


@pytest.mark.parametrize(
    ("zeros", "same", "promise", "verdict"),
    [
        (8, 0, Promise.RZAT, PROVED),
        (0, 8, Promise.RZAT, REFUTED),
        (7, 1, Promise.RZAT, INCONCLUSIVE),
        (0, 0, Promise.RZAT, INCONCLUSIVE),
        (8, 0, None, INCONCLUSIVE),
        (0, 8, None, INCONCLUSIVE),
        (0, 0, None, INCONCLUSIVE),
    ],
)
def test_only_a_promise_makes_zeros_a_proof(
    zeros: int, same: int, promise: Promise | None, verdict: str
) -> None:
    proof = data_gone(Marked(8, zeros, same, promise, "/dev/sda"))
    assert proof.verdict == verdict
    assert "BLOCKS" in evidence_text(proof)


@given(st.integers(0, 99), st.integers(0, 99), st.integers(0, 99))
def test_without_a_promise_nothing_is_refuted(zeros: int, same: int, other: int) -> None:
    whole = zeros + same + other
    assert data_gone(Marked(whole, zeros, same, None, "x")).verdict == INCONCLUSIVE


def test_crumbs_that_are_still_there_refute_nothing() -> None:
    """The file system leaves out what is too short for the device."""
    promise = Promise.RZAT
    for zeros, same, verdict, words in (
        (0, 8, INCONCLUSIVE, "PIECES_TOO_SHORT"),
        (4, 4, INCONCLUSIVE, "PIECES_TOO_SHORT"),
        (4, 0, INCONCLUSIVE, "USED_AGAIN"),
        (8, 0, PROVED, "PROMISE"),
    ):
        proof = data_gone(Marked(8, zeros, same, promise, "/dev/sda", crumbs=True))
        assert proof.verdict == verdict and words in evidence_text(proof)
    assert data_gone(Marked(8, 0, 8, promise, "/dev/sda")).verdict == REFUTED


@pytest.mark.parametrize(
    ("zeros", "same", "verdict", "words"),
    [
        (8, 0, PROVED, "PASSED_ADAPTER"),
        (0, 8, INCONCLUSIVE, "ADAPTER_IGNORES"),
        (4, 4, INCONCLUSIVE, "NO_PROMISE"),
    ],
)
def test_random_data_behind_a_usb_adapter(zeros: int, same: int, verdict: str, words: str) -> None:
    proof = data_gone(Marked(8, zeros, same, None, "/dev/sdb", adapter=True))
    assert proof.verdict == verdict and words in evidence_text(proof)


def test_short_pieces_behind_a_usb_adapter_show_nothing() -> None:
    proof = data_gone(Marked(8, 0, 8, None, "/dev/sdb", crumbs=True, adapter=True))
    assert "NO_PROMISE" in evidence_text(proof)


def test_no_marked_file() -> None:
    assert data_gone(None).verdict == NOT_TRIED
    proof = data_gone(None, MachineError("Only root may."))
    assert (proof.verdict, evidence_text(proof)) == (INCONCLUSIVE, "FAILED Only root may.")


@pytest.mark.parametrize(
    ("before", "after", "wanted", "verdict"),
    [
        (None, None, 5, NOT_TRIED),
        (9, None, 5, NOT_TRIED),
        (9 * SECTOR, 8 * SECTOR, 5, PROVED),
        (9, 9, 5, INCONCLUSIVE),
        (9, 10, 0, INCONCLUSIVE),
    ],
)
def test_the_drives_own_word(
    before: int | None, after: int | None, wanted: int, verdict: str
) -> None:
    assert device_says(before, after, wanted).verdict == verdict


def test_the_effect_is_a_measurement() -> None:
    assert effect().verdict == NOT_TRIED
