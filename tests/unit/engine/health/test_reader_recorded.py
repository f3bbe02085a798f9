# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Health from what a real UDisks2 2.10 reported of emulated drives, replayed by a fake one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.fakes.made_machine import Interfaces, Variant
from tests.fakes.smart import ATA, NVME, MadeSmart
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Health
from driveproof.engine.health.reader import HealthReader

DATA = Path(__file__).resolve().parents[3] / "data" / "udisks"
BLOCKS = "/org/freedesktop/UDisks2/block_devices"


def load(name: str) -> Any:
    return json.loads((DATA / f"qemu-{name}.json").read_bytes())


def variant(told: dict[str, Any]) -> Variant:
    """busctl's {"type", "data"} as a variant of jeepney's."""
    kind, data = told["type"], told["data"]
    if kind == "ay":
        return kind, bytes(data)
    if kind == "aay":
        return kind, [bytes(one) for one in data]
    if kind.startswith("a("):
        return kind, [tuple(one) for one in data]
    return kind, tuple(data) if kind.startswith("(") else data


def objects(name: str) -> dict[str, Interfaces]:
    return {
        path: {
            interface: {
                key: variant(told)
                for key, told in properties.items()
                if "v" not in told["type"]  # dictionaries of settings, which nobody reads here
            }
            for interface, properties in interfaces.items()
        }
        for path, interfaces in load(name).items()
    }


def read(bus: PrivateBus, device: str, smart: str, *, warning: bool = False) -> Health:
    tree = objects("objects")
    if warning:
        for path, interfaces in objects("warning-objects").items():
            tree.setdefault(path, {}).update(interfaces)
    drive = tree[f"{BLOCKS}/{device}"]["org.freedesktop.UDisks2.Block"]["Drive"][1]
    interface = NVME if device.startswith("nvme") else ATA
    told = load(smart)["attributes"]
    reply: Any = (
        {key: variant(value) for key, value in told.items()}
        if isinstance(told, dict)
        else [tuple(row) for row in told]
    )
    made = MadeSmart(interface, tree[drive][interface], reply)
    kind = "nvme" if interface == NVME else "ata"
    block = BlockDevice(
        path=f"/dev/{device}", name=device, kind=kind, object_path=f"{BLOCKS}/{device}"
    )
    with FakeUDisks2(bus.address, tree, {drive: made}):
        return HealthReader(bus.address).read(block, Inventory((block,)))


def test_the_ssd(bus: PrivateBus) -> None:
    health = read(bus, "sda", "ssd-attributes")
    assert (health.model, health.serial, health.missing) == ("Driveproof SSD", "DPSSD01", None)
    assert (health.passed, health.temperature, health.power_on) == (True, 31.0, 3600)
    assert (health.reallocated, health.power_cycles, health.start_stops) == (0, 0, 100)
    assert (health.pending, health.crc_errors, health.used) == (None, None, None)
    assert health.notes == ()


@pytest.mark.parametrize("warning", [False, True])
def test_the_nvme_drive(bus: PrivateBus, *, warning: bool) -> None:
    health = read(
        bus, "nvme0n1", f"nvme{'-warning' if warning else ''}-attributes", warning=warning
    )
    assert (health.passed, health.warnings) == (not warning, ("degraded",) if warning else ())
    assert (health.temperature, health.temperature_warning) == (50, 70)
    assert (health.read, health.written, health.media_errors) == (1_024_000, None, 0)
    assert health.self_tests is None  # this drive has none, and UDisks2 says ""
    assert not [figure for figure in health.figures if figure.key.startswith("temperature_sensor")]
    assert health.notes == ()
    assert judge_health(health).word == ("failing" if warning else "unknown")
