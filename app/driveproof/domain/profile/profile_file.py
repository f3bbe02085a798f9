# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a profile from the text of its TOML file, and says exactly what is wrong with a bad one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

from msgspec import Struct, structs

from driveproof.domain.access import (
    CACHES,
    DIRECT,
    OF_TESTS,
    ONE_AT_A_TIME,
    PATTERNS,
    Direction,
    Pattern,
)
from driveproof.domain.errors import UsageError
from driveproof.domain.method import (
    FIO,
    Trait,
    names,
    part,
)
from driveproof.domain.notes import Note
from driveproof.domain.profile.by_class import with_classes
from driveproof.domain.profile.declared import keys_of, tests_of
from driveproof.domain.profile.file_values import (
    Key,
    Places,
    at_least,
    bytes_value,
    carried_value,
    missing,
    needs,
    number_value,
    refused,
    take,
    text_value,
    true_or_false,
    whole_value,
    word_value,
    words_value,
)
from driveproof.domain.profile.generated import check_reads
from driveproof.domain.profile.options import FIELDS, sizes_in
from driveproof.domain.profile.phase import LOG_PART, Phase
from driveproof.domain.profile.plan import OfSize
from driveproof.domain.profile.profile import (
    Profile,
    planned,
)
from driveproof.domain.profile.shipped import Group
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.work import OURS, Data, Work

WAYS = (Direction.READ, Direction.WRITE, Direction.MIXED)
DATA = (Data.FRESH, Data.SCRAMBLED, Data.REPEATED, Data.ZEROS, Data.COMPRESSIBLE)
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_PARTS = 16
_PART = r"""(?:[\w-]{1,64}|"[^"\n]{0,64}"|'[^'\n]{0,64}')[ \t]*"""
_DEEP = re.compile(rf"(?:{_PART}\.[ \t]*){{{_PARTS}}}")


_KEYS = {
    "title": Key(text_value(80), required=True),
    "question": Key(text_value(300), required=True),
    "description": Key(text_value(2000), ""),
    "method": Key(word_value(names()), FIO),
    "group": Key(word_value(tuple(Group)), Group.OWN),
    "cache": Key(word_value(CACHES), DIRECT),
    "size": Key(bytes_value(2**20, 2**40, 2**20)),
    "repeats": Key(whole_value(1, 100), 5),
    "most_repeats": Key(whole_value(1, 100), 0),
    "budget": Key(bytes_value(2**20, 2**50), None),
    "pause": Key(number_value(0, 3600), 1.0),
    "as_written": Key(true_or_false, default=False),
    "phase": Key(lambda value: value, required=True),
}
_HEAD = ("title", "question", "description", "method", "group")
_ASKED_KEYS = {
    "fsync": Key(whole_value(0, 10**6), 0),
    "fdatasync": Key(whole_value(0, 10**6), 0),
    "end_fsync": Key(true_or_false, default=False),
    "sync": Key(word_value(("", "sync", "dsync")), ""),
    "rate_read": Key(bytes_value(2**10, 2**40), 0),
    "rate_write": Key(bytes_value(2**10, 2**40), 0),
    "iops_read": Key(whole_value(1, 10**9), 0),
    "iops_write": Key(whole_value(1, 10**9), 0),
    "think_time": Key(number_value(0, 60), 0.0),
    "think_blocks": Key(whole_value(1, 10**6), 1),
    "log_block": Key(
        bytes_value(512, 2**24, 512),
        0,
    ),
    **{name: Key(carried_value(name), "") for name in FIELDS},
}
"""What is kept in `Phase.asked`."""
_BLOCK = Key(
    bytes_value(512, 2**26, 512),
    required=True,
)
_PHASE_KEYS = {
    "name": Key(text_value(80), required=True),
    "directions": Key(words_value(WAYS), required=True),
    "pattern": Key(word_value(PATTERNS), required=True),
    "block_size": _BLOCK,
    "queue_depth": Key(whole_value(1, 1024), required=True),
    "jobs": Key(whole_value(1, 64), 1),
    "warmup": Key(number_value(0, 600), 0.5),
    "seconds": Key(number_value(0.1, 86400), required=True),
    "limit": Key(bytes_value(2**20, 2**44), None),
    "engine": Key(word_value(OF_TESTS), None),
    "read_share": Key(whole_value(1, 99), 70),
    "write_depth": Key(whole_value(1, 1024), 0),
    "data": Key(lambda value: Data(word_value(DATA)(value)), None),
    "random_map": Key(true_or_false, default=False),
    "once": Key(true_or_false, default=False),
    "extent": Key(bytes_value(512, 2**40, 512), 0),
    **_ASKED_KEYS,
}


