# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of the guided runs: a scan, hdparm beside fio, schedulers against the device's own."""

from __future__ import annotations

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.comparison.difference import Difference, Verdict
from driveproof.domain.comparison.variant_table import VariantTest, base_of, variant_tests
from driveproof.domain.method import SCHEDULERS
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.scan import ScanPlan
from driveproof.domain.run.result import LATENCIES
from driveproof.domain.run.run import METRICS, PhaseResult, Run
from driveproof.domain.run.special_runs import (
    positions_of,
    speeds,
)
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.comparison.verdicts import (
    answer_cell,
    may_be_text,
    no_claim_text,
    promise,
    within_share,
)
from driveproof.wording.figures import interval_text, percent, write_metric
from driveproof.wording.profile import test_title, test_words
from driveproof.wording.units import format_size, group_digits


def difference_words(difference: Difference | None) -> tuple[str, str, str]:
    """A difference as change, interval and verdict; empty for the device's own scheduler."""
    if difference is None:
        return "", "", ""
    interval = interval_text(difference.low, difference.high)
    answer = answer_cell(difference.verdict, difference.silence, within=difference.within)
    return percent(difference.change), interval, answer


def judgement(run: Run) -> str:
    """How the differences were judged, and from how many repeats."""
    tests = variant_tests(run)
    counts = sorted({cell.summary.count for test in tests for cell in test.cells})
    judged = sum(cell.difference is not None for test in tests for cell in test.cells)
    if not counts or not judged:
        return _("There is nothing to compare.")
    many = f"{counts[0]}"
    if len(counts) > 1:
        many = _("{low} to {high}").format(low=counts[0], high=counts[-1])
    text = _(
        "Medians of {repeats} repeats. “Faster” and “slower” are significant over"
        " all {count} differences."
    ).format(repeats=many, count=group_digits(judged))
    return f"{text} {promise()}"


def variant_title(test: VariantTest, run: Run) -> str:
    """What a test is called beside its variants; under schedulers all of them read."""
    if run.method == SCHEDULERS:
        return test_title(test.title, run.profile)
    return test_words(test.title, test.direction, run.profile)


def variant_answer(run: Run) -> str:
    """The answer in a sentence: what is faster or slower than the device's own scheduler, or than
    the first file system, if anything is.
    """
    own = base_of(run) or _("the current one")
    schedulers = run.method == SCHEDULERS
    found: dict[Verdict, list[str]] = {}
    for test in variant_tests(run):
        for cell in test.cells:
            if cell.difference is not None:
                said = _("{variant} in {test} ({change})").format(
                    variant=cell.variant,
                    test=variant_title(test, run),
                    change=percent(cell.difference.change),
                )
                found.setdefault(cell.difference.verdict, []).append(said)
    if not found:
        return _("Not enough repeats to compare.")
    words = {
        Verdict.FASTER: _("Faster than {own}: {found}."),
        Verdict.SLOWER: _("Slower than {own}: {found}."),
    }
    parts = [
        sentence.format(own=own, found=_some(found[verdict]))
        for verdict, sentence in words.items()
        if verdict in found
    ]
    silence = no_variant_claim(run)
    answer = ""
    if parts:
        answer = " ".join(parts)
    elif Verdict.HINT in found:
        answer = _("Possible differences from {own}: {found}.").format(
            found=_some(found[Verdict.HINT]), own=own
        )
    elif Verdict.SAME in found and not silence:
        answer = _no_variant(run, own, schedulers=schedulers)
    return " ".join(filter(None, (answer, silence)))


def _no_variant(run: Run, own: str, *, schedulers: bool) -> str:
    """That none is claimed to be faster or slower, and how much may have been missed."""
    every = [cell.difference for test in variant_tests(run) for cell in test.cells]
    ends = [
        (one.low, one.high)
        for one in every
        if one is not None and one.low is not None and one.high is not None and not one.within
    ]
    if not ends:
        text = (
            _("No scheduler differs by more than {share} from {own}.")
            if schedulers
            else _("No file system differs by more than {share} from {own}.")
        )
        return text.format(share=within_share(), own=own)
    may_be = may_be_text((min(low for low, _high in ends), max(high for _low, high in ends)))
    return _("Undecided against {own}: {range}.").format(own=own, range=may_be)


def no_variant_claim(run: Run) -> str:
    """That no variant differed detectably from the one that all are compared with, for all or some,
    and why; "" where each did.
    """
    silent = []
    judged = 0
    for test in variant_tests(run):
        own = next((c for c in test.cells if c.variant == base_of(run)), None)
        for cell in test.cells:
            if cell.difference is None:
                continue
            judged += 1
            if cell.difference.silence is not None:
                counts = own.summary.count if own else 0, cell.summary.count
                silent.append((cell.difference.silence, counts))
    return no_claim_text(silent, judged)


def _some(names: list[str], most: int = 4) -> str:
    listed = ", ".join(names[:most])
    if len(names) <= most:
        return listed
    return _("{names} and {count} more").format(names=listed, count=len(names) - most)


def scan_figures(phase: PhaseResult, *, binary: bool = False) -> list[tuple[str, str]]:
    """The figures of one test of a scan as (name, value): the average first."""
    found = positions_of(phase)
    if phase.pattern == Pattern.SEQUENTIAL:
        rates = speeds(found)
        average = phase.summary(phase.direction, METRICS[MetricName.BANDWIDTH])
        if not rates or average is None:
            return []
        return [
            (name, write_metric(MetricName.BANDWIDTH, value, binary=binary))
            for name, value in (
                (_("Average"), average.median),
                (_("Slowest position"), min(rates)),
                (_("Fastest position"), max(rates)),
            )
        ]
    names = {
        MetricName.MEAN: _("Average"),
        MetricName.MAX: _("Greatest"),
        MetricName.P50: _("Median"),
    }
    return [
        (names.get(metric, metric), write_metric(metric, summary.median))
        for metric in LATENCIES
        if (summary := phase.summary(phase.direction, METRICS[metric])) is not None
    ]


def read_text(phase: PhaseResult) -> str:
    """How much was read for it: "100 places of 5 MiB"."""
    found = positions_of(phase)
    size = format_size(found[0].bytes if found else 0, binary=True)
    return _("{count} positions of {size}").format(count=group_digits(len(found)), size=size)


def scan_headline(run: Run, *, binary: bool = False) -> str:
    """The answer of a scan, "" when nothing was measured."""
    parts = []
    for phase in run.phases:
        figures = [value for _name, value in scan_figures(phase, binary=binary)]
        if not figures:
            continue
        if phase.pattern == Pattern.SEQUENTIAL:
            words = _("Reads {average} on average ({least} to {greatest}).")
            if phase.direction == Direction.WRITE:  # of other programs: our own scan only reads
                words = _("Writes {average} on average ({least} to {greatest}).")
            average, least, greatest = figures
            parts.append(words.format(average=average, least=least, greatest=greatest))
        else:
            words = _("Access time {average} (median {median}, p99 {p99}).")
            parts.append(words.format(average=figures[0], median=figures[1], p99=figures[3]))
    return " ".join(parts)


def plan_text(plan: ScanPlan) -> str:
    """What a scan reads: "100 samples of 10 MiB and 1 000 reads of 4 KiB"."""
    return ngettext(
        "{count} sample of {size} and {reads} reads of {read_size}",
        "{count} samples of {size} and {reads} reads of {read_size}",
        plan.positions,
    ).format(
        count=plan.positions,
        size=format_size(plan.sample, binary=True),
        reads=group_digits(plan.accesses),
        read_size=format_size(plan.access_size, binary=True),
    )
