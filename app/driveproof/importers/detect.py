# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds out what a file with results is, and has it read."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.json_documents import Broken, BrokenDocumentError
from driveproof.domain.json_documents import documents as json_documents
from driveproof.domain.quantity import Phrase
from driveproof.domain.run.run import Run
from driveproof.importers.diskmark import read_diskmark
from driveproof.importers.fields import MAX_BYTES, UnfitError, quoted
from driveproof.importers.fio_json import read_fio
from driveproof.importers.forum import is_forum, read_forum
from driveproof.importers.gnome_disks import read_gnome_disks
from driveproof.importers.hdparm_text import read_hdparm
from driveproof.importers.iozone import HEAD as IOZONE
from driveproof.importers.iozone import is_table, read_iozone
from driveproof.importers.own_json import read_own
from driveproof.importers.run_builder import Found

# 100 runs of our own with all their curves; a file that is larger was not made for this.
MAX_TEXT_BYTES = 2 * 2**20  # of what is read line by line
MAX_RUNS = 1000
_HEAD = 100_000  # characters in which a text has to say whose it is

KNOWN = Advice(
    "Known are: JSON of fio, JSON and forum texts of Driveproof, saved benchmarks of GNOME Disks,"
    " texts of KDiskMark and CrystalDiskMark, what hdparm -tT prints, and tables of iozone -a."
)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def read_results(data: bytes, modified: datetime) -> tuple[Run, ...]:
    """The runs in a file's content, each without an id; at least one.

    `modified` is the date of a run whose file has none. Raises UnfitError, a MachineError whose
    sentence continues after the file's name, for everything that cannot be read.
    """
    if not data:
        raise UnfitError("It is empty.")
    if len(data) > MAX_BYTES:
        raise UnfitError(
            "It is larger than {max_bytes} MiB, the most that is read.",
            max_bytes=MAX_BYTES // 2**20,
            advice=Advice("Import fewer results at a time."),
        )
    if b"read-samples\0" in data:
        runs: tuple[Found, ...] = (read_gnome_disks(data),)
    else:
        runs = _text_runs(_decoded(data))
    if not runs:
        raise UnfitError("There is no result in it.", advice=KNOWN)
    if len(runs) > MAX_RUNS:
        raise UnfitError(
            "It holds {runs} results, and at most {max_runs} are read.",
            runs=len(runs),
            max_runs=MAX_RUNS,
        )
    return tuple(found.run(modified) for found in runs)


def _decoded(data: bytes) -> str:
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    if data[:4].count(0) and data[:3] != b"{\0\0":
        raise UnfitError("It is not a result that Driveproof can read.", advice=KNOWN)
    return data.decode("utf-8", "replace")


def _text_runs(text: str) -> tuple[Found, ...]:
    if '"fio version"' in text:
        return _from_documents(text, read_fio)
    if '"version"' in text and ('"phases"' in text or '"runs"' in text):
        return _from_documents(text, read_own)
    if is_forum(text[:4000]):  # before those whose shape it has
        return read_forum(_short(text))
    if "DiskMark" in text[:_HEAD] and (found := read_diskmark(_short(text))):
        return found
    if "Timing " in text and ("/dev/" in text or " MB in " in text):
        return read_hdparm(_short(text))
    if IOZONE.search(text[:_HEAD]) or is_table(text[:_HEAD]):
        return read_iozone(_short(text))
    if "Run status group" in text or "groupid=" in text:
        raise UnfitError(
            "It is fio's output for people.",
            advice=Advice("Let fio write it with {option}.", option="--output-format=json+"),
        )
    if other := whose(text[:_HEAD]):
        raise UnfitError(
            "This is {what} of {program}, which Driveproof does not read.",
            what=other.what,
            program=other.program,
            advice=other.advice or KNOWN,
        )
    if text.lstrip()[:1] in ("{", "["):
        for _ in islice(documents(text), 1):  # says what is wrong with it, if it is broken
            break
    raise UnfitError("It is not a result that Driveproof can read.", advice=KNOWN)


def _from_documents(text: str, read: Callable[[list[Any]], tuple[Found, ...]]) -> tuple[Found, ...]:
    return read(list(documents(text)))


def _short(text: str) -> str:
    if len(text) > MAX_TEXT_BYTES:
        raise UnfitError(
            "It is a text of more than {max_text_bytes} MiB.",
            max_text_bytes=MAX_TEXT_BYTES // 2**20,
        )
    return text


