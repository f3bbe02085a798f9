# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a result is as fast as it should be: what each test can be held against, or why not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.bands import CLASS_TITLES, DriveClass, ReferenceBand, band_for
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.drive.datasheet import Datasheet
from driveproof.domain.metric import MetricName
from driveproof.domain.run.areas import OWN_ENGINE
from driveproof.domain.run.file_ages import READ_ENGINE
from driveproof.domain.run.hdparm import is_timing
from driveproof.domain.run.observed import WATCH_ENGINE
from driveproof.domain.run.run import METRICS, IoPath, PhaseResult, Run, Summary
from driveproof.domain.run.work import name_marks
from driveproof.domain.say import Say

FAR_ABOVE = 1.5
"""From this multiple of the manufacturer's figure on, it is not the drive alone that was measured,
or the figure is not the drive's: manufacturers promise what their drives reach at best.
"""


class Unknown(StrEnum):
    """Why there is nothing to hold a test against; the words are those of JSON."""

    NOT_DIRECT = "not direct"
    """Memory took part in the I/O."""
    NO_LINK = "link unknown"
    NO_IDENTITY = "drive unknown"
    """Nothing tells the drive from another one."""
    NO_HISTORY = "history unreadable"
    FIRST = "measured for the first time"
    NOT_ENTERED = "not entered"
    OTHER_TEST = "other test"
    """Makers promise nothing for such a block size or mix."""
    TOO_SHALLOW = "too few I/Os in flight"
    """Makers measure with more I/Os in flight."""
    NO_CLASS = "class unknown"
    NO_BAND = "no range with a source"


@dataclass(frozen=True, slots=True)
class Earlier:
    """The medians of the same test in earlier runs of the drive: of how many, and their range."""

    runs: int
    median: float
    low: float
    high: float


class EarlierComparison(NamedTuple):
    """What Compare's rules say of the same test against the earlier run `run`."""

    run: str
    verdict: Verdict
    ratio: float


class RangePlace(StrEnum):
    """Where a figure lies in relation to a range; the words are those of JSON."""

    BELOW = "below"
    WITHIN = "within"
    ABOVE = "above"


def range_place(value: float, low: float, high: float) -> RangePlace:
    """Where a value lies in relation to a range."""
    if value < low:
        return RangePlace.BELOW
    return RangePlace.ABOVE if value > high else RangePlace.WITHIN


def place_words(where: RangePlace, drive_class: DriveClass) -> Say:
    """Where a figure is: "in the usual range (SATA SSDs)"."""
    words = {
        RangePlace.BELOW: Say("below the usual range"),
        RangePlace.WITHIN: Say("in the usual range"),
        RangePlace.ABOVE: Say("above the usual range"),
    }
    return Say("{first} ({second})", first=words[where], second=CLASS_TITLES[drive_class])


@dataclass(frozen=True, slots=True, kw_only=True)
class Expectation:
    """What the figure of a test in one direction can be held against.

    `link` is the share of the link's ceiling that its bandwidth reached, `manufacturer` what the
    drive's manufacturer promises, in the unit of the metric. Each part is known, or says why not.
    """

    phase: PhaseResult
    direction: Direction
    summary: Summary
    link: float | Unknown
    earlier: Earlier | Unknown
    manufacturer: float | Unknown
    band: ReferenceBand | Unknown
    compared: EarlierComparison | None = None
    """None without an earlier run with enough repeats for a claim."""

    @property
    def metric(self) -> MetricName:
        """The metric of `summary`, "bandwidth" or "iops"."""
        return self.phase.primary

    @property
    def place(self) -> RangePlace | None:
        """Where the figure lies in relation to the band; None without one."""
        if isinstance(self.band, Unknown):
            return None
        return range_place(self.summary.median, self.band.low, self.band.high)


EarlierOf = Mapping[tuple[str, str], Earlier] | Unknown
"""Earlier results by name and direction of the test, or why there are none."""


