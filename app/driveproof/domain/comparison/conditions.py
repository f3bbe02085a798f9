# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What else is not the same in two sides of runs, and what must be said before they are compared.

Only what both sides know can differ; numbers only beyond what they wander by themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.run import FINISHED, Run
from driveproof.wording.units import NARROW, format_size

Told = str | float | int

FILL_STEP = 0.02
"""A share of the file system; a test file alone may be one percent of it."""

IMPORTED = "imported"
"""`Run.profile` of a run from another program's file: none of our profiles."""

WARMER = 5.0
"""Degrees Celsius before the run. Sensors count whole degrees, and idle ones wander by some."""


@dataclass(frozen=True, slots=True)
class Differing:
    """Something that is not the same: a stable word, a title, and both sides' values.

    `before` and `after` are numbers in base units where they are numbers; `before_text` and
    `after_text` are for people. `side` counts the side that is not as the first, from 1.
    """

    what: str
    title: str
    before: Told
    after: Told
    before_text: str
    after_text: str
    side: int = 1


@dataclass(frozen=True, slots=True)
class Field:
    """Something that is compared: how it is read from a run, and how it is told."""

    what: str
    title: str
    read: Callable[[Run], Told | None]
    write: Callable[[Told], str] = str
    step: float | None = None  # a number differs beyond it
    why: str = ""  # why it matters, where that is worth a warning


def _drive(run: Run) -> str | None:
    target = run.target
    return target.identity or target.serial or target.model or target.device


def _mount_options(run: Run) -> str | None:
    return ",".join(sorted(run.target.mount_options)) or None


def _profile(run: Run) -> str | None:
    return None if run.profile == IMPORTED else run.profile


def _fio(run: Run) -> str | None:
    # fio calls itself fio-3.39, and not every file of another program's does.
    return (run.environment.fio or "").removeprefix("fio-") or None


def _share(value: Told) -> str:
    return f"{100 * float(value):.0f}{NARROW}%"


def _degrees(value: Told) -> str:
    return f"{float(value):.0f}{NARROW}°C"


def _bytes(value: Told) -> str:
    return format_size(float(value), binary=True)


FIELDS: tuple[Field, ...] = (
    Field("drive", "Drive", _drive, why="everything about the two drives may play a part, and"
           " where they are connected"),
    Field("kind", "Target", lambda r: r.target.kind, why="a file goes through a file system, a"
           " device does not"),
    Field("io_path", "Way of the I/O", lambda r: r.environment.io_path, why="through memory the"
           " drive is not what answers"),
    Field("firmware", "Firmware", lambda r: r.target.firmware),
    Field("profile", "Profile", _profile, why="tests of the same name follow others"
           " there, which leave caches and temperatures behind"),
    Field("kernel", "Kernel", lambda r: r.environment.kernel),
    Field("fio", "fio", _fio, why="versions of fio differ in what they cost and count"),
    Field("driveproof", "Driveproof", lambda r: r.environment.driveproof),
    Field("scheduler", "I/O scheduler", lambda r: r.environment.scheduler),
    Field("filesystem", "File system", lambda r: r.target.filesystem),
    Field("mount_options", "Mount options", _mount_options),
    Field("test_file_size", "Test file", lambda r: r.environment.test_file_size, _bytes, 0,
           "a smaller file is served from the drive's caches more often"),
    Field("fill", "File system full", lambda r: r.environment.fill, _share, FILL_STEP,
           "a fuller drive has fewer free blocks to write to"),
    Field("temperature", "Temperature before", lambda r: r.environment.temperature_before,
           _degrees, WARMER, "a warm drive may throttle"),
    Field("power_source", "Power", lambda r: r.environment.power_source,
           why="on battery machine and drive save power"),
    Field("power_profile", "Power profile", lambda r: r.environment.power_profile,
           why="it sets how fast the processor answers"),
    Field("governor", "Frequency governor", lambda r: r.environment.governor,
           why="it sets how fast the processor answers"),
    Field("cpu", "Processor", lambda r: r.environment.cpu, why="that is another machine"),
    Field("link", "Link", lambda r: r.environment.link),
)  # fmt: skip

# What is of a drive itself: where the drives differ, these are no news.
_OF_THE_DRIVE = frozenset({"firmware", "link", "temperature", "fill"})


