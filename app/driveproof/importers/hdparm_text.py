# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What hdparm -t and -T print, of one device or of several, once or again and again."""

from __future__ import annotations

import re
from collections.abc import Sequence

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.errors import Advice
from driveproof.domain.notes import Note
from driveproof.domain.profile.generated import HDPARM_BLOCK
from driveproof.domain.quantity import Phrase
from driveproof.domain.run.hdparm import ENGINE
from driveproof.domain.run.run import DirectionResult, Environment, Latency, Target, TargetKind
from driveproof.importers.fields import UnfitError, count, number
from driveproof.importers.run_builder import NO_DRIVE, Found, imported, phase_of
from driveproof.system.hdparm import Timing, parse_timing

_DEVICE = re.compile(r"^(/dev/[^\s:]{1,200}):\s*$", re.ASCII)
# What hdparm calls them: its options, in the order in which they are shown.
_OPTIONS = {
    "O_DIRECT disk reads": "-t --direct",
    "buffered disk reads": "-t",
    "O_DIRECT cached reads": "-T --direct",
    "cached reads": "-T",
}
# A timing that was begun and has no figure: hdparm failed, or its output was cut off.
_BEGUN = re.compile(r"^ *Timing (?P<what>[\w ]{1,40} reads):", re.ASCII)
_MISSING = (Phrase("no latencies"), NO_DRIVE, Phrase("no environment"))


def read_hdparm(text: str) -> tuple[Found, ...]:
    """A run for each device; a timing that appears several times has repeats.

    Raises UnfitError where hdparm began and measured nothing.
    """
    lost: dict[str, list[str]] = {}
    timings: dict[str, dict[str, list[Timing]]] = {}
    device = ""
    for line in text.splitlines():
        if named := _DEVICE.match(line):
            device = named[1]
        elif (timing := parse_timing(line[:400])) is not None and timing.what in _OPTIONS:
            timings.setdefault(device, {}).setdefault(timing.what, []).append(timing)
        elif (begun := _BEGUN.match(line[:400])) is not None and begun["what"] in _OPTIONS:
            lost.setdefault(device, []).append(f"hdparm {_OPTIONS[begun['what']]}")
    if lost and not timings:
        raise UnfitError(
            "It is hdparm's output without a figure: hdparm failed, or it was cut off.",
            advice=Advice("Run hdparm again, and save all that it prints."),
        )
    return tuple(_found(device, found, lost.get(device, ())) for device, found in timings.items())


def _found(device: str, timings: dict[str, list[Timing]], lost: Sequence[str]) -> Found:
    phases = [
        phase_of(
            direction=Direction.READ,
            pattern=Pattern.SEQUENTIAL,
            block_size=HDPARM_BLOCK,
            queue_depth=1,
            jobs=1,
            results=[{Direction.READ: _result(timing)} for timing in timings[what]],
            title=f"hdparm {options}",
            name=f"hdparm {options}",
            engine=ENGINE,
            direct="direct" in options,
        )
        for what, options in _OPTIONS.items()
        if what in timings
    ]
    return imported(
        "hdparm",
        phases,
        title="hdparm",
        started=None,
        target=Target(path=device, kind=TargetKind.DEVICE, device=device or None),
        environment=Environment(),
        missing=_MISSING,
        notes=[
            Note("{name} has no figure: hdparm failed, or its output was cut off.", name=name)
            for name in lost
        ],
    )


def _result(timing: Timing) -> DirectionResult:
    bandwidth = number(timing.bandwidth, Phrase("A bandwidth"), low=1.0)
    count(timing.bytes, Phrase("What was read"))
    return DirectionResult(
        iops=bandwidth / HDPARM_BLOCK,
        bandwidth=bandwidth,
        bytes=timing.bytes,
        ios=timing.bytes // HDPARM_BLOCK,
        seconds=timing.seconds,
        latency=Latency(),
        longest_stall=None,
    )
