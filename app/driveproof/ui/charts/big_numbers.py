# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The big numbers of a run: each test as large as the window allows, to be read across a room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QPushButton, QWidget

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
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.settings import BINARY, Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import quiet_button, show_choice
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.overlays import WindowOverlay
from driveproof.wording.catalogue import _
from driveproof.wording.finding import finding_text
from driveproof.wording.phase import direction_title
from driveproof.wording.profile import run_title, test_title
from driveproof.wording.run import circumstances
from driveproof.wording.table import cell_text
from driveproof.wording.units import bandwidth_unit, bandwidth_value, iops_value, latency_value


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
        detail=circumstances(run),
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


NAMES = 0.26
"""The share of the width that the names of the tests take."""
_FIGURE, _WORDS, _LEAST = 0.5, 0.15, 11  # of the height of a row, and pixels at least
_LARGEST = 200  # pixels
_UNIT = 0.36
"""The size of a unit and of the words below a figure, as a share of the figure's."""
_WIDEST, _WIDEST_UNIT = "88 888 ", " MB/s"
"""No figure with its unit is wider."""


class BoardMetrics(NamedTuple):
    """Pixels: the line of the heads, the width of the names, a cell; and the three fonts."""

    top: float
    names: float
    wide: float
    high: float
    head: QFont
    label: QFont
    figure: QFont


