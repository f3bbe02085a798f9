# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The names of the ways of measuring, and what several of them have in common.

A profile names its method in TOML (`method = "scan"`), and a run keeps that name: as it is saved,
exported and read again. What only one method knows belongs to its package in `driveproof.methods`.
The floors below the methods find a part of it by that name and import none of them.
"""

from __future__ import annotations

from enum import Enum
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType

_PACKAGES = "driveproof.methods"
FIO = "fio"
"""Tests of fio in a fixed order. So are tests from other programs' files."""
LOAD_CURVE = "load-curve"
"""Tests of fio, whoever asked for them, are shown as one where they make one."""
SCHEDULERS = "schedulers"
"""A list of tests as well, so that it has no plan."""
SCAN, HDPARM, FILE_SIZES = "scan", "hdparm", "file-sizes"
"""Other programs' files are runs of these methods."""


@cache
def method_names() -> tuple[str, ...]:
    """All methods: the packages of `driveproof.methods`, none of which is imported for it."""
    found = find_spec(_PACKAGES)
    places = found.submodule_search_locations if found is not None else ()
    return tuple(sorted(one.name.replace("_", "-") for one in iter_modules(places) if one.ispkg))


@cache
def method_part(name: str, module: str) -> ModuleType | None:
    """A module of a method's package: the "plan" of "load-curve" is
    `driveproof.methods.load_curve.plan`.

    None where the method has no such part, and for a name that is not one of `method_names`, as a
    saved or imported run may have it: nothing is imported for a name from elsewhere.
    """
    package = f"{_PACKAGES}.{name.replace('-', '_')}"
    if (
        name not in method_names()
        or find_spec(package) is None
        or find_spec(f"{package}.{module}") is None
    ):
        return None
    return import_module(f"{package}.{module}")


class Trait(Enum):
    """What several methods have in common."""

    FOLDER = "folder"
    """It works in a folder; the others look at a device itself."""
    NO_DEVICE = "no device"
    """It works on files, and has nothing to do on a device."""
    OWN_FILES = "own files"
    """It makes its files itself; for the others a test file is written before the first test."""
    ROUNDS = "rounds"
    """All tests are done once, then again."""
    SHUFFLED = "shuffled"
    """They are as well, each round in an order of its own."""
    LAST_FIRST = "last first"
    """Such a round begins with the last test. The first one stands for the run in lists."""
    GOES_ON = "goes on"
    """Its tests may have more repeats than others of the run where they are not certain yet.

    Each of them is one process of fio and stands for itself. Of the other methods in rounds the
    answer is what tests of one round are to each other (a read with and without a pause, a file
    read once and again, one drive alone and with others), so that every round has all of them;
    tasks and writes through the page cache last minutes, and fio does not report what they write.
    """
    NO_BUDGET = "no budget"
    """How much is written is the method: a sustained write finds the end of the write cache, steady
    state is defined after twice the capacity (SNIA PTS 2.0.2), and a capacity is only proven by
    filling it. It says before how much that is, and ends before it where it can.
    """
    ERASES = "erases"
    """It overwrites the whole device, which is trimmed before the first test."""
    ONE_PASS = "one pass"
    """It looks at each place, or at what others do, once: no claim about a difference is made."""
    ONCE = "once"
    """It is done once: no repeats are chosen."""
    OWN_SECONDS = "own seconds"
    """A test takes as long as it takes: no seconds are chosen."""
    MANY_FILES = "many files"
    """It works on many files, whose bytes together are chosen."""
    NO_FILE = "no file"
    """There is no test file, whose size could be chosen."""
    WATCHES = "watches"
    """It looks at what others do, whatever the target, and makes no file."""
    SEVERAL = "several"
    """It works on further folders or devices beside its target."""
    BUFFERED = "buffered"
    """Its I/O goes through the page cache on purpose, as its title says."""
    MANY_TESTS = "many tests"
    """Its tests are many and short: what is said of them is said of all that are alike."""
    SHOWS_TESTS = "shows tests"
    """Its tests, each as a row, are what it shows."""
    BY_POSITION = "by position"
    """It measures by the place on a device."""
    NO_EXPERIMENT = "no experiment"
    """It compares or answers by itself: an experiment refuses it."""
    UNDER_SCHEDULERS = "under schedulers"
    """Its tests are done under each scheduler of the drive."""
    JOB_FILE = "job file"
    """A job file of fio can say its tests."""


def has_trait(name: str, trait: Trait) -> bool:
    """Whether a method has this trait: its plan says it."""
    module = method_part(name, "plan")
    return trait in (_TRAITS.get(name, ()) if module is None else module.TRAITS)


_TRAITS = {
    FIO: (Trait.FOLDER, Trait.ROUNDS, Trait.GOES_ON, Trait.SHOWS_TESTS, Trait.JOB_FILE),
    SCHEDULERS: (Trait.UNDER_SCHEDULERS, Trait.NO_EXPERIMENT, Trait.JOB_FILE),
}
"""Of the methods whose profiles are lists of tests, and have no plan."""
