# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts of the comparison page: rows of figures, and the sentences around them; no widget."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from driveproof.domain.access import Direction
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.difference import CLAIMS, Verdict
from driveproof.domain.comparison.matching import Side
from driveproof.ui.charts.chart import Table
from driveproof.ui.charts.intervals import IntervalRow
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.comparison.cautions import caution_texts, left_out
from driveproof.wording.comparison.cells import tests_head
from driveproof.wording.comparison.remarks import remarks as remarks_of
from driveproof.wording.comparison.side_names import (
    brief_names,
    column_heads,
    of_drives,
    row_heads,
    short,
)
from driveproof.wording.comparison.verdicts import (
    answer_cell,
    caveat,
    metric_title,
    promise,
    share_text,
)
from driveproof.wording.dates import date_and_time
from driveproof.wording.figures import metric_titles, write_metric
from driveproof.wording.phase import direction_title
from driveproof.wording.units import MINUS, NARROW

MANY = 10.0  # a change by more than this factor is written as a factor


def change_cell(ratio: float | None) -> str:
    """The change for a table cell: "+12 %", "−94 %", "×14", "–" if there is none."""
    if ratio is None:
        return "–"
    if ratio >= MANY:
        return f"×{ratio:.0f}" if ratio < 1e6 else ">×10⁶"
    share = share_text(ratio - 1)
    if not any(digit in "123456789" for digit in share):
        return f"0{NARROW}%"
    return f"{'+' if ratio > 1 else MINUS}{share}"


def interval_cell(metric: Metric) -> str:
    """The interval: "+8.1 % to +14 %"; "" if there are too few repeats for one."""
    if metric.low is None or metric.high is None:
        return ""
    words = _("{low} to {high}")
    cells = [change_cell(metric.low), change_cell(metric.high)]
    if not metric.low <= 1 <= metric.high:
        # It excludes "no change", and must not look as if it included it.
        near = _("above 0") if metric.low > 1 else _("below 0")
        cells = [near + cell[1:] if cell == f"0{NARROW}%" else cell for cell in cells]
    return words.format(low=cells[0], high=cells[1])


def verdict_cell(metric: Metric) -> str:
    """The verdict, with what may be there where it is not known."""
    if metric.verdict is not Verdict.UNDECIDED:
        return answer_cell(metric.verdict)
    return _("undecided, {interval}").format(interval=interval_cell(metric))


def tone(metric: Metric) -> str:
    """The tone that colours the verdict."""
    words = {Verdict.FASTER: "good", Verdict.SLOWER: "bad", Verdict.POSSIBLE: "hint"}
    return words.get(metric.verdict, "") if metric.verdict else ""


def figure(metric: Metric, value: float | None, *, binary: bool) -> str:
    """A median with its unit, "–" if unknown."""
    return write_metric(metric.metric, value, binary=binary)


def interval_rows(comparison: Comparison, *, binary: bool = False) -> list[IntervalRow]:
    """The rows of the chart: the primary metrics, test by test, the sides of a test together."""
    several = len(comparison.sides) > 2
    briefs = brief_names(comparison)
    return [
        IntervalRow(
            title=metric_title(metric),
            before=figure(metric, metric.before, binary=binary),
            after=figure(metric, metric.after, binary=binary),
            change=change_cell(metric.ratio),
            verdict=verdict_cell(metric),
            brief=answer_cell(metric.verdict),
            ratio=metric.ratio,
            low=metric.low,
            high=metric.high,
            tone=tone(metric),
            side=shown(comparison.sides[metric.side].name) if several else "",
            brief_side=briefs[metric.side] if several else "",
            marked=any(metric.disturbed),
        )
        for metric in by_test(comparison)
    ]


def by_test(comparison: Comparison) -> list[Metric]:
    """The primary metrics; the sides of a test beside each other."""
    order = {test: place for place, test in enumerate(dict.fromkeys(
        metric.test for metric in comparison.primary
    ))}  # fmt: skip
    return sorted(comparison.primary, key=lambda metric: (order[metric.test], metric.side))


def side_heads(comparison: Comparison, number: int) -> tuple[str, str]:
    """The headers of both columns of figures: before and after, or the names of the sides."""
    if len(comparison.sides) < 3 or of_drives(comparison):
        return column_heads(comparison, number, _before_and_after())
    names = [shown(comparison.sides[place].name) for place in (0, number)]
    first, other = short(names, makers=False)
    return first, other


def figure_heads(comparison: Comparison) -> tuple[str, str]:
    """The same, for rows of any side."""
    return row_heads(comparison, _before_and_after(), _("Other"))


def brief_figure_heads(comparison: Comparison) -> tuple[str, str]:
    """The same where there is little room."""
    first, other = figure_heads(comparison)
    named = len(comparison.sides) > 2 and (of_drives(comparison) or comparison.named)
    return (brief_names(comparison)[0], other) if named else (first, other)


