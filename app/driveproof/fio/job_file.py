# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads somebody's fio job file as a profile; runs nothing and opens nothing.

fio itself cannot be asked: `fio --parse-only` opens files that a pattern names and starts a shell
for arithmetic (seen with fio 3.33). So the file is read here by an allow-list (job_options.py), and
fio gets the command that we make from the profile. The grammar is that of fio's init.c: sections in
brackets, those whose name begins with "global" hold for what follows, `key=value` or `key`, and
comments from ; or # on, and ${NAME} for a variable of the environment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from driveproof.domain.access import (
    COLD,
    DIRECT,
    OF_TESTS,
    ONE_AT_A_TIME,
    Direction,
    Engine,
    Pattern,
)
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.options import FIELDS, LONGEST, field_of, fits, size_of, sizes_in
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.shipped import SHIPPED
from driveproof.domain.quantity import Bytes, Seconds
from driveproof.domain.run.work import OURS as PLAIN
from driveproof.domain.run.work import Data, Work, marks
from driveproof.domain.text import visible
from driveproof.fio import job_options as options

MOST_SECTIONS = 256
MOST_JOBS = 64
MOST_DEPTH = 1024
LONGEST_LINE = 4096
"""fio itself refuses longer values."""
DEFAULT_SIZE = 2**30
DEFAULT_SECONDS = 60.0
MOST_SECONDS = 86400.0
MOST_SIZE, MOST_BYTES = 2**40, 2**44
MOST_BLOCK = 2**26
_MIB = 2**20
_DEFAULT_BLOCK = 4096
_TITLE = 80

_DIRECTIONS = {
    "read": (Pattern.SEQUENTIAL, Direction.READ), "write": (Pattern.SEQUENTIAL, Direction.WRITE),
    "rw": (Pattern.SEQUENTIAL, Direction.MIXED), "readwrite": (Pattern.SEQUENTIAL, Direction.MIXED),
    "randread": (Pattern.RANDOM, Direction.READ), "randwrite": (Pattern.RANDOM, Direction.WRITE),
    "randrw": (Pattern.RANDOM, Direction.MIXED),
}  # fmt: skip
_TIME = re.compile(r"(\d{1,12})\s*(d|h|m|s|ms|msec|us|usec|)", re.ASCII | re.IGNORECASE)
_UNITS = {"d": 86400.0, "h": 3600.0, "m": 60.0, "s": 1.0, "ms": 1e-3, "msec": 1e-3, "us": 1e-6,
          "usec": 1e-6}  # fmt: skip
_NOT_A_NAME = re.compile(r"[^a-z0-9]+")
_SYNC = {"0": "", "none": "", "1": "sync", "sync": "sync", "dsync": "dsync"}
_SHARED = options.ALLOWED | {"description", "stonewall", "wait_for"}
"""What may differ between sections that do the same at the same time."""
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]{0,63})\}", re.ASCII)
_UNREAD = frozenset({"description"})
"""Options whose values mean nothing to a test: no variable is looked up for them."""
_ONE_CALL = ("pvsync", "pvsync2")
"""Engines that do what psync does, by another system call."""
_AMOUNTS = ("number_ios", "io_size", "size", "filesize")
_PAGE_CACHE = frozenset({"fadvise_hint"})
"""Carried options that do something only to what goes through the page cache."""
MOST_PROBLEMS, MOST_LINES = 20, 8

_REMOVE = Advice("Remove it from a copy of the file.")

_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class _Value:
    """The value of an option and its line; `unknown` where something is wrong with that line."""

    text: str
    line: int
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class _Section:
    """A section with everything that holds for it, globals included."""

    name: str
    line: int
    values: Mapping[str, _Value]

    def differs(self, other: _Section) -> tuple[str, ...]:
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
        return _DIRECTIONS.get(found.text.lower()) if found else None


