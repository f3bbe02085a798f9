# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison in words: verdicts and changes, and the sentences that belong beside a metric."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.conditions import in_turn_names
from driveproof.domain.comparison.difference import (
    CLAIMS,
    TENFOLD,
    Difference,
    Silence,
    Verdict,
)
from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.comparison.side_names import of_drives
from driveproof.wording.phase import disturbance
from driveproof.wording.profile import test_words
from driveproof.wording.units import MINUS, format_share

_VERDICTS = {
    Verdict.FASTER: N_("faster"),
    Verdict.SLOWER: N_("slower"),
    Verdict.HINT: N_("hint, repeat it"),
    Verdict.SAME: N_("no detectable change"),
    Verdict.FEW: N_("too few repeats"),
}
_HINTS = {
    Silence.FEW: N_("hint, too few repeats"),
    Silence.NOISY: N_("hint, too noisy"),
    Silence.IMPORTED: N_("hint, one imported run a side"),
    Silence.AMOUNTS: N_("hint, other amounts written"),
}


def metric_title(metric: Metric) -> str:
    """The test that a figure is of, with its direction: "Random 4 KiB, Q32 read"."""
    return test_words(metric.title, metric.test.direction, metric.profile)


def too_noisy(difference: Difference | None) -> bool:
    """Whether not even a tenfold change would have been detected, because the repeats differ so
    much.
    """
    could = difference.detectable if difference else None
    return could is not None and could > TENFOLD


def judged_text(verdict: Verdict | None, silence: Silence | None) -> str:
    """The verdict for a cell of a table: that nothing could be claimed is said of every test of
    which it is counted.
    """
    if silence is None or verdict is None or verdict in CLAIMS:
        return verdict_text(verdict)
    if verdict is Verdict.HINT:
        return _(_HINTS[silence])
    if silence is Silence.NOISY:
        return _("too noisy to say")
    return verdict_text(Verdict.FEW if silence is Silence.FEW else verdict)


def could_see_text(verdict: Verdict | None, difference: Difference | None) -> str:
    """The detectable change: "4.1 %", "a factor of 2.4", "not even tenfold".

    "" where there are too few repeats to detect any, and where one was detected among such noise.
    """
    if difference is None or difference.detectable is None:
        return ""
    if too_noisy(difference):
        return "" if verdict in CLAIMS else _("not even tenfold")
    return step_text(difference.detectable)


def could_see_cell(verdict: Verdict | None, difference: Difference | None) -> str:
    """The same in a cell of a table: "4.1 %", "factor of 2.4"."""
    if difference is not None and 1 <= (difference.detectable or 0) <= TENFOLD:
        return _("factor of {factor}").format(factor=factor_text(1 + (difference.detectable or 0)))
    return could_see_text(verdict, difference)


def verdict_text(verdict: Verdict | None) -> str:
    """The verdict as a cell of a table says it; "" for a metric without one."""
    return "" if verdict is None else _(_VERDICTS[verdict])


def change_text(ratio: float, verdict: Verdict | None = None) -> str:
    """How far from the baseline, without a sign: "12 % faster", "2.4 times as fast"."""
    if ratio >= 2:
        return _("{factor} times as fast").format(factor=factor_text(ratio))
    faster = ratio > 1
    if verdict in CLAIMS:
        faster = verdict is Verdict.FASTER
    text = _("{share} faster") if faster else _("{share} slower")
    return text.format(share=share_text(ratio - 1))


def share_text(share: float) -> str:
    """A share in percent, one decimal below ten: "4.2 %", "12 %"."""
    return format_share(abs(share))


def step_text(share: float) -> str:
    """The same, of what may be many times: "12 %", "a factor of 2.4", "more than tenfold"."""
    if share > TENFOLD:
        return _("more than tenfold")
    if share < 1:
        return share_text(share)
    return _("a factor of {factor}").format(factor=factor_text(1 + share))


def factor_text(ratio: float) -> str:
    """How many times, without a unit: "2.4", "12"."""
    return f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:.0f}" if ratio < 1e6 else _("a million")


