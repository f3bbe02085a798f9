# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison in words: verdicts and changes, and the sentences that belong beside a metric."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.comparison.comparison import CLAIMS, Comparison, Metric
from driveproof.domain.comparison.difference import TENFOLD, Difference, Silence, Verdict
from driveproof.wording.comparison.side_names import of_drives
from driveproof.wording.units import format_percent, format_share

_HELD = 0.95  # what the head of the column says of intervals
_ROUNDED = 5e-4  # half of the last digit that is shown: two changes this near are the same


def too_noisy(difference: Difference | None) -> bool:
    """Whether not even a tenfold change would have been seen, the repeats being so far apart."""
    could = difference.detectable if difference else None
    return could is not None and could > TENFOLD


def judged_text(verdict: Verdict | None, difference: Difference | None) -> str:
    """The verdict as a cell of a table says it, and that nobody can say where all is noise."""
    noise = verdict is Verdict.SAME and too_noisy(difference)
    return "too noisy to say" if noise else verdict_text(verdict)


def could_see_text(verdict: Verdict | None, difference: Difference | None) -> str:
    """The change that would have been seen: "4.1 %", "a factor of 2.4", "not even tenfold".

    "" where there are too few repeats to see any, and where one was seen among such noise.
    """
    if difference is None or difference.detectable is None:
        return ""
    if too_noisy(difference):
        return "" if verdict in CLAIMS else "not even tenfold"
    return step_text(difference.detectable)


def verdict_text(verdict: Verdict | None) -> str:
    """The verdict as a cell of a table says it; "" for a metric without one."""
    match verdict:
        case None:
            return ""
        case Verdict.HINT:
            return "hint, repeat it"
        case _:
            return verdict.value


def change_text(ratio: float, verdict: Verdict | None = None) -> str:
    """How far from the baseline, without a sign: "12 % faster", "2.4 times as fast"."""
    word = "faster" if ratio > 1 else "slower"
    if verdict in (Verdict.FASTER, Verdict.SLOWER):
        word = verdict.value
    return (
        f"{factor_text(ratio)} times as fast" if ratio >= 2 else f"{share_text(ratio - 1)} {word}"
    )


def share_text(share: float) -> str:
    """A share in percent, one decimal below ten: "4.2 %", "12 %"."""
    return format_share(abs(share))


def step_text(share: float) -> str:
    """The same, of what may be many times: "12 %", "a factor of 2.4", "more than tenfold"."""
    if share > TENFOLD:
        return "more than tenfold"
    return share_text(share) if share < 1 else f"a factor of {factor_text(1 + share)}"


def factor_text(ratio: float) -> str:
    """How many times, without a unit: "2.4", "12"."""
    return f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:.0f}" if ratio < 1e6 else "a million"


def no_claim(comparison: Comparison) -> str:
    """That nothing could be claimed, and why: "No claim was possible: 3 repeats a side are too few;
    6 are needed for 8 tests."; "" where something could be claimed of every test.
    """
    silent = [(one.silence, _fewest(one)) for one in comparison.primary if one.silence]
    return no_claim_text(silent, len(comparison.primary), comparison.needed)


def no_claim_text(
    silent: Sequence[tuple[Silence, tuple[int, int]]],
    total: int,
    needed: int,
    noun: str = "test",
) -> str:
    """The same of anything that is judged together: why, and with how many repeats, of each that
    could not be claimed, among `total`, where `needed` repeats a side would do. "" for none."""
    if not silent:
        return ""
    begin = "No claim was possible"
    many = f"{total} {noun}{'' if total == 1 else 's'}"
    if len(silent) < total:
        begin += f" for {len(silent)} of {many}"
    reasons: list[str] = []
    few = [counts for why, counts in silent if why is not Silence.NOISY]
    if few:
        counts = min(few, key=min)
        said = f"{counts[0]}" if counts[0] == counts[1] else f"{counts[0]} and {counts[1]}"
        one = counts == (1, 1)
        reasons.append(
            f"{said} {'repeat' if one else 'repeats'} a side {'is' if one else 'are'} too few;"
            f" {needed} are needed for {many}"
        )
    if len(few) < len(silent):
        reasons.append("the repeats of one state are too far apart to see even a tenfold change")
    return f"{begin}: {', and '.join(reasons)}."


def _fewest(metric: Metric) -> tuple[int, int]:
    """Repeats of each side; the undisturbed ones where these are what is missing."""
    if metric.difference is not None and metric.difference.silence is not None:
        return metric.repeats
    sides = (metric.before_values, metric.after_values)
    before, after = (sum(not one.disturbed for one in side) for side in sides)
    return before, after


