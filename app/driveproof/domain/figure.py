# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The blocks of an answer as values: every face renders these, and none looks into the run again.

Cells keep their type, so that JSON and CSV have numbers and people have units.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Literal

from msgspec import Struct

from driveproof.domain.access import Direction
from driveproof.domain.comparison.difference import Barred, Difference, Verdict
from driveproof.domain.finding import Finding, GradeWord
from driveproof.domain.metric import MetricName, quantity
from driveproof.domain.quantity import Bytes, Quantity, Range, Rate, Seconds, Unit
from driveproof.domain.run.areas import Area
from driveproof.domain.run.run import Position, Summary
from driveproof.domain.say import Coded, Say

if TYPE_CHECKING:
    from driveproof.domain.run.columns import Floats

    Points = tuple[tuple[float, float], ...] | Floats
    """Pairs; many of them are the rows of an array."""

ROUGH = "~"
"""Before a figure that was counted for too short a time."""


class Measure(Struct, frozen=True):
    """A metric of a test over its repeats: median, minimum, maximum and count."""

    metric: MetricName
    summary: Summary

    @property
    def range(self) -> Range | None:
        """From the minimum to the maximum; None of a single repeat."""
        if self.summary.count < 2:
            return None
        return Range(
            quantity(self.metric, self.summary.low), quantity(self.metric, self.summary.high)
        )


class Shares(Struct, frozen=True):
    """Who took which part, from 0 to 1: names of devices, or words."""

    parts: tuple[tuple[str | Say, float], ...]


class Interval(Struct, frozen=True):
    """A change to another value: `ratio` is its figure over the other, within the 95 % interval
    from `low` to `high`, None where repeats are too few for one. What is not judged has no
    `verdict`; `barred` is why it is a possible difference at most.
    """

    ratio: float | None
    low: float | None = None
    high: float | None = None
    verdict: Verdict | None = None
    barred: Barred | None = None

    @classmethod
    def of(cls, found: Difference | None) -> Interval | None:
        """That of a difference, None for none."""
        if found is None:
            return None
        return cls(found.ratio, found.low, found.high, found.verdict, found.barred)


class MetricValue(Struct, frozen=True):
    """A metric with its unit, and `against` another one where that is not beside it."""

    metric: MetricName
    number: float
    against: Interval | None = None


Cell = Measure | Interval | MetricValue | Shares | Coded | Quantity | Say | str | int | None
"""An `Interval` is to another row or column. Words are `Say`, a text is foreign, an int is a count
or, as a bool, yes or no, and None is what is not known.
"""


class Column(Struct, frozen=True):
    """A column of a table. `key` names it in JSON and CSV, `title` in front of people; a foreign
    one is that of a drive or a label.

    Where a terminal has too little room, columns leave in the order of `extra`, the greatest first;
    with 0 a column stays. A `hidden` one is for JSON and CSV alone.
    """

    key: str
    title: Say | str
    extra: int = 0
    hidden: bool = False


class Table(Struct, frozen=True):
    """Rows of typed cells. The first `names` columns name a row.

    `key` names it in JSON and CSV, `title` says what is shown. `spoken` are the keys of the columns
    that are read to a person who cannot see the table. Of a `long` one people see the first rows.
    One of `details` is shown to people who ask for these. `unknown` stands in a cell that is not
    known; with None it is empty, and a column of such cells is left out.
    """

    key: str
    title: Say
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    names: int = 1
    spoken: tuple[str, ...] = ()
    long: bool = False
    details: bool = False
    unknown: Say | str | None = None

    def column(self, key: str) -> tuple[Cell, ...]:
        """The cells of a column from top to bottom. Raises KeyError for a key that it has not."""
        for place, column in enumerate(self.columns):
            if column.key == key:
                return tuple(row[place] for row in self.rows)
        raise KeyError(key)


class Ink(StrEnum):
    """What a mark is coloured as; every theme has these."""

    READ = "read"
    WRITE = "write"
    ACCENT = "accent"
    MUTED = "muted"
    TEXT = "text"
    SIDE = "side"
    """One of the colours that tell sides of a comparison apart."""


