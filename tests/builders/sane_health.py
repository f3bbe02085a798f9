# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether health is possible."""

from __future__ import annotations

import math
from dataclasses import fields
from datetime import UTC, datetime

from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import (
    COUNTERS,
    Health,
)
from driveproof.wording.finding import findings_text


def check_sane(health: Health) -> None:
    """Whatever came in: only values that can be go out."""
    for name in COUNTERS:
        value = getattr(health, name)
        assert value is None or (type(value) is int and 0 <= value < 2**32), name
    for field in fields(Health):
        value = getattr(health, field.name)
        assert not isinstance(value, float) or math.isfinite(value), field.name
    for share in (health.used, health.spare, health.spare_threshold):
        assert share is None or 0 <= share <= 2.55
    assert health.temperature is None or -60 <= health.temperature <= 150
    for text in (health.model, health.serial, health.firmware, *map(str, health.notes)):
        assert text.isprintable()
    for figure in health.figures:
        assert figure.value is not None
        assert math.isfinite(figure.value)
    verdict = judge_health(health, now=datetime(2026, 11, 22, tzinfo=UTC))
    assert findings_text(verdict.summary)
