# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the big numbers show: a row for each test, a figure for each direction, live or finished."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from driveproof.domain.access import DIRECTIONS, Direction
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.phase import Phase, asks_for_latency
from driveproof.domain.profile.profile import Profile, plan_of
from driveproof.domain.run.certainty import certainty, within
from driveproof.domain.run.result import (
    Figures,
    directions_of,
    rows_of,
)
from driveproof.domain.run.run import METRICS, PhaseResult, Run
from driveproof.domain.run_cautions import disturbances
from driveproof.domain.title import mixed_title
from driveproof.engine.run import events
from driveproof.wording import run as words
from driveproof.wording.catalogue import _
from driveproof.wording.finding import finding_text
from driveproof.wording.profile import run_title, test_title
from driveproof.wording.table import cell_text
from driveproof.wording.units import bandwidth_value, iops_value, latency_value


class BoardFigure(Enum):
    """Which figure of a test is shown."""

    BANDWIDTH = MetricName.BANDWIDTH
    IOPS = MetricName.IOPS
    LATENCY = MetricName.P50


class BoardState(Enum):
    """How far a test is."""

    WAITING = "waiting"
    MEASURING = "measuring"
    DONE = "done"


@dataclass(slots=True)
class BoardCell:
    """A test in one direction: medians of its repeats so far, or what was counted just now, by
    metric; `short` if little was counted.
    """

    state: BoardState = BoardState.WAITING
    values: dict[BoardFigure, float | None] = field(default_factory=dict)
    repeat: tuple[int, int] = (0, 0)
    """The repeat that is being or was just measured (from 1), and how many there are."""
    short: bool = False
    within: str = ""
    """How certain it is, where that is told."""
    open: bool = False
    """Whether it may have more repeats than those."""
    at_most: bool = False
    """Whether it is going on, and may end before that many."""

    @property
    def final(self) -> bool:
        """Whether no further repeat changes its figures."""
        order, repeats = self.repeat
        return self.state is BoardState.DONE and not self.open and order >= repeats


@dataclass(slots=True)
class Board:
    """The whole picture. `rows` have the name of a test and its cells by direction."""

    title: str = ""
    detail: str = ""
    directions: tuple[Direction, ...] = ()
    first: BoardFigure = BoardFigure.BANDWIDTH
    """Which figure is shown before a person chooses another one."""
    rows: list[tuple[str, dict[Direction, BoardCell]]] = field(default_factory=list)
    doubts: tuple[str, ...] = ()
    """What disturbed it, in sentences."""


def written(shown: BoardFigure, value: float | None, *, binary: bool) -> tuple[str, str]:
    """A figure and its unit; a dash without one."""
    if value is None:
        return "–", ""
    match shown:
        case BoardFigure.BANDWIDTH:
            return bandwidth_value(value, binary=binary)
        case BoardFigure.IOPS:
            number, prefix = iops_value(value)
            return f"{number}{prefix}", "IOPS"
        case BoardFigure.LATENCY:
            return latency_value(value)


def board_of(run: Run) -> Board:
    """The board of a finished run."""
    rows = rows_of(run.phases)
    target = run.target
    return Board(
        title=target.model or target.device or target.path,
        detail=words.circumstances(run),
        directions=tuple(directions_of(rows)),
        first=_first(run.phases),
        rows=[
            (
                test_title(row.title, run.profile, run.environment.drives),
                {way: _result(phase, way) for way, phase in row.phases.items()},
            )
            for row in rows
        ],
        doubts=tuple(map(finding_text, disturbances(run))),
    )


def _first(phases: Iterable[Phase | PhaseResult]) -> BoardFigure:
    return BoardFigure.LATENCY if asks_for_latency(phases) else BoardFigure.BANDWIDTH


def _result(phase: PhaseResult, direction: Direction) -> BoardCell:
    found = {
        shown: phase.summary(direction, METRICS[MetricName(shown.value)]) for shown in BoardFigure
    }
    return BoardCell(
        BoardState.DONE,
        {shown: None if one is None else one.median for shown, one in found.items()},
        short=phase.short(direction),
        within=cell_text(certainty(Figures(phase, direction))),
    )


