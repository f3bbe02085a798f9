# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a comparison found: its sentences, the tests of all sides, what else differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.answer import Answer
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.conditions import (
    condition_title,
    condition_values,
    unchanged_conditions,
)
from driveproof.domain.comparison.left_out import left_out
from driveproof.domain.comparison.margin import Margin, MarginAnswer, margin_sentences
from driveproof.domain.comparison.matching import RepeatValue, Side
from driveproof.domain.comparison.overview import SideFigure, overview
from driveproof.domain.comparison.remarks import metric_title, remarks
from driveproof.domain.comparison.sentences import HOW_JUDGED, caveat, comparison_sentences
from driveproof.domain.comparison.side_names import (
    brief_names,
    of_drives,
    row_heads,
    side_heads,
)
from driveproof.domain.figure import (
    Block,
    Cell,
    Changed,
    ChangeRow,
    Changes,
    Column,
    Interval,
    MetricValue,
    Table,
    Text,
)
from driveproof.domain.metric import METRIC_TITLES
from driveproof.domain.profile.test_titles import DIRECTIONS, run_title
from driveproof.domain.quantity import Day, OneOf, Plural, Probability, Share, Times
from driveproof.domain.run.hosts import hosts_word, on_hosts
from driveproof.domain.run.same_test import test_identity
from driveproof.domain.say import Coded, Say


def comparison_answer(
    comparison: Comparison, *, margin: Margin | None = None, sort: int | None = None
) -> Answer:
    """The answer; `margin` is that to whether anything is slower by a margin, and bad where it is.

    More than two sides are also beside each other, the fastest first in the test of column `sort`.
    """
    said = comparison_sentences(comparison)
    if margin is not None:
        said = (*said, *margin_sentences(margin, comparison))
    blocks: list[Block] = [_sides(comparison)]
    if comparison.primary:
        if len(comparison.sides) > 2:
            blocks += _beside(comparison, sort)
        blocks.append(_tests(comparison))
    blocks += map(Text, _notes(comparison))
    if comparison.differs:
        blocks.append(_differs(comparison))
    if (same := unchanged_conditions(comparison.sides)) is not None:
        blocks.append(Text(same))
    if comparison.unmatched:
        blocks.append(_left_out(comparison))
    blocks += _details(comparison)
    return Answer(
        said, tuple(blocks), bad=margin is not None and margin.answer is MarginAnswer.SLOWER
    )


def by_test(comparison: Comparison) -> list[Metric]:
    """The metrics that decide, the sides of a test beside each other."""
    order = {test: place for place, test in enumerate(dict.fromkeys(
        metric.test for metric in comparison.primary
    ))}  # fmt: skip
    return sorted(comparison.primary, key=lambda metric: (order[metric.test], metric.side))


def _sides(comparison: Comparison) -> Table:
    """Whose runs are compared."""
    heads = side_heads(comparison)
    columns = (
        Column("side", Say("Side")),
        Column("name", Say("Label")),
        Column("profile", Say("Profile"), extra=2),
        Column("drive", Say("Drive")),
        Column("firmware", Say("Firmware"), extra=3),
        Column("measured", Say("Measured")),
        Column("runs", Say("Runs"), extra=1),
    )
    rows = tuple(
        (head, *_side(side, head)) for head, side in zip(heads, comparison.sides, strict=True)
    )
    return Table("sides", Say("Run"), columns, rows)


def _side(side: Side, head: Say | str) -> tuple[Cell, ...]:
    """What its first run says; the name only where it is not its heading."""
    first = side.runs[0]
    drive: Cell = first.target.model or first.target.device
    if not drive and on_hosts(first):
        hosts = first.environment.hosts
        count = Plural("{count} host", "{count} hosts", len(hosts))
        drive = Say("{name}: {text}", name=count, text=hosts_word(hosts))
    return (
        None if side.name == head else side.name,
        run_title(first.title, first.profile, first.cache),
        drive or Say("Unknown drive"),
        first.target.firmware,
        Day(min(run.started for run in side.runs)),
        len(side.runs),
    )


