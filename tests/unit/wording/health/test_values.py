# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What people look for first: figures of the drive, and unknown where it reports none."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.builders.health_values import DISK, NOON, SSD

from driveproof.domain.health.facts import health_facts
from driveproof.domain.health.report import Health, ValueUnit
from driveproof.wording.say import value_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import format_life

DAY = 86400


def texts(health: Health, link: str = "") -> dict[str, str]:
    facts = health_facts(health, link).facts
    return {fact.key: cell_text(fact.value).replace("\u202f", " ") for fact in facts}


def test_an_ssd() -> None:
    ssd = replace(
        SSD, capacity=2 * 10**12, interface="NVMe 1.4", power_on=100 * DAY, written=5 * 10**12
    )
    assert texts(ssd, "PCIe 4.0 x4") == {
        "life_left": "97 %",
        "power_on": "2 400 h",
        "written": "5 TB",
        "written_per_day": "50 GB",
        "power_cycles": "611",
        "capacity": "2 TB",
        "interface": "NVMe 1.4, now PCIe 4.0 x4",
        "rotation": "SSD",
    }


def test_a_hard_disk() -> None:
    disk = replace(
        DISK, start_stops=512, rotation_rate=7200, interface="SATA 3.1, 6.0 Gb/s",
        link_now="3.0 Gb/s",
    )  # fmt: skip
    told = texts(disk)
    assert told["life_left"] == ""
    assert told["power_cycles"] == "400, 512 motor starts"
    assert told["interface"] == "SATA 3.1, 6.0 Gb/s, now 3.0 Gb/s"
    assert told["rotation"] == "7 200 rpm"
    assert texts(replace(disk, power_on=12511 * 3600.0))["power_on"] == "12 511 h (1.43 years)"
    assert texts(replace(disk, link_now="6.0 Gb/s"))["interface"] == "SATA 3.1, 6.0 Gb/s"
    assert texts(replace(disk, rotation_rate=None))["rotation"] == "Hard disk"


def test_what_nobody_says_is_unknown() -> None:
    nothing = Health(taken=NOON)
    assert set(texts(nothing).values()) == {""}
    assert (nothing.life_left, nothing.written_per_day) == (None, None)


@pytest.mark.parametrize(
    ("used", "left"), [(0.0, 1.0), (0.25, 0.75), (1.0, 0.0), (2.55, 0.0), (None, None)]
)
def test_life_left(used: float | None, left: float | None) -> None:
    assert replace(SSD, used=used).life_left == left


@pytest.mark.parametrize(
    ("written", "power_on", "expected"),
    [
        (10**12, 10 * DAY, 10**11),
        (10**12, DAY, 10**12),
        (10**12, DAY - 1, None),
        (10**12, 0, None),
        (None, 10 * DAY, None),
        (10**12, None, None),
        (0, 10 * DAY, 0),
    ],
)
def test_written_per_day(
    written: int | None, power_on: float | None, expected: float | None
) -> None:
    assert replace(SSD, written=written, power_on=power_on).written_per_day == expected


NUMBERS = st.integers(0, 2**80) | st.floats(allow_nan=False, allow_infinity=False)


@given(NUMBERS, st.sampled_from(ValueUnit))
@example(-1e308, ValueUnit.SHARE)
def test_any_value_can_be_said(value: float, unit: ValueUnit) -> None:
    assert value_text(unit.of(value))


@pytest.mark.parametrize("share", [1e-9, 0.0049, 0.005, 0.0051, 0.01])
def test_what_is_above_zero_is_never_said_to_be_zero(share: float) -> None:
    assert not format_life(share).startswith("0")
