# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads somebody's fio job file as a profile; runs nothing and opens nothing.

fio itself cannot be asked: `fio --parse-only` opens files that a pattern names and starts a shell
for arithmetic (seen with fio 3.33). So the file is read here by an allow-list (job_options.py), and
fio gets the command that we make from the profile. What it may have is in job_grammar.py;
what that means for a test is fio's manual (fio(1)).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
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
from driveproof.domain.errors import UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.options import (
    LONGEST_OPTIONS,
    OPTION_FIELDS,
    SYNC,
    field_of,
    option_fits,
    seconds_of,
    size_of,
    sizes_in,
)
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.refusals import at_least, key_needs, refused_value
from driveproof.domain.profile.shipped import SHIPPED
from driveproof.domain.quantity import Bytes, Seconds
from driveproof.domain.run.work import PLAIN, Data, IoOptions, work_marks
from driveproof.domain.text import visible
from driveproof.fio import job_options as options
from driveproof.fio.job_grammar import DIRECTIONS, Grammar, JobSection, groups_of, is_pair, is_set
from driveproof.fio.job_problems import (
    LONGEST_TITLE,
    At,
    Problems,
    no_section,
    not_supported,
    too_long,
)

_MIB = 2**20
_NOT_A_NAME = re.compile(r"[^a-z0-9]+")


