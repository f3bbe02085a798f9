# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a drive seems slow, in words: the answer, each cause, its evidence, and what to do."""

from __future__ import annotations

from driveproof.domain.check.check import Topic
from driveproof.domain.diagnosis.diagnosis import (
    CAUSE_TITLES,
    Cause,
    CauseFinding,
    Diagnosis,
    Sound,
    Weight,
    Where,
)
from driveproof.domain.diagnosis.page import DrivePage
from driveproof.domain.rating import UNKNOWN
from driveproof.wording.catalogue import N_, _
from driveproof.wording.check import advice_text as check_advice
from driveproof.wording.check import (
    finding_text,
    speed_sentence,
)
from driveproof.wording.errors import Face
from driveproof.wording.finding import said_text, stopped
from driveproof.wording.say import say_text

_SUBJECTS = {
    Cause.FULL: N_("Free space"),
    Cause.TRIM: N_("TRIM"),
}
"""The others are called as the cause is."""
_WEIGHTS = {
    Weight.EXPLAINS: N_("Very likely"),
    Weight.LIKELY: N_("Likely"),
    Weight.MINOR: N_("Minor"),
}
_WHERE = {
    Where.DRIVE: N_("the drive"),
    Where.CONNECTION: N_("the connection"),
    Where.SETUP: N_("the setup"),
    Where.MACHINE: N_("the machine"),
}
_PAGES = {
    DrivePage.OVERVIEW: N_("Overview"),
    DrivePage.HEALTH: N_("Health"),
    DrivePage.TRIM: N_("TRIM"),
    DrivePage.MONITOR: N_("Monitor"),
    DrivePage.MEASURE: N_("Measure"),
    DrivePage.HISTORY: N_("History"),
}


def cause_title(cause: Cause) -> str:
    """A cause in a few words."""
    return say_text(CAUSE_TITLES[cause])


def weight_title(weight: Weight) -> str:
    """How much of it a cause accounts for."""
    return _(_WEIGHTS[weight])


def where_title(where: Where) -> str:
    """What a cause is in."""
    return _(_WHERE[where])


def page_title(page: DrivePage) -> str:
    """The page of a drive that has more of it."""
    return _(_PAGES[page])


def advice_text(reason: CauseFinding, face: Face = Face.TERMINAL) -> str:
    """All that can be done about it, "" for nothing."""
    return check_advice(reason, face)


def sound_text(sound: Sound, face: Face = Face.TERMINAL) -> str:
    """What was looked at and is in order."""
    return " ".join(stopped(said_text(one, face)) for one in sound.say)


def subject_title(cause: Cause) -> str:
    """What is looked at for a cause, as the head of what is in order."""
    return _(_SUBJECTS[cause]) if cause in _SUBJECTS else cause_title(cause)


def measured_text(diagnosis: Diagnosis, face: Face = Face.TERMINAL) -> str:
    """The verdict of speed of its measurement, or why there is none, and what would decide it."""
    found = (one for one in diagnosis.evidence.check.findings if one.topic is Topic.SPEED)
    said = []
    for one in found:
        # Of an odd one this is the answer already.
        advice = check_advice(one) if one.word is UNKNOWN else ""
        said += [speed_sentence(one), finding_text(one, face), advice]
    return " ".join(filter(None, said))


def symptom_texts(diagnosis: Diagnosis, face: Face = Face.TERMINAL) -> tuple[str, ...]:
    """What the measurement found slow."""
    return tuple(finding_text(one, face) for one in diagnosis.symptoms)
