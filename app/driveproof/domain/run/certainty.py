# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How certain the figure of a test is in its run, in words, and what goes on because it is not."""

from __future__ import annotations

from math import ceil

from driveproof.domain.quantity import HalfWidth, Plural, Seconds
from driveproof.domain.run.result import Figures, figures_of, repeats_of
from driveproof.domain.run.run import FEWEST_SAMPLES, SHORT_SECONDS, PhaseResult, Run
from driveproof.domain.run.stopping import half_width
from driveproof.domain.run.stopping_rule import WITHIN
from driveproof.domain.say import Say, repeats

_TELLS = 3
"""Repeats from which the interval is told: that of two is many times as wide as they are apart."""
_SHORT = Say(
    "Short: measured for less than {seconds}, or {samples} samples.",
    seconds=Seconds(SHORT_SECONDS),
    samples=FEWEST_SAMPLES,
)
LEGEND = Say(
    "Within: 95 % interval of the mean in this run, from {count} counted repeats on.", count=_TELLS
)
"""What "within" means beside a figure."""


def within(result: PhaseResult) -> Say | None:
    """ "within 4 %" of a test of a run that goes on; None where little is known yet."""
    return _within(_told(result, half_width(result)))


def certainty(figures: Figures) -> Say | None:
    """The same of a figure of a run that is over; None where tests are not judged one by one."""
    return _within(share_within(figures))


def share_within(figures: Figures) -> HalfWidth | None:
    """The same in a column with that name; of a mixed test that of the reads, which decide."""
    phase = figures.phase
    if phase.stopping is None or figures.direction != phase.directions[0]:
        return None
    return _told(phase, phase.stopping.half_width)


def certainty_in_run(phase: PhaseResult) -> Say | None:
    """ "within 4 % in this run (3 rounds)"; None where that is not known."""
    share = _told(phase, None if phase.stopping is None else phase.stopping.half_width)
    if share is None:
        return None
    return Say("within {share} in this run ({rounds})", share=share, rounds=_rounds(phase))


def certainty_so_far(result: PhaseResult) -> Say | None:
    """ "within 12 % after 3 rounds" of a test that may go on; None where little is known yet."""
    share = _told(result, half_width(result))
    if share is None:
        return None
    return Say("within {share} after {rounds}", share=share, rounds=_rounds(result))


def going_on(order: int, most: int, tests: int) -> Say:
    """Why the run is not over after the rounds of all tests."""
    return Say(
        "Round {order} of up to {most}: {tests} not within {share} yet.",
        order=order,
        most=most,
        tests=Plural("{count} test", "{count} tests", tests),
        share=HalfWidth(WITHIN),
    )


def resting(seconds: float) -> Say:
    """Why nothing is measured for some seconds."""
    return Say("Next repeat in {seconds} s.", seconds=ceil(seconds))


def tells_certainty(run: Run) -> bool:
    """Whether any of its tests tells how certain it is."""
    return any(share_within(figures) is not None for figures in figures_of(run))


def figures_legend(run: Run) -> tuple[Say, ...]:
    """How to read the figures of its tests."""
    least, most = repeats_of(run) or (0, 0)
    said = [Say("One repeat per test, no spread.")]
    if most > 1:
        count = repeats(least, most)
        # Translators: {repeats} is like "6 repeats" or "3 to 6 repeats".
        said = [Say("Medians of {repeats}. Spread: minimum and maximum.", repeats=count)]
    said += [LEGEND] if tells_certainty(run) else []
    said += [_SHORT] if any(figures.short for figures in figures_of(run)) else []
    return tuple(said)


def _told(phase: PhaseResult, half: float | None) -> HalfWidth | None:
    return None if half is None or _counted(phase) < _TELLS else HalfWidth(half)


def _counted(phase: PhaseResult) -> int:
    return sum(repeat.counts for repeat in phase.repeats)


def _rounds(phase: PhaseResult) -> Plural:
    return Plural("{count} round", "{count} rounds", _counted(phase))


def _within(share: HalfWidth | None) -> Say | None:
    return None if share is None else Say("within {share}", share=share)
