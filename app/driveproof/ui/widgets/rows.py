# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Quiet rows with hairlines between them: of widgets, of names with values, of findings, of the
devices of a target; and the steps of a course, with a line through their marks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from driveproof.domain.figure import Findings
from driveproof.domain.finding import Finding
from driveproof.domain.rating import BAD, FINE, MARKS, ODD, UNKNOWN, Rating
from driveproof.domain.run.members import Activity, role_title
from driveproof.domain.run.run import Role
from driveproof.domain.step_state import STATE_TITLES, StepState
from driveproof.export.text.layout import one_line
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip, shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.labels import ElidedLabel, Label, small_print
from driveproof.ui.widgets.layouts import clear, vertical
from driveproof.ui.widgets.marks import StepMark
from driveproof.wording.catalogue import _, pgettext
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_texts
from driveproof.wording.say import say_text
from driveproof.wording.units import (
    NARROW,
    format_bandwidth,
    format_latency,
    format_percent,
    format_size,
    group_digits,
    three_digits,
)


class HairLine(QWidget):
    """One pixel wide, in the colour of lines."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setFixedHeight(1)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), self._theme.colors.line)


_FIGURES = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class LinedGrid(QGridLayout):
    """Rows of widgets, each with a hairline above it, or `below`.

    `gap` is between two columns and `height` that of a row at least, in pixels; a column after the
    first is placed as `place` says. The lines begin at the column number `first`.
    """

    def __init__(
        self,
        theme: Theme,
        columns: int,
        *,
        gap: int,
        height: int = 0,
        place: Qt.AlignmentFlag = _FIGURES,
        below: bool = False,
        first: int = 0,
    ) -> None:
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setHorizontalSpacing(gap)
        self.setVerticalSpacing(0)
        self._theme = theme
        self._columns = columns
        self._height = height
        self._place = place
        self._below = below
        self._first = first
        self._next = 0

    def add_head(self, *cells: QWidget, height: int = 0) -> None:
        """Add the titles of the columns, above which there is no line."""
        self.setRowMinimumHeight(self._next, height)
        self._fill(self._next, cells)
        self._next += 1

    def add_row(self, *cells: QWidget | None) -> HairLine:
        """Add a row, with nothing in the column of None; returns its line."""
        row, line = self.new_row()
        self._fill(row, cells)
        return line

    def new_row(self) -> tuple[int, HairLine]:
        """The number of a new row, and its line."""
        line = HairLine(self._theme)
        row = self._next + (not self._below)
        self.setRowMinimumHeight(row, self._height)
        place, width = self._next + self._below, self._columns - self._first
        self.addWidget(line, place, self._first, 1, width)
        self._next += 2
        return row, line

    def end(self) -> None:
        """A line below the last row."""
        self.addWidget(HairLine(self._theme), self._next, 0, 1, self._columns)

    def _fill(self, row: int, cells: tuple[QWidget | None, ...]) -> None:
        for column, cell in enumerate(cells):
            if cell is not None:
                self.addWidget(cell, row, column, self._place if column else Qt.AlignmentFlag(0))

    def clear(self, columns: int = 0) -> None:
        """Remove every row; the next ones have so many columns, 0 for as many as before."""
        clear(self)
        self._next = 0
        self._columns = columns or self._columns


def figure_rows(
    theme: Theme, rows: list[tuple[str, Label]], *, gap: int = GRID, wrap: bool = False
) -> LinedGrid:
    """Names, and their values at the right."""
    grid = LinedGrid(theme, 2, gap=gap, height=23)
    for name, value in rows:
        grid.add_row(Label(theme, name, color="muted", wrap=wrap), value)
    return grid


_NAME_WIDTH, _WIDEST_NAME = 132, 2 * 132
_GAP = 4 * GRID
_LONG_WORD = 24


class FactRows(QWidget):
    """Shows pairs of a name and a value in columns; values can be selected and copied."""

    def __init__(self, theme: Theme, *, columns: int = 2) -> None:
        super().__init__()
        self._theme = theme
        self._most = columns
        self._columns = 0
        self._names: list[str] = []
        self.values: list[Label] = []
        self._rows: list[tuple[Label, Label, HairLine]] = []
        self._facts: list[tuple[str, str]] = []
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(0)
        self._grid.setVerticalSpacing(0)

    def set_facts(self, facts: list[tuple[str, str]]) -> None:
        """Show these; if only values have changed, update in place, so that a selection stays."""
        self._facts = list(facts)
        names = [name for name, _ in facts]
        columns = self._fitting()
        if names != self._names:
            self._build(names)
            self._columns = 0
        if columns != self._columns:
            self._columns = columns
            self._place()
        for (name, text), value in zip(facts, self.values, strict=True):
            value.say(text)
            endless = len(max(text.split(" "), key=len)) > _LONG_WORD
            set_tip(value, text if endless else "")
            value.setAccessibleName(f"{name}: {text}")

    def facts(self) -> list[tuple[str, str]]:
        """What is shown."""
        return [(name, value.text()) for name, value in zip(self._names, self.values, strict=True)]

    def _fitting(self) -> int:
        """The number of columns in which no value is wider than its column."""
        metrics = QFontMetrics(self._theme.body())
        words = (word for _, text in self._facts for word in text.split(" "))
        each = self._names_width() + max(map(metrics.horizontalAdvance, words), default=0) + GRID
        return max(1, min(self._most, (self.width() + _GAP) // (each + _GAP)))

    def _names_width(self) -> int:
        """The width of a column of names; longer ones take two lines."""
        metrics = QFontMetrics(self._theme.body())
        longest = max((metrics.horizontalAdvance(name) for name, _ in self._facts), default=0)
        return max(_NAME_WIDTH, min(longest + GRID + 2, _WIDEST_NAME))

    def minimumSizeHint(self) -> QSize:
        """Narrower than the contents: one column is always possible.

        A single very long word must not push the page aside; its tool tip has all of it.
        """
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), 3 * _NAME_WIDTH), whole.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._facts and self._fitting() != self._columns:
            self.set_facts(self._facts)

    def _build(self, names: list[str]) -> None:
        clear(self._grid)
        self._names = names
        self.values, self._rows = [], []
        for name in names:
            title = Label(self._theme, name, color="muted", wrap=True)
            value = Label(self._theme, selectable=True, wrap=True)
            for label in (title, value):
                label.setContentsMargins(0, GRID - 1, GRID, GRID - 1)
                label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
            self.values.append(value)
            self._rows.append((title, value, HairLine(self._theme)))

    def _place(self) -> None:
        """Lay the rows out in so many columns; the labels and a selection in them stay."""
        # takeAt() would leave a label its old item, and then Qt forgets no height of the new one.
        for label in (part for row in self._rows for part in row):
            self._grid.removeWidget(label)
        for column in range(self._most):
            used = column < self._columns
            self._grid.setColumnMinimumWidth(3 * column, self._names_width() if used else 0)
            self._grid.setColumnStretch(3 * column + 1, int(used))
            if column:
                self._grid.setColumnMinimumWidth(3 * column - 1, _GAP if used else 0)
        half = -(-len(self._rows) // self._columns)
        for place, (title, value, line) in enumerate(self._rows):
            row, column = 2 * (place % half), 3 * (place // half)
            self._grid.addWidget(title, row, column)
            self._grid.addWidget(value, row, column + 1)
            self._grid.addWidget(line, row + 1, column, 1, 2)


MARK_WIDTH = 96
NAME_WIDTH, _WIDE_NAME = 104, 160
"""Longer names take several lines."""
_LEAST_ROW = 320


class MarkedRows(QWidget):
    """Rows of a mark, a name, and wrapping text, with a hairline below each. With `signs` each has
    one before it, which reaches to the next row.
    """

    def __init__(self, theme: Theme, *, signs: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._first = int(signs)
        self._grid = LinedGrid(theme, 3 + signs, gap=2 * GRID, below=True, first=self._first)
        self._grid.setColumnStretch(2 + signs, 1)
        self.setLayout(self._grid)

    def clear(self) -> None:
        """Remove all rows."""
        self._grid.clear()

    def minimumSizeHint(self) -> QSize:
        """Narrower than its longest words beside each other: these must not push the page aside."""
        whole = super().minimumSizeHint()
        return QSize(min(whole.width(), _LEAST_ROW), whole.height())

    def add(
        self,
        mark: Label | None,
        name: str,
        text: str,
        note: str = "",
        *,
        where: str = "",
        do: str = "",
        below: QWidget | None = None,
        sign: QWidget | None = None,
    ) -> None:
        """Add a row. Without a mark or a name there is no column for it. `where` stands below the
        name, `do`, the note and the widget stand below the text.
        """
        theme = self._theme
        word = f"{mark.text()}. " if mark is not None else ""
        words = [Label(theme, one, wrap=True, selectable=True) for one in (text, do) if one]
        words[0].setAccessibleName(f"{name}: {word}{text}" if name else f"{word}{text}")
        if note:
            words.append(Label(theme, note, size="small", color="muted", wrap=True))
        cell = _stacked(*words, *filter(None, (below,)))
        row, _line = self._grid.new_row()
        column = self._first
        end = column + 3
        top = Qt.AlignmentFlag.AlignTop
        if sign is not None:
            self._grid.addWidget(sign, row, 0, 2, 1)
        if mark is not None:
            mark.setMinimumWidth(MARK_WIDTH)
            mark.setContentsMargins(0, GRID, 0, GRID)
            self._grid.addWidget(mark, row, column, top)
            column += 1
        if name:
            names = [Label(theme, name, color="muted", wrap=True)]
            if where:
                names.append(Label(theme, where, size="small", color="muted", wrap=True))
            wanted = QFontMetrics(names[0].font()).horizontalAdvance(name) + 2
            names[0].setMinimumWidth(max(NAME_WIDTH, min(wanted, _WIDE_NAME)))
            self._grid.addWidget(_stacked(*names), row, column, 1, end - 1 - column, top)
            column = end - 1
        self._grid.addWidget(cell, row, column, 1, end - column)


def _stacked(*parts: QWidget) -> QWidget:
    cell = QWidget()
    column = vertical(cell, margins=(0, GRID, 0, GRID), spacing=2)
    for part in parts:
        column.addWidget(part)
    return cell


@dataclass(frozen=True)
class Step:
    """A step as a list of steps shows it; `facts` are lines below its title."""

    title: str
    state: StepState
    facts: tuple[str, ...] = ()


class StepRows(QWidget):
    """The steps of a course one below the other: done, the one that is next or goes on, to come.

    A `panel` stands in the step that is next, and is hidden where there is none.
    """

    def __init__(self, theme: Theme, panel: QWidget | None = None) -> None:
        super().__init__()
        self._theme = theme
        self._panel = panel
        if panel is not None:
            panel.setParent(self)
        self.steps: tuple[Step, ...] = ()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(GRID)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(1, 1)

    def show_steps(self, steps: Sequence[Step]) -> None:
        """Show these; where nothing has changed, what is shown stays."""
        if tuple(steps) == self.steps:
            return
        self.steps = tuple(steps)
        panel = self._panel
        if panel is not None:
            panel.setParent(self)  # out of the cell that is deleted now
        clear(self._grid)
        for number, step in enumerate(self.steps):
            last = number == len(self.steps) - 1
            mark = StepMark(self._theme, step.state, first=not number, last=last)
            self._grid.addWidget(mark, number, 0)
            cell = self._words(step)
            self._grid.addWidget(cell, number, 1, Qt.AlignmentFlag.AlignTop)
            # Immediately: what is in it may get the keyboard at once.
            mark.show()
            cell.show()
        if panel is not None:
            panel.setVisible(any(step.state is StepState.NOW for step in self.steps))

    def _words(self, step: Step) -> QWidget:
        theme, now = self._theme, step.state is StepState.NOW
        color = "text" if now or step.state is StepState.DONE else "muted"
        name = Label(theme, step.title, color=color, strong=now, wrap=True)
        name.setAccessibleName(f"{step.title}: {say_text(STATE_TITLES[step.state])}")
        cell = QWidget()
        column = vertical(cell, margins=(0, GRID - 3, 0, GRID), spacing=GRID // 2)
        column.addWidget(name)
        for fact in step.facts:
            column.addWidget(small_print(theme, fact))
        if now and self._panel is not None:
            column.addWidget(self._panel)
        return cell


TONES = {FINE: Tone.GOOD, ODD: Tone.DOUBT, BAD: Tone.FAILING, UNKNOWN: Tone.NOTE, None: Tone.NOTE}
"""The colour of a rating."""


def mark_text(rating: Rating | None, word: str) -> str:
    """A word behind the mark of its rating; the colour is never the only sign."""
    return word if rating is None else f"{MARKS[rating]} {word}"


Below = Callable[[Finding], QWidget | None]
"""What a page adds below the sentences of a finding; None for nothing."""


class FindingRows(QWidget):
    """Created anew for each answer. `signs` stand before the findings, in place of the marks of
    their ratings.
    """

    def __init__(
        self,
        theme: Theme,
        block: Findings,
        below: Below = lambda _finding: None,
        signs: Sequence[QWidget] = (),
    ) -> None:
        super().__init__()
        column = vertical(self, margins=(0, 2 * GRID, 0, 0), spacing=GRID)
        column.addWidget(Label(theme, say_text(block.title), strong=True))
        rows = MarkedRows(theme, signs=bool(signs))
        found = zip(block.findings, finding_texts(block, Face.WINDOW), strict=True)
        for (finding, one), sign in zip_longest(found, signs):
            word = one.grade if sign is not None else mark_text(one.rating, one.grade)
            mark = Label(theme, word, strong=True, color=TONES[one.rating])
            rows.add(
                mark if one.grade else None,
                one.subject,
                one_line(one.text),
                one_line(one.source),
                where=one_line(one.where),
                do=one_line(one.do),
                below=below(finding),
                sign=sign,
            )
        column.addWidget(rows)


class ShownFindings(QWidget):
    """Findings that are read again while they are shown: built anew where they say something else,
    so that a selection and the focus stay. Hidden without any.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._said: object = None
        self._column = vertical(self)

    def show_block(
        self,
        block: Findings,
        below: Below = lambda _finding: None,
        signs: Callable[[], Sequence[QWidget]] = lambda: (),
        *,
        offered: object = (),
    ) -> None:
        """Show these. `offered` is what `below` depends on."""
        self.setVisible(bool(block.findings))
        said = (finding_texts(block, Face.WINDOW), offered)
        if said != self._said:
            self._said = said
            clear(self._column)
            rows = FindingRows(self._theme, block, below, signs())
            self._column.addWidget(rows)
            rows.show()  # immediately: a layout shows new widgets only a moment later


