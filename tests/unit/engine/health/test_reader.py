# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Health from UDisks2: fake drives in every state and version, on a bus of their own."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.fakes import smart
from tests.fakes.collections_of_drives import ailing
from tests.fakes.made_machine import GB, Made, MadeMachine
from tests.fakes.smart import MadeSmart
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.domain.health.report import (
    ATA,
    NOW,
    NVME,
    TEST_FAILED,
    UDISKS_ATA,
    UDISKS_NVME,
    Health,
)
from driveproof.domain.health.rest import Occasion
from driveproof.engine.health.reader import READ_SECONDS, HealthReader, _rotates
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.smart.udisks import ata_health, nvme_health
from driveproof.system.smart.validation import ValueReader
from driveproof.system.udisks.client import read_inventory
from driveproof.wording.run import note_text

MODERN = ["2.10.1", "2.11.0"]


def machine_with(
    folder: Path, state: MadeSmart, version: str = "2.10.1"
) -> tuple[MadeMachine, Made]:
    machine = MadeMachine(folder / "sys", version)
    if state.interface == smart.NVME:
        made = machine.nvme(0, "Made NVMe", 1000 * GB, serial="N1", firmware="2B0", temperature=39)
    else:
        made = machine.sata("sda", "Made SATA", 500 * GB, 1, serial="A1", firmware="1C")
    smart.give(machine, made, state)
    return machine, made


def read(
    bus: PrivateBus,
    folder: Path,
    state: MadeSmart,
    version: str = "2.10.1",
    *,
    occasion: Occasion = Occasion.ASKED,
    timeout: float = READ_SECONDS,
) -> Health:
    machine, made = machine_with(folder, state, version)
    with FakeUDisks2(bus.address, machine.objects, machine.smart):
        inventory = read_inventory(bus.address, Sysfs(machine.root))
        device = inventory.get(made.name)
        assert device is not None
        reader = HealthReader(bus.address, root=machine.root)
        return reader.read(device, inventory, occasion=occasion, timeout=timeout)


@pytest.mark.parametrize("version", ["2.9.4", *MODERN])
def test_a_good_sata_drive(bus: PrivateBus, tmp_path: Path, version: str) -> None:
    state = smart.ata()
    health = read(bus, tmp_path, state, version)
    assert (health.source, health.missing, health.notes) == (UDISKS_ATA, None, ())
    assert (health.passed, health.temperature, health.power_on) == (True, 29.0, 4200 * 3600)
    assert (health.model, health.serial, health.firmware) == ("Made SATA", "A1", "1C")
    counters = (health.reallocated, health.pending, health.uncorrectable, health.media_errors)
    assert (*counters, health.crc_errors, health.power_cycles) == (0, 0, 0, 0, 0, 812)
    assert (health.used, health.written) == (None, None)  # not told, and so not 0
    assert health.updated is not None
    rows = {row.id: row for row in health.attributes}
    assert (rows[5].prefail, rows[5].online, rows[5].unit) == (True, True, "sectors")
    assert (rows[9].pretty, rows[9].unit) == (4200 * 3600, "seconds")
    assert (rows[194].pretty, rows[194].unit) == (29.0, "celsius")
    assert (rows[202].named, rows[5].named) == (False, True)
    assert state.options == [{"nowakeup": ("b", True), "auth.no_user_interaction": ("b", True)}]


def test_a_failing_sata_drive(bus: PrivateBus, tmp_path: Path) -> None:
    health = read(bus, tmp_path, smart.failing_ata())
    assert (health.passed, health.reallocated, health.pending) == (False, 3980, 312)
    assert [row.id for row in health.attributes if row.failed == NOW] == [5]
    assert health.self_tests is not None
    assert health.self_tests.entries[0].status == TEST_FAILED


@pytest.mark.parametrize("version", MODERN)
def test_a_good_nvme_drive(bus: PrivateBus, tmp_path: Path, version: str) -> None:
    health = read(bus, tmp_path, smart.nvme(), version)
    assert (health.source, health.missing, health.notes) == (UDISKS_NVME, None, ())
    assert (health.passed, health.warnings, health.temperature) == (True, (), 42)
    assert (health.temperature_warning, health.temperature_critical) == (82, 85)
    assert (health.used, health.spare, health.spare_threshold) == (0.03, 1.0, 0.1)
    assert (health.written, health.read) == (11_400 * GB, 18_400 * GB)
    assert (health.power_on, health.warning_seconds) == (1860 * 3600, 180)
    assert (health.media_errors, health.unsafe_shutdowns, health.crc_errors) == (0, 23, None)
    figures = {figure.key: figure.value for figure in health.figures}
    assert figures["namespace_utilization"] == 1000 * GB // 3 // 512 * 512
    assert figures["temperature_sensor_2"] == 49


