# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the test of a drive answers: keep it or return it, and every number that a shop asks for."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.access import Direction
from driveproof.domain.answer import Answer
from driveproof.domain.by_position import area_blocks
from driveproof.domain.drive_test.drive_test import (
    CANCELLED,
    OPEN,
    STEP_TITLES,
    DoneStep,
    DriveTest,
    FullPass,
    Way,
)
from driveproof.domain.drive_test.rules import (
    DriveVerdict,
    findings,
    not_proven,
    verdict,
)
from driveproof.domain.figure import (
    Block,
    Cell,
    Column,
    Fact,
    Facts,
    Findings,
    Positions,
    Table,
    Text,
)
from driveproof.domain.finding import RATINGS
from driveproof.domain.health.changes import NUMBERS, TITLES
from driveproof.domain.metric import MetricName
from driveproof.domain.quantity import Bytes, Celsius, Day, Range, Rate, Seconds
from driveproof.domain.run.area_map import AreaMap
from driveproof.domain.say import Coded, Say

STEP_COLUMNS = (
    Column("step", Say("Step")),
    Column("result", Say("Result")),
    Column("began", Say("Began"), extra=1),
    Column("seconds", Say("Time")),
    Column("temperature", Say("Temperature")),
)
SMART_COLUMNS = (
    Column("name", Say("SMART value")),
    Column("before", Say("Before")),
    Column("after", Say("After")),
    Column("change", Say("Change")),
)


def drive_test_answer(test: DriveTest) -> Answer:
    """The verdict, what it rests on, and what is not proven; bad for a drive that must go."""
    found = findings(test)
    blocks: list[Block] = [
        Findings("found", Say("Findings"), found, RATINGS),
        facts(test),
        steps_table(test),
    ]
    if (smart := smart_table(test)) is not None:
        blocks.append(smart)
    blocks += _passes(test)
    blocks += [Text(one) for one in not_proven(test)]
    return Answer(tuple(verdict_sentences(test)), tuple(blocks), bad=_bad(test))


def _bad(test: DriveTest) -> bool:
    return verdict(test) is DriveVerdict.RETURN


def verdict_sentences(test: DriveTest) -> Iterator[Say]:
    """What to do with the drive, and why, in short."""
    found = verdict(test)
    reasons = findings(test)
    match found:
        case DriveVerdict.RETURN:
            yield Say("Return this drive.")
            yield from (say for say in reasons[0].say[:1])
        case DriveVerdict.ACCEPT:
            yield Say("Keep this drive: the test found no fault.")
        case DriveVerdict.UNCERTAIN if test.status == CANCELLED:
            yield Say("Cancelled: the test proves nothing of what it did not reach.")
        case DriveVerdict.UNCERTAIN:
            yield Say("Not certain: look at the findings before you rely on this drive.")
        case None:
            step = test.step
            if step is not None:
                yield Say("The test is not finished. Next: {step}.", step=STEP_TITLES[step])
    if test.stopped and found is DriveVerdict.RETURN:
        yield Say("The test ended early: further steps would prove no more.")


def facts(test: DriveTest) -> Facts:
    """What a shop or a manufacturer asks for."""
    target, health = test.target, test.before
    read, random = test.read, test.random
    rows: list[tuple[str, Say, Cell]] = [
        ("model", Say("Model"), target.model or (health.model if health else None)),
        ("serial", Say("Serial number"), target.serial or (health.serial if health else None)),
        ("wwn", Say("WWN"), health.wwn if health else None),
        ("firmware", Say("Firmware"), target.firmware or (health.firmware if health else None)),
        ("size", Say("Capacity"), Say("{count} bytes", count=target.size) if target.size else None),
        ("began", Say("Began"), Day(test.created)),
        ("ended", Say("Ended"), Day(test.ended) if test.ended and test.status != OPEN else None),
        ("time", Say("Time"), Seconds(test.seconds) if test.done else None),
        ("written", Say("Written"), Bytes(test.written.done) if test.written else None),
        ("write_speed", Say("Write speed"), _rate(test.written)),
        ("read", Say("Read back") if test.way is not Way.READ else Say("Read"),
            Bytes(read.done) if read else None),
        ("read_speed", Say("Read speed"), _rate(read)),
        ("random", Say("Random reads"), Rate(random.iops, ios=True) if random else None),
        ("random_p99", Say("Random reads, p99"),
            Seconds(random.p99, precise=True) if random and random.p99 is not None else None),
        ("temperature", Say("Temperature"), _temperatures(test.done)),
        ("interruptions", Say("Interruptions"), len(test.interruptions) or None),
    ]  # fmt: skip
    found = tuple(Fact(*row) for row in rows if row[-1] is not None and row[-1] != "")
    return Facts(found, Say("The drive and its test"))