class _Problems:
    """All that keeps a file from being measured, so that a person hears it at once.

    What is wrong in the same way in several lines is one problem.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._found: list[tuple[UsageError, list[int]]] = []

    def add(self, error: UsageError) -> None:
        """Keep one more, whose value `at` is _At."""
        at = error.values["at"]
        assert isinstance(at, _At)
        error.values = {**error.values, "at": None}
        for known, lines in self._found:
            if (known.key, known.values) == (error.key, error.values):
                lines.append(at.line)
                return
        self._found.append((error, [at.line]))

    def tried(self, read: Callable[[], _Found], otherwise: _Found) -> _Found:
        """What `read` finds; `otherwise`, and one more problem, where it finds one."""
        try:
            return read()
        except UsageError as error:
            self.add(error)
            return otherwise

    def raise_any(self) -> None:
        """Raise all of them as one UsageError, if there are any."""
        found = sorted(self._found, key=lambda each: min(each[1]))
        errors = [self._placed(error, lines) for error, lines in found[:MOST_PROBLEMS]]
        if len(found) > MOST_PROBLEMS:
            errors.append(
                UsageError(
                    "{source}: {count} more.",
                    source=self.source,
                    count=len(found) - MOST_PROBLEMS,
                )
            )
        for number, error in enumerate(errors):
            later = (one.advice for one in errors[number + 1 :])
            if error.advice == _REMOVE and _REMOVE in later:
                error.advice = None  # said once, behind the last one
        if errors:
            errors[0].besides = tuple(errors[1:])
            raise errors[0]

    def _placed(self, error: UsageError, lines: Sequence[int]) -> UsageError:
        numbers = sorted(set(lines))
        more = Note("{line} and {count} more", line=str(numbers[0]), count=len(numbers) - 1)
        where = more if len(numbers) > MOST_LINES else ", ".join(map(str, numbers))
        at = Note("{source}, line {line}", source=self.source, line=where)
        if len(numbers) > 1:
            at = Note("{source}, lines {lines}", source=self.source, lines=where)
        error.values = {**error.values, "at": at}
        return error


@dataclass(frozen=True, slots=True)
class _At:
    """Stands for the place of a problem in its sentence, until all its lines are known."""

    line: int


def read_job_file(text: str, source: str, environment: Mapping[str, str] | None = None) -> Profile:
    """The profile that does what the job file `source` says, with notes on what is otherwise.

    `environment` has the variables that the file may name. Raises UsageError that names file, line
    and option, and says what to do; everything that is wrong is in it, the first in front.
    """
    problems = _Problems(source)
    grammar = _Grammar(problems, environment or {})
    sections = grammar.sections(text)
    groups = _groups(sections, problems)
    alone = len(groups) == 1
    readers = [_Reader(group, problems, alone=alone) for group in groups]
    phases = [reader.phase() for reader in readers]
    cached = {reader.direct for reader in readers}
    problems.raise_any()
    if len(cached) > 1:
        raise UsageError(
            "{source} has sections with direct=1 and without.",
            source=source,
            advice=Advice("Use direct=1 in all or in none."),
        )
    if not sections:
        raise UsageError(
            "{source} has no section.",
            source=source,
            advice=Advice("Add a section, such as [random-read]."),
        )
    size = -(-max(reader.total for reader in readers) // _MIB) * _MIB
    phases = [
        replace(phase, extent=0 if reader.total == size else reader.total)
        for phase, reader in zip(phases, readers, strict=True)
    ]
    notes = [*_said(sections, grammar), *(note for reader in readers for note in reader.notes)]
    notes += [
        Note("[{name}] asks for {options}.", name=phase.title, options=", ".join(asked))
        for phase in phases
        if (asked := marks(phase.asked.judged(phase.direction)))
    ]
    stem = source.rpartition("/")[2]
    return Profile(
        name=_name(stem),
        title=visible(stem)[:_TITLE].strip() or "fio",
        question=_question(sections),
        phases=tuple(_told_apart(phases)),
        size=size,
        repeats=1,
        cache=DIRECT if True in cached else COLD,
        as_written=True,
        notes=tuple(dict.fromkeys(notes)),
    )


def _said(sections: Sequence[_Section], grammar: _Grammar) -> Iterable[Note]:
    """What of the whole file is done otherwise than fio would."""
    names = dict.fromkeys(name for section in sections for name in section.values)
    ours = [name for name in names if name in options.OURS]
    left = [name for name in names if name in options.LEFT]
    if ours:
        yield _left_out(ours)
    if left:
        yield Note(
            "Ignored options, so results can differ from those of fio: {options}.",
            options=", ".join(left),
        )
    if grammar.expanded:
        yield Note(
            "From the environment: {values}.",
            values=", ".join(
                f"{name}={visible(value)}" for name, value in grammar.expanded.items()
            ),
        )
    for name in dict.fromkeys(grammar.made_only):
        yield Note("[{name}] was skipped: it only creates its file.", name=name)


def _left_out(names: Sequence[str]) -> Note:
    return Note(
        "Options set by Driveproof: {options}.",
        options=", ".join(names),
    )


def _question(sections: Sequence[_Section]) -> str:
    """What the file says about itself."""
    for section in sections:
        if (found := section.values.get("description")) and found.text:
            return visible(found.text)[:300]
    return ""


def _name(stem: str) -> str:
    """A name that a profile may have, and none of ours."""
    stem = stem.rpartition(".")[0] or stem
    name = _NOT_A_NAME.sub("-", stem.lower()).strip("-")[:34].strip("-") or "fio"
    return f"{name}-job" if name in SHIPPED else name


def _told_apart(phases: Sequence[Phase]) -> Iterable[Phase]:
    """Sections of one name are numbered; tests with the same settings carry that of theirs, as
    those of an imported file do.
    """
    taken: set[str] = set()
    names = [phase.name for phase in phases]
    for phase in phases:
        title, number = phase.title, 2
        while title in taken:
            title, number = f"{phase.title} ({number})", number + 1
        taken.add(title)
        variant = title if names.count(phase.name) > 1 else ""
        yield replace(phase, title=title, variant=variant)


# The grammar


class _Grammar:
    """Sections and options of a text. `expanded` are the variables of the environment that stood in
    it, `made_only` the sections that measure nothing.
    """

    def __init__(self, problems: _Problems, environment: Mapping[str, str]) -> None:
        self._problems = problems
        self._environment = environment
        self.expanded: dict[str, str] = {}
        self.made_only: list[str] = []

    def sections(self, text: str) -> list[_Section]:
        """Those with a test, each with what holds for it."""
        found: list[_Section] = []
        common: dict[str, _Value] = {}
        name, start, own = "", 0, common
        for number, line in enumerate(text.split("\n"), start=1):
            content = re.split("[;#]", line, maxsplit=1)[0].strip()
            if not content:
                continue
            try:
                if len(line) > LONGEST_LINE:
                    raise UsageError(
                        "{at}: the line is longer than 4096 characters.", at=_At(number)
                    )
                if content.startswith("["):
                    self._keep(found, name, start, own)
                    if len(found) >= MOST_SECTIONS:
                        raise UsageError(
                            "{at}: the maximum is {count} sections.", at=_At(number),
                            count=MOST_SECTIONS,
                        )  # fmt: skip
                    if not content.endswith("]") or not content[1:-1].strip():
                        raise UsageError(
                            "{at}: this is not a section.",
                            at=_At(number),
                            advice=Advice("Add a section, such as [random-read]."),
                        )
                    name, start = content[1:-1].strip(), number
                    own = common if name.startswith("global") else dict(common)
                else:
                    read = self._option(content, number, known=bool(name))
                    if read is not None:
                        own[read[0]] = _Value(read[1], number)
            except UsageError as error:
                self._problems.add(error)
                if len(found) >= MOST_SECTIONS:
                    return found
                key = content.partition("=")[0].strip()
                own[options.ALIASES.get(key, key)] = _Value("", number, unknown=True)
        self._keep(found, name, start, own)
        return found

    def _keep(self, found: list[_Section], name: str, line: int, values: dict[str, _Value]) -> None:
        if not name or name.startswith("global"):
            return
        section = _Section(visible(name)[:_TITLE], line, values)
        if _set(section, "create_only"):
            self.made_only.append(section.name)
        else:
            found.append(section)

    def _option(self, content: str, line: int, *, known: bool) -> tuple[str, str] | None:
        """Name and value of a line, None for one that asks for nothing. Raises UsageError for one
        that may not be used.
        """
        first = content.split(maxsplit=1)[0]
        if first == "include":
            raise _refused(line, "include", options.INCLUDED)
        if not known:
            raise UsageError(
                "{at}: the option is outside a section.",
                at=_At(line),
                advice=Advice("Move it to [global] or to a test."),
            )
        key, equals, value = content.partition("=")
        key, value = key.strip(), value.strip()
        written = key
        key = options.ALIASES.get(key, key)
        if value in options.NOTHING.get(key, ()):
            return None
        if not (key in options.TAKEN or key in options.ALLOWED or field_of(key)):
            raise _refused(line, written, options.reason_of(key))
        if key in options.ALLOWED or key in _UNREAD:
            return key, value
        if key in options.SWITCHES and not equals:
            value = "1"
        value = self._expanded(value, written, line)
        if not value:
            raise UsageError(
                "{at}: the option {option} has no value.",
                at=_At(line),
                option=_short(written),
                advice=Advice("Add one, or remove the line."),
            )
        return key, value

    def _expanded(self, value: str, option: str, line: int) -> str:
        """The value with its variables put in, as fio does it (init.c, fio_keyword_replace)."""
        text = value
        for name in dict.fromkeys(_VARIABLE.findall(value)):
            found = self._environment.get(name, "")
            if not found:
                raise UsageError(
                    "{at}: {option} needs the environment variable {name}, which is not set.",
                    at=_At(line),
                    option=_short(option),
                    name=name,
                    advice=Advice("Set it, or write the value into a copy of the file."),
                )
            self.expanded[name] = found
            text = text.replace(f"${{{name}}}", found)
        if "$" in text:
            raise _refused(line, f"{option}={value}", options.EXPANDED)
        return text.strip()


def _refused(line: int, option: str, reason: Note) -> UsageError:
    return UsageError(
        "{at}: {option} is not supported: {reason}.",
        at=_At(line),
        option=_short(option),
        reason=reason,
        advice=_REMOVE,
    )


def _short(text: str) -> str:
    text = visible(text)
    return text if len(text) <= _TITLE else f"{text[: _TITLE - 1]}…"


def _groups(sections: Sequence[_Section], problems: _Problems) -> list[list[_Section]]:
    """Sections that run at the same time; a stonewall begins the next group (fio(1), stonewall),
    and so does waiting for one of those before.
    """
    groups: list[list[_Section]] = []
    for section in sections:
        waits = section.values.get("wait_for")
        if waits and not (groups and [one.name for one in groups[-1]] == [waits.text]):
            problems.add(_refused(waits.line, "wait_for", options.STEERING))
        if not groups or waits or _set(section, "stonewall"):
            groups.append([section])
            continue
        differs = groups[-1][0].differs(section)
        if differs and not (len(groups[-1]) == 1 and _pair(groups[-1][0], section)):
            problems.add(
                UsageError(
                    "{at}: [{one}] and [{other}] would run at the same time with different"
                    " {option}.",
                    at=_At(section.line),
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


def _pair(one: _Section, other: _Section) -> bool:
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
    ended = _set(reads, "exitall") and _set(reads, "time_based") and not _set(writes, "time_based")
    return not differs or (ended and {"time_based", "io_size"}.issuperset(differs))


def _set(section: _Section, name: str) -> bool:
    found = section.values.get(name)
    return found is not None and found.text != "0" and not found.unknown


# The meaning


class _Reader:
    """One test: a section, or several that do the same at the same time.

    `total` are the bytes of the file that it needs, `direct` whether it goes past the page cache,
    `notes` what of it is done otherwise than fio would.
    """

    def __init__(self, group: Sequence[_Section], problems: _Problems, *, alone: bool) -> None:
        self._section = group[0]
        self._problems = problems
        self._beside: _Reader | None = None
        self.notes: list[Note] = []
        pair = len(group) == 2 and _pair(*group)
        # Jobs that do the same end together anyway: only those of later groups would be lost.
        if _set(group[0], "exitall") and self._text("exit_what", "") == "all" and not alone:
            problems.add(_refused(self._line("exit_what"), "exit_what=all", options.STEERING))
        if pair:
            # The writer is the one that ends both, so that it is read like a test of its own.
            ways = sorted(group, key=lambda one: (one.access or ("", ""))[1], reverse=True)
            self._section = ways[0]
            self._beside = _Reader(ways[1:], problems, alone=True)
            group = ways[:1]
        self.jobs = self._tried(lambda: self._whole("numjobs", 1, 1, MOST_JOBS), 1) * len(group)
        if self.jobs > MOST_JOBS:
            problems.add(
                UsageError(
                    "{at}: {count} jobs at the same time; the maximum is {most}.",
                    at=_At(self._line()),
                    count=self.jobs,
                    most=MOST_JOBS,
                    advice=Advice("Lower numjobs."),
                )
            )
        self.direct = self._tried(self._direct, False)
        self.total = 0

    def _tried(self, read: Callable[[], _Found], otherwise: _Found) -> _Found:
        return self._problems.tried(read, otherwise)

    def phase(self) -> Phase:
        """The test; one of no meaning where there is a problem, which is added."""
        found = self._single()
        if self._beside is None:
            return found
        reads = self._beside._single()
        self.total = max(self.total, self._beside.total)
        self.notes += self._beside.notes
        title = f"{reads.title} + {found.title}"[:_TITLE]
        if re.sub(r"\d+$", "", reads.title) == re.sub(r"\d+$", "", found.title):
            title = re.sub(r"[\s,-]*\d+$", "", reads.title) or title
        return replace(
            found,
            title=title,
            direction=Direction.MIXED,
            queue_depth=reads.queue_depth,
            write_depth=found.queue_depth,
        )

    def _single(self) -> Phase:
        share = self._tried(self._share, 50)
        pattern, direction = self._tried(
            lambda: self._access(share), (Pattern.SEQUENTIAL, Direction.READ)
        )
        engine, depth = self._tried(self._engine, (Engine.PSYNC, 1))
        block, asked = self._tried(lambda: self._blocks(direction), (_DEFAULT_BLOCK, PLAIN))
        offset, asked = self._tried(lambda: self._offset(asked), (0, asked))
        each, moved = self._tried(lambda: self._sizes(block), (DEFAULT_SIZE, DEFAULT_SIZE))
        timed = self._tried(lambda: self._flag("time_based"), False)
        seconds = self._tried(lambda: self._seconds(timed), DEFAULT_SECONDS)
        once = not timed
        if once and direction == Direction.READ and moved > each:
            # fio would begin again; without a time it would not be known when that ends.
            moved = each
            self._note(
                Note(
                    "[{name}] reads its {size} once.",
                    name=self._section.name,
                    size=Bytes(each, binary=True),
                )
            )
        share = share if direction == Direction.MIXED else 70
        limit = None if timed else moved * self.jobs
        if limit is not None and direction == Direction.MIXED:
            limit = -(-limit * (100 - share) // 100)  # what is written of it
        if limit is not None and limit < block * (1 if direction == Direction.MIXED else self.jobs):
            name = next((one for one in _AMOUNTS if one in self._section.values), "size")
            self._problems.add(self._wrong(name, Note("at least one block")))
        parted = pattern == Pattern.SEQUENTIAL or (once and direction == Direction.READ)
        shared = "filename" in self._section.values and not parted
        self.total = offset + each * (1 if shared else self.jobs)
        if self.total > MOST_SIZE:
            self._problems.add(self._wrong("size", Note("at most 1 TiB for all jobs")))
        self._several_files()
        return Phase(
            title=self._section.name,
            direction=direction,
            pattern=pattern,
            block_size=block,
            queue_depth=depth,
            jobs=self.jobs,
            warmup=self._tried(lambda: self._time("ramp_time", 0.0, 600), 0.0),
            seconds=seconds,
            limit=limit,
            engine=engine,
            read_share=share,
            once=once and direction == Direction.READ,
            data=self._tried(self._data, None) if direction != Direction.READ else None,
            random_map=pattern == Pattern.RANDOM
            and not self._tried(lambda: self._flag("norandommap"), False),
            asked=self._asked(asked),
        )

    # What a test is

    def _access(self, share: int) -> tuple[Pattern, Direction]:
        """`share` are the reads of a mixed test in percent: with all or none it is not mixed."""
        given = self._text("rw", "read").lower()
        if "trim" in given:
            raise _refused(self._line("rw"), f"rw={given}", options.TRIMS)
        found = _DIRECTIONS.get(given)
        if found is None:
            raise self._wrong("rw", Note("one of {words}", words=", ".join(_DIRECTIONS)))
        pattern, direction = found
        if direction == Direction.MIXED and share in (0, 100):
            direction = Direction.READ if share else Direction.WRITE
        return pattern, direction

    def _engine(self) -> tuple[Engine, int]:
        given = self._text("ioengine", Engine.PSYNC).lower()
        if given in _ONE_CALL:
            self._note(
                Note(
                    "[{name}] uses psync instead of {engine}.",
                    name=self._section.name,
                    engine=given,
                )
            )
            given = Engine.PSYNC
        if given not in OF_TESTS:
            raise self._wrong("ioengine", Note("one of {words}", words=", ".join(OF_TESTS)))
        engine = Engine(given)
        if engine is Engine.MMAP and self.direct:
            raise self._wrong("ioengine", Note("another engine with direct=1"))
        depth = self._whole("iodepth", 1, 1, MOST_DEPTH)
        if depth > 1 and engine in ONE_AT_A_TIME:
            self._note(
                Note(
                    "[{name}] has iodepth={count}, but {engine} supports 1.",
                    name=self._section.name,
                    count=depth,
                    engine=engine,
                )
            )
            depth = 1
        elif depth > 1 and not self.direct:
            self._note(
                Note(
                    "[{name}] uses buffered I/O, where {engine} mostly has queue depth 1.",
                    name=self._section.name,
                    engine=engine,
                )
            )
        return engine, depth

    def _direct(self) -> bool:
        """By the later one: to fio they are one option, and its opposite."""
        direct, buffered = (self._section.values.get(name) for name in ("direct", "buffered"))
        if buffered and (direct is None or buffered.line > direct.line):
            return not self._flag("buffered")
        return self._flag("direct")

    def _blocks(self, direction: Direction) -> tuple[int, Work]:
        """The largest block, and how the sizes are mixed where there are several."""
        values = self._section.values
        for name in ("bssplit", "bsrange"):
            if name in values:
                return self._mix(f"{name}={self._text(name, '')}", name)
        given = self._text("bs", str(_DEFAULT_BLOCK))
        each = given.split(",")
        if len(each) > 1:
            sizes = [size_of(one) for one in each[:2]]
            if direction == Direction.MIXED and sizes[0] != sizes[1]:
                return self._mix(f"bs={given}", "bs")
            given = each[0] if direction in (Direction.READ, Direction.MIXED) else each[1]
        size = size_of(given)
        if not size or size > MOST_BLOCK or size % 512:
            raise self._wrong("bs", _BLOCK)
        return size, PLAIN

    def _mix(self, text: str, name: str) -> tuple[int, Work]:
        sizes = sizes_in(text) if fits(name, text.partition("=")[2]) else None
        if sizes is None or sizes[1] > MOST_BLOCK or sizes[0] % 512:
            raise self._wrong(name, _BLOCK)
        return sizes[1], replace(PLAIN, block_sizes=text)

    def _offset(self, asked: Work) -> tuple[int, Work]:
        text = self._carried("offset")
        value = text.removeprefix("offset=")
        if not text or size_of(value) == 0 or value == "0%":
            return 0, asked
        if value.endswith("%"):
            raise self._wrong("offset", Note("a size like 1g"))
        size = size_of(value) or 0
        if size > MOST_SIZE or size % 512:
            raise self._wrong("offset", Note("a size like 1g"))
        return size, replace(asked, offset=f"offset={size}")

    def _sizes(self, block: int) -> tuple[int, int]:
        """Bytes that each job works on, and those that it moves: "size" is both, but where
        "filesize" or "io_size" says otherwise.
        """
        loops = self._whole("loops", 1, 1, 10**9)
        files = self._files()
        given = self._text("size", "")
        whole = self._text("filesize", "")
        if "-" in whole:
            raise self._wrong("filesize", Note("a size like 1g"))
        if whole:
            each = self._bytes("filesize", 0, MOST_SIZE) * files
            moved = each
            if given and not given.endswith("%"):
                moved = self._bytes("size", 0, MOST_BYTES)
        else:
            each = moved = self._size(block, given)
        moved = min(moved * loops, MOST_BYTES)
        if "io_size" in self._section.values:
            moved = self._share_of("io_size", each)
        if "number_ios" in self._section.values:
            moved = min(moved, self._whole("number_ios", 1, 1, 10**9) * block)
        if each < block:
            raise self._wrong("filesize" if whole else "size", Note("at least one block"))
        return each - each % 512, moved

    def _share_of(self, name: str, size: int) -> int:
        """An amount in bytes, or in percent of a size."""
        given = self._text(name, "")
        if re.fullmatch(r"[1-9]\d{0,4}%", given, re.ASCII):
            return min(MOST_BYTES, size * int(given[:-1]) // 100)
        return self._bytes(name, size, MOST_BYTES)

    def _size(self, block: int, given: str) -> int:
        """Bytes that each job works on; a share of something that is not there yet is none."""
        if self._unknown("size"):
            return DEFAULT_SIZE
        if not given or given.endswith("%"):
            device = self._text("filename", "").startswith("/dev/")
            if not given and "runtime" not in self._section.values and not device:
                raise UsageError(
                    "{at}: [{name}] has neither size nor runtime.",
                    at=_At(self._line()),
                    name=self._section.name,
                    advice=Advice("Add size=1g or runtime=30."),
                )
            self._note(
                Note(
                    "[{name}] has no size; it uses {size}.",
                    name=self._section.name,
                    size=Bytes(DEFAULT_SIZE, binary=True),
                )
            )
            return DEFAULT_SIZE
        size = self._bytes("size", 0, MOST_SIZE)
        if size < block:
            raise self._wrong("size", Note("at least one block"))
        return size

    def _files(self) -> int:
        """How many files each job has in fio, by their number or their names."""
        named = re.split(r"(?<!\\):", self._text("filename", ""))
        return max(self._whole("nrfiles", 1, 1, 10**6), len(named))

    def _several_files(self) -> None:
        count = self._tried(self._files, 1)
        if count > 1:
            self._note(
                Note(
                    "[{name}] uses one file of the same total size instead of {count}.",
                    name=self._section.name,
                    count=count,
                )
            )

    def _seconds(self, timed: bool) -> float:
        seconds = self._time("runtime", 0.0, MOST_SECONDS)
        if seconds > 0:
            return seconds
        if timed and not self._unknown("runtime"):
            raise UsageError(
                "{at}: time_based needs a runtime.",
                at=_At(self._line("time_based")),
                advice=Advice("Add runtime=30."),
            )
        self._note(
            Note(
                "[{name}] has no runtime; a repeat ends after at most {seconds}.",
                name=self._section.name,
                seconds=Seconds(DEFAULT_SECONDS),
            )
        )
        return DEFAULT_SECONDS

    def _share(self) -> int:
        """Percent of reads; of the two options the later one counts."""
        read, write = (self._section.values.get(name) for name in ("rwmixread", "rwmixwrite"))
        if write is not None and (read is None or write.line > read.line):
            return 100 - self._whole("rwmixwrite", 50, 0, 100)
        return self._whole("rwmixread", 50, 0, 100)

    def _data(self) -> Data:
        """What fio would write (fio(1), "Buffers and memory"); its default is scrambled."""
        shares = ("buffer_compress_percentage", "dedupe_percentage")
        if any(self._text(name, "0") != "0" for name in shares):
            return Data.COMPRESSIBLE
        if self._flag("zero_buffers"):
            return Data.ZEROS
        if self._flag("refill_buffers"):
            return Data.FRESH
        scrambled = self._flag("scramble_buffers") or "scramble_buffers" not in self._section.values
        return Data.SCRAMBLED if scrambled else Data.REPEATED

    def _asked(self, work: Work) -> Work:
        """With what it flushes, its limits and pauses, and what is carried as it is written."""
        pause = self._tried(lambda: self._time("thinktime", 0.0, 60, unit=1e-6), 0.0)
        blocks = self._tried(lambda: self._whole("thinktime_blocks", 1, 1, 10**6), 1)
        return replace(
            work,
            fsync=self._tried(lambda: self._whole("fsync", 0, 0, 10**6), 0),
            fdatasync=self._tried(lambda: self._whole("fdatasync", 0, 0, 10**6), 0),
            end_fsync=any(  # both follow the last write (backend.c, do_io)
                [self._tried(lambda: self._flag("end_fsync"), False),
                 self._tried(lambda: self._flag("fsync_on_close"), False)]
            ),
            sync=self._tried(self._opened, ""),
            rate=self._limited("rate"),
            rate_iops=self._limited("rate_iops"),
            think_time=round(pause, 6),
            think_blocks=blocks if pause else 1,
            order=self._tried(lambda: self._carried("order"), ""),
            other=self._tried(lambda: self._carried("other"), ""),
        )  # fmt: skip

    def _opened(self) -> str:
        sync = _SYNC.get(self._text("sync", "0").lower())
        if sync is None:
            raise self._wrong("sync", Note("one of {words}", words=", ".join(_SYNC)))
        return sync

    def _limited(self, name: str) -> tuple[int, ...]:
        none: tuple[int, ...] = ()
        return self._tried(lambda: self._limits(name), none)

    def _limits(self, name: str) -> tuple[int, ...]:
        """Of reads, writes and trims; one number is for all of them."""
        given = self._text(name, "")
        if not given:
            return ()
        each = [part.strip() for part in given.split(",")]
        each = each * 2 if len(each) == 1 else each[:2]
        found = [size_of(part) if part else 0 for part in each]
        if any(size is None for size in found) or not any(found):
            raise self._wrong(name, Note("a limit like 10m or 10m,5m"))
        return (*(size or 0 for size in found), 0)

    def _carried(self, field: str) -> str:
        """The options of a field as they are written, in the order of the list."""
        found = []
        for name, value in self._section.values.items():
            if field_of(name) != field or field not in FIELDS or value.unknown:
                continue
            if name in _PAGE_CACHE and self.direct:  # it asks for nothing past the page cache
                continue
            if not fits(name, value.text):
                raise self._wrong(name, Note("a value of the fio manual"))
            found.append(f"{name}={value.text}")
        text = " ".join(sorted(found))
        if len(text) > LONGEST:
            raise UsageError(
                "{at}: [{name}] has too many options.",
                at=_At(self._line()),
                name=self._section.name,
            )
        return text

    # Values

    def _text(self, name: str, default: str) -> str:
        found = self._section.values.get(name)
        return default if found is None or found.unknown else found.text

    def _unknown(self, name: str) -> bool:
        found = self._section.values.get(name)
        return found is not None and found.unknown

    def _flag(self, name: str) -> bool:
        given = self._text(name, "0")
        strict = name in options.STRICT
        if not re.fullmatch("[01]" if strict else r"\d{1,9}", given, re.ASCII):
            raise self._wrong(name, Note("0 or 1"))
        return int(given) != 0

    def _whole(self, name: str, default: int, low: int, high: int) -> int:
        given = self._text(name, str(default))
        if not re.fullmatch(r"\d{1,9}", given, re.ASCII) or not low <= int(given) <= high:
            raise self._wrong(
                name, Note("a whole number from {low} to {high}", low=str(low), high=str(high))
            )
        return int(given)

    def _bytes(self, name: str, default: int, most: int) -> int:
        given = self._text(name, str(default))
        size = size_of(given)
        if not size or size > most:
            raise self._wrong(
                name,
                Note("a size up to {most}, like 1g", most=Bytes(most, binary=True)),
            )
        return size

    def _time(self, name: str, default: float, most: float, *, unit: float = 1.0) -> float:
        """Seconds; `unit` is what a number without one counts."""
        given = self._text(name, "")
        if not given:
            return default
        found = _TIME.fullmatch(given)
        seconds = -1.0
        if found is not None:
            seconds = int(found[1]) * (_UNITS[found[2].lower()] if found[2] else unit)
        if not 0 <= seconds <= most:
            raise self._wrong(name, Note("a time up to {most}, like 30s", most=Seconds(most)))
        return seconds

    def _note(self, note: Note) -> None:
        self.notes.append(note)

    def _line(self, name: str = "") -> int:
        found = self._section.values.get(name)
        return found.line if found else self._section.line

    def _wrong(self, name: str, allowed: Note) -> UsageError:
        return UsageError(
            "{at}: {option} is not allowed.",
            at=_At(self._line(name)),
            option=_short(f"{name}={self._text(name, '')}"),
            advice=Advice("It must be {wrong}.", wrong=allowed),
        )


_BLOCK = Note("a block size of 512 to 64m, like 4k")
