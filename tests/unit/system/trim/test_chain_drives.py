# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The lowest layers on fake machines: SATA, NVMe, USB bridges, virtual disks; root's part."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.builders.trim_codes import layer_cost, layer_facts, layer_question, layer_remedy
from tests.fakes.made_host import MadeHost, layer_of, words_of
from tests.fakes.made_machine import GB, Made

from driveproof.domain.trim.facts import ata_trim
from driveproof.domain.trim.path import BLOCK, PASS, UNKNOWN

TRIM = {169: 0x0001}
DRAT_RZAT = {169: 0x0001, 69: 0x4020}


@pytest.fixture
def host(tmp_path: Path) -> MadeHost:
    return MadeHost(tmp_path)


@pytest.fixture
def sata(host: MadeHost) -> Made:
    return host.machine.sata("sda", "Samsung", 100 * GB, 3)


@pytest.fixture
def usb(host: MadeHost) -> Made:
    made = host.machine.usb("sdb", "SSD T7", 100 * GB, 1)
    host.set(made, "device/vendor", "Samsung ")
    host.set(made, "device/model", "PSSD T7")
    return made


def model(name: str) -> dict[int, int]:
    """Words 27 to 46 of IDENTIFY: two characters each, the first in the high byte."""
    text = name.ljust(40)
    return {27 + at: ord(text[2 * at]) << 8 | ord(text[2 * at + 1]) for at in range(20)}


def test_a_sata_ssd_says_itself_what_it_can(host: MadeHost, sata: Made) -> None:
    host.ata(3, "queued", DRAT_RZAT | model("Samsung SSD 870 EVO 1TB"))
    layer = layer_of(host.chain(host.mount(sata, "data")), "drive")
    assert (layer.verdict, layer.name) == (PASS, "Samsung SSD 870 EVO 1TB")
    for fact in ("trim queued", "ATA_TRIM", "READS_ZEROS", "discard_max_bytes"):
        assert fact in layer_facts(layer)
    assert layer.source == "/sys/class/ata_device/dev3.0"
    assert layer.root is None


@pytest.mark.parametrize(
    ("word", "after"), [(0x0000, "ANYTHING"), (0x4000, "SAME"), (0x0020, "ANYTHING")]
)
def test_what_is_read_after_a_trim(host: MadeHost, sata: Made, word: int, after: str) -> None:
    host.ata(3, "unqueued", {169: 1, 69: word})
    assert f"READS_{after}" in layer_facts(layer_of(host.from_device(sata), "drive"))


def test_a_sata_disk_without_trim(host: MadeHost) -> None:
    disk = host.machine.sata("sda", "WD40EFRX", 100 * GB, 3, rotation=5400)
    host.no_discard(disk)
    host.ata(3, "unsupported", {})
    layer = layer_of(host.from_device(disk), "drive")
    assert (layer.verdict, "HARD_DISK" in layer_remedy(layer)) == (BLOCK, True)
    host.ata(3, "unsupported", {1: 1}, "dev3.1")  # of another drive at the same cable
    assert layer_of(host.from_device(disk), "drive").source.endswith("dev3.0")


def test_a_drive_that_the_kernel_leaves_out(host: MadeHost, sata: Made) -> None:
    host.no_discard(sata)
    host.ata(3, "forced_unsupported", TRIM)
    layer = layer_of(host.from_device(sata), "drive")
    assert (layer.verdict, layer_remedy(layer)) == (BLOCK, "KERNEL_QUIRK")
    assert layer_cost(layer) == "QUIRK_LOSES_DATA"


@pytest.mark.parametrize(("state", "said"), [("forced_unqueued", True), ("unqueued", False)])
def test_a_drive_whose_queued_trim_is_faulty(
    host: MadeHost, sata: Made, state: str, *, said: bool
) -> None:
    host.ata(3, state, TRIM)
    layer = layer_of(host.from_device(sata), "drive")
    assert layer.verdict == PASS
    assert ("UNQUEUED_BY_QUIRK" in layer_facts(layer)) == said


def test_a_controller_that_does_not_pass_it_on(host: MadeHost, sata: Made) -> None:
    host.no_discard(sata)
    host.ata(3, "unqueued", TRIM)
    layer = layer_of(host.from_device(sata), "drive")
    assert (layer.verdict, "OTHER_PORT" in layer_remedy(layer)) == (BLOCK, True)


def test_without_identify_root_is_offered(host: MadeHost, sata: Made) -> None:
    layer = layer_of(host.from_device(sata), "drive")
    assert layer.verdict == PASS
    assert "READ_AFTER_ATA" in layer_question(layer)


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
def test_a_bridge_that_passes(host: MadeHost, usb: Made, mode: str) -> None:
    host.provisioning(usb, mode)
    chain = host.chain(host.mount(usb, "stick"))
    assert words_of(chain)[2:] == [("bridge", PASS), ("drive", PASS)]
    bridge = layer_of(chain, "bridge")
    assert layer_facts(bridge) == f"provisioning_mode {mode}; PROOF_DECIDES"
    assert bridge.source == "/sys/class/scsi_disk/1:0:0:0/provisioning_mode"
    assert "BEHIND_BRIDGE" in layer_question(layer_of(chain, "drive"))


