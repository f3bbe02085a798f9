# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several sides beside each other: the deciding figure of each test, and its change to the base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from driveproof.domain.access import Direction
from driveproof.domain.comparison.comparison import Comparison, Metric
from driveproof.domain.comparison.matching import RepeatValue
from driveproof.domain.figure import Axis, Cell, Group, GroupBar, Groups, MetricValue, Shade, Table
from driveproof.domain.metric import quantity
from driveproof.domain.quantity import Unit
from driveproof.domain.run.same_test import PhaseKey
from driveproof.domain.say import Say


@dataclass(frozen=True, slots=True)
class ComparedTest:
    """A test: any metric of it, for its name and the unit of its figures."""

    metric: Metric

    @property
    def test(self) -> PhaseKey:
        """What identifies it on every side."""
        return self.metric.test


@dataclass(frozen=True, slots=True)
class SideFigure:
    """The median of a side in a test, None where it has none; `against` compares it with the base,
    None for the base itself and where nothing is comparable. `spread` is the least and the greatest
    of its repeats, None for less than two.
    """

    value: float | None
    against: Metric | None = None
    spread: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class SideRow:
    """A side by its number in the comparison, with a cell for each column."""

    side: int
    cells: tuple[SideFigure, ...]


@dataclass(frozen=True, slots=True)
class Overview:
    """A line for each side, the base first."""

    columns: tuple[ComparedTest, ...]
    lines: tuple[SideRow, ...]

    def best(self, column: int) -> float | None:
        """The greatest figure of a test; None where no side has one."""
        found = (line.cells[column].value for line in self.lines)
        return max((value for value in found if value is not None), default=None)

    def sorted_by(self, column: int) -> Overview:
        """The same with the fastest side in a test first; those without a figure last."""

        def slowness(line: SideRow) -> float:
            value = line.cells[column].value
            if value is None:
                return float("inf")
            return value if self.columns[column].metric.less_is_more else -value

        return Overview(self.columns, tuple(sorted(self.lines, key=slowness)))


def overview(comparison: Comparison) -> Overview:
    """The deciding figures of all sides, the tests in their order."""
    columns: dict[PhaseKey, Metric] = {}
    found: dict[tuple[int, PhaseKey], Metric] = {}
    for metric in comparison.primary:
        columns.setdefault(metric.test, metric)
        found[metric.side, metric.test] = metric
    lines = [
        SideRow(
            number, tuple(_cell(number, test, metric, found) for test, metric in columns.items())
        )
        for number in range(len(comparison.sides))
    ]
    return Overview(tuple(map(ComparedTest, columns.values())), tuple(lines))


def _cell(
    number: int, test: PhaseKey, one: Metric, found: dict[tuple[int, PhaseKey], Metric]
) -> SideFigure:
    if number == 0:
        return SideFigure(one.before, spread=_spread(one.before_values))
    metric = found.get((number, test))
    if metric is None:
        return SideFigure(None)
    return SideFigure(metric.after, metric, _spread(metric.after_values))


def _spread(values: Sequence[RepeatValue]) -> tuple[float, float] | None:
    found = [one.value for one in values]
    return (min(found), max(found)) if len(found) > 1 else None


def overview_groups(comparison: Comparison, names: Sequence[Say | str], figures: Table) -> Groups:
    """A group for each test with a bar for each side, as a share of the best one: figures of
    different tests have no common axis. `figures` is the table of the overview.
    """
    found = overview(comparison)
    direction = found.columns[0].metric.direction if found.columns else Direction.READ
    shades = {line.side: Shade.of_side(line.side, direction, len(names)) for line in found.lines}

    def bar(line: SideRow, column: int) -> GroupBar | None:
        cell, best = line.cells[column], found.best(column)
        if cell.value is None or not best:
            return None
        spread = cell.spread and (cell.spread[0] / best, cell.spread[1] / best)
        said = figures.rows[line.side][1 + column]
        return GroupBar(cell.value / best, shades[line.side], said, names[line.side], spread=spread)

    def fastest(column: int) -> Say:
        side = found.sorted_by(column).lines[0].side
        return Say(
            "{test}: {side} is fastest, {figure}",
            test=figures.columns[1 + column].title,
            side=names[side],
            figure=_said(figures.rows[side][1 + column]),
        )

    return Groups(
        figures,
        Say("Share of the best side"),
        Axis("share", Say("Share of the best side"), Unit.SHARE, ends=(0.0, 1.0)),
        tuple(
            Group(
                figures.columns[1 + column].title,
                tuple(bar(line, column) for line in found.lines),
            )
            for column in range(len(found.columns))
        ),
        tuple((names[side], shade) for side, shade in shades.items()),
        tuple(map(fastest, range(len(found.columns)))),
    )


def _said(cell: Cell) -> object:
    """A figure within a sentence, without its change."""
    return quantity(cell.metric, cell.number) if isinstance(cell, MetricValue) else cell


def column_named(names: Sequence[str], word: str) -> int | None:
    """The column of a test by its name, or the only one whose name begins so; None for neither."""
    names = [name.casefold() for name in names]
    word = word.strip().casefold()
    if word in names:
        return names.index(word)
    begin = [at for at, name in enumerate(names) if name.startswith(word)]
    return begin[0] if word and len(begin) == 1 else None


def run_twice(sides: Sequence[Sequence[str]]) -> str | None:
    """The id of a run that is on several sides, or twice on one; None when each is there once."""
    seen: set[str] = set()
    for run in (run for runs in sides for run in runs):
        if run in seen:
            return run
        seen.add(run)
    return None
