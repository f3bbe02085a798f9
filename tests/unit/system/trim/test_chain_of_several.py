# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of a TRIM over several devices, into files and memory, and where none is."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.made_machine import GB, GIB, Made
from tests.fakes.made_way import MadeWay, layer_of, words_of
from tests.unit.system.ways import ssd, way

from driveproof.domain.trim.fstrim import TimerFacts
from driveproof.domain.trim.path import BLOCK, PASS, UNKNOWN

__all__ = ["ssd", "way"]


def array(way: MadeWay, level: str) -> tuple[Made, list[Made]]:
    members = [way.machine.nvme(index, f"SSD {index}", GB) for index in range(3)]
    return way.machine.raid(0, level, "data", 2 * GB, members), members


@pytest.mark.parametrize("level", ["raid0", "raid1", "raid10", "linear"])
def test_md_passes_to_every_member(way: MadeWay, level: str) -> None:
    made, _ = array(way, level)
    chain = way.chain(way.mount(made, "data"))
    assert words_of(chain)[2:] == [("md", PASS), *[("drive", PASS)] * 3]
    assert f"level {level}" in layer_of(chain, "md").fact
    assert " and " in chain.sentence


def test_one_member_without_trim_is_enough_to_block(way: MadeWay) -> None:
    made, members = array(way, "raid1")
    way.no_discard(members[1])
    chain = way.chain(way.mount(made, "data"))
    assert words_of(chain)[2:] == [
        ("md", PASS), ("drive", PASS), ("drive", BLOCK), ("drive", PASS),
    ]  # fmt: skip
    assert chain.verdict == BLOCK


def test_raid5_asks_for_the_word_of_the_administrator(way: MadeWay) -> None:
    made, _ = array(way, "raid5")
    way.no_discard(made)
    way.machine.root.joinpath("module").mkdir()
    way.parameter("raid456", "devices_handle_discard_safely", "N")
    layer = layer_of(way.chain(way.mount(made, "data")), "md")
    assert layer.verdict == BLOCK
    assert "devices_handle_discard_safely is N" in layer.fact
    assert "devices_handle_discard_safely=Y" in layer.remedy
    assert "loses data" in layer.cost


def test_raid5_that_was_allowed_and_still_takes_none(way: MadeWay) -> None:
    made, members = array(way, "raid5")
    way.no_discard(made)
    way.parameter("raid456", "devices_handle_discard_safely", "Y")
    layer = layer_of(way.from_device(made), "md")
    assert (layer.verdict, "finer than a stripe" in layer.fact) == (BLOCK, True)
    way.no_discard(members[0])
    assert "takes none" in layer_of(way.from_device(made), "md").fact


@pytest.mark.parametrize(
    ("value", "verdict"), [("1", PASS), ("0", BLOCK), (None, BLOCK), ("maybe", UNKNOWN)]
)
def test_the_cache_of_a_bcache(way: MadeWay, ssd: Made, value: str | None, verdict: str) -> None:
    disk = way.machine.sata("sda", "Disk", GB, 1)
    cached = way.machine.bcache(0, GIB, disk, [ssd])
    if value is not None:
        way.set(ssd, "bcache/discard", value)
    chain = way.chain(way.mount(cached, "data"))
    assert [layer.kind for layer in chain.layers[2:]] == ["bcache", "drive", "bcache", "drive"]
    cache = chain.layers[4]
    assert (cache.verdict, cache.source) == (verdict, "/sys/class/block/nvme0n1/bcache/discard")
    assert chain.layers[2].verdict == PASS


def test_multipath_is_followed_to_every_path(way: MadeWay) -> None:
    paths = [way.machine.sata(name, "Disk", GB, port) for name, port in (("sda", 1), ("sdb", 2))]
    made = way.machine.mapped(0, "mpatha", "mpath-3600", GB, paths)
    chain = way.chain(way.mount(made, "data"))
    assert words_of(chain)[2:] == [("multipath", PASS), ("drive", PASS), ("drive", PASS)]
    way.no_discard(paths[0])
    way.no_discard(made)
    layer = layer_of(way.from_device(made), "multipath")
    assert layer.verdict == BLOCK and "takes none" in layer.fact


