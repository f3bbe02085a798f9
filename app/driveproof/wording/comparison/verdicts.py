# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison in words: verdicts and changes, and the sentences that belong beside a metric."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.conditions import OURS, program
from driveproof.domain.comparison.difference import CLAIMS, TENFOLD, WITHIN, Barred, Verdict
from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.comparison.no_claim import no_claims
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.comparison.side_names import side_heads
from driveproof.wording.phase import disturbance
from driveproof.wording.profile import test_words
from driveproof.wording.say import say_texts
from driveproof.wording.units import MINUS, NARROW, format_duration, format_share

_VERDICTS = {
    Verdict.FASTER: N_("faster"),
    Verdict.SLOWER: N_("slower"),
    Verdict.POSSIBLE: N_("possible difference"),
    Verdict.WITHIN: N_("within {share}"),
    Verdict.UNDECIDED: N_("undecided"),
    Verdict.FEW: N_("too few repeats"),
    Verdict.NOISY: N_("too variable"),
}
_FEW_RUNS = 3
"""Runs of a state beyond which one more tells little."""
ABOUT_TWICE = 1.5
"""From here on a change is told as a factor where others beside it are."""


def metric_title(metric: Metric) -> str:
    """The test that a figure is of, with its direction: "Random 4 KiB, Q32 read"."""
    return test_words(metric.title, metric.test.direction, metric.profile)


def within_share() -> str:
    """How close to none a change is that nobody has to look for any more: "10 %"."""
    return share_text(WITHIN)


def answer_cell(verdict: Verdict | None) -> str:
    """The verdict for a cell of a table, the interval is beside it; "" where nothing is judged."""
    return "" if verdict is None else _(_VERDICTS[verdict]).format(share=within_share())


def change_text(ratio: float, verdict: Verdict | None = None) -> str:
    """How far from the baseline, without a sign: "12 % faster", "2.4 times as fast"."""
    if ratio >= 2:
        return _("{factor} times as fast").format(factor=factor_text(ratio))
    faster = ratio > 1
    if verdict in CLAIMS:
        faster = verdict is Verdict.FASTER
    text = _("{share} faster") if faster else _("{share} slower")
    return text.format(share=share_text(ratio - 1))


def span_text(speeds: tuple[float, float]) -> str:
    """The interval of a change that was claimed: "5.0 to 20 %", "2.1 to 2.8 times"."""
    low, high = speeds
    if low < 1 < high:  # an earlier look has claimed it
        return _("{low} to {high}").format(low=signed_text(low), high=signed_text(high))
    if high >= 2:
        least = factor_text(low) if low >= ABOUT_TWICE else f"{low:.2f}"
        return _("{low} to {high} times").format(low=least, high=factor_text(high))
    few, most = map(share_text, sorted((abs(low - 1), abs(high - 1))))
    if not any(digit in "123456789" for digit in few):
        return _("up to {amount}").format(amount=most)
    return _("{low} to {high}").format(low=few.removesuffix("%").strip(NARROW), high=most)


def may_be_text(speeds: tuple[float, float]) -> str:
    """What an interval leaves open: "up to 14 % slower or 9.0 % faster"."""
    low, high = speeds
    if low >= 1:
        return _("up to {amount}").format(amount=change_text(high))
    if high <= 1:
        return _("up to {amount}").format(amount=change_text(low))
    return _("up to {slower} or {faster}").format(slower=change_text(low), faster=change_text(high))


def share_text(share: float) -> str:
    """A share in percent, one decimal below ten: "4.2 %", "12 %"."""
    return format_share(abs(share))


def factor_text(ratio: float) -> str:
    """How many times, without a unit: "2.4", "12"."""
    return f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:.0f}" if ratio < 1e6 else _("a million")


def no_claim(verdicts: Sequence[Verdict | None], total: int) -> str:
    """Of how many of `total` tests no verdict was possible, and why: "Too few repeats: 3 of 8.
    ..."; "" for none.
    """
    return say_texts(no_claims(verdicts, total))


def no_common_test() -> str:
    """That the sides have no test in common."""
    return _("No test is on both sides.")


def _pair(counts: tuple[int, int]) -> str:
    """Two counts, once where they are the same: "3", "3 and 5"."""
    if counts[0] == counts[1]:
        return str(counts[0])
    return _("{first} and {last}").format(first=counts[0], last=counts[1])


def caveat(comparison: Comparison) -> str:
    """What these runs cannot show, and what would; "" where more runs would tell little."""
    if not comparison.primary or all(one.verdict is Verdict.FEW for one in comparison.primary):
        return ""
    runs = [run for side in comparison.sides for run in side.runs]
    ours = all(program(run) == OURS for run in runs)
    time = format_duration(max(run.seconds for run in runs))
    if comparison.one_run_a_side:
        return _one_of_each(comparison, time if ours else "")
    if not comparison.open or not ours:
        return ""
    heads = side_heads(comparison)
    single = [head for head, count in zip(heads, comparison.runs, strict=True) if count == 1]
    if single:
        text = _("Only one run: {sides}. A second one, ten minutes later, takes {time}.")
        return text.format(sides=", ".join(single), time=time)
    if min(comparison.runs) >= _FEW_RUNS:
        return ""
    return _("A third run of each side narrows the result. It takes {time}.").format(time=time)


