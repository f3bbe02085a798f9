# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path over several devices, into files and memory, and without any device."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.builders.trim_codes import layer_cost, layer_facts, layer_remedy
from tests.fakes.made_host import MadeHost, layer_of, words_of
from tests.fakes.made_machine import GB, GIB, Made

from driveproof.domain.trim.fstrim import TimerFacts
from driveproof.domain.trim.path import BLOCK, PART, PASS, UNKNOWN


def array(host: MadeHost, level: str) -> tuple[Made, list[Made]]:
    members = [host.machine.nvme(index, f"SSD {index}", GB) for index in range(3)]
    return host.machine.raid(0, level, "data", 2 * GB, members), members


@pytest.mark.parametrize("level", ["raid0", "raid1", "raid10", "linear"])
def test_md_passes_to_every_member(host: MadeHost, level: str) -> None:
    made, _ = array(host, level)
    chain = host.chain(host.mount(made, "data"))
    assert words_of(chain)[2:] == [("md", PASS), *[("drive", PASS)] * 3]
    assert f"level {level}" in layer_facts(layer_of(chain, "md"))


def test_one_member_without_trim_is_left_out(host: MadeHost) -> None:
    made, members = array(host, "raid1")
    host.no_discard(members[1])
    chain = host.chain(host.mount(made, "data"))
    assert [end.devices for end in chain.reached] == [("nvme0n1",), ("nvme2n1",)]
    assert [end.devices for end in chain.unreached] == [("nvme1n1",)]
    words = [chain.verdict_for(f"nvme{index}n1") for index in range(3)]
    assert words == [PASS, BLOCK, PASS]
    assert words_of(chain)[2:] == [
        ("md", PASS), ("drive", PASS), ("drive", BLOCK), ("drive", PASS),
    ]  # fmt: skip
    assert chain.verdict == chain.verdict_for(made.name) == PART


def test_a_raid1_of_nvme_a_usb_drive_and_sata(host: MadeHost) -> None:
    members = [
        host.machine.nvme(0, "TS512", GB), host.machine.usb("sdb", "PSSD T7", GB, 2),
        host.machine.sata("sda", "870 EVO", GB, 1),
    ]  # fmt: skip
    host.no_discard(members[1])
    host.provisioning(members[1], "full")
    made = host.machine.raid(0, "raid1", "home", GB, members)
    chain = host.chain(host.mount(made, "home"))
    assert chain.verdict == PART
    assert [end.devices for end in chain.reached] == [("nvme0n1",), ("sda",)]
    assert [end.devices for end in chain.unreached] == [("sdb",)]
    assert chain.decisive is not None and chain.decisive.device == "sdb"


@pytest.mark.parametrize("blocked", [(0, 1, 2), "md"])
def test_nothing_is_reached_where_all_or_the_array_block(
    host: MadeHost, blocked: tuple[int, ...] | str
) -> None:
    made, members = array(host, "raid1")
    for one in [made] if blocked == "md" else members:
        host.no_discard(one)
    chain = host.chain(host.mount(made, "data"))
    assert (chain.verdict, chain.unreached) == (BLOCK, ())


def test_raid5_asks_for_the_word_of_the_administrator(host: MadeHost) -> None:
    made, _ = array(host, "raid5")
    host.no_discard(made)
    host.machine.root.joinpath("module").mkdir()
    host.parameter("raid456", "devices_handle_discard_safely", "N")
    layer = layer_of(host.chain(host.mount(made, "data")), "md")
    assert layer.verdict == BLOCK
    assert "devices_handle_discard_safely N" in layer_facts(layer)
    assert "RAID_MODULE raid456" in layer_remedy(layer)
    assert "PARITY" in layer_cost(layer)


def test_raid5_that_was_allowed_and_still_takes_none(host: MadeHost) -> None:
    made, members = array(host, "raid5")
    host.no_discard(made)
    host.parameter("raid456", "devices_handle_discard_safely", "Y")
    layer = layer_of(host.from_device(made), "md")
    assert (layer.verdict, "FINER_THAN_STRIPE" in layer_facts(layer)) == (BLOCK, True)
    host.no_discard(members[0])
    assert "TAKES_NONE" in layer_facts(layer_of(host.from_device(made), "md"))


@pytest.mark.parametrize(
    ("value", "verdict"), [("1", PASS), ("0", BLOCK), (None, BLOCK), ("maybe", UNKNOWN)]
)
def test_the_cache_of_a_bcache(host: MadeHost, ssd: Made, value: str | None, verdict: str) -> None:
    disk = host.machine.sata("sda", "Disk", GB, 1)
    cached = host.machine.bcache(0, GIB, disk, [ssd])
    if value is not None:
        host.set(ssd, "bcache/discard", value)
    chain = host.chain(host.mount(cached, "data"))
    assert [layer.kind for layer in chain.layers[2:]] == ["bcache", "drive", "bcache", "drive"]
    cache = chain.layers[4]
    assert (cache.verdict, cache.source) == (verdict, "/sys/class/block/nvme0n1/bcache/discard")
    assert chain.layers[2].verdict == PASS


