# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The texts that KDiskMark and CrystalDiskMark copy and save.

Their formats by their sources: KDiskMark src/mainwindow.cpp (getTextBenchmarkResult),
CrystalDiskMark DiskMarkDlg.cpp and DiskBench.cpp (versions 3 to 9).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.notes import Note
from driveproof.domain.pasted import unquoted
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.run import (
    DirectionResult,
    Environment,
    Latency,
    PhaseResult,
    Target,
    TargetKind,
)
from driveproof.domain.say import Say
from driveproof.domain.text import visible
from driveproof.importers.fields import (
    incomplete,
    invalid_field,
    possible,
    read_number,
    unsupported,
    whole_number,
    without_result,
)
from driveproof.importers.run_builder import NO_DRIVE, PARTLY, FoundRun, imported, phase_of

_K, _C = "KDiskMark", "CrystalDiskMark"
_KDISKMARK = re.compile(r"(?<![A-Za-z])KDiskMark(?: \(([^)]{1,40})\))?:")
_FIO = re.compile(r"Flexible I/O Tester \((fio-[^)]{1,40})\)")
# Whatever edition stands behind the version: "8.0.4 x64 (UWP)", "8.0.6 Shizuku Edition x64".
_CRYSTAL = re.compile(r"(?<![A-Za-z])CrystalDiskMark (\d[\w.]{0,20}.{0,80}?)\s*(?:\([Cc]\)|©)")
# "SEQ 1MiB (Q= 8, T= 1): 7427.749 MB/s [ 7083.7 IOPS] < 987.81 us>" of CrystalDiskMark 7 and later
# and KDiskMark; "Random Read 4KiB (Q= 32,T= 1) : 404.474 MB/s [ 98748.5 IOPS]" of 4 to 6; "Random
# Read 4KB (QD=32) : 271.859 MB/s [ 66371.9 IOPS]" and "Sequential Read : 505.825 MB/s" of 3.
_LINE = re.compile(
    r"^\s*(?P<pattern>SEQ|RND|Sequential|Random)\s+(?:(?P<way>Read|Write|Mix)\s*)?"
    r"(?:(?P<size>\d{1,6})\s*(?P<unit>KiB|MiB|KB|MB)\s*)?"
    r"(?:\(\s*(?:Q=\s*(?P<queue>\d{1,5})\s*,)?\s*T=\s*(?P<threads>\d{1,5})\s*\)\s*"
    r"|\(\s*QD\s*=\s*(?P<depth>\d{1,5})\s*\)\s*)?:"
    r"\s*(?P<rate>[\d.,]{1,24})\s*MB/s(?:\s*\[\s*(?P<iops>[\d.,]{1,24})\s*IOPS\s*\])?"
    r"(?:\s*<\s*(?P<latency>-?[\d.,]{1,24})\s*us\s*>)?"
)
# What a line of a result begins with: it may be cut off anywhere.
_BEGUN = re.compile(r"^\s*(?:SEQ|RND|Sequential|Random)\s")
_SECTION = re.compile(r"^\s*\[([A-Z][A-Za-z ]{1,30})\]")
_FACT = re.compile(r"^\s*(Test|Date|OS|Mode|Time|Profile|Mix Ratio|Target)\s?:\s?(.*)$")
# "/home 45.50% (106.41/233.88 GiB) [Samsung SSD 970 EVO 250GB]" of KDiskMark.
_TARGET = re.compile(
    r"(?P<path>/.{0,200}?)(?:\s+[\d.,]{1,8}\s?%\s*\((?P<used>[\d.,]{1,12})\s?(?P<small>[KMGT]iB)?"
    r"\s*/\s*(?P<whole>[\d.,]{1,12})\s?(?P<unit>[KMGT]iB)\))?(?:\s+\[(?P<model>[^\]]{1,200})\])?"
)
_DATE = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?")
_ENDS = frozenset({"Test", "Date"})
_SIZE = re.compile(r"(\d{1,6})\s*(MiB|GiB|MB)")
_LOOPS = re.compile(r"\(x\s?(\d{1,3})\)")
_PLACE = re.compile(r"\[([^\]\s]{1,100}:)\s+[\d.,]+%\s*\(([\d.,]+)/([\d.,]+)\s?Gi?B\)\]")
_KERNEL = re.compile(r"\[linux ([^\]\s]{1,100})\]", re.IGNORECASE)
# Of blocks and files: CrystalDiskMark 3 says "4KB" and "1000 MB" and means powers of two.
_UNITS = {"KiB": 2**10, "KB": 2**10, "MiB": 2**20, "MB": 2**20, "GiB": 2**30}
# What "MB" can be: what it says, KiB divided by 1000 (KDiskMark 1.6 to 3), MiB (its first ones).
_MEGABYTES = (10**6, 1000 * 2**10, 2**20)
_NEAR = 0.01
_SPREAD = Say("repeats")
_MISSING = (Say("latencies"), _SPREAD, NO_DRIVE)


