# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether drives that are read at once slow each other down, and what they share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Bar, Cell, Column, Ink, Measure, Row, Rows, Shade, Table, Text
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import OneOf, Rate, Share
from driveproof.domain.run.multi_drive import (
    DriveAtOnce,
    drive_name,
    drives_at_once,
    limit_of,
    sum_alone,
    sum_at_once,
)
from driveproof.domain.run.result import ChartKind, ChartOf
from driveproof.domain.run.run import PathKind, Run, SharedPath, Summary
from driveproof.domain.say import Say

_KINDS = {
    PathKind.USB_HUB: Say("USB hub"),
    PathKind.USB_CONTROLLER: Say("USB controller"),
    PathKind.PORT_MULTIPLIER: Say("SATA port multiplier"),
    PathKind.SATA_CONTROLLER: Say("SATA controller"),
    PathKind.SAS_CONTROLLER: Say("SAS controller"),
    PathKind.RAID_CONTROLLER: Say("RAID controller"),
    PathKind.PCIE_LINK: Say("PCIe link"),
    PathKind.OTHER: Say("path"),
}


def answer(run: Run) -> Answer:
    """What they read together, a row for each drive, for what they share, and for all of them."""
    table = Table(
        "drives",
        Say("Alone and at once"),
        (
            Column("drive", Say("Drive")),
            Column("alone", Say("Alone")),
            Column("at_once", Say("At once")),
            Column("of_solo_speed", Say("Of solo speed")),
            Column("ceiling", Say("At most"), extra=2),
        ),
        tuple(_rows(run)),
        spoken=("alone", "at_once", "of_solo_speed"),
    )
    said = _sentence(run)
    return Answer(() if said is None else (said,), (_drawn(table), *map(Text, _notes(run))))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The chart that shows all."""
    return (ChartOf(ChartKind.ROWS, run.phases),)


def _drawn(table: Table) -> Rows:
    """Two bars for each drive, for each shared path and for all, on one scale."""
    return Rows(table, Say("Sequential reads"), tuple(_bars(*cells) for cells in table.rows))


def _bars(name: Cell, alone: Cell, at_once: Cell, kept: Cell, ceiling: Cell) -> Row:
    limit = ceiling if isinstance(ceiling, Rate) else None
    bars = (
        Bar(Say("Alone"), alone, Shade(Ink.READ, 0.45)),
        Bar(Say("At once"), at_once, Shade(Ink.READ), limit=limit),
    )
    return Row(name, bars, None if kept is None else Say("{share} of solo speed", share=kept))


def _rows(run: Run) -> Iterator[tuple[Cell, ...]]:
    drives = drives_at_once(run)
    if not drives:
        return
    for drive in drives:
        kept = None if drive.kept is None else Share(drive.kept)
        name = drive_name(run.environment.drives, drive.number)
        yield name, _measure(drive.alone), _measure(drive.at_once), kept, None
    everything = tuple(drive.number for drive in drives)
    groups: list[tuple[tuple[int, ...], Say, int | None]] = [
        (path.drives, _path(path), path.ceiling) for path in run.environment.shared
    ]
    if all(numbers != everything for numbers, _name, _ceiling in groups):
        groups.append((everything, Say("All drives"), None))
    for numbers, name, ceiling in groups:
        alone = sum_alone(run, numbers)
        yield (
            name,
            None if alone is None else Rate(alone),
            _measure(sum_at_once(run, numbers)),
            None,
            None if ceiling is None else Rate(ceiling),
        )


def _measure(rate: Summary | None) -> Measure | None:
    return None if rate is None else Measure(MetricName.BANDWIDTH, rate)


def _path(path: SharedPath) -> Say:
    """What is shared: "USB hub 2-1 (5 Gb/s)"."""
    kind = _KINDS[path.kind]
    what = Say("{first} {second}", first=kind, second=path.place)
    return Say("{first} ({second})", first=what, second=path.name) if path.name else what


def _sentence(run: Run) -> Say | None:
    drives, total = drives_at_once(run), sum_at_once(run)
    if total is None or any(drive.kept is None for drive in drives):
        return None
    rate, alone = Rate(total.median), Rate(sum_alone(run) or 0.0)
    disturbed = [drive for drive in drives if drive.disturbed]
    if not disturbed:
        if any(drive.slower for drive in drives):
            return Say(
                "All at once: {rate} instead of {alone}. The repeats differ too much to judge.",
                rate=rate,
                alone=alone,
            )
        return Say("All at once: {rate}. They do not slow each other down.", rate=rate)
    if (limit := limit_of(run)) is not None:
        return Say(
            "All at once: {rate} instead of {alone}, limited by {path}.",
            rate=rate,
            alone=alone,
            path=_path(limit),
        )
    return Say(
        "All at once: {rate} instead of {alone}. Slower: {drives}.",
        rate=rate,
        alone=alone,
        drives=_names(run, disturbed),
    )


def _names(run: Run, drives: Sequence[DriveAtOnce]) -> OneOf:
    return OneOf(tuple(drive_name(run.environment.drives, one.number) for one in drives))


def _notes(run: Run) -> Iterator[Say]:
    names = run.environment.drives
    for path in run.environment.shared:
        total = sum_at_once(run, path.drives)
        if total is None:
            continue
        drives = OneOf(tuple(drive_name(names, number) for number in path.drives))
        rate = Rate(total.median)
        if path.ceiling is None:
            yield Say("{drives} share {path}: {rate}.", drives=drives, path=_path(path), rate=rate)
        else:
            yield Say(
                "{drives} share {path}: {rate} of at most {ceiling}.",
                drives=drives,
                path=_path(path),
                rate=rate,
                ceiling=Rate(path.ceiling),
            )
    if not run.environment.shared:
        yield Say("The kernel shows nothing that these drives share.")
