# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stored snapshots of a drive's health: a curve over time, taking one, comparing any two."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QGridLayout, QHBoxLayout, QPushButton, QWidget

from driveproof.domain.health.changes import NUMBERS, TITLES, firmware_changes, health_changes
from driveproof.domain.health.report import ValueUnit
from driveproof.domain.health.snapshot import REASONS, FirmwareChange, HealthSnapshot
from driveproof.domain.health.snapshot_series import (
    known_series,
    trend_figures,
    trend_plot,
    written_by_runs,
)
from driveproof.domain.health.verdict import CAUTION
from driveproof.ui.charts.chart import Margins
from driveproof.ui.charts.plot_chart import PlotChart
from driveproof.ui.charts.quantity import Quantity, size_unit
from driveproof.ui.charts.ticks import plain_number
from driveproof.ui.charts.view import ChartView
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown, tooltip, without_key
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import BaselineBox, FlowBox, horizontal, vertical
from driveproof.ui.widgets.overlays import Dialog
from driveproof.ui.widgets.table import CellTable
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_text, value_text
from driveproof.wording.table import cell_text
from driveproof.wording.units import NARROW

_HEIGHT = 190
_NARROW = 600
_SCALES = {
    ValueUnit.SHARE: (0.01, "%"),
    ValueUnit.CELSIUS: (1.0, "°C"),
    ValueUnit.SECONDS: (3600.0, "h"),
}
"""Of the axis: what its numbers are divided by, and their unit."""
_WHOLE = {ValueUnit.COUNT, ValueUnit.SHARE, ValueUnit.SECONDS}
_MARGINS = Margins(64.0, 52.0)  # the button of the table is at the right


class SnapshotSection(QWidget):
    """Emits `keep` to take one now, and `compare` to show two beside each other."""

    keep = Signal()
    compare = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._snapshots: tuple[HealthSnapshot, ...] = ()
        self._changes: tuple[FirmwareChange, ...] = ()
        self._fields: tuple[str, ...] = ()
        self.chart: ChartView | None = None
        self.choice = ChoiceBox()
        self.choice.setAccessibleName(_("Value of the chart"))
        self.choice.currentIndexChanged.connect(self._draw)
        self.keep_button = quiet_button(_("&Save a reading now"))
        self.keep_button.clicked.connect(self.keep)
        self.compare_button = quiet_button(_("Co&mpare two…"))
        self.compare_button.clicked.connect(self.compare)
        self.title = Label(theme, _("Trend"), size="heading")
        self.text = Label(theme, color="muted", wrap=True)
        left, right = BaselineBox(spacing=2 * GRID), horizontal(spacing=GRID)
        left.addWidget(self.title)
        left.addWidget(self.choice)
        left.addStretch(1)
        right.addWidget(self.compare_button)
        right.addWidget(self.keep_button)
        right.addStretch(0)
        row = FlowBox(narrow=_NARROW)
        row.addLayout(left, 1)
        row.addLayout(right)
        self._column = vertical(self, spacing=GRID)
        self._column.addLayout(row)
        self._column.addWidget(self.text)

    def minimumSizeHint(self) -> QSize:
        return QSize(300, super().minimumSizeHint().height())

    @property
    def snapshots(self) -> tuple[HealthSnapshot, ...]:
        """The drawn snapshots, oldest first."""
        return self._snapshots

    def show_snapshots(
        self, snapshots: Sequence[HealthSnapshot], changes: Sequence[FirmwareChange] = ()
    ) -> None:
        """Draw these; `changes` are firmware changes that runs have recorded as well."""
        own = firmware_changes(snapshots)
        known = {(change.before, change.after): change for change in (*own, *changes)}
        fresh = tuple(sorted(snapshots, key=lambda each: each.taken))
        marks = tuple(sorted(known.values(), key=lambda each: each.at))
        if (fresh, marks) == (self._snapshots, self._changes) and self.text.text():
            return
        self._snapshots, self._changes = fresh, marks
        self._fields = known_series(self._snapshots)
        chosen = self.choice.currentData()
        self.choice.blockSignals(True)
        self.choice.clear()
        for field in self._fields:
            self.choice.addItem(say_text(TITLES[field]), field)
        self.choice.setCurrentIndex(max(0, self.choice.findData(chosen)))
        self.choice.blockSignals(False)
        self._draw()

    @Slot()
    def _draw(self) -> None:
        count = len(self._snapshots)
        drawable = count > 1 and bool(self._fields)
        self.choice.setVisible(drawable)
        self.compare_button.setVisible(count > 1)
        self.text.setVisible(not drawable)
        if not drawable:
            self.text.say(
                _(
                    "A chart needs two readings. One is saved with every run, and hourly while this"
                    " window is open."
                )
            )
        if self.chart is not None:
            self.chart.setVisible(drawable)
        if drawable:
            self._chart().set_chart(self._made(self.choice.currentData() or self._fields[0]))

    def _chart(self) -> ChartView:
        """Created only if there is something to draw: charts cost an import."""
        if self.chart is None:
            self.chart = ChartView(self._theme, _HEIGHT)
            self._column.addWidget(self.chart)
            self.chart.show()  # immediately: a layout shows new widgets only a moment later
        return self.chart

    def _made(self, field: str) -> PlotChart:
        plot = trend_plot(self._snapshots, field, self._changes)
        highest = max((y for _x, y in plot.series[0].points), default=1.0)
        figures = trend_figures(self._snapshots, field, self._changes)
        chart = PlotChart(plot, _quantity(field, highest), figures=figures, most=3)
        chart.margins, chart.title_at_edge = _MARGINS, False
        return chart


