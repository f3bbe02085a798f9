# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The verdict of speed in words, and who may say slower and faster."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from tests.builders.evidence import FIGURE, SLOW, check
from tests.builders.made_findings import finding

from driveproof.domain.check.check import CheckFinding, Topic
from driveproof.domain.rating import FINE, ODD, UNKNOWN, Rating
from driveproof.domain.speed import PACE_WORDS, MeasuredSpeed, Pace, pace_say
from driveproof.domain.speed_sentences import figure_words, pace_sentences
from driveproof.wording.say import say_text, say_texts

BANDWIDTH = replace(FIGURE, metric="bandwidth", ratio=0.6, run="r0")


def pace_text(pace: Pace, figures: Sequence[MeasuredSpeed], *, measured: bool = True) -> str:
    return say_texts(pace_sentences(pace, figures, measured=measured))


def plain(text: str) -> str:
    return text.replace("\u202f", " ")


@pytest.mark.parametrize("pace", Pace)
def test_every_pace_has_its_words(pace: Pace) -> None:
    texts = [
        say_text(pace_say(pace)),
        say_text(PACE_WORDS[pace]),
        *(pace_text(pace, (BANDWIDTH,) * count) for count in (1, 2, 5)),
        pace_text(pace, (BANDWIDTH,), measured=False),
    ]
    assert all(text and "{" not in text for text in texts)
    assert all(re.search("slower|faster", text) is None or pace is Pace.SLOWER for text in texts)


def test_sentences() -> None:
    assert (
        plain(say_text(figure_words(FIGURE))) == "4K read 100 IOPS (median of 2, 99.0 to 101 IOPS)"
    )
    assert plain(pace_text(Pace.BEYOND_LINK, (replace(FIGURE, against=5.5e8),))) == (
        "4K read 100 IOPS (median of 2, 99.0 to 101 IOPS): more than the link"
        " carries (550 MB/s). Likely a cache was measured."
    )
    assert plain(pace_text(Pace.SLOWER, (replace(FIGURE, ratio=0.6, run="ab12"),))) == (
        "4K read 100 IOPS (median of 2, 99.0 to 101 IOPS): 40 % slower than in run ab12."
    )
    assert plain(pace_text(Pace.OPEN, (FIGURE,) * 5)).endswith(" and 2 more: unknown.")
    assert pace_text(Pace.OPEN, (FIGURE,) * 5, measured=False) == "5 tests: unknown."
    assert pace_text(Pace.IN_CLASS, (FIGURE,), measured=False) == "4K read: in the usual range."
    assert say_text(pace_say(Pace.BELOW_CLASS)) == "Speed: below the usual range."


def test_the_headline_has_the_verdict_of_speed() -> None:
    other = finding("link", FINE, "Full speed.")
    blank = finding("firmware", UNKNOWN, "Unknown.")

    def of(pace: Pace, word: Rating) -> CheckFinding:
        return CheckFinding(pace, (), grade=word, topic=Topic.SPEED)

    for one, said in (
        (SLOW, "Speed: far below drives of its kind."),
        (of(Pace.BELOW_CLASS, UNKNOWN), "Speed: below the usual range."),
        (of(Pace.BELOW_SPECIFICATION, ODD), "Speed: below specification."),
    ):
        assert say_texts(check(other, blank, one).say).endswith(said)
