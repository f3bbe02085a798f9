# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds out what a file with results is, and has it read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.json_documents import BrokenDocumentError, JsonFault
from driveproof.domain.json_documents import documents as json_documents
from driveproof.domain.notes import Note
from driveproof.domain.pasted import decoded, plain_text
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.run import Run
from driveproof.importers.diskmark import is_diskmark, read_diskmark
from driveproof.importers.fields import (
    MAX_BYTES,
    Unfit,
    UnfitError,
    incomplete,
    invalid_field,
    too_large,
)
from driveproof.importers.fio_json import read_fio
from driveproof.importers.forum import is_forum, read_forum
from driveproof.importers.gnome_disks import read_gnome_disks
from driveproof.importers.hdparm_text import read_hdparm
from driveproof.importers.iozone import HEAD as IOZONE
from driveproof.importers.iozone import SEVERAL, is_table, read_iozone
from driveproof.importers.own_json import read_own
from driveproof.importers.run_builder import FoundRun

# 100 runs of our own with all their curves; a file that is larger was not made for this.
MAX_TEXT_BYTES = 2 * 2**20  # of what is read line by line
MAX_RUNS = 1000
_HEAD = 100_000  # characters in which a text has to say whose it is

KNOWN = Advice(
    "Supported: Driveproof, fio (JSON), GNOME Disks, KDiskMark, CrystalDiskMark,"
    " hdparm -tT and iozone -a."
)


def read_results(data: bytes, modified: datetime) -> tuple[Run, ...]:
    """The runs in a file's content, each without an id; at least one.

    `modified` is the date of a run whose file has none. Raises UnfitError, a MachineError whose
    sentence continues after the file's name, for everything that cannot be read.
    """
    if not data:
        raise UnfitError("It is empty.", code=Unfit.NO_RESULT)
    if len(data) > MAX_BYTES:
        raise _too_long(MAX_BYTES)
    if b"read-samples\0" in data:
        runs: tuple[FoundRun, ...] = (read_gnome_disks(data),)
    else:
        runs = _text_runs(_decoded(data))
    if not runs:
        raise _unknown()
    if len(runs) > MAX_RUNS:
        raise too_large(len(runs), MAX_RUNS)
    return tuple(found.run(modified) for found in runs)


def _unknown() -> UnfitError:
    return UnfitError("It has no supported result.", code=Unfit.NO_RESULT, advice=KNOWN)


def _too_long(most: int) -> UnfitError:
    return UnfitError("It is larger than {most}.", code=Unfit.TOO_LARGE, most=Bytes(most))


def _decoded(data: bytes) -> str:
    text = decoded(data)
    if "\0" in text[:4] and data[:3] != b"{\0\0":
        raise _unknown()
    return text


def _text_runs(text: str) -> tuple[FoundRun, ...]:
    if '"fio version"' in text:
        return _from_documents(text, read_fio)
    if '"version"' in text and ('"phases"' in text or '"runs"' in text):
        return _from_documents(text, read_own)
    head = plain_text(text[:_HEAD])
    readers = [
        read
        for told, read in (
            (is_forum(head[:4000]), read_forum),  # before those whose shape it has
            (is_diskmark(head), read_diskmark),
            ("Timing " in head and ("/dev/" in head or " MB in " in head), read_hdparm),
            (IOZONE.search(head) or SEVERAL in head or is_table(head), read_iozone),
        )
        if told
    ]
    if readers:
        return _of_all(plain_text(_short(text)), readers, whose(head))
    other = whose(head)
    if other is not None:
        raise UnfitError(
            "Output of {program} was not imported.",
            code=Unfit.UNSUPPORTED,
            program=other.program,
            advice=other.advice or KNOWN,
        )
    if text.lstrip()[:1] in ("{", "["):
        for _ in islice(documents(text), 1):  # says what is wrong with it, if it is broken
            break
    raise _unknown()


def _of_all(
    text: str, readers: Sequence[Callable[[str], tuple[FoundRun, ...]]], other: OtherFile | None
) -> tuple[FoundRun, ...]:
    """The runs of every program whose results the text has: scripts run one after the other, and
    people save all that they print. What cannot be read is said beside what can.
    """
    found: list[FoundRun] = []
    errors: list[UnfitError] = []
    for read in readers:
        try:
            found += read(text)
        except UnfitError as error:
            errors.append(error)
    if errors and not found:
        raise errors[0]
    notes = [Note("Not imported: {sections}", sections=one) for one in errors]
    if other is not None:
        notes.append(Note("Output of {program} was not imported.", program=other.program))
    return tuple(one.noted(notes) for one in found)


