# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a change is called: its verdict, and how large it is as a change of speed."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.comparison.difference import WITHIN, Verdict
from driveproof.domain.quantity import Amount, Change, Factor
from driveproof.domain.say import Say

_TWICE = 2.0
"""From this ratio on a change is told as a factor."""
_ABOUT_TWICE = 1.5
"""The same where another factor is beside it."""
_WHOLE = 9.95
"""From this factor on it has no decimals."""
_NOTHING = 0.0005
"""A share below it is written as none."""


def verdict_words(verdict: Verdict) -> Say:
    """A verdict beside a figure; its interval is beside it."""
    return {
        Verdict.FASTER: Say("faster"),
        Verdict.SLOWER: Say("slower"),
        Verdict.POSSIBLE: Say("possible difference"),
        Verdict.WITHIN: Say("within {share}", share=within()),
        Verdict.UNDECIDED: Say("undecided"),
        Verdict.FEW: Say("too few repeats"),
        Verdict.NOISY: Say("too variable"),
    }[verdict]


def within() -> Amount:
    """How close to none a change is that nobody has to look for any more."""
    return change_share(WITHIN)


def change_share(change: float) -> Amount:
    """How far from none a change is, without a sign."""
    return Amount(abs(change))


def change_amount(ratio: float, *, faster: bool | None = None) -> Say:
    """How far from the baseline: "12 % faster", "2.4 times as fast". `faster`: what is claimed,
    where the figures alone do not say it.
    """
    if ratio >= _TWICE:
        return Say("{factor} times as fast", factor=Factor(ratio))
    if ratio > 1 if faster is None else faster:
        return Say("{share} faster", share=change_share(ratio - 1))
    return Say("{share} slower", share=change_share(ratio - 1))


def change_amounts(ratios: Sequence[float], *, faster: bool) -> Say:
    """The same of several tests that changed the same way, from the least to the greatest."""
    low, high = min(ratios), max(ratios)
    if _written(low) == _written(high):
        return change_amount(low, faster=faster)
    if high >= _TWICE:
        if low >= _ABOUT_TWICE:
            factors = Say("{low} to {high}", low=Factor(low), high=Factor(high))
            return Say("{factor} times as fast", factor=factors)
        return Say(
            "{low} to {high}", low=change_amount(low, faster=faster), high=change_amount(high)
        )
    few, most = sorted((abs(low - 1), abs(high - 1)))
    share = Say("{low} to {high}", low=change_share(few), high=change_share(most))
    return Say("{share} faster", share=share) if faster else Say("{share} slower", share=share)


def claimed_span(low: float, high: float) -> Say:
    """The interval of a change that was claimed: "5.0 % to 20 %"."""
    if low < 1 < high:  # an earlier look has claimed it
        return Say("{low} to {high}", low=Change(low - 1), high=Change(high - 1))
    if high >= _TWICE:
        return Say(
            "{factor} times", factor=Say("{low} to {high}", low=Factor(low), high=Factor(high))
        )
    few, most = sorted((abs(low - 1), abs(high - 1)))
    if few < _NOTHING:
        return Say("up to {amount}", amount=change_share(most))
    return Say("{low} to {high}", low=change_share(few), high=change_share(most))


def left_open(low: float, high: float) -> Say:
    """What an interval leaves open: "up to 14 % slower or 9.0 % faster"."""
    if low >= 1:
        return Say("up to {amount}", amount=change_amount(high))
    if high <= 1:
        return Say("up to {amount}", amount=change_amount(low))
    return Say("up to {slower} or {faster}", slower=change_amount(low), faster=change_amount(high))


def _written(ratio: float) -> float:
    """A ratio as far as it is written: a factor has one decimal below ten, a share below ten
    percent.
    """
    if ratio >= _TWICE:
        return round(ratio, 1 if ratio < _WHOLE else 0)
    return round(ratio, 3 if abs(ratio - 1) < 0.0995 else 2)
