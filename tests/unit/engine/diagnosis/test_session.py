# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A diagnosis: load before the check, the kernel's log after it, and what could not be read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from driveproof.domain.check.check import Check
from driveproof.domain.codec import encode
from driveproof.domain.diagnosis.diagnosis import Cause, Conclusion, Machine
from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Inventory, Media
from driveproof.domain.errors import MachineError
from driveproof.domain.run.kernel_messages import LogLine
from driveproof.domain.run.observed import Writer
from driveproof.domain.run.run import KernelLog
from driveproof.engine.diagnosis.session import RECENT, DiagnosisParts, DiagnosisSession
from driveproof.export.json import values_of
from driveproof.export.json.diagnosis import diagnosis_document
from driveproof.export.text.diagnosis import diagnosis_page

NOW = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)
SSD = BlockDevice(
    path="/dev/sda", name="sda", kind=DeviceKind.ATA, model="Made SSD", media=Media.SSD,
    children=("dm-0",),
)  # fmt: skip
VAULT = BlockDevice(
    path="/dev/mapper/vault", name="dm-0", kind=DeviceKind.CRYPT, parents=("sda",), mapping="vault"
)


class Asked:
    """What a diagnosis asks, in order; its check finds nothing."""

    def __init__(self, *devices: BlockDevice) -> None:
        self.order: list[str] = []
        self.inventory = Inventory(devices)
        self.cancelled = False
        self.lines: tuple[LogLine, ...] = ()
        self.ports: dict[str, dict[str, float]] = {}
        """What the ports of the drives can, by the name of the drive."""
        self.users: tuple[Writer, ...] = ()
        self.log = KernelLog.KMSG
        self.parts = DiagnosisParts(
            inventory=lambda: self.inventory,
            check=lambda _inventory: self,
            load=lambda names: (self._busy(names), self.users),
            breakdown=lambda _drive: None,
            works=lambda _name: (),
            machine=Machine,
            cipher=self._cipher,
            log=self._log,
            names=lambda name: frozenset({name, *self.ports.get(name, ())}),
            speeds=lambda name: self.ports.get(name, {}),
            extents=self._extents,
            expected=lambda _run: (),
        )

    def _busy(self, names: Sequence[str]) -> float:
        self.order.append(f"busy {' '.join(names)}")
        return 0.9

    def _cipher(self) -> float:
        self.order.append("cipher")
        return 1e9

    def _log(self) -> tuple[KernelLog, tuple[LogLine, ...]]:
        self.order.append("log")
        return self.log, self.lines

    def _extents(self, path: str) -> tuple[int, int]:
        raise MachineError("{path} cannot be read: {reason}.", path=path, reason="made up")

    def run(self) -> Check:
        self.order.append("check")
        (device, *_more) = self.inventory.devices
        return Check(taken=NOW, seconds=1.0, target="/dev/sda", device=device, findings=())

    def cancel(self) -> None:
        self.cancelled = True


def test_what_loads_the_drive_is_asked_before_the_check_and_the_log_after_it() -> None:
    asked = Asked(replace(SSD, children=()))
    now = datetime.now(UTC)
    old = LogLine(now - 2 * RECENT, "sda: I/O error")
    asked.lines = (old, LogLine(now, "sda: timeout"), LogLine(now, "sdb: timeout"))
    found = DiagnosisSession("/dev/sda", asked.parts).run()
    assert asked.order == ["busy sda", "check", "log"]
    assert [one.cause for one in found.reasons] == [Cause.BUSY, Cause.KERNEL_MESSAGES]
    assert [one.text for one in found.evidence.messages] == ["sda: timeout"]
    assert found.conclusion is Conclusion.CAUSES
    page = diagnosis_page(found)
    assert "(sda: timeout)" in page


