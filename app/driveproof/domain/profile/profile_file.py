# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a profile from the text of its TOML file, and says exactly what is wrong with a bad one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, structs
from msgspec.structs import FieldInfo

from driveproof.domain.access import ONE_AT_A_TIME, Direction, Pattern
from driveproof.domain.errors import UsageError
from driveproof.domain.method import FIO, Trait, method_names, method_part
from driveproof.domain.notes import Note
from driveproof.domain.profile.by_class import with_classes
from driveproof.domain.profile.declared import keys_of, one_of, take, tests_of
from driveproof.domain.profile.generated import check_reads
from driveproof.domain.profile.options import sizes_in
from driveproof.domain.profile.phase import LOG_PART, Phase
from driveproof.domain.profile.plan import OfSize
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.profile.refusals import (
    Places,
    at_least,
    key_needs,
    missing_key,
    refused_value,
)
from driveproof.domain.profile.tables import FioTest, ProfileHead
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.work import Data

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_PARTS = 16
_PART = r"""(?:[\w-]{1,64}|"[^"\n]{0,64}"|'[^'\n]{0,64}')[ \t]*"""
_DEEP = re.compile(rf"(?:{_PART}\.[ \t]*){{{_PARTS}}}")
_HEAD = ("title", "question", "description", "method", "group")
"""The keys that every profile has above its tests."""
MOST_TESTS = 64
_TABLES = Annotated[list[dict[str, Any]], Meta(min_length=1, max_length=MOST_TESTS)]
_PHASE = FieldInfo("phase", "phase", Any)


def read_profile(text: str, name: str, source: str | Note) -> Profile:
    """The profile in the TOML `text` of the file `source`; a note names what is no file.

    Raises UsageError that names file, line, the wrong value and what is allowed.
    """
    if not NAME.fullmatch(name):
        raise refused_value(source, Note("name"), name, Note("like {example}", example="my-test"))
    if _DEEP.search(text):
        # The parser keeps each beginning of a dotted key: a file of 40 kB would take 1.6 GB.
        raise UsageError(
            "{source} is not valid TOML: {error}.", source=source, error=f"key with {_PARTS} parts"
        )
    try:
        document = tomllib.loads(text)
    except (RecursionError, ValueError) as error:  # also an integer of thousands of digits
        raise UsageError(
            "{source} is not valid TOML: {error}.", source=source, error=error
        ) from error
    return profile_of(document, name, _Lines(text, source))


def profile_of(document: Mapping[str, Any], name: str, lines: Places) -> Profile:
    """The profile in the tables of a TOML document. Raises UsageError as `read_profile` does."""
    return with_classes(document, lines, lambda plain, places: _made(plain, name, places))


def _made(document: Mapping[str, Any], name: str, lines: Places) -> Profile:
    # First: which other keys there are follows from it.
    method = document.get("method", FIO)
    if method not in method_names():
        raise refused_value(
            lines.at("method", 0), lines.label("method"), method, one_of(method_names())
        )
    module = method_part(method, "plan")
    values = take(document, _keys(module), lines, 0)
    if 0 < values.get("max_repeats", 0) < values["repeats"]:
        least = at_least(str(values["repeats"]))
        at = lines.at("max_repeats", 0)
        raise refused_value(at, lines.label("max_repeats"), values["max_repeats"], least)
    if module is not None:
        return _declared(module, values, name, lines)
    if method != FIO:
        values["size"] = 0  # a device has no test file
    elif values["size"] is None:
        raise missing_key(lines.source, "size")
    phases = tuple(_told_apart(list(_listed(values.pop("phase"), values["size"], lines))))
    _check_names(phases, lines.source)
    return check_reads(Profile(name=name, phases=phases, **values))


def _keys(module: ModuleType | None) -> dict[str, FieldInfo]:
    """The keys above the tests, for a method with this plan. One long measurement, and one that
    looks at each place once, have neither repeats nor a budget.
    """
    head = keys_of(ProfileHead)
    if module is None:
        return {**head, "phase": _PHASE}
    found = {key: head[key] for key in _HEAD}
    if not module.TRAITS & {Trait.NO_BUDGET, Trait.ONE_PASS}:
        repeats = getattr(module, "REPEATS", head["repeats"].default)
        found["budget"] = head["budget"]
        found["repeats"] = structs.replace(head["repeats"], default=repeats)
    if Trait.GOES_ON in module.TRAITS:
        found["max_repeats"] = head["max_repeats"]
    if (pause := getattr(module, "PAUSE", None)) is not None:
        found["pause"] = structs.replace(head["pause"], default=pause)
    if tests_of(module.Plan) is not None:
        found["phase"] = _PHASE
    return {**found, **keys_of(module.Plan)}


def _tables(listed: Any, source: str | Note) -> list[tuple[int, dict[str, Any]]]:
    """The [[phase]] tables with their numbers, from 1."""
    try:
        return list(enumerate(msgspec.convert(listed, _TABLES), start=1))
    except msgspec.ValidationError:
        raise key_needs(source, "phase", f"[[phase]], 1 to {MOST_TESTS}") from None


def _check_names(phases: Sequence[Phase], source: str | Note) -> None:
    names = [phase.name for phase in phases]
    for phase_name in names:
        if names.count(phase_name) > 1:
            raise UsageError("{at}: the name {name} is used twice.", at=source, name=phase_name)


