# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A device with health in the list of drives."""

from __future__ import annotations

from tests.builders.demo import demo_inventory

from driveproof.domain.drive.drive import BlockDevice

DEMO = demo_inventory()


def device(name: str) -> BlockDevice:
    found = DEMO.get(name)
    assert found is not None
    return found
