# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts before a TRIM: how much it covers, and what it leaves out."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.drive.drive import Mount
from driveproof.domain.trim.free_counter import counted
from driveproof.domain.trim.free_space import STATVFS, FreeSpace
from driveproof.domain.trim.job import Preview
from driveproof.domain.trim.path import DiscardPath
from driveproof.wording.say import say_text

PART = Mount("/srv/part", "/dev/sda1", "ext4", ("rw",), number="8:1", root="/a\x1b[2J")
CHAIN = DiscardPath(target="/srv/part", mount=PART, layers=())
PREVIEW = Preview(
    target="/srv/part", device="/dev/sda1", filesystem="ext4", chain=CHAIN, layers=("sda1",),
    mount=PART, lies_on=("sda1",),
)  # fmt: skip


def other(path: str, root: str = "/") -> Mount:
    return replace(PART, path=path, root=root)


def told(*elsewhere: Mount) -> list[str]:
    return [
        say_text(one) for one in replace(PREVIEW, chain=replace(CHAIN, elsewhere=elsewhere)).notes
    ]


def test_a_part_is_named() -> None:
    assert told() == ["TRIM covers all of the file system on /dev/sda1, not only /srv/part."]


def test_where_all_of_it_is_seen_comes_first() -> None:
    many = [other(f"/m{number}", "/x\x1b[2J") for number in range(5)]
    _whole, note = told(*many, other("/all"), other("/m0"))
    assert note == "It is also mounted at /all, /m0, /m1, /m2, …."


def test_a_subvolume_of_several_devices() -> None:
    mount = replace(PART, root="/@home", filesystem="btrfs", options=("rw", "subvol=/@home"))
    (note,) = [
        say_text(one) for one in replace(PREVIEW, mount=mount, lies_on=("sda1", "cciss!c0d0")).notes
    ]
    assert "/dev/sda1, /dev/cciss/c0d0" in note


def test_all_of_it_needs_no_words() -> None:
    for mount in (None, other("/srv/part")):
        assert [say_text(one) for one in replace(PREVIEW, mount=mount).notes] == []


def test_a_folder_that_was_named() -> None:
    inside = replace(PREVIEW, target="/srv/part/x", inside=True)
    for one in (inside, replace(inside, mount=other("/srv/part"))):
        (note,) = [say_text(one) for one in one.notes]
        assert note.endswith("not only /srv/part/x.")


LEAST = 65536


@pytest.mark.parametrize(
    ("free", "words"),
    [
        (None, ""),
        (FreeSpace(bytes=LEAST, total=LEAST, source=STATVFS, shortest=LEAST), ""),
        (counted([], LEAST, LEAST, LEAST), ""),
        (counted([(0, LEAST)], LEAST, LEAST, LEAST), ""),
        (counted([(0, LEAST - 512)], LEAST, LEAST, LEAST), "minimum"),
        (counted([(0, 4096), (8192, LEAST)], 4 * LEAST, 4 * LEAST, LEAST), "4.1"),
    ],
)
def test_what_is_too_short_is_said(free: FreeSpace | None, words: str) -> None:
    found = [say_text(one) for one in replace(PREVIEW, mount=None, free=free).notes]
    assert (len(found) == 1 and words in found[0]) if words else found == []