@dataclass(frozen=True, slots=True)
class _Row:
    direction: Direction
    pattern: Pattern
    block_size: int
    queue_depth: int
    jobs: int
    rate: float
    iops: float | None
    latency: float | None


def is_diskmark(text: str) -> bool:
    """Whether it has a report of one of the two, with its first lines or without them."""
    lines = [unquoted(line) for line in text.splitlines()]
    return any(_begins(line) for line in lines) or _headless(lines)


def _begins(line: str) -> bool:
    return _KDISKMARK.search(line) is not None or _CRYSTAL.search(line) is not None


def _headless(lines: Iterable[str]) -> bool:
    """Whether results of both their shape stand below the head of a section."""
    section = ""
    for line in lines:
        if named := _SECTION.match(line):
            section = named[1]
        elif section in {"Read", "Write"} and "IOPS" in line and _LINE.match(line):
            return True
    return False


def read_diskmark(text: str) -> tuple[FoundRun, ...]:
    """One run, or one for each report where the file has several."""
    reports: list[list[str]] = []
    lines = [unquoted(line)[:400] for line in text.splitlines()]
    if not any(map(_begins, lines)):
        first = next(place for place, line in enumerate(lines) if _SECTION.match(line))
        return (_report(lines[first:], _maker(lines)),)
    for line in lines:
        if _begins(line):
            reports.append([])
        if reports:
            reports[-1].append(line)
    return tuple(_report(lines) for lines in reports)


def _maker(lines: Sequence[str]) -> str:
    """The program whose results these are, by what stands behind them."""
    facts = _facts(lines)
    if "Target" in facts or _KERNEL.search(facts.get("OS", "")):
        return _K
    if facts.get("OS", "").startswith("Windows") or _PLACE.search(facts.get("Test", "")):
        return _C
    raise incomplete()


def _facts(lines: Iterable[str]) -> dict[str, str]:
    return {found[1]: found[2].strip() for line in lines if (found := _FACT.match(line))}


def _report(lines: list[str], maker: str = "") -> FoundRun:
    """`maker` is whose it is, where the first lines are missing."""
    head = "\n".join(lines[:4])
    named = _CRYSTAL.search(head)
    kdiskmark = _KDISKMARK.search(head)
    crystal = named is not None or maker == _C
    version = named or kdiskmark
    source = f"{_C if crystal else _K} {(version and version[1]) or ''}"
    source = visible(source.strip())
    rows, left_out = _rows(lines)
    if not rows:
        if left_out:
            raise unsupported(source, _listed(left_out))
        raise without_result(source)
    facts = _facts(lines)
    megabyte = _megabyte(rows)
    whole = not _ENDS.isdisjoint(facts)
    notes = [*_loops(facts.get("Test", ""))]
    if megabyte != 10**6:
        notes.append(Note("Its MB/s were converted to 1,000,000 bytes/s."))
    if any(row.iops is None for row in rows):
        notes.append(Note("Missing IOPS were calculated."))
    if left_out:
        notes.append(Note("Not imported: {sections}", sections=_listed(left_out)))
    if maker or not whole:
        notes.append(PARTLY)
    if crystal and "OS" in facts:
        notes.append(Note("Measured on {system}.", system=facts["OS"]))
    without = all(row.latency is None for row in rows)
    fio = _FIO.search(head)
    kernel = _KERNEL.search(facts.get("OS", ""))
    target, fill = _place(facts.get("Test", ""))
    if "Target" in facts:
        target, fill = _drive(facts["Target"])
    missing = [one for one in _MISSING if one != NO_DRIVE or target.model is None]
    return imported(
        source,
        [_phase(row, megabyte, _engine(source, crystal=crystal)) for row in rows],
        title=source.split(" x64")[0],
        started=_date(facts.get("Date", "")),
        target=target,
        environment=Environment(
            fio=visible(fio[1]) if fio else None,
            kernel=visible(kernel[1]) if kernel else None,
            fill=fill,
            test_file_size=_file_size(facts.get("Test", "")),
        ),
        missing=(Say("latencies"), *missing[1:]) if without else missing,
        notes=notes,
    )