def differing(sides: Sequence[Side]) -> tuple[Differing, ...]:
    """What each other side has not as the first one has it."""
    return tuple(
        found
        for number, side in enumerate(sides[1:], start=1)
        for field in FIELDS
        if (found := _compared(field, sides[0], side, number)) is not None
    )


def known(field: Field, side: Side) -> list[Told]:
    """What is known of a field, run by run; [] where nothing is."""
    return [value for run in side.runs if (value := field.read(run)) not in (None, "")]


def _compared(field: Field, one: Side, other: Side, number: int) -> Differing | None:
    before, after = known(field, one), known(field, other)
    if not before or not after:
        return None
    if field.step is None:
        if set(before) == set(after):
            return None
        one_text, other_text = _words(field, before), _words(field, after)
        if field.what == "drive":
            texts = (_drive_text(one, other), _drive_text(other, one))
        else:
            texts = (one_text, other_text)
        return Differing(field.what, field.title, one_text, other_text, *texts, number)
    low, high = (median([float(value) for value in side]) for side in (before, after))
    # Not "at most": what is no number is no difference either.
    if not abs(high - low) > field.step:
        return None
    texts = (field.write(low), field.write(high))
    if field.what == "test_file_size":
        return Differing(field.what, field.title, int(low), int(high), *texts, number)
    return Differing(field.what, field.title, low, high, *texts, number)


def _words(field: Field, values: list[Told]) -> str:
    return ", ".join(sorted({field.write(value) for value in values}))


def _drive_text(side: Side, other: Side) -> str:
    """The models, with what tells two of one model apart."""
    models = {run.target.model for run in other.runs}
    found = []
    for run in side.runs:
        target = run.target
        words = [target.model or target.device or target.path]
        if target.model in models:
            words.append(target.serial or _drive(run) or "")
        found.append(" ".join(dict.fromkeys(word for word in words if word)))
    return ", ".join(dict.fromkeys(found))


def warnings_of(
    sides: Sequence[Side], differs: Sequence[Differing], compared: str | None
) -> tuple[str, ...]:
    """Sentences that belong before a comparison, each with its reason."""
    why = {field.what: field.why for field in FIELDS if field.why}
    found = []
    for number, side in enumerate(sides[1:], start=1):
        found += _same_run(sides[0], side)
        mine = [one for one in differs if one.side == number]
        found += [
            f"Two drives are compared, {one.before_text} and {one.after_text}: {why[one.what]}."
            if one.what == "drive"
            else f"{one.title} is {one.before_text} in {sides[0].name} and {one.after_text} in"
            f" {side.name}: {why[one.what]}."
            for one in mine
            if one.what in why and one.what != compared
        ]
        found += _mixed(mine, compared)
        begun = [min(run.started for run in one.runs) for one in (sides[0], side)]
        if begun[1] < begun[0] and all(one.what != "drive" for one in mine):
            found.append(f"{side.name} was measured before {sides[0].name}.")
    for side in sides:
        found += _of_one(side)
    return tuple(dict.fromkeys(found))


def _same_run(one: Side, other: Side) -> list[str]:
    common = {run.id for run in one.runs} & {run.id for run in other.runs}
    return ["The same run is on both sides: there is nothing to find."] if common else []


def _mixed(mine: Sequence[Differing], compared: str | None) -> list[str]:
    whats = {one.what for one in mine}
    rest = [
        one
        for one in mine
        if one.what != compared and not ("drive" in whats and one.what in _OF_THE_DRIVE)
    ]
    if len(rest) < (2 if compared is None else 1):
        return []
    named = ", ".join(inside(one.title) for one in rest)
    begin = "More than one thing is" if compared is None else "More than what was changed is"
    return [f"{begin} not the same ({named}): which of it made a difference cannot be told."]


def inside(title: str) -> str:
    """A title in the middle of a sentence: "kernel", but "I/O scheduler" and "Driveproof"."""
    return (
        title[:1].lower() + title[1:] if title[1:2].islower() and title != "Driveproof" else title
    )


def _of_one(side: Side) -> list[str]:
    """What a side's own runs have against them."""
    found = []
    for run in side.runs:
        if run.status != FINISHED:
            found.append(f"A run of {side.name} was {run.status}: what it had measured counts.")
    of_state = [field for field in FIELDS if field.step is None]
    mixed = [field for field in of_state if len(set(known(field, side))) > 1]
    if mixed:
        named = ", ".join(inside(field.title) for field in mixed)
        found.append(f"The runs of {side.name} are not of one state: {named} differ among them.")
    return found