_NOTHING = Datasheet()
_ROTATING = frozenset(
    {DriveClass.HDD_5400, DriveClass.HDD_7200, DriveClass.HDD_10K, DriveClass.HDD_15K}
)
# The least I/Os in flight with which manufacturers of solid-state drives measure what they promise.
# Random access: 32 for SATA (Samsung 860 PRO, 870 EVO), 32 of each of four to sixteen workers for
# NVMe (Samsung 970 EVO Plus, 990 PRO). Sequential: as with the ranges of resources/bands.toml.
_LEAST_SEQUENTIAL, _LEAST_RANDOM, _LEAST_RANDOM_NVME = 8, 32, 128
_LEAST_SEQUENTIAL_BLOCK, _RANDOM_BLOCK = 128 * 1024, 4096


def expectations(
    run: Run,
    bands: Sequence[ReferenceBand],
    earlier: EarlierOf,
    datasheet: Datasheet = _NOTHING,
    compared: Mapping[tuple[str, str], EarlierComparison] | None = None,
) -> tuple[Expectation, ...]:
    """What each test of a run can be held against, in the order of its tests.

    `datasheet` has the manufacturer's figures, `compared` Compare's verdicts by name and direction
    of the test. Tests of schedulers, hdparm, file sizes, files by age and of a check are left out,
    as they are compared with each other, and so is what was only watched.
    """
    found = []
    direct = run.environment.io_path == IoPath.DIRECT
    for phase in run.phases:
        if (
            phase.scheduler is not None
            or is_timing(phase)
            or phase.engine in (OWN_ENGINE, WATCH_ENGINE, READ_ENGINE)
            or phase.work.of_file_sizes
        ):
            continue
        for direction in phase.directions:
            summary = phase.summary(direction, METRICS[phase.primary])
            if summary is None:
                continue
            found.append(
                Expectation(
                    phase=phase,
                    direction=direction,
                    summary=summary,
                    link=_link(run, phase, direction) if direct else Unknown.NOT_DIRECT,
                    earlier=_earlier(earlier, phase, direction),
                    manufacturer=_promised(run, phase, direction, datasheet)
                    if direct
                    else Unknown.NOT_DIRECT,
                    band=_band(run, phase, bands) if direct else Unknown.NOT_DIRECT,
                    compared=(compared or {}).get((phase.name, direction)),
                )
            )
    return tuple(found)


def _link(run: Run, phase: PhaseResult, direction: Direction) -> float | Unknown:
    ceiling, bandwidth = (
        run.environment.link_ceiling,
        phase.summary(direction, METRICS[MetricName.BANDWIDTH]),
    )
    if not ceiling or bandwidth is None:
        return Unknown.NO_LINK
    return bandwidth.median / ceiling


def _earlier(earlier: EarlierOf, phase: PhaseResult, direction: Direction) -> Earlier | Unknown:
    if isinstance(earlier, Unknown):
        return earlier
    return earlier.get((phase.name, direction), Unknown.FIRST)


def _promised(
    run: Run, phase: PhaseResult, direction: Direction, datasheet: Datasheet
) -> float | Unknown:
    """The manufacturer's figure, if the test is one of those that manufacturers promise something
    for.
    """
    figure, size = datasheet.speed(phase.pattern, direction), phase.block_size
    if not datasheet:
        return Unknown.NOT_ENTERED
    sequential = phase.pattern == Pattern.SEQUENTIAL
    fits = size >= _LEAST_SEQUENTIAL_BLOCK if sequential else size == _RANDOM_BLOCK
    if (
        phase.direction == Direction.MIXED
        or not fits
        or name_marks(phase.work, phase.work.data, direction)
    ):
        return Unknown.OTHER_TEST
    if figure is None:
        return Unknown.NOT_ENTERED
    word = run.target.drive_class or ""
    nvme = word in {DriveClass.NVME_3, DriveClass.NVME_4, DriveClass.NVME_5}
    least = _LEAST_RANDOM_NVME if nvme else _LEAST_RANDOM
    if sequential:
        least = 1 if word in _ROTATING else _LEAST_SEQUENTIAL
    return Unknown.TOO_SHALLOW if phase.queue_depth * phase.jobs < least else figure


def _band(run: Run, phase: PhaseResult, bands: Iterable[ReferenceBand]) -> ReferenceBand | Unknown:
    try:
        drive_class = DriveClass(run.target.drive_class or "")
    except ValueError:  # unknown, or one that only a newer version knows
        return Unknown.NO_CLASS
    return band_for(bands, drive_class, phase) or Unknown.NO_BAND
