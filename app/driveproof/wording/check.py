# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check in words: the verdict in a sentence, its findings, and what to do about them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from driveproof.domain.check.check import (
    BAD,
    FINE,
    ODD,
    TOPIC_TITLES,
    TOPICS,
    UNKNOWN,
    Check,
    CheckFinding,
    Rating,
    Todo,
    Topic,
)
from driveproof.domain.finding import Finding
from driveproof.domain.health.verdict import FAILING
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_text as said_of
from driveproof.wording.finding import to_do_text
from driveproof.wording.say import say_text, worded
from driveproof.wording.speed import pace_sentence, pace_text


def topic_title(topic: Topic) -> str:
    """The name of a topic."""
    return say_text(TOPIC_TITLES[topic])


# The verdict


def headline(check: Check) -> str:
    """The verdict in a sentence, and that of its speed where that was measured. For a failing
    drive, the advice comes first.
    """
    if check.word is BAD:
        verdict = check.verdict
        does = verdict.advice[:1] if verdict is not None and verdict.word == FAILING else ()
        return " ".join([*map(to_do_text, does), _("The drive is failing.")])
    speed = next((one for one in check.findings if one.topic is Topic.SPEED), None)
    said = "" if speed is None else speed_sentence(speed)
    if check.word is ODD:
        topics = _topics(of_word(check, ODD))
        found = ngettext(
            "1 item needs attention: {topics}.",
            "{count} items need attention: {topics}.",
            len(topics),
        ).format(count=len(topics), topics=topic_list(topics))
    elif check.word is FINE:
        known = _topics(of_word(check, FINE))
        blank = [topic for topic in _topics(of_word(check, UNKNOWN)) if topic not in known]
        if said and Topic.SPEED in blank:
            blank.remove(Topic.SPEED)  # its own sentence says why
        found = _("No problems found.")
        if blank:
            found = _("No problems found. Unknown: {topics}.").format(topics=topic_list(blank))
    elif fine := of_word(check, FINE):
        found = _("No rating: the drive is unknown. No problems with: {topics}.")
        found = found.format(topics=topic_list(_topics(fine)))
    elif check.run is not None and check.run.phases:
        found = _("The results could not be judged.")
    else:
        found = _("Nothing could be checked.")
    return " ".join(filter(None, (found, said)))


def speed_sentence(finding: CheckFinding) -> str:
    """The verdict of speed in a sentence, "" where nothing was measured."""
    return pace_sentence(finding.paces[0][0]) if finding.paces else ""


def of_word(check: Check, word: Rating) -> tuple[CheckFinding, ...]:
    """The findings with this word, in the order of the topics."""
    return tuple(finding for finding in check.findings if finding.word is word)


def to_do(check: Check) -> tuple[CheckFinding, ...]:
    """The findings with something to do, each advice once: bad first, and unknown last, of which
    what has to be repaired before it can be known comes first.
    """
    found: dict[tuple[Topic, str], CheckFinding] = {}
    for word in (BAD, ODD, FINE, UNKNOWN):
        for finding in sorted(of_word(check, word), key=_urgency):
            if advice := advice_text(finding):
                found.setdefault((finding.topic, advice), finding)
    return tuple(found.values())


def _urgency(finding: CheckFinding) -> bool:
    return all(one.code != Todo.REPAIR for one in finding.do)


def ordered(findings: tuple[CheckFinding, ...]) -> tuple[CheckFinding, ...]:
    """The findings in the order of their topics."""
    return tuple(sorted(findings, key=lambda finding: TOPICS.index(finding.topic)))


def _topics(findings: Iterable[CheckFinding]) -> list[Topic]:
    return list(dict.fromkeys(finding.topic for finding in findings))


def topic_list(topics: Sequence[Topic]) -> str:
    """The topics inside a sentence: "Health, Link and Speed"."""
    words = [topic_title(topic) for topic in topics]
    if len(words) < 2:
        return "".join(words)
    return _("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


# A finding


def finding_text(finding: CheckFinding, face: Face = Face.TERMINAL) -> str:
    """What was found, in one sentence or several."""
    paces = (pace_text(pace, figures) for pace, figures in finding.paces)
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


def left_out_text(one: Finding, face: Face = Face.TERMINAL) -> str:
    """What was not looked at, and why; or a note."""
    return said_of(one, face)