def _beside(comparison: Comparison, sort: int | None) -> Iterator[Block]:
    """All sides in one table, and what its marks are."""
    heads = side_heads(comparison)
    found = overview(comparison)
    found = found if sort is None else found.sorted_by(sort)
    columns = (
        Column("side", Say("Side")),
        *(Column(test_identity(one.test), metric_title(one.metric)) for one in found.columns),
    )
    rows = tuple(
        (
            Say("{side} (baseline)", side=heads[0]) if line.side == 0 else heads[line.side],
            *(
                _figure(column.metric, cell)
                for column, cell in zip(found.columns, line.cells, strict=True)
            ),
        )
        for line in found.lines
    )
    yield Table("overview", Say("All sides, by test"), columns, rows)
    yield Text(relative_to(comparison))


def relative_to(comparison: Comparison) -> Say:
    """What the changes and marks are beside the figures of more than two sides."""
    return Say("Relative to {base}; *: significant.", base=side_heads(comparison)[0])


def _figure(metric: Metric, cell: SideFigure) -> MetricValue | None:
    if cell.value is None:
        return None
    against = None if cell.against is None else metric_interval(cell.against)
    return MetricValue(metric.metric, cell.value, against)


def _tests(comparison: Comparison) -> Changes:
    """The metric that decides of each test, with its verdict."""
    tasks = all(one.test.pattern == Pattern.TASK for one in comparison.primary)
    head = Say("Task") if tasks else Say("Test")
    deciding = by_test(comparison)
    table = Table("tests", Say("What changed"), *_metrics(comparison, deciding, head))
    several = len(comparison.sides) > 2
    briefs = brief_names(comparison)
    rows = []
    for _test, group in groupby(deciding, key=lambda metric: metric.test):
        metrics = list(group)
        others = tuple(
            Changed(
                side_value(one, one.after),
                metric_interval(one),
                name=comparison.sides[one.side].name if several else None,
                brief=briefs[one.side] if several else None,
                doubted=any(one.disturbed),
            )
            for one in metrics
        )
        title, first = metric_title(metrics[0]), side_value(metrics[0], metrics[0].before)
        rows.append(ChangeRow(title, first, others))
    heads = row_heads(comparison)
    named = several and (of_drives(comparison) or comparison.named)
    brief = (briefs[0], heads[1]) if named else None
    return Changes(table, heads, tuple(rows), brief)


def _metrics(
    comparison: Comparison, metrics: Sequence[Metric], head: Say, *, detail: bool = False
) -> tuple[tuple[Column, ...], tuple[tuple[Cell, ...], ...], int]:
    """Both figures of metrics and the change between them: columns, rows, and how many name one.
    With `detail` they are several of each test.
    """
    before, after = row_heads(comparison)
    side, of_side = _side_column(comparison)
    mixed = detail and any(map(_mixed, metrics))
    columns = (
        Column("test", head),
        *side,
        Column("metric", Say("Metric"), hidden=not detail),
        Column("direction", Say("Direction"), hidden=not mixed),
        Column("before", before),
        Column("after", after),
        Column("change", Say("Change")),
        *(Column(key, "", hidden=True) for key in _DATA),
    )
    rows = tuple(
        (
            Coded(one.name, metric_title(one)),
            *of_side(one.side),
            Coded(one.metric, METRIC_TITLES[one.metric]),
            Coded(one.direction, DIRECTIONS[one.direction] if _mixed(one) else ""),
            side_value(one, one.before),
            side_value(one, one.after),
            metric_interval(one),
            *_data(one),
        )
        for one in metrics
    )
    return columns, rows, 1 + len(side) + detail


def _mixed(metric: Metric) -> bool:
    """Whether its test does not say its direction."""
    return metric.test.direction == Direction.MIXED


_DATA = (
    "identity",
    *(
        f"{side}_{what}"
        for what in ("runs", "repeats", "affected", "cut_short", "write_cache_exhausted")
        for side in ("before", "after")
    ),
    "before_values",
    "after_values",
    "without_affected",
)


def _data(metric: Metric) -> tuple[Cell, ...]:
    """What scripts have beside a metric: its test, how many runs and repeats there are and which of
    them do not count, the value of each repeat, and the change without the disturbed ones.
    """
    counts = (
        metric.runs, metric.repeats, metric.disturbed, metric.cut_short, metric.exhausted,
    )  # fmt: skip
    return (
        test_identity(metric.test),
        *(count for both in counts for count in both),
        *(
            OneOf(tuple(one.value for one in values))
            for values in (metric.before_values, metric.after_values)
        ),
        Interval.of(metric.without),
    )


def _side_column(
    comparison: Comparison,
) -> tuple[tuple[Column, ...], Callable[[int], tuple[Cell, ...]]]:
    """Which side a row is of, and its cell; nothing where there is one beside the first."""
    heads = side_heads(comparison)
    if len(heads) == 2:
        return (), lambda _number: ()
    return (Column("side", Say("Side")),), lambda number: (Coded(number, heads[number]),)