def test_multipath_is_followed_to_every_path(host: MadeHost) -> None:
    paths = [host.machine.sata(name, "Disk", GB, port) for name, port in (("sda", 1), ("sdb", 2))]
    made = host.machine.mapped(0, "mpatha", "mpath-3600", GB, paths)
    point = host.mount(made, "data")
    chain = host.chain(point)
    assert words_of(chain)[2:] == [("multipath", PASS), ("drive", PASS), ("drive", PASS)]
    (end,) = chain.ends
    assert end.devices == ("sda", "sdb")
    host.no_discard(paths[0])  # the other path still reaches it
    one_way = host.chain(point)
    assert (one_way.verdict, one_way.unreached) == (PASS, ())
    assert [one.devices for one in one_way.reached] == [("sda", "sdb")]
    host.no_discard(made)
    layer = layer_of(host.from_device(made), "multipath")
    assert layer.verdict == BLOCK and "TAKES_NONE" in layer_facts(layer)


def test_a_partition_of_a_multipath_device(host: MadeHost) -> None:
    paths = [host.machine.sata(name, "Disk", GB, port) for name, port in (("sda", 1), ("sdb", 2))]
    whole = host.machine.mapped(0, "mpatha", "mpath-3600", GB, paths)
    part = host.machine.mapped(1, "mpatha-part2", "part2-mpath-3600", GB, [whole])
    chain = host.chain(host.mount(part, "data"))
    assert [end.devices for end in chain.ends] == [("sda", "sdb")]


def test_btrfs_over_two_drives_says_which_is_reached(host: MadeHost, ssd: Made) -> None:
    other = host.machine.sata("sda", "Disk", GB, 1)
    host.machine.btrfs("uuid", [ssd, other])
    point = host.mount(ssd, "games", "btrfs", "rw,discard=async")
    chain = host.chain(point)
    assert words_of(chain)[2:] == [("drive", PASS), ("drive", PASS)]
    assert (chain.continuous, chain.continuous_option) == (True, "discard=async")
    host.no_discard(other)
    chain = host.chain(point)
    assert (chain.verdict, chain.verdict_for(other.name)) == (PART, BLOCK)
    assert host.from_device(other).mount == chain.mount


# loop, zram, and what has no device


def test_a_loop_device_goes_on_into_the_device_of_its_file(host: MadeHost, ssd: Made) -> None:
    outer = host.mount(ssd, "outer")
    image = outer / "disk.img"
    image.touch()
    loop = host.machine.loop(0, GIB, str(image))
    chain = host.chain(host.mount(loop, "inner"))
    assert words_of(chain) == [
        ("filesystem", PASS), ("mount", PASS), ("loop", PASS), ("filesystem", PASS),
        ("drive", PASS),
    ]  # fmt: skip
    assert "HOLES_LATER" in layer_facts(chain.layers[3])
    assert chain.layers[3].name == str(outer)


def test_a_loop_device_whose_file_was_deleted_is_unknown(host: MadeHost, tmp_path: Path) -> None:
    loop = host.machine.loop(0, GIB, f"{tmp_path}/gone.img (deleted)")
    chain = host.from_device(loop)
    assert chain.verdict == UNKNOWN
    assert "FILE_UNREACHABLE" in layer_facts(chain.layers[-1])


def test_a_loop_device_that_is_read_only_blocks(host: MadeHost, ssd: Made) -> None:
    outer = host.mount(ssd, "outer")
    (outer / "image").touch()
    loop = host.machine.loop(0, GIB, str(outer / "image"))
    host.set(loop, "ro", 1)
    assert layer_of(host.from_device(loop), "loop").verdict == BLOCK


def test_zram_ends_in_memory(host: MadeHost) -> None:
    chain = host.from_device(host.machine.zram(0, GIB))
    assert (chain.verdict, words_of(chain)) == (PASS, [("drive", PASS)])


@pytest.mark.parametrize(
    ("kind", "source", "verdict", "word"),
    [
        ("tmpfs", "none", BLOCK, "IN_MEMORY"),
        ("nfs4", "server:/home", BLOCK, "TRIM_ON_SERVER"),
        ("fuse.sshfs", "me@there:", BLOCK, "TRIM_ON_SERVER"),
        ("fuse.mergerfs", "a:b", BLOCK, "TRIM_BELOW"),
        ("overlay", "overlay", BLOCK, "TRIM_BELOW"),
        ("squashfs", "squash", BLOCK, "NEVER_WRITTEN"),
        ("proc", "proc", BLOCK, "NO_DEVICE"),
        ("zfs", "tank/home", UNKNOWN, "BY_ITSELF"),
    ],
)
def test_what_has_no_device_of_its_own(
    host: MadeHost, kind: str, source: str, verdict: str, word: str
) -> None:
    chain = host.chain(host.mount(None, "there", kind, source=source))
    assert chain.verdict == verdict
    layer = chain.layers[0]
    assert word in layer_facts(layer) + layer_remedy(layer)
    assert chain.periodic is not None and chain.periodic.listed is False


def test_a_mount_whose_device_is_gone_is_unknown(host: MadeHost, ssd: Made) -> None:
    chain = host.chain(host.mount(ssd, "data", number="8:77"))
    assert chain.verdict == UNKNOWN
    assert "NO_DRIVE_BELOW" in layer_facts(chain.layers[-1])


def test_the_timer_comes_with_the_chain(host: MadeHost, ssd: Made) -> None:
    point = host.mount(ssd, "data")
    (host.etc / "fstab").write_text(f"UUID=1 {point} ext4 defaults 0 2\n", "ascii")
    timer = TimerFacts(installed=True, state="enabled", active=True)
    chain = host.chain(point, timer)
    assert chain.periodic is not None
    assert (chain.periodic.enabled, chain.periodic.listed) == (True, True)
