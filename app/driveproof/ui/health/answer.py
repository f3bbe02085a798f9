# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a reading of health found: reasons, facts and axes, and its tables behind lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile

from msgspec import structs
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPen, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from driveproof.domain.answer import Answer
from driveproof.domain.figure import Cell, Column, Table, Text
from driveproof.domain.finding import Finding
from driveproof.domain.health.answer import (
    ATTRIBUTE_COLUMNS,
    ERROR_COLUMNS,
    SELF_TEST_COLUMNS,
    VALUE_COLUMNS,
    RatedHealth,
)
from driveproof.domain.health.report import ATA, PASSED, PAST, TEST_FAILED, Health, counted
from driveproof.domain.health.trends import UNTRACED, HealthTrend, Trends
from driveproof.domain.health.verdict import (
    ALARMING,
    CAUTION,
    FAILING,
    GOOD,
    GRADE_RATINGS,
    UNKNOWN,
    WORN,
    Grade,
    HealthAxis,
)
from driveproof.domain.quantity import Bytes, Celsius, Day, LifeShare, Plural, RunTime, Seconds
from driveproof.domain.say import Coded
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import set_tip
from driveproof.ui.widgets.buttons import Disclosure, quiet_button
from driveproof.ui.widgets.cells import CURVE_ROLE, CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.labels import Label, small_print
from driveproof.ui.widgets.layouts import clear, vertical
from driveproof.ui.widgets.rows import TONES, FactRows, MarkedRows, ShownFindings, mark_text
from driveproof.ui.widgets.table import CellTable, ShortDelegate, shorten
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text, fact_texts
from driveproof.wording.units import group_digits

NOTHING = "–"
CURVE = QSize(52, 16)
_GAP = 6  # pixels between a curve and its text
_EDGE = 3.0  # pixels for the point at the end
_LEAST_POINTS = 2
Counters = Sequence[tuple[str, int]]
"""Fields of Health that count, with their values."""


class HealthBlocks(QWidget):
    """The reasons of a rating, what people look for first, and the axes.

    Emits `acknowledge(list[(counter, value)])`; `accept` are its buttons by the code of their axis.
    """

    acknowledge = Signal(list)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.reasons, self.axes = ShownFindings(theme), ShownFindings(theme)
        self.facts = FactRows(theme)
        self.accept: dict[str, QPushButton] = {}
        column = vertical(self, spacing=2 * GRID)
        for part in (self.reasons, self.facts, self.axes):
            column.addWidget(part)

    def show_answer(
        self, answer: Answer, fuller: Answer, offered: Mapping[HealthAxis, Counters] | None = None
    ) -> None:
        """Show findings of `answer`, and the facts of one that may be `fuller` and older. `offered`
        are the counters that can be acknowledged, by axis.
        """
        reasons, axes = answer.findings
        counters = {axis: tuple(some) for axis, some in (offered or {}).items() if some}
        self.reasons.show_block(reasons)
        self.facts.set_facts(fact_texts(fuller.facts))
        self.facts.setVisible(bool(answer.facts))
        self.axes.show_block(
            axes if _is_rated(answer) else structs.replace(axes, findings=()),
            partial(self._offer, counters),
            offered=counters,
        )
        self.accept = {axis: one for axis, one in self.accept.items() if axis in counters}

    def _offer(self, counters: Mapping[HealthAxis, Counters], finding: Finding) -> QWidget | None:
        """A button that acknowledges what is behind a finding."""
        axis = HealthAxis(str(finding.subject.code)) if finding.subject is not None else None
        if axis is None or axis not in counters:
            return None
        names = value_text(counted(counters[axis]))
        button = self.accept[axis] = quiet_button(_("Acknowledge"), flush=True)
        button.setAccessibleName(_("{name}: {text}").format(name=names, text=_("Acknowledge")))
        set_tip(button, _("Ignore {names} in the rating until there are more.").format(names=names))
        button.clicked.connect(lambda: self.acknowledge.emit([*counters[axis]]))
        return button


