# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two checks compared, as the JSON document of `driveproof compare --json`."""

from __future__ import annotations

from typing import Any

from driveproof.domain.check.between import CheckComparison
from driveproof.domain.check.check import Check
from driveproof.domain.comparison.margin import Margin
from driveproof.export.json import VERSION
from driveproof.export.json.comparison import comparison_document
from driveproof.export.run_health import change_document
from driveproof.wording.catalogue import in_english
from driveproof.wording.check_comparison import headline, remarks


@in_english()
def check_comparison_document(
    found: CheckComparison, *, margin: Margin | None = None
) -> dict[str, Any]:
    """The whole document; `margin` is the answer to --fail-if-slower."""
    measured = found.measured
    return {
        "version": VERSION,
        "headline": headline(found),
        "same_drive": found.same_drive,
        "checks": [_check(found.before), _check(found.after)],
        "topics": [
            {"topic": one.topic, "before": one.before, "after": one.after, "turn": one.turn}
            for one in found.topics
        ],
        "axes": [
            {"axis": one.axis, "before": one.before, "after": one.after} for one in found.axes
        ],
        "counters": [change_document(one) for one in found.counters] if found.counted else None,
        "differs": [
            {"what": one.fact, "before": one.before, "after": one.after} for one in found.facts
        ],
        "notes": list(remarks(found)),
        "measurement": comparison_document(measured, found.spans, margin=margin)
        if measured is not None
        else None,
    }


def _check(check: Check) -> dict[str, Any]:
    device = check.device
    return {
        "id": check.id or None,
        "label": check.label,
        "taken": check.taken.isoformat(),
        "target": check.target,
        "word": check.word,
        "device": device.path if device else None,
        "model": (device.model or None) if device else None,
        "serial": (device.serial or None) if device else None,
        "run": check.run.id if check.run else None,
    }
