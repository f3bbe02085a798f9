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
from driveproof.domain.finding import Finding
from driveproof.domain.speed import pace_say
from driveproof.domain.speed_sentences import pace_sentences
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_text as said_of
from driveproof.wording.finding import said_text, to_do_text
from driveproof.wording.say import say_text, say_texts, worded


def topic_title(topic: Topic) -> str:
    """The name of a topic."""
    return say_text(TOPIC_TITLES[topic])


# The verdict


def headline(check: Check) -> str:
    """The verdict in a sentence, and that of its speed where that was measured."""
    return " ".join(filter(None, map(said_text, check.say)))


def speed_sentence(finding: CheckFinding) -> str:
    """The verdict of speed in a sentence, "" where nothing was measured."""
    return say_text(pace_say(finding.paces[0][0])) if finding.paces else ""


# A finding


def finding_text(finding: CheckFinding, face: Face = Face.TERMINAL) -> str:
    """What was found, in one sentence or several."""
    paces = (say_texts(pace_sentences(pace, figures)) for pace, figures in finding.paces)
    text = " ".join(filter(None, (*paces, said_of(finding, face))))
    if not finding.where:
        return text
    return _("{name}: {text}").format(name=worded("{path}", {"path": finding.where}), text=text)


def advice_text(finding: Finding, face: Face = Face.TERMINAL) -> str:
    """What to do about it, "" for nothing."""
    return " ".join(filter(None, (to_do_text(one, face) for one in finding.do)))


def source_text(finding: CheckFinding) -> str:
    """Where it is from, "" where that is not known."""
    if finding.run:
        return _("quick benchmark, run {run}").format(run=finding.run)
    return finding.source
