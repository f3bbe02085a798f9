# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks as the history stores them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.builders.demo import demo_inventory
from tests.builders.made_findings import finding

from driveproof.domain.check.check import Check

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)


HOSTILE = "<b>bold</b>\x1b[2J"


def made(name: str, word: str, days: int = 0, **values: object) -> Check:
    device = demo_inventory().get(name)
    assert device is not None
    return Check(
        taken=NOW - timedelta(days=days), seconds=70, target=device.path, device=device,
        findings=(finding("identity", word, f"It is {word}. {HOSTILE}"),), **values,  # type: ignore[arg-type]
    )  # fmt: skip


def identity(name: str) -> str:
    device = demo_inventory().get(name)
    assert device is not None
    return device.identity