def read_job_file(text: str, source: str, environment: Mapping[str, str] | None = None) -> Profile:
    """The profile that does what the job file `source` says, with notes on what is otherwise.

    `environment` has the variables that the file may name. Raises UsageError that names file, line
    and option, and says what to do; everything that is wrong is in it, the first in front.
    """
    problems = Problems(source)
    grammar = Grammar(problems, environment or {})
    sections = grammar.sections(text)
    groups = groups_of(sections, problems)
    alone = len(groups) == 1
    readers = [TestReader(group, problems, alone=alone) for group in groups]
    phases = [reader.phase() for reader in readers]
    cached = {reader.direct for reader in readers}
    problems.raise_any()
    if len(cached) > 1:
        raise UsageError("{source}: use direct=1 in all sections or in none.", source=source)
    if not sections:
        raise no_section(source)
    size = -(-max(reader.total for reader in readers) // _MIB) * _MIB
    phases = [
        replace(phase, extent=0 if reader.total == size else reader.total)
        for phase, reader in zip(phases, readers, strict=True)
    ]
    notes = [*_said(sections, grammar), *(note for reader in readers for note in reader.notes)]
    notes += [
        Note("[{name}] asks for {options}.", name=phase.title, options=", ".join(asked))
        for phase in phases
        if (asked := work_marks(phase.asked.judged(phase.direction)))
    ]
    stem = source.rpartition("/")[2]
    return Profile(
        name=_name(stem),
        title=visible(stem)[:LONGEST_TITLE].strip() or "fio",
        question=_question(sections),
        phases=tuple(_told_apart(phases)),
        size=size,
        repeats=1,
        cache=DIRECT if True in cached else COLD,
        as_written=True,
        notes=tuple(dict.fromkeys(notes)),
    )


def _said(sections: Sequence[JobSection], grammar: Grammar) -> Iterable[Note]:
    """What of the whole file is done otherwise than fio would."""
    names = dict.fromkeys(name for section in sections for name in section.values)
    ours = [name for name in names if name in options.OURS]
    left = [name for name in names if name in options.LEFT]
    if ours:
        yield _left_out(ours)
    if left:
        yield Note(
            "Ignored options: {options}.",
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
        yield Note("[{name}] is skipped (create_only).", name=name)


def _left_out(names: Sequence[str]) -> Note:
    return Note(
        "Options set by Driveproof: {options}.",
        options=", ".join(names),
    )


def _question(sections: Sequence[JobSection]) -> str:
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
        title, number = str(phase.title), 2
        while title in taken:
            title, number = f"{phase.title} ({number})", number + 1
        taken.add(title)
        variant = title if names.count(phase.name) > 1 else ""
        yield replace(phase, title=title, variant=variant)


MOST_JOBS = 64
MOST_DEPTH = 1024
DEFAULT_SIZE = 2**30
DEFAULT_SECONDS = 60.0
MOST_SECONDS = 86400.0
MOST_SIZE, MOST_BYTES = 2**40, 2**44
MOST_BLOCK = 2**26
_DEFAULT_BLOCK = 4096
_ONE_CALL = ("pvsync", "pvsync2")
"""Engines that do what psync does, by another system call."""
_AMOUNTS = ("number_ios", "io_size", "size", "filesize")
_PAGE_CACHE = frozenset({"fadvise_hint"})
"""Carried options that do something only to what goes through the page cache."""

_Found = TypeVar("_Found")
_BLOCK = Note(
    "{low} to {high} in steps of {step}",
    low=Bytes(512, binary=True),
    high=Bytes(MOST_BLOCK, binary=True),
    step=Bytes(512, binary=True),
)


class TestReader:
    """One test: a section, or several that do the same at the same time.

    `total` are the bytes of the file that it needs, `direct` whether it goes past the page cache,
    `notes` what of it is done otherwise than fio would.
    """

    def __init__(self, group: Sequence[JobSection], problems: Problems, *, alone: bool) -> None:
        self._section = group[0]
        self._problems = problems
        self._beside: TestReader | None = None
        self.notes: list[Note] = []
        pair = len(group) == 2 and is_pair(*group)
        # Jobs that do the same end together anyway: only those of later groups would be lost.
        if is_set(group[0], "exitall") and self._text("exit_what", "") == "all" and not alone:
            problems.add(not_supported(self._line("exit_what"), "exit_what=all", options.STEERING))
        if pair:
            # The writer is the one that ends both, so that it is read like a test of its own.
            ways = sorted(group, key=lambda one: (one.access or ("", ""))[1], reverse=True)
            self._section = ways[0]
            self._beside = TestReader(ways[1:], problems, alone=True)
            group = ways[:1]
        self.jobs = self._tried(lambda: self._whole("numjobs", 1, 1, MOST_JOBS), 1) * len(group)
        if self.jobs > MOST_JOBS:
            problems.add(
                refused_value(At(self._line()), "numjobs", self.jobs, _between("1", str(MOST_JOBS)))
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
        title = f"{reads.title} + {found.title}"[:LONGEST_TITLE]
        if re.sub(r"\d+$", "", str(reads.title)) == re.sub(r"\d+$", "", str(found.title)):
            title = re.sub(r"[\s,-]*\d+$", "", str(reads.title)) or title
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
            self._instead("loops=1", f"io_size={self._text('io_size', '') or 'loops'}")
        share = share if direction == Direction.MIXED else 70
        limit = None if timed else moved * self.jobs
        if limit is not None and direction == Direction.MIXED:
            limit = -(-limit * (100 - share) // 100)  # what is written of it
        if limit is not None and limit < block * (1 if direction == Direction.MIXED else self.jobs):
            name = next((one for one in _AMOUNTS if one in self._section.values), "size")
            self._problems.add(self._wrong(name, _at_least(block)))
        parted = pattern == Pattern.SEQUENTIAL or (once and direction == Direction.READ)
        shared = "filename" in self._section.values and not parted
        self.total = offset + each * (1 if shared else self.jobs)
        if self.total > MOST_SIZE:
            self._problems.add(self._wrong("size", _sizes_to(MOST_SIZE // self.jobs)))
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
            raise not_supported(self._line("rw"), f"rw={given}", options.TRIMS)
        found = DIRECTIONS.get(given)
        if found is None:
            raise self._wrong("rw", _one_of(DIRECTIONS))
        pattern, direction = found
        if direction == Direction.MIXED and share in (0, 100):
            direction = Direction.READ if share else Direction.WRITE
        return pattern, direction

    def _engine(self) -> tuple[Engine, int]:
        given = self._text("ioengine", Engine.PSYNC).lower()
        if given in _ONE_CALL:
            self._instead(f"ioengine={Engine.PSYNC}", f"ioengine={given}")
            given = Engine.PSYNC
        if given not in OF_TESTS:
            raise self._wrong("ioengine", _one_of(OF_TESTS))
        engine = Engine(given)
        if engine is Engine.MMAP and self.direct:
            raise self._wrong(
                "ioengine", _one_of(engine for engine in OF_TESTS if engine is not Engine.MMAP)
            )
        depth = self._whole("iodepth", 1, 1, MOST_DEPTH)
        if depth > 1 and engine in ONE_AT_A_TIME:
            self._instead("iodepth=1", f"iodepth={depth}")
            depth = 1
        elif depth > 1 and not self.direct:
            self._note(
                Note("[{name}]: buffered I/O mostly has queue depth 1.", name=self._section.name)
            )
        return engine, depth

    def _direct(self) -> bool:
        """By the later one: to fio they are one option, and its opposite."""
        direct, buffered = (self._section.values.get(name) for name in ("direct", "buffered"))
        if buffered and (direct is None or buffered.line > direct.line):
            return not self._flag("buffered")
        return self._flag("direct")

    def _blocks(self, direction: Direction) -> tuple[int, IoOptions]:
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

    def _mix(self, text: str, name: str) -> tuple[int, IoOptions]:
        sizes = sizes_in(text) if option_fits(name, text.partition("=")[2]) else None
        if sizes is None or sizes[1] > MOST_BLOCK or sizes[0] % 512:
            raise self._wrong(name, _BLOCK)
        return sizes[1], IoOptions(block_sizes=text)

    def _offset(self, asked: IoOptions) -> tuple[int, IoOptions]:
        text = self._carried("offset")
        value = text.removeprefix("offset=")
        if not text or size_of(value) == 0 or value == "0%":
            return 0, asked
        if value.endswith("%"):
            raise self._wrong("offset", Note("like {example}", example="1g"))
        size = size_of(value) or 0
        if size > MOST_SIZE or size % 512:
            raise self._wrong("offset", Note("like {example}", example="1g"))
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
            raise self._wrong("filesize", Note("like {example}", example="1g"))
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
            raise self._wrong("filesize" if whole else "size", _at_least(block))
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
                raise key_needs(At(self._line()), f"[{self._section.name}]", "size=1g")
            self._added(f"size={DEFAULT_SIZE >> 30}g")
            return DEFAULT_SIZE
        size = self._bytes("size", 0, MOST_SIZE)
        if size < block:
            raise self._wrong("size", _at_least(block))
        return size

    def _files(self) -> int:
        """How many files each job has in fio, by their number or their names."""
        named = re.split(r"(?<!\\):", self._text("filename", ""))
        return max(self._whole("nrfiles", 1, 1, 10**6), len(named))

    def _several_files(self) -> None:
        count = self._tried(self._files, 1)
        if count > 1:
            self._instead("nrfiles=1", f"nrfiles={count}")

    def _seconds(self, timed: bool) -> float:
        seconds = self._time("runtime", 0.0, MOST_SECONDS)
        if seconds > 0:
            return seconds
        if timed and not self._unknown("runtime"):
            raise key_needs(At(self._line("time_based")), "time_based", "runtime=30")
        self._added(f"runtime={DEFAULT_SECONDS:g}")
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

    def _asked(self, work: IoOptions) -> IoOptions:
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
        sync = SYNC.get(self._text("sync", "0").lower())
        if sync is None:
            raise self._wrong("sync", _one_of(SYNC))
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
            raise self._wrong(name, Note("like {example}", example="10m,5m"))
        return (*(size or 0 for size in found), 0)

    def _carried(self, field: str) -> str:
        """The options of a field as they are written, in the order of the list."""
        found = []
        for name, value in self._section.values.items():
            if field_of(name) != field or field not in OPTION_FIELDS or value.unknown:
                continue
            if name in _PAGE_CACHE and self.direct:  # it asks for nothing past the page cache
                continue
            if not option_fits(name, value.text):
                raise self._wrong(name, Note("a value of the fio manual"))
            found.append(f"{name}={value.text}")
        text = " ".join(sorted(found))
        if len(text) > LONGEST_OPTIONS:
            raise too_long(self._line(), LONGEST_OPTIONS)
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
            raise self._wrong(name, _one_of(("0", "1")))
        return int(given) != 0

    def _whole(self, name: str, default: int, low: int, high: int) -> int:
        given = self._text(name, str(default))
        if not re.fullmatch(r"\d{1,9}", given, re.ASCII) or not low <= int(given) <= high:
            raise self._wrong(name, _between(str(low), str(high)))
        return int(given)

    def _bytes(self, name: str, default: int, most: int) -> int:
        given = self._text(name, str(default))
        size = size_of(given)
        if not size or size > most:
            raise self._wrong(name, _sizes_to(most))
        return size

    def _time(self, name: str, default: float, most: float, *, unit: float = 1.0) -> float:
        """Seconds; `unit` is what a number without one counts."""
        given = self._text(name, "")
        if not given:
            return default
        # To fio "1.5s" is one second.
        seconds = None if "." in given else seconds_of(given, unit)
        if seconds is None or seconds > most:
            raise self._wrong(name, _between(Seconds(0), Seconds(most)))
        return seconds

    def _note(self, note: Note) -> None:
        self.notes.append(note)

    def _instead(self, value: str, asked: str) -> None:
        # Translators: {name} is a section of a job file, the others are options like "loops=1".
        self._note(
            Note(
                "[{name}] uses {value} instead of {asked}.",
                name=self._section.name,
                value=value,
                asked=asked,
            )
        )

    def _added(self, value: str) -> None:
        # Translators: {name} is a section of a job file, {value} an option like "runtime=60".
        self._note(Note("[{name}] uses {value}.", name=self._section.name, value=value))

    def _line(self, name: str = "") -> int:
        found = self._section.values.get(name)
        return found.line if found else self._section.line

    def _wrong(self, name: str, allowed: Note) -> UsageError:
        return refused_value(At(self._line(name)), name, self._text(name, ""), allowed)


def _one_of(words: Iterable[str]) -> Note:
    return Note("one of {words}", words=", ".join(words))


def _between(low: str | Seconds | Bytes, high: str | Seconds | Bytes) -> Note:
    return Note("{low} to {high}", low=low, high=high)


def _sizes_to(most: int) -> Note:
    return _between(Bytes(1, binary=True), Bytes(most, binary=True))


def _at_least(block: int) -> Note:
    return at_least(Bytes(block, binary=True))
