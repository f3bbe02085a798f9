# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives that answer as the test decides, slowly or never, and a short rule for their verdict."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.fakes.verdicts import made_verdict

from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import DriveproofError, RefusedError
from driveproof.domain.health.adapter import AdapterType, AdapterWish
from driveproof.domain.health.report import Health
from driveproof.domain.health.rest import Occasion
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, UNKNOWN, HealthVerdict

NOW = datetime(2026, 11, 21, 10, 12, 30, tzinfo=UTC)


def drive(name: str = "sda", **fields: Any) -> BlockDevice:
    made = BlockDevice(
        path=f"/dev/{name}", name=name, kind="ata", model="Made", serial=f"S-{name}",
        firmware="1.0", size=10**12,
    )  # fmt: skip
    return replace(made, **fields)


def inventory(*devices: BlockDevice) -> Inventory:
    return Inventory(devices)


class Clock:
    """A clock that the test advances."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds

    def now(self) -> datetime:
        return NOW + timedelta(seconds=self.seconds - 1000.0)


class Drives:
    """Health by device name. `hang(name)` silences a drive until the event that it returns is
    set.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self.clock = clock or Clock()
        self.answers: dict[str, dict[str, Any]] = {}
        self.refuses: DriveproofError | None = None
        self.asked: list[tuple[str, Occasion]] = []
        self.wishes: list[AdapterWish | None] = []
        """What each whole reading was to do about a USB adapter."""
        self.adapter: AdapterType | None = None
        self._hangs: dict[str, threading.Event] = {}

    def hang(self, name: str) -> threading.Event:
        return self._hangs.setdefault(name, threading.Event())

    def read(
        self,
        device: BlockDevice,
        _: Inventory,
        *,
        occasion: Occasion = Occasion.ASKED,
        timeout: float = 10.0,
    ) -> Health:
        self.asked.append((device.name, occasion))
        if device.name in self._hangs:
            self._hangs[device.name].wait(30.0)
        if self.refuses is not None:
            raise self.refuses
        return Health(
            taken=self.clock.now(), source="made", **self.answers.get(device.name, {"passed": True})
        )

    def read_whole(
        self, device: BlockDevice, _: Inventory | None = None, wish: AdapterWish | None = None
    ) -> Health:
        self.wishes.append(wish)
        if self.refuses is not None:
            raise RefusedError("You may not.")
        return Health(
            taken=self.clock.now(), source="smartctl 7.3", **self.answers.get(device.name, {})
        )

    def adapter_type(self, _: BlockDevice) -> AdapterType | None:
        return self.adapter


def judge(
    health: Health,
    *,
    since: Health | None = None,
    acknowledged: Mapping[str, int] | None = None,
    link: LinkState | None = None,
    now: datetime | None = None,
) -> HealthVerdict:
    """Failing if the drive says so, watch if CRC errors grew, otherwise good."""
    if not health.known:
        return made_verdict(UNKNOWN, str(health.missing))
    if health.passed is False:
        return made_verdict(FAILING, "It says that it fails.")
    grew = (health.crc_errors or 0) - ((since.crc_errors or 0) if since else 0)
    if grew > (acknowledged or {}).get("crc_errors", 0):
        return made_verdict(CAUTION, f"{grew} CRC errors.")
    return made_verdict(GOOD, "Nothing is wrong.")
