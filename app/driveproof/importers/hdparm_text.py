# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What hdparm -t and -T print, of one device or of several, once or again and again.

People paste it below the command, in mails and in web pages, with words of their own in between.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.method import HDPARM
from driveproof.domain.notes import Note
from driveproof.domain.pasted import unquoted
from driveproof.domain.run.hdparm import HDPARM_BLOCK, HDPARM_ENGINE
from driveproof.domain.run.run import DirectionResult, Environment, Latency, Target, TargetKind
from driveproof.domain.say import Say
from driveproof.domain.text import visible
from driveproof.importers.fields import finite_number, whole_number, without_result
from driveproof.importers.run_builder import NO_DRIVE, FoundRun, imported, phase_of
from driveproof.system.hdparm import PrintedTiming, parse_timing

_DEVICE = re.compile(r"(/dev/[^\s:]{1,200}):", re.ASCII)
_COMMAND = re.compile(r"(?:^|[\s/])hdparm((?:\s+[^\s;|&#()<>]+)*)\s*(.{0,200})", re.ASCII)
# What hdparm calls them: its options, in the order in which they are shown.
_OPTIONS = {
    "O_DIRECT disk reads": "-t --direct",
    "buffered disk reads": "-t",
    "O_DIRECT cached reads": "-T --direct",
    "cached reads": "-T",
    "buffer-cache reads": "-T",
}
_ORDER = tuple(dict.fromkeys(_OPTIONS.values()))
# A timing that was begun and has no figure: hdparm failed, or its output was cut off.
_BEGUN = re.compile(r"^Timing (?P<what>[\w -]{1,40} reads):", re.ASCII)
# What stands between timings and tells nothing about them: messages of hdparm and of the shell.
_SILENT = re.compile(
    r"HDIO_|SG_IO|BLK\w+ failed|read\(|/dev/[^\s:]{1,200}: |(?:real|user|sys)\s+\d|[\W_]*$|```"
)
_PROMPT = re.compile(r"[\w.@:~/ \[\]-]{0,80}[$#%>]\s*$", re.ASCII)
_MISSING = (Say("latencies"), NO_DRIVE, Say("test environment"))
_LONGEST_LABEL = 60


@dataclass(frozen=True, slots=True)
class _Section:
    """What was measured in the same way: a timing of it that comes again is a repeat.

    `said` is what the person wrote above it or behind its command, `options` those beside the
    timings themselves ("--offset 500").
    """

    device: str
    said: str
    options: str


@dataclass(slots=True)
class _Timings:
    """Those of a section, and what began and has no figure."""

    found: dict[str, list[PrintedTiming]] = field(default_factory=dict)
    lost: list[str] = field(default_factory=list)


def read_hdparm(text: str) -> tuple[FoundRun, ...]:
    """A run for each device, and for each way in which it was measured; a timing that appears
    several times below the same command has repeats.

    Raises UnfitError where hdparm began and measured nothing.
    """
    sections = _sections(text)
    measured = {section: each for section, each in sections.items() if each.found}
    if sections and not measured:
        raise without_result("hdparm")
    devices = Counter(section.device for section in measured)
    return tuple(
        _found(section, each.found, each.lost, apart=devices[section.device] > 1)
        for section, each in measured.items()
    )


def _sections(text: str) -> dict[_Section, _Timings]:
    found: dict[_Section, _Timings] = {}
    device = said = options = ""
    goes_on = False  # whether the last line belongs to what the person says
    for each in text.splitlines():
        line = " ".join(unquoted(each[:400]).split())
        begun = _BEGUN.match(line)
        if named := _DEVICE.fullmatch(line):
            device = named[1]
        elif begun is not None:
            section = found.setdefault(_Section(device, said, options), _Timings())
            timing = parse_timing(line)
            if begun["what"] not in _OPTIONS:
                continue
            name = _OPTIONS[begun["what"]]
            if timing is None:
                section.lost.append(f"hdparm {name}")
            else:
                section.found.setdefault(name, []).append(timing)
        elif command := _COMMAND.search(line):
            device, options = _asked(command[1].split(), device)
            words = (
                _words(command[2]) if not command[2].startswith((";", "|", "&", "<", ">")) else ""
            )
            if words:
                said = words
        elif not (_SILENT.match(line) or _PROMPT.fullmatch(line)):
            said = f"{said} {_words(line)}" if goes_on else _words(line)
            goes_on = True
            continue
        goes_on = False
    return found


def _asked(words: list[str], device: str) -> tuple[str, str]:
    """The device of a command, the one before where it names none or several, and its options but
    those that choose the timings, which hdparm's output names itself.
    """
    devices = [word for word in words if word.startswith("/dev/") and "$" not in word]
    options = [
        word
        for word in words
        if not word.startswith("/dev/") and word != "--direct" and word.strip("-tTq")
    ]
    return (devices[0] if len(devices) == 1 else device), " ".join(options)


def _words(text: str) -> str:
    return visible(text.strip("#:.,;()*-=_ `'\""))


def _found(
    section: _Section, timings: dict[str, list[PrintedTiming]], lost: Sequence[str], *, apart: bool
) -> FoundRun:
    device = section.device
    phases = [
        phase_of(
            direction=Direction.READ,
            pattern=Pattern.SEQUENTIAL,
            block_size=HDPARM_BLOCK,
            queue_depth=1,
            jobs=1,
            results=[{Direction.READ: _result(timing)} for timing in timings[options]],
            title=f"hdparm {options}",
            name=f"hdparm {options}",
            engine=HDPARM_ENGINE,
            direct="direct" in options,
        )
        for options in _ORDER
        if options in timings
    ]
    notes = [Note("Not imported: {sections}", sections=name) for name in dict.fromkeys(lost)]
    how = " ".join(filter(None, (section.options, section.said)))
    if apart and how:
        notes.append(Note("In the file: {words}.", words=how))
    if section.options:
        notes.append(Note("hdparm options: {options}.", options=visible(section.options)))
    return imported(
        "hdparm",
        phases,
        method=HDPARM,
        title=f"hdparm: {visible(how)[:_LONGEST_LABEL]}" if apart and how else "hdparm",
        started=None,
        target=Target(path=device, kind=TargetKind.DEVICE, device=device or None),
        environment=Environment(),
        missing=_MISSING,
        notes=notes,
    )


def _result(timing: PrintedTiming) -> DirectionResult:
    bandwidth = finite_number(timing.bandwidth, Say("Bandwidth"), low=1.0)
    whole_number(timing.bytes, Say("Bytes"))
    return DirectionResult(
        iops=bandwidth / HDPARM_BLOCK,
        bandwidth=bandwidth,
        bytes=timing.bytes,
        ios=timing.bytes // HDPARM_BLOCK,
        seconds=timing.seconds,
        latency=Latency(),
        longest_stall=None,
    )
