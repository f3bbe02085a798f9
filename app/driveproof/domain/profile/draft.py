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

from driveproof.domain.access import DIRECT, Cache, Direction, Pattern
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.method import FIO
from driveproof.domain.notes import Note
from driveproof.domain.profile.options import FIELDS
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.profile_file import NAME, profile_of, read_profile
from driveproof.domain.profile.shipped import SHIPPED, Group
from driveproof.domain.run.work import OURS, Data, Work
from driveproof.domain.units import parse_size

LONGEST_NAME = 40
_UNITS = (
    *((2**40, "TiB"), (2**30, "GiB"), (2**20, "MiB"), (2**10, "KiB")),
    *((10**12, "TB"), (10**9, "GB"), (10**6, "MB")),
)
_ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_NOT_A_NAME = re.compile(r"[^a-z0-9]+")
_TITLE_LINE = re.compile(r"^\s*title\s*=.*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class TestDraft:
    """A test in one or more directions. Sizes are texts, as they were typed; `limit` is "" for
    none, `engine` "" for the usual one. `kept` has what else the test asks for.
    """

    __test__ = False  # pytest looks at every class called Test...

    title: str
    directions: tuple[Direction, ...]
    pattern: Pattern
    block_size: str
    queue_depth: int
    jobs: int
    seconds: float
    warmup: float
    limit: str
    read_share: int
    data: Data | None
    engine: str
    kept: Phase

    @property
    def beside(self) -> tuple[tuple[str, object], ...]:
        """What is kept, as keys of the file and their values."""
        return tuple(_kept(self.kept).items())


@dataclass(frozen=True, slots=True)
class Draft:
    """The whole profile; `size` and `budget` are texts, `budget` "" for none. `name` is that of its
    file, "" for a new one; `kept` has what else it says.
    """

    name: str
    title: str
    question: str
    size: str
    repeats: int
    most_repeats: int
    budget: str
    pause: float
    cache: Cache
    tests: tuple[TestDraft, ...]
    kept: Profile

    def with_test(self, index: int, test: TestDraft) -> Draft:
        """With another test in this place."""
        tests = (*self.tests[:index], test, *self.tests[index + 1 :])
        return replace(self, tests=tests)


def size_text(size: int) -> str:
    """A size as it is typed: "4 KiB"; bytes where it is no whole number of anything larger."""
    for unit, word in _UNITS:
        if size and size % unit == 0:
            return f"{size // unit} {word}"
    return str(size)


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
    return Draft(
        name=name,
        title=title or profile.title,
        question=question or profile.question,
        size=size_text(profile.size),
        repeats=profile.repeats,
        most_repeats=max(profile.most_repeats, profile.repeats),
        budget="" if profile.budget is None else size_text(profile.budget),
        pause=profile.pause,
        cache=profile.cache,
        tests=tuple(_tests(profile.phases)),
        kept=replace(profile, group=Group.OWN) if title else profile,
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
    first = phases[0]
    return TestDraft(
        title=first.title,
        directions=tuple(phase.direction for phase in phases),
        pattern=first.pattern,
        block_size=size_text(first.block_size),
        queue_depth=first.queue_depth,
        jobs=first.jobs,
        seconds=first.seconds,
        warmup=first.warmup,
        limit="" if first.limit is None else size_text(first.limit),
        read_share=first.read_share,
        data=first.data,
        engine=first.engine or "",
        kept=replace(first, once=_once(phases)),
    )


NEW_TEST = _test(
    [
        Phase("", direction, Pattern.RANDOM, 4096, 1, limit=2**30)
        for direction in (Direction.READ, Direction.WRITE)
    ]
)
"""What "Add" adds, once it has a title."""


def title_of(test: TestDraft) -> str:
    """The title that it came with, with the pattern, block size and queue depth that it has now in
    place of those in the title: "Random 16 KiB, Q8" was "Random 4 KiB, Q1".
    """
    kept = test.kept
    found = re.sub(rf"\bQ{kept.queue_depth}\b", f"Q{test.queue_depth}", kept.title)
    with suppress(UsageError):  # it is not typed to its end
        size = size_text(parse_size(test.block_size))
        found = re.sub(rf"\b{size_text(kept.block_size)}\b", size, found)
    return found.replace(kept.pattern.capitalize(), test.pattern.capitalize())


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
        title = self._draft.tests[number - 1].title
        return Note("Test {number} ({title})", number=number, title=title)

    def at(self, key: str, number: int) -> Note:
        """The label of a value is in the sentence."""
        return self.table(number)

    def label(self, key: str) -> str | Note:
        """What the form calls it."""
        return _LABELS.get(key, key)


def checked(draft: Draft) -> Profile:
    """The profile. Raises UsageError that says what to change."""
    name = name_of(draft)
    if not draft.title.strip() or not name:
        raise UsageError(
            "The name has no letters or digits.",
            advice=Advice("Choose another name."),
        )
    if not draft.tests:
        raise UsageError("There are no tests.")
    titles = [(test.title.strip(), way) for test in draft.tests for way in test.directions]
    for number, test in enumerate(draft.tests, start=1):
        if any(titles.count((test.title.strip(), way)) > 1 for way in test.directions):
            raise UsageError(
                "{at}: the name {name} is used twice.",
                at=Note("Test {number} ({title})", number=number, title=test.title),
                name=test.title,
            )
    return profile_of(_document(draft), name, _Form(draft))


def toml_text(draft: Draft) -> str:
    """The text of its file. Raises UsageError for a draft that `checked` refuses."""
    checked(draft)
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
    line = f"title = {_value(title)}"
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
    kept = draft.kept
    found: dict[str, Any] = {
        "title": draft.title,
        "question": draft.question,
        "description": kept.description if _describes(draft) else "",
        "group": str(kept.group),
        "cache": str(draft.cache),
        "as_written": kept.as_written,
        "size": _size(draft.size),
        "repeats": draft.repeats,
        "most_repeats": draft.most_repeats if draft.most_repeats > draft.repeats else 0,
        "budget": _size(draft.budget),
        "pause": draft.pause,
    }
    plain: dict[str, Any] = {
        "description": "", "cache": str(DIRECT), "as_written": False, "group": str(Group.OWN),
        "most_repeats": 0, "budget": "",
    }  # fmt: skip
    found = {key: value for key, value in found.items() if plain.get(key) != value}
    found["phase"] = [_table(test) for test in draft.tests]
    return found


def _table(test: TestDraft) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": test.title,
        "directions": list(test.directions),
        "pattern": test.pattern,
        "block_size": _size(test.block_size),
        "queue_depth": test.queue_depth,
        "jobs": test.jobs,
        "warmup": test.warmup,
        "seconds": test.seconds,
    }
    if test.limit.strip():
        found["limit"] = _size(test.limit)
    if test.engine:
        found["engine"] = test.engine
    if Direction.MIXED in test.directions:
        found["read_share"] = test.read_share
    if test.data is not None:
        found["data"] = str(test.data)
    kept = _kept(test.kept)
    if test.directions != (Direction.MIXED,):
        kept.pop("write_depth", None)
    return {**found, **kept}


def _size(text: str) -> int | str:
    """A number of bytes without a unit is a number in the file."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 16 else text


def _kept(phase: Phase) -> dict[str, Any]:
    """What a test asks for that has no field in a form, as keys of its table."""
    found: dict[str, Any] = {}
    for name in ("random_map", "once"):
        if getattr(phase, name):
            found[name] = True
    if phase.extent:
        found["extent"] = size_text(phase.extent)
    if phase.write_depth:
        found["write_depth"] = phase.write_depth
    return {**found, **_asked(phase.asked)}


def _asked(work: Work) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name in ("fsync", "fdatasync", "end_fsync", "sync", "think_time", "think_blocks",
                 "log_block", *FIELDS):  # fmt: skip
        if getattr(work, name) != getattr(OURS, name):
            found[name] = getattr(work, name)
    for kind, limits in (("rate", work.rate), ("iops", work.rate_iops)):
        for way, limit in zip(("read", "write"), limits or (), strict=False):
            if limit:
                found[f"{kind}_{way}"] = limit
    return found


def _lines(table: Mapping[str, Any]) -> Iterable[str]:
    for key, value in table.items():
        yield f"{key} = {_value(value)}"


def _value(value: Any) -> str:
    """A value in TOML 1.0: strings are basic strings, in which control characters are escaped."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return repr(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)
    if isinstance(value, int):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    text = "".join(_ESCAPED.get(char, char) for char in str(value))
    return '"' + "".join(_plain(char) for char in text) + '"'


def _plain(char: str) -> str:
    code = ord(char)
    if code < 0x20 or code == 0x7F or 0xD800 <= code <= 0xDFFF:
        return f"\\u{0xFFFD if code >= 0xD800 else code:04x}"
    return char
