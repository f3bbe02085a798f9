# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The texts that KDiskMark and CrystalDiskMark copy and save.

Their formats by their sources: KDiskMark src/mainwindow.cpp (getTextBenchmarkResult),
CrystalDiskMark DiskMarkDlg.cpp and DiskBench.cpp (versions 5 to 9).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from driveproof.domain.run import (
    DirectionResult,
    Environment,
    Latency,
    PhaseResult,
    Target,
)
from driveproof.domain.units import visible
from driveproof.export.readers.fields import UnfitError, count, possible, quoted, read_number
from driveproof.export.readers.made import Found, imported, phase_of

_KDISKMARK = re.compile(r"KDiskMark(?: \(([^)]{1,40})\))?:")
_FIO = re.compile(r"Flexible I/O Tester \((fio-[^)]{1,40})\)")
_CRYSTAL = re.compile(r"CrystalDiskMark ([\d.]{1,20}[^(]{0,60})\(C\)")
# "SEQ 1MiB (Q= 8, T= 1): 7427.749 MB/s [ 7083.7 IOPS] < 987.81 us>" of CrystalDiskMark 7 and later
# and KDiskMark; "Random Read 4KiB (Q= 32,T= 1) : 404.474 MB/s [ 98748.5 IOPS]" of 5 and 6.
_LINE = re.compile(
    r"^\s*(?P<pattern>SEQ|RND|Sequential|Random)\s+(?:(?P<way>Read|Write|Mix)\s*)?"
    r"(?:(?P<size>\d{1,6})\s*(?P<unit>KiB|MiB|KB|MB)\s*)?"
    r"\(\s*(?:Q=\s*(?P<queue>\d{1,5})\s*,)?\s*T=\s*(?P<threads>\d{1,5})\s*\)\s*:"
    r"\s*(?P<rate>[\d.,]{1,24})\s*MB/s(?:\s*\[\s*(?P<iops>[\d.,]{1,24})\s*IOPS\s*\])?"
    r"(?:\s*<\s*(?P<latency>-?[\d.,]{1,24})\s*us\s*>)?"
)
# What a line of a result begins with: it may be cut off anywhere.
_BEGUN = re.compile(r"^\s*(?:SEQ|RND|Sequential|Random)\s")
_SECTION = re.compile(r"^\s*\[(Read|Write|Mix)\]")
_FACT = re.compile(r"^\s*(Test|Date|OS|Mode|Time|Profile|Mix Ratio)\s?:\s?(.*)$")
_DATE = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?")
_ENDS = frozenset({"Test", "Date"})
_SIZE = re.compile(r"(\d{1,6})\s*(MiB|GiB)")
_LOOPS = re.compile(r"\(x\s?(\d{1,3})\)")
_PLACE = re.compile(r"\[([^\]\s]{1,100}:)\s+[\d.,]+%\s*\(([\d.,]+)/([\d.,]+)\s?GiB\)\]")
_KERNEL = re.compile(r"\[linux ([^\]\s]{1,100})\]", re.IGNORECASE)
_UNITS = {"KiB": 2**10, "KB": 2**10, "MiB": 2**20, "MB": 2**20, "GiB": 2**30}
# What "MB" can be: what it says, KiB divided by 1000 (KDiskMark 1.6 to 3), MiB (its first ones).
_MEGABYTES = (10**6, 1000 * 2**10, 2**20)
_NEAR = 0.01
_SPREAD = "one number a test, whose spread is not known"
_MISSING = ("only average latencies", _SPREAD, "no drive")


@dataclass(frozen=True, slots=True)
class _Row:
    direction: str
    pattern: str
    block_size: int
    queue_depth: int
    jobs: int
    rate: float
    iops: float | None
    latency: float | None


def read_diskmark(text: str) -> tuple[Found, ...]:
    """One run, or one for each report where several stand in the file one after the other."""
    reports: list[list[str]] = []
    for line in text.splitlines():
        if _KDISKMARK.search(line) or _CRYSTAL.search(line):
            reports.append([])
        if reports:
            reports[-1].append(line[:400])
    return tuple(_report(lines) for lines in reports)


def _report(lines: list[str]) -> Found:
    head = "\n".join(lines[:4])
    crystal = _CRYSTAL.search(head)
    kdiskmark = _KDISKMARK.search(head)
    if crystal:
        source = f"CrystalDiskMark {crystal[1].strip()}"
    else:
        version = kdiskmark[1] if kdiskmark and kdiskmark[1] else ""
        source = f"KDiskMark {version}".strip()
    source = visible(source)
    rows, mixed = _rows(lines)
    if not rows:
        raise UnfitError(f"It is a text of {source} without a result in it.")
    facts = {
        found[1]: found[2].strip() for line in lines if (found := _FACT.match(line)) is not None
    }
    megabyte = _megabyte(rows)
    whole = not _ENDS.isdisjoint(facts)
    notes = [*_loops(facts.get("Test", ""), crystal=crystal is not None)]
    if megabyte != 10**6:
        notes.append(
            "Its MB/s are not 1 000 000 bytes/s, as its own IOPS show: bandwidths were converted."
        )
    if any(row.iops is None for row in rows):
        notes.append(
            "IOPS of sequential tests are reckoned from the bandwidth and the block size, which is"
            " 128 KiB with a queue and 1 MiB without in CrystalDiskMark 5 and 6."
        )
    if mixed:
        notes.append("Mixed tests are left out: reads and writes are not told apart.")
    if not whole:
        notes.append(
            "The lines at its end, with the size of the test and the date, are missing: it may not"
            " be the whole text."
        )
    if crystal and "OS" in facts:
        notes.append(f"Measured on {visible(facts['OS'])}.")
    without = all(row.latency is None for row in rows)
    fio = _FIO.search(head)
    kernel = _KERNEL.search(facts.get("OS", ""))
    target, fill = _place(facts.get("Test", ""))
    return imported(
        source,
        [_phase(row, megabyte, "diskspd" if crystal else "libaio") for row in rows],
        title=source.split(" x64")[0],
        started=_date(facts.get("Date", "")),
        target=target,
        environment=Environment(
            fio=visible(fio[1]) if fio else None,
            kernel=visible(kernel[1]) if kernel else None,
            fill=fill,
            test_file_size=_file_size(facts.get("Test", "")),
        ),
        missing=("no latencies", *_MISSING[1:]) if without else _MISSING,
        notes=notes,
    )