def test_a_bridge_in_mode_full_is_explained_and_never_switched(host: MadeHost, usb: Made) -> None:
    host.provisioning(usb, "full")
    host.no_discard(usb)
    chain = host.chain(host.mount(usb, "stick"))
    assert words_of(chain)[2:] == [("bridge", BLOCK), ("drive", UNKNOWN)]
    bridge = layer_of(chain, "bridge")
    assert layer_remedy(bridge) == "ASK_ADAPTER sdb"
    assert "BRIDGES_CORRUPT" in layer_cost(bridge)
    assert "NOT_ASKED" in layer_facts(bridge)
    assert chain.udev_rule == ""


@pytest.mark.parametrize(
    ("commands", "mode"),
    [(0xE0, "unmap"), (0x80, "unmap"), (0x60, "writesame_16"), (0x20, "writesame_10")],
)
def test_a_bridge_that_knows_the_command_and_does_not_announce_it(
    host: MadeHost, usb: Made, commands: int, mode: str
) -> None:
    host.provisioning(usb, "full")
    host.no_discard(usb)
    host.adapter(usb, "152d", "0583", commands)
    chain = host.from_device(usb)
    bridge = layer_of(chain, "bridge")
    assert layer_facts(bridge).startswith("ADAPTER 152d:0583; provisioning_mode full")
    assert f"ONLY_HALF_OFFERED {mode}" in layer_facts(bridge)
    assert layer_remedy(bridge) == f"SWITCH_PROVISIONING {mode}"
    assert layer_cost(bridge) == "BRIDGES_CORRUPT"
    assert chain.udev_rule == (
        'ACTION=="add|change", SUBSYSTEM=="scsi_disk", ATTRS{idVendor}=="152d",'
        f' ATTRS{{idProduct}}=="0583", ATTR{{provisioning_mode}}="{mode}"'
    )


def test_a_bridge_that_knows_no_command(host: MadeHost, usb: Made) -> None:
    host.provisioning(usb, "full")
    host.no_discard(usb)
    host.adapter(usb, "152d", "0583", 0x00)
    chain = host.from_device(usb)
    assert "OFFERS_NOTHING" in layer_facts(layer_of(chain, "bridge"))
    assert (layer_remedy(layer_of(chain, "bridge")), chain.udev_rule) == ("OTHER_ADAPTER", "")


def test_a_page_that_is_another_one(host: MadeHost, usb: Made) -> None:
    host.provisioning(usb, "full")
    host.no_discard(usb)
    host.adapter(usb, "152d", "0583", 0x80)
    host.file(usb, "device/vpd_pgb2").write_bytes(b"\0\xb1\0\4\0\x80\0\0")
    assert "NOT_ASKED" in layer_facts(layer_of(host.from_device(usb), "bridge"))


RULE = (
    'ACTION=="add", ATTRS{idVendor}=="152d", ATTRS{idProduct}=="0583", SUBSYSTEM=="scsi_disk",'
    ' ATTR{provisioning_mode}="unmap"\n'
)


@pytest.mark.parametrize(("mode", "remedy"), [("full", "APPLY_RULE"), ("disabled", "REMOVE_RULE")])
def test_a_rule_that_is_there_and_does_not_help(
    host: MadeHost, usb: Made, mode: str, remedy: str
) -> None:
    host.provisioning(usb, mode)
    host.no_discard(usb)
    host.adapter(usb, "152d", "0583", 0x80)
    for name, text in (
        ("10-other.rules", RULE.replace("0583", "0567")),
        ("20-comment.rules", f"# {RULE}"),
        ("30-reads.rules", RULE.replace('}="unmap"', '}=="unmap"')),
    ):
        host.rule(name, text)
    assert "RULE" not in layer_facts(layer_of(host.from_device(usb), "bridge"))
    host.rule("60-trim.rules", RULE)
    layer = layer_of(host.from_device(usb), "bridge")
    assert remedy in layer_remedy(layer)
    said = layer_facts(layer) + layer_remedy(layer)
    assert "/etc/udev/rules.d/60-trim.rules" in said
    assert layer.rule == ""


def test_a_bridge_that_refused_once(host: MadeHost, usb: Made) -> None:
    host.provisioning(usb, "disabled")
    host.no_discard(usb)
    assert "REPLUG" in layer_remedy(layer_of(host.from_device(usb), "bridge"))


