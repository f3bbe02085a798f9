# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What another process does to a drive, in words."""

from __future__ import annotations

from driveproof.domain.ongoing import Ongoing, StartedIn, Work
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _
from driveproof.wording.units import format_duration, format_percent

_RUNNING = {
    Work.MEASUREMENT: N_("A measurement of {path} is running in {place}."),
    Work.CHECK: N_("A check of {path} is running in {place}."),
    Work.TRIM: N_("A TRIM of {path} is running in {place}."),
    Work.STEP: N_("A step of an experiment on {path} is running in {place}."),
}
_PLACES = {StartedIn.WINDOW: N_("a window"), StartedIn.TERMINAL: N_("a terminal")}


def place_words(place: StartedIn) -> str:
    """Where it was started: "a terminal"."""
    return _(_PLACES[place])


def ongoing_sentence(one: Ongoing) -> str:
    """What is running, and for how long still."""
    said = _(_RUNNING[one.work]).format(path=shown(one.path), place=place_words(one.started_in))
    if one.progress is not None and one.remaining is not None:
        more = _("{share} done, {duration} left.").format(
            share=format_percent(one.progress), duration=format_duration(one.remaining)
        )
        said = f"{said} {more}"
    return said


def each_disturbs() -> str:
    """Why not to begin."""
    return _("The two would affect each other.")
