# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The grammar of a fio job file, that of fio's init.c: sections, options, variables, groups.

Sections stand in brackets; those whose name begins with "global" hold for what follows. Options are
`key=value` or `key`; comments begin with ; or #. ${NAME} is a variable of the environment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.profile.options import field_of
from driveproof.domain.profile.refusals import key_needs
from driveproof.domain.text import visible
from driveproof.fio import job_options as options
from driveproof.fio.job_problems import (
    LONGEST_TITLE,
    At,
    Problems,
    no_section,
    not_supported,
    short,
    too_long,
)

MOST_SECTIONS = 256
LONGEST_LINE = 4096
"""fio itself refuses longer values."""
DIRECTIONS = {
    "read": (Pattern.SEQUENTIAL, Direction.READ), "write": (Pattern.SEQUENTIAL, Direction.WRITE),
    "rw": (Pattern.SEQUENTIAL, Direction.MIXED), "readwrite": (Pattern.SEQUENTIAL, Direction.MIXED),
    "randread": (Pattern.RANDOM, Direction.READ), "randwrite": (Pattern.RANDOM, Direction.WRITE),
    "randrw": (Pattern.RANDOM, Direction.MIXED),
}  # fmt: skip
_SHARED = options.ALLOWED | {"description", "stonewall", "wait_for"}
"""What may differ between sections that do the same at the same time."""
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]{0,63})\}", re.ASCII)
_UNREAD = frozenset({"description"})
"""Options whose values mean nothing to a test: no variable is looked up for them."""


@dataclass(frozen=True, slots=True)
class OptionValue:
    """The value of an option and its line; `unknown` where something is wrong with that line."""

    text: str
    line: int
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class JobSection:
    """A section with everything that holds for it, globals included."""

    name: str
    line: int
    values: Mapping[str, OptionValue]

    def differs(self, other: JobSection) -> tuple[str, ...]:
        """The options in which two sections differ; none where they do the same."""
        found = []
        for name in dict.fromkeys((*self.values, *other.values)):
            mine, theirs = self.values.get(name), other.values.get(name)
            if name not in _SHARED and (mine and mine.text) != (theirs and theirs.text):
                found.append(name)
        return tuple(found)

    @property
    def access(self) -> tuple[Pattern, Direction] | None:
        """Pattern and direction, None where that is wrong or missing."""
        found = self.values.get("rw")
        return DIRECTIONS.get(found.text.lower()) if found else None


