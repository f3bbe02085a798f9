# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The lowest layers on made machines: SATA, NVMe, USB bridges, virtual disks; root's part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.fakes.made_machine import GB, Made
from tests.fakes.made_way import MadeWay, layer_of, words_of

from driveproof.domain.trim.facts import ata_trim
from driveproof.domain.trim.path import BLOCK, PASS, UNKNOWN

TRIM = {169: 0x0001}
DRAT_RZAT = {169: 0x0001, 69: 0x4020}


@pytest.fixture
def way(tmp_path: Path) -> MadeWay:
    return MadeWay(tmp_path)


@pytest.fixture
def sata(way: MadeWay) -> Made:
    return way.machine.sata("sda", "Samsung", 100 * GB, 3)


@pytest.fixture
def usb(way: MadeWay) -> Made:
    made = way.machine.usb("sdb", "SSD T7", 100 * GB, 1)
    way.set(made, "device/vendor", "Samsung ")
    way.set(made, "device/model", "PSSD T7")
    return made


def model(name: str) -> dict[int, int]:
    """Words 27 to 46 of IDENTIFY: two characters each, the first in the high byte."""
    text = name.ljust(40)
    return {27 + at: ord(text[2 * at]) << 8 | ord(text[2 * at + 1]) for at in range(20)}


def test_a_sata_ssd_says_itself_what_it_can(way: MadeWay, sata: Made) -> None:
    way.ata(3, "queued", DRAT_RZAT | model("Samsung SSD 870 EVO 1TB"))
    layer = layer_of(way.chain(way.mount(sata, "data")), "drive")
    assert (layer.verdict, layer.name) == (PASS, "Samsung SSD 870 EVO 1TB")
    for fact in ("trim queued", "0x0001", "0x4020", "read after TRIM: zeros", "discard_max_bytes"):
        assert fact in layer.fact
    assert layer.source == "/sys/class/ata_device/dev3.0"
    assert layer.root == ""


@pytest.mark.parametrize(
    ("word", "after"), [(0x0000, "undefined"), (0x4000, "always the same"), (0x0020, "undefined")]
)
def test_what_is_read_after_a_trim(way: MadeWay, sata: Made, word: int, after: str) -> None:
    way.ata(3, "unqueued", {169: 1, 69: word})
    assert f"read after TRIM: {after}" in layer_of(way.from_device(sata), "drive").fact


def test_a_sata_disk_without_trim(way: MadeWay) -> None:
    disk = way.machine.sata("sda", "WD40EFRX", 100 * GB, 3, rotation=5400)
    way.no_discard(disk)
    way.ata(3, "unsupported", {})
    layer = layer_of(way.from_device(disk), "drive")
    assert (layer.verdict, "needs none" in layer.remedy) == (BLOCK, True)
    way.ata(3, "unsupported", {1: 1}, "dev3.1")  # of another drive at the same cable
    assert layer_of(way.from_device(disk), "drive").source.endswith("dev3.0")


def test_a_drive_that_the_kernel_leaves_out(way: MadeWay, sata: Made) -> None:
    way.no_discard(sata)
    way.ata(3, "forced_unsupported", TRIM)
    layer = layer_of(way.from_device(sata), "drive")
    assert (layer.verdict, "quirk" in layer.remedy, "loses data" in layer.cost) == (
        BLOCK, True, True,
    )  # fmt: skip


def test_a_controller_that_does_not_pass_it_on(way: MadeWay, sata: Made) -> None:
    way.no_discard(sata)
    way.ata(3, "unqueued", TRIM)
    layer = layer_of(way.from_device(sata), "drive")
    assert (layer.verdict, "controller" in layer.remedy) == (BLOCK, True)


def test_without_identify_root_is_offered(way: MadeWay, sata: Made) -> None:
    layer = layer_of(way.from_device(sata), "drive")
    assert layer.verdict == PASS
    assert "DRAT" in layer.root


@pytest.mark.parametrize(
    ("words", "known"),
    [
        ((), False),
        ((0,) * 256, False),
        ((1,) * 255, False),
        ((1,) * 256, True),
        ((0xFFFF,) * 256, False),
    ],
)
def test_identify_that_is_none_tells_nothing(words: tuple[int, ...], known: bool) -> None:
    assert (ata_trim(words) is not None) is known


# USB


@pytest.mark.parametrize("mode", ["unmap", "writesame_16", "writesame_10"])
def test_a_bridge_that_passes(way: MadeWay, usb: Made, mode: str) -> None:
    way.provisioning(usb, mode)
    chain = way.chain(way.mount(usb, "stick"))
    assert words_of(chain)[2:] == [("bridge", PASS), ("drive", PASS)]
    bridge = layer_of(chain, "bridge")
    assert bridge.fact == f"provisioning_mode {mode}"
    assert bridge.source == "/sys/class/scsi_disk/1:0:0:0/provisioning_mode"
    assert "bridge" in layer_of(chain, "drive").root


def test_a_bridge_in_mode_full_is_explained_and_never_switched(way: MadeWay, usb: Made) -> None:
    way.provisioning(usb, "full")
    way.no_discard(usb)
    chain = way.chain(way.mount(usb, "stick"))
    assert words_of(chain)[2:] == [("bridge", BLOCK), ("drive", UNKNOWN)]
    bridge = layer_of(chain, "bridge")
    assert "udev" in bridge.remedy
    assert "data are lost" in bridge.cost and "does not do it" in bridge.cost
    assert chain.sentence == "The USB bridge of Samsung PSSD T7 does not let TRIM through."