def _one_of_each(comparison: Comparison, time: str) -> str:
    """`time` is what a run takes, "" where it cannot be measured again."""
    said = [_("Only one run per side: small differences are not detectable.")]
    if time:
        text = _("Measure each side again, ten minutes apart; a run takes {time}.")
        said.append(text.format(time=time))
    return " ".join(said)


def promise() -> str:
    """How often a claim may be false."""
    return _("At most 1 comparison in 20 reports a difference that does not exist.")


def notes(
    metric: Metric, of: tuple[str, str] | None = None, *, counted: bool = True
) -> tuple[str, ...]:
    """What belongs beside a metric that decides: sentences. `of`: whose repeats they count, where
    they are not those before and after. Without `counted`, what is said once for all tests is left
    out: repeats that change nothing.
    """
    found = []
    if metric.verdict is Verdict.FEW:
        found.append(_too_few(metric))
    possible = metric.verdict is Verdict.POSSIBLE
    if possible and metric.barred is Barred.IMPORTED:
        found.append(_("Only one imported run per side; import more with the same label."))
    if possible and metric.barred is Barred.AMOUNTS:
        found.append(_("One side wrote over four times as much, which may exceed a write cache."))
    if metric.verdict is Verdict.NOISY:
        found.append(_("Repeats vary too much. Measure more while nothing else uses the drive."))
    if counted and any(metric.cut_short):
        found.append(cut_short_text(counted_text(metric.cut_short, of)))
    if counted and any(metric.exhausted):
        found.append(exhausted_text(counted_text(metric.exhausted, of)))
    if any(metric.disturbed) and (
        counted or (metric.difference is not None and not survives(metric))
    ):
        found.append(_disturbed(metric, of))
    return tuple(found)


def _too_few(metric: Metric) -> str:
    text = _("Too few unaffected repeats: {repeats}. Each side needs {needed}.")
    if metric.few_in_all:
        text = _("Too few repeats: {repeats}. Each side needs {needed}.")
    return text.format(repeats=_pair(metric.counted_repeats), needed=LEAST_REPEATS)


def cut_short_text(repeats: str) -> str:
    """That repeats were cut short; `repeats` names them."""
    return _("Cut short, not counted: {repeats}.").format(repeats=repeats)


def exhausted_text(repeats: str) -> str:
    """That repeats were measured after the write cache; `repeats` names them."""
    return _("After the write cache was full, not counted: {repeats}.").format(repeats=repeats)


def disturbed_text(repeats: str, causes: Iterable[str]) -> str:
    """That other I/O affected repeats; `repeats` names them."""
    return _("Affected by {causes}: {repeats}.").format(
        repeats=repeats, causes=", ".join(map(disturbance, causes)) or _("other I/O")
    )


def survives(metric: Metric) -> bool:
    """Whether the verdict is the same without the disturbed repeats."""
    whole, without = metric.difference, metric.without
    return whole is not None and without is not None and whole.verdict is without.verdict


def repeats_of(count: int, side: str) -> str:
    """The repeats of a side: "2 repeats of Disk X"."""
    return _("{repeats} of {side}").format(repeats=_noun(count), side=side)


def _disturbed(metric: Metric, of: tuple[str, str] | None) -> str:
    whole, without = metric.difference, metric.without
    begin = disturbed_text(counted_text(metric.disturbed, of), metric.disturbed_by)
    if whole is None:
        return begin
    if without is None:
        return " ".join((begin, _("No unaffected repeats are left to compare.")))
    text = _("Without them: {verdict} ({change}).").format(
        verdict=answer_cell(without.verdict),
        change=signed_text(without.ratio),
    )
    return f"{begin} {text}"


def counted_text(counts: tuple[int, int], of: tuple[str, str] | None) -> str:
    """ "1 repeat", "2 repeats before and 1 after", "2 repeats of Disk X and 1 repeat of Disk Y"."""
    before, after = counts
    if of is not None:
        told = [repeats_of(count, whose) for count, whose in zip(counts, of, strict=True) if count]
        if len(told) < 2:
            return told[0]
        return _("{first} and {last}").format(first=told[0], last=told[1])
    if before and after:
        text = _("{repeats} before and {after} after")
        return text.format(repeats=_noun(before), after=after)
    return _noun(before or after)


def _noun(count: int) -> str:
    return ngettext("{count} repeat", "{count} repeats", count).format(count=count)


def signed_text(ratio: float) -> str:
    """A ratio as a change with its sign: "+4.2 %", "−31 %", "×14"."""
    if ratio - 1 >= TENFOLD:
        return f"×{factor_text(ratio)}"
    sign = "+" if ratio >= 1 else MINUS
    return f"{sign}{share_text(ratio - 1)}"
