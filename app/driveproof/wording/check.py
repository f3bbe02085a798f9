# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check in words: the verdict in a sentence, and the names of its topics."""

from __future__ import annotations

from driveproof.domain.check.check import BAD, FINE, ODD, TOPICS, UNKNOWN, Check, Finding
from driveproof.domain.health.verdict import FAILING
from driveproof.wording.health.verdict import advice_sentence

TITLES = {
    "identity": "Identity",
    "new": "Is it new",
    "health": "Health",
    "firmware": "Firmware",
    "link": "Link",
    "trim": "TRIM",
    "speed": "Speed",
}
_IN_A_SENTENCE = {
    **{topic: title.lower() for topic, title in TITLES.items()},
    "new": "whether it is new",
    "trim": "TRIM",
}
GROUPS = {
    BAD: "What is bad",
    ODD: "What is odd",
    FINE: "What is fine",
    UNKNOWN: "What is not known",
}


def headline(check: Check) -> str:
    """The verdict in a sentence. Being used is no fault: it is said as what it is.

    Of a drive that is failing, what to do comes before it.
    """
    if check.word == BAD:
        verdict = check.verdict
        does = verdict.advice[:1] if verdict is not None and verdict.word == FAILING else ()
        return " ".join([*(advice_sentence(one) for one in does), "This drive is failing."])
    if check.word == ODD:
        return _odd(of_word(check, ODD))
    if check.word == FINE:
        known = _topics(of_word(check, FINE))
        blank = [topic for topic in _topics(of_word(check, UNKNOWN)) if topic not in known]
        more = f"; not known: {_list(blank)}" if blank else ""
        return f"Nothing odd was found{more}."
    if check.run is not None and check.run.phases:
        return "It was measured, but nothing could be judged."
    return "Nothing could be found out about this drive."


def _odd(odd: tuple[Finding, ...]) -> str:
    others = [finding for finding in odd if finding.topic != "new"]
    if not others:
        return "Nothing odd was found but that this drive is not new."
    topics = _topics(others)
    count = "One thing is odd" if len(topics) == 1 else f"{len(topics)} things are odd"
    used = " It is not new." if len(others) < len(odd) else ""
    return f"{count} about this drive: {_list(topics)}.{used}"


def of_word(check: Check, word: str) -> tuple[Finding, ...]:
    """The findings with this word, in the order of the topics."""
    return tuple(finding for finding in check.findings if finding.word == word)


def to_do(check: Check) -> tuple[Finding, ...]:
    """The findings with something to do, each advice once: bad first, and unknown last."""
    found: dict[tuple[str, str], Finding] = {}
    for word in (BAD, ODD, FINE, UNKNOWN):
        for finding in of_word(check, word):
            if finding.advice:
                found.setdefault((finding.topic, finding.advice), finding)
    return tuple(found.values())


def ordered(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """The findings in the order of their topics."""
    return tuple(sorted(findings, key=lambda finding: TOPICS.index(finding.topic)))


def _topics(findings: tuple[Finding, ...] | list[Finding]) -> list[str]:
    return list(dict.fromkeys(finding.topic for finding in findings))


def _list(topics: list[str]) -> str:
    words = [_IN_A_SENTENCE[topic] for topic in topics]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
