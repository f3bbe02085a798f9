# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""SMART of each drive: what UDisks2 reports to anybody, what the helper reads, and a failing
one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.hardware.guest import Guest
from tests.hardware.machine import DISK, NVME, SSD, STICK, Drive
from tests.hardware.prompts import forget, prompted

MINUTE = 60.0
AXES = ["self_assessment", "wear", "media_errors", "link", "temperature", "data_quality"]
DEGRADED = 1 << 2  # "the NVM subsystem reliability has been degraded", NVMe 1.4, figure 194


def health_of(guest: Guest, drive: Drive, **options: Any) -> dict[str, Any]:
    """For a person in front of the machine, without a prompt."""
    found = guest.json("health", guest.device(drive), **{"seat": True, **options})
    assert isinstance(found, dict)
    assert found["device"] == guest.device(drive)
    assert [axis["subject"] for axis in found["answer"]["findings"]["axes"]] == AXES
    return found


def axis_of(document: dict[str, Any], name: str) -> dict[str, Any]:
    axes = document["answer"]["findings"]["axes"]
    return next(axis for axis in axes if axis["subject"] == name)


@pytest.mark.parametrize("seat", [True, False], ids=["in a session", "without one"])
def test_the_nvme_drive_without_a_prompt(guest: Guest, seat: bool) -> None:
    found = health_of(guest, NVME, seat=seat)
    assert found["source"] == "UDisks2 (NVMe health log)"
    assert found["kind"] == "nvme"
    assert found["model"] == "QEMU NVMe Ctrl"
    assert found["serial"] == NVME.serial
    assert found["passed"] is True
    assert found["temperature"] == 50  # QEMU's 323 K
    assert axis_of(found, "self_assessment")["grade"] == "good"


@pytest.mark.parametrize("drive", [SSD, DISK], ids=lambda drive: drive.name)
def test_the_sata_drives_without_a_prompt(guest: Guest, drive: Drive) -> None:
    found = health_of(guest, drive)
    assert found["source"] == "UDisks2 (ATA SMART)"
    assert found["kind"] == "ata"
    assert found["serial"] == drive.serial
    assert found["passed"] is True
    assert {row["id"] for row in found["attributes"]} >= {5, 9, 12, 190}
    assert found["temperature"] == 31  # QEMU's attribute 190
    assert found["verdict"] == "good", found["answer"]["sentences"]


def test_nothing_is_known_of_the_stick_and_why(guest: Guest) -> None:
    found = health_of(guest, STICK)
    assert found["verdict"] == "unknown"
    assert found["missing"]
    assert found["attributes"] == []
    assert found["temperature"] is None


@pytest.mark.parametrize("drive", [NVME, SSD, DISK], ids=lambda drive: drive.name)
def test_the_helper_reads_it_all_after_a_prompt(guest: Guest, drive: Drive) -> None:
    forget(guest)
    done = prompted(guest, "driveproof", "health", guest.device(drive), "--as-admin", "--json")
    assert "io.github.driveproof.helper1.read-smart" in done.err
    assert done.status == 0, done.err
    found = json.loads(done.out)
    assert found["source"].startswith("smartctl 7."), found["source"]
    assert found["serial"] == drive.serial
    assert found["passed"] is True
    assert len(found["attributes"]) >= (0 if drive is NVME else 7)


def test_a_reading_adds_nothing_to_the_error_log_of_an_nvme_drive(guest: Guest) -> None:
    device = guest.device(NVME)
    with guest.refusals() as refused:
        guest.run("nvme", "get-log", device, "--log-id=0xca", "--log-len=512")
    assert refused, "a page that the drive does not have"
    with guest.refusals() as refused:
        health_of(guest, NVME)
        done = prompted(guest, "driveproof", "health", device, "--as-admin", "--json")
        assert done.status == 0, done.err
    assert refused == []


def test_a_usb_adapter_that_nothing_knows(guest: Guest) -> None:
    """Nothing is sent to it until a person wants that; then each safe type once, and no other."""
    stick = guest.device(STICK)
    known = json.loads(
        guest.run("driveproof", "health", stick, "--as-admin", "--json", seat=True).out
    )
    assert (known["verdict"], known["adapter"]["attempts"]) == ("unknown", [])
    assert (known["adapter"]["vendor"], known["adapter"]["product"]) == ("46f4", "0001")
    forget(guest)
    before = guest.script(f"sha256sum {stick}; dmesg --clear")
    done = prompted(guest, "driveproof", "health", stick, "--adapter-type", "find", "--json")
    assert done.status == 0, done
    assert done.err.count("io.github.driveproof.helper1.read-smart") == 1, done.err
    tried = {one["type"]: one["outcome"] for one in json.loads(done.out)["adapter"]["attempts"]}
    assert tried == dict.fromkeys(("sat", "sntrealtek", "sntasmedia", "sntjmicron"), "refused")
    again = guest.run("driveproof", "health", stick, "--adapter-type", "find", "--json", seat=True)
    assert (
        json.loads(again.out)["adapter"]["attempts"] == json.loads(done.out)["adapter"]["attempts"]
    )
    assert guest.script(f"sha256sum {stick}") == before, "it is read as before"
    assert "usb" not in guest.script("dmesg"), "nothing was reset"


def test_without_a_session_the_helper_refuses(guest: Guest) -> None:
    done = guest.run("driveproof", "health", guest.device(NVME), "--as-admin", user="guest")
    assert done.status == 4, done
    assert "Traceback" not in done.err
    assert "authoriz" in done.err, done.err


def test_a_critical_warning_is_seen_at_once_and_gone_when_it_is_gone(guest: Guest) -> None:
    assert axis_of(health_of(guest, NVME), "self_assessment")["grade"] == "good"
    guest.set(NVME, "smart_critical_warning", DEGRADED)
    try:
        found = health_of(guest, NVME, statuses=(1,))
        assert found["verdict"] == "failing"
        assert found["passed"] is False
        assert axis_of(found, "self_assessment")["grade"] == "failing"
        whole = prompted(guest, "driveproof", "health", guest.device(NVME), "--as-admin", "--json")
        assert whole.status == 1, whole
        assert json.loads(whole.out)["verdict"] == "failing"
    finally:
        guest.set(NVME, "smart_critical_warning", 0)
    found = health_of(guest, NVME)
    assert found["verdict"] != "failing"
    assert axis_of(found, "self_assessment")["grade"] == "good"


def test_the_monitor_sees_a_critical_warning_within_a_minute(guest: Guest) -> None:
    def seen(word: str) -> Callable[[str], bool]:
        return lambda line: json.loads(line).get("seen") == word

    job = guest.start("python3", "-I", "/seed/monitor.py", guest.device(NVME), seat=True)
    before = json.loads(job.line(lambda line: "seen" in json.loads(line), MINUTE))["seen"]
    assert before != "failing"
    try:
        guest.set(NVME, "smart_critical_warning", DEGRADED)
        job.line(seen("failing"), MINUTE)
        job.line(lambda line: json.loads(line).get("worse") == "failing", MINUTE)
    finally:
        guest.set(NVME, "smart_critical_warning", 0)
    job.line(seen(before), MINUTE)  # nothing latches
    assert job.stop().status == 0
