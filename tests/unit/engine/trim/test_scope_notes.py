# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is said where a mount shows only a part of the file system that is trimmed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.drive.drive import Mount
from driveproof.domain.trim.free_space import STATVFS, FreeSpace, counted
from driveproof.domain.trim.path import PASS, DiscardPath
from driveproof.engine.trim.scope_notes import whole_words
from driveproof.wording.trim import too_short_words

PART = Mount("/srv/part", "/dev/sda1", "ext4", ("rw",), number="8:1", root="/a\x1b[2J")
CHAIN = DiscardPath(target="/srv/part", mount=PART, layers=(), verdict=PASS, sentence="")


def other(path: str, root: str = "/") -> Mount:
    return replace(PART, path=path, root=root)


def told(*elsewhere: Mount) -> str:
    (note,) = whole_words("/srv/part", replace(CHAIN, elsewhere=elsewhere), ("sda1",))
    return note


def test_a_part_is_named_and_nothing_in_it_reaches_the_terminal() -> None:
    assert told() == (
        r"/srv/part shows only /a\x1b[2J of the ext4 file system on /dev/sda1. A TRIM is of all of"
        " that file system, not only of what is below /srv/part. It is mounted nowhere else that"
        " can be seen from here."
    )


def test_where_all_of_it_is_seen_comes_first_and_many_are_counted() -> None:
    many = [other(f"/m{number}", "/x") for number in range(5)]
    assert told(*many, other("/all"), other("/m0")).endswith(
        "It is mounted as well at /all, /m0, /m1, /m2 and 2 more."
    )


@pytest.mark.parametrize(
    ("root", "part"),
    [("/@home", "the subvolume /@home of"), ("/@home/anna", "only /@home/anna of")],
)
def test_a_subvolume_of_several_devices(root: str, part: str) -> None:
    mount = replace(PART, root=root, filesystem="btrfs", options=("rw", "subvol=/@home"))
    (note,) = whole_words("/srv/part", replace(CHAIN, mount=mount), ("sda1", "cciss!c0d0"))
    assert part in note and "btrfs file system on /dev/sda1, /dev/cciss/c0d0." in note


def test_all_of_it_needs_no_words() -> None:
    for mount in (None, other("/srv/part")):
        assert whole_words("/srv/part", replace(CHAIN, mount=mount), ("sda1",)) == ()


LEAST = 65536


@pytest.mark.parametrize(
    ("free", "words"),
    [
        (None, ""),
        (FreeSpace(bytes=LEAST, total=LEAST, source=STATVFS, shortest=LEAST), ""),
        (counted([], LEAST, LEAST, LEAST), ""),
        (counted([(0, LEAST)], LEAST, LEAST, LEAST), ""),
        (counted([(0, LEAST - 512)], LEAST, LEAST, LEAST), "Every free range is shorter"),
        (counted([(0, 4096), (8192, LEAST)], 4 * LEAST, 4 * LEAST, LEAST), "4.1"),
    ],
)
def test_what_is_too_short_is_said(free: FreeSpace | None, words: str) -> None:
    found = too_short_words(free)
    assert (len(found) == 1 and words in found[0]) if words else found == ()
