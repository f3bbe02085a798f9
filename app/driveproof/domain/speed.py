# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The one verdict of speed: is a drive as fast as it should be?

Each test gets a `Pace`, from what it can be held against (expected_speed.py), in this order: more
than the link carries is no figure of the drive; less than any such drive reaches is odd; then come
a claim of Compare's against an earlier run, the link as the limit, the manufacturer's figure, and
the range of its class. A figure is rated only where the slowest and the fastest repeat agree on it.
The pace that needs most attention is the verdict.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.bands import DriveClass, ReferenceBand
from driveproof.domain.bus_limit import BEYOND, LIMITED
from driveproof.domain.comparison.difference import Verdict
from driveproof.domain.drive.drive import Media
from driveproof.domain.expected_speed import FAR_ABOVE, Expectation, Unknown
from driveproof.domain.metric import MetricName
from driveproof.domain.run.run import METRICS, IoPath, Run, Summary
from driveproof.domain.say import Say, Title

# Rules of ours, far below what any such drive of the last ten years does when it is well.
LEAST_SHARE = {"sata": 0.5, "pcie": 0.15}
"""Sequential reads of a solid-state drive, as a share of what its link carries."""
LEAST_OF_CLASS = 0.5
"""The same as a share of the least of its class, where a range of it is published."""
LEAST_DISK = 30e6
"""Sequential reads of a hard disk, bytes a second."""
LEAST_RANDOM = 1000.0
"""Random reads of 4 KiB one after the other on a solid-state drive, a second."""
WIDE = 0.5
"""Repeats that differ by more than this share of their median support no sentence."""

_FLASH_CLASSES = frozenset(
    {DriveClass.SATA_SSD, DriveClass.NVME_3, DriveClass.NVME_4, DriveClass.NVME_5}
)


class Pace(StrEnum):
    """What a figure says of the drive's speed, what needs attention most first; the words are those
    of JSON.
    """

    TOO_SLOW = "below any such drive"
    SLOWER = "slower than an earlier run"
    """By Compare's rules, which alone claim that."""
    BELOW_SPECIFICATION = "below specification"
    BEYOND_LINK = "more than the link carries"
    LINK_BELOW_BEST = "limited by a slow link"
    BELOW_CLASS = "below its class"
    ABOVE_SPECIFICATION = "far above specification"
    UNSTEADY = "too noisy"
    AS_PROMISED = "as specified"
    IN_CLASS = "within its class"
    ABOVE_CLASS = "above its class"
    LINK = "limited by the link"
    THROUGH_MEMORY = "memory, not the drive"
    ONE_REPEAT = "one repeat"
    OPEN = "nothing to compare with"


PACE_WORDS = {
    Pace.TOO_SLOW: Say("far below drives of its kind"),
    Pace.SLOWER: Say("slower than before"),
    Pace.BELOW_SPECIFICATION: Say("below specification"),
    Pace.BEYOND_LINK: Say("unknown (memory was measured)"),
    Pace.LINK_BELOW_BEST: Say("limited by a slow link"),
    Pace.BELOW_CLASS: Say("below the usual range"),
    Pace.ABOVE_SPECIFICATION: Say("far above specification"),
    Pace.UNSTEADY: Say("too noisy"),
    Pace.AS_PROMISED: Say("as specified"),
    Pace.IN_CLASS: Say("in the usual range"),
    Pace.ABOVE_CLASS: Say("above the usual range"),
    Pace.LINK: Say("limited by the link"),
    Pace.THROUGH_MEMORY: Say("unknown (memory was measured)"),
    Pace.ONE_REPEAT: Say("too few repeats"),
    Pace.OPEN: Say("unknown"),
}


def pace_say(pace: Pace) -> Say:
    """The verdict in a sentence."""
    return Say("{name}: {text}.", name=Say("Speed"), text=PACE_WORDS[pace])


ODD_PACES = frozenset({Pace.TOO_SLOW, Pace.SLOWER, Pace.BELOW_SPECIFICATION})
FINE_PACES = frozenset({Pace.AS_PROMISED, Pace.IN_CLASS, Pace.ABOVE_CLASS, Pace.LINK})


@dataclass(frozen=True, slots=True, kw_only=True)
class MeasuredSpeed:
    """What was measured of a test in one direction. `against` is what decided its pace: the least
    that such drives reach, the manufacturer's figure, what the link carries; None where a range or
    nothing did. `ratio` to the earlier run `run` is Compare's.
    """

    title: Title | str
    profile: str
    direction: Direction
    mixed: bool
    metric: MetricName
    summary: Summary
    against: float | None = None
    ratio: float | None = None
    run: str = ""


@dataclass(frozen=True, slots=True)
class Paced:
    """A test with its pace."""

    test: Expectation
    pace: Pace
    figure: MeasuredSpeed


@dataclass(frozen=True, slots=True)
class SpeedVerdict:
    """The verdict: its pace, and every test, what needs attention most first."""

    pace: Pace
    tests: tuple[Paced, ...]

    @property
    def groups(self) -> tuple[tuple[Pace, tuple[Paced, ...]], ...]:
        """The tests by pace."""
        paces = dict.fromkeys(one.pace for one in self.tests)
        return tuple((pace, tuple(one for one in self.tests if one.pace is pace)) for pace in paces)