def test_a_bridge_that_refused_once(way: MadeWay, usb: Made) -> None:
    way.provisioning(usb, "disabled")
    way.no_discard(usb)
    assert "plug it in again" in layer_of(way.from_device(usb), "bridge").remedy


def test_a_bridge_of_a_kernel_that_shows_no_mode(way: MadeWay, usb: Made) -> None:
    assert words_of(way.from_device(usb)) == [("bridge", PASS), ("drive", PASS)]
    way.no_discard(usb)
    assert words_of(way.from_device(usb)) == [("bridge", BLOCK), ("drive", UNKNOWN)]


@pytest.mark.parametrize(
    ("vendor", "model", "name"),
    [
        ("QEMU", "QEMU HARDDISK", "QEMU HARDDISK"),
        ("ATA", "Samsung SSD 870", "Samsung SSD 870"),
        ("JMicron", "Tech", "JMicron Tech"),
        ("", "Stick", "Stick"),
        ("", "", "/dev/sdb"),
    ],
)
def test_names_of_scsi_disks(way: MadeWay, usb: Made, vendor: str, model: str, name: str) -> None:
    way.set(usb, "device/vendor", vendor)
    way.set(usb, "device/model", model)
    assert layer_of(way.chain(way.mount(usb, "x")), "drive").name == name


# the others


def test_an_nvme_drive_without_discard(way: MadeWay) -> None:
    made = way.machine.nvme(0, "Old", GB)
    way.no_discard(made)
    chain = way.from_device(made, "Old")
    assert chain.verdict == BLOCK
    assert chain.sentence == "Old does not take TRIM."


def test_a_queue_that_somebody_switched_off(way: MadeWay) -> None:
    made = way.machine.nvme(0, "Drive", GB)
    way.set(made, "queue/discard_max_bytes", 0)
    layer = layer_of(way.from_device(made), "drive")
    assert (layer.verdict, "somebody switched TRIM off" in layer.remedy) == (BLOCK, True)


def test_a_virtual_disk_is_as_far_as_one_sees(way: MadeWay) -> None:
    made = way.machine.virtio("vda", GB)
    chain = way.chain(way.mount(made, "root"))
    assert "reaches the virtual disk /dev/vda" in chain.sentence
    assert "cannot be seen" in layer_of(chain, "drive").fact
    way.no_discard(made)
    assert "discard=unmap" in layer_of(way.from_device(made), "drive").remedy


def test_a_drive_that_is_write_protected(way: MadeWay) -> None:
    made = way.machine.nvme(0, "Drive", GB)
    way.set(made, "ro", 1)
    layer = layer_of(way.from_device(made), "drive")
    assert (layer.verdict, layer.source) == (BLOCK, "/sys/class/block/nvme0n1/ro")


def test_a_queue_of_which_nothing_is_known(way: MadeWay) -> None:
    made = way.machine.nvme(0, "Drive", GB)
    for key in ("discard_max_bytes", "discard_max_hw_bytes", "discard_granularity"):
        way.file(made, f"queue/{key}").unlink()
    assert words_of(way.from_device(made)) == [("drive", UNKNOWN)]


def test_a_queue_without_a_granularity_takes_none(way: MadeWay) -> None:
    made = way.machine.nvme(0, "Drive", GB)
    way.set(made, "queue/discard_granularity", 0)
    assert words_of(way.from_device(made)) == [("drive", BLOCK)]


@pytest.mark.parametrize(("state", "verdict"), [("unsupported", BLOCK), ("queued", UNKNOWN)])
def test_libata_decides_where_the_queue_is_silent(
    way: MadeWay, sata: Made, state: str, verdict: str
) -> None:
    for key in ("discard_max_bytes", "discard_max_hw_bytes", "discard_granularity"):
        way.file(sata, f"queue/{key}").unlink()
    way.ata(3, state, {})
    assert layer_of(way.from_device(sata), "drive").verdict == verdict


# what root adds


def with_root(way: MadeWay, made: Made, report: Any) -> Any:
    point = way.mount(made, f"root{len(list(way.proc.iterdir()))}{made.name}")
    return way.chain(point, reports={made.name: report})


def test_the_drive_behind_a_bridge_speaks_for_itself(way: MadeWay, usb: Made) -> None:
    way.provisioning(usb, "unmap")
    report = {"trim": {"supported": True, "deterministic": True, "zeroed": True}}
    chain = with_root(way, usb, report)
    drive = layer_of(chain, "drive")
    assert (drive.verdict, drive.root) == (PASS, "")
    assert "what is read after it is zeros" in drive.fact
    assert "as root" in drive.source
    assert layer_of(chain, "bridge").fact == "provisioning_mode unmap"


@pytest.mark.parametrize(("supported", "verdict"), [(True, PASS), (False, BLOCK)])
def test_what_was_unknown_is_known_to_root(
    way: MadeWay, usb: Made, supported: bool, verdict: str
) -> None:
    way.provisioning(usb, "full")
    way.no_discard(usb)
    chain = with_root(way, usb, {"trim": {"supported": supported}})
    assert layer_of(chain, "drive").verdict == verdict
    assert chain.verdict == BLOCK  # the bridge is what it is


@pytest.mark.parametrize(
    "report", [None, [], {}, "x", {"trim": None}, {"trim": {"supported": "yes"}}, {"trim": 2**70}]
)
def test_a_report_that_tells_nothing_changes_nothing(way: MadeWay, report: object) -> None:
    made = way.machine.nvme(0, "Drive", GB)
    drive = layer_of(with_root(way, made, report), "drive")
    assert (drive.verdict, drive.fact) == (PASS, layer_of(way.from_device(made), "drive").fact)
