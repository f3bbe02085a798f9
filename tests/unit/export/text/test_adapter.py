# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is sent to smartmontools about a USB adapter: all they ask for, and no serial number."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from driveproof.domain.drive.attachment import UsbAdapter, UsbDriver
from driveproof.domain.health.adapter import AdapterType, FoundBy, Outcome, TypeAttempt, UsbSmart
from driveproof.domain.health.report import NVME, Health
from driveproof.export.text.adapter import adapter_text

SMART = UsbSmart(
    adapter=UsbAdapter(0x152D, 0x0586, 0x209, 'JMicron "JMS586"'),
    driver=UsbDriver.UAS,
    database=("sat", "sntjmicron"),
    type=AdapterType.SNTASMEDIA,
    found=FoundBy.TRIED,
    attempts=(
        TypeAttempt(type=AdapterType.SAT, outcome=Outcome.REFUSED, words="unsupported opcode"),
        TypeAttempt(type=AdapterType.SNTASMEDIA, outcome=Outcome.WORKED, serial="SECRET"),
    ),
)
HEALTH = Health(
    taken=datetime(2026, 11, 29, tzinfo=UTC),
    source="smartctl 7.4",
    kind=NVME,
    model="Made NVMe",
    serial="SECRET",
    adapter=SMART,
)


def test_the_text() -> None:
    text = adapter_text(HEALTH)
    for part in (
        "0x152d:0x0586", "0x0209", "uas", "smartctl 7.4", "sat or sntjmicron", "Made NVMe",
        "-d sntasmedia", "-d sat (unsupported opcode)",
    ):  # fmt: skip
        assert part in text
    assert "SECRET" not in text
    assert '{ "USB: JMicron JMS586; ",\n' in text  # a name cannot end the string


@pytest.mark.parametrize(
    "smart", [None, replace(SMART, database=("sntasmedia",)), replace(SMART, type=None)]
)
def test_there_is_nothing_to_send(smart: UsbSmart | None) -> None:
    assert adapter_text(replace(HEALTH, adapter=smart)) == ""
