# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a drive is attached, in words."""

from __future__ import annotations

from typing import Any

import pytest

from driveproof.domain.attachment import attachment_facts, billed_before
from driveproof.domain.drive.attachment import Attachment, BlockFormat, Performance, UsbDriver
from driveproof.domain.drive.drive import BlockDevice, QueueLimits
from driveproof.domain.run.run import Target, TargetKind
from driveproof.wording.say import say_text
from driveproof.wording.table import fact_texts


def told(kind: str = "nvme", media: str = "ssd", **more: Any) -> dict[str, str]:
    limits = more.pop("limits", QueueLimits())
    attached = Attachment(**more)
    device = BlockDevice(
        path="/dev/x", name="x", kind=kind, media=media, limits=limits, attachment=attached
    )
    return dict(fact_texts(attachment_facts(device)))


def test_what_is_not_reported_is_not_said() -> None:
    assert told() == {}


def test_formats_with_the_one_in_use() -> None:
    small, large = BlockFormat(512, 0, Performance.GOOD), BlockFormat(4096, 8, Performance.BEST)
    assert told(formats=(small, large), format_in_use=small) == {
        "Block format": "512 bytes (in use, good); 4\u202f096 + 8 bytes (best)"
    }
    assert told(formats=(large,), format_in_use=BlockFormat(512))["Block format"].startswith(
        "512 bytes (in use)"
    )
    assert told(limits=QueueLimits(logical_block_size=512)) == {"Block format": "512 bytes"}
    assert told("ata", limits=QueueLimits(logical_block_size=512)) == {}


@pytest.mark.parametrize(
    ("more", "name", "words"),
    [
        ({"usb_driver": UsbDriver.UAS}, "USB protocol", "UAS"),
        ({"usb_driver": UsbDriver.BOT}, "USB protocol", "BOT"),
        ({"sata_power": "min_power"}, "SATA link power", "min_power"),
        ({"sata_power": "max_performance"}, "SATA link power", "max_performance"),
        (
            {"aspm": ("L1",), "aspm_policy": "default"},
            "PCIe link power",
            "ASPM L1 (default)",
        ),
        ({"aspm": ()}, "PCIe link power", "Off"),
        ({"apst": 100000}, "NVMe power states (APST)", "100\u202fms"),
        ({"apst": 0}, "NVMe power states (APST)", "Off"),
        ({"runtime": "auto", "suspended": True}, "Runtime power", "Suspended"),
        ({"apm": True}, "Head parking (APM)", "On"),
        ({"standby": 1800.0}, "Spins down", "After 30\u202fmin"),
    ],
)
def test_each(more: dict[str, Any], name: str, words: str) -> None:
    assert words in told(**more)[name]


def test_what_it_does_to_latency() -> None:
    assert "Higher" in told(apst=100000, sata_power="max_performance")["Effect on latency"]
    assert told(apst=0)["Effect on latency"] == "None"
    assert "Effect on latency" not in told(usb_driver=UsbDriver.UAS)


def test_shingled() -> None:
    found = told("ata", "hdd", limits=QueueLimits(zoned="host-managed"))
    assert found == {"Recording technology": "Shingled (SMR), host-managed"}
    hint = told("ata", "hdd", limits=QueueLimits(discard_max_hw_bytes=4096))
    assert hint["Recording technology"].startswith("Probably")
    assert (
        told(limits=QueueLimits(zoned="host-managed"))["Recording technology"]
        == "Zoned, host-managed"
    )


def test_before_a_heavy_test_of_a_virtual_disk() -> None:
    target = Target("/srv", TargetKind.FILE, device="/dev/vda1", stack=("/dev/vda1", "/dev/vda"))
    said = billed_before(target)
    assert said is not None and "Virtual disk (virtio)" in say_text(said)
    real = Target("/srv", TargetKind.FILE, device="/dev/sda", model="SSD", bus="sata")
    assert billed_before(real) is None