def _engine(source: str, *, crystal: bool) -> str:
    """DiskSpd since CrystalDiskMark 4, before that a loop of its own."""
    if not crystal:
        return Engine.LIBAIO
    return "" if re.match(r"CrystalDiskMark [123]\.", source) else "diskspd"


def _listed(left_out: Iterable[str]) -> OneOf:
    """What is not read."""
    return OneOf(
        tuple(
            Say("mixed tests") if section == "Mix" else section
            for section in dict.fromkeys(left_out)
        )
    )


def _rows(lines: Iterable[str]) -> tuple[list[_Row], list[str]]:
    """The tests in the order of the text, and the sections that are not read."""
    rows: list[_Row] = []
    section, left_out = "", []
    for line in lines:
        if named := _SECTION.match(line):
            section = named[1]
        found = _LINE.match(line)
        if found is None:
            if "MB/s" in line and not line.lstrip().startswith("*"):
                raise invalid_field(Say("The line"), line.strip())
            if _BEGUN.match(line):
                raise incomplete()
            continue
        way = section if section not in {"", "Read", "Write"} else found["way"] or section
        if not way:
            raise incomplete()
        rate = read_number(found["rate"], Say("Bandwidth"))
        if not rate:
            continue  # not measured: the button of this test was not pressed
        if way not in {"Read", "Write"}:
            left_out.append(way)
            continue
        rows.append(_row(found, Direction(way.lower()), rate))
    return rows, left_out


def _row(found: re.Match[str], direction: Direction, rate: float) -> _Row:
    sequential = found["pattern"].upper().startswith("SEQ")
    queue = int(found["queue"] or found["depth"] or 1)
    if found["size"]:
        block = int(found["size"]) * _UNITS[found["unit"]]
    elif not sequential:
        raise incomplete()
    else:  # not reported up to CrystalDiskMark 6: 128 KiB with a queue, 1 MiB without
        block = 2**17 if found["queue"] else 2**20
    latency = found["latency"]
    micro = 0.0 if latency is None or latency[0] == "-" else read_number(latency, Say("Latency"))
    iops = read_number(found["iops"], Say("IOPS")) if found["iops"] else 0.0
    return _Row(
        direction=direction,
        pattern=Pattern.SEQUENTIAL if sequential else Pattern.RANDOM,
        block_size=whole_number(block, Say("Block size"), low=512, high=2**30),
        queue_depth=whole_number(queue, Say("Queue depth"), low=1),
        jobs=whole_number(int(found["threads"] or 1), Say("Jobs"), low=1),
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


def _loops(test: str) -> list[Note]:
    found = _LOOPS.search(test)
    if found is None or found[1] == "1":
        return []
    return [Note("Each value is the average or best of {count} runs.", count=int(found[1]))]


def _place(test: str) -> tuple[Target, float | None]:
    """The drive letter and how full it was, of "1 GiB (x5) [C: 4% (79/1862GiB)]"."""
    found = _PLACE.search(test)
    if found is None:
        return Target(path="", kind=TargetKind.FILE), None
    used, whole = (
        read_number(found[2], Say("Capacity")),
        read_number(found[3], Say("Capacity")),
    )
    fill = used / whole if 0 <= used <= whole and whole else None
    return Target(path=visible(found[1]), kind=TargetKind.FILE), fill


def _drive(text: str) -> tuple[Target, float | None]:
    """The folder, the drive's model, and how full the file system was, of KDiskMark's last line."""
    found = _TARGET.fullmatch(text.strip())
    if found is None:
        return Target(path=visible(text.strip()[:400]), kind=TargetKind.FILE), None
    model = visible(found["model"].strip()) if found["model"] else None
    fill = None
    if found["unit"]:
        used = read_number(found["used"], Say("Capacity"))
        whole = read_number(found["whole"], Say("Capacity"))
        scale = _SCALES[found["small"] or found["unit"]] / _SCALES[found["unit"]]
        fill = used * scale / whole if whole and used * scale <= whole else None
    return Target(path=visible(found["path"]), kind=TargetKind.FILE, model=model), fill


_SCALES = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "TiB": 2**40}


def _file_size(test: str) -> int | None:
    found = _SIZE.search(test)
    return int(found[1]) * _UNITS[found[2]] if found else None


def _date(text: str) -> datetime | None:
    found = _DATE.search(text)
    if found is None:
        return None
    try:
        year, month, day, hour, minute, second = (int(part or 0) for part in found.groups())
        return possible(datetime(year, month, day, hour, minute, second), Say("Date"))
    except ValueError:
        raise invalid_field(Say("Date"), text) from None