def side_value(metric: Metric, number: float | None) -> MetricValue | None:
    """The figure of a side with its unit."""
    return None if number is None else MetricValue(metric.metric, number)


def metric_interval(metric: Metric) -> Interval | None:
    """The change of a metric, with its verdict where it decides."""
    if metric.ratio is None:
        return None
    return Interval(metric.ratio, metric.low, metric.high, metric.verdict, metric.barred)


def _notes(comparison: Comparison) -> Iterator[Say]:
    """How to take the figures."""
    if (open_end := caveat(comparison)) is not None:
        yield open_end
    yield from (one.line for one in remarks(comparison))
    if comparison.primary:
        yield HOW_JUDGED


def _differs(comparison: Comparison) -> Table:
    """What is not the same on the sides."""
    before, after = row_heads(comparison)
    side, of_side = _side_column(comparison)
    order = [one.what for one in comparison.differs]
    title = Say("Other differences")
    columns = (
        Column("condition", title),
        *side,
        Column("before", before),
        Column("after", after),
    )
    rows = tuple(
        (Coded(one.what, condition_title(one.what)), *of_side(one.side), *condition_values(one))
        for one in sorted(comparison.differs, key=lambda one: order.index(one.what))
    )
    return Table("differs", title, columns, rows, names=1 + len(side))


def _left_out(comparison: Comparison) -> Table:
    """Tests without a partner."""
    columns = (Column("test", Say("Not compared")), Column("reason", Say("Why")))
    return Table("unmatched", Say("Not compared"), columns, left_out(comparison))


def _details(comparison: Comparison) -> Iterator[Table]:
    """The metrics without a verdict, and how the others were judged."""
    rest = [one for one in comparison.metrics if not one.primary]
    if rest:
        title = Say("Without a verdict")
        columns, rows, names = _metrics(comparison, rest, title, detail=True)
        details = bool(comparison.primary)  # of a recording there is nothing else
        yield Table("metrics", title, columns, rows, names, details=details)
    judged = [(one, row) for one in by_test(comparison) if (row := judging(one, comparison))]
    if judged:
        side, of_side = _side_column(comparison)
        title = Say("How it is judged")
        columns = (Column("test", title), *side, *JUDGING)
        rows = tuple(
            (Coded(one.name, metric_title(one)), *of_side(one.side), *row) for one, row in judged
        )
        yield Table("judging", title, columns, rows, 1 + len(side), details=True)


JUDGING = (
    Column("repeats", Say("Repeats of each run")),
    Column("between", Say("Run-to-run variation, relative to repeats")),
    Column("known", Say("Known from"), extra=1),
    Column("at_change", Say("At the change")),
    Column("adjusted", Say("p (all tests)")),
    Column("ranks_p", Say("p (exact rank test)"), extra=2),
    Column("p", "", hidden=True),
    Column("detectable", "", hidden=True),
)
"""The columns of `judging`."""


def judging(metric: Metric, comparison: Comparison) -> tuple[Cell, ...]:
    """How a metric that decides was judged, () where it could not be: its repeats run by run, how
    far runs are apart and how that is known, whether the change came at the change, probabilities,
    and the change that would have been claimed in four of five cases.
    """
    found = metric.difference
    if found is None or found.judged is None:
        return ()
    alone = max(metric.runs) == 1
    apart = comparison.apart
    known: Cell = Say("assumed") if alone else Say("these runs")
    if apart is not None and metric.test in apart.priors:
        known = Plural("{count} earlier run", "{count} earlier runs", apart.runs)
    before, after = map(_repeats, (metric.before_values, metric.after_values))
    return (
        # Translators: repeats of the runs of two sides, like "3, 3 against 3".
        Say("{other} against {first}", other=before, first=after),
        Times(found.judged.between),
        known,
        None if alone else found.judged.at_change,
        Probability(found.judged.adjusted),
        Probability(found.ranks_p),
        Probability(found.judged.p),
        None if found.detectable is None else Share(found.detectable),
    )


def _repeats(values: Sequence[RepeatValue]) -> OneOf:
    """Those of each run."""
    counts: dict[str, int] = {}
    for one in values:
        counts[one.run] = counts.get(one.run, 0) + 1
    return OneOf(tuple(counts.values()))