def test_a_critical_warning(bus: PrivateBus, tmp_path: Path) -> None:
    health = read(bus, tmp_path, smart.broken_nvme())
    assert (health.passed, health.warnings, health.spare) == (False, ("spare",), 0.04)


def test_udisks_before_2_10_knows_no_nvme(bus: PrivateBus, tmp_path: Path) -> None:
    health = read(bus, tmp_path, smart.nvme(), "2.9.4")
    assert health.missing is not None and "2.9.4" in str(health.missing)
    assert health.advice == Advice(Remedy.READ_WHOLE, path="/dev/nvme0n1")
    assert (health.passed, health.temperature, health.rotational) == (None, 39.0, False)


def test_a_sleeping_drive_is_told_as_it_was(bus: PrivateBus, tmp_path: Path) -> None:
    state = smart.ata(rotating=True, asleep=True, age=3 * 3600 + 5)
    health = read(bus, tmp_path, state)
    assert (health.asleep, health.passed, health.reallocated) == (True, True, 0)
    assert health.updated is not None
    assert 3 * 3600 <= (health.taken - health.updated).total_seconds() < 3 * 3600 + 60
    assert [one["nowakeup"] for one in state.options] == [("b", True)]


def test_a_person_may_wake_it(bus: PrivateBus, tmp_path: Path) -> None:
    state = smart.ata(rotating=True, asleep=True, age=3 * 3600 + 5)
    health = read(bus, tmp_path, state, occasion=Occasion.WAKE)
    assert (health.asleep, health.passed) == (False, True)
    assert state.options == [{"auth.no_user_interaction": ("b", True)}]


def test_a_sleeping_drive_that_was_never_read(bus: PrivateBus, tmp_path: Path) -> None:
    health = read(bus, tmp_path, smart.ata(asleep=True, known=False))
    assert health.asleep
    assert health.missing
    assert (health.passed, health.power_on, health.attributes) == (None, None, ())


def test_nothing_collected_is_nothing_known(bus: PrivateBus, tmp_path: Path) -> None:
    for place, state in enumerate((smart.ata(known=False), smart.nvme(known=False))):
        (tmp_path / str(place)).mkdir()
        health = read(bus, tmp_path / str(place), state, occasion=Occasion.LISTED)
        assert health.missing
        assert (health.passed, health.power_on, health.used) == (None, None, None)
        assert state.options == []


def test_a_drive_that_does_not_answer(bus: PrivateBus, tmp_path: Path) -> None:
    health = read(bus, tmp_path, smart.ata(delay=30, age=7300), timeout=0.3)
    slow, old = map(note_text, health.notes)
    assert slow == "/dev/sda does not answer."
    assert old.startswith("Its values are 2\u202fh")
    assert health.passed is True


def test_a_drive_that_vanishes(bus: PrivateBus, tmp_path: Path) -> None:
    with pytest.raises(MachineError, match="/dev/sda"):
        read(bus, tmp_path, smart.ata(vanishes=True))


def test_who_may_not_ask_is_told_what_is_known(bus: PrivateBus, tmp_path: Path) -> None:
    health = read(bus, tmp_path, smart.ata(refused=True, age=600))
    assert health.passed is True
    assert len(health.notes) == 2


def test_smart_that_is_off_or_not_there(bus: PrivateBus, tmp_path: Path) -> None:
    for name in ("SmartSupported", "SmartEnabled"):
        (tmp_path / name).mkdir()
        state = smart.ata()
        state.properties[name] = ("b", False)
        assert read(bus, tmp_path / name, state).missing


def test_a_usb_bridge_that_tells_nothing(bus: PrivateBus, tmp_path: Path) -> None:
    machine = ailing(tmp_path / "sys")
    with FakeUDisks2(bus.address, machine.objects, machine.smart):
        inventory = read_inventory(bus.address, Sysfs(machine.root))
        reader = HealthReader(bus.address, root=machine.root)
        stick = inventory.get("sdz")
        assert stick is not None
        health = reader.read(stick, inventory)
    assert "USB" in str(health.missing)
    assert health.passed is None


@pytest.mark.parametrize(
    ("key", "value", "field"),
    [
        ("avail_spare", ("y", 255), "spare"),
        ("media_errors", ("t", 2**64 - 1), "media_errors"),
        ("total_data_written", ("t", 2**64 - 1), "written"),
        ("wctemp", ("q", 0), "temperature_warning"),
        ("wctemp", ("q", 65535), "temperature_warning"),
        ("warning_temp_time", ("s", "x"), "warning_seconds"),
    ],
)
def test_what_cannot_be_is_left_out(
    bus: PrivateBus, tmp_path: Path, key: str, value: tuple[str, object], field: str
) -> None:
    health = read(bus, tmp_path, smart.nvme(attributes={key: value}))
    assert getattr(health, field) is None
    assert len(health.notes) == (value[1] != 0)
    assert health.power_cycles == 611


