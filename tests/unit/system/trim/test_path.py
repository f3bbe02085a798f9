# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path on fake machines: the layers between a file system and its drives."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.builders.made_hosts import part
from tests.builders.trim_codes import (
    layer_cost,
    layer_facts,
    layer_question,
    layer_remedy,
    path_notes,
)
from tests.fakes.made_host import MadeHost, layer_of, words_of
from tests.fakes.made_machine import GB, GIB, Made

from driveproof.domain.errors import MachineError
from driveproof.domain.trim.path import BLOCK, PASS, UNKNOWN

LVM = "LVM-" + "a" * 64


# the plain host


def test_a_partition_of_an_nvme_drive(host: MadeHost, ssd: Made) -> None:
    chain = host.chain(host.mount(part(host, ssd), "home"))
    assert words_of(chain) == [
        ("filesystem", PASS), ("mount", PASS), ("partition", PASS), ("drive", PASS),
    ]  # fmt: skip
    assert chain.verdict == PASS
    assert chain.mount is not None
    drive = layer_of(chain, "drive")
    assert drive.name == "Samsung SSD 990 PRO 2TB"
    assert "discard_max_bytes 2199023255040" in layer_facts(drive)
    assert drive.source == "/sys/class/block/nvme0n1/queue/discard_*"
    assert "READ_AFTER_NVME" in layer_question(drive)


def test_a_folder_below_a_mount_point_is_that_mount(host: MadeHost, ssd: Made) -> None:
    point = host.mount(ssd, "data")
    (point / "deep" / "down").mkdir(parents=True)
    assert host.chain(point / "deep" / "down").layers == host.chain(point).layers


def test_what_is_not_there_is_an_error_of_the_machine(host: MadeHost, tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="nowhere"):
        host.chain(tmp_path / "nowhere")


def test_a_device_that_is_not_mounted_begins_with_itself(host: MadeHost, ssd: Made) -> None:
    chain = host.from_device(ssd, "Samsung SSD 990 PRO 2TB")
    assert words_of(chain) == [("drive", PASS)]
    assert (chain.mount, chain.periodic, chain.continuous) == (None, None, None)
    assert "NOT_MOUNTED" in path_notes(chain)[0]


def test_a_device_that_is_mounted_begins_with_its_file_system(host: MadeHost, ssd: Made) -> None:
    made = part(host, ssd)
    point = host.mount(made, "home")
    assert host.from_device(made).layers == host.chain(point).layers
    whole = host.from_device(ssd)
    assert words_of(whole) == [("drive", PASS)]
    assert str(point) in path_notes(whole)[0]
    volume = host.machine.mapped(0, "vg-x", LVM, GIB, [part(host, ssd, 2)])
    deep = host.mount(volume, "deep")
    assert str(deep) in path_notes(host.from_device(ssd))[0]


def test_a_misaligned_partition_passes_with_a_warning(host: MadeHost, ssd: Made) -> None:
    made = part(host, ssd)
    host.set(made, "start", 63)
    host.set(ssd, "queue/discard_granularity", 4096)
    layer = layer_of(host.chain(host.mount(made, "old")), "partition")
    assert layer.verdict == PASS
    assert "STARTS_AT 32256" in layer_facts(layer) and "MISALIGNED" in layer_facts(layer)
    host.set(made, "start", 2048)
    layer = layer_of(host.from_device(made), "partition")
    assert "MISALIGNED" not in layer_facts(layer)
    host.set(made, "discard_alignment", 512)
    assert "MISALIGNED" in layer_facts(layer_of(host.from_device(made), "partition"))


# LVM and dm-crypt


def test_lvm_passes(host: MadeHost, ssd: Made) -> None:
    volume = host.machine.mapped(0, "vg-home", LVM, GIB, [part(host, ssd)])
    chain = host.chain(host.mount(volume, "home"))
    assert words_of(chain)[2:] == [("lvm", PASS), ("partition", PASS), ("drive", PASS)]
    assert layer_of(chain, "lvm").name == "/dev/mapper/vg-home"


