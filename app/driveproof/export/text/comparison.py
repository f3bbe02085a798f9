# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison for the terminal: the verdict first, then the figures, then what else differs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from driveproof.domain.access import Direction
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.health_over_runs import Span
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.overview import overview
from driveproof.domain.health.changes import ChangeKind
from driveproof.domain.run.hosts import on_hosts
from driveproof.domain.text import visible
from driveproof.export.text.layout import WIDTH, Layout, one_line
from driveproof.wording.catalogue import _
from driveproof.wording.comparison.cautions import (
    caution_texts,
    condition_texts,
    condition_title,
    left_out,
)
from driveproof.wording.comparison.cells import cells_of, how_judged, tests_head
from driveproof.wording.comparison.headline import sentence
from driveproof.wording.comparison.judging import judged_heads, judged_row
from driveproof.wording.comparison.overview import overview_note, overview_rows
from driveproof.wording.comparison.remarks import remarks
from driveproof.wording.comparison.side_names import (
    column_heads,
    of_drives,
    row_heads,
    side_heads,
)
from driveproof.wording.comparison.verdicts import caveat, metric_title
from driveproof.wording.dates import stamp
from driveproof.wording.figures import metric_titles
from driveproof.wording.health.changes import change_clause
from driveproof.wording.hosts import hosts_text
from driveproof.wording.profile import run_title
from driveproof.wording.run import runs_text
from driveproof.wording.units import NARROW


def comparison_table(
    comparison: Comparison,
    spans: Iterable[Span] = (),
    *,
    binary: bool = False,
    details: bool = False,
    sort: int | None = None,
    width: int | None = None,
    encoding: str = "utf-8",
) -> str:
    """The whole of it; `details` adds the metrics that are shown without a verdict.

    More than two sides are also beside each other, the fastest first in the test of column `sort`.
    Tables lose their last columns where they need more than `width` (None: any number).
    """
    layout = Layout(width or WIDTH, 10_000 if width is None else width, encoding, binary)
    several = len(comparison.sides) > 2
    heads = side_heads(comparison)
    lines = layout.wrapped(one_line(sentence(comparison)))
    lines.append("")
    for number, side in enumerate(comparison.sides):
        lines += layout.wrapped(f"{heads[number]}: {_side(side, heads[number])}", "  ")
    if several:
        lines += _beside(comparison, sort, layout)
    for number in range(1, len(comparison.sides)):
        mine = [metric for metric in comparison.primary if metric.side == number]
        if mine:
            name = (
                heads[number] if several and not of_drives(comparison) else tests_head(comparison)
            )
            judged = (_("Change"), _("95 % interval"), _("Verdict"))
            head = (name, *column_heads(comparison, number), *judged)
            lines += ["", *_metrics(head, mine, layout)]
        if details or not comparison.primary:
            rest = [one for one in comparison.metrics if one.side == number and not one.primary]
            lines += _details(rest, column_heads(comparison, number), layout)
        if details:
            lines += _judging(comparison, mine, layout)
    open_end = caveat(comparison)
    said = [
        *([_("Note: {note}").format(note=open_end)] if open_end else []),
        *(_("Warning: {text}").format(text=one) for one in caution_texts(comparison)),
        *_notes(comparison),
        *(
            _("Not compared: {test}: {reason}.").format(test=test, reason=reason)
            for test, reason in left_out(comparison)
        ),
    ]
    if said:
        lines.append("")
    for text in said:
        lines += layout.wrapped(one_line(text), "  ")
    lines += _differs(comparison, layout)
    lines += _health(spans, layout)
    lines += layout.below(how_judged() if comparison.primary else "")
    return layout.text(lines)


def _beside(comparison: Comparison, sort: int | None, layout: Layout) -> list[str]:
    """All sides in one table; none without a comparable test."""
    found = overview(comparison)
    if not found.columns:
        return []
    found = found if sort is None else found.sorted_by(sort)
    heads = side_heads(comparison)
    rows = overview_rows(found, heads, binary=layout.binary)
    return ["", *layout.table(rows), *layout.wrapped(overview_note(heads[0]))]


def _name(metric: Metric) -> str:
    return visible(metric_title(metric).replace(NARROW, " "))


def _side(side: Side, head: str) -> str:
    """Whose runs they are; the name only where it differs from the heading before it."""
    name = "" if visible(side.name) == head else f"{side.name}, "
    runs = side.runs
    first = runs[0]
    when = stamp(min(run.started for run in runs))
    many = "" if len(runs) == 1 else f", {runs_text(len(runs))}"
    unknown = hosts_text(first) if on_hosts(first) else _("Unknown drive")
    drive = first.target.model or first.target.device or unknown
    title = run_title(first.title, first.profile, first.cache)
    parts = [f"{name}{title}", drive]
    if first.target.firmware:
        parts.append(_("firmware {firmware}").format(firmware=first.target.firmware))
    return visible(f"{', '.join((*parts, when))}{many}".replace(NARROW, " "))


def _metrics(head: tuple[str, ...], metrics: Sequence[Metric], layout: Layout) -> list[str]:
    rows = []
    for metric in metrics:
        cells = cells_of(metric, binary=layout.binary)
        figures = (cells.before, cells.after, cells.change, cells.interval, cells.verdict)
        rows.append((_name(metric), *figures))
    return layout.fitting((head, *rows), (0, -1), (4,))


def _judging(comparison: Comparison, metrics: Sequence[Metric], layout: Layout) -> list[str]:
    """How each test was judged."""
    rows = [(_name(metric), *row) for metric in metrics if (row := judged_row(metric, comparison))]
    if not rows:
        return []
    head = (_("How it is judged"), *judged_heads())
    return ["", *layout.fitting((head, *rows), range(6), (5,), (4, 5))]


def _details(metrics: Sequence[Metric], heads: tuple[str, str], layout: Layout) -> list[str]:
    if not metrics:
        return []
    rows: list[tuple[str, ...]] = [
        (_("Without a verdict"), "", *heads, _("Change"), _("95 % interval"))
    ]
    for metric in metrics:
        cells = cells_of(metric, binary=layout.binary)
        title = metric_titles()[metric.metric]
        if metric.test.direction == Direction.MIXED:
            title = f"{metric.direction} {title}"
        figures = (cells.before, cells.after, cells.change, cells.interval)
        rows.append((_name(metric), title, *figures))
    return ["", *layout.table(rows, (0, 1))]


def _notes(comparison: Comparison) -> Iterator[str]:
    """What belongs beside a test; the same of several is said once."""
    for one in remarks(comparison):
        yield one.line()


def _differs(comparison: Comparison, layout: Layout) -> list[str]:
    if not comparison.differs:
        return []
    rows: list[tuple[str, ...]] = [(_("Other differences"), *row_heads(comparison))]
    sides = side_heads(comparison)
    for one in comparison.differs:
        title = condition_title(one.what)
        if len(sides) > 2:
            title = f"{title} ({sides[one.side]})"
        rows.append((title, *map(one_line, condition_texts(one))))
    return ["", *layout.table(rows, (0, 1, 2))]


def _health(spans: Iterable[Span], layout: Layout) -> list[str]:
    lines: list[str] = []
    for span in spans:
        told = [
            change_clause(one)
            for one in span.changes
            if one.kind is not ChangeKind.ATTRIBUTE or one.alarming
        ]
        text = "; ".join(told) or _("No changes.")
        text = _("Health of {drive} before and after: {changes}.").format(
            drive=visible(span.identity), changes=text
        )
        lines += ["", *layout.wrapped(text, "  ")]
    return lines
