# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What profiles, runs and their tests are called, and which profiles have the words of a filter."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from driveproof.domain.access import Cache, Direction
from driveproof.domain.profile import test_titles
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.shipped import GROUP_TITLES, shipped_text
from driveproof.domain.run.multi_drive import drive_name
from driveproof.domain.run.run import Companion, Run
from driveproof.domain.say import Title
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, value_text


def profile_text(text: str, profile: str) -> str:
    """A title, a question or the name of a test of the profile with this name, in the person's
    language.
    """
    return value_text(shipped_text(text, profile))


def run_title(title: str, profile: str, cache: Cache | None) -> str:
    """The title of a run of the profile with this name: "Quick benchmark, cold cache"."""
    return value_text(test_titles.run_title(title, profile, cache))


def test_title(title: Title | str, profile: str, drives: Sequence[Companion] = ()) -> str:
    """The title of a test in a run of the profile with this name, with what the program added."""
    return value_text(test_titles.test_title(title, profile, drives))


def companion_titles(drives: Sequence[Companion]) -> list[str]:
    """What drives that were measured together are called, in their order."""
    return [value_text(drive_name(drives, number)) for number in range(1, len(drives) + 1)]


def test_words(
    title: Title | str, direction: Direction, profile: str, drives: Sequence[Companion] = ()
) -> str:
    """The same with its direction: "Sequential 1 MiB, Q8 read"."""
    return value_text(test_titles.test_words(title, direction, profile, drives))


def test_names(runs: Iterable[Run]) -> dict[str, str]:
    """What the tests of runs are called, by their stable names."""
    return {name: value_text(words) for name, words in test_titles.test_names(runs).items()}


def with_words(profiles: Iterable[Profile], words: str) -> tuple[Profile, ...]:
    """The profiles with all of these words in name, title, question, description or group, in the
    person's language; all of them for "".
    """
    wanted = words.casefold().split()

    def text(profile: Profile) -> str:
        own = (profile.title, profile.question, profile.description)
        said = (profile_text(each, profile.name) for each in own)
        return " ".join((profile.name, *said, say_text(GROUP_TITLES[profile.group]))).casefold()

    return tuple(profile for profile in profiles if all(word in text(profile) for word in wanted))


def with_cost(action: str, cost: Iterable[str]) -> str:
    """The text of a button with what it costs: "Measure (4 tests, about 1 min)"."""
    # Translators: {action} is the text of a button, {cost} a list of amounts.
    return _("{first} ({second})").format(first=action, second=", ".join(cost))