def _from_documents(
    text: str, read: Callable[[list[Any]], tuple[FoundRun, ...]]
) -> tuple[FoundRun, ...]:
    return read(list(documents(text)))


def _short(text: str) -> str:
    if len(text) > MAX_TEXT_BYTES:
        raise _too_long(MAX_TEXT_BYTES)
    return text


# Each takes up to some hundred bytes when it is read: three million need half a gigabyte at worst.
MAX_VALUES = 3_000_000
MAX_DOCUMENTS = 10_000


def documents(text: str) -> Iterator[Any]:
    """Every document. Raises UnfitError for one that is broken, cut off or too large."""
    values = text.count(",") + text.count("[") + text.count("{")
    if values > MAX_VALUES:
        raise too_large(values, MAX_VALUES)
    found = 0
    try:
        for document in json_documents(text):
            found += 1
            if found > MAX_DOCUMENTS:
                raise too_large(found, MAX_DOCUMENTS)
            yield document
    except BrokenDocumentError as error:
        raise _unfit(error) from error


def _unfit(error: BrokenDocumentError) -> UnfitError:
    if error.kind is JsonFault.CUT_OFF:
        return incomplete()
    where = f" {error.line}" if error.kind is JsonFault.SYNTAX else ""
    return invalid_field(f"JSON{where}", error.reason)


@dataclass(frozen=True, slots=True)
class OtherFile:
    """What a file is, and what to do with it where there is something."""

    program: str
    advice: Advice | None = None


_HEALTH = Advice(Remedy.OPEN_REPORT)
_JOB = Advice(Remedy.OPEN_JOB)
_FIO_JSON = Advice("Run: {command}", command="fio --output-format=json+")
_IOZONE_TABLE = Advice("Run: {command}", command="iozone -a")

