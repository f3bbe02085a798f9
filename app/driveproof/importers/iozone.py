# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table that iozone prints in its automatic mode (`iozone -a`), with or without its titles.

By iozone.c and recorded output: after the file size and the record size each figure has a field of
its own, which stays blank where the operation was not measured. So a line is cut by position.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate, pairwise

from driveproof.domain.access import Engine
from driveproof.domain.errors import Advice
from driveproof.domain.method import FILE_SIZES
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.pasted import unquoted
from driveproof.domain.profile.file_sizes import file_sizes_cell
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.run import (
    DirectionResult,
    Environment,
    IoPath,
    Latency,
    PhaseResult,
    Target,
    TargetKind,
)
from driveproof.domain.run.work import FileOperation, Work
from driveproof.domain.say import Say
from driveproof.domain.text import visible
from driveproof.importers.fields import (
    Unfit,
    UnfitError,
    finite_number,
    incomplete,
    invalid_field,
    possible,
    too_large,
    whole_number,
    without_result,
)
from driveproof.importers.run_builder import NO_DRIVE, PARTLY, FoundRun, imported, phase_of

KIB = 1024
MAX_ROWS = 2000
"""All sizes of `iozone -a -z` up to 16 GiB are 250 lines."""
MAX_SIZES = 100

HEAD = re.compile(r"^[ \t>|]*Iozone: Performance Test of File I/O", re.MULTILINE)
TITLES = re.compile(
    r"^[ \t>|]*k?KB?[ \t]+reclen[ \t]+write[ \t]+rewrite\b", re.MULTILINE | re.IGNORECASE
)
_ROW = re.compile(r"\s*(\d{1,16})\s+(\d{1,12})(?=\s|$)")
_LONGEST = 400  # characters of a line; those of iozone have 141

# The fields after the record size, in their order, and their names where they are not read.
_FIELDS: tuple[FileOperation | str, ...] = (
    FileOperation.WRITE,
    FileOperation.REWRITE,
    FileOperation.READ,
    FileOperation.REREAD,
    FileOperation.RANDOM_READ,
    FileOperation.RANDOM_WRITE,
    "bkwd read",
    FileOperation.RECORD_REWRITE,
    "stride read",
    "fwrite",
    "frewrite",
    "fread",
    "freread",
)
# Their widths in today's iozone, and before version 3.430 or so ("KB" instead of "kB").
_GRIDS = tuple(
    tuple(accumulate(widths)) for widths in ((9,) * 13, (8, 8, 9, 9, 8, 8, 8, 9, 9, 9, 9, 8, 9))
)

_VERSION = re.compile(r"Version \$Revision: ([\d.]{1,20}) \$")
_BEGAN = re.compile(
    r"Run began: \w{3} (\w{3}) +(\d{1,2}) (\d{2}):(\d{2}):(\d{2}) (\d{4})", re.ASCII
)
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_FILE = re.compile(r"Command line used:.*? -f *(\S{1,400})")
SEVERAL = "Children see throughput"
"""What iozone -t prints: of several processes at once."""
# What a person typed, where iozone's own first lines are missing: "$ ./iozone -e -I -a -s 100M".
_TYPED = re.compile(
    r"^(?!.*Command line used:).{0,100}?(?<![\w.-])iozone3?((?:[ \t]+[^\s;|&<>]{1,400})+)",
    re.MULTILINE,
)
_WITH_VALUE = frozenset("JjkVrtfFdsulibXLSqngyYPUH+")
"""The options of iozone.c that take a value, beside the switches (its getopt string)."""
_MMAP = re.compile(
    r"^[ \t>|]*(?:Using mmap files|Using msync\(.{1,10}\) on mmap files)", re.MULTILINE
)
_DEPTH = re.compile(r"POSIX async I/O .{1,20}Depth (\d{1,6})", re.IGNORECASE)
_OTHER_UNITS = (("OPS Mode. Output", "-O"), ("Microseconds/op Mode. Output", "-N"))
_OF_UNITS = frozenset("ON")
_COMPLETE = "iozone test complete."


@dataclass(frozen=True, slots=True)
class _Row:
    size: int
    record: int
    figures: tuple[int | None, ...]
    """In KiB a second, as _FIELDS; None where nothing was measured."""


def is_table(text: str) -> bool:
    """Whether it is iozone's table: by its titles, or by every line where it has none."""
    if TITLES.search(text):
        return True
    lines = [line for line in _unquoted(text).splitlines() if line.strip()]
    return bool(lines) and all(_like_a_row(line) for line in lines)


def _unquoted(text: str) -> str:
    return "\n".join(map(unquoted, text.split("\n")))


def _like_a_row(line: str) -> bool:
    found = _ROW.match(line[:_LONGEST])
    if found is None or len(line.rstrip()) > _LONGEST:
        return False
    size, record = int(found[1]), int(found[2])
    # A table of other numbers seldom has a power of two here that divides what stands before it.
    told = record > 0 and record.bit_count() == 1 and size >= record and size % record == 0
    rest = line[found.end() :].rstrip()
    return told and bool(rest) and any(_cut(rest, grid) for grid in _GRIDS)