def read_profile(text: str, name: str, source: str | Note) -> Profile:
    """The profile in the TOML `text` of the file `source`; a note names what is no file.

    Raises UsageError that names file, line, the wrong value and what is allowed.
    """
    if not NAME.fullmatch(name):
        raise refused(source, Note("name"), name, Note("like {example}", example="my-test"))
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
    source = lines.source
    # First: which other keys there are follows from it.
    given = {key: value for key, value in document.items() if key == "method"}
    method = take(given, {"method": _KEYS["method"]}, lines, 0)["method"]
    if (module := part(method, "plan")) is not None:
        return _declared(module, document, name, lines)
    values = take(document, _KEYS, lines, 0)
    if values["most_repeats"] and values["most_repeats"] < values["repeats"]:
        allowed = at_least(str(values["repeats"]))
        raise refused(lines.at("most_repeats", 0), "most_repeats", values["most_repeats"], allowed)
    if values["method"] != FIO:
        values["size"] = 0  # a device has no test file
    elif values["size"] is None:
        raise missing(source, "size")
    phases = tuple(_told_apart(list(_listed(values.pop("phase"), values["size"], lines))))
    _check_names(phases, source)
    return check_reads(Profile(name=name, phases=phases, **values))


def _tables(listed: Any, source: str | Note) -> list[tuple[int, dict[str, Any]]]:
    """The [[phase]] tables with their numbers, from 1."""
    if not isinstance(listed, list) or not 1 <= len(listed) <= 64:
        raise needs(source, "phase", "[[phase]], 1 to 64")
    if not all(isinstance(table, dict) for table in listed):
        raise needs(source, "phase", "[[phase]]")
    return list(enumerate(listed, start=1))


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
        yield replace(phase, variant=phase.title) if len(beside) > 1 else phase


def _declared(module: ModuleType, document: Mapping[str, Any], name: str, lines: Places) -> Profile:
    """The profile of a method whose plan declares what may be chosen. One long measurement, and
    one that looks at each place once, have neither repeats nor a budget.
    """
    options = keys_of(module.Plan)
    head = {key: _KEYS[key] for key in _HEAD}
    if not module.TRAITS & {Trait.NO_BUDGET, Trait.ONE_PASS}:
        head["budget"] = _KEYS["budget"]
        head["repeats"] = Key(_KEYS["repeats"].read, getattr(module, "REPEATS", 5))
    if Trait.GOES_ON in module.TRAITS:
        head["most_repeats"] = _KEYS["most_repeats"]
    if (pause := getattr(module, "PAUSE", None)) is not None:
        head["pause"] = Key(_KEYS["pause"].read, pause)
    if (kind := tests_of(module.Plan)) is not None:
        head["phase"] = _KEYS["phase"]
    values = {"pause": 0.0, **take(document, {**head, **options}, lines, 0)}
    chosen = {
        one.name: values.pop(one.encode_name)
        for one in structs.fields(module.Plan)
        if one.encode_name in options
    }
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
    values.setdefault("repeats", getattr(plan, "repeats", 1))
    return planned(Profile(name=name, phases=(), size=0, **values), plan)


