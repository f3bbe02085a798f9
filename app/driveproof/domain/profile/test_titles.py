# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a test is called wherever people read, from the title that its profile or method gave it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from driveproof.domain.access import COLD, DIRECT, WARM, Cache, Direction, base_title
from driveproof.domain.profile.phase import SEPARATOR
from driveproof.domain.profile.shipped import shipped_text
from driveproof.domain.quantity import Plural
from driveproof.domain.run.latency_breakdown import breakdown_title
from driveproof.domain.run.multi_drive import PART_WORDS, drive_name
from driveproof.domain.run.result import mixed_title
from driveproof.domain.run.run import EACH_WRITE, THROUGH_CACHE, Companion, Run
from driveproof.domain.run.work import Part
from driveproof.domain.say import Say

_NARROW = "\u202f"
_MIXED = " (mixed)"  # domain.run.result.mixed_title
# methods.caches.plan
_READING = re.compile(r"Reading (\d+)")
# methods.latency_breakdown.plan
_BREAKDOWN = re.compile(
    r"(Without I/O|From memory|From the drive)(?: after ([\d.]+) s(, CPU awake)?)?"
)
_BREAKDOWN_PARTS = {
    "Without I/O": Part.NO_IO,
    "From memory": Part.MEMORY,
    "From the drive": Part.DRIVE,
}
# methods.multi_drive.plan
_HOSTS = re.compile(r"([0-9]{1,6}) hosts?")
_DRIVE = re.compile(r"Drive (\d+)")
# domain.profile.profile.one_at_a_time. A person writes an ordinary space before the unit.
_THREADS = re.compile(rf"(Sequential|Random) (\d+{_NARROW}\w+), (\d+) threads?")
# domain.profile.load.load_title
_LOAD = re.compile(rf"Random (\d+{_NARROW}\w+), depth (\d+(?: \+ \d+)?)(?:, (\d+) jobs)?")

_TASKS = {
    task.key: task
    for task in (
        Say("Make a tree of files"),
        Say("Copy the tree, cold"),
        Say("Copy the tree, warm"),
        Say("Delete the copy"),
        Say("Copy a tree from another drive, cold"),
        Say("Pack the tree, cold"),
        Say("Pack the tree, warm"),
        Say("Unpack the archive, cold"),
        Say("Unpack the archive, warm"),
        Say("Database: insert rows"),
        Say("Database: single commits"),
        Say("Database: count rows, cold"),
        Say("Database: count rows, warm"),
        Say("Database: make an index"),
        Say("Compile a project"),
        Say("All tasks"),
    )
}
"""What the tasks are called, whichever profile they are of."""

_BY_POSITION = (
    Say("Throughput by position"),
    Say("Write throughput by position"),
    Say("Access time"),
    Say("Read everything"),
    Say("Write everything"),
    Say("Read back"),
    Say("Probe"),
    Say("Recording"),
)
"""The tests of scans, checks and recordings, for translators."""

_SERVED = (
    Say("Web server, files on the drive"),
    Say("Web server, files in memory"),
    Say("Mail server"),
    Say("Application start"),
)
"""The tests of servers, for translators: they are texts of profiles."""

_AFTERWARDS = (Say("Write after a pause"), Say("Random write at the end"))
"""The tests that follow a sustained write (methods/sustained/plan.py), for translators."""

_VARIANTS = {
    THROUGH_CACHE: Say("page cache"),
    EACH_WRITE: Say("fsync after every write"),
    PART_WORDS[Part.ALONE]: Say("alone"),
    PART_WORDS[Part.AT_ONCE]: Say("all at once"),
}
DIRECTIONS = {
    Direction.READ: Say("read"),
    Direction.WRITE: Say("write"),
    Direction.TRIM: Say("trim"),
}
CACHES = {COLD: Say("cold cache"), WARM: Say("warm cache")}