def test_a_bridge_of_a_kernel_that_shows_no_mode(host: MadeHost, usb: Made) -> None:
    assert words_of(host.from_device(usb)) == [("bridge", PASS), ("drive", PASS)]
    host.no_discard(usb)
    assert words_of(host.from_device(usb)) == [("bridge", BLOCK), ("drive", UNKNOWN)]


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
def test_names_of_scsi_disks(host: MadeHost, usb: Made, vendor: str, model: str, name: str) -> None:
    host.set(usb, "device/vendor", vendor)
    host.set(usb, "device/model", model)
    assert layer_of(host.chain(host.mount(usb, "x")), "drive").name == name


# the others


def test_an_nvme_drive_without_discard(host: MadeHost) -> None:
    made = host.machine.nvme(0, "Old", GB)
    host.no_discard(made)
    chain = host.from_device(made, "Old")
    assert chain.verdict == BLOCK


def test_a_queue_that_somebody_switched_off(host: MadeHost) -> None:
    made = host.machine.nvme(0, "Drive", GB)
    host.set(made, "queue/discard_max_bytes", 0)
    layer = layer_of(host.from_device(made), "drive")
    assert (layer.verdict, "SWITCHED_OFF" in layer_remedy(layer)) == (BLOCK, True)


def test_a_virtual_disk_is_as_far_as_one_sees(host: MadeHost) -> None:
    made = host.machine.virtio("vda", GB)
    chain = host.chain(host.mount(made, "root"))
    assert "VIRTUAL_HOST" in layer_facts(layer_of(chain, "drive"))
    host.no_discard(made)
    assert "HOST_CAN_OFFER" in layer_remedy(layer_of(host.from_device(made), "drive"))


def test_a_drive_that_is_write_protected(host: MadeHost) -> None:
    made = host.machine.nvme(0, "Drive", GB)
    host.set(made, "ro", 1)
    layer = layer_of(host.from_device(made), "drive")
    assert (layer.verdict, layer.source) == (BLOCK, "/sys/class/block/nvme0n1/ro")


def test_a_queue_of_which_nothing_is_known(host: MadeHost) -> None:
    made = host.machine.nvme(0, "Drive", GB)
    for key in ("discard_max_bytes", "discard_max_hw_bytes", "discard_granularity"):
        host.file(made, f"queue/{key}").unlink()
    assert words_of(host.from_device(made)) == [("drive", UNKNOWN)]


def test_a_queue_without_a_granularity_takes_none(host: MadeHost) -> None:
    made = host.machine.nvme(0, "Drive", GB)
    host.set(made, "queue/discard_granularity", 0)
    assert words_of(host.from_device(made)) == [("drive", BLOCK)]


@pytest.mark.parametrize(("state", "verdict"), [("unsupported", BLOCK), ("queued", UNKNOWN)])
def test_libata_decides_where_the_queue_is_silent(
    host: MadeHost, sata: Made, state: str, verdict: str
) -> None:
    for key in ("discard_max_bytes", "discard_max_hw_bytes", "discard_granularity"):
        host.file(sata, f"queue/{key}").unlink()
    host.ata(3, state, {})
    assert layer_of(host.from_device(sata), "drive").verdict == verdict


# what root adds


def with_root(host: MadeHost, made: Made, report: Any) -> Any:
    point = host.mount(made, f"root{len(list(host.proc.iterdir()))}{made.name}")
    return host.chain(point, reports={made.name: report})


def test_the_drive_behind_a_bridge_speaks_for_itself(host: MadeHost, usb: Made) -> None:
    host.provisioning(usb, "unmap")
    report = {"trim": {"supported": True, "deterministic": True, "zeroed": True}}
    chain = with_root(host, usb, report)
    drive = layer_of(chain, "drive")
    assert (drive.verdict, drive.root) == (PASS, None)
    assert "READS_ZEROS" in layer_facts(drive)
    assert "smartctl" in drive.source
    assert layer_facts(layer_of(chain, "bridge")).startswith("provisioning_mode unmap")


@pytest.mark.parametrize(("supported", "verdict"), [(True, PASS), (False, BLOCK)])
def test_what_was_unknown_is_known_to_root(
    host: MadeHost, usb: Made, supported: bool, verdict: str
) -> None:
    host.provisioning(usb, "full")
    host.no_discard(usb)
    chain = with_root(host, usb, {"trim": {"supported": supported}})
    assert layer_of(chain, "drive").verdict == verdict
    assert chain.verdict == BLOCK  # the bridge is what it is


@pytest.mark.parametrize(
    "report", [None, [], {}, "x", {"trim": None}, {"trim": {"supported": "yes"}}, {"trim": 2**70}]
)
def test_a_report_that_tells_nothing_changes_nothing(host: MadeHost, report: object) -> None:
    made = host.machine.nvme(0, "Drive", GB)
    drive = layer_of(with_root(host, made, report), "drive")
    assert (drive.verdict, layer_facts(drive)) == (
        PASS,
        layer_facts(layer_of(host.from_device(made), "drive")),
    )
