# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a method's package has for the engine, and what stands for it where it has none.

A method is measured by fio: on a device that the helper reads, on one that may be overwritten, or
on a test file. What only one method does otherwise is a part of its package (driveproof.methods),
which is found by the name of the method. So nothing here knows one by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Protocol, cast

from driveproof.domain.errors import Advice, DriveproofError, UsageError
from driveproof.domain.method import Trait, has_trait, method_part
from driveproof.domain.notes import Note
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.by_fio import check_further, measured_by_fio
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.means import Means
from driveproof.engine.run.phase import PhaseRunner
from driveproof.system.kernel.devices import is_device
from driveproof.system.kernel.sysfs import Sysfs


class Runner(Protocol):
    """Runs the repeats of one test, and keeps them in its frame."""

    @property
    def frame(self) -> Frame:
        """The test with its repeats so far."""

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Measure once; what made it fail, None when nothing or a cancel did.

        Where it can be ended early, `enough` says when; it counts as whole then.
        """


class Watch(Protocol):
    """What is counted beside the tests of a run, from before the first to the end."""

    def notes(self, cancelled: Callable[[], bool]) -> tuple[Note, ...]:
        """What belongs beside the numbers."""


class BenchPart(Protocol):
    """`bench.py` of a method, where it is measured on something of its own."""

    def bench(self, profile: Profile, means: Means) -> AbstractContextManager[Bench]:
        """What is measured, as long as the run needs it. Raises DriveproofError."""


class RunnerPart(Protocol):
    """`runner.py` of a method, where a test is not one fio after the other alone."""

    def runners(self, profile: Profile, tools: Tools) -> Callable[[Frame], Runner]:
        """Makes what measures a test, given its frame."""


class WatchPart(Protocol):
    """`watch.py` of a method."""

    def watch(self, layers: Iterable[str], sysfs: Sysfs) -> Watch:
        """Begin to count on the devices that serve the target."""


class FindingsPart(Protocol):
    """`findings.py` of a method, where it has more to say than fio's tests tell."""

    def notes(self, profile: Profile, phases: Iterable[PhaseResult]) -> tuple[Note, ...]:
        """What belongs beside the numbers."""

    def missed(self, asked: Profile, planned: Profile, run: Run) -> DriveproofError | None:
        """Why a finished run has not done what was asked for."""


def bench(profile: Profile, means: Means) -> AbstractContextManager[Bench]:
    """What a profile is measured on. Raises DriveproofError."""
    options = means.options
    if options.elsewhere is not None:
        return options.elsewhere(profile, means.path, means.jobs.cancelled)
    device = options.overwrite is not None or is_device(means.path)
    if profile.nocow and device:
        raise UsageError(
            "Copy-on-write can be disabled only in a folder.",
            advice=Advice("Choose a folder."),
        )
    if options.beside and not has_trait(profile.method, Trait.SEVERAL):
        check_further(profile, means)
    found = method_part(profile.method, "bench")
    if found is None or (device and has_trait(profile.method, Trait.NO_DEVICE)):
        return measured_by_fio(profile, means)
    return cast(BenchPart, found).bench(profile, means)


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], Runner]:
    """Makes what measures a test of a profile, given its frame."""
    if tools.bench.elsewhere is not None:
        return tools.bench.elsewhere.runner
    found = method_part(profile.method, "runner")
    if found is None:
        return PhaseRunner
    return cast(RunnerPart, found).runners(profile, tools)


def watch(profile: Profile, layers: Iterable[str], sysfs: Sysfs) -> Watch | None:
    """What is counted beside the tests; None where nothing is."""
    found = method_part(profile.method, "watch")
    return None if found is None else cast(WatchPart, found).watch(layers, sysfs)


def notes(profile: Profile, phases: Iterable[PhaseResult]) -> tuple[Note, ...]:
    """What a method says beside the figures of its tests."""
    found = method_part(profile.method, "findings")
    return () if found is None else cast(FindingsPart, found).notes(profile, phases)


def missed(asked: Profile, planned: Profile, run: Run) -> DriveproofError | None:
    """Why a run has not done what was asked for; None where it has."""
    found = method_part(asked.method, "findings")
    return None if found is None else cast(FindingsPart, found).missed(asked, planned, run)
