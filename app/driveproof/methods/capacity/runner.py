# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Who fills and reads back: the helper on a device, this process in a folder."""

from __future__ import annotations

from collections.abc import Callable

from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.method import Runner
from driveproof.methods.capacity.filling import capacity_runners
from driveproof.methods.capacity.on_device import device_capacity_runners
from driveproof.methods.capacity.plan import DevicePlan


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], Runner]:
    """Makes what does a test of the check."""
    if isinstance(profile.plan, DevicePlan):
        return device_capacity_runners()
    return capacity_runners(tools)
