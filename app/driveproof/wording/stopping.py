# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How certain the figure of a test is in its run, and what goes on because it is not."""

from __future__ import annotations

from math import ceil

from driveproof.domain.run.result import Figures, figures_of
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.domain.run.stopping import half_width
from driveproof.domain.run.stopping_rule import WITHIN
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.units import format_percent

_TELLS = 3
"""Repeats from which the interval is told: that of two is many times as wide as they are apart."""


def within_text(result: PhaseResult) -> str:
    """ "within 4 %" of a test of a run that goes on, rounded up; "" where little is known yet."""
    return _within(_told(result, half_width(result)))


def certainty(figures: Figures) -> str:
    """The same of a figure of a run that is over; "" where tests are not judged one by one."""
    return _within(_half(figures))


def share_within(figures: Figures) -> str:
    """The same in a column with that name: "4 %"."""
    half = _half(figures)
    return "" if half is None else _whole(half)


def certainty_text(phase: PhaseResult) -> str:
    """ "within 4 % in this run (3 rounds)"; "" where that is not known."""
    half = _told(phase, None if phase.stopping is None else phase.stopping.half_width)
    if half is None:
        return ""
    return _("within {share} in this run ({rounds})").format(
        share=_whole(half), rounds=rounds_text(_counted(phase))
    )


def so_far_text(result: PhaseResult) -> str:
    """ "within 12 % after 3 rounds" of a test that may go on; "" where little is known yet."""
    half = _told(result, half_width(result))
    if half is None:
        return ""
    return _("within {share} after {rounds}").format(
        share=_whole(half), rounds=rounds_text(_counted(result))
    )


def rounds_text(count: int) -> str:
    """ "1 round", "3 rounds"."""
    return ngettext("{count} round", "{count} rounds", count).format(count=count)


def going_on_text(order: int, most: int, tests: int) -> str:
    """Why the run is not over after the rounds of all tests."""
    text = ngettext(
        "Round {order} of up to {most}: {count} test not within {share} yet.",
        "Round {order} of up to {most}: {count} tests not within {share} yet.",
        tests,
    )
    return text.format(order=order, most=most, count=tests, share=_whole(WITHIN))


def resting_text(seconds: float) -> str:
    """Why nothing is measured for some seconds."""
    return _("Next repeat in {seconds} s.").format(seconds=ceil(seconds))


def tells_certainty(run: Run) -> bool:
    """Whether any of its tests tells how certain it is."""
    return any(_half(figures) is not None for figures in figures_of(run))


def certainty_legend() -> str:
    """What "within" means beside a figure."""
    text = _("Within: 95 % interval of the mean in this run, from {count} counted repeats on.")
    return text.format(count=_TELLS)


def _half(figures: Figures) -> float | None:
    """Of a mixed test it is that of the reads, which decide."""
    phase = figures.phase
    if phase.stopping is None or figures.direction != phase.directions[0]:
        return None
    return _told(phase, phase.stopping.half_width)


def _told(phase: PhaseResult, half: float | None) -> float | None:
    return half if _counted(phase) >= _TELLS else None


def _counted(phase: PhaseResult) -> int:
    return sum(repeat.counts for repeat in phase.repeats)


def _within(half: float | None) -> str:
    return "" if half is None else _("within {share}").format(share=_whole(half))


def _whole(half: float) -> str:
    """Never less than the interval is: "4 %", "×3" from twice as much on."""
    if half >= 1:
        return f"×{ceil(1 + half)}"
    return format_percent(max(0.01, ceil(100 * half - 1e-6) / 100))
