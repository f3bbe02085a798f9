# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile that a person is writing: values as they were typed, the check, and the TOML of a file.

There is one check: that of the reader, which gets the same tables that the file will have.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from msgspec import structs

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.method import FIO
from driveproof.domain.notes import Note
from driveproof.domain.profile.declared import size_text, written
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.profile_file import NAME, profile_of, read_profile
from driveproof.domain.profile.shipped import SHIPPED, ProfileGroup
from driveproof.domain.profile.tables import FioTest, ProfileHead
from driveproof.domain.units import parse_size

LONGEST_NAME = 40
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_NOT_A_NAME = re.compile(r"[^a-z0-9]+")
_TITLE_LINE = re.compile(r"^\s*title\s*=.*$", re.MULTILINE)
_IN_FORM = frozenset({
    "name", "directions", "pattern", "block_size", "queue_depth", "jobs", "seconds", "warmup",
    "limit", "read_share", "data", "engine",
})  # fmt: skip
"""The keys of a test that have a field in the form."""


@dataclass(frozen=True, slots=True)
class TestDraft:
    """A test in one or more directions. `block_size` and `limit` are texts, as they were typed, and
    count instead of those of the test; `limit` is "" for none. `first` is the test that it came
    from.
    """

    __test__ = False  # pytest looks at every class called Test...

    test: FioTest
    block_size: str
    limit: str
    first: FioTest

    def choosing(self, **values: Any) -> TestDraft:
        """With other values of the test."""
        return replace(self, test=structs.replace(self.test, **values))

    @property
    def table(self) -> dict[str, Any]:
        """As a table of the file."""
        writes_apart = self.test.directions == (Direction.MIXED,)
        depth = self.test.write_depth if writes_apart else 0
        test = structs.replace(self.test, write_depth=depth, limit=None)
        found = {**written(test), "block_size": _size(self.block_size)}
        return {**found, "limit": _size(self.limit)} if self.limit.strip() else found

    @property
    def beside(self) -> dict[str, Any]:
        """The keys that have no field in the form."""
        return {key: value for key, value in written(self.test).items() if key not in _IN_FORM}


@dataclass(frozen=True, slots=True)
class Draft:
    """The whole profile. `size` and `budget` are texts, as they were typed, and count instead of
    those of the head; `budget` is "" for none. `name` is that of its file, "" for a new one; `kept`
    is the profile that it came from.
    """

    name: str
    head: ProfileHead
    size: str
    budget: str
    tests: tuple[TestDraft, ...]
    kept: Profile

    @property
    def title(self) -> str:
        """What it is called."""
        return self.head.title

    def choosing(self, **values: Any) -> Draft:
        """With other values above the tests."""
        return replace(self, head=structs.replace(self.head, **values))

    def with_test(self, index: int, test: TestDraft) -> Draft:
        """With another test in this place."""
        tests = (*self.tests[:index], test, *self.tests[index + 1 :])
        return replace(self, tests=tests)


def is_list(profile: Profile) -> bool:
    """Whether it is a list of tests and nothing more."""
    return profile.method == FIO and profile.plan is None


def draft_of(profile: Profile, *, name: str = "", title: str = "", question: str = "") -> Draft:
    """The draft of a list of tests; with a `title` of its own it becomes another profile. A
    `question` replaces that of the profile. A form has one value for each field: what the profile
    says for classes of drives is left out.

    Raises UsageError for a profile that is more than such a list.
    """
    if not is_list(profile):
        raise UsageError(
            "{title} cannot be edited.",
            title=profile.title,
            advice=Advice("Choose another profile."),
        )
    profile = profile.for_drive(SpeedClass.OTHER)
    own = {"title": title, "group": ProfileGroup.OWN} if title else {}
    head = ProfileHead(**{name: getattr(profile, name) for name in ProfileHead.__struct_fields__})
    return Draft(
        name=name,
        head=structs.replace(head, question=question or profile.question, **own),
        size=size_text(profile.size),
        budget="" if profile.budget is None else size_text(profile.budget),
        tests=tuple(_tests(profile.phases)),
        kept=profile,
    )


def _tests(phases: Iterable[Phase]) -> Iterable[TestDraft]:
    """Neighbours that differ in their direction alone are one test."""

    def alike(phase: Phase) -> Phase:
        return replace(phase, direction=Direction.READ, once=False, variant="")

    for _, group in groupby(phases, key=alike):
        found: list[Phase] = []
        for phase in group:
            same = any(one.direction == phase.direction for one in found)
            if found and (same or _once(found) != _once([*found, phase])):
                yield _test(found)
                found = []
            found.append(phase)
        yield _test(found)


def _once(phases: Iterable[Phase]) -> bool:
    """Whether the reads of a test end when all is read."""
    return any(phase.once for phase in phases)


def _test(phases: list[Phase]) -> TestDraft:
    test = FioTest.of(phases)
    limit = "" if test.limit is None else size_text(test.limit)
    return TestDraft(test, size_text(test.block_size), limit, test)


NEW_TEST = _test(
    [
        Phase("", direction, Pattern.RANDOM, 4096, 1, limit=2**30)
        for direction in (Direction.READ, Direction.WRITE)
    ]
)
"""What "Add" adds, once it has a title."""


def title_of(draft: TestDraft) -> str:
    """The title that it came with, with the pattern, block size and queue depth that it has now in
    place of those in the title: "Random 16 KiB, Q8" was "Random 4 KiB, Q1".
    """
    test, first = draft.test, draft.first
    found = re.sub(rf"\bQ{first.queue_depth}\b", f"Q{test.queue_depth}", first.title)
    with suppress(UsageError):  # it is not typed to its end
        size = size_text(parse_size(draft.block_size))
        found = re.sub(rf"\b{size_text(first.block_size)}\b", size, found)
    return found.replace(first.pattern.capitalize(), test.pattern.capitalize())