def caveat(comparison: Comparison) -> str:
    """What even a claim leaves open; "" where nothing is claimed, or a state is known by several
    runs: one sitting of each state cannot tell a change from another day."""
    claimed = any(one.verdict in CLAIMS and one.floor is None for one in comparison.primary)
    if not claimed:
        return ""
    if of_drives(comparison):
        return (
            "Each side is known from one run only: other load or warmth in one of them would look"
            " the same. A second run of each tells."
        )
    return (
        "Each state is known from one run only: what changed by itself between the two (other"
        " load, warmth) would look the same. A second run of the first state tells."
    )


def notes(metric: Metric, needed: int, of: tuple[str, str] | None = None) -> tuple[str, ...]:
    """What belongs beside a metric that decides: sentences. `of`: whose repeats they count, where
    they are not those before and after.
    """
    found = []
    if metric.silence in (Silence.FEW, Silence.MANY):
        before, after = _fewest(metric)
        counted = f"{before}" if before == after else f"{before} and {after}"
        calm = "undisturbed " if (before, after) != metric.repeats else ""
        one = (before, after) == (1, 1)
        found.append(
            f"{counted} {calm}{'repeat is' if one else 'repeats are'} too few for a claim;"
            f" {needed} a side are needed for this many tests."
        )
    if metric.silence is Silence.NOISY:
        found.append(
            "The repeats of one state are too far apart to see any change, not even a tenfold one:"
            " measure more of them, while nothing else uses the drive."
        )
    if (medians := other_change(metric)) is not None:
        found.append(
            f"The medians alone differ by {signed_text(medians)}; the change is that of all pairs"
            " of repeats."
        )
    if any(metric.cut_short):
        one = sum(metric.cut_short) == 1
        found.append(
            f"{_counted(metric.cut_short, 'cut short', of)}:"
            f" {'it does' if one else 'they do'} not count."
        )
    if any(metric.exhausted):
        one = sum(metric.exhausted) == 1
        found.append(
            f"{_counted(metric.exhausted, 'measured after the write cache had run out', of)}:"
            f" {'it does' if one else 'they do'} not count."
        )
    if any(metric.disturbed):
        found.append(_disturbed(metric, of))
    floor = metric.floor
    if floor is not None and metric.difference is not None:
        found.append(f"The same state differed by {step_text(floor)} between its runs.")
    held = metric.difference.confidence if metric.difference else None
    if held is not None and held < _HELD:
        found.append(
            f"The interval holds what differs from run to run in {format_percent(held)} of cases"
            " only, because one side is a single run: measure it once more."
        )
    return tuple(found)


def other_change(metric: Metric) -> float | None:
    """The ratio of the two medians that stand in the row, where the row shows another one."""
    if not metric.before or not metric.after or metric.ratio is None:
        return None
    medians = metric.after / metric.before
    told = signed_text(medians) != signed_text(metric.ratio)
    return medians if told and abs(medians - metric.ratio) > _ROUNDED * metric.ratio else None


def _disturbed(metric: Metric, of: tuple[str, str] | None) -> str:
    by = ", ".join(metric.disturbed_by) or "something"
    begin = _counted(metric.disturbed, f"disturbed ({by})", of)
    whole, without = metric.difference, metric.without
    if whole is None:
        return f"{begin}."
    if without is None:
        return f"{begin}: nothing is left without them."
    with_all = f"{judged_text(whole.verdict, whole)} ({signed_text(whole.ratio)})"
    if whole.verdict is without.verdict:
        return (
            f"{begin}: {with_all} with them, the same ({signed_text(without.ratio)}) without them."
        )
    return (
        f"{begin}: {with_all} with them, {judged_text(without.verdict, without)}"
        f" ({signed_text(without.ratio)}) without them."
    )


def _counted(counts: tuple[int, int], what: str, of: tuple[str, str] | None) -> str:
    """ "1 repeat was disturbed", "2 repeats before and 1 after were disturbed"."""
    before, after = counts
    if of is not None:
        told = [
            f"{_noun(count)} of {whose}" for count, whose in zip(counts, of, strict=True) if count
        ]
        return f"{' and '.join(told)} {'was' if before + after == 1 else 'were'} {what}"
    if before and after:
        return f"{_noun(before)} before and {after} after were {what}"
    count = before or after
    return f"{_noun(count)} {'was' if count == 1 else 'were'} {what}"


def _noun(count: int) -> str:
    return f"{count} repeat" if count == 1 else f"{count} repeats"


def signed_text(ratio: float) -> str:
    """A ratio as a change with its sign: "+4.2 %", "-31 %", "×14"."""
    if ratio - 1 >= TENFOLD:
        return f"×{factor_text(ratio)}"
    sign = "+" if ratio >= 1 else "-"
    return f"{sign}{share_text(ratio - 1)}"
