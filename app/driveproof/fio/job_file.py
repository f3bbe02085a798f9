# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads somebody's fio job file as a profile; runs nothing, opens nothing, and expands nothing.

fio itself cannot be asked: `fio --parse-only` opens files that a pattern names and starts a shell
for arithmetic (seen with fio 3.33). So the file is read here by an allow-list (job_options.py), and
fio gets the command that we make from the profile. The grammar is that of fio's init.c: sections in
brackets, those whose name begins with "global" hold for what follows, `key=value` or `key`, and
comments from ; or # on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

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
from driveproof.domain.profile.kind import SHIPPED
from driveproof.domain.profile.options import FIELDS, LONGEST, field_of, fits, size_of, sizes_in
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
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
_PER_FILE = ("filename", "directory", "name", "description", "stonewall", "startdelay")
"""What may differ between sections that do the same at the same time."""


@dataclass(frozen=True, slots=True)
class _Value:
    """The value of an option, and the line that it stands in."""

    text: str
    line: int


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
            if name not in _PER_FILE and (mine and mine.text) != (theirs and theirs.text):
                found.append(name)
        return tuple(found)

    @property
    def access(self) -> tuple[Pattern, Direction] | None:
        """Pattern and direction, None where that is wrong or missing."""
        found = self.values.get("rw")
        return _DIRECTIONS.get(found.text.lower()) if found else None