class Shade(Struct, frozen=True):
    """An ink, mixed with the background where its `strength` is below 1; `number` is which of the
    colours of sides it is.
    """

    ink: Ink
    strength: float = 1.0
    number: int = 0

    @classmethod
    def of(cls, direction: Direction) -> Shade:
        """That of a direction; what reads and writes has none of both."""
        inks = {Direction.READ: Ink.READ, Direction.WRITE: Ink.WRITE}
        return cls(inks.get(direction, Ink.MUTED))

    @classmethod
    def of_side(cls, number: int, direction: Direction, sides: int = 2) -> Shade:
        """That of a side of a comparison: the first is muted, the second of two has the direction's
        own. One of more `sides` has the same colour in every chart, whatever the direction.
        """
        if number == 0:
            return cls(Ink.MUTED, 0.62)
        if number == 1:
            return cls.of(Direction.READ if sides > 2 else direction)
        return cls(Ink.SIDE, number=number - 2)


class Bar(Struct, frozen=True):
    """A bar from zero to its `figure`, which is written before it, with `below` in small type; what
    is `beside` it is written behind it.

    `name` says which bar of its row it is. `limit` is the rate that it cannot exceed. `parts` are
    shares of its length. A bar with `beyond` is not drawn, for all others would be dots: this is
    written in its place. Where bars of a row stand beside each other it is in the `lane` of this
    number. Drives of its class lie in the `band`, which is called `band_title`.
    """

    name: Cell
    figure: Cell
    shade: Shade
    below: Cell = None
    beside: Cell = None
    limit: Rate | None = None
    parts: tuple[tuple[float, Shade], ...] = ()
    beyond: Say | None = None
    lane: int = 0
    band: tuple[float, float] | None = None
    band_title: Cell = None

    @property
    def summary(self) -> Summary | None:
        """Its figure over the repeats; a rate by itself counts as one. None where it has none."""
        if isinstance(self.figure, Rate):
            number = self.figure.number
            return Summary(number, number, number, 1)
        return self.figure.summary if isinstance(self.figure, Measure) else None


class Row(Struct, frozen=True):
    """A title with its bars; what is `beside` them is said of all, and `below` is in small type.
    Without a title the names of the bars stand in its place. Its scale ends at `top`, 0 for that of
    the figures.
    """

    title: Cell
    bars: tuple[Bar, ...]
    beside: Cell = None
    below: Cell = None
    top: float = 0.0


class Lane(Struct, frozen=True):
    """A column of bars of one direction, whose figures are medians of so many repeats: the fewest
    and the most.
    """

    direction: Direction
    repeats: tuple[int, int]


class Rows(Struct, frozen=True):
    """A table as bars. `head` stands above the titles. The bars are on one scale, or those of
    `each` row on a scale of its own. The `key` names the shades of their parts.

    With `lanes` the bars of a row stand beside each other. `limit` is what the limit of bars is
    called, the most whole name first. `spoken` is what they show for people who cannot see them;
    without it that is the table's.
    """

    table: Table
    head: Say
    rows: tuple[Row, ...]
    each: bool = False
    key: tuple[tuple[Say | str, Shade], ...] = ()
    lanes: tuple[Lane, ...] = ()
    limit: tuple[Say | str, ...] = ()
    spoken: tuple[Say, ...] = ()

    def top(self, row: Row) -> float:
        """The end of the scale of a row: the greatest repeat, or a limit that is near to it."""
        if row.top:
            return row.top
        bars = [bar for one in ((row,) if self.each else self.rows) for bar in one.bars]
        top = max(
            (one.high for bar in bars if not bar.beyond and (one := bar.summary)), default=0.0
        )
        limits = (bar.limit.number for bar in bars if bar.limit)
        return max(top, *(one for one in limits if one < 2 * top), 0.0)


class Changed(Struct, frozen=True):
    """A figure, and its change from the first one of its row.

    `name` says whose it is where there are several, `brief` where there is little room. A repeat of
    a `doubted` one was disturbed, on either side.
    """

    figure: Cell
    change: Interval | None
    name: Cell = None
    brief: Cell = None
    doubted: bool = False


class ChangeRow(Struct, frozen=True):
    """A test: the figure that all `others` are compared with, and these."""

    title: Cell
    first: Cell
    others: tuple[Changed, ...]


class Changes(Struct, frozen=True):
    """A table as changes with their intervals. `heads` are those of the first figures and of the
    others, `brief_heads` where there is little room.
    """

    table: Table
    heads: tuple[Cell, Cell]
    rows: tuple[ChangeRow, ...]
    brief_heads: tuple[Cell, Cell] | None = None


