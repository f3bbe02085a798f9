# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The health verdict in the list of drives comes from cached values."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.made_machine import PREFIX, MadeMachine
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import ATA, Health
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, GRADES, UNKNOWN
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.client import read_inventory
from driveproof.system.udisks.health import KnownHealth, known_health
from driveproof.system.udisks.objects import ObjectTree

NOW = 1_800_000_000.0
MOMENT = datetime.fromtimestamp(NOW, UTC)


def told(
    interface: str, properties: dict[str, Any], *, rotational: bool | None = False
) -> KnownHealth:
    tree = ObjectTree()
    typed = {name: ("v", value) for name, value in properties.items()}
    tree.load({
        "/block": {f"{PREFIX}Block": {"Drive": ("o", "/drive")}},
        "/drive": {f"{PREFIX}{interface}": typed},
    })  # fmt: skip
    return known_health(tree, "/block", rotational=rotational, now=NOW)


FRESH = {"SmartUpdated": int(NOW) - 60}
FINE = FRESH | {"SmartFailing": False, "SmartTemperature": 311.15}


@pytest.mark.parametrize(
    ("more", "rotational", "word"),
    [
        ({}, False, GOOD),
        ({"SmartFailing": True}, False, FAILING),
        ({"SmartNumAttributesFailing": 1}, False, CAUTION),  # of age or heat, perhaps
        ({"SmartNumAttributesFailedInThePast": 1}, False, GOOD),  # one hot day does not latch
        ({"SmartNumBadSectors": 3}, True, CAUTION),
        ({"SmartNumBadSectors": 100}, True, FAILING),
        ({"SmartNumBadSectors": 100}, False, GOOD),
        ({"SmartTemperature": 273.15 + 70}, True, CAUTION),
        ({"SmartSelftestStatus": "error_read"}, True, FAILING),
        ({"SmartSelftestStatus": "fatal"}, True, CAUTION),
        ({"SmartSelftestStatus": "success"}, True, GOOD),
        ({"SmartNumBadSectors": 3}, False, GOOD),
        ({"SmartNumBadSectors": -1}, True, GOOD),
        ({"SmartFailing": "yes"}, False, UNKNOWN),
        ({"SmartUpdated": 0}, False, UNKNOWN),
    ],
)
def test_ata(more: dict[str, Any], rotational: bool, word: str) -> None:
    assert told("Drive.Ata", FINE | more, rotational=rotational).word == word


@pytest.mark.parametrize(
    ("warnings", "word"),
    [([], GOOD), (["temperature"], CAUTION), (["temperature", "spare"], FAILING), (None, UNKNOWN)],
)
def test_nvme(warnings: list[str] | None, word: str) -> None:
    assert told("NVMe.Controller", FRESH | {"SmartCriticalWarning": warnings}).word == word


def test_a_temperature_is_told_while_it_is_fresh_and_can_be_one() -> None:
    assert told("Drive.Ata", FINE).temperature == 38.0
    assert told("Drive.Ata", FINE | {"SmartTemperature": 315}).temperature == 42.0
    assert told("Drive.Ata", FINE | {"SmartUpdated": int(NOW) - 7200}) == KnownHealth(GOOD, None)
    assert told("Drive.Ata", FINE | {"SmartTemperature": 0.0}).temperature is None
    assert told("Drive.Ata", FINE | {"SmartTemperature": 1e9}).temperature is None


def test_it_is_the_one_rule() -> None:
    """As the health page judges the same drive, with what the list knows of it."""
    page = Health(taken=MOMENT, updated=MOMENT, kind=ATA, rotational=True, passed=True,
                  temperature=38.0)  # fmt: skip
    for sectors in (0, 1, 9, 10, 99, 100, 5000):
        known = told("Drive.Ata", FINE | {"SmartNumBadSectors": sectors}, rotational=True)
        assert known.word == judge_health(replace(page, reallocated=sectors)).word


ANYTHING = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.text())
NAMES = ("SmartUpdated", "SmartFailing", "SmartTemperature", "SmartCriticalWarning",
         "SmartSelftestStatus", "SmartPowerOnSeconds",
         "SmartNumBadSectors", "SmartNumAttributesFailing")  # fmt: skip


@given(
    st.sampled_from(["Drive.Ata", "NVMe.Controller"]),
    st.dictionaries(st.sampled_from(NAMES), ANYTHING),
)
def test_whatever_is_told_gives_a_word(interface: str, properties: dict[str, Any]) -> None:
    assert told(interface, properties).word in GRADES


def test_the_list_has_it_and_asks_no_drive(tmp_path: Path) -> None:
    machine = MadeMachine(tmp_path / "sys", "2.10.1")
    machine.sata("sda", "Made SSD", 10**12, 1, rotation=0)
    machine.nvme(0, "Made NVMe", 10**12, temperature=44.0)
    machine.usb("sdb", "Stick", 10**10, 1)
    for interfaces in machine.objects.values():
        if ata := interfaces.get(f"{PREFIX}Drive.Ata"):
            ata |= {"SmartUpdated": ("t", int(time.time())), "SmartFailing": ("b", True),
                    "SmartTemperature": ("d", 320.15)}  # fmt: skip
        if nvme := interfaces.get(f"{PREFIX}NVMe.Controller"):
            nvme |= {"SmartUpdated": ("t", int(time.time())), "SmartCriticalWarning": ("as", []),
                     "SmartTemperature": ("q", 300)}  # fmt: skip
    with PrivateBus(tmp_path) as bus, FakeUDisks2(bus.address, machine.objects) as udisks:
        inventory = read_inventory(bus.address, Sysfs(machine.root))
        assert udisks.calls == ["GetManagedObjects"]
    found = {device.name: (device.health, device.temperature) for device in inventory.listed()}
    # The kernel's own thermometer is newer than what UDisks2 has read.
    assert found == {"sda": (FAILING, 47.0), "nvme0n1": (GOOD, 44.0), "sdb": (UNKNOWN, None)}


def test_firmware_that_is_known_to_fail() -> None:
    tree = ObjectTree()
    drive = {"Model": ("s", "Samsung SSD 980 PRO 2TB"), "Revision": ("s", "3B2QGXA7")}
    fine = {name: ("v", value) for name, value in FINE.items()}
    tree.load({
        "/block": {f"{PREFIX}Block": {"Drive": ("o", "/drive")}},
        "/drive": {f"{PREFIX}Drive.Ata": fine, f"{PREFIX}Drive": drive},
    })  # fmt: skip
    assert known_health(tree, "/block", rotational=False, now=NOW).word == CAUTION