# What another language's dd says: the bytes, in brackets the same with units, seconds, a rate.
_DD = (
    r"\d+ ?[^\d(\n（]{1,20}[(（][\d.,]+ ?\w{1,3}\b[^)\n）]{0,40}[)）]"
    r" ?\D{1,60}[\d.,e+-]+ ?\D{1,20}[\d.,]+ ?\w{1,3}/\w"
)
_RECORDS = r"\d+\+\d+ \D{3,40}\n[ \t>|]*\d+\+\d+ \D{3,40}$"
# By what each prints at the beginning of its result, or names its format; none of it is a word that
# people use in a text about a drive. A mark of quoting or an indent may stand before it.
_HEADS: tuple[tuple[re.Pattern[str], OtherFile], ...] = tuple(
    (re.compile(re.sub(r"(?<!\[)\^", lambda _begin: r"^[ \t>|]*", head), re.MULTILINE), other)
    for head, other in (
        # YABS and others run fio and dd: before them.
        (
            r"Yet-Another-Bench-Script|^fio Disk Speed Tests \(|^Block Size +\| +\d+[km] +\(IOPS\)"
            r"|\"fio\": *\[\s*\{\s*\"bs\"",
            OtherFile("YABS"),
        ),
        (r"^I/O Speed\((?:1st run|average)\)", OtherFile("bench.sh")),
        (r"^dd: sequential write speed|^nench\.sh v", OtherFile("nench")),
        (
            r"^Run status group \d|\(groupid=\d|\(g=\d+\): rw=|^fio-\d\.\d|^verify: bad \w+ "
            r"|^fio: (?:pid=|io_u error|verify|job )|^(?:READ|WRITE|TRIM): (?:bw|io)="
            r"|^clat percentiles \(|^(?:read|write|trim) ?: ?(?:IOPS|io)=",
            OtherFile("fio", _FIO_JSON),
        ),
        (
            r"^\d(?:;|;fio-)[^;\n]*;[^;\n]*;\d+;\d+;|^terse_version_\d",
            OtherFile("fio", _FIO_JSON),
        ),
        (r"^AS SSD Benchmark \d|<ASSSD|<AS_SSD", OtherFile("AS SSD")),
        (
            r"^(?:<\?xml[^>\n]{0,200}>[ \t]*\n?[ \t]*)?<(?:atto|ATTO)|ATTO Disk Benchmark",
            OtherFile("ATTO"),
        ),
        (
            r"<PhoronixTestSuite>|^Phoronix Test Suite v?\d|\"test_suite\"|phoronix-test-suite",
            OtherFile("the Phoronix Test Suite"),
        ),
        (
            r"^Version +[\d.]+[a-z]? +-+Sequential Output-+|^\d\.\d\d[a-z]?,\d\.\d\d[a-z]?,",
            OtherFile("bonnie++"),
        ),
        (
            r"^sysbench \d[\s\S]{0,4000}^File operations:|^Extra file open flags:"
            r"|^Operations performed: +\d+ [Rr]ead|^(?:read|written), MiB/s: +[\d.]+",
            OtherFile("sysbench"),
        ),
        (
            rf"^{_DD}|^{_RECORDS}|^\d+ bytes transferred in [\d.]+ secs",
            OtherFile("dd"),
        ),
        (
            r"^--- .* ioping statistics ---|^[\d.]+ [KMG]?i?B (?:<<<|>>>|from|to) .*: request=\d+ ",
            OtherFile("ioping"),
        ),
        (r"^HD Tune(?: Pro)?: ", OtherFile("HD Tune")),
        (
            r"^Command Line: .*(?i:diskspd)|<Results>\s*<System>\s*<ComputerName>"
            r"|^Results for timespan \d+:|^thread \| +bytes +\| +I/Os +\|"
            r"|^timespan: +\d+[ \t]*\n-+",
            OtherFile("DiskSpd"),
        ),
        (r"^'Test Type,Test Description", OtherFile("Iometer")),
        (r"Windows System Assessment Tool|^> Disk +Sequential ", OtherFile("winsat")),
        (r"^(?:\* )?Vdbench distribution:|^Vdbench ", OtherFile("vdbench")),
        (r"AmorphousDiskMark \d", OtherFile("AmorphousDiskMark")),
        (r"tdeDiskMark \(", OtherFile("tdeDiskMark")),
        (r"^elbencho version|^OPERATION +RESULT TYPE", OtherFile("elbencho")),
        (
            r"^dbench version|^Throughput [\d.]+ MB/sec +(?:\(sync \w+\) +)*\d+ (?:clients|procs)",
            OtherFile("dbench"),
        ),
        (r"^Filebench Version|^[\d.:]+ IO Summary: ", OtherFile("filebench")),
        (r"^IOR-\d|^access +bw\(MiB/s\) ", OtherFile("IOR")),
        (r"^(?:-- started at .{0,60}--[ \n]{1,3})?mdtest-\d", OtherFile("mdtest")),
        (r"^PostMark v\d", OtherFile("PostMark")),
        (r"^F3 (?:write|read|probe) \d", OtherFile("F3")),
        (r"^ezFio test parameters", OtherFile("ezFio")),
        (r"^Pass completed, \d+ bad blocks found", OtherFile("badblocks")),
        (
            r"^\"?(?:Writer|Re-writer|Reader) report\"?[ \t]*$",
            OtherFile("iozone", _IOZONE_TABLE),
        ),
        (
            r"^smartctl \d|\"smartctl\": *\{|^=== START OF (?:INFORMATION|(?:READ )?SMART DATA)"
            r"|^ID# ATTRIBUTE_NAME |^SMART/Health Information \(NVMe Log 0x02",
            OtherFile("smartctl", _HEALTH),
        ),
        (r"^Smart Log for NVME device", OtherFile("nvme-cli", _HEALTH)),
        (r"^CrystalDiskInfo \d", OtherFile("CrystalDiskInfo", _HEALTH)),
        (
            r"^\[[^\]\n]{1,100}\][ \t]*(?:[;#].*)?\n(?:.{0,200}\n){0,30}?"
            r"[ \t]*(?:rw|readwrite|ioengine|iodepth|blocksize)[ \t]*=",
            OtherFile("fio", _JOB),
        ),
        (r"^(?:ATA|ATAPI) .{0,20}device, with non-removable media", OtherFile("hdparm")),
    )
)


def whose(text: str) -> OtherFile | None:
    """The program that printed or saved this, of those that are known and not read."""
    return next((other for head, other in _HEADS if head.search(text)), None)
