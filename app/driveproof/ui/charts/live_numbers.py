# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The column of big figures during a run, and the table of tests that fills in."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QAccessible, QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from driveproof.domain.access import DIRECTIONS, Direction
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.profile import Profile, plan_of
from driveproof.domain.run.result import mixed_title
from driveproof.domain.run.run import METRICS, Companion, PhaseResult
from driveproof.domain.run.stopping import is_certain
from driveproof.engine.run.events import RepeatEnded
from driveproof.ui.charts import painting
from driveproof.ui.charts.chart_style import ChartStyle
from driveproof.ui.settings import BINARY, Settings
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import forget_rows, horizontal
from driveproof.ui.widgets.line import HairLine
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric
from driveproof.wording.phase import direction_title
from driveproof.wording.profile import test_title
from driveproof.wording.stopping import within_text

CERTAIN = "\N{CHECK MARK}"
"""Behind a figure that needs no further repeat."""


class BigNumber(QWidget):
    """A caption, a figure, and its unit in small grey letters; repainted only on a change."""

    def __init__(self, theme: Theme, caption: str, *, large: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._caption = caption
        self._number = "–"
        self._unit = ""
        self._large = large
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._restyle()
        theme.changed.connect(self._restyle)
        self._name()

    @Slot()
    def _restyle(self) -> None:
        self._look = ChartStyle.of(self._theme)
        self._figure = QFont(self._theme.body(strong=True))
        size = 1.9 if self._large else 1.4
        if self._figure.pointSizeF() > 0:
            self._figure.setPointSizeF(self._figure.pointSizeF() * size)
        else:
            self._figure.setPixelSize(round(self._figure.pixelSize() * size))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        look = self._look
        height = look.height(look.small) + look.height(self._figure) + 4
        return QSize(190, round(height))

    def show_value(self, number: str, unit: str = "") -> None:
        """Show another figure with its unit."""
        if (number, unit) != (self._number, self._unit):
            self._number, self._unit = number, unit
            if QAccessible.isActive():
                self._name()
            self.update()

    def text(self) -> str:
        """The text to read: caption, figure, unit."""
        return f"{self._caption}: {self._number} {self._unit}".strip()

    def _name(self) -> None:
        self.setAccessibleName(self.text())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter, look = QPainter(self), self._look
        small = look.height(look.small)
        caption = painting.elided(self._caption, look.small, self.width())
        painting.text(painter, QPointF(0, small / 2), caption, look.small, look.muted)
        y = small + 2 + look.height(self._figure) / 2
        width = painting.text(painter, QPointF(0, y), self._number, self._figure, look.text)
        if self._unit:
            unit = painting.elided(self._unit, look.normal, self.width() - width - 6)
            low = y + look.height(self._figure) * 0.09
            at = QPointF(width + 6, low + (1 if self._large else 0))
            painting.text(painter, at, unit, look.normal, look.muted)


def show_choice(theme: Theme, group: QButtonGroup) -> None:
    """Make the chosen one of some small buttons stand out."""
    colors = theme.colors
    for button in group.buttons():
        button.setFont(theme.small(strong=button.isChecked()))
        color = colors.text if button.isChecked() else colors.muted
        ground = colors.hover.name() if button.isChecked() else "transparent"
        button.setStyleSheet(f"color: {color.name()}; background: {ground};")


class UnitSwitch(QWidget):
    """MB/s (10^6 bytes) or MiB/s (2^20 bytes). Emits `changed(binary)`.

    With `settings` it begins with the unit that is stored there, stores the chosen one, and follows
    when another switch does.
    """

    changed = Signal(bool)

    def __init__(self, theme: Theme, settings: Settings | None = None) -> None:
        super().__init__()
        self._settings = settings
        binary = settings is not None and settings.flag(BINARY)
        row = horizontal(self, spacing=2)
        self.group = QButtonGroup(self)
        self._theme = theme
        for index, (word, meaning) in enumerate(
            (
                ("MB/s", _("Megabytes per second (10^6 bytes)")),
                ("MiB/s", _("Mebibytes per second (2^20 bytes)")),
            )
        ):
            button = QPushButton(word)
            button.setProperty("quiet", True)
            button.setCheckable(True)
            button.setAutoExclusive(True)  # the group sees to it; so it is a radio button
            button.setChecked(bool(index) == binary)
            set_tip(button, meaning)
            button.setAccessibleName(meaning)
            self.group.addButton(button, index)
            row.addWidget(button)
        self.group.idToggled.connect(self._toggled)
        if settings is not None:
            settings.changed.connect(self._setting_changed)
        theme.changed.connect(self._restyle)
        self._restyle()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    @property
    def binary(self) -> bool:
        """Whether MiB/s is chosen."""
        return self.group.checkedId() == 1

    def choose(self, *, binary: bool) -> None:
        """Choose from code; emits the signal like a click."""
        self.group.button(int(binary)).setChecked(True)

    @Slot(int, bool)
    def _toggled(self, number: int, on: bool) -> None:
        if on:
            self._restyle()
            if self._settings is not None:
                self._settings.keep(BINARY, self.binary)
            self.changed.emit(number == 1)

    @Slot(str)
    def _setting_changed(self, key: str) -> None:
        if key == BINARY and self._settings is not None:
            self.choose(binary=self._settings.flag(BINARY))

    @Slot()
    def _restyle(self) -> None:
        show_choice(self._theme, self.group)


class TestTable(QWidget):
    """Every test of a profile: waiting, being measured, or its median."""

    __test__ = False  # pytest would otherwise take it for a test

    def __init__(self, theme: Theme, switch: QWidget | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._switch = switch
        if switch is not None:  # without a parent and hidden until there is a table
            switch.setParent(self)
            switch.hide()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * GRID)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(0, 1)
        self._cells: dict[tuple[int, Direction], Label] = {}
        self._results: dict[int, PhaseResult] = {}
        self._orders: dict[int, int] = {}
        self._so_fars: dict[int, PhaseResult] = {}
        self._columns: dict[Direction, int] = {}
        self._timed = self._certain = False
        self._tests = 0
        self.binary = False

    def set_profile(self, profile: Profile, drives: Sequence[Companion] = ()) -> None:
        """Begin a new table; every test waits. `drives` are those that are measured together."""
        while (item := self._grid.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None and widget is not self._switch:
                widget.deleteLater()
        forget_rows(self._grid)
        self._cells.clear()
        self._results.clear()
        self._orders.clear()
        self._so_fars.clear()
        plan = [
            (test_title(title, profile.name, drives), cells)
            for title, cells in plan_of(profile.phases)
        ]
        present = {name for _title, cells in plan for name in cells}
        directions = [name for name in DIRECTIONS if name in present]
        heads = [direction_title(name) for name in directions]
        self._columns = {name: column for column, name in enumerate(directions, 1)}
        self._timed = any(phase.tool == Tool.TASK for phase in profile.phases)
        self._certain = profile.goes_on
        self._tests = len(profile.phases)
        if self._timed:  # a task reads and writes as it likes, and has one time
            heads = [_("Time")]
            self._columns = dict.fromkeys(directions, 1)
        head = QWidget()
        row = horizontal(head)
        name = _("Task") if self._timed else _("Test")
        row.addWidget(Label(self._theme, name, size="small", color="muted"))
        if self._switch is not None:
            row.addSpacing(GRID)
            row.addWidget(self._switch)
            self._switch.show()
        row.addStretch(1)
        self._grid.addWidget(head, 0, 0)
        for column, title in enumerate(heads, 1):
            label = Label(self._theme, title, size="small", color="muted")
            self._grid.addWidget(label, 0, column, Qt.AlignmentFlag.AlignRight)
            self._grid.setColumnMinimumWidth(column, 150)
        self._grid.setRowMinimumHeight(0, 30)
        for number, (title, cells) in enumerate(plan):
            at = 1 + 2 * number
            self._grid.addWidget(HairLine(self._theme), at, 0, 1, len(heads) + 1)
            self._grid.addWidget(ElidedLabel(self._theme, title), at + 1, 0)
            self._grid.setRowMinimumHeight(at + 1, 33)
            for name, column in self._columns.items():
                if name not in cells:
                    continue
                label = Label(self._theme, _("waiting"), color="muted")
                self._cells[cells[name], name] = label
                self._grid.addWidget(label, at + 1, column, Qt.AlignmentFlag.AlignRight)

    def add(self, index: int, phase: Phase, profile: str) -> None:
        """A test that was not planned: a search has decided that it comes next."""
        if any(number == index for number, _way in self._cells):
            return
        title = test_title(mixed_title(phase.title, phase.direction), profile)
        at = self._grid.rowCount()
        width = max(1, self._grid.columnCount())
        self._grid.addWidget(HairLine(self._theme), at, 0, 1, width)
        self._grid.addWidget(ElidedLabel(self._theme, title), at + 1, 0)
        self._grid.setRowMinimumHeight(at + 1, 33)
        for name in phase.directions:
            column = self._columns.get(name)
            if column is None:
                continue
            label = Label(self._theme, _("waiting"), color="muted")
            self._cells[index, name] = label
            self._grid.addWidget(label, at + 1, column, Qt.AlignmentFlag.AlignRight)

    @property
    def open(self) -> int:
        """How many tests may have further repeats."""
        return self._tests - len(self._results)

    def rest(self, index: int) -> None:
        """Nothing is measured: the test before is between its repeats, as the one that waits."""
        for (phase, name), label in self._cells.items():
            if phase in self._orders and phase not in self._results:
                label.set_color("muted")
                label.say(self._so_far(phase, name, self._orders[index]))

    def measuring(self, index: int, order: int, repeats: int, *, going_on: bool = False) -> None:
        """A repeat of a phase is running; other phases may be between theirs."""
        for (phase, name), label in self._cells.items():
            if phase == index:
                label.set_color("text")
                text = _("measuring, {order} of {repeats}")
                if going_on:
                    text = _("measuring, {order} of {repeats}")
                label.say(text.format(order=order, repeats=repeats))
            elif phase in self._orders and phase not in self._results:
                label.set_color("muted")
                label.say(self._so_far(phase, name, repeats))
        self._orders[index] = order

    def show_so_far(self, event: RepeatEnded) -> None:
        """A repeat is complete; others of its phase may follow."""
        if event.result is not None:
            self._so_fars[event.index] = event.result

    def _so_far(self, index: int, direction: Direction, repeats: int) -> str:
        done = _("{order} of {repeats} done").format(order=self._orders[index], repeats=repeats)
        result = self._so_fars.get(index)
        summary = result.summary(direction, METRICS[result.primary]) if result else None
        if result is None or summary is None:
            return done
        decides = direction == result.directions[0]
        if self._certain and decides and (said := within_text(result)):
            done = said
        return f"{write_metric(result.primary, summary.median, binary=self.binary)}, {done}"

    def show_result(self, index: int, result: PhaseResult) -> None:
        """A phase is complete."""
        self._results[index] = result
        for (phase, name), label in self._cells.items():
            if phase == index:
                summary = result.summary(name, METRICS[result.primary])
                value = summary.median if summary else None
                plain = self._timed or name not in (Direction.READ, Direction.WRITE)
                label.set_color("text" if plain else name)
                words = write_metric(result.primary, value, binary=self.binary)
                if result.short(name):
                    words = _("{spread}, short").format(spread=words)
                label.say(self._with_certainty(words, result, name))

    def _with_certainty(self, words: str, result: PhaseResult, direction: Direction) -> str:
        """A final figure with how certain it is, where that is judged test by test."""
        if not self._certain or direction != result.directions[0]:
            return words
        within = within_text(result)
        if not within:
            return words
        return f"{words}, {within} {CERTAIN}" if is_certain(result) else f"{words}, {within}"

    def set_binary(self, binary: bool) -> None:
        """Write bandwidths in MiB/s."""
        self.binary = binary
        for index, result in self._results.items():
            self.show_result(index, result)

    def texts(self) -> list[str]:
        """The text of the cells, phase by phase."""
        return [self._cells[key].text() for key in sorted(self._cells)]