class LiveBoard:
    """Follows the events of a run."""

    def __init__(self) -> None:
        self.board = Board()
        self._cells: dict[tuple[int, Direction], BoardCell] = {}
        self._temperature = ""
        self._profile = ""
        self._goes_on = False

    def take(self, news: Sequence[events.Event]) -> None:
        """Take several events at once."""
        for event in news:
            match event:
                case events.Started():
                    self._start(event)
                case events.RepeatStarted():
                    self._add(event)
                    self._of(event.index, BoardState.MEASURING, (event.order, event.repeats))
                    self._open(event)
                case events.Measured():
                    self._measured(event)
                case events.RepeatEnded():
                    if event.result is not None:
                        self._settle(event.index, event.result)
                case events.PhaseEnded():
                    self._settle(event.index, event.result)
                    self._close(event)

    def _start(self, event: events.Started) -> None:
        profile: Profile = event.profile
        self._profile, self._goes_on = profile.name, profile.most > profile.repeats
        plan = plan_of(profile.phases)
        self._cells = {
            (index, way): BoardCell() for _t, cells in plan for way, index in cells.items()
        }
        present = {way for _index, way in self._cells}
        target = event.target
        self.board = Board(
            title=target.model or target.device or target.path,
            detail=run_title(profile.title, profile.name, profile.cache),
            directions=tuple(way for way in DIRECTIONS if way in present),
            first=_first(profile.phases),
            rows=[
                (
                    test_title(title, profile.name, event.environment.drives),
                    {way: self._cells[index, way] for way, index in cells.items()},
                )
                for title, cells in plan
            ],
        )

    def _add(self, event: events.RepeatStarted) -> None:
        """A test that a search has decided on has a row of its own."""
        phase, index = event.phase, event.index
        if any(number == index for number, _way in self._cells):
            return
        cells = {way: BoardCell() for way in phase.directions}
        self._cells |= {(index, way): cell for way, cell in cells.items()}
        title = test_title(mixed_title(phase.title, phase.direction), self._profile)
        self.board.rows.append((title, cells))

    def _of(self, index: int, state: BoardState, repeat: tuple[int, int]) -> None:
        for (phase, _way), cell in self._cells.items():
            if phase == index:
                cell.state, cell.repeat = state, repeat
            elif cell.state is BoardState.MEASURING:
                cell.state = BoardState.DONE if cell.values else BoardState.WAITING

    def _open(self, event: events.RepeatStarted) -> None:
        for (phase, _way), cell in self._cells.items():
            if phase == event.index and self._goes_on:
                cell.at_most = event.going_on
                cell.open = event.going_on or event.order == event.repeats

    def _close(self, event: events.PhaseEnded) -> None:
        """It has the repeats that it has, fewer than it might have had."""
        for (phase, _way), cell in self._cells.items():
            if phase == event.index and cell.open:
                cell.open, cell.repeat = False, (cell.repeat[0], cell.repeat[0])

    def _measured(self, event: events.Measured) -> None:
        for sample in event.samples:
            cell = self._cells.get((event.index, sample.direction))
            if cell is not None and cell.state is BoardState.MEASURING:
                cell.values = {
                    BoardFigure.BANDWIDTH: sample.bandwidth,
                    BoardFigure.IOPS: sample.iops,
                    BoardFigure.LATENCY: sample.p50,
                }

    def _settle(self, index: int, result: PhaseResult) -> None:
        for (phase, way), cell in self._cells.items():
            if phase == index:
                done = _result(result, way)
                cell.state, cell.values, cell.short = BoardState.DONE, done.values, done.short
                if self._goes_on and way == result.directions[0]:
                    cell.within = cell_text(within(result))


def state_words(cell: BoardCell) -> str:
    """Below a figure that is not final: "waiting", "measuring, 2 of 6", "2 of 6 done"; "" below a
    final one.
    """
    if cell.state is BoardState.WAITING:
        return _("waiting")
    if cell.state is BoardState.MEASURING:
        order, repeats = cell.repeat
        return _("measuring, {order} of {repeats}").format(order=order, repeats=repeats)
    if cell.open and cell.within:
        return cell.within
    if not cell.final:
        order, repeats = cell.repeat
        return _("{order} of {repeats} done").format(order=order, repeats=repeats)
    short = _("short") if cell.short else ""
    return ", ".join(filter(None, (short, cell.within)))