def speed_verdict(run: Run, expected: Sequence[Expectation]) -> SpeedVerdict | None:
    """The verdict over what each test of a run can be held against; None without such a test."""
    order = list(Pace)
    tests = sorted((paced(run, one) for one in expected), key=lambda one: order.index(one.pace))
    return SpeedVerdict(tests[0].pace, tuple(tests)) if tests else None


def paced(run: Run, one: Expectation) -> Paced:
    """The pace of one test."""
    figure = MeasuredSpeed(
        title=one.phase.title,
        profile=run.profile,
        direction=one.direction,
        mixed=one.phase.direction == Direction.MIXED,
        metric=one.metric,
        summary=one.summary,
    )
    for rule in (_no_figure, _too_slow, _compared, _link, _manufacturer, _class, _unsteady):
        found = rule(run, one)
        if found is not None:
            pace, against = found
            figure = replace(figure, against=against)
            break
    else:
        pace = Pace.OPEN
    if pace is Pace.SLOWER and one.compared is not None:
        figure = replace(figure, ratio=one.compared.ratio, run=one.compared.run)
    return Paced(one, pace, figure)


_Found = tuple[Pace, float | None] | None


def _no_figure(run: Run, one: Expectation) -> _Found:
    """What is no figure of the drive, or one without a spread."""
    if run.environment.io_path != IoPath.DIRECT:
        return Pace.THROUGH_MEMORY, None
    ceiling, bandwidth = run.environment.link_ceiling, _bandwidth(one)
    if ceiling and bandwidth is not None and bandwidth.median > BEYOND * ceiling:
        return Pace.BEYOND_LINK, float(ceiling)
    return (Pace.ONE_REPEAT, None) if one.summary.count < 2 else None


def _too_slow(run: Run, one: Expectation) -> _Found:
    least = _least(run, one)
    return (Pace.TOO_SLOW, least) if least is not None and one.summary.high < least else None


def _compared(_run: Run, one: Expectation) -> _Found:
    slower = one.compared is not None and one.compared.verdict is Verdict.SLOWER
    return (Pace.SLOWER, None) if slower else None


def _link(run: Run, one: Expectation) -> _Found:
    """The link is the limit: more than it carries cannot be asked of the drive."""
    ceiling, bandwidth = run.environment.link_ceiling, _bandwidth(one)
    if not ceiling or bandwidth is None or bandwidth.low < LIMITED * ceiling:
        return None
    slower = run.environment.link_slower
    if slower is None:
        return None  # the manufacturer's figure or the class may tell
    return (Pace.LINK_BELOW_BEST if slower else Pace.LINK), float(ceiling)


def _manufacturer(_run: Run, one: Expectation) -> _Found:
    if isinstance(one.manufacturer, Unknown):
        return None
    summary, promised = one.summary, one.manufacturer
    if summary.high < LIMITED * promised:
        pace = Pace.BELOW_SPECIFICATION
    elif summary.low < LIMITED * promised:
        pace = Pace.UNSTEADY
    else:
        pace = Pace.ABOVE_SPECIFICATION if summary.low >= FAR_ABOVE * promised else Pace.AS_PROMISED
    return pace, promised


def _class(_run: Run, one: Expectation) -> _Found:
    band, summary = one.band, one.summary
    if not isinstance(band, ReferenceBand):
        return None
    if summary.high < band.low:
        return Pace.BELOW_CLASS, None
    if summary.low < band.low:
        return Pace.UNSTEADY, None
    return (Pace.ABOVE_CLASS if summary.low > band.high else Pace.IN_CLASS), None


def _unsteady(run: Run, one: Expectation) -> _Found:
    """Of a test with a least alone: it is on both sides of it, or far apart."""
    least = _least(run, one)
    if least is None:
        return None
    wide = (one.summary.spread or 0.0) > WIDE
    return (Pace.UNSTEADY, None) if wide or one.summary.low < least else None


def _bandwidth(one: Expectation) -> Summary | None:
    return one.phase.summary(one.direction, METRICS[MetricName.BANDWIDTH])


def _least(run: Run, one: Expectation) -> float | None:
    """What any such drive reaches in this test; None where there is no such rule."""
    phase, media = one.phase, run.target.media
    if one.direction != Direction.READ or phase.direction != Direction.READ:
        return None
    if phase.pattern == Pattern.RANDOM:
        single = phase.queue_depth * phase.jobs == 1 and phase.block_size <= 4096
        return LEAST_RANDOM if single and media == Media.SSD else None
    if phase.pattern != Pattern.SEQUENTIAL or phase.queue_depth * phase.jobs < 2:
        return None
    if media == Media.HDD:
        return LEAST_DISK
    if media != Media.SSD:
        return None
    found = []
    share = LEAST_SHARE.get(run.environment.link_kind or "")
    if share is not None and run.environment.link_ceiling:
        found.append(share * run.environment.link_ceiling)
    if isinstance(one.band, ReferenceBand) and one.band.drive_class in _FLASH_CLASSES:
        carried = run.environment.link_ceiling
        # A link below its best carries less than its class does.
        if not carried or carried >= one.band.low:
            found.append(LEAST_OF_CLASS * one.band.low)
    return max(found, default=None)