# Each takes up to some hundred bytes when it is read: three million need half a gigabyte at worst.
MAX_VALUES = 3_000_000
MAX_DOCUMENTS = 10_000


def documents(text: str) -> Iterator[Any]:
    """Every document. Raises UnfitError for one that is broken, cut off or too large."""
    values = text.count(",") + text.count("[") + text.count("{")
    if values > MAX_VALUES:
        raise UnfitError(
            "It holds about {values} values, and at most {max_values} are read.",
            values=values,
            max_values=MAX_VALUES,
            advice=Advice("Import fewer results at a time."),
        )
    found = 0
    try:
        for document in json_documents(text):
            found += 1
            if found > MAX_DOCUMENTS:
                raise UnfitError(
                    "It holds more than {max_documents} documents.", max_documents=MAX_DOCUMENTS
                )
            yield document
    except BrokenDocumentError as error:
        raise _unfit(error) from error


def _unfit(error: BrokenDocumentError) -> UnfitError:
    match error.kind:
        case Broken.CUT_OFF:
            return UnfitError(
                "Its JSON ends in the middle, in line {line}.",
                line=error.line,
                advice=Advice("Save the whole output."),
            )
        case Broken.SYNTAX:
            return UnfitError(
                "Its JSON is broken in line {line}: {msg}.", line=error.line, msg=error.reason
            )
        case Broken.NESTED:
            return UnfitError("Its JSON is nested too deeply.")
        case Broken.NUMBER:
            return UnfitError(
                "Its JSON contains an invalid number: {quoted}", quoted=quoted(error.reason)
            )


_RESULT = Phrase("a result")


@dataclass(frozen=True, slots=True)
class Other:
    """What a file is, and what to do with it where there is something."""

    program: str
    what: Phrase = _RESULT
    advice: Advice | None = None


_REPORT = Phrase("a health report")
_HEALTH = Advice(Remedy.OPEN_REPORT)

# By what each prints at the beginning of its result, or names its format; none of it is a word that
# people use in a text about a drive.
_HEADS: tuple[tuple[re.Pattern[str], Other], ...] = tuple(
    (re.compile(head, re.MULTILINE), other)
    for head, other in (
        (r"^\s*AS SSD Benchmark \d|<ASSSD|<AS_SSD", Other("AS SSD")),
        (r"^\s*(?:<\?xml[^>]*>\s*)?<(?:atto|ATTO)|ATTO Disk Benchmark", Other("ATTO")),
        (
            r"<PhoronixTestSuite>|^\s*Phoronix Test Suite v?\d|\"test_suite\"|phoronix-test-suite",
            Other("the Phoronix Test Suite"),
        ),
        (r"^Version\s+[\d.]+\s+-+Sequential Output-+|^1\.9\d,1\.9\d,", Other("bonnie++")),
        (r"^sysbench \d[\s\S]{0,4000}^File operations:", Other("sysbench")),
        (r"^\d+ bytes \(.*\) copied, [\d.,]+ s", Other("dd")),
        (r"^--- .* ioping statistics ---", Other("ioping")),
        (r"^\s*HD Tune(?: Pro)?: ", Other("HD Tune")),
        (r"^Command Line: .*diskspd|<Results>\s*<System>\s*<ComputerName>", Other("DiskSpd")),
        (r"^'Test Type,Test Description", Other("Iometer")),
        (r"Windows System Assessment Tool|^> Disk +Sequential ", Other("winsat")),
        (r"^\s*(?:\* )?Vdbench distribution:|^Vdbench ", Other("vdbench")),
        (r"AmorphousDiskMark \d", Other("AmorphousDiskMark")),
        (r"tdeDiskMark \(", Other("tdeDiskMark")),
        (r"^elbencho version|^\s*OPERATION\s+RESULT TYPE", Other("elbencho")),
        (r"^dbench version", Other("dbench")),
        (r"^Filebench Version", Other("filebench")),
        (r"^smartctl \d|\"smartctl\": *\{", Other("smartctl", _REPORT, _HEALTH)),
        (r"^CrystalDiskInfo \d", Other("CrystalDiskInfo", _REPORT)),
    )
)


def whose(text: str) -> Other | None:
    """The program that printed or saved this, of those that are known and not read."""
    return next((other for head, other in _HEADS if head.search(text)), None)