class NumberGrid(QWidget):
    """Paints a board: a row for each test, a column for each direction."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.board = Board()
        self.shown = BoardFigure.BANDWIDTH
        self.binary = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.update)

    def minimumSizeHint(self) -> QSize:
        return QSize(320, 120)

    def show_board(self, board: Board) -> None:
        """Show another board, or the same with other figures."""
        self.board = board
        self.setAccessibleName(board.title)
        self.setAccessibleDescription(self.text())
        self.update()

    def figure(self, cell: BoardCell) -> tuple[str, str]:
        """The figure of a cell and its unit."""
        return written(self.shown, cell.values.get(self.shown), binary=self.binary)

    def text(self) -> str:
        """Everything that is shown, to be read aloud."""
        said = []
        for title, cells in self.board.rows:
            for way, cell in cells.items():
                figure = " ".join(filter(None, (*self.figure(cell), state_words(cell))))
                said.append(f"{title} {direction_title(way)}: {figure}")
        return "; ".join(said)

    def _font(self, pixels: float, *, strong: bool = False) -> QFont:
        font = self._theme.body(strong=strong)
        font.setPixelSize(round(max(_LEAST, min(_LARGEST, pixels))))
        return font

    def paintEvent(self, event: QPaintEvent) -> None:
        board = self.board
        if not board.rows or not board.directions:
            return
        painter, look, room = QPainter(self), ChartStyle.of(self._theme), self.room()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for column, way in enumerate(board.directions):
            at = QPointF(room.names + (column + 1) * room.wide, room.top / 2)
            words = direction_title(way)
            painting.text(painter, at, words, room.head, look.muted, align=painting.RIGHT)
        for row, (title, cells) in enumerate(board.rows):
            y = room.top + row * room.high
            painting.hairline(painter, (0, y, self.width(), y), look.line)
            area = QRectF(0, y, room.names - 2 * GRID, room.high)
            self._paint_name(painter, look, area, title, room.label)
            for column, way in enumerate(board.directions):
                if way in cells:
                    area = QRectF(room.names + column * room.wide, y, room.wide, room.high)
                    self._paint_cell(painter, look, area, (way, cells[way]), room.figure)

    def room(self) -> BoardMetrics:
        """How the board is laid out at this size."""
        head = self._font(self.height() * 0.045)
        top, names = QFontMetricsF(head).height() * 1.4, self.width() * NAMES
        wide = (self.width() - names) / len(self.board.directions)
        high = (self.height() - top) / len(self.board.rows)
        return BoardMetrics(
            top,
            names,
            wide,
            high,
            head,
            self._name_font(high, names - 2 * GRID),
            self._figure_font(high, wide),
        )

    def _figure_font(self, high: float, wide: float) -> QFont:
        """As large as the height of a row and the width of a column allow."""
        font = self._font(high * _FIGURE, strong=True)
        need = QFontMetricsF(font).horizontalAdvance(_WIDEST) + _UNIT * QFontMetricsF(
            font
        ).horizontalAdvance(_WIDEST_UNIT)
        if need > wide - 2 * GRID:
            font = self._font(font.pixelSize() * (wide - 2 * GRID) / need, strong=True)
        return font

    def _name_font(self, high: float, wide: float) -> QFont:
        """As large as the longest first line of a name allows."""
        font = self._font(high * _WORDS * 1.4)
        heads = [title.partition(", ")[0] for title, _cells in self.board.rows]
        need = max(QFontMetricsF(font).horizontalAdvance(head) for head in heads)
        return self._font(font.pixelSize() * wide / need - 1) if need > wide else font

    def _paint_name(
        self, painter: QPainter, look: ChartStyle, area: QRectF, title: str, font: QFont
    ) -> None:
        """The access on the first line, depth and threads below it: "Random 4 KiB", "Q32"."""
        head, _comma, rest = title.partition(", ")
        middle, high = area.center().y(), QFontMetricsF(font).height()
        first = middle - high / 2 if rest else middle
        for words, y, color in ((head, first, look.text), (rest, first + high, look.muted)):
            cut = painting.elided(words, font, area.width())
            painting.text(painter, QPointF(0, y), cut, font, color)

    def _paint_cell(
        self,
        painter: QPainter,
        look: ChartStyle,
        area: QRectF,
        what: tuple[Direction, BoardCell],
        font: QFont,
    ) -> None:
        way, cell = what
        number, unit = self.figure(cell)
        color = look.direction(way) if cell.final else look.text
        if cell.state is BoardState.WAITING:
            color = look.muted
        small = self._font(font.pixelSize() * _UNIT)
        under = state_words(cell)
        middle = area.center().y() - (QFontMetricsF(small).height() / 2 if under else 0)
        right = area.right()
        if unit:
            low = middle + font.pixelSize() * 0.17
            width = QFontMetricsF(small).horizontalAdvance(unit)
            painting.text(
                painter, QPointF(right, low), unit, small, look.muted, align=painting.RIGHT
            )
            right -= width + font.pixelSize() * 0.12
        painting.text(painter, QPointF(right, middle), number, font, color, align=painting.RIGHT)
        if under:
            y = middle + font.pixelSize() * 0.5 + QFontMetricsF(small).height() * 0.55
            cut = painting.elided(under, small, area.width() - GRID)
            painting.text(
                painter, QPointF(area.right(), y), cut, small, look.muted, align=painting.RIGHT
            )


class BigNumbers(WindowOverlay):
    """Covers the window with the numbers of a board; F11 makes the window fill the screen.

    It leaves the full screen that it made itself.
    """

    def __init__(
        self, source: QWidget, theme: Theme, board: Board, settings: Settings | None = None
    ) -> None:
        super().__init__(source)
        self._theme = theme
        self.grid = NumberGrid(theme)
        self.grid.binary = settings is not None and settings.flag(BINARY)
        self.grid.shown = board.first
        self._filled = False
        self.title = ElidedLabel(theme, "", strong=True)
        self.detail = ElidedLabel(theme, "", color="muted")
        self.doubts = Label(theme, color=Tone.DOUBT, wrap=True)
        self.units = QButtonGroup(self)
        unit = bandwidth_unit(binary=self.grid.binary)
        head = horizontal(spacing=GRID // 2)
        said = vertical(spacing=0)
        said.addWidget(self.title)
        said.addWidget(self.detail)
        head.addLayout(said, 1)
        for number, words in enumerate((unit, _("IOPS"), _("Latency, median"))):
            button = quiet_button(words)
            button.setCheckable(True)
            button.setAutoExclusive(True)  # the group sees to it; so it is a radio button
            button.setChecked(tuple(BoardFigure)[number] is board.first)
            self.units.addButton(button, number)
            head.addWidget(button)
        show_choice(theme, self.units)
        self.units.idToggled.connect(self._show)
        self.fill: QPushButton = quiet_button("")
        self._say_fill()
        self.fill.clicked.connect(self.toggle_full)
        head.addSpacing(2 * GRID)
        head.addWidget(self.fill)
        head.addWidget(self.back)
        column = vertical(self, margins=(MARGIN, 2 * GRID, MARGIN, 2 * GRID), spacing=GRID)
        column.addLayout(head)
        column.addWidget(self.grid, 1)
        column.addWidget(self.doubts)
        self._keys[Qt.Key.Key_F11] = self.toggle_full
        self.show_board(board)

    def show_board(self, board: Board) -> None:
        """Show another board, or the same with other figures."""
        self.title.say(board.title)
        self.detail.say(board.detail)
        self.doubts.say(" ".join(board.doubts))
        self.doubts.setVisible(bool(board.doubts))
        self.grid.show_board(board)

    @Slot(int, bool)
    def _show(self, number: int, on: bool) -> None:
        show_choice(self._theme, self.units)
        if on:
            self.grid.shown = tuple(BoardFigure)[number]
            self.grid.show_board(self.grid.board)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.WindowStateChange and watched is self.window():
            self._say_fill()
        return super().eventFilter(watched, event)

    def _say_fill(self) -> None:
        self.fill.setText(_("Full screen (F11)"))

    @Slot()
    def toggle_full(self) -> None:
        """Fill the screen, or no longer."""
        window = self.window()
        self._filled = not window.isFullScreen()
        window.setWindowState(window.windowState() ^ Qt.WindowState.WindowFullScreen)

    def restore(self) -> None:
        """The window gets back the size that it had."""
        if self._filled and self.window().isFullScreen():
            self.toggle_full()