def read_job_file(text: str, source: str) -> Profile:
    """The profile that does what the job file `source` says, with notes on what is otherwise.

    Raises UsageError that names file, line and option, and says what to do.
    """
    sections = _sections(text, source)
    groups = _groups(sections, source)
    readers = [_Reader(group, source) for group in groups]
    phases = [reader.phase() for reader in readers]
    size = -(-max(reader.total for reader in readers) // _MIB) * _MIB
    phases = [
        replace(phase, extent=0 if reader.total == size else reader.total)
        for phase, reader in zip(phases, readers, strict=True)
    ]
    cached = {reader.direct for reader in readers}
    if len(cached) > 1:
        raise UsageError(
            "{source}: some sections go past the page cache (direct=1) and others through it.",
            source=source,
            advice=Advice("Results of both cannot be compared: write direct=1 in all or in none."),
        )
    ours = dict.fromkeys(
        name for section in sections for name in section.values if name in options.OURS
    )
    notes = [note for reader in readers for note in reader.notes]
    notes += [
        Note("[{name}] asks for {options}.", name=phase.title, options=", ".join(asked))
        for phase in phases
        if (asked := marks(phase.asked.judged(phase.direction)))
    ]
    if ours:
        notes.insert(0, _left_out(tuple(ours)))
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


def _left_out(names: Sequence[str]) -> Note:
    return Note(
        "Of the job file, Driveproof sets these options itself: {options}.",
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


def _sections(text: str, source: str) -> list[_Section]:
    found: list[_Section] = []
    common: dict[str, _Value] = {}
    name, start, own = "", 0, common
    for number, line in enumerate(text.split("\n"), start=1):
        at = f"{source}, line {number}"
        if len(line) > LONGEST_LINE:
            raise UsageError("{at}: the line is longer than 4096 characters.", at=at)
        content = re.split("[;#]", line, maxsplit=1)[0].strip()
        if not content:
            continue
        if content.startswith("["):
            _keep(found, name, start, own)
            if not content.endswith("]") or not content[1:-1].strip():
                raise UsageError(
                    "{at}: a section is a name in brackets.",
                    at=at,
                    advice=Advice("Write it like [random-read]."),
                )
            name, start = content[1:-1].strip(), number
            own = common if name.startswith("global") else dict(common)
            if len(found) >= MOST_SECTIONS:
                raise UsageError(
                    "{source} has more than {count} sections.", source=source, count=MOST_SECTIONS
                )
            continue
        key, value = _option(content, at, known=bool(name))
        own[key] = _Value(value, number)
    _keep(found, name, start, own)
    if not found:
        raise UsageError(
            "{source} has no section with a test.",
            source=source,
            advice=Advice("A fio job file has at least one section, like [random-read]."),
        )
    return found


def _keep(found: list[_Section], name: str, line: int, values: dict[str, _Value]) -> None:
    if name and not name.startswith("global"):
        found.append(_Section(visible(name)[:_TITLE], line, values))


def _option(content: str, at: str, *, known: bool) -> tuple[str, str]:
    """Name and value of a line. Raises UsageError for one that may not be used."""
    first = content.split(maxsplit=1)[0]
    if first == "include":
        raise _refused(at, "include", options.INCLUDED)
    if not known:
        raise UsageError(
            "{at}: this line is above the first section.",
            at=at,
            advice=Advice("Write it below [global] or below the name of a test."),
        )
    key, equals, value = content.partition("=")
    key, value = key.strip(), value.strip()
    written = key
    key = options.ALIASES.get(key, key)
    if not (key in options.TAKEN or key in options.OURS or field_of(key)):
        raise _refused(at, written, options.reason_of(key))
    if "$" in value:
        raise _refused(at, f"{written}={value}", options.EXPANDED)
    if key in options.SWITCHES and not equals:
        value = "1"
    elif not value and key not in options.OURS and key != "description":
        raise UsageError(
            "{at}: the option {option} has no value.",
            at=at,
            option=_short(written),
            advice=Advice("Write one after it, or remove the line."),
        )
    return key, value


def _refused(at: str, option: str, reason: Note) -> UsageError:
    return UsageError(
        "{at}: {option} is refused: {reason}.",
        at=at,
        option=_short(option),
        reason=reason,
        advice=Advice("Remove it from a copy of the file, and run that."),
    )


def _short(text: str) -> str:
    text = visible(text)
    return text if len(text) <= _TITLE else f"{text[: _TITLE - 1]}…"


def _groups(sections: Sequence[_Section], source: str) -> list[list[_Section]]:
    """Sections that run at the same time; a stonewall begins the next group (fio(1), stonewall)."""
    groups: list[list[_Section]] = []
    for section in sections:
        if groups and not _set(section, "stonewall"):
            differs = groups[-1][0].differs(section)
            if differs and not (len(groups[-1]) == 1 and _pair(groups[-1][0], section)):
                raise UsageError(
                    "{at}: [{one}] and [{other}] would run at the same time, with different"
                    " {option}: a test does one thing.",
                    at=f"{source}, line {section.line}",
                    one=groups[-1][0].name,
                    other=section.name,
                    option=differs[0],
                    advice=Advice(
                        "Write stonewall in [{other}], so that it runs after the other.",
                        other=section.name,
                    ),
                )
            groups[-1].append(section)
        else:
            groups.append([section])
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
    return found is not None and found.text != "0"


# The meaning


class _Reader:
    """One test: a section, or several that do the same at the same time.

    `total` are the bytes of the file that it needs, `direct` whether it goes past the page cache,
    `notes` what of it is done otherwise than fio would.
    """

    def __init__(self, group: Sequence[_Section], source: str, *, beside: bool = False) -> None:
        self._section = group[0]
        self._source = source
        self._beside: _Reader | None = None
        self.notes: list[Note] = []
        pair = len(group) == 2 and _pair(*group)
        for name in ("exitall", "exit_what"):
            if name in self._section.values and not pair and not beside:
                raise _refused(self._at(name), name, options.STEERING)
        if pair:
            # The writer is the one that ends both, so that it is read like a test of its own.
            ways = sorted(group, key=lambda one: (one.access or ("", ""))[1], reverse=True)
            self._section = ways[0]
            self._beside = _Reader(ways[1:], source, beside=True)
            group = ways[:1]
        self.jobs = self._whole("numjobs", 1, 1, MOST_JOBS) * len(group)
        if self.jobs > MOST_JOBS:
            raise UsageError(
                "{at}: {count} jobs at the same time are more than {most}.",
                at=self._at(),
                count=self.jobs,
                most=MOST_JOBS,
                advice=Advice("Lower numjobs."),
            )
        self.direct = self._direct()
        self.total = 0

    def phase(self) -> Phase:
        """The test. Raises UsageError."""
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
        pattern, direction = self._access()
        engine, depth = self._engine()
        block, asked = self._blocks(direction)
        offset, asked = self._offset(asked)
        each = self._size(block)
        loops = self._whole("loops", 1, 1, 1000)
        timed = self._flag("time_based")
        seconds = self._seconds(timed)
        own_size = "io_size" in self._section.values
        moved = self._bytes("io_size", each, MOST_BYTES) if own_size else each * loops
        once = not timed
        if once and direction == Direction.READ and moved > each:
            # fio would begin again; without a time it would not be known when that ends.
            moved = each
            self._note(
                Note(
                    "[{name}] reads its {size} once, and not several times.",
                    name=self._section.name,
                    size=Bytes(each, binary=True),
                )
            )
        share = self._share() if direction == Direction.MIXED else 70
        limit = None if timed else moved * self.jobs
        if limit is not None and direction == Direction.MIXED:
            limit = -(-limit * (100 - share) // 100)  # what is written of it
        if limit is not None and limit < block * (1 if direction == Direction.MIXED else self.jobs):
            raise self._wrong("io_size" if own_size else "size", Note("at least one block"))
        parted = pattern == Pattern.SEQUENTIAL or (once and direction == Direction.READ)
        shared = "filename" in self._section.values and not parted
        self.total = offset + each * (1 if shared else self.jobs)
        if self.total > MOST_SIZE:
            raise self._wrong("size", Note("at most 1 TiB for all jobs together"))
        return Phase(
            title=self._section.name,
            direction=direction,
            pattern=pattern,
            block_size=block,
            queue_depth=depth,
            jobs=self.jobs,
            warmup=self._time("ramp_time", 0.0, 600),
            seconds=seconds,
            limit=limit,
            engine=engine,
            read_share=share,
            once=once and direction == Direction.READ,
            data=self._data() if direction != Direction.READ else None,
            random_map=pattern == Pattern.RANDOM and not self._flag("norandommap"),
            asked=self._paced(self._flushed(asked)),
        )

    # What a test is

    def _access(self) -> tuple[Pattern, Direction]:
        given = self._text("rw", "read").lower()
        if "trim" in given:
            raise _refused(self._at("rw"), f"rw={given}", options.TRIMS)
        found = _DIRECTIONS.get(given)
        if found is None:
            raise self._wrong("rw", Note("one of {words}", words=", ".join(_DIRECTIONS)))
        return found

    def _engine(self) -> tuple[Engine, int]:
        given = self._text("ioengine", Engine.PSYNC).lower()
        if given not in OF_TESTS:
            raise self._wrong("ioengine", Note("one of {words}", words=", ".join(OF_TESTS)))
        engine = Engine(given)
        if engine is Engine.MMAP and self.direct:
            raise self._wrong("ioengine", Note("another one with direct=1: mmap is memory"))
        depth = self._whole("iodepth", 1, 1, MOST_DEPTH)
        if depth > 1 and engine in ONE_AT_A_TIME:
            self._note(
                Note(
                    "[{name}] asks for {count} requests at a time, but {engine} has one.",
                    name=self._section.name,
                    count=depth,
                    engine=engine,
                )
            )
            depth = 1
        elif depth > 1 and not self.direct:
            self._note(
                Note(
                    "[{name}] goes through the page cache, where {engine} mostly has one request at"
                    " a time.",
                    name=self._section.name,
                    engine=engine,
                )
            )
        return engine, depth

    def _direct(self) -> bool:
        values = self._section.values
        if "buffered" in values and "direct" in values:
            raise UsageError(
                "{at}: direct and buffered are opposites.",
                at=self._at("buffered"),
                advice=Advice("Leave one of them."),
            )
        return not self._flag("buffered") if "buffered" in values else self._flag("direct")

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
            raise self._wrong("offset", Note("a size like 1g: the test file is made for the test"))
        size = size_of(value) or 0
        if size > MOST_SIZE or size % 512:
            raise self._wrong("offset", Note("a size in whole sectors of 512 bytes, like 1g"))
        return size, replace(asked, offset=f"offset={size}")

    def _size(self, block: int) -> int:
        """Bytes that each job works on; a share of something that is not there yet is none."""
        given = self._text("size", "")
        if not given or given.endswith("%"):
            if not given and "runtime" not in self._section.values:
                raise UsageError(
                    "{at}: [{name}] says neither how large its file is nor how long it takes.",
                    at=self._at(),
                    name=self._section.name,
                    advice=Advice("Write size=1g, runtime=30 or both below its name."),
                )
            self._note(
                Note(
                    "[{name}] has no size in bytes: it works on {size}.",
                    name=self._section.name,
                    size=Bytes(DEFAULT_SIZE, binary=True),
                )
            )
            return DEFAULT_SIZE
        size = self._bytes("size", 0, MOST_SIZE)
        if size < block:
            raise self._wrong("size", Note("at least one block"))
        return size - size % 512

    def _seconds(self, timed: bool) -> float:
        seconds = self._time("runtime", 0.0, MOST_SECONDS)
        if seconds > 0:
            return seconds
        if timed:
            raise UsageError(
                "{at}: time_based needs a runtime.",
                at=self._at("time_based"),
                advice=Advice("Write runtime=30 beside it."),
            )
        self._note(
            Note(
                "[{name}] has no runtime: a repeat ends after {seconds} at the latest.",
                name=self._section.name,
                seconds=Seconds(DEFAULT_SECONDS),
            )
        )
        return DEFAULT_SECONDS

    def _share(self) -> int:
        """Percent of reads; of the two options the later one counts."""
        read, write = (self._section.values.get(name) for name in ("rwmixread", "rwmixwrite"))
        if write is not None and (read is None or write.line > read.line):
            return 100 - self._whole("rwmixwrite", 50, 1, 99)
        return self._whole("rwmixread", 50, 1, 99)

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

    def _flushed(self, work: Work) -> Work:
        sync = _SYNC.get(self._text("sync", "0").lower())
        if sync is None:
            raise self._wrong("sync", Note("one of {words}", words=", ".join(_SYNC)))
        return replace(
            work,
            fsync=self._whole("fsync", 0, 0, 10**6),
            fdatasync=self._whole("fdatasync", 0, 0, 10**6),
            end_fsync=self._flag("end_fsync"),
            sync=sync,
        )

    def _paced(self, work: Work) -> Work:
        """Limits and pauses, and the options that are carried as they are written."""
        pause = self._time("thinktime", 0.0, 60, unit=1e-6)
        return replace(
            work,
            rate=self._limits("rate"),
            rate_iops=self._limits("rate_iops"),
            think_time=round(pause, 6),
            think_blocks=self._whole("thinktime_blocks", 1, 1, 10**6) if pause else 1,
            order=self._carried("order"),
            other=self._carried("other"),
        )

    def _limits(self, name: str) -> tuple[int, ...]:
        """Of reads, writes and trims; one number is for all of them."""
        given = self._text(name, "")
        if not given:
            return ()
        each = [part.strip() for part in given.split(",")]
        each = each * 2 if len(each) == 1 else each[:2]
        found = [size_of(part) if part else 0 for part in each]
        if any(size is None for size in found) or not any(found):
            raise self._wrong(name, Note("one limit, or those of reads and writes: 10m or 10m,5m"))
        return (*(size or 0 for size in found), 0)

    def _carried(self, field: str) -> str:
        """The options of a field as they are written, in the order of the list."""
        found = []
        for name, value in self._section.values.items():
            if field_of(name) != field or field not in FIELDS:
                continue
            if not fits(name, value.text):
                raise self._wrong(name, Note("a value as fio's manual describes it"))
            found.append(f"{name}={value.text}")
        text = " ".join(sorted(found))
        if len(text) > LONGEST:
            raise UsageError(
                "{at}: [{name}] has too many options.", at=self._at(), name=self._section.name
            )
        return text

    # Values

    def _text(self, name: str, default: str) -> str:
        found = self._section.values.get(name)
        return default if found is None else found.text

    def _flag(self, name: str) -> bool:
        given = self._text(name, "0")
        if given not in ("0", "1"):
            raise self._wrong(name, Note("0 or 1"))
        return given == "1"

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
                Note("a size from 512 bytes to {most}, like 1g", most=Bytes(most, binary=True)),
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

    def _at(self, name: str = "") -> str:
        found = self._section.values.get(name)
        return f"{self._source}, line {found.line if found else self._section.line}"

    def _wrong(self, name: str, allowed: Note) -> UsageError:
        return UsageError(
            "{at}: {option} is not allowed.",
            at=self._at(name),
            option=_short(f"{name}={self._text(name, '')}"),
            advice=Advice("It must be {wrong}.", wrong=allowed),
        )


_BLOCK = Note(
    "blocks of 512 bytes to 64 MiB in whole sectors of 512, written like 4k; fio reads 4kib as 4000"
    " bytes"
)