def test_attributes_in_strange_shapes(bus: PrivateBus, tmp_path: Path) -> None:
    state = smart.ata()
    first = state.attributes[1]
    state.attributes = [
        first,
        (5, "reallocated-sector-count", 3, 1, 1, 10, 7, 3, {}),
        (7, "\x1b[31m<b>evil</b>", 3, -1, -1, -1, -(2**62), 99, {}),
        (194, "temperature-celsius-2", 2, 100, 100, 0, -400_000, 4, {}),
    ]
    health = read(bus, tmp_path, state)
    rows = {row.id: row for row in health.attributes}
    assert (rows[5].pretty, health.reallocated) == (0, 0)
    assert {"number": 5} in [dict(note.values) for note in health.notes]
    assert (rows[7].value, rows[7].failed, rows[7].name) == (None, "", "\\x1b[31m<b>evil</b>")
    assert rows[194].pretty is None


def test_no_udisks_says_what_to_do(bus: PrivateBus) -> None:
    device = BlockDevice(path="/dev/sda", name="sda", kind="ata", object_path="/x")
    with pytest.raises(MachineError, match="UDisks2"):
        HealthReader(bus.address).read(device, Inventory((device,)))


MOMENT = datetime(2026, 11, 21, 12, tzinfo=UTC)


def airflow(millikelvin: int) -> tuple[Any, ...]:
    """An attribute as SmartGetAttributes has it; the unit is millikelvin."""
    return (190, "airflow-temperature-celsius", 2, 60, 50, 0, millikelvin, 4, {})


@pytest.mark.parametrize(
    ("kelvin", "attributes", "expected"),
    [
        (311.15, [], 38.0),
        (273.15, [], None),  # 0 degrees are told for "none"
        (273.15, [airflow(304_150)], 31.0),
        (0.0, [airflow(273_150)], None),
        (268.15, [], -5.0),
    ],
)
def test_ata_zero_degrees_are_none(
    kelvin: float, attributes: list[tuple[Any, ...]], expected: float | None
) -> None:
    health = Health(taken=MOMENT, updated=MOMENT, kind=ATA)
    told = {"SmartFailing": False, "SmartTemperature": kelvin}
    assert ata_health(health, told, attributes, ValueReader()).temperature == expected


@pytest.mark.parametrize(
    ("kelvin", "sensors", "expected"),
    [(319, [320], 46.0), (273, [320, 326], 47.0), (273, [], None), (0, [0], None)],
)
def test_nvme_zero_degrees_are_none(
    kelvin: int, sensors: list[int], expected: float | None
) -> None:
    health = Health(taken=MOMENT, updated=MOMENT, kind=NVME)
    told = {"SmartCriticalWarning": [], "SmartTemperature": kelvin}
    log = {"temp_sensors": ("aq", sensors)}
    assert nvme_health(health, told, log, ValueReader()).temperature == expected


@pytest.mark.parametrize(
    ("model", "name", "expected"),
    [
        ("Made drive", "wear-leveling-count", False),
        ("Made SSD", "power-on-hours", False),
        ("Made drive", "power-on-hours", None),  # the kernel may know
        ("Made drive", "spin-retry-count", True),
    ],
)
def test_attributes_and_models_of_flash_say_so(
    model: str, name: str, expected: bool | None
) -> None:
    health = Health(taken=MOMENT, updated=MOMENT, kind=ATA, model=model)
    rows = [(177, name, 2, 99, 99, 0, 5, 1, {})]
    assert ata_health(health, {}, rows, ValueReader()).rotational is expected


@pytest.mark.parametrize(
    ("told", "kernel", "rate", "expected"),
    [
        (None, True, 7200, True),
        (None, True, None, None),  # what the kernel takes for granted is no evidence
        (None, False, None, False),
        (True, False, None, False),  # libatasmart's names are by number, on SSDs as well
        (False, True, 5400, False),
        (True, True, None, True),
        (None, None, None, None),
    ],
)
def test_flash_where_anything_says_so_and_a_disk_where_something_does(
    told: bool | None, kernel: bool | None, rate: int | None, expected: bool | None
) -> None:
    device = BlockDevice(
        name="sdx", path="/dev/sdx", kind="ata", size=1, rotational=kernel, rotation_rate=rate
    )
    assert _rotates(Health(taken=MOMENT, rotational=told), device) is expected