def no_claim(comparison: Comparison) -> str:
    """That nothing could be claimed, and why: "No claim was possible: 1 repeat a side is too few;
    measure 3."; "" where something could be claimed of every test.
    """
    silent = [(one.silence, one.counted_repeats) for one in comparison.primary if one.silence]
    return no_claim_text(silent, len(comparison.primary))


def no_claim_text(
    silent: Sequence[tuple[Silence, tuple[int, int]]],
    total: int,
    *,
    differences: bool = False,
) -> str:
    """The same of anything that is judged together, tests or `differences`: why, and with how many
    repeats, of each that could not be claimed, among `total`. "" for none.
    """
    if not silent:
        return ""
    many = (
        ngettext("{count} difference", "{count} differences", total)
        if differences
        else ngettext("{count} test", "{count} tests", total)
    ).format(count=total)
    reasons: list[str] = []
    kinds = {why for why, _counts in silent}
    few = [counts for why, counts in silent if why is Silence.FEW]
    if few:
        counts = min(few, key=min)
        reasons.append(
            ngettext(
                "{repeats} repeat a side is too few; measure {needed}",
                "{repeats} repeats a side are too few; measure {needed}",
                max(counts),
            ).format(repeats=_pair(counts), needed=LEAST_REPEATS)
        )
    if Silence.NOISY in kinds:
        reasons.append(_("the repeats of one state are too far apart to see even a tenfold change"))
    if Silence.IMPORTED in kinds:
        reasons.append(_("one imported run a side gives hints at most"))
    if Silence.AMOUNTS in kinds:
        reasons.append(_("one side wrote more than four times as much, and longer"))
    why = reasons[0]
    for reason in reasons[1:]:
        why = _("{first}, and {second}").format(first=why, second=reason)
    if len(silent) < total:
        text = _("No claim was possible for {count} of {tests}: {why}.")
    else:
        text = _("No claim was possible: {why}.")
    return text.format(count=len(silent), tests=many, why=why)


def _pair(counts: tuple[int, int]) -> str:
    """Two counts, once where they are the same: "3", "3 and 5"."""
    if counts[0] == counts[1]:
        return str(counts[0])
    return _("{one} and {other}").format(one=counts[0], other=counts[1])


def caveat(comparison: Comparison) -> str:
    """What even a claim leaves open; "" where nothing is claimed, or where a state has several
    runs, or where the runs were measured in turn: one run of each state cannot distinguish a change
    from another day.
    """
    claimed = any(one.verdict in CLAIMS for one in comparison.primary)
    if not claimed or not comparison.one_run_a_side:
        return ""
    first = comparison.sides[0].runs[0]
    if all(in_turn_names(first, side.runs[0]) for side in comparison.sides[1:]):
        return ""  # their repeats took turns: whatever came and went met both
    if of_drives(comparison):
        return _(
            "Each side is known from one run only: another load or temperature in one of them would"
            " look the same. Measure each once more to tell the two apart."
        )
    return _(
        "Each state is known from one run only: a change of load or temperature between them would"
        " look the same. Measure the first state once more to tell the two apart."
    )


def notes(
    metric: Metric, of: tuple[str, str] | None = None, *, counted: bool = True
) -> tuple[str, ...]:
    """What belongs beside a metric that decides: sentences. `of`: whose repeats they count, where
    they are not those before and after. Without `counted`, what is said once for all tests is left
    out: repeats that change nothing.
    """
    found = []
    if metric.silence is Silence.FEW:
        found.append(_too_few(metric))
    if metric.silence is Silence.IMPORTED:
        found.append(
            _(
                "One imported run a side gives a hint at most: import another run of each state,"
                " and give those of one state the same label."
            )
        )
    if metric.silence is Silence.AMOUNTS:
        found.append(
            _(
                "One side wrote more than four times as much, and longer, so that more of it may"
                " have left the drive's write cache: measure both with the same settings."
            )
        )
    if metric.silence is Silence.NOISY:
        found.append(
            _(
                "The repeats of one state are too far apart to see any change, not even a tenfold"
                " one: measure more of them, while nothing else uses the drive."
            )
        )
    if counted and any(metric.cut_short):
        found.append(cut_short_text(sum(metric.cut_short), counted_text(metric.cut_short, of)))
    if counted and any(metric.exhausted):
        found.append(exhausted_text(sum(metric.exhausted), counted_text(metric.exhausted, of)))
    if any(metric.disturbed) and (
        counted or (metric.difference is not None and not survives(metric))
    ):
        found.append(_disturbed(metric, of))
    return tuple(found)