def test_a_stick_that_was_unplugged_before_is_no_trouble() -> None:
    asked = Asked(replace(SSD, bus="usb", children=()))
    now = datetime.now(UTC)
    asked.lines = (
        LogLine(now, "sda: I/O error"),  # of the stick that had this name before
        LogLine(now, "usb 2-1: USB disconnect, device number 5, sda"),
        LogLine(now, "sda: timeout"),
    )
    found = DiagnosisSession("/dev/sda", asked.parts).run()
    assert [one.text for one in found.evidence.messages] == ["sda: timeout"]
    asked.lines = asked.lines[:2]
    assert DiagnosisSession("/dev/sda", asked.parts).run().evidence.messages == ()


def test_a_loop_device_has_no_past_of_another_file() -> None:
    asked = Asked(
        BlockDevice(path="/dev/loop0", name="loop0", kind=DeviceKind.LOOP, model="Made file")
    )
    now = datetime.now(UTC)
    asked.lines = (
        LogLine(now, "loop0: I/O error"),  # of the file that had this name before
        LogLine(now, "loop0: detected capacity change from 0 to 196608"),
        LogLine(now, "loop0: timeout"),
    )
    found = DiagnosisSession("/dev/loop0", asked.parts).run()
    assert [one.text for one in found.evidence.messages] == ["loop0: timeout"]


def test_a_partition_is_no_drive_and_all_drives_are_watched_at_once() -> None:
    part = BlockDevice(
        path="/dev/sda1", name="sda1", kind=DeviceKind.PARTITION, partition_of="sda",
        parents=("sda",), children=("dm-0",),
    )  # fmt: skip
    other = replace(SSD, path="/dev/sdb", name="sdb", children=("dm-0",))
    vault = replace(VAULT, parents=("sda1", "sdb"))
    asked = Asked(replace(SSD, children=("sda1",)), part, other, vault)
    DiagnosisSession("/dev/mapper/vault", asked.parts).run()
    assert asked.order[0] == "busy sda sdb"


def test_the_cipher_is_tried_only_below_encryption() -> None:
    asked = Asked(SSD, VAULT)
    found = DiagnosisSession("/dev/mapper/vault", asked.parts).run()
    assert asked.order == ["busy sda", "cipher", "check", "log"]
    assert [one.name for one in found.evidence.stack] == ["dm-0", "sda"]


def test_what_could_not_be_read_is_said() -> None:
    asked = Asked(replace(SSD, children=()))
    asked.log = KernelLog.REFUSED
    found = DiagnosisSession("/dev/sda", asked.parts, file="/home/film").run()
    document = values_of(diagnosis_document(found, None))
    assert document["evidence"]["file"] is None
    assert document["answer"]["findings"]["causes"][0]["code"] == "in use"
    assert json.loads(encode(document))["target"] == document["target"]


def test_a_cancel_reaches_the_check_even_before_it_begins() -> None:
    asked = Asked(replace(SSD, children=()))
    session = DiagnosisSession("/dev/sda", asked.parts)
    session.cancel()
    session.run()
    assert asked.cancelled and session.cancelled


def test_a_link_that_came_up_slower_than_it_can_is_a_cause() -> None:
    """Unless another drive was in its place before: the link may have been as fast as that was."""
    asked = Asked(replace(SSD, children=()))
    now = datetime.now(UTC)
    slow = LogLine(now, "ata3: SATA link up 1.5 Gbps (SStatus 113 SControl 300)")
    asked.lines = (slow,)
    asked.ports = {"sda": {"ata3": 6.0}}
    found = DiagnosisSession("/dev/sda", asked.parts).run()
    assert [one.text for one in found.evidence.messages] == [slow.text]
    assert Cause.KERNEL_MESSAGES in [one.cause for one in found.reasons]
    asked.lines = (slow, LogLine(now, "ata3: SATA link down (SStatus 0 SControl 300)"))
    found = DiagnosisSession("/dev/sda", asked.parts).run()
    assert slow.text not in [one.text for one in found.evidence.messages]
