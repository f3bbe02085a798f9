# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A nonsensical /sys: cycles, junk, huge numbers, vanishing files. There is always an answer."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.builders.trim_codes import layer_facts
from tests.fakes.made_host import MadeHost, words_of
from tests.fakes.made_machine import GB, GIB, MadeMachine

from driveproof.domain.trim.path import BLOCK, PART, PASS, UNKNOWN, verdict_of
from driveproof.export.json import values_of
from driveproof.export.json.trim import chain_document
from driveproof.export.text.trim import chain_text
from driveproof.system.kernel.stack import MOST_DEVICES
from driveproof.system.trim import path as chain_module
from driveproof.wording.finding import finding_text
from driveproof.wording.say import say_text

pytestmark = pytest.mark.deep

FILES = (
    "queue/discard_max_bytes", "queue/discard_max_hw_bytes", "queue/discard_granularity", "ro",
    "start", "partition", "discard_alignment", "dm/uuid", "dm/name", "md/level", "dev", "size",
    "loop/backing_file", "bcache/discard", "bcache/cache_replacement_policy", "device/model",
    "device/scsi_disk/0:0:0:0/provisioning_mode", "queue/rotational",
)  # fmt: skip
NUMBERS = st.sampled_from(
    [b"0", b"1", b"-1", b"18446744073709551616", b"9" * 4000, b"1_000", "١".encode(), b"0x10"]
)
CONTENT = st.one_of(NUMBERS, st.binary(max_size=60), st.just(b"full"), st.just(b"\x1b[2J\n\xff"))
NAMES = st.sampled_from(
    ["sda", "sda1", "dm-0", "dm-1", "md0", "loop0", "bcache0", "nvme0n1", "vda", "x!y"]
)


@pytest.fixture
def host(tmp_path: Path) -> MadeHost:
    return MadeHost(tmp_path)


def test_slaves_in_a_circle_end_and_reach_no_drive(host: MadeHost) -> None:
    one = host.machine.mapped(0, "one", "LVM-" + "a" * 64, GIB, [])
    other = host.machine.mapped(1, "two", "LVM-" + "b" * 64, GIB, [one])
    for upper, lower in ((one, other), (one, one)):
        host.file(upper, "slaves/x").parent.joinpath(lower.name).symlink_to("/nowhere")
    chain = host.chain(host.mount(other, "x"))
    assert [kind for kind, _ in words_of(chain)][2:] == ["lvm", "lvm", "drive"]
    assert chain.verdict == UNKNOWN
    assert "NO_DRIVE_BELOW" in layer_facts(chain.layers[-1])


def test_more_devices_than_any_machine_has(host: MadeHost) -> None:
    drives = [host.machine.virtio(f"vd{index}", GB) for index in range(MOST_DEVICES + 20)]
    made = host.machine.raid(0, "raid0", "x", GB, drives)
    chain = host.chain(host.mount(made, "x"))
    assert len(chain.layers) <= MOST_DEVICES + 4
    assert chain.verdict == UNKNOWN
    assert "TOO_MANY_DEVICES" in layer_facts(chain.layers[-1])


def test_a_device_that_vanishes_in_the_middle(host: MadeHost) -> None:
    drive = host.machine.nvme(0, "Drive", GB)
    volume = host.machine.mapped(0, "v", "CRYPT-LUKS2-1-v", GIB, [drive])
    (host.machine.root / "class" / "block" / drive.name).unlink()
    chain = host.chain(host.mount(volume, "x"))
    assert chain.verdict == UNKNOWN
    assert "GONE" in layer_facts(chain.layers[-1])


def test_foreign_bytes_cannot_move_the_cursor(host: MadeHost) -> None:
    drive = host.machine.nvme(0, "Drive", GB)
    host.file(drive, "device/model").write_bytes(b"Evil\x1b[2J<b>\xff\n")
    point = host.mount(drive, "x\x07y", "btrfs", "rw,subvol=/a\\033[2J")
    chain = host.chain(point)
    assert all(
        finding_text(layer.finding).isprintable() and say_text(layer.label).isprintable()
        for layer in chain.layers
    )
    assert "subvol=/a\\x1b[2J" in finding_text(chain.layers[1].finding)
    text = chain_text(chain)
    assert "\x1b" not in text and "\x07" not in text
    assert "Evil\\x1b[2J<b>" in text
    values_of(chain_document(chain))


class Hostile:
    """A fake machine with files of any content, and slaves that point anywhere."""

    def __init__(self, folder: Path) -> None:
        self.host = MadeHost(folder)
        machine: MadeMachine = self.host.machine
        disk = machine.sata("sda", "Disk", GB, 1)
        self.made = {
            made.name: made
            for made in (
                disk, machine.partition(disk, 1, GIB), machine.nvme(0, "N", GB),
                machine.mapped(0, "a", "CRYPT-LUKS2-1-a", GIB, [disk]),
                machine.mapped(1, "b", "LVM-" + "a" * 64, GIB, []),
                machine.raid(0, "raid5", "r", GIB, []), machine.loop(0, GIB, "/etc/passwd"),
                machine.virtio("vda", GIB),
            )
        }  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(
    contents=st.lists(st.tuples(NAMES, st.sampled_from(FILES), CONTENT), max_size=12),
    slaves=st.lists(st.tuples(NAMES, NAMES), max_size=12),
    identify=st.binary(max_size=1400),
    table=st.binary(max_size=200),
    start=NAMES,
)
def test_anything_gives_an_answer(
    contents: list[tuple[str, str, bytes]],
    slaves: list[tuple[str, str]],
    identify: bytes,
    table: bytes,
    start: str,
) -> None:
    with tempfile.TemporaryDirectory() as name:
        hostile = Hostile(Path(name))
        host, made = hostile.host, hostile.made
        point = host.mount(made.get(start) or made["sda"], "x")
        host.ata(1, "queued", {169: 1})
        (host.machine.root / "class/ata_device/dev1.0/id").write_bytes(identify)
        (host.etc / "crypttab").write_bytes(b"a " + table)
        (host.etc / "fstab").write_bytes(table)
        for device, file, content in contents:
            if device in made:
                host.file(made[device], file).write_bytes(content)
        for upper, lower in slaves:
            if upper in made:
                link = host.file(made[upper], f"slaves/{lower}")
                if not os.path.lexists(link):
                    link.symlink_to("/nowhere")
        chain = host.chain(point)
        worst = verdict_of(chain.layers)
        assert chain.verdict == worst or (worst == BLOCK and chain.verdict in {PART, PASS})
        assert (chain.verdict == PART) == bool(chain.unreached)
        assert set(chain.unreached) <= set(chain.ends)
        assert chain.verdict != PART or chain.reached
        assert {layer.verdict for layer in chain.layers} <= {PASS, BLOCK, UNKNOWN}
        assert say_text(chain.say).endswith(".") and say_text(chain.say).isprintable()
        assert all(finding_text(layer.finding) and layer.source for layer in chain.layers)
        assert chain_text(chain).replace("\n", "").isprintable()
        values_of(chain_document(chain))


def test_the_answer_needs_no_inventory_and_no_etc(host: MadeHost) -> None:
    host.etc.rmdir()
    drive = host.machine.nvme(0, "Drive", GB)
    assert host.chain(host.mount(drive, "x")).verdict == PASS
    assert Path("/etc") == chain_module.ETC
