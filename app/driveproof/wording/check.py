# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check in words: the verdict in a sentence, its findings, and what to do about them."""

from __future__ import annotations

from driveproof.domain.check.check import (
    TOPIC_TITLES,
    Check,
    CheckFinding,
    Topic,
)
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_text as said_of
from driveproof.wording.finding import said_text
from driveproof.wording.say import say_text, value_text


def topic_title(topic: Topic) -> str:
    """The name of a topic."""
    return say_text(TOPIC_TITLES[topic])


# The verdict


def headline(check: Check) -> str:
    """The verdict in a sentence, and that of its speed where that was measured."""
    return " ".join(filter(None, map(said_text, check.say)))


# A finding


def finding_text(finding: CheckFinding, face: Face = Face.TERMINAL) -> str:
    """What was found, in one sentence or several."""
    text = said_of(finding, face)
    if finding.where is None:
        return text
    return _("{name}: {text}").format(name=value_text(finding.where), text=text)


def source_text(finding: CheckFinding) -> str:
    """Where it is from, "" where that is not known."""
    if finding.run:
        return _("quick benchmark, run {run}").format(run=finding.run)
    return value_text(finding.source)