def _rows(lines: Iterable[str]) -> tuple[list[_Row], bool]:
    """The tests in the order of the text, and whether there are mixed ones."""
    rows: list[_Row] = []
    section, mixed = "", False
    for line in lines:
        if named := _SECTION.match(line):
            section = named[1]
        found = _LINE.match(line)
        if found is None:
            if "MB/s" in line and not line.lstrip().startswith("*"):
                raise UnfitError(f"The line {quoted(line.strip())} cannot be read.")
            if _BEGUN.match(line):
                raise UnfitError(
                    f"The line {quoted(line.strip())} is cut off.", "Save or copy the whole text."
                )
            continue
        way = found["way"] or section
        if not way:
            raise UnfitError("It does not say which results are reads and which are writes.")
        rate = read_number(found["rate"], "A bandwidth")
        if not rate:
            continue  # not measured: the button of this test was not pressed
        if way == "Mix":
            mixed = True
            continue
        rows.append(_row(found, way.lower(), rate))
    return rows, mixed


def _row(found: re.Match[str], direction: str, rate: float) -> _Row:
    sequential = found["pattern"].upper().startswith("SEQ")
    queue = int(found["queue"] or 1)
    if found["size"]:
        block = int(found["size"]) * _UNITS[found["unit"]]
    else:  # CrystalDiskMark 5 and 6 do not say it: 128 KiB with a queue, 1 MiB without
        block = 2**17 if found["queue"] else 2**20
    latency = found["latency"]
    micro = 0.0 if latency is None or latency[0] == "-" else read_number(latency, "A latency")
    iops = read_number(found["iops"], "A number of IOPS") if found["iops"] else 0.0
    return _Row(
        direction=direction,
        pattern="sequential" if sequential else "random",
        block_size=count(block, "A block size", low=512, high=2**30),
        queue_depth=count(queue, "A queue depth", low=1),
        jobs=count(int(found["threads"]), "A number of threads", low=1),
        rate=rate,
        iops=iops or None,
        latency=micro * 1e-6 or None,
    )


def _megabyte(rows: Iterable[_Row]) -> int:
    """What the program's "MB" must be, so that its bandwidths and its IOPS agree."""
    # One decimal of few IOPS, or three of a small bandwidth, is too coarse to tell.
    told = [row for row in rows if row.iops is not None and row.iops >= 20 and row.rate >= 0.1]
    if not told:
        return 10**6

    def off(megabyte: int) -> float:
        return median(
            abs(row.rate * megabyte / row.block_size / (row.iops or 1) - 1) for row in told
        )

    nearest = min(_MEGABYTES, key=off)
    return nearest if off(nearest) <= _NEAR else 10**6


def _phase(row: _Row, megabyte: int, engine: str) -> PhaseResult:
    bandwidth = row.rate * megabyte
    result = DirectionResult(
        iops=bandwidth / row.block_size if row.iops is None else row.iops,
        bandwidth=bandwidth,
        bytes=None,
        ios=None,
        seconds=None,
        latency=Latency(mean=row.latency),
        longest_stall=None,
    )
    return phase_of(
        direction=row.direction,
        pattern=row.pattern,
        block_size=row.block_size,
        queue_depth=row.queue_depth,
        jobs=row.jobs,
        engine=engine,
        results=[{row.direction: result}],
    )


def _loops(test: str, *, crystal: bool) -> list[str]:
    found = _LOOPS.search(test)
    if found is None or found[1] == "1":
        return []
    if crystal:
        return [f"Each number is the best of {found[1]} loops."]
    return [f"Each number stands for {found[1]} loops: their average, or the best of them."]


def _place(test: str) -> tuple[Target, float | None]:
    """The drive letter and how full it was, of "1 GiB (x5) [C: 4% (79/1862GiB)]"."""
    found = _PLACE.search(test)
    if found is None:
        return Target(path="", kind="file"), None
    used, whole = read_number(found[2], "What is used"), read_number(found[3], "The capacity")
    fill = used / whole if 0 <= used <= whole and whole else None
    return Target(path=visible(found[1]), kind="file"), fill


def _file_size(test: str) -> int | None:
    found = _SIZE.search(test)
    return int(found[1]) * _UNITS[found[2]] if found else None


def _date(text: str) -> datetime | None:
    found = _DATE.search(text)
    if found is None:
        return None
    try:
        year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
        return possible(datetime(year, month, day, hour, minute, second), "Its date")
    except ValueError:
        raise UnfitError(f"Its date is {quoted(text)}, which cannot be.") from None