class CurveDelegate(ShortDelegate):
    """For a column whose cells have a `curve`; the style lays it out as an icon."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(table)
        self._theme = theme
        self._table = table

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        super().initStyleOption(option, index)
        points = index.data(CURVE_ROLE)
        if not points or len(points) < _LEAST_POINTS:
            return
        shorten(option, index, CURVE.width() + _GAP)
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasDecoration
        option.decorationSize = CURVE
        option.icon = QIcon(self._drawn(points))

    def _drawn(self, points: tuple[tuple[float, float], ...]) -> QPixmap:
        scale = self._table.devicePixelRatioF()
        picture = QPixmap(CURVE * scale)
        picture.setDevicePixelRatio(scale)
        picture.fill(Qt.GlobalColor.transparent)
        width, height = CURVE.width() - 2 * _EDGE, CURVE.height() - 2 * _EDGE
        line = [QPointF(_EDGE + x * width, _EDGE + (1 - y) * height) for x, y in points]
        color = self._theme.colors.read
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(color, 1.5))
        painter.drawPolyline(QPolygonF(line))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(line[-1], 2.5, 2.5)
        painter.end()
        return picture


_WORDS = {"title", "verdict", "trend", "kind", "name", "flags", "result", "ended", "text"}
"""Columns of words, and not of figures."""
_GROWS = {"title", "result", "text"}
_ALWAYS = {"title", "raw"}
_CHOSEN = 4
"""From this `extra` on a column is shown to who chooses it."""
_LEAST = {"title": "Uncorrectable sectors, offline", "raw": "1 234 567 890 123 456"}
_LAST = {"id": 98, "verdict": 99}
"""The turns of columns that give way here, and stay on a terminal."""


def _heads(columns: Sequence[Column]) -> tuple[TableColumn, ...]:
    """The columns that people see; they give way in the order of a terminal."""
    ranks = sorted({one.extra for one in columns if one.extra}, reverse=True)
    return tuple(
        TableColumn(
            value_text(one.title),
            name=one.key,
            figures=one.key not in _WORDS,
            least=_LEAST.get(one.key, ""),
            grows=int(one.key in _GROWS),
            gives_way=ranks.index(one.extra) + 1 if one.extra else _LAST.get(one.key, 0),
            always=one.key in _ALWAYS,
            usual=one.extra < _CHOSEN and one.key != "trend",
        )
        for one in columns
        if not one.hidden
    )


_COLORS: Mapping[str, Grade] = {
    FAILING: FAILING,
    TEST_FAILED: FAILING,
    WORN: WORN,
    CAUTION: CAUTION,
    PAST: CAUTION,
    UNKNOWN: UNKNOWN,
    PASSED: GOOD,
}
"""The grade whose colour a code has; the worst ones are sorted first."""


def _cell(cell: Cell) -> TableCell:
    """A cell as people read it, sorted by what it means."""
    text = cell_text(cell) or NOTHING
    match cell:
        case Coded(code=str() as code) if code in _COLORS:
            return TableCell(text, [*_COLORS].index(code), verdict=_COLORS[code])
        case Coded(code=int() as number) | int(number):
            return TableCell(text, number)
        case Day():
            return TableCell(text, cell.at.timestamp())
        case Bytes() | Celsius() | LifeShare() | Plural() | RunTime() | Seconds():
            return TableCell(text, cell.number)
    return TableCell(text)


def table_rows(table: Table, trends: Trends = UNTRACED) -> list[tuple[TableCell, ...]]:
    """The rows of a table of a health answer; the name of what is a reason of the rating has the
    colour of its verdict, and a trend its curve.
    """
    return [tuple(_row(table, row, trends)) for row in table.rows]


def _row(table: Table, row: Sequence[Cell], trends: Trends) -> Iterator[TableCell]:
    named = dict(zip((column.key for column in table.columns), row, strict=True))
    grade = _cell(named.get("verdict")).verdict
    for column in table.columns:
        if column.hidden:
            continue
        cell = _cell(named[column.key])
        if column.key == "title":
            about = (named["explanation"], named.get("name") or named.get("key"))
            tip = "\n".join(filter(None, map(cell_text, about)))
            cell = replace(cell, tip=tip, verdict=grade if grade in ALARMING else "")
        elif column.key == "trend":
            cell = _trend(_traced(named, trends)) if cell.text != NOTHING else cell
        yield cell


def _traced(named: Mapping[str, Cell], trends: Trends) -> HealthTrend | None:
    match named.get("id"):
        case Coded(code=int() as number):
            return trends.attributes.get(number)
    return trends.figures.get(str(named.get("key")))


def _trend(trend: HealthTrend | None) -> TableCell:
    """By how much it moved is the order."""
    if trend is None:
        return TableCell(NOTHING)
    said, short = say_text(trend.say), say_text(trend.short)
    moved = trend.last - trend.first
    return TableCell(said, moved, said, color="muted", short=short, curve=_curve(trend))


def _curve(trend: HealthTrend) -> tuple[tuple[float, float], ...]:
    """The readings between the least and the greatest of them; what never moved lies in between."""
    seconds = max(1.0, (trend.until - trend.since).total_seconds())
    least = min((value for _, value in trend.values), default=0.0)
    height = max((value for _, value in trend.values), default=0.0) - least

    def upwards(value: float) -> float:
        return (value - least) / height if height else 0.5

    return tuple(
        ((when - trend.since).total_seconds() / seconds, upwards(value))
        for when, value in trend.values
    )


class Folded(QWidget):
    """What is behind a line that expands it, with notes below it."""

    def __init__(self, theme: Theme, inner: QWidget) -> None:
        super().__init__()
        self._theme = theme
        self._notes = vertical(spacing=GRID // 2)
        opened = QWidget()
        inside = vertical(opened, spacing=GRID)
        inside.addWidget(inner)
        inside.addLayout(self._notes)
        self.line = Disclosure(theme, "", opened)
        self.line.button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        column = vertical(self)
        column.addWidget(self.line)

    def show_line(self, title: str, notes: Sequence[str] = (), *, empty: bool = False) -> None:
        """Show another title and other notes; what is `empty` cannot be opened."""
        button = self.line.button
        button.setText(title)
        set_tip(button, title.replace("&", ""))
        button.setEnabled(not empty)
        if empty:
            button.set_open(False)
        clear(self._notes)
        for note in notes:
            self._notes.addWidget(small_print(self._theme, note))


class FoldedTable(Folded):
    """A table of an answer behind a line, filled when it is expanded."""

    def __init__(self, theme: Theme, name: str, columns: Sequence[Column]) -> None:
        self.model = CellsModel(_heads(columns), theme)
        self.table = CellTable(self.model, theme, name)
        super().__init__(theme, self.table)
        self.line.opened.connect(self._fill)
        self._rows: list[tuple[TableCell, ...]] = []

    def show_rows(
        self, title: str, rows: list[tuple[TableCell, ...]], notes: Sequence[str] = ()
    ) -> None:
        """Show other rows; without any, only the title."""
        self._rows = rows
        self.show_line(title, notes, empty=not rows)
        if self.line.button.is_open:
            self._fill()

    def column(self, key: str) -> int:
        """The place of a column."""
        return [head.name for head in self.model.heads].index(key)

    def _fill(self) -> None:
        self.model.set_rows(self._rows)


class ValueSections(QWidget):
    """The tables of an answer, each behind a line; those that it has not are hidden.

    With `settings` the columns of the attributes can be chosen, and are remembered. Emits `save`
    when the person wants the table of attributes, or of the log, in a file.
    """

    save = Signal()

    def __init__(self, theme: Theme, settings: Settings | None = None) -> None:
        super().__init__()
        self._theme = theme
        self.attributes = FoldedTable(theme, _("Attributes"), ATTRIBUTE_COLUMNS)
        self.figures = FoldedTable(theme, _("Health log"), VALUE_COLUMNS)
        self.tests = FoldedTable(theme, _("Self-tests"), SELF_TEST_COLUMNS)
        self.errors = FoldedTable(theme, _("Error log"), ERROR_COLUMNS)
        self._rules = MarkedRows(theme)
        self.rules = Folded(theme, self._rules)
        self._shown: RatedHealth | None = None
        self._reasons: list[Folded] = []
        for part in (self.attributes, self.figures):
            delegate = CurveDelegate(theme, part.table)
            part.table.setItemDelegateForColumn(part.column("trend"), delegate)
            part.table.also.append(("save", _("&Save as a file…"), self.save.emit))
        if settings is not None:
            self.attributes.table.arrange(settings, "attributes")
        column = vertical(self, spacing=GRID // 2)
        for one in (self.attributes, self.figures, self.tests, self.errors, self.rules):
            column.addWidget(one)

    def show_answer(self, answer: Answer, rated: RatedHealth) -> None:
        """Show what was found in a reading."""
        if rated == self._shown:
            return
        self._shown = rated
        health, trends = rated.health, rated.trends
        self._reasons = []
        log = _("Device statistics (lo&g)") if health.kind == ATA else _("Health lo&g")
        for part, key, title, traced in (
            (self.attributes, "attributes", _("Attri&butes"), bool(trends.attributes)),
            (self.figures, "values", log, bool(trends.figures)),
        ):
            part.table.arranged.set_usual(part.column("trend"), traced)
            table, notes = answer.known(key), _notes(answer, key)
            part.setVisible(table is not None)
            if table is not None:
                rows = table_rows(table, trends)
                part.show_rows(_affecting(_counted(title, len(rows)), len(notes)), rows, notes)
                self._reasons += [part] if notes else []
        tests, errors = answer.known("self_tests"), answer.known("errors")
        self.tests.setVisible(tests is not None)
        if tests is not None:
            self.tests.show_rows(_last_test(tests), table_rows(tests), _notes(answer, tests.key))
        self.errors.setVisible(errors is not None or health.error_log_entries is not None)
        self.errors.show_rows(_errors_title(health), [] if errors is None else table_rows(errors))
        self._show_rules(answer)

    def open_reasons(self) -> QWidget:
        """Expand the tables that contain a reason for the rating, and its rules; what opens the
        first of them.
        """
        opened = [*self._reasons, self.rules]
        for part in opened:
            part.line.button.set_open(True)
        return opened[0].line.button

    def _show_rules(self, answer: Answer) -> None:
        """Those of the axes, where anything is known of these."""
        self.rules.setVisible(_is_rated(answer))
        self.rules.show_line(_("Rat&ing rules"))
        self._rules.clear()
        for axis, grade, rule in answer.table("rules").rows:
            rating = GRADE_RATINGS[Grade(str(grade.code))] if isinstance(grade, Coded) else None
            mark = Label(
                self._theme, mark_text(rating, cell_text(grade)), strong=True, color=TONES[rating]
            )
            self._rules.add(mark, cell_text(axis), cell_text(rule))


def _is_rated(answer: Answer) -> bool:
    """Whether any axis is known: six unknown ones say less than the reasons."""
    _reasons, axes = answer.findings
    return any(one.grade != UNKNOWN for one in axes.findings)


def _notes(answer: Answer, key: str) -> list[str]:
    """What is said below a table."""
    keys = [getattr(block, "key", "") for block in answer.blocks]
    behind = answer.blocks[keys.index(key) + 1 :] if key in keys else ()
    notes = takewhile(lambda block: isinstance(block, Text), behind)
    return [say_text(block.say) for block in notes if isinstance(block, Text)]


def _affecting(title: str, count: int) -> str:
    if not count:
        return title
    text = ngettext(
        "{title}, {count} affects the rating", "{title}, {count} affect the rating", count
    )
    return text.format(title=title, count=count)


def _last_test(table: Table) -> str:
    """How the newest known test ended, as the log's title."""
    if not table.rows:
        return _("Self-tests, n&one in the log")
    last = dict(zip((column.key for column in table.columns), table.rows[0], strict=True))
    kind = last["kind"]
    known = isinstance(kind, Coded) and kind.code
    cells = (kind if known else None, last["result"], last["age"])
    words = ", ".join(filter(None, map(cell_text, cells)))
    return _("Self-tests, last &one: {words}").format(words=words.replace("&", "&&"))


def _errors_title(health: Health) -> str:
    told = health.error_log_entries
    count = len(health.errors) if told is None else told
    title = _counted(_("&Error log"), count)
    if not count or health.errors:
        return title
    if health.by_smartctl:  # a counter for the drive's whole life
        return _("{title} (none stored)").format(title=title)
    return _("{title} (read as administrator)").format(title=title)


def _counted(title: str, count: int) -> str:
    return _("{name}: {text}").format(name=title, text=group_digits(count))