class Grammar:
    """Sections and options of a text. `expanded` are the variables of the environment that stood in
    it, `made_only` the sections that measure nothing.
    """

    def __init__(self, problems: Problems, environment: Mapping[str, str]) -> None:
        self._problems = problems
        self._environment = environment
        self.expanded: dict[str, str] = {}
        self.made_only: list[str] = []

    def sections(self, text: str) -> list[JobSection]:
        """Those with a test, each with what holds for it."""
        found: list[JobSection] = []
        common: dict[str, OptionValue] = {}
        name, start, own = "", 0, common
        for number, line in enumerate(text.split("\n"), start=1):
            content = re.split("[;#]", line, maxsplit=1)[0].strip()
            if not content:
                continue
            try:
                if len(line) > LONGEST_LINE:
                    raise too_long(number, LONGEST_LINE)
                if content.startswith("["):
                    self._keep(found, name, start, own)
                    if len(found) >= MOST_SECTIONS:
                        raise too_long(number, MOST_SECTIONS)
                    if not content.endswith("]") or not content[1:-1].strip():
                        raise no_section(At(number))
                    name, start = content[1:-1].strip(), number
                    own = common if name.startswith("global") else dict(common)
                else:
                    read = self._option(content, number, known=bool(name))
                    if read is not None:
                        own[read[0]] = OptionValue(read[1], number)
            except UsageError as error:
                self._problems.add(error)
                if len(found) >= MOST_SECTIONS:
                    return found
                key = content.partition("=")[0].strip()
                own[options.ALIASES.get(key, key)] = OptionValue("", number, unknown=True)
        self._keep(found, name, start, own)
        return found

    def _keep(
        self, found: list[JobSection], name: str, line: int, values: dict[str, OptionValue]
    ) -> None:
        if not name or name.startswith("global"):
            return
        section = JobSection(visible(name)[:LONGEST_TITLE], line, values)
        if is_set(section, "create_only"):
            self.made_only.append(section.name)
        else:
            found.append(section)

    def _option(self, content: str, line: int, *, known: bool) -> tuple[str, str] | None:
        """Name and value of a line, None for one that asks for nothing. Raises UsageError for one
        that may not be used.
        """
        first = content.split(maxsplit=1)[0]
        if first == "include":
            raise not_supported(line, "include", options.OUTSIDE)
        if not known:
            raise no_section(At(line))
        key, equals, value = content.partition("=")
        key, value = key.strip(), value.strip()
        written = key
        key = options.ALIASES.get(key, key)
        if value in options.NOTHING.get(key, ()):
            return None
        if not (key in options.TAKEN or key in options.ALLOWED or field_of(key)):
            raise not_supported(line, written, options.reason_of(key))
        if key in options.ALLOWED or key in _UNREAD:
            return key, value
        if key in options.SWITCHES and not equals:
            value = "1"
        value = self._expanded(value, written, line)
        if not value:
            raise key_needs(At(line), short(written), f"{short(written)}=...")
        return key, value

    def _expanded(self, value: str, option: str, line: int) -> str:
        """The value with its variables put in, as fio does it (init.c, fio_keyword_replace)."""
        text = value
        for name in dict.fromkeys(_VARIABLE.findall(value)):
            found = self._environment.get(name, "")
            if not found:
                raise key_needs(At(line), short(option), f"${{{name}}}")
            self.expanded[name] = found
            text = text.replace(f"${{{name}}}", found)
        if "$" in text:
            raise not_supported(line, f"{option}={value}", options.OUTSIDE)
        return text.strip()


def groups_of(sections: Sequence[JobSection], problems: Problems) -> list[list[JobSection]]:
    """Sections that run at the same time; a stonewall begins the next group (fio(1), stonewall),
    and so does waiting for one of those before.
    """
    groups: list[list[JobSection]] = []
    for section in sections:
        waits = section.values.get("wait_for")
        if waits and not (groups and [one.name for one in groups[-1]] == [waits.text]):
            problems.add(not_supported(waits.line, "wait_for", options.STEERING))
        if not groups or waits or is_set(section, "stonewall"):
            groups.append([section])
            continue
        differs = groups[-1][0].differs(section)
        if differs and not (len(groups[-1]) == 1 and is_pair(groups[-1][0], section)):
            problems.add(
                UsageError(
                    "{at}: [{one}] and [{other}] differ in {option}.",
                    at=At(section.line),
                    one=groups[-1][0].name,
                    other=section.name,
                    option=differs[0],
                    advice=Advice(
                        "Add stonewall to [{other}].",
                        other=section.name,
                    ),
                )
            )
            groups.append([section])
        else:
            groups[-1].append(section)
    return groups


def is_pair(one: JobSection, other: JobSection) -> bool:
    """Whether one reads while the other writes, and only their depths differ: that is a test of two
    independent jobs. The reader may go on until the writer's bytes are written, which ends both
    (exitall).
    """
    both = one.access, other.access
    if set(both) not in (
        {(Pattern.SEQUENTIAL, Direction.READ), (Pattern.SEQUENTIAL, Direction.WRITE)},
        {(Pattern.RANDOM, Direction.READ), (Pattern.RANDOM, Direction.WRITE)},
    ):
        return False
    differs = set(one.differs(other)) - {"rw", "iodepth"}
    reads, writes = (one, other) if both[0] and both[0][1] == Direction.READ else (other, one)
    ended = (
        is_set(reads, "exitall")
        and is_set(reads, "time_based")
        and not is_set(writes, "time_based")
    )
    return not differs or (ended and {"time_based", "io_size"}.issuperset(differs))


def is_set(section: JobSection, name: str) -> bool:
    found = section.values.get(name)
    return found is not None and found.text != "0" and not found.unknown
