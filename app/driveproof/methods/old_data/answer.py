# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether old data reads slower than data of one week to three months, and what was read of both.

The ages take turns in shuffled rounds, as schedulers do, and the same rule judges them: a drive
that is warm or busy meets all of them alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from statistics import median

from driveproof.domain.answer import Answer
from driveproof.domain.comparison.difference import (
    Difference,
    Question,
    Verdict,
    judge_differences,
)
from driveproof.domain.comparison.ranks import rank_correlation
from driveproof.domain.comparison.variant_table import IN_TURN
from driveproof.domain.figure import (
    Bar,
    Cell,
    Column,
    Ink,
    Interval,
    Measure,
    Row,
    Rows,
    Shade,
    Table,
    Text,
)
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Age as HowOld
from driveproof.domain.quantity import Bytes, Number, Plural, Rate, Seconds, Share
from driveproof.domain.run.file_ages import (
    AGE_TITLES,
    AGED_BLOCK,
    LEAST_BYTES,
    LEAST_FILES,
    LEAST_SIZE,
    OLD,
    YOUNG,
    Age,
    AgedReads,
    FileAges,
    FilesOfAge,
    LeftOut,
)
from driveproof.domain.run.result import ChartKind, ChartOf, charts_of_tests
from driveproof.domain.run.run import PhaseResult, Run, Summary
from driveproof.domain.say import Coded, Say
from driveproof.methods.old_data.plan import SEARCH, age_of_test

SLOWER = 0.8
"""Old data that is read at less than this share of the speed of young data is slow. An 840 EVO with
the fault is at 0.1 to 0.2 (pcper.com, January 2015)."""
SLOW = 4.0
"""A read that takes more times as long as the median of young data is one that was tried again."""
_YOUNG, _OLD = Shade(Ink.READ, 0.45), Shade(Ink.READ)
_LEFT_OUT = {
    LeftOut.SMALL: Say("Smaller than {size}", size=Bytes(LEAST_SIZE, binary=True)),
    LeftOut.CLOSED: Say("No permission"),
    LeftOut.SPARSE: Say("Compressed or with holes"),
    LeftOut.WRITTEN: Say("Open for writing"),
    LeftOut.FEW: Say("Too few of their age"),
}


class Finding(Enum):
    """What the oldest files that were measured show."""

    SLOWER = auto()
    LITTLE = auto()
    """They are slower, and by less than matters."""
    ALIKE = auto()
    """They are not slower by as much as matters."""
    OPEN = auto()
    NO_OLD = auto()
    NO_YOUNG = auto()


@dataclass(frozen=True, slots=True)
class AgeResult:
    """What was read of an age: bytes a second, each repeat by the median of its reads; `reads` the
    seconds of all of them, `difference` to young data, None for that itself and without it.
    """

    age: Age
    speed: Summary
    reads: tuple[float, ...]
    slow: float | None
    """The share of its reads that took more than SLOW times as long as the median of young ones."""
    difference: Difference | None

    @property
    def bytes(self) -> int:
        """That were read."""
        return len(self.reads) * AGED_BLOCK