def run_title(title: str, profile: str, cache: Cache | None) -> Say | str:
    """The title of a run of the profile with this name: "Quick benchmark, cold cache"."""
    base = base_title(title, cache)
    if base == title:
        return shipped_text(title, profile)
    words = CACHES[cache or DIRECT]
    return Say("{first}, {second}", first=shipped_text(base, profile), second=words)


def test_title(  # noqa: PLR0911 - one for each kind of title
    title: str, profile: str, drives: Sequence[Companion] = ()
) -> Say | str:
    """The title of a test in a run of the profile with this name, with what the program added; of
    several drives that were measured together, each is called by its own name.
    """
    if SEPARATOR in title:
        base, _separator, variant = title.rpartition(SEPARATOR)
        # Translators: a test, and what sets it apart from others.
        return Say(
            "{test} · {variant}",
            test=test_title(base, profile, drives),
            variant=_variant(variant, drives),
        )
    if title.endswith(_MIXED):
        return Say("{test} (mixed)", test=test_title(title.removesuffix(_MIXED), profile))
    if title in _TASKS:
        return _TASKS[title]
    if (found := _LOAD.fullmatch(title)) is not None:
        size, depth, jobs = found.groups()
        if jobs is None:
            return Say("Random {size}, depth {depth}", size=size, depth=depth)
        return Say("Random {size}, depth {depth}, {jobs} jobs", size=size, depth=depth, jobs=jobs)
    if (found := _READING.fullmatch(title)) is not None:
        return Say("Reading {number}", number=int(found[1]))
    if (found := _BREAKDOWN.fullmatch(title)) is not None:
        part = Part.AWAKE if found[3] else _BREAKDOWN_PARTS[found[1]]
        return breakdown_title(part, float(found[2] or 0))
    if (found := _DRIVE.fullmatch(title)) is not None:
        return drive_name(drives, int(found[1]))
    if (found := _THREADS.fullmatch(title)) is None:
        return shipped_text(title, profile)
    pattern, size, count = found.groups()
    threads = Plural("{count} thread", "{count} threads", int(count))
    if pattern == "Random":
        return Say("Random {size}, {threads}", size=size, threads=threads)
    return Say("Sequential {size}, {threads}", size=size, threads=threads)


def _variant(variant: str, drives: Sequence[Companion]) -> Say | Plural | str:
    """What sets a test apart: a cache, a drive, a number of hosts; else a foreign word."""
    if variant in _VARIANTS:
        return _VARIANTS[variant]
    if (hosts := _HOSTS.fullmatch(variant)) is not None:
        return Plural("{count} host", "{count} hosts", int(hosts[1]))
    if (drive := _DRIVE.fullmatch(variant)) is not None:
        return drive_name(drives, int(drive[1]))
    return variant


def test_words(
    title: str, direction: Direction, profile: str, drives: Sequence[Companion] = ()
) -> Say | str:
    """What a test is called where its direction is not beside it: "Sequential 1 MiB, Q8 read".

    The direction is not added to a title that has it, as the titles of shipped profiles are
    English.
    """
    words = test_title(mixed_title(title, direction), profile, drives)
    if title in _TASKS or direction not in DIRECTIONS:
        return words
    if direction in re.findall(r"[^\W_]+", title.lower()):
        return words
    # Translators: a test and "read", "write" or "trim".
    return Say("{first} {second}", first=words, second=DIRECTIONS[direction])


def test_names(runs: Iterable[Run]) -> dict[str, Say | str]:
    """What the tests of runs are called, by their stable names.

    Where a person gave two tests the same title, the stable name tells them apart.
    """
    found: dict[str, Say | str] = {}
    for run in runs:
        for phase in run.phases:
            found.setdefault(phase.name, test_words(phase.title, phase.direction, run.profile))
    count = Counter(found.values())
    return {
        # Translators: a test and its stable name, where two tests have the same title.
        name: words if count[words] == 1 else Say("{first} ({second})", first=words, second=name)
        for name, words in found.items()
    }
