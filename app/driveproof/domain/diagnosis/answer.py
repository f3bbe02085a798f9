# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a diagnosis answers: the causes, what was measured, and what is in order."""

from __future__ import annotations

from msgspec import structs

from driveproof.domain.answer import Answer
from driveproof.domain.check.answer import as_found, held_blocks
from driveproof.domain.check.check import Topic
from driveproof.domain.diagnosis.diagnosis import WEIGHTS, Cause, Diagnosis
from driveproof.domain.figure import Findings
from driveproof.domain.finding import RATINGS
from driveproof.domain.rating import UNKNOWN
from driveproof.domain.say import Say

MEASURED = "measured"
"""The key of what the measurement found."""


def diagnosis_answer(diagnosis: Diagnosis) -> Answer:
    """The causes, the weightiest first; bad where the drive fails."""
    evidence = diagnosis.evidence
    measured = (
        # What would decide it. The causes are what to do about a slow one.
        one if one.word is UNKNOWN else structs.replace(one, do=())
        for one in evidence.check.findings
        if one.topic is Topic.SPEED
    )
    return Answer(
        diagnosis.say,
        (
            Findings("causes", Say("Possible causes"), diagnosis.reasons, WEIGHTS),
            Findings(MEASURED, Say("Measured"), tuple(map(as_found, measured)), RATINGS),
            *held_blocks(evidence.check, evidence.expected),
            Findings("in_order", Say("Checked, no problem found"), diagnosis.in_order, RATINGS),
            Findings("skipped", Say("Skipped, and notes"), diagnosis.left_out),
        ),
        bad=any(one.cause is Cause.FAILING for one in diagnosis.reasons),
    )
