# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two checks of one drive."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tests.builders.made_findings import finding
from tests.fakes.verdicts import made_axis, made_verdict

from driveproof.domain.check.check import Check
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive.firmware import FirmwareNews
from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.report import Health

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)


DRIVE = BlockDevice(path="/dev/sda", name="sda", kind="ata", model="Made", serial="S1", wwn="w1")


def health(**values: object) -> Health:
    given = {"source": "smartctl 7.4", "model": "Made", "serial": "S1", "power_on": 3600.0}
    return Health(taken=NOW, **{**given, **values})  # type: ignore[arg-type]


BEFORE = Check(
    taken=NOW, seconds=1.0, target="/dev/sda", device=DRIVE,
    findings=(
        finding("health", "fine", "h"), finding("health", "unknown", "h2"),
        finding("link", "odd", "l"), finding("trim", "bad", "t"), finding("speed", "unknown", "s"),
    ),
    health=health(reallocated=0, crc_errors=1),
    verdict=made_verdict("good", "", (), (made_axis("wear", "good", "x"),)),
    firmware=FirmwareNews(current="1"), link=LinkState(now="3 Gb/s"),
)  # fmt: skip


AFTER = replace(
    BEFORE, taken=NOW + timedelta(days=1),
    findings=(
        finding("health", "bad", "h"), finding("link", "fine", "l"), finding("trim", "bad", "t"),
        finding("speed", "fine", "s"), finding("firmware", "fine", "f"),
    ),
    health=health(reallocated=8, crc_errors=1, power_on=7200.0),
    verdict=made_verdict("failing", "", (), (made_axis("wear", "worn", "x"),)),
    firmware=FirmwareNews(current="2"), link=LinkState(now="6 Gb/s"),
)  # fmt: skip