class Setting(Struct, frozen=True):
    """A setting, and the values at which something was measured, rising. `key` names it in JSON and
    CSV.
    """

    key: str
    title: Say
    values: tuple[Bytes | Seconds | int, ...]

    @property
    def unit(self) -> Unit:
        """What the values count."""
        match self.values[0]:
            case Bytes():
                return Unit.BYTES
            case Seconds():
                return Unit.SECONDS
        return Unit.COUNT

    @property
    def numbers(self) -> tuple[float, ...]:
        """The values as bare numbers."""
        return tuple(float(one if isinstance(one, int) else one.number) for one in self.values)


class Grid(Struct, frozen=True):
    """A figure over two settings: in `cells` a row for each value of `down`, in it a cell for each
    of `across`, None where nothing was measured.

    `key` names it in JSON and CSV, `title` says what is shown. The key of `figure` is the metric of
    the cells. On a chart it has the colour of `direction`, and its figures are spaced by factors if
    `log` is set. A cell of `rough` (row, column) was counted for too short a time: people see it by
    ROUGH.
    """

    key: str
    title: Say
    across: Setting
    down: Setting
    figure: Column
    cells: tuple[tuple[Measure | None, ...], ...]
    direction: Direction
    log: bool = False
    rough: frozenset[tuple[int, int]] = frozenset()

    @property
    def table(self) -> Table:
        """The same with a row for each cell."""
        across, down = self.across, self.down
        return Table(
            self.key,
            self.title,
            (
                Column(across.key, across.title),
                Column(down.key, down.title),
                self.figure,
                Column("rough", Say("Rough")),
            ),
            tuple(
                (one, other, self.cells[row][column], (row, column) in self.rough)
                for row, other in enumerate(down.values)
                for column, one in enumerate(across.values)
            ),
            names=2,
            spoken=(self.figure.key,),
        )


class Fact(Struct, frozen=True):
    """A value by itself. `key` names it in JSON, `title` in front of people, who read `unknown`
    where it is not known.
    """

    key: str
    title: Say
    value: Cell
    unknown: Say | str = "–"


class Facts(Struct, frozen=True):
    """Values by themselves, below each other, each beside its name; a report has them below their
    title.
    """

    facts: tuple[Fact, ...]
    title: Say = Say("Summary")


class Axis(Struct, frozen=True):
    """An axis of a plot, whose numbers are of this unit; `log` spaces them logarithmically. It goes
    from one of its `ends` to the other, without them to the last point.

    Where a line holds for all up to a place of a horizontal one, that is `up_to`. So many `repeats`
    of the same length follow each other on one of seconds; one that ends at 0 ends now. A vertical
    one begins at zero and ends at `least` or higher; where a line would be flat on that, one that
    may be `near` begins below it. With `ticks` it has marks at these values alone.
    """

    key: str
    title: Say
    unit: Unit
    log: bool = False
    ends: tuple[float, float] | None = None
    up_to: bool = False
    repeats: int = 1
    least: float = 0.0
    near: bool = False
    ticks: tuple[float, ...] = ()


class Series(Struct, frozen=True):
    """Points (x, y) in the order in which a line runs through them; it breaks at a NaN.

    `labels` stand at the points, one for each; () for none. Of `steps` each value holds until the
    next point. An `area` reaches down to zero, `dots` mark the points, a `cloud` is points without
    a line, and what is `dashed` was computed from another series. Several series of one `key` are
    parts of one line. Lines of one shade are told apart by their `dash`, a number.

    `spread` are the minimum and the maximum at each point, and `notes` what is said of it beside
    its value; () for none. Points that are `states` need not all be drawn: of several at almost one
    time the last is.

    Where points count more than what is between them, `details` are what is said of each of them.
    `marked` is the number of the point that answers. The series of a `group`, a side or a
    direction, have their points in common.
    """

    key: str
    title: Say | str
    points: Points
    shade: Shade
    labels: tuple[int, ...] = ()
    steps: bool = False
    area: bool = False
    dots: bool = False
    cloud: bool = False
    dashed: bool = False
    dash: int = 0
    spread: tuple[tuple[float, float], ...] = ()
    notes: tuple[Cell, ...] = ()
    states: bool = False
    details: tuple[tuple[Cell, ...], ...] = ()
    marked: int | None = None
    group: Say | str | None = None