def answer(run: Run) -> Answer:
    """Whether old data is slower, a row for each age, and which files were left out."""
    results = results_of(run)
    finding = finding_of(results)
    slower = finding is Finding.SLOWER
    said = _sentences(results, finding) if results else ()
    found = run.environment.file_ages
    blocks = (_drawn(_table(results, found)), *((_left_out(found),) if found else ()))
    notes = _notes(run, results) if results else ()
    return Answer(said, (*blocks, *map(Text, notes)), bad=slower)


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The ages beside each other, then the reads of each over time."""
    return ChartOf(ChartKind.ROWS, run.phases), *charts_of_tests(run)[1:]


def results_of(run: Run) -> tuple[AgeResult, ...]:
    """What was read of each age, the youngest first; all differences are judged together."""
    found = {
        age: reads
        for phase in run.phases
        if (age := age_of_test(phase.name)) is not None and (reads := _reads(phase))
    }
    speeds = {age: tuple(map(_speed, reads)) for age, reads in found.items()}
    young = tuple(speed for age in YOUNG for speed in speeds.get(age, ()))
    asked = [age for age in found if age not in YOUNG] if young else []
    differences = dict(
        zip(
            asked,
            judge_differences([Question((young,), (speeds[age],), prior=IN_TURN) for age in asked]),
            strict=True,
        )
    )
    usual = [one for age in YOUNG for reads in found.get(age, ()) for one in reads.seconds]
    limit = SLOW * median(usual) if usual else None
    return tuple(
        _result(age, found[age], speeds[age], limit, differences.get(age))
        for age in Age
        if age in found
    )


def finding_of(results: Sequence[AgeResult]) -> Finding:
    """What the oldest files show."""
    old = [one for one in results if one.age in OLD]
    if not old:
        return Finding.NO_OLD
    difference = old[-1].difference
    if difference is None:
        return Finding.NO_YOUNG
    low, high = difference.low, difference.high
    if difference.verdict is Verdict.SLOWER and high is not None and high < 1:
        return Finding.SLOWER if difference.ratio < SLOWER else Finding.LITTLE
    return Finding.ALIKE if low is not None and low >= SLOWER else Finding.OPEN


def _reads(phase: PhaseResult) -> tuple[AgedReads, ...]:
    """Of the repeats that count, all of them where none does. A file from elsewhere may have reads
    that took no time.
    """
    found = [(one.counts, one.aged) for one in phase.repeats if one.aged is not None]
    timed = [(counts, aged) for counts, aged in found if aged.seconds and median(aged.seconds) > 0]
    return tuple(aged for counts, aged in timed if counts) or tuple(aged for _counts, aged in timed)


def _speed(reads: AgedReads) -> float:
    return AGED_BLOCK / median(reads.seconds)


def _result(
    age: Age,
    repeats: Sequence[AgedReads],
    speeds: Sequence[float],
    limit: float | None,
    difference: Difference | None,
) -> AgeResult:
    reads = tuple(one for repeat in repeats for one in repeat.seconds)
    slow = None if limit is None else sum(one > limit for one in reads) / len(reads)
    summary = Summary(median(speeds), min(speeds), max(speeds), len(speeds))
    return AgeResult(age, summary, reads, slow, difference)


def _table(results: Sequence[AgeResult], found: FileAges | None) -> Table:
    files = {one.age: one for one in found.ages} if found else {}
    return Table(
        "ages",
        Say("Files by the time since they were written"),
        (
            Column("age", Say("Age")),
            Column("median_age", Say("Median age"), extra=3),
            Column("files", Say("Files"), extra=4),
            Column("size", Say("Size"), extra=5),
            Column("read", Say("Read"), extra=2),
            Column("bandwidth", Say("Bandwidth")),
            Column("difference", Say("Change from 1 week to 3 months")),
            Column("slow", Say("Slow reads"), extra=1),
        ),
        tuple(_row(one, files.get(one.age)) for one in results),
        spoken=("bandwidth",),
    )


def _row(one: AgeResult, files: FilesOfAge | None) -> tuple[Cell, ...]:
    return (
        Coded(one.age, AGE_TITLES[one.age]),
        None if files is None else HowOld(files.median),
        None if files is None else files.files,
        None if files is None else Bytes(files.bytes),
        Bytes(one.bytes, binary=True),
        Measure(MetricName.BANDWIDTH, one.speed),
        Interval.of(one.difference),
        None if one.slow is None else Share(one.slow, figures=2),
    )


def _drawn(table: Table) -> Rows:
    """A bar for each age; those that the others are compared with are pale."""
    rows = []
    for age, _median, _files, _size, _read, speed, change, _slow in table.rows:
        assert isinstance(age, Coded) and isinstance(speed, Measure)
        shade = _YOUNG if age.code in YOUNG else _OLD
        beside = None
        if isinstance(change, Interval) and change.ratio is not None:
            beside = Say("{share} of young data", share=Share(change.ratio))
        rows.append(Row(age, (Bar(None, speed, shade, below=speed.range),), beside))
    key = ((Say("Young data: 1 week to 3 months"), _YOUNG), (Say("Other ages"), _OLD))
    return Rows(table, Say("Time since it was written"), tuple(rows), key=key)


def _left_out(found: FileAges) -> Table:
    return Table(
        "left_out",
        Say("Files that were not read"),
        (
            Column("why", Say("Not read")),
            Column("files", Say("Files")),
            Column("size", Say("Size")),
        ),
        tuple(
            (Coded(one.why, _LEFT_OUT[LeftOut(one.why)]), one.files, Bytes(one.bytes))
            for one in found.left_out
            if one.why in tuple(LeftOut)
        ),
        spoken=("files",),
    )


def _sentences(results: Sequence[AgeResult], finding: Finding) -> tuple[Say, ...]:
    if finding is Finding.NO_OLD:
        return (
            Say(
                "Not enough old files: of no age above 3 months there are {files} files with"
                " {size} in all.",
                files=LEAST_FILES,
                size=Bytes(LEAST_BYTES, binary=True),
            ),
        )
    if finding is Finding.NO_YOUNG:
        return (
            Say(
                "Not enough files of 1 week to 3 months to compare with: {files} with {size} in all"
                " are needed.",
                files=LEAST_FILES,
                size=Bytes(LEAST_BYTES, binary=True),
            ),
        )
    return tuple(_compared(results, finding))


def _compared(results: Sequence[AgeResult], finding: Finding) -> Iterator[Say]:
    oldest = [one for one in results if one.age in OLD][-1]
    difference = oldest.difference
    assert difference is not None
    values = {
        "age": AGE_TITLES[oldest.age],
        "old": Rate(oldest.speed.median),
        "young": Rate(oldest.speed.median / difference.ratio),
        "share": Share(difference.ratio),
    }
    match finding:
        case Finding.SLOWER:
            yield Say(
                "Old data reads slower: files {age} old at {old}, files of 1 week to 3 months at"
                " {young} ({share}).",
                **values,
            )
            yield Say(
                "Read everything once with {profile}: some drives then refresh weak data by"
                " themselves. If the files stay slow, back them up, copy them and delete the old"
                " copies.",
                profile="bad-sectors",
            )
        case Finding.LITTLE:
            yield Say(
                "Old data reads a little slower: files {age} old at {old}, files of 1 week to"
                " 3 months at {young} ({share}). That is no reason to act.",
                **values,
            )
        case Finding.ALIKE:
            yield Say(
                "Old data is not slow: files {age} old at {old}, files of 1 week to 3 months at"
                " {young} ({share}).",
                **values,
            )
        case _:
            yield Say(
                "Undecided: files {age} old at {old}, files of 1 week to 3 months at {young}"
                " ({share}). The repeats differ too much.",
                **values,
            )


def _notes(run: Run, results: Sequence[AgeResult]) -> Iterator[Say]:
    found = run.environment.file_ages
    if found is not None:
        yield from _covered(found, results)
    yield Say("Medians of reads of {size}, one at a time.", size=Bytes(AGED_BLOCK, binary=True))
    reads = [aged for phase in run.phases for aged in _reads(phase)]
    ages = [age for one in reads for age in one.ages]
    seconds = [took for one in reads for took in one.seconds]
    correlation = rank_correlation(ages, seconds)
    if correlation is not None and len(results) > 1:
        yield Say(
            "Rank correlation of age and time of a read: {number} (1: the older, the slower).",
            number=Number(correlation),
        )
    if from_memory := sum(one.from_memory for one in reads):
        count = Plural("{count} read", "{count} reads", from_memory)
        yield Say("Answered by memory and not counted: {reads}.", reads=count)
    yield Say(
        "Ages are those of files: drives, defragmentation and balancing move data, and a file that"
        " was changed in part holds older data too."
    )
    yield Say("This holds for the files that were read, not for the whole drive.")
    if run.environment.legs:
        yield Say("The file system is on several drives, whose data is mixed here.")


def _covered(found: FileAges, results: Sequence[AgeResult]) -> Iterator[Say]:
    yield Say(
        "Read: {read} of {size} in {files}.",
        read=Bytes(sum(one.bytes for one in results), binary=True),
        size=Bytes(found.bytes),
        files=Plural("{count} file", "{count} files", found.files),
    )
    if not found.whole:
        yield Say(
            "Not all files were looked at: the search ends after {time}.", time=Seconds(SEARCH)
        )
    if not found.born:
        yield Say(
            "The file system does not say when files were made: their last change of any kind"
            " stands for it, and data may be older than shown."
        )