def _too_few(metric: Metric) -> str:
    counts = metric.counted_repeats
    text = (
        ngettext(
            "{repeats} repeat is too few for a claim: measure {needed} a side.",
            "{repeats} repeats are too few for a claim: measure {needed} a side.",
            max(counts),
        )
        if counts == metric.repeats
        else ngettext(
            "{repeats} undisturbed repeat is too few for a claim: measure {needed} a side.",
            "{repeats} undisturbed repeats are too few for a claim: measure {needed} a side.",
            max(counts),
        )
    )
    return text.format(repeats=_pair(counts), needed=LEAST_REPEATS)


def cut_short_text(count: int, repeats: str) -> str:
    """That repeats were cut short; `repeats` names them."""
    return ngettext(
        "{repeats} was cut short: it does not count.",
        "{repeats} were cut short: they do not count.",
        count,
    ).format(repeats=repeats)


def exhausted_text(count: int, repeats: str) -> str:
    """That repeats were measured after the write cache; `repeats` names them."""
    return ngettext(
        "{repeats} was measured after the write cache had run out: it does not count.",
        "{repeats} were measured after the write cache had run out: they do not count.",
        count,
    ).format(repeats=repeats)


def disturbed_text(count: int, repeats: str, causes: Iterable[str]) -> str:
    """That repeats were disturbed, as the beginning of a sentence; `repeats` names them."""
    return ngettext(
        "{repeats} was disturbed ({causes})", "{repeats} were disturbed ({causes})", count
    ).format(repeats=repeats, causes=", ".join(map(disturbance, causes)) or _("something"))


def survives(metric: Metric) -> bool:
    """Whether the verdict is the same without the disturbed repeats."""
    whole, without = metric.difference, metric.without
    return whole is not None and without is not None and whole.verdict is without.verdict


def repeats_of(count: int, side: str) -> str:
    """The repeats of a side: "2 repeats of Disk X"."""
    return _("{repeats} of {side}").format(repeats=_noun(count), side=side)


def _disturbed(metric: Metric, of: tuple[str, str] | None) -> str:
    whole, without = metric.difference, metric.without
    begin = disturbed_text(
        sum(metric.disturbed), counted_text(metric.disturbed, of), metric.disturbed_by
    )
    if whole is None:
        return _("{disturbed}.").format(disturbed=begin)
    if without is None:
        return _("{disturbed}: nothing is left without them.").format(disturbed=begin)
    same = whole.verdict is without.verdict
    text = (
        _("{disturbed}: {verdict} ({change}) with them, the same ({rest}) without them.")
        if same
        else _("{disturbed}: {verdict} ({change}) with them, {other} ({rest}) without them.")
    )
    return text.format(
        disturbed=begin,
        verdict=judged_text(whole.verdict, whole.silence),
        change=signed_text(whole.ratio),
        other=judged_text(without.verdict, without.silence),
        rest=signed_text(without.ratio),
    )


def counted_text(counts: tuple[int, int], of: tuple[str, str] | None) -> str:
    """ "1 repeat", "2 repeats before and 1 after", "2 repeats of Disk X and 1 repeat of Disk Y"."""
    before, after = counts
    if of is not None:
        told = [repeats_of(count, whose) for count, whose in zip(counts, of, strict=True) if count]
        if len(told) < 2:
            return told[0]
        return _("{one} and {other}").format(one=told[0], other=told[1])
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
