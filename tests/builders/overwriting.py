# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Plans of overwriting a device."""

from __future__ import annotations

from dataclasses import replace

from tests.builders import recorded
from tests.builders.demo import demo_inventory

from driveproof.domain.profile.for_device import overwriting
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import Target
from driveproof.engine.run.overwrite import WritePlan
from driveproof.system.helper.client import DeviceClaim

INVENTORY = demo_inventory()


DISK = INVENTORY.get("sdc")


PROFILE = replace(recorded.PROFILE, name="q")


def plan_of(profile: Profile, serial: str | None = DISK.serial, **more: object) -> WritePlan:
    facts: dict[str, object] = {
        "path": "/dev/sdc",
        "claim": DeviceClaim("/dev/sdc", 2080, 9),
        "profile": overwriting(profile),
        "target": Target("/dev/sdc", "device", "/dev/sdc", "Extreme <b>SSD", serial,
                         size=DISK.size, stack=("/dev/sdc",)),
        "length": DISK.size,
        "holds": ("exfat (EXTREME)",),
        "share": None,
    }  # fmt: skip
    return WritePlan(**(facts | more))  # type: ignore[arg-type]
