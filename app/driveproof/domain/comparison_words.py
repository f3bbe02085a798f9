# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison in words: the one sentence that answers, and those that belong beside a metric."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from driveproof.domain.comparison import Verdict
from driveproof.domain.run_comparison import CLAIMS, Comparison, Metric
from driveproof.domain.units import NARROW

_NAMED = 3  # tests by name in one sentence; the table has all
_GROUPS = {"read": "reads", "write": "writes", "mixed": "reads and writes", "trim": "TRIMs"}


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
    return f"{_factor(ratio)} times as fast" if ratio >= 2 else f"{share_text(ratio - 1)} {word}"


def share_text(share: float) -> str:
    """A share in percent, one decimal below ten: "4.2 %", "12 %"."""
    value = 100 * abs(share)
    return f"{value:.1f}{NARROW}%" if value < 9.95 else f"{value:.0f}{NARROW}%"


def step_text(share: float) -> str:
    """The same, of what may be many times: "12 %", "a factor of 2.4"."""
    return share_text(share) if share < 1 else f"a factor of {_factor(1 + share)}"


def _factor(ratio: float) -> str:
    return f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:.0f}" if ratio < 1e6 else "a million"


def sentence(comparison: Comparison) -> str:
    """The verdict over everything in a sentence; one for each further side."""
    several = len(comparison.sides) > 2
    parts = []
    for number, side in enumerate(comparison.sides[1:], start=1):
        mine = [metric for metric in comparison.primary if metric.side == number]
        said = _one_side(mine, comparison)
        parts.append(f"{side.name}: {said}" if several else said)
    return " ".join(parts)


def caveat(comparison: Comparison) -> str:
    """What even a claim leaves open; "" where nothing is claimed, or a state is known by several
    runs: one sitting of each state cannot tell a change from another day."""
    claimed = any(one.verdict in CLAIMS and one.floor is None for one in comparison.primary)
    if not claimed:
        return ""
    return (
        "Each state is known from one run only: what changed by itself between the two (other"
        " load, warmth) would look the same. A second run of the first state tells."
    )


def notes(metric: Metric, needed: int) -> tuple[str, ...]:
    """What belongs beside a metric that decides: sentences."""
    found = []
    if metric.verdict is Verdict.FEW:
        found.append(
            f"{_repeats(metric)} repeats are too few to say; {needed} a side are needed for this"
            " many tests."
        )
    if any(metric.cut_short):
        one = sum(metric.cut_short) == 1
        found.append(
            f"{_counted(metric.cut_short, 'cut short')}:"
            f" {'it does' if one else 'they do'} not count."
        )
    if any(metric.disturbed):
        found.append(_disturbed(metric))
    floor = metric.floor
    if floor is not None and metric.difference is not None:
        found.append(f"The same state differed by {step_text(floor)} between its runs.")
    return tuple(found)


def _disturbed(metric: Metric) -> str:
    by = ", ".join(metric.disturbed_by) or "something"
    begin = _counted(metric.disturbed, f"disturbed ({by})")
    whole, without = metric.difference, metric.without
    if whole is None:
        return f"{begin}."
    if without is None:
        return f"{begin}: nothing is left without them."
    with_all = f"{verdict_text(whole.verdict)} ({_signed(whole.ratio)})"
    if whole.verdict is without.verdict:
        return f"{begin}: {with_all} with them, the same ({_signed(without.ratio)}) without them."
    return (
        f"{begin}: {with_all} with them, {verdict_text(without.verdict)}"
        f" ({_signed(without.ratio)}) without them."
    )


def _counted(counts: tuple[int, int], what: str) -> str:
    """ "1 repeat was disturbed", "2 repeats before and 1 after were disturbed"."""
    before, after = counts
    if before and after:
        return f"{_noun(before)} before and {after} after were {what}"
    count = before or after
    return f"{_noun(count)} {'was' if count == 1 else 'were'} {what}"


def _noun(count: int) -> str:
    return f"{count} repeat" if count == 1 else f"{count} repeats"


def _repeats(metric: Metric) -> str:
    before, after = metric.repeats
    return f"{before}" if before == after else f"{before} and {after}"