def read_iozone(text: str) -> tuple[FoundRun, ...]:
    """A run for each time that iozone was started. Raises UnfitError for what is damaged, counts
    something else than KiB a second, or has no figure.
    """
    text = _unquoted(text)
    begins = _begins(text)
    if not begins or text[: begins[0]].strip():
        begins.insert(0, 0)
    parts = [text[begin:end] for begin, end in pairwise([*begins, len(text)])]
    parts = [part for part in parts if part.strip()]
    told = [part for part in parts if _measured(part)]  # not what a person says around them
    return tuple(_report(part) for part in told or parts)


def _measured(text: str) -> bool:
    marks = (HEAD.search(text), TITLES.search(text), SEVERAL in text)
    return any(marks) or any(map(_like_a_row, text.splitlines()))


def _begins(text: str) -> list[int]:
    """Where each start of iozone begins: at its first line, or at the command or the titles where
    those lines are missing.
    """
    heads = {found.start() for found in HEAD.finditer(text)}
    typed = {found.start() for found in _TYPED.finditer(text)}
    begins, before = set(heads), 0
    for found in TITLES.finditer(text):
        own = [place for place in heads | typed if before <= place <= found.start()]
        begins.add(max(own, default=found.start()))
        before = found.end()
    return sorted(begins)


def _typed(text: str) -> dict[str, str]:
    """The options of the command above a table, with their values; nothing where iozone's own
    lines say how it measured.
    """
    found = None if _printed(text) else _TYPED.search(text)
    options: dict[str, str] = {}
    words = iter(found[1].split() if found else ())
    for word in words:
        if not word.startswith("-"):
            continue
        letters = word[1:]
        for place, letter in enumerate(letters):
            if letter in _WITH_VALUE:
                options[letter] = letters[place + 1 :] or next(words, "")
                break
            options[letter] = ""
    return options


def _run_without(option: str) -> UnfitError:
    return UnfitError(
        "This output of {program} cannot be imported: {what}.",
        code=Unfit.UNSUPPORTED,
        what=option,
        advice=Advice("Run: {command}", command="iozone -a"),
        program="iozone",
    )


def _report(text: str) -> FoundRun:
    for mark, option in _OTHER_UNITS:
        if mark in text:
            raise _run_without(option)
    for letter in _OF_UNITS & set(_typed(text)):
        raise _run_without(f"-{letter}")
    if SEVERAL in text:
        raise _run_without("-t")
    rows = _rows(text)
    cells: dict[tuple[FileOperation, int, int], list[int]] = {}
    left_out: dict[str, None] = {}
    for row in rows:
        for field, figure in zip(_FIELDS, row.figures, strict=True):
            if not figure:  # 0 with -+n: not measured again
                continue
            if isinstance(field, FileOperation):
                cells.setdefault((field, row.size, row.record), []).append(figure)
            else:
                left_out[field] = None
    if not cells:
        raise without_result("iozone")
    version = _VERSION.search(text)
    file = _FILE.search(text)
    path = file[1] if file else _typed(text).get("f", "")
    return imported(
        f"iozone {version[1]}" if version else "iozone",
        _phases(text, cells),
        method=FILE_SIZES,
        title="iozone",
        started=_date(text),
        target=Target(path=visible(path), kind=TargetKind.FILE),
        environment=Environment(
            test_file_size=max(size for _, size, _ in cells),
            io_path=IoPath.DIRECT if _told(text) else None,
        ),
        missing=(Say("latencies"), NO_DRIVE, Say("test environment")),
        notes=_notes(text, tuple(left_out)),
    )


def _notes(text: str, left_out: Sequence[str]) -> list[Note]:
    found = []
    if left_out:
        found.append(Note("Not imported: {sections}", sections=OneOf(tuple(left_out))))
    if not _told(text):
        found.append(
            Note(
                "The options are missing: buffered I/O is assumed.",
                kind=NoteKind.DOUBT,
            )
        )
    elif not _direct(text):
        found.append(
            Note(
                "Buffered I/O; run iozone with -I for direct I/O.",
                kind=NoteKind.DOUBT,
            )
        )
    if "Include close in write timing" in text or "c" in _typed(text):
        found.append(Note("Write times include closing the file (-c)."))
    if "Performance measurements are invalid in this mode" in text:
        found.append(
            Note(
                "iozone reports invalid results.",
                kind=NoteKind.DOUBT,
            )
        )
    if HEAD.search(text) and _COMPLETE not in text:
        found.append(PARTLY)
    return found


def _direct(text: str) -> bool:
    """Whether -I was given, by what iozone prints for it or by its command."""
    printed = re.search(r"O_DIRECT(?:IO)? feature enabled|VX_DIRECT enabled", text)
    return printed is not None or "I" in _typed(text)


def _printed(text: str) -> bool:
    """Whether the lines are there in which iozone says how it measures."""
    return "Command line used:" in text or "output is in k" in text.lower()


