# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Health of drives, by value."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import (
    ATA,
    NVME,
    Health,
)
from driveproof.domain.health.verdict import (
    HealthVerdict,
)

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


MARCH = datetime(2026, 3, 2, 12, tzinfo=UTC)


SSD = Health(
    taken=NOON, updated=NOON, source="UDisks2 (NVMe health log)", kind=NVME, rotational=False,
    passed=True, temperature=46, temperature_warning=82, temperature_critical=85,
    warning_seconds=60, power_on=1860 * 3600, power_cycles=611, written=11_400 * 10**9, used=0.03,
    used_source="Percentage Used of the NVMe health log", spare=1.0, spare_threshold=0.1,
    media_errors=0, model="Made NVMe",
)  # fmt: skip


DISK = Health(
    taken=NOON, updated=NOON, source="smartctl 7.3", kind=ATA, rotational=True, passed=True,
    temperature=35, power_on=9000 * 3600, power_cycles=400, reallocated=0, pending=0,
    uncorrectable=0, media_errors=0, crc_errors=0, model="Made disk",
)  # fmt: skip


def told(health: Health, **more: Any) -> HealthVerdict:
    return judge_health(health, **{"now": NOON, **more})


def before(health: Health, **values: Any) -> Health:
    return replace(health, taken=MARCH, **values)
