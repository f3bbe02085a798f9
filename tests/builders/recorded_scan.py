# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The events of a recorded scan; tests/data/record/scan.py recorded fio's output."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from tests.builders.recorded import ENVIRONMENT, STARTED

import driveproof
from driveproof.domain.access import Cache
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.run.run import FINISHED, Repeat, Run, Target
from driveproof.engine.run import events
from driveproof.engine.run.frame import without_repeats
from driveproof.fio.scan_log import Read, ScanStream
from driveproof.methods.scan.plan import Plan
from driveproof.methods.scan.runner import Findings
from driveproof.system.helper.scan import scan_command, scan_pass

DATA = Path(__file__).resolve().parent.parent / "data" / "scan"
SIZE = 1100 * 2**20
SLICES = 4
_FILE = Path(driveproof.__file__).parent / "resources" / "profiles" / "scan.toml"
PROFILE = read_profile(_FILE.read_text("utf-8"), "scan", "scan.toml")
TARGET = Target(
    path="/dev/sdx", kind="device", device="/dev/sdx", model="Example disk", serial="E1", size=SIZE
)


def scan_events() -> Iterator[events.Event]:
    """The events of a whole scan, from its start to its end."""
    plan = PROFILE.plan
    assert isinstance(plan, Plan)
    yield events.Started(PROFILE, TARGET, replace(ENVIRONMENT, test_file_size=None), 40.0, ())
    phases = []
    for index, (phase, name) in enumerate(zip(plan.phases, ("zones", "accesses"), strict=True)):
        scan = scan_pass(plan, phase, SIZE, seed=42, slices=SLICES)
        command = scan_command(scan, "/dev/sdx", SIZE)
        yield events.RepeatStarted(index, phase, 1, 1, command, "psync")
        reads: list[Read] = []
        list(ScanStream(reads.extend).feed(gzip.decompress((DATA / f"{name}.txt.gz").read_bytes())))
        findings = Findings(scan)
        for part in range(SLICES):
            findings.add(reads[part * len(reads) // SLICES : (part + 1) * len(reads) // SLICES])
            done = (index * SLICES + part + 1) / (2 * SLICES)
            yield events.Scanned(index, 1, findings.positions, scan.total, done, 40 * (1 - done))
        result = findings.result()
        assert result is not None
        repeat = Repeat(1, {"read": result}, started=STARTED)
        yield events.RepeatEnded(index, repeat)
        made = without_repeats(phase, command, engine="psync", direct=True, cache=Cache.DIRECT)
        phases.append(replace(made, repeats=(repeat,)))
        yield events.PhaseEnded(index, phases[-1], 20.0 * (1 - index))
    yield events.RunEnded(
        Run(
            id="20260314-180405-5ca9",
            profile=PROFILE.name,
            method=PROFILE.method,
            title=PROFILE.title,
            status=FINISHED,
            started=STARTED,
            seconds=31.0,
            target=TARGET,
            environment=replace(ENVIRONMENT, test_file_size=None),
            phases=tuple(phases),
            repeats_planned=1,
        )
    )


def finished_scan(**changes: object) -> Run:
    """The run at the end of the events; keywords replace its values."""
    *_events, ended = scan_events()
    assert isinstance(ended, events.RunEnded)
    return replace(ended.run, **changes)  # type: ignore[arg-type]