class Rule(Struct, frozen=True):
    """A straight line at one value of an axis, where something begins or ends. The title of a
    `named` one stands beside it.
    """

    key: str
    title: Say
    at: float
    axis: Literal["x", "y"] = "x"
    named: bool = False


class Band(Struct, frozen=True):
    """A part of the horizontal axis, from `begin` to `end`. `level` is what the values come to in
    it; None where nothing is said of that. A `part` of a line
    that consists of such is not shaded, and its level is drawn.
    """

    key: str
    title: Say
    begin: float
    end: float
    level: float | None = None
    part: bool = False


class Plot(Struct, frozen=True):
    """Series over two axes, with what is marked on them. `key` names it in JSON and CSV.

    The figures that are worth reading are in a table of the answer as well: a terminal and a report
    without pictures have no plots. `spoken` is what it shows for people who cannot see it; without
    it the greatest values are said. Its series, or their groups, may be the `sides` of a
    comparison.
    """

    key: str
    title: Say
    x: Axis
    y: Axis
    series: tuple[Series, ...]
    rules: tuple[Rule, ...] = ()
    bands: tuple[Band, ...] = ()
    spoken: tuple[Say, ...] = ()
    sides: bool = False

    @property
    def table(self) -> Table:
        """A row for each point."""
        return Table(
            self.key,
            self.title,
            (Column("series", Say("Line")), *(Column(a.key, a.title) for a in (self.x, self.y))),
            tuple(
                (Coded(one.key, one.title), self.x.unit.of(x), self.y.unit.of(y))
                for one in self.series
                for x, y in one.points
            ),
        )


class GroupBar(Struct, frozen=True):
    """An upright bar from zero up to its `height`, which is `said` under the pointer.

    `name` says which bar of its group it is, `label` stands above it. `spread` are the minimum and
    the maximum of its repeats; they may be drawn one by one as well, as (value, whether it was
    disturbed).
    """

    height: float
    shade: Shade
    said: Cell
    name: Cell = None
    label: Cell = None
    spread: tuple[float, float] | None = None
    repeats: tuple[tuple[float, bool], ...] = ()


class Group(Struct, frozen=True):
    """Bars beside each other, None where there is none, and what stands below them."""

    title: Cell
    bars: tuple[GroupBar | None, ...]


class Groups(Struct, frozen=True):
    """A table as groups of upright bars on the axis `y`. The `key` names the shades of the bars,
    and `spoken` is what they show for people who cannot see them.
    """

    table: Table
    title: Say
    y: Axis
    groups: tuple[Group, ...]
    key: tuple[tuple[Say | str, Shade], ...] = ()
    spoken: tuple[Say, ...] = ()


class Positions(Struct, frozen=True):
    """What was found along a drive or along files, from the first byte to the last of `size`.

    Of a check these are `areas`, in the order of their places. Of a test they are `passes`: the
    positions of each repeat, in the order of time, with the seconds that each took; people see the
    `metric` that they come to, a bandwidth or a mean latency. Of a recording they are `parts`: the
    bytes that each direction moved in equal parts of the drive.

    `table` is the key of the table with its figures, "" without one.
    """

    key: str
    title: Say
    size: int
    table: str = ""
    areas: tuple[Area, ...] = ()
    passes: tuple[Sequence[Position], ...] = ()
    metric: MetricName = MetricName.BANDWIDTH
    direction: Direction = Direction.READ
    parts: tuple[tuple[Direction, tuple[int, ...]], ...] = ()


class Findings(Struct, frozen=True):
    """What rules found, the most urgent first. Each has a subject, unless all are of the whole.

    `key` names them in JSON and CSV, `title` stands above them. `grades` are what their grades are
    called; a finding with none of these has no word and a neutral mark.
    """

    key: str
    title: Say
    findings: tuple[Finding, ...]
    grades: tuple[GradeWord, ...] = ()

    def grade_of(self, finding: Finding) -> GradeWord | None:
        """What the grade of a finding is called."""
        return next((one for one in self.grades if one.code == finding.grade), None)


class Text(Struct, frozen=True):
    """A sentence that says how to take the figures."""

    say: Say


Block = Table | Rows | Changes | Grid | Facts | Findings | Plot | Positions | Text