def _before_and_after() -> tuple[str, str]:
    return _("Before"), _("After")


def telling(comparison: Comparison) -> int:
    """The index of the row to open first: the clearest result, otherwise the first."""
    rank: dict[Verdict | None, int]
    rank = {Verdict.FASTER: 0, Verdict.SLOWER: 0, Verdict.POSSIBLE: 1}
    found = list(enumerate(by_test(comparison)))
    best = min(found, key=lambda pair: (rank.get(pair[1].verdict, 2), pair[0]))
    return best[0]


def whole_table(comparison: Comparison, *, binary: bool = False) -> Table:
    """Every metric of every test of every side."""
    titles = metric_titles()
    heads = (
        tests_head(comparison), _("Side"), _("Metric"),
        *figure_heads(comparison),
        _("Difference"), _("95 % interval"),
        _("Verdict"), _("Repeats"),
    )  # fmt: skip
    rows = []
    for metric in comparison.metrics:
        title = titles.get(metric.metric, metric.metric)
        if metric.test.direction == Direction.MIXED:
            title = f"{title}, {direction_title(metric.direction).lower()}"
        rows.append(
            (
                metric_title(metric),
                shown(comparison.sides[metric.side].name),
                title,
                figure(metric, metric.before, binary=binary),
                figure(metric, metric.after, binary=binary),
                change_cell(metric.ratio),
                interval_cell(metric),
                answer_cell(metric.verdict),
                repeats_cell(metric),
            )
        )
    return Table(heads, tuple(rows))


def repeats_cell(metric: Metric) -> str:
    """The complete repeats of both sides, with the disturbed ones: "6 (1 disturbed), 6"."""
    parts = []
    for count, disturbed in zip(metric.repeats, metric.disturbed, strict=True):
        words = f"{count}"
        if disturbed:
            words += _(" ({disturbed} affected)").format(disturbed=disturbed)
        parts.append(words)
    return ", ".join(parts)


def detail_line(comparison: Comparison) -> str:
    """The compared sides: "before TRIM, 20 Nov, 18:04 → after TRIM, 20 Nov, 18:31"."""
    return " → ".join(side_line(side) for side in comparison.sides)


def side_line(side: Side) -> str:
    """A side with its runs and their dates."""
    first = side.runs[0].started
    when, short = date_and_time(first), date_and_time(first, year=False)
    name = shown(side.name)
    words = name if when in name or short in name else f"{name}, {when}"
    if len(side.runs) > 1:
        words += _(", {count} runs").format(count=len(side.runs))
    return words


def cautions(comparison: Comparison) -> list[str]:
    """What the person must know before believing the figures."""
    return [shown(text) for text in caution_texts(comparison)]


def next_line(comparison: Comparison) -> str:
    """What these runs show and what would show more, "" where nothing would."""
    claimed = any(metric.verdict in CLAIMS for metric in comparison.primary)
    return " ".join(filter(None, (promise() if claimed else "", caveat(comparison))))


def remarks(comparison: Comparison) -> Iterator[str]:
    """The remarks on single tests, each once."""
    for one in remarks_of(comparison):
        yield shown(one.line())


def not_compared(comparison: Comparison) -> list[tuple[str, str]]:
    """Tests without a partner, each with the reason."""
    return [(names, shown(reason)) for names, reason in left_out(comparison)]


def same_line(comparison: Comparison, texts: Sequence[tuple[str, str]]) -> str:
    """What both sides have in common: "The same: firmware 4B2Q, kernel 6.12"."""
    different = {one.what for one in comparison.differs}
    parts = [text for what, text in texts if what not in different and text]
    return _("Unchanged: {names}.").format(names=", ".join(parts)) if parts else ""


def alike(comparison: Comparison) -> str:
    """The state that all runs share, as far as it is known, in a sentence."""
    runs = [run for side in comparison.sides for run in side.runs]
    first = runs[0]
    known = (
        ("firmware", _("firmware {value}"), first.target.firmware,
         {run.target.firmware for run in runs}),
        ("kernel", _("kernel {value}"), first.environment.kernel,
         {run.environment.kernel for run in runs}),
        ("fio", "fio {value}", (first.environment.fio or "").removeprefix("fio-"),
         {run.environment.fio for run in runs}),
        ("scheduler", _("scheduler {value}"), first.environment.scheduler,
         {run.environment.scheduler for run in runs}),
        ("filesystem", "{value}", first.target.filesystem, {run.target.filesystem for run in runs}),
        ("power_source", _("power: {value}"), first.environment.power_source,
         {run.environment.power_source for run in runs}),
    )  # fmt: skip
    texts = [
        (what, shown(words.format(value=value)))
        for what, words, value, every in known
        if value and len(every) == 1
    ]
    return same_line(comparison, texts)
