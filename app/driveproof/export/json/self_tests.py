# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's self-tests as JSON: those it can do, the running one, and every earlier one."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

from driveproof.domain.health.kept_tests import KeptTest, seconds_left
from driveproof.export.json import VERSION
from driveproof.wording.catalogue import in_english

if TYPE_CHECKING:
    from collections.abc import Mapping

    from driveproof.domain.health.report import Health


@in_english()
def self_test_document(
    health: Health,
    kept: tuple[KeptTest, ...],
    taking: Mapping[str, float],
    now: datetime,
    *,
    device: str,
) -> dict[str, Any]:
    """The document of `driveproof selftest --json`; `taking` is seconds by kind."""
    tests = health.self_tests
    running = tests is not None and tests.running
    pending = next((one for one in kept if one.running), None)
    return {
        "version": VERSION,
        "device": device,
        "kinds": [
            {"kind": kind, "seconds": taking.get(kind)} for kind in (tests.kinds if tests else ())
        ],
        "running": running,
        "kind": (tests.kind or (pending.entry.kind if pending else "") or None)
        if running and tests is not None
        else None,
        "remaining": tests.remaining if tests is not None else None,
        "seconds_left": None if tests is None else seconds_left(tests, taking, pending, now),
        "self_tests": [_test(one) for one in kept],
    }


def _test(one: KeptTest) -> dict[str, Any]:
    entry = one.entry
    return {
        "kind": entry.kind or None,
        "status": entry.status,
        "text": entry.text or None,
        "begun": None if one.begun is None else one.begun.isoformat(),
        "ended": None if one.ended is None else one.ended.isoformat(),
        "power_on": entry.at,
        "lba": entry.lba,
        "firmware": one.firmware or None,
        "from_log": one.logged,
    }