def _told(text: str) -> bool:
    """Whether it is known how it was measured, from these lines or from the command."""
    return _printed(text) or bool(_typed(text))


def _phases(text: str, cells: dict[tuple[FileOperation, int, int], list[int]]) -> list[PhaseResult]:
    direct = _direct(text)
    typed = _typed(text)
    sync = "sync" if "SYNC Mode. " in text or "sync mode active" in text or "o" in typed else ""
    if "O_DSYNC mode enabled" in text:
        sync = "dsync"
    engine, depth = Engine.PSYNC, 1  # read() and write(), one at a time: to the drive the same
    if _MMAP.search(text) or "B" in typed:
        engine = Engine.MMAP
    elif found := _DEPTH.search(text):
        engine, depth = Engine.POSIXAIO, whole_number(int(found[1]), Say("Queue depth"))
    elif typed.get("H", "").isdecimal():
        engine, depth = Engine.POSIXAIO, whole_number(int(typed["H"][:9]), Say("Queue depth"))
    flushed = "Include fsync in write timing" in text or "e" in typed
    phases = []
    for (operation, size, record), figures in cells.items():
        cell = file_sizes_cell(operation, size, record)
        way = cell.direction
        phase = file_sizes_cell(operation, size, record, sync=bool(sync) and cell.writes)
        phases.append(
            phase_of(
                direction=way,
                pattern=phase.pattern,
                block_size=record,
                queue_depth=max(1, depth),
                jobs=1,
                results=[{way: _result(figure * KIB, record)} for figure in figures],
                title=phase.title,
                name=phase.name,
                engine=engine,
                direct=direct,
                work=Work(
                    data=None,
                    nocow=None,
                    end_fsync=flushed and cell.writes,
                    sync=sync if cell.writes else "",
                    operation=operation,
                    extent=size,
                ),
            )
        )
    return phases


def _result(bandwidth: int, record: int) -> DirectionResult:
    rate = finite_number(bandwidth, Say("Bandwidth"), low=1.0)
    return DirectionResult(
        iops=rate / record,
        bandwidth=rate,
        bytes=None,
        ios=None,
        seconds=None,
        latency=Latency(),
        longest_stall=None,
    )


def _rows(text: str) -> list[_Row]:
    lines = [line for line in text.splitlines() if _ROW.match(line[:_LONGEST])]
    if len(lines) > MAX_ROWS:
        raise too_large(len(lines), MAX_ROWS)
    # Nothing stands behind what was cut off, not even the end of the line.
    last = lines[-1] if lines and text.endswith(lines[-1]) else None
    grids = [
        grid for grid in _GRIDS if all(_cut(_rest(line), grid) for line in lines if line != last)
    ]
    if last is not None and len(lines) == 1:
        grids = [grid for grid in grids if len(_rest(last)) >= grid[-1]]
    found = [_row(line, grids, cut_off=line is last) for line in lines]
    if (sizes := len({row.size for row in found})) > MAX_SIZES:
        raise too_large(sizes, MAX_SIZES)
    return found


def _rest(line: str) -> str:
    found = _ROW.match(line)
    return line[found.end() :] if found else ""


def _row(line: str, grids: Sequence[tuple[int, ...]], *, cut_off: bool) -> _Row:
    found = _ROW.match(line)
    assert found is not None  # it was chosen by this
    rest = line[found.end() :]
    figures = next((one for grid in grids if (one := _cut(rest, grid))), None)
    words = rest.split()
    if figures is None and not cut_off and len(words) == len(_FIELDS) and all(map(_figure, words)):
        figures = tuple(map(int, words))  # blanks were changed: no matter, all are there
    if figures is None and cut_off:
        raise incomplete()
    size = whole_number(int(found[1]), Say("File size"), low=1, high=2**42) * KIB
    record = whole_number(int(found[2]), Say("Record size"), low=1, high=2**30) * KIB
    if figures is None or record > size:
        raise invalid_field(Say("The line"), line.strip())
    return _Row(size, record, figures)


def _cut(rest: str, grid: tuple[int, ...]) -> tuple[int | None, ...] | None:
    """The figures in the fields that end at `grid`; None if one is elsewhere."""
    if len(rest.rstrip()) > grid[-1]:
        return None
    found: list[int | None] = []
    for begin, end in pairwise((0, *grid)):
        field = rest[begin:end]
        word = field.strip()
        # Each is printed with a blank before it, up to the end of its field.
        whole = field[:1] == " " and len(field.rstrip()) == end - begin
        if word and not (whole and _figure(word)):
            return None
        found.append(int(word) if word else None)
    return tuple(found)


def _figure(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) < 19


def _date(text: str) -> datetime | None:
    found = _BEGAN.search(text)
    if found is None or found[1] not in _MONTHS:
        return None
    day, hour, minute, second, year = map(int, found.groups()[1:])
    try:
        month = _MONTHS.index(found[1]) + 1
        return possible(datetime(year, month, day, hour, minute, second), Say("Date"))
    except ValueError:
        raise invalid_field(Say("Date"), found[0]) from None