ROW = 25
_STILL = "–"  # nothing was read or written: quieter than a zero with a unit


# Columns of the grid, and the least room for a name in pixels.
_DETAILS = (5, 6, 7)
_NAME = 10 * GRID


class MemberTable(QWidget):
    """Hidden with fewer than two devices; only changed cells are repainted.

    Where it is narrow, the request size, the queue and the wait give way. The target of a
    measurement is called measured, that of the live monitor `watched`.
    """

    def __init__(self, theme: Theme, *, selectable: bool = False, watched: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._selectable = selectable
        self._watched = watched
        self._grid = LinedGrid(theme, 9, gap=2 * GRID, height=ROW)
        self._grid.setSizeConstraint(LinedGrid.SizeConstraint.SetNoConstraint)
        self._grid.setColumnStretch(0, 1)
        self.setLayout(self._grid)
        self._names: tuple[tuple[str, Role], ...] = ()
        self.setAccessibleName(_("Devices"))
        self.cells: list[list[Label]] = []
        self._heads: tuple[str, ...] = ()
        """What the figures of a row are."""
        self._details: list[Label] = []
        self._widths: list[int] = []
        self.hide()

    def clear(self) -> None:
        """Forget everything and hide."""
        self.show_activities((), binary=False)

    def show_activities(self, found: tuple[Activity, ...], *, binary: bool) -> None:
        """Show the I/O of each device per second."""
        names = tuple((each.device, each.role) for each in found) if len(found) > 1 else ()
        if names != self._names:
            self._names = names
            self._build()
        for each, cells in zip(found, self.cells, strict=False):
            said = self._words(each, binary=binary)
            for cell, head, words in zip(cells, self._heads, said, strict=True):
                if words != cell.text() or not cell.accessibleName():
                    cell.say(words)
                    # By itself a figure says nothing to somebody who does not see the table.
                    name = _("{first}, {second}").format(first=shown(each.device), second=head)
                    cell.setAccessibleName(f"{name}: {words}")
        self.setVisible(bool(names))

    def texts(self) -> list[list[str]]:
        """The text of the table, row by row: device, role, then the figures."""
        return [
            [*name, *(cell.text() for cell in cells)]
            for name, cells in zip(self._names, self.cells, strict=True)
        ]

    @staticmethod
    def _words(each: Activity, *, binary: bool) -> list[str]:
        words = []
        for bandwidth, iops in (
            (each.read_bandwidth, each.read_iops),
            (each.write_bandwidth, each.write_iops),
        ):
            words.append(format_bandwidth(bandwidth, binary=binary) if bandwidth else _STILL)
            words.append(group_digits(iops) if iops else _STILL)
        words += [
            _STILL if each.request is None else format_size(round(each.request), binary=True),
            three_digits(each.queue) if each.queue else _STILL,
            _STILL if each.wait is None else format_latency(each.wait),
        ]
        return [*words, _STILL if each.busy is None else format_percent(each.busy)]

    def _build(self) -> None:
        theme, grid = self._theme, self._grid
        grid.clear()
        self.cells, self._details = [], []
        if not self._names:
            return
        head = (
            _("Device"),
            pgettext("direction", "Read"),
            _("IOPS"),
            pgettext("direction", "Write"),
            _("IOPS"),
            _("Request"),
            _("Queue"),
            _("Wait"),
            _("Busy"),
        )
        self._heads = (
            _("read"), _("reads per second"), _("written"), _("writes per second"), *head[5:],
        )  # fmt: skip
        captions = [Label(theme, words, size="small", color="muted") for words in head]
        grid.add_head(*captions, height=ROW)
        self._details = [captions[column] for column in _DETAILS]
        # As wide as the longest figure, so that nothing moves while figures change.
        figures = Label(theme, size="small").fontMetrics()
        speed, iops = f"0{NARROW}000{NARROW}MiB/s", "0000000"
        widths = [
            figures.horizontalAdvance(widest)
            for widest in (
                *2 * (speed, iops),
                f"000.0{NARROW}KiB",
                "0000",
                f"0.00{NARROW}ms",
                "100 %",
            )
        ]
        self._widths = widths
        for device, role in self._names:
            words = f"{shown(device)}, {say_text(role_title(role, watched=self._watched))}"
            cells = [self._cell() for _ in head[1:]]
            grid.add_row(ElidedLabel(theme, words, size="small"), *cells)
            self.cells.append(cells)
            self._details += [cells[column - 1] for column in _DETAILS]
        self._fit()

    def minimumSizeHint(self) -> QSize:
        return QSize(self._least(detailed=False), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _least(self, *, detailed: bool) -> int:
        """The width that it needs with or without the details, in pixels."""
        widths = [
            width
            for column, width in enumerate(self._widths, 1)
            if detailed or column not in _DETAILS
        ]
        return _NAME + sum(width + 2 * GRID for width in widths) if widths else 0

    def _fit(self) -> None:
        detailed = self.width() >= self._least(detailed=True)
        for column, width in enumerate(self._widths, 1):
            shown = detailed or column not in _DETAILS
            self._grid.setColumnMinimumWidth(column, width if shown else 0)
        for label in self._details:
            label.setVisible(detailed)

    def _cell(self) -> Label:
        return Label(self._theme, _STILL, size="small", color="muted", selectable=self._selectable)
