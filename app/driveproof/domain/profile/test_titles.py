# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a test is called wherever people read, from the title that its profile or method gave it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from driveproof.domain.access import CACHE_TITLES, DIRECT, Cache, Direction
from driveproof.domain.profile.shipped import shipped_text
from driveproof.domain.quantity import DriveNumber
from driveproof.domain.run.multi_drive import drive_name
from driveproof.domain.run.run import Companion, Run
from driveproof.domain.say import Say, Title
from driveproof.domain.title import mixed_title, says

DIRECTIONS = {
    Direction.READ: Say("read"),
    Direction.WRITE: Say("write"),
    Direction.TRIM: Say("trim"),
}


def run_title(title: str, profile: str, cache: Cache | None) -> Say | str:
    """The title of a run of the profile with this name, with the state of the page cache that the
    run set: "Quick benchmark, cold cache".
    """
    words, text = CACHE_TITLES.get(cache or DIRECT), shipped_text(title, profile)
    return text if words is None else Say("{first}, {second}", first=text, second=words)


def test_title(title: Title | str, profile: str, drives: Sequence[Companion] = ()) -> Say | str:
    """The title of a test in a run of the profile with this name; of several drives that were
    measured together, each is called by its own name.
    """
    if isinstance(title, str):
        return shipped_text(title, profile)

    def called(name: str, value: object) -> object:
        if isinstance(value, DriveNumber):
            return drive_name(drives, value.number)
        # The title of a profile's test is in the catalogue; other texts are foreign.
        mine = isinstance(value, Title) or (name == "test" and isinstance(value, str))
        return test_title(value, profile, drives) if mine else value  # type: ignore[arg-type]

    return title.with_values({name: called(name, one) for name, one in title.values.items()})


def test_words(
    title: Title | str, direction: Direction, profile: str, drives: Sequence[Companion] = ()
) -> Say | str:
    """What a test is called where its direction is not beside it: "Sequential 1 MiB, Q8 read"."""
    words = test_title(mixed_title(title, direction), profile, drives)
    if direction not in DIRECTIONS or says(title, direction):
        return words
    # Translators: a test and "read", "write" or "trim".
    return Say("{test} {direction}", test=words, direction=DIRECTIONS[direction])


def test_names(runs: Iterable[Run]) -> dict[str, Say | str]:
    """What the tests of runs are called, by their stable names.

    Where a person gave two tests the same title, the stable name tells them apart.
    """
    found: dict[str, Say | str] = {}
    for run in runs:
        for phase in run.phases:
            found.setdefault(phase.name, test_words(phase.title, phase.direction, run.profile))
    count = Counter(found.values())
    return {
        # Translators: a test and its stable name, where two tests have the same title.
        name: words if count[words] == 1 else Say("{first} ({second})", first=words, second=name)
        for name, words in found.items()
    }
