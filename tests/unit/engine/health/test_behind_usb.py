# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives behind USB adapters: a smartctl that answers to one type, and what is kept of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.builders.health_drives import NOW, drive
from tests.fakes.made_machine import MadeMachine
from tests.fakes.usb_smartctl import NOT_ATA, TOO_OLD, MadeSmartctl

from driveproof.domain.drive.attachment import Attachment, UsbAdapter, UsbDriver
from driveproof.domain.drive.drive import BlockDevice, DeviceKind
from driveproof.domain.errors import Advice, MachineError, RefusedError, Remedy
from driveproof.domain.health.adapter import (
    AdapterSearch,
    AdapterType,
    AdapterWish,
    FoundBy,
    Outcome,
    UsbSmart,
)
from driveproof.domain.health.report import Health
from driveproof.engine.health.behind_usb import SmartctlSilentError, UsbReader
from driveproof.helper.protocol import ErrorName, SmartReport, WireAdapter
from driveproof.history.adapter_types import KeptAdapterTypes
from driveproof.history.store import History
from driveproof.system.kernel.kernel_log import KernelLogReader
from driveproof.system.smart.usb_adapters import database_types

ADAPTER = UsbAdapter(0x152D, 0x0586, 0x209, "JMicron")
GIB = 2**30
FIND = AdapterSearch.FIND
IDENTITY, VALUES, WHOLE = SmartReport
DATA = Path(__file__).parents[3] / "data/smart"


def report(name: str, **other: Any) -> dict[str, Any]:
    read: Mapping[str, Any] = json.loads((DATA / f"qemu-{name}.json").read_text("utf-8"))
    return {**read, **other}


SSD, NVME = report("ssd"), report("nvme")


