# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An event of the watch as one JSON document, for a line each."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from driveproof.domain.watch import Event
from driveproof.wording.catalogue import in_english
from driveproof.wording.watch import event_text, event_title


@in_english()
def event_document(event: Event, at: datetime) -> dict[str, Any]:
    """The event with when it was seen; None is unknown, or does not belong to such an event."""
    return {
        "version": 1,
        "time": at.isoformat(timespec="seconds"),
        "event": event.what.value,
        "device": event.device,
        "model": event.model,
        "drive": event.key,
        "message": f"{event_title(event)}. {event_text(event)}".strip(),
        "verdict": event.grade.value if event.grade is not None else None,
        "verdict_before": event.before.value if event.before is not None else None,
        "temperature": event.temperature,
        "limit": event.limit,
        "life_left": event.life_left,
        "test": event.test or None,
    }