def test_btrfs_over_two_drives_has_both_and_the_worse_counts(way: MadeWay, ssd: Made) -> None:
    other = way.machine.sata("sda", "Disk", GB, 1)
    way.machine.btrfs("uuid", [ssd, other])
    point = way.mount(ssd, "games", "btrfs", "rw,discard=async")
    chain = way.chain(point)
    assert words_of(chain)[2:] == [("drive", PASS), ("drive", PASS)]
    assert (chain.continuous, chain.continuous_fact) == (True, "discard=async")
    way.no_discard(other)
    assert way.chain(point).verdict == BLOCK
    assert way.from_device(other).mount == chain.mount


# loop, zram, and what has no device


def test_a_loop_device_goes_on_into_the_device_of_its_file(way: MadeWay, ssd: Made) -> None:
    outer = way.mount(ssd, "outer")
    image = outer / "disk.img"
    image.touch()
    loop = way.machine.loop(0, GIB, str(image))
    chain = way.chain(way.mount(loop, "inner"))
    assert words_of(chain) == [
        ("filesystem", PASS), ("mount", PASS), ("loop", PASS), ("filesystem", PASS),
        ("drive", PASS),
    ]  # fmt: skip
    assert "when it is trimmed itself" in chain.layers[3].fact
    assert chain.layers[3].name == str(outer)


def test_a_loop_device_whose_file_was_deleted_is_unknown(way: MadeWay, tmp_path: Path) -> None:
    loop = way.machine.loop(0, GIB, f"{tmp_path}/gone.img (deleted)")
    chain = way.from_device(loop)
    assert chain.verdict == UNKNOWN
    assert "cannot be reached" in chain.layers[-1].fact


def test_a_loop_device_that_is_read_only_blocks(way: MadeWay, ssd: Made) -> None:
    outer = way.mount(ssd, "outer")
    (outer / "image").touch()
    loop = way.machine.loop(0, GIB, str(outer / "image"))
    way.set(loop, "ro", 1)
    assert layer_of(way.from_device(loop), "loop").verdict == BLOCK


def test_zram_ends_in_memory(way: MadeWay) -> None:
    chain = way.from_device(way.machine.zram(0, GIB))
    assert (chain.verdict, words_of(chain)) == (PASS, [("drive", PASS)])
    assert chain.sentence == "/dev/zram0 takes TRIM."
    mounted = way.chain(way.mount(way.machine.zram(1, GIB), "x"))
    assert "reaches the memory of /dev/zram1" in mounted.sentence


@pytest.mark.parametrize(
    ("kind", "source", "verdict", "word"),
    [
        ("tmpfs", "none", BLOCK, "memory"),
        ("nfs4", "server:/home", BLOCK, "server"),
        ("fuse.sshfs", "me@there:", BLOCK, "server"),
        ("fuse.mergerfs", "a:b", BLOCK, "program"),
        ("overlay", "overlay", BLOCK, "lies over"),
        ("squashfs", "squash", BLOCK, "only read"),
        ("proc", "proc", BLOCK, "no block device"),
        ("zfs", "tank/home", UNKNOWN, "zpool"),
    ],
)
def test_what_has_no_device_of_its_own(
    way: MadeWay, kind: str, source: str, verdict: str, word: str
) -> None:
    chain = way.chain(way.mount(None, "there", kind, source=source))
    assert chain.verdict == verdict
    layer = chain.layers[0]
    assert word in layer.fact + layer.remedy
    assert chain.periodic is not None and chain.periodic.listed is False


def test_a_mount_whose_device_is_gone_is_unknown(way: MadeWay, ssd: Made) -> None:
    chain = way.chain(way.mount(ssd, "data", number="8:77"))
    assert chain.verdict == UNKNOWN
    assert "no drive was found" in chain.layers[-1].fact


def test_the_timer_comes_with_the_chain(way: MadeWay, ssd: Made) -> None:
    point = way.mount(ssd, "data")
    (way.etc / "fstab").write_text(f"UUID=1 {point} ext4 defaults 0 2\n", "ascii")
    timer = TimerFacts(installed=True, state="enabled", active=True)
    chain = way.chain(point, timer)
    assert chain.periodic is not None
    assert (chain.periodic.enabled, chain.periodic.listed) == (True, True)
