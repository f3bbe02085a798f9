# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An event of the watch as one JSON document, for a line each."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from driveproof.domain.document.values import Celsius, Document, Moment, Share, about
from driveproof.domain.health.verdict import Grade
from driveproof.domain.watch import DriveEvent, Happening
from driveproof.wording.catalogue import in_english
from driveproof.wording.watch import event_text, event_title


class WatchDocument(Document, frozen=True, kw_only=True):
    """driveproof watch: one event, on a line of its own"""

    time: Annotated[Moment, about("when it was seen")]
    event: Happening
    device: str
    model: Annotated[str, about("or the name of an array")]
    drive: Annotated[str, about("the identity of a drive or array, the same after a restart")]
    message: Annotated[str, about("what happened, in sentences")]
    verdict: Annotated[Grade | None, about("of worse and better, without heat")]
    verdict_before: Grade | None
    temperature: Celsius | None
    limit: Celsius | None
    life_left: Share | None
    test: Annotated[str | None, about("the kind of self-test")]


@in_english()
def event_document(event: DriveEvent, at: datetime) -> WatchDocument:
    """The event with when it was seen; None is unknown, or does not belong to such an event."""
    return WatchDocument(
        time=at.isoformat(timespec="seconds"),
        event=event.what,
        device=event.device,
        model=event.model,
        drive=event.key,
        message=f"{event_title(event)}. {event_text(event)}".strip(),
        verdict=event.grade,
        verdict_before=event.before,
        temperature=event.temperature,
        limit=event.limit,
        life_left=event.life_left,
        test=event.test or None,
    )
