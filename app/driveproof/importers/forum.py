# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads again what export/text/forum_run.py wrote: the block that people paste in a forum.

It has the median of each test and no more; what else was measured is in the JSON.
"""

from __future__ import annotations

import re
from datetime import datetime

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.notes import Note
from driveproof.domain.quantity import Plural
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
    invalid_field,
    possible,
    read_number,
    whole_number,
    without_result,
)
from driveproof.importers.run_builder import FoundRun, imported, phase_of

_HEAD = re.compile(r"^[ \t>]*Driveproof\b([^\r\n]{0,400})\r?\n[ \t>]*-{60,100}[ \t]*\r?$", re.M)
_SECTION = re.compile(r"^[ \t>]*\[(Read|Write|Trim|Mix)\]")
_LINE = re.compile(
    r"^[ \t>]*(?P<name>\S[^:]{0,200}?)\s*:\s*(?P<rate>[\d.]{1,24}) MB/s"
    r"\s*\[\s*(?P<iops>[\d.]{1,24}) IOPS\](?:\s*<\s*(?P<latency>[\d.]{1,24}) us>)?"
)
_TEST = re.compile(
    r"(?P<pattern>SEQ|RND)(?P<size>\d{1,9}(?:\.\d)?)(?P<unit>[KMG]|B?) Q(?P<queue>\d{1,5})"
    r"T(?P<jobs>\d{1,5})(?P<variant>(?: · .{1,60}?)?)(?:\s+(?P<way>read|write))?",
    re.ASCII,
)
_FACT = re.compile(r"^[ \t>]*(Drive|Firmware|Profile|Test|Place|Date|OS|CPU): (.+)$")
_UNITS = {"": 1, "B": 1, "K": 2**10, "M": 2**20, "G": 2**30}
_FIO = re.compile(r"\bfio-[\w.]{1,40}", re.ASCII)
_OF = re.compile(r", result of ([^,]{1,100})")
_MISSING = (
    Say("repeats"),
    Say("latencies"),
)


def is_forum(text: str) -> bool:
    """Whether such a block begins in the text, whatever surrounds it."""
    return _HEAD.search(text) is not None


def read_forum(text: str) -> tuple[FoundRun, ...]:
    """One run for each block. Raises UnfitError."""
    heads = list(_HEAD.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return tuple(
        _block(head[1], text[head.end() : end].splitlines())
        for head, end in zip(heads, ends, strict=True)
    )


def _block(head: str, lines: list[str]) -> FoundRun:
    phases: dict[tuple[Direction, str], dict[Direction, DirectionResult]] = {}
    left_out = 0
    section = ""
    for line in lines:
        if named := _SECTION.match(line):
            section = named[1].lower()
        found = _LINE.match(line)
        if found is None:
            continue
        test = _TEST.fullmatch(found["name"].strip())
        if test is None or not section:
            left_out += 1
            continue
        way = section if section != "mix" else test["way"]
        if way is None:
            raise invalid_field(Say("The line"), line.strip())
        name = found["name"].strip()
        if section == "mix":
            key = (Direction.MIXED, name[: test.start("way")].rstrip())
        else:
            key = (Direction(section), name)
        phases.setdefault(key, {})[Direction(way)] = _result(found)
    if not phases:
        raise without_result("Driveproof")
    facts = {found[1]: found[2].strip() for line in lines if (found := _FACT.match(line))}
    fio, of = _FIO.search(head), _OF.search(head)
    system, place = facts.get("OS", ""), facts.get("Place", "")
    source = f"Driveproof text{f' of {of[1]}' if of else ''}"
    notes = []
    if left_out:
        notes.append(
            Note(
                "Not imported: {sections}",
                sections=Plural("{count} line", "{count} lines", left_out),
            )
        )
    model = facts.get("Drive", "")
    return imported(
        visible(source),
        [_phase(way, name, results) for (way, name), results in phases.items()],
        title=visible(facts.get("Profile", "Driveproof text")),
        started=_date(facts.get("Date", "")),
        target=Target(
            path="",
            kind=TargetKind.DEVICE if place.split(",")[0] == "device" else TargetKind.FILE,
            model=visible(model) if model and model != "unknown" else None,
            firmware=visible(facts["Firmware"]) if "Firmware" in facts else None,
        ),
        environment=Environment(
            fio=visible(fio[0]) if fio else None,
            kernel=visible(system.removeprefix("Linux ")) if system else None,
            cpu=visible(facts["CPU"]) if "CPU" in facts else None,
        ),
        missing=_MISSING,
        notes=notes,
    )


def _result(found: re.Match[str]) -> DirectionResult:
    latency = found["latency"]
    micro = None if latency is None else read_number(latency, Say("Latency"))
    return DirectionResult(
        iops=read_number(found["iops"], Say("IOPS")),
        bandwidth=read_number(found["rate"], Say("Bandwidth")) * 1e6,
        bytes=None,
        ios=None,
        seconds=None,
        latency=Latency(mean=None if micro is None else micro * 1e-6),
        longest_stall=None,
    )


def _phase(
    direction: Direction, name: str, results: dict[Direction, DirectionResult]
) -> PhaseResult:
    test = _TEST.fullmatch(name)
    if test is None or set(results) != (
        {Direction.READ, Direction.WRITE} if direction == Direction.MIXED else {direction}
    ):
        raise invalid_field(Say("Test"), name)
    size = float(test["size"]) * _UNITS[test["unit"]]
    base, variant = name[: test.start("variant")], test["variant"]
    return phase_of(
        direction=direction,
        pattern=Pattern.SEQUENTIAL if test["pattern"] == "SEQ" else Pattern.RANDOM,
        block_size=whole_number(size, Say("Block size"), low=512, high=2**30),
        queue_depth=whole_number(int(test["queue"]), Say("Queue depth"), low=1),
        jobs=whole_number(int(test["jobs"]), Say("Jobs"), low=1),
        results=[results],
        name=f"{base} {direction}{visible(variant)}" if variant else "",
    )


def _date(text: str) -> datetime | None:
    try:
        return possible(datetime.strptime(text, "%Y-%m-%d %H:%M:%S"), Say("Date"))
    except ValueError:
        return None
