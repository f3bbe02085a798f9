# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the machine knows of a USB adapter, and what smartctl says of the drive behind one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.fakes.usb_smartctl import NOT_ATA, NOT_NVME, TOO_OLD, MadeSmartctl, said

from driveproof.domain.drive.attachment import Attachment, UsbAdapter
from driveproof.domain.errors import MachineError
from driveproof.domain.health.report import ATA, NVME, HealthKind
from driveproof.system.smart.usb_adapters import (
    database_types,
    machine_knows,
    read_answer,
    udev_found_ata,
)

ADAPTER = UsbAdapter(0x152D, 0x0583, 0x209)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("S:disk/by-id/usb\nE:ID_ATA=1\nE:ID_BUS=ata\n", True),
        ("E:ID_BUS=usb\n", False),
        ("E:ID_MODEL=E:ID_ATA=1\nE:XID_ATA=1\nE:ID_ATA=10\n", False),
        (None, False),
    ],
)
def test_udev(tmp_path: Path, text: str | None, found: bool) -> None:
    if text is not None:
        (tmp_path / "b8:16").write_text(text)
    assert udev_found_ata("8:16", tmp_path) is found
    assert not udev_found_ata("", tmp_path) and not udev_found_ata("\0", tmp_path)


@pytest.mark.parametrize("types", [(), ("sat",), ("sntjmicron", "sat"), ("[unsupported]",)])
def test_the_drive_database(tmp_path: Path, types: tuple[str, ...]) -> None:
    smartctl = MadeSmartctl(tmp_path / "smartctl")
    smartctl.has(*types)
    assert database_types(ADAPTER, str(smartctl.program)) == types
    assert smartctl.asked == [], "no device is opened"


def test_a_smartctl_that_cannot_be_run(tmp_path: Path) -> None:
    assert database_types(ADAPTER, str(tmp_path / "none")) == ()
    assert machine_knows(Attachment(), "8:16") is None


@pytest.mark.skipif(not shutil.which("smartctl", path="/usr/sbin:/usr/bin"), reason="no smartctl")
def test_the_real_drive_database() -> None:
    """As every smartctl since 7.0 has it."""
    assert database_types(UsbAdapter(0x152D, 0x0578, 0x1234)) == ("sat",)
    assert database_types(UsbAdapter(0xDEAD, 0xBEEF, 0x1234)) == ()


@pytest.mark.parametrize(
    ("report", "error", "too_old"),
    [
        (NOT_ATA, "Read Device Identity failed: scsi error unsupported scsi opcode", False),
        (NOT_NVME, "Read NVMe Identify Controller failed: scsi error unsupported scsi opcode",
         False),
        (TOO_OLD, "/dev/sdb: Unknown device type 'sntasmedia'", True),
        (said(2), "exit status 2", False),
        (said(1, error="/dev/sdb: Unknown USB bridge [0x152d:0x0583 (0x209)]"),
         "/dev/sdb: Unknown USB bridge [0x152d:0x0583 (0x209)]", False),
        (said(2, error="Smartctl open device: /dev/sdb [USB JMicron] failed: No device connected"),
         "Smartctl open device: /dev/sdb [USB JMicron] failed: No device connected", False),
        (said(4), "", False),
    ],
)  # fmt: skip
def test_what_failed(report: dict[str, Any], error: str, too_old: bool) -> None:
    answer = read_answer(json.dumps(report).encode())
    assert (answer.error, answer.too_old, answer.model) == (error, too_old, "")


def test_an_identity() -> None:
    read = {
        "smartctl": {"exit_status": 0}, "device": {"protocol": "NVMe"}, "model_name": "Made ",
        "serial_number": "S1", "nvme_total_capacity": 10**12, "smart_support": {"available": False},
    }  # fmt: skip
    answer = read_answer(json.dumps(read).encode())
    assert (answer.kind, answer.nvme, answer.capacity) == (NVME, True, 10**12)
    assert (answer.model.strip(), answer.serial, answer.smart) == ("Made", "S1", False)
    read |= {"device": {"protocol": "ATA"}, "user_capacity": {"bytes": 5 * 10**11}}
    answer = read_answer(json.dumps(read).encode())
    assert (answer.kind, answer.capacity) == (ATA, 5 * 10**11)


@pytest.mark.parametrize("data", [b"", b"no", b"[1]", b'{"smartctl": 3}', b'{"a": [' * 10_000])
def test_what_is_no_report(data: bytes) -> None:
    with pytest.raises(MachineError):
        read_answer(data)


def test_hostile_values() -> None:
    read = {
        "smartctl": {"exit_status": 3, "messages": [{"string": 7}, 1], "output": [None, {}]},
        "device": {"protocol": []}, "model_name": ["x"], "user_capacity": {"bytes": -1},
        "smart_support": 1,
    }  # fmt: skip
    answer = read_answer(json.dumps(read).encode())
    assert (answer.kind, answer.model, answer.capacity) == (HealthKind.UNKNOWN, "", None)
    assert answer.smart