def _one_side(metrics: Sequence[Metric], comparison: Comparison) -> str:
    if not metrics:
        return "Nothing can be compared: no test is in both."
    by: dict[Verdict, list[Metric]] = {}
    for metric in metrics:
        if metric.verdict is not None:
            by.setdefault(metric.verdict, []).append(metric)
    parts = []
    for verdict in (Verdict.FASTER, Verdict.SLOWER):
        parts += [
            f"{_subject(group, metrics)} are {_change(group, verdict)}"
            for group in _grouped(by.get(verdict, ()), metrics)
        ]
    hints = by.get(Verdict.HINT, [])
    for up in (True, False):
        leaning = [one for one in hints if ((one.ratio or 1) > 1) is up]
        parts += [
            f"{_subject(group, metrics)} may be {'faster' if up else 'slower'} (a hint: repeat it)"
            for group in _grouped(leaning, metrics)
        ]
    same, few = by.get(Verdict.SAME, []), by.get(Verdict.FEW, [])
    if not parts:
        return _nothing(same, few, comparison)
    if same and not few:
        parts.append("nothing else changed detectably")
    elif few:
        parts.append("too few repeats to say more")
    text = "; ".join(parts)
    return f"{text[:1].upper()}{text[1:]}."


def _nothing(same: Sequence[Metric], few: Sequence[Metric], comparison: Comparison) -> str:
    if few and not same:
        count = min(min(metric.repeats) for metric in few)
        tests = len(comparison.primary)
        return (
            f"Too few repeats to say: {count} a side, and {comparison.needed} are needed for"
            f" {tests} {'test' if tests == 1 else 'tests'}."
        )
    seen = [one.difference.detectable for one in same if one.difference]
    largest = max((one for one in seen if one is not None), default=None)
    could = f": a change of {share_text(largest)} would have been seen" if largest else ""
    if largest is not None and largest >= 1:
        could = f", but of some tests only a change by {step_text(largest)} would have been seen"
    if few:
        return f"Nothing changed detectably{could}; too few repeats for {len(few)} of the tests."
    return f"Nothing changed detectably{could}."


def _grouped(some: Iterable[Metric], every: Sequence[Metric]) -> list[list[Metric]]:
    """By kind of access where a whole kind is in it, else test by test, the rest together."""
    left = list(some)
    if not left:
        return []
    if len(left) == len(every) > 1:
        return [left]
    groups: list[list[Metric]] = []
    singles: list[list[Metric]] = []
    for kind in dict.fromkeys(map(_kind, left)):
        mine = [one for one in left if _kind(one) == kind]
        whole = sum(_kind(one) == kind for one in every)
        if len(mine) == whole:
            groups.append(mine)
        else:
            singles += [[one] for one in mine]
    room = max(1, _NAMED - len(groups))
    if len(singles) > room:
        singles = [*singles[: room - 1], [one for rest in singles[room - 1 :] for one in rest]]
    return [*groups, *singles]


def _kind(metric: Metric) -> tuple[str, str]:
    return metric.test.pattern, metric.test.direction


def _subject(group: Sequence[Metric], every: Sequence[Metric]) -> str:
    kinds = {_kind(one) for one in group}
    if len(group) == len(every) > 1 and len(kinds) > 1:
        return f"all {len(group)} tests"
    if len(kinds) == 1:
        pattern, direction = next(iter(kinds))
        if sum(_kind(one) in kinds for one in every) == len(group):
            return f"{pattern} {_GROUPS.get(direction, direction)}"
    if len(group) == 1:
        direction = _kind(group[0])[1]
        named = _GROUPS.get(direction, direction)
        return f"{group[0].title} {named}"
    return f"{len(group)} further tests"


def _change(group: Sequence[Metric], verdict: Verdict) -> str:
    ratios = sorted(one.ratio for one in group if one.ratio is not None)
    low, high = change_text(ratios[0], verdict), change_text(ratios[-1], verdict)
    if low == high:
        return low
    if "times" in low or "times" in high:
        return f"{low} to {high}"
    least, most = sorted((abs(ratios[0] - 1), abs(ratios[-1] - 1)))
    return f"{share_text(least).removesuffix('%').strip(NARROW)} to {share_text(most)} {verdict}"


def _signed(ratio: float) -> str:
    sign = "+" if ratio >= 1 else "-"
    return f"{sign}{share_text(ratio - 1)}"