def test_dm_crypt_without_allow_discards_blocks(host: MadeHost, ssd: Made) -> None:
    vault = host.machine.mapped(0, "vault", "CRYPT-LUKS2-01-vault", GIB, [part(host, ssd)])
    host.no_discard(vault)
    chain = host.chain(host.mount(vault, "home"))
    layer = layer_of(chain, "crypt")
    assert (chain.verdict, layer.verdict) == (BLOCK, BLOCK)
    assert "BELOW_TAKES nvme0n1p1 2199023255040" in layer_facts(layer)
    assert "ALLOW_DISCARDS vault" in layer_remedy(layer)
    assert "FREE_BLOCKS_VISIBLE" in layer_cost(layer)
    assert "DM_TABLE" in layer_question(layer)
    assert layer_of(chain, "drive").verdict == PASS


def test_dm_crypt_with_allow_discards_passes_and_crypttab_is_quoted(
    host: MadeHost, ssd: Made
) -> None:
    vault = host.machine.mapped(0, "vault", "CRYPT-LUKS2-01-vault", GIB, [ssd])
    (host.etc / "crypttab").write_text("# c\nvault UUID=1 /etc/secret.key luks,discard\n", "ascii")
    layer = layer_of(host.chain(host.mount(vault, "home")), "crypt")
    assert layer.verdict == PASS
    assert "CRYPTTAB luks,discard" in layer_facts(layer)
    assert "secret" not in layer_facts(layer)


def test_crypttab_that_wants_it_is_no_proof(host: MadeHost, ssd: Made) -> None:
    vault = host.machine.mapped(0, "vault", "CRYPT-LUKS2-01-vault", GIB, [ssd])
    host.no_discard(vault)
    (host.etc / "crypttab").write_text("vault UUID=1 none luks,discard\n", "ascii")
    layer = layer_of(host.chain(host.mount(vault, "home")), "crypt")
    assert layer.verdict == BLOCK
    assert "REOPEN_VOLUME" in layer_remedy(layer)


def test_over_a_drive_without_trim_nothing_is_said_of_dm_crypt(host: MadeHost) -> None:
    disk = host.machine.sata("sda", "Disk", GB, 1, rotation=7200)
    vault = host.machine.mapped(0, "vault", "CRYPT-LUKS2-01-vault", GIB, [disk])
    host.no_discard(disk)
    host.no_discard(vault)
    chain = host.chain(host.mount(vault, "home"))
    assert words_of(chain)[2:] == [("crypt", UNKNOWN), ("drive", BLOCK)]
    assert "HARD_DISK" in layer_remedy(layer_of(chain, "drive"))


@pytest.mark.parametrize("suffix", ["-tpool", "-pool"])
def test_a_thin_pool_that_keeps_discards(host: MadeHost, ssd: Made, suffix: str) -> None:
    pool = host.machine.mapped(0, "vg-pool-tpool", LVM + suffix, GIB, [ssd])
    thin = host.machine.mapped(1, "vg-thin", LVM, GIB, [pool])
    host.no_discard(pool)
    chain = host.chain(host.mount(thin, "thin"))
    assert [layer.verdict for layer in chain.layers[2:]] == [PASS, BLOCK, PASS]
    assert "LVM_PASSDOWN" in layer_remedy(chain.layers[3])


def test_a_snapshot_takes_none(host: MadeHost, ssd: Made) -> None:
    real = host.machine.mapped(0, "vg-root-real", LVM + "-real", GIB, [ssd])
    origin = host.machine.mapped(1, "vg-root", LVM, GIB, [real])
    host.no_discard(origin)
    layer = layer_of(host.chain(host.mount(origin, "root")), "lvm")
    assert (layer.verdict, "SNAPSHOT" in layer_facts(layer)) == (BLOCK, True)


def test_a_raid_volume_of_lvm_and_one_that_nobody_understands(host: MadeHost, ssd: Made) -> None:
    image = host.machine.mapped(0, "vg-data_rimage_0", LVM, GIB, [ssd])
    volume = host.machine.mapped(1, "vg-data", LVM, GIB, [image])
    odd = host.machine.mapped(2, "vg-odd", LVM, GIB, [ssd])
    host.no_discard(volume)
    host.no_discard(odd)
    assert "RAID_MODULE dm_raid" in layer_remedy(layer_of(host.from_device(volume), "lvm"))
    assert "NONE_KNOWN" in layer_remedy(layer_of(host.from_device(odd), "lvm"))
