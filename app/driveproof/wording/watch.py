# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happened to a drive or an array in words: the title and the text of a notification."""

from __future__ import annotations

from driveproof.domain.watch import DriveEvent
from driveproof.wording.errors import Face
from driveproof.wording.finding import said_text, stopped
from driveproof.wording.say import say_text


def event_title(event: DriveEvent) -> str:
    """What happened, in a line."""
    return say_text(event.title)


def event_text(event: DriveEvent, face: Face = Face.TERMINAL) -> str:
    """What else is to be said."""
    return " ".join(text for one in event.more if (text := stopped(said_text(one, face))))
