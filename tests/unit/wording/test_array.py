# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of an array in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.quantity import OneOf
from driveproof.domain.watch import DriveEvent, Happening
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.units import NARROW
from driveproof.wording.watch import event_text, event_title

WHOLE = ArrayState(kind="md", wanted=2, active=2)
RECOVERY = ArrayState(
    kind="md", wanted=2, active=1, action=ArrayAction.RECOVER, progress=0.25, speed=1e8,
    seconds_left=75.0,
)  # fmt: skip


@pytest.mark.parametrize(
    ("state", "words", "sentences"),
    [
        (WHOLE, "OK", "2 of 2 members work."),
        (
            RECOVERY,
            "Degraded (1 of 2), Recovery 25 %",
            "The array is degraded. 1 of 2 members work. Recovery: 25 %, 100 MB/s,"
            " 1 min 15 s left.",
        ),
        (
            ArrayState(kind="md", wanted=2, active=2, action=ArrayAction.CHECK),
            "Check",
            "2 of 2 members work. Check: waiting.",
        ),
        (
            ArrayState(kind="md", wanted=2, active=2, mismatches=4096),
            "OK",
            "2 of 2 members work. Members differ in 4.1 kB.",
        ),
        (
            ArrayState(kind="md", wanted=2, broken=True),
            "Failed",
            "The array has failed. Too many members are missing.",
        ),
        (ArrayState(kind="md", wanted=2), "", ""),
        (
            ArrayState(kind="lvm", wanted=2, active=2, action=ArrayAction.RESYNC, progress=0.25),
            "Resync 25 %",
            "2 of 2 members work. Resync: 25 %.",
        ),
        (
            ArrayState(kind="lvm", wanted=3, active=2),
            "Degraded (2 of 3)",
            "The array is degraded. 2 of 3 members work.",
        ),
        (
            ArrayState(kind="btrfs", wanted=2, active=2, action=ArrayAction.BALANCE),
            "Balance",
            "2 of 2 members work. Balance: waiting.",
        ),
    ],
)
def test_states(state: ArrayState, words: str, sentences: str) -> None:
    assert value_text(state.brief).replace(NARROW, " ") == words
    assert say_texts(state.sentences).replace(NARROW, " ") == sentences


@pytest.mark.parametrize(
    ("state", "title", "line", "facts"),
    [
        (WHOLE, "OK", "OK", ""),
        (
            RECOVERY,
            "Degraded",
            "Degraded (1 of 2), Recovery 25 %, 100 MB/s, 1 min 15 s left",
            "25 %, 100 MB/s, 1 min 15 s left",
        ),
        (ArrayState(kind="md", wanted=2, broken=True), "Failed", "Failed", ""),
        (ArrayState(kind="md", wanted=2, active=2, mismatches=1), "Members differ", "OK", ""),
        (ArrayState(kind="md", action=ArrayAction.RESHAPE), "", "Reshape", ""),
    ],
)
def test_a_row_and_a_header_say_how_fast_and_how_long(
    state: ArrayState, title: str, line: str, facts: str
) -> None:
    assert ("" if state.title is None else say_text(state.title)) == title
    assert value_text(state.line).replace(NARROW, " ") == line
    assert value_text(OneOf(state.facts)).replace(NARROW, " ") == facts


@pytest.mark.parametrize(
    ("what", "state", "told"),
    [
        (Happening.DEGRADED, RECOVERY, "1 of 2 members work. It is being rebuilt."),
        (
            Happening.DEGRADED,
            replace(RECOVERY, action=None),
            "1 of 2 members work. Back up your data, then replace the missing member.",
        ),
        (
            Happening.DEGRADED,
            ArrayState(kind="md", wanted=2, broken=True),
            "Too many members are missing. Reconnect the missing ones, or restore a backup.",
        ),
        (Happening.REBUILD, RECOVERY, "1 of 2 members work."),
        (Happening.REPAIRED, WHOLE, "2 of 2 members work."),
    ],
)
def test_news_say_nothing_twice_and_no_progress(
    what: Happening, state: ArrayState, told: str
) -> None:
    """It stays on the screen, and the progress would be that of its first moment."""
    event = DriveEvent(what=what, key="m", device="/dev/md0", model="backup", array=state)
    assert event_text(event) == told
    assert ("has failed" in event_title(event)) == state.broken