class Bench:
    """One drive behind one adapter, a history, and a machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.machine = MadeMachine(folder / "sys")
        self.machine.usb("sdb", "Disk", GIB // 10**9, 1)
        self.smartctl = MadeSmartctl(folder / "smartctl")
        self.kept = KeptAdapterTypes(History(folder / "history.sqlite"))
        self.udev = folder / "udev"
        self.udev.mkdir()
        self.waited: list[float] = []
        attachment = Attachment(usb_adapter=ADAPTER, usb_driver=UsbDriver.UAS)
        self.device = drive(
            "sdb", kind=DeviceKind.USB, bus="usb", size=GIB, number="8:16", attachment=attachment
        )
        self.says = ""

    @property
    def reader(self) -> UsbReader:
        return UsbReader(
            self.kept,
            database=partial(database_types, program=str(self.smartctl.program)),
            root=self.machine.root,
            udev=self.udev,
            log=self._log,
            pause=self.waited.append,
        )

    def _log(self) -> KernelLogReader:
        journal = self.folder / "journalctl"
        line = json.dumps({"MESSAGE": self.says, "__REALTIME_TIMESTAMP": "4102444800000000"})
        journal.write_text(f"#!/bin/sh\necho '{line}'\n")
        journal.chmod(0o755)
        return KernelLogReader(self.folder / "missing", str(journal))

    def known(self, device: BlockDevice | None = None) -> UsbSmart:
        smart = self.reader.known(device or self.device)
        assert smart is not None
        return smart

    def read(
        self, wish: AdapterWish | None = None, *, in_use: bool = False, ask: Any = None
    ) -> Health:
        smart = self.known()
        ask = ask or self.smartctl
        return self.reader.read(self.device, smart, ask, NOW, wish=wish, in_use=in_use)


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def used(health: Health) -> tuple[AdapterType | None, FoundBy | None]:
    assert health.adapter is not None
    return health.adapter.type, health.adapter.found


def outcomes(health: Health) -> dict[AdapterType, Outcome]:
    assert health.adapter is not None
    return {one.type: one.outcome for one in health.adapter.attempts}


def test_nothing_is_sent_to_an_unknown_adapter(bench: Bench) -> None:
    health = bench.read()
    assert (health.known, health.advice) == (
        False, Advice(Remedy.FIND_ADAPTER_TYPE, path="/dev/sdb"),
    )  # fmt: skip
    assert bench.smartctl.asked == []


@pytest.mark.parametrize(
    ("database", "ata", "kind", "found"),
    [
        (("sat",), False, "sat", FoundBy.DATABASE),
        ((), True, "sat", FoundBy.UDEV),
        (("sntjmicron",), True, "sat", FoundBy.UDEV),
        (("sntasmedia",), False, "sntasmedia", FoundBy.DATABASE),
    ],
)
def test_what_the_machine_knows_is_used_and_not_kept(
    bench: Bench, database: tuple[str, ...], ata: bool, kind: str, found: FoundBy
) -> None:
    bench.smartctl.has(*database)
    if ata:
        (bench.udev / "b8:16").write_text("S:disk/by-id/usb\nE:ID_ATA=1\nE:ID_BUS=ata\n")
    bench.smartctl.answers(kind, SSD if kind == "sat" else report("nvme", user_capacity=None))
    health = bench.read()
    assert health.known
    assert used(health) == (AdapterType(kind), found)
    assert bench.smartctl.asked == [(kind, WHOLE)]
    assert bench.known().attempts == ()


def test_an_invented_disk_is_not_believed(bench: Bench) -> None:
    """udev and sat got an answer for a drive that there is not; the drive database knows better."""
    bench.smartctl.has("sntrealtek")
    (bench.udev / "b8:16").write_text("E:ID_ATA=1\n")
    bench.smartctl.answers("sat", report("ssd", user_capacity={"bytes": 2 * GIB}))
    bench.smartctl.answers("sntrealtek", NVME)
    health = bench.read()
    assert used(health) == (AdapterType.SNTREALTEK, FoundBy.DATABASE)
    assert outcomes(health) == {AdapterType.SAT: Outcome.IMPLAUSIBLE}
    bench.read()
    assert [kind for kind, _ in bench.smartctl.asked] == ["sat", "sntrealtek", "sntrealtek"]


def test_the_types_are_tried_in_the_safe_order_until_one_works(bench: Bench) -> None:
    bench.smartctl.answers("sntasmedia", NVME)
    health = bench.read(FIND)
    assert health.known
    assert used(health) == (AdapterType.SNTASMEDIA, FoundBy.TRIED)
    assert bench.smartctl.asked == [
        ("sat", IDENTITY), ("sntrealtek", IDENTITY), ("sntasmedia", IDENTITY),
        ("sntasmedia", VALUES), ("sntasmedia", WHOLE),
    ]  # fmt: skip
    assert len(bench.waited) == 1  # after the first answer
    assert health.adapter is not None
    sat, _realtek, works = health.adapter.attempts
    assert "unsupported scsi opcode" in sat.words
    assert (works.kind, works.model) == ("nvme", "QEMU NVMe Ctrl")
    # The drive can test itself, but smartctl passes no command for it on.
    assert health.self_tests is None or health.self_tests.kinds == ()
    # The next reading uses it at once, and another one for the same drive tries no other.
    again = bench.read()
    assert used(again) == (AdapterType.SNTASMEDIA, FoundBy.REMEMBERED)
    assert bench.smartctl.asked[5:] == [("sntasmedia", WHOLE)]
    assert bench.reader.usual(bench.device) is AdapterType.SNTASMEDIA


def test_what_failed_is_not_tried_twice(bench: Bench) -> None:
    health = bench.read(FIND)
    assert set(outcomes(health).values()) == {Outcome.REFUSED}
    assert health.advice == Advice(Remedy.CHOOSE_ADAPTER_TYPE, path="/dev/sdb")
    tried = len(bench.smartctl.asked)
    bench.read(FIND)
    bench.read()
    assert len(bench.smartctl.asked) == tried == 4
    # A person may.
    bench.smartctl.answers("usbsunplus", SSD)
    assert used(bench.read(AdapterType.USBSUNPLUS)) == (AdapterType.USBSUNPLUS, FoundBy.CHOSEN)
    # With other firmware it is another adapter, with another driver another way through.
    for attached in (
        Attachment(usb_adapter=replace(ADAPTER, release=0x210), usb_driver=UsbDriver.UAS),
        Attachment(usb_adapter=ADAPTER, usb_driver=UsbDriver.BOT),
    ):
        assert bench.known(replace(bench.device, attachment=attached)).attempts == ()


def test_a_drive_in_use_is_not_risked(bench: Bench) -> None:
    bench.smartctl.answers("sntjmicron", NVME)
    health = bench.read(FIND, in_use=True)
    assert [kind for kind, _ in bench.smartctl.asked] == ["sat", "sntrealtek", "sntasmedia"]
    assert health.advice == Advice(Remedy.FIND_ADAPTER_TYPE_UNMOUNTED, path="/dev/sdb")
    with pytest.raises(RefusedError):
        bench.read(AdapterType.SNTJMICRON, in_use=True)
    assert used(bench.read(FIND))[0] is AdapterType.SNTJMICRON
    assert bench.read(in_use=True).known  # now it is known to work


def test_an_old_smartctl_says_nothing_of_the_adapter(bench: Bench) -> None:
    bench.smartctl.answers("sntasmedia", TOO_OLD)
    assert outcomes(bench.read(FIND))[AdapterType.SNTASMEDIA] is Outcome.TOO_OLD
    bench.smartctl.answers("sntasmedia", NVME)  # after an update
    assert used(bench.read(FIND))[0] is AdapterType.SNTASMEDIA


@pytest.mark.parametrize(
    "line",
    [
        "usb 2-1: reset SuperSpeed USB device number 3 using xhci_hcd",
        "usb 2-1: USB disconnect, device number 3",
    ],
)
def test_an_adapter_that_resets_is_left_alone(bench: Bench, line: str) -> None:
    bench.says = line
    bench.smartctl.answers("sat", SSD)
    health = bench.read(FIND)
    assert (health.known, outcomes(health)) == (False, {AdapterType.SAT: Outcome.RESET})
    assert bench.smartctl.asked == [("sat", IDENTITY)]


def test_others_troubles_are_not_its_own(bench: Bench) -> None:
    bench.says = "usb 2-2: reset SuperSpeed USB device number 4 using xhci_hcd"
    bench.smartctl.answers("sat", SSD)
    assert bench.read(FIND).known


@pytest.mark.parametrize(
    "error",
    [
        SmartctlSilentError("It is silent."),
        MachineError("It fell off the bus.", code=ErrorName.DEVICE_CHANGED),
    ],
)
def test_a_type_that_hangs_the_adapter_is_remembered(bench: Bench, error: MachineError) -> None:
    def ask(adapter: WireAdapter, report: SmartReport) -> bytes:
        raise error

    with pytest.raises(MachineError):
        bench.read(FIND, ask=ask)
    (attempt,) = bench.known().attempts
    assert (attempt.type, attempt.outcome) == (AdapterType.SAT, Outcome.RESET)


def test_who_may_not_has_tried_nothing(bench: Bench) -> None:
    def ask(adapter: WireAdapter, report: SmartReport) -> bytes:
        raise RefusedError("You may not.")

    with pytest.raises(RefusedError):
        bench.read(FIND, ask=ask)
    assert bench.known().attempts == ()


def test_another_drive_in_the_adapter(bench: Bench) -> None:
    """What worked is forgotten where something else answers than when it worked."""
    bench.smartctl.answers("sat", SSD)
    bench.read(FIND)
    bench.smartctl.answers("sat", report("ssd", serial_number="ANOTHER"))
    health = bench.read()
    assert (health.known, bench.known().attempts) == (False, ())
    # The list of drives tells of another one: what cannot harm it is used, and checked.
    other = replace(bench.device, size=2 * GIB)
    assert bench.known(other).attempts == ()


def test_the_same_kind_of_adapter_with_another_drive(bench: Bench) -> None:
    bench.smartctl.answers("sat", SSD)
    bench.read(FIND)
    bench.device = replace(bench.device, serial="S-other")
    assert used(bench.read()) == (AdapterType.SAT, FoundBy.REMEMBERED)
    assert bench.smartctl.asked[-1] == ("sat", WHOLE)


def test_what_linux_refuses_says_nothing_of_the_adapter(bench: Bench) -> None:
    seagate = UsbAdapter(0x0BC2, 0xAB38, 0x100)
    attached = Attachment(usb_adapter=seagate, usb_driver=UsbDriver.UAS)
    bench.device = replace(bench.device, attachment=attached)
    bench.smartctl.has("sat")
    bench.smartctl.answers("sat", NOT_ATA)
    health = bench.read()
    assert (health.missing is not None, bench.known().attempts) == (True, ())
    assert health.advice is not None and health.advice.values == {"adapter": "0bc2:ab38"}


@pytest.mark.parametrize("source", ["UDisks2 2.9.4", "UDisks2 2.10.1", "UDisks2 2.11.0"])
def test_why_udisks_has_nothing(bench: Bench, source: str) -> None:
    bench.smartctl.has("sat")
    health = bench.reader.explained(Health(taken=NOW), bench.device, source)
    assert health.advice == Advice(Remedy.READ_WHOLE, path="/dev/sdb")
    assert health.missing is not None
    assert ("version" in health.missing.values) == (source == "UDisks2 2.11.0")
    without = replace(bench.device, attachment=Attachment())
    assert bench.reader.explained(health, without, source) is health


def test_a_history_that_cannot_be_written_costs_no_answer(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "no").mkdir()
    bench.kept = KeptAdapterTypes(History(tmp_path / "no"))
    bench.smartctl.answers("sat", SSD)
    assert bench.read(FIND).known
