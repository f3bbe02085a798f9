# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts on TRIM: of the file system and its mount options, in the list, and in the sentence."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.trim_codes import layer_facts

from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount, QueueLimits
from driveproof.domain.trim.drive import quick_trim
from driveproof.domain.trim.drive_rules import end_of
from driveproof.domain.trim.facts import DeviceFacts
from driveproof.domain.trim.filesystem_rules import (
    FITRIM,
    backing_layer,
    continuous,
    filesystem_layer,
    mount_layer,
)
from driveproof.domain.trim.path import BLOCK, PASS, UNKNOWN, EndKind, LayerFact, PathEnd
from driveproof.domain.trim.stack_rules import layers_of

CAN = QueueLimits(discard_granularity=512, discard_max_bytes=2**31)
CANNOT = QueueLimits(discard_granularity=0, discard_max_bytes=0)


def mount(kind: str = "ext4", options: str = "rw", number: str = "8:1") -> Mount:
    words = tuple(options.split(","))
    return Mount("/data", "/dev/sda1", kind, words, "ro" in words, number)


@pytest.mark.parametrize("kind", sorted(FITRIM))
def test_file_systems_that_can(kind: str) -> None:
    assert filesystem_layer(mount(kind)).verdict == PASS


@pytest.mark.parametrize("kind", ["reiserfs", "hfsplus", "fuseblk", "bcachefs", "", "new"])
def test_file_systems_of_which_it_is_not_known(kind: str) -> None:
    assert filesystem_layer(mount(kind)).verdict == UNKNOWN


@pytest.mark.parametrize(
    ("options", "verdict"),
    [
        ("rw,relatime", PASS),
        ("ro,relatime", PASS),
        ("ro,noload", BLOCK),
        ("ro,norecovery", BLOCK),
        ("rw,noload", PASS),
    ],
)
def test_mount_options(options: str, verdict: str) -> None:
    layer = mount_layer(mount(options=options))
    assert layer.verdict == verdict
    assert options.replace(",", ", ") in layer_facts(layer)  # where a long list may wrap


@pytest.mark.parametrize(
    ("kind", "options", "on"),
    [
        ("ext4", "rw,discard", True),
        ("ext4", "rw", False),
        ("btrfs", "rw,discard=async", True),
        ("btrfs", "rw,nodiscard", False),
        ("f2fs", "rw,discard,nobarrier", True),
        ("ext4", "ro,discard", False),
        ("tmpfs", "rw", None),
        ("nfs4", "rw,discard", None),
    ],
)
def test_continuous_discard(kind: str, options: str, on: bool | None) -> None:
    assert continuous(mount(kind, options))[0] is on


def test_the_file_system_of_a_file_says_when_a_hole_goes_on() -> None:
    for held, code in (
        (mount(options="rw,discard"), LayerFact.HOLES_AT_ONCE),
        (mount(), LayerFact.HOLES_LATER),
        (mount("tmpfs"), LayerFact.HOLES_FREE_MEMORY),
    ):
        assert backing_layer(held, "/x").facts[-1].code is code
    assert backing_layer(mount("nfs4"), "/x").verdict == BLOCK


# the list


DISK = BlockDevice(path="/dev/sda", name="sda", kind="ata", limits=CAN)
PART = BlockDevice(
    path="/dev/sda1", name="sda1", kind="partition", partition_of="sda", parents=("sda",)
)
VAULT = BlockDevice(path="/dev/mapper/v", name="dm-0", kind="crypt", parents=("sda1",), limits=CAN)


@pytest.mark.parametrize(
    ("disk", "vault", "words"),
    [
        (DISK, VAULT, (PASS, PASS)),
        (DISK, replace(VAULT, limits=CANNOT), (PASS, BLOCK)),
        (replace(DISK, limits=CANNOT), VAULT, (BLOCK, BLOCK)),
        (replace(DISK, limits=QueueLimits()), VAULT, (UNKNOWN, UNKNOWN)),
        (replace(DISK, read_only=True), VAULT, (BLOCK, BLOCK)),
    ],
)
def test_the_word_of_the_list(
    disk: BlockDevice, vault: BlockDevice, words: tuple[str, str]
) -> None:
    inventory = Inventory((disk, PART, vault))
    assert (quick_trim(disk, inventory), quick_trim(vault, inventory)) == words
    assert quick_trim(PART, inventory) == words[0]


@pytest.mark.parametrize(
    ("array", "first", "second", "word"),
    [(CAN, CAN, CAN, PASS), (CAN, CAN, CANNOT, "part"), (CAN, CANNOT, CANNOT, BLOCK),
     (CANNOT, CAN, CAN, BLOCK), (CANNOT, CAN, CANNOT, BLOCK)],
)  # fmt: skip
def test_the_word_of_an_array(
    array: QueueLimits, first: QueueLimits, second: QueueLimits, word: str
) -> None:
    drives = [
        replace(DISK, path=f"/dev/{name}", name=name, limits=limits)
        for name, limits in (("sda", first), ("sdb", second))
    ]
    made = BlockDevice(path="/dev/md0", name="md0", kind="md", parents=("sda", "sdb"), limits=array)
    inventory = Inventory((*drives, made))
    assert quick_trim(made, inventory) == word
    assert quick_trim(drives[0], inventory) == (PASS if first is CAN else BLOCK)


def test_a_loop_device_without_a_file_punches_no_hole() -> None:
    facts = DeviceFacts(name="loop7", kind="loop", title="/dev/loop7", max_bytes=2**32)
    (layer,) = layers_of(facts)
    assert (layer.verdict, layer.facts[0].code) == (UNKNOWN, LayerFact.NO_FILE)
    (layer,) = layers_of(replace(facts, backing_file="/x.img"))
    assert (layer.verdict, "/x.img" in layer_facts(layer)) == (PASS, True)


@pytest.mark.parametrize(
    ("rotational", "kind"),
    [(False, EndKind.FLASH), (True, EndKind.DRIVE), (None, EndKind.DRIVE)],
)
def test_flash_is_only_said_where_it_is_known(rotational: bool | None, kind: EndKind) -> None:
    facts = DeviceFacts(name="sda", kind="scsi", title="X", rotational=rotational)
    assert end_of(facts) == PathEnd(kind, "X", ("sda",))