def _quantity(field: str, highest: float) -> Quantity:
    """What the axis counts: each of its ticks has the unit."""
    unit = NUMBERS[field]
    divisor, name = _SCALES.get(unit, (1.0, ""))
    if unit is ValueUnit.BYTES:
        divisor, name = size_unit(highest)

    def mark(value: float, _top: float) -> str:
        words = plain_number(round(value, 9))
        return f"{words}{NARROW}{name}" if name and value else words

    def write(value: float) -> str:
        return value_text(unit.of(value))

    title = say_text(TITLES[field])
    return Quantity(field, title, name, divisor, write, mark, whole=unit in _WHOLE)


_LETTERS = 32  # that a field of the dialog shows at least


class SnapshotsDialog(Dialog):
    """The first and the newest are selected initially; they stay in order of time."""

    def __init__(
        self, snapshots: Sequence[HealthSnapshot], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Compare two readings"))
        self._snapshots = sorted(snapshots, key=lambda each: each.taken)
        self.first, self.second = ChoiceBox(), ChoiceBox()
        for number, each in reversed(list(enumerate(self._snapshots))):
            words = f"{date_and_time(each.taken)} · {say_text(REASONS[each.reason])}"
            if each.firmware:
                words += f" · {shown(each.firmware)}"
            for box in (self.first, self.second):
                box.addItem(words, number)
                box.setItemData(box.count() - 1, tooltip(words), Qt.ItemDataRole.ToolTipRole)
        for box in (self.first, self.second):  # not as wide as the longest of them
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(_LETTERS)
        self.first.setCurrentIndex(self.first.count() - 1)
        self.first.setAccessibleName(without_key(_("&Before")))
        self.second.setAccessibleName(without_key(_("&After")))
        self.answer = Label(theme, size="heading", wrap=True, selectable=True)
        heads = (
            TableColumn(_("Value"), grows=1),
            TableColumn(_("Before"), figures=True),
            TableColumn(_("After"), figures=True),
            TableColumn(_("Difference"), figures=True),
        )
        self.model = CellsModel(heads, theme, self)
        self.table = CellTable(self.model, theme, _("Differences"))
        close = QPushButton(_("C&lose"))
        close.setDefault(True)
        close.clicked.connect(self.accept)
        copy = QPushButton(_("Co&py"))
        copy.clicked.connect(self.table.copy_rows)
        buttons = QHBoxLayout()
        buttons.addWidget(copy)
        buttons.addStretch(1)
        buttons.addWidget(close)
        choice = QGridLayout()
        choice.setHorizontalSpacing(2 * GRID)
        for row, (title, box) in enumerate(
            ((_("&Before"), self.first), (_("&After"), self.second))
        ):
            name = Label(theme, title, color="muted")
            name.setBuddy(box)
            choice.addWidget(name, row, 0)
            choice.addWidget(box, row, 1)
            box.currentIndexChanged.connect(self._compare)
        choice.setColumnStretch(1, 1)
        column = vertical(self, margins=(3 * GRID, 3 * GRID, 3 * GRID, 3 * GRID), spacing=2 * GRID)
        column.addLayout(choice)
        column.addWidget(self.answer)
        column.addWidget(self.table, 1)
        column.addLayout(buttons)
        self.resize(720, 560)
        self._compare()
        close.setFocus()

    def chosen(self) -> tuple[HealthSnapshot, HealthSnapshot]:
        """Both snapshots, the earlier one first."""
        numbers = sorted((self.first.currentData(), self.second.currentData()))
        return self._snapshots[numbers[0]], self._snapshots[numbers[1]]

    @Slot()
    def _compare(self) -> None:
        before, after = self.chosen()
        tests = written_by_runs(self._snapshots, before, after)
        found = health_changes(before.health, after.health, written_by_test=tests)
        self.model.set_rows(
            [
                (
                    *(TableCell(cell_text(one)) for one in (each.title, *each.ends)),
                    TableCell(cell_text(each.difference), verdict=CAUTION if each.alarming else ""),
                )
                for each in found
            ]
        )
        self.answer.say(self._words(before, after, len(found)))

    def _words(self, before: HealthSnapshot, after: HealthSnapshot, count: int) -> str:
        if before is after:
            return _("Choose two readings.")
        if before.firmware and after.firmware and before.firmware != after.firmware:
            return _("{name}: {text}").format(
                name=_("Firmware"), text=f"{shown(before.firmware)} → {shown(after.firmware)}"
            )
        if not count:
            return _("No changes.")
        return _("Changes from {before} to {after}").format(
            before=date_and_time(before.taken), after=date_and_time(after.taken)
        )