def _rate(one: FullPass | None) -> Rate | None:
    rate = None if one is None else one.rate
    return None if rate is None else Rate(rate)


def _temperatures(done: tuple[DoneStep, ...]) -> Range | None:
    known = [one.temperatures for one in done if one.temperatures is not None]
    if not known:
        return None
    return Range(
        Celsius(min(one.least for one in known)), Celsius(max(one.greatest for one in known))
    )


def steps_table(test: DriveTest) -> Table:
    """Each step: how it ended, how long it took, how warm the drive became."""
    over = {one.step: one for one in test.done}
    rows: list[tuple[Cell, ...]] = []
    for step in test.steps:
        done = over.get(step)
        title = Coded(step, STEP_TITLES[step])
        if done is None:
            rows.append((title, _open_word(test, step), None, None, None))
            continue
        word = Coded("done", Say("Done"))
        if done.skipped is not None:
            word = Coded("skipped", Say("Skipped"))
        elif (current := _pass_of(test, step)) is not None and not current.whole:
            word = Coded("ended-early", Say("Ended early"))
        warm = done.temperatures
        rows.append(
            (
                title,
                word,
                Day(done.began),
                Seconds(done.seconds),
                Range(Celsius(warm.least), Celsius(warm.greatest)) if warm else None,
            )
        )
    return Table("steps", Say("Steps"), STEP_COLUMNS, tuple(rows), spoken=("result",))


def _open_word(test: DriveTest, step: str) -> Coded:
    if test.step == step:
        return Coded("next", Say("Running") if test.since is not None else Say("Next"))
    if test.status == OPEN and not test.stopped:
        return Coded("open", Say("Not yet"))
    return Coded("not-done", Say("Not done"))


def _pass_of(test: DriveTest, step: str) -> FullPass | None:
    return {"write": test.written, "read-back": test.read, "read": test.read}.get(step)


def smart_table(test: DriveTest) -> Table | None:
    """Every number of the drive's health at both ends; None without a reading."""
    before, after = test.before, test.last_health
    if before is None or not before.known:
        return None
    rows = []
    for name, unit in NUMBERS.items():
        old = getattr(before, name)
        new = getattr(after, name) if after is not None and after is not before else None
        if old is None and new is None:
            continue
        change: Cell = None
        if old is not None and new is not None and new != old:
            size = unit.of(abs(new - old))
            change = Say("+{amount}", amount=size) if new > old else Say("−{amount}", amount=size)
        rows.append(
            (
                Coded(name, TITLES[name]),
                None if old is None else unit.of(old),
                None if new is None else unit.of(new),
                change,
            )
        )
    return Table("smart", Say("SMART before and after"), SMART_COLUMNS, tuple(rows), long=True)


def _passes(test: DriveTest) -> Iterator[Block]:
    """The map of what was read, and the speeds along the drive."""
    read = test.read
    if read is not None and read.areas:
        found = AreaMap(
            read.areas, read.size or 1, test.way is Way.FOLDER, test.way is not Way.READ
        )
        yield from area_blocks(found)
    for one, key, title, direction in (
        (test.written, "write_bandwidth", Say("Write speed"), Direction.WRITE),
        (read, "read_bandwidth", Say("Read speed"), Direction.READ),
    ):
        if one is None or not one.segments:
            continue
        yield Positions(
            f"{key}_by_position",
            title,
            one.size,
            passes=(one.segments,),
            metric=MetricName.BANDWIDTH,
            direction=direction,
        )


def short_verdict(test: DriveTest) -> Coded:
    """The verdict in a word, for lists."""
    found = verdict(test)
    match found:
        case DriveVerdict.ACCEPT:
            return Coded(found, Say("Keep"))
        case DriveVerdict.RETURN:
            return Coded(found, Say("Return"))
        case DriveVerdict.UNCERTAIN:
            return Coded(found, Say("Not certain"))
    return Coded("open", Say("Open"))
