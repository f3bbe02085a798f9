# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""An answer that has every kind of block and of cell."""

from __future__ import annotations

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.figure import (
    Axis,
    Band,
    Column,
    Fact,
    Facts,
    Findings,
    Grid,
    Measure,
    Plot,
    Rule,
    Series,
    Setting,
    Shares,
    Table,
    Text,
)
from driveproof.domain.finding import Finding, GradeWord, ToDo
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Bytes, OneOf, Rate, Seconds, Share, Unit, WorkTime
from driveproof.domain.rating import ODD
from driveproof.domain.run.run import Summary
from driveproof.domain.say import Coded, Say

READ = Measure(MetricName.BANDWIDTH, Summary(200e6, 190e6, 210e6, 3))
WRITE = Measure(MetricName.BANDWIDTH, Summary(100e6, 100e6, 100e6, 1))
TABLE = Table(
    "tests",
    Say("Tests"),
    (
        Column("place", Say("Place")),
        Column("test", Say("Test")),
        Column("bandwidth", Say("Bandwidth")),
        Column("iops", Say("IOPS"), extra=1),
        Column("size", Say("Size"), extra=2),
        Column("seconds", Say("Seconds"), extra=2),
        Column("time", Say("Time"), extra=2),
        Column("share", Say("Share"), extra=2),
        Column("count", Say("Count"), extra=2),
        Column("device", Say("Device"), extra=2),
        Column("served_by", Say("Served by"), extra=3),
        Column("marks", Say("Marks"), extra=3),
    ),
    (
        (
            Say("Memory"),
            Say("Test {number}", number=1),
            READ,
            Rate(50_000.0, ios=True),
            Bytes(4096, binary=True),
            Seconds(0.5, precise=True),
            WorkTime(4.2),
            Share(0.25),
            12,
            "sda\x1b",
            Shares((("sda", 0.75), (Say("memory"), 0.25))),
            OneOf((Coded("first", Say("the first")), Coded("best", Say("the best")))),
        ),
        (Say("Memory"), Say("Test {number}", number=2), WRITE, *[None] * 9),
        (Say("Drive"), Say("Test {number}", number=3), *[None] * 10),
    ),
    names=2,
    spoken=("bandwidth", "share"),
)
GRID = Grid(
    "grid",
    Say("Read"),
    Setting("depth", Say("Depth"), (1, 32)),
    Setting("size", Say("Size"), (Bytes(4096, binary=True), Bytes(65536, binary=True))),
    Column("bandwidth", Say("Bandwidth")),
    ((READ, WRITE), (WRITE, None)),
    Direction.READ,
    rough=frozenset({(0, 1)}),
)
FACTS = Facts(
    (
        Fact("written", Say("Written"), Bytes(10**9)),
        Fact("end", Say("End"), Coded("cache", Say("the cache was full"))),
    )
)
PLOT = Plot(
    "curve",
    Say("Bandwidth by bytes written"),
    Axis("written", Say("Written"), Unit.BYTES),
    Axis("bandwidth", Say("Bandwidth"), Unit.BANDWIDTH, log=True),
    (Series("write", Say("Write"), ((0.0, 2e8), (1e9, 1e8)), Direction.WRITE),),
    (Rule("cache", Say("Write cache"), 5e8),),
    (Band("fast", Say("Fast"), 0.0, 5e8, 2e8),),
)
ANSWER = Answer(
    (Say("It reads at {rate}.", rate=Rate(200e6)), Say("The rest is memory.")),
    (TABLE, FACTS, PLOT, Text(Say("At least {size} were read.", size=Bytes(10**9)))),
)
FINDINGS = Findings(
    "causes",
    Say("Causes"),
    (
        Finding(
            "hot",
            (Say("It has {size}.", size=Bytes(10**9)), Say("It is hot")),
            "likely",
            (ToDo("cool", Say("Cool it")),),
            Say("test {number}", number=1),
            Coded("heat", Say("Heat")),
            Coded("drive", "sda\x1b"),
        ),
        Finding("note", (Say("A note"),)),
        Finding("ask", (), do=(ToDo("ask", Say("Ask.")),)),
    ),
    (GradeWord("likely", Say("Likely"), ODD),),
)
NOTHING = Answer((), (Table("tests", Say("Tests"), TABLE.columns, (), names=2),))