def _told_apart(phases: Sequence[Phase]) -> Iterator[Phase]:
    """Tests that are the same but for what they ask for beside carry their title in their name."""
    for phase in phases:
        same = [one for one in phases if one.name == phase.name]
        beside = {(one.asked, one.data, one.random_map, one.once, one.extent) for one in same}
        yield replace(phase, variant=str(phase.title)) if len(beside) > 1 else phase


def _declared(module: ModuleType, values: dict[str, Any], name: str, lines: Places) -> Profile:
    """The profile of a method whose plan declares what may be chosen."""
    chosen = {one.name: values.pop(one.name) for one in keys_of(module.Plan).values()}
    kind = tests_of(module.Plan)
    if kind is Phase:
        chosen["tests"] = tuple(_bounded(values.pop("phase"), chosen["size"], lines))
    elif kind is not None:
        chosen["tests"] = tuple(_tests(kind, values.pop("phase"), lines))
    plan = module.Plan(**chosen)
    if not plan.phases:
        raise UsageError("{source}: no test is left.", source=lines.source)
    if kind is not None:
        _check_names(plan.phases, lines.source)
    _check_least(plan, lines, 0)
    values = {"repeats": getattr(plan, "repeats", 1), "pause": 0.0, **values}
    return with_plan(Profile(name=name, phases=(), size=0, **values), plan)


def _listed(listed: Any, size: int, lines: Places) -> Iterator[Phase]:
    """The tests of fio in a file of `size` bytes (0: on a device), each from its table."""
    for number, test in enumerate(_tests(FioTest, listed, lines), start=1):
        _check_test(test, size, lines, number)
        yield from test.phases


def _bounded(listed: Any, size: int, lines: Places) -> Iterator[Phase]:
    """These, where what each writes has to be bounded."""
    for test in _listed(listed, size, lines):
        if test.writes and test.limit is None:
            raise missing_key(lines.source, "limit")
        yield test


def _tests(kind: Any, listed: Any, lines: Places) -> Iterator[Any]:
    """The tests of this kind, each from its table."""
    for number, table in _tables(listed, lines.source):
        test = kind(**take(table, keys_of(kind), lines, number))
        _check_least(test, lines, number)
        yield test


def _check_least(chosen: Struct, lines: Places, number: int) -> None:
    """Raises UsageError for a plan or a test (from 1) whose file is too small."""
    if isinstance(chosen, OfSize) and chosen.size < chosen.least:
        least = at_least(Bytes(chosen.least, binary=True))
        raise refused_value(
            lines.at("size", number), "size", Bytes(chosen.size, binary=True), least
        )


def _check_test(test: FioTest, size: int, lines: Places, number: int) -> None:
    """Raises UsageError for a test whose values do not go together, in a file of `size` bytes."""

    def wrong(key: str, value: object, allowed: Note) -> UsageError:
        return refused_value(lines.at(key, number), lines.label(key), value, allowed)

    def lacks(key: str, what: str) -> UsageError:
        return key_needs(lines.at(key, number), key, what)

    together = test.block_size * test.jobs
    if size and together > size:
        most = Bytes(size // test.jobs, binary=True)
        allowed = Note("{low} to {high}", low=Bytes(512, binary=True), high=most)
        raise wrong("block_size", test.block_size, allowed)
    if test.limit is not None and test.limit < together:
        raise wrong("limit", test.limit, at_least(Bytes(together, binary=True)))
    if test.engine in ONE_AT_A_TIME and test.queue_depth > 1:
        allowed = Note("one of {words}", words="libaio, io_uring")
        raise wrong("engine", str(test.engine), allowed)
    mixed = 'directions = ["mixed"]'
    alone = test.directions == (Direction.MIXED,)
    if test.write_depth and not alone:
        raise lacks("write_depth", mixed)
    least = LOG_PART * max(test.log_block, together)
    beside = alone and not test.write_depth and test.pattern == Pattern.RANDOM and size >= least
    if test.log_block and not beside:
        what = f'{mixed}, pattern = "random", write_depth = 0, size = {least}'
        raise lacks("log_block", what)
    if test.data is Data.COMPRESSIBLE and "percentage=" not in test.other:
        raise lacks("data", 'other = "buffer_compress_percentage=50"')
    if test.block_sizes:
        sizes = sizes_in(test.block_sizes)
        if sizes is None or sizes[1] != test.block_size or sizes[0] % 512:
            raise lacks("block_sizes", "block_size")


class _Lines:
    """The line of a key in the text: tomllib does not report it."""

    def __init__(self, text: str, source: str | Note) -> None:
        self.source = source
        self._lines = text.splitlines()

    def _line(self, number: int) -> str | Note:
        if isinstance(self.source, Note):
            return Note("Line {number}", number=number)
        return f"{self.source}, line {number}"

    def table(self, number: int) -> str | Note:
        """ "FILE, line N" of a [[phase]] table, or the file when there is none."""
        found = [i for i, line in enumerate(self._lines, 1) if re.match(r"\s*\[\[phase\]\]", line)]
        return self._line(found[number - 1]) if 0 < number <= len(found) else self.source

    def label(self, key: str) -> str:
        """Keys are called what they are."""
        return key

    def at(self, key: str, number: int) -> str | Note:
        """ "FILE, line N" of a key in the given phase (0: above all of them)."""
        phase = 0
        for index, line in enumerate(self._lines, start=1):
            if re.match(r"\s*\[\[phase\]\]", line):
                phase += 1
            elif phase == number and re.match(
                rf"""\s*(?:\[(?:phase\.)?)?["']?{re.escape(key)}["']?\s*[.=\]]""", line
            ):
                return self._line(index)
        return self.table(number)