def _listed(listed: Any, size: int, lines: Places) -> Iterator[Phase]:
    """The tests of fio in a file of `size` bytes (0: on a device), each from its table."""
    for number, table in _tables(listed, lines.source):
        yield from _phases(take(table, _PHASE_KEYS, lines, number), size, lines, number)


def _bounded(listed: Any, size: int, lines: Places) -> Iterator[Phase]:
    """These, where what each writes has to be bounded."""
    for test in _listed(listed, size, lines):
        if test.writes and test.limit is None:
            raise missing(lines.source, "limit")
        yield test


def _tests(kind: type[Struct], listed: Any, lines: Places) -> Iterator[Struct]:
    """The tests of such a plan, each from its table."""
    keys = keys_of(kind)
    for number, table in _tables(listed, lines.source):
        values = take(table, keys, lines, number)
        test = kind(**{one.name: values[one.encode_name] for one in structs.fields(kind)})
        _check_least(test, lines, number)
        yield test


def _check_least(chosen: object, lines: Places, number: int) -> None:
    """Raises UsageError for a plan or a test (from 1) whose file is too small."""
    if isinstance(chosen, OfSize) and chosen.size < chosen.least:
        least = at_least(Bytes(chosen.least, binary=True))
        raise refused(lines.at("size", number), "size", Bytes(chosen.size, binary=True), least)


def _phases(values: dict[str, Any], size: int, lines: Places, number: int) -> list[Phase]:
    def at(key: str) -> str | Note:
        return lines.at(key, number)

    together = values["block_size"] * values["jobs"]
    if size and together > size:
        most = Bytes(size // values["jobs"], binary=True)
        allowed = Note("{low} to {high}", low=Bytes(512, binary=True), high=most)
        raise refused(at("block_size"), lines.label("block_size"), values["block_size"], allowed)
    limit = values["limit"]
    if limit is not None and limit < together:
        least = at_least(Bytes(together, binary=True))
        raise refused(at("limit"), lines.label("limit"), limit, least)
    if values["engine"] in ONE_AT_A_TIME and values["queue_depth"] > 1:
        allowed = Note("one of {words}", words="libaio, io_uring")
        raise refused(at("engine"), "engine", str(values["engine"]), allowed)
    title = values.pop("name")
    directions = values.pop("directions")
    mixed = 'directions = ["mixed"]'
    if values["write_depth"] and directions != (Direction.MIXED,):
        raise needs(at("write_depth"), "write_depth", mixed)
    least_size = LOG_PART * max(values["log_block"], together)
    if values["log_block"] and (
        directions != (Direction.MIXED,)
        or values["write_depth"]
        or values["pattern"] != Pattern.RANDOM
        or size < least_size
    ):
        what = f'{mixed}, pattern = "random", write_depth = 0, size = {least_size}'
        raise needs(at("log_block"), "log_block", what)
    once = values.pop("once")
    asked = _asked(values, lines, number)
    sizes = sizes_in(asked.block_sizes or "") if asked.block_sizes else None
    if asked.block_sizes and (sizes is None or sizes[1] != values["block_size"] or sizes[0] % 512):
        raise needs(at("block_sizes"), "block_sizes", "block_size")
    return [
        Phase(
            title=title,
            direction=direction,
            asked=asked,
            once=once and direction == Direction.READ,
            **values,
        )
        for direction in directions
    ]


def _asked(values: dict[str, Any], lines: Places, number: int) -> Work:
    """What a test asks for beside its blocks, depth and jobs; taken out of `values`."""
    found = {name: values.pop(name) for name in _ASKED_KEYS}
    for kind in ("rate", "iops"):
        limits = tuple(found.pop(f"{kind}_{way}") for way in ("read", "write"))
        found["rate_iops" if kind == "iops" else kind] = (*limits, 0) if any(limits) else ()
    if values["data"] is Data.COMPRESSIBLE and "percentage=" not in found["other"]:
        raise needs(lines.at("data", number), "data", 'other = "buffer_compress_percentage=50"')
    return replace(OURS, **found)


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