def unused_title(title: str, taken: Iterable[str]) -> str:
    """The title, with a number if it is taken."""
    known = set(taken)
    stem, found, number = re.sub(r" \(\d+\)$", "", title)[:70], title, 2
    while found in known:
        found, number = f"{stem} ({number})", number + 1
    return found


def file_name(title: str) -> str:
    """The name of a file for this title, without its ending: "My test" is my-test.

    None of the program's own; "" where nothing of the title can be in a name.
    """
    name = _NOT_A_NAME.sub("-", title.lower()).strip("-")[: LONGEST_NAME - 4].strip("-")
    name = f"{name}-own" if name in SHIPPED else name
    return name if NAME.fullmatch(name) else ""


def name_of(draft: Draft) -> str:
    """The name of its file: a new title gives a new one, else the file keeps its name."""
    if draft.name and draft.title == draft.kept.title:
        return draft.name
    return file_name(draft.title)


_LABELS = {
    "title": Note("Name"),
    "question": Note("Question"),
    "size": Note("Test file"),
    "budget": Note("Write limit"),
    "name": Note("Name"),
    "block_size": Note("Block size"),
    "limit": Note("Write limit"),
}
"""What a person types as text; the form allows nothing wrong in the others."""


class _Form:
    """Where a value stands in a form: in which test."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self.source: str | Note = Note("Your profile")

    def table(self, number: int) -> Note:
        """A test by number and title."""
        if not 0 < number <= len(self._draft.tests):
            return Note("Your profile")
        title = self._draft.tests[number - 1].test.title
        return Note("Test {number} ({title})", number=number, title=title)

    def at(self, key: str, number: int) -> Note:
        """The label of a value is in the sentence."""
        return self.table(number)

    def label(self, key: str) -> str | Note:
        """What the form calls it."""
        return _LABELS.get(key, key)


def checked_profile(draft: Draft) -> Profile:
    """The profile. Raises UsageError that says what to change."""
    name = name_of(draft)
    if not draft.title.strip() or not name:
        raise UsageError(
            "The name has no letters or digits.",
            advice=Advice("Choose another name."),
        )
    if not draft.tests:
        raise UsageError("There are no tests.")
    tests = [one.test for one in draft.tests]
    titles = [(test.title.strip(), way) for test in tests for way in test.directions]
    for number, test in enumerate(tests, start=1):
        if any(titles.count((test.title.strip(), way)) > 1 for way in test.directions):
            raise UsageError(
                "{at}: the name {name} is used twice.",
                at=Note("Test {number} ({title})", number=number, title=test.title),
                name=test.title,
            )
    return profile_of(_document(draft), name, _Form(draft))


def toml_text(draft: Draft) -> str:
    """The text of its file. Raises UsageError for a draft that `checked_profile` refuses."""
    checked_profile(draft)
    document = _document(draft)
    tests = document.pop("phase")
    lines = [*_lines(document)]
    for test in tests:
        lines += ["", "[[phase]]", *_lines(test)]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class TextDraft:
    """A profile of any kind as the text of its file. `name` is that of the file, "" for a new one,
    `title` the one that it has there, "" for a file that is no profile yet.
    """

    name: str
    title: str
    text: str


def copied_text(text: str, title: str) -> TextDraft:
    """The text of a file with another title, for a new file."""
    line = f"title = {toml_value(title)}"
    found, count = _TITLE_LINE.subn(lambda _found: line, text, count=1)
    return TextDraft("", "", found if count else f"{line}\n{text}")


def checked_text(draft: TextDraft) -> Profile:
    """The profile in a text. Raises UsageError that names the line and what is allowed there."""
    profile = read_profile(draft.text, "profile", Note("Your profile"))
    keeps = draft.name and draft.title in {profile.title, ""}
    name = draft.name if keeps else file_name(profile.title)
    if not name:
        raise UsageError(
            "The name has no letters or digits.",
            advice=Advice("Choose another name."),
        )
    return replace(profile, name=name)


# The tables


def _describes(draft: Draft) -> bool:
    """Whether what is described is what is done: a copy with other tests is something else."""
    return bool(draft.name) or draft.tests == tuple(_tests(draft.kept.phases))


def _document(draft: Draft) -> dict[str, Any]:
    """The tables as tomllib would read them from the file."""
    head = draft.head if _describes(draft) else structs.replace(draft.head, description="")
    found = {**written(structs.replace(head, budget=None)), "size": _size(draft.size)}
    if draft.budget.strip():
        found["budget"] = _size(draft.budget)
    return {**found, "phase": [test.table for test in draft.tests]}


def _size(text: str) -> int | str:
    """A number of bytes without a unit is a number in the file."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else text


def _lines(table: Mapping[str, Any]) -> Iterable[str]:
    for key, value in table.items():
        yield f"{key} = {toml_value(value)}"


def toml_value(value: Any) -> str:
    """A value in TOML 1.0: strings are basic strings, in which control characters are escaped."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(toml_value, value))}]"
    text = "".join(_ESCAPED.get(char, char) for char in str(value))
    return '"' + "".join(_plain(char) for char in text) + '"'


def _plain(char: str) -> str:
    code = ord(char)
    if code < 0x20 or code == 0x7F or 0xD800 <= code <= 0xDFFF:
        return f"\\u{0xFFFD if code >= 0xD800 else code:04x}"
    return char
