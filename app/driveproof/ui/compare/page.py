# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compared runs: the verdict in a sentence, its limits, figures, then the charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from driveproof.domain.comparison.answer import by_test
from driveproof.domain.comparison.health_over_runs import HealthSpan
from driveproof.domain.errors import DriveproofError
from driveproof.domain.figure import Table
from driveproof.domain.run.run import Target
from driveproof.engine.comparison.reading import ComparedRuns, ComparisonRequest, LoadedRun, gather
from driveproof.ui.charts.changes import Intervals
from driveproof.ui.charts.chart import ChartTable
from driveproof.ui.compare import texts as words
from driveproof.ui.compare.detail import CompareDetail
from driveproof.ui.compare.files import comparison_export
from driveproof.ui.compare.overlays import (
    FileSizesOverlay,
    IntervalsView,
    LoadOverlay,
    OverviewPart,
    curves_of,
    map_pairs,
)
from driveproof.ui.compare.texts import side_line
from driveproof.ui.output.export import Export, ExportPart
from driveproof.ui.settings import Settings
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip, shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import (
    BackButton,
    CopyButton,
    Disclosure,
    UnitSwitch,
    quiet_button,
)
from driveproof.ui.widgets.fields import ChoiceBox
from driveproof.ui.widgets.labels import FoldedLabel, Label
from driveproof.ui.widgets.layouts import FlowBox, clear, horizontal, vertical
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, page_top, scroll_page
from driveproof.ui.widgets.rows import LinedGrid
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.say import say_texts
from driveproof.wording.table import Style, cell_text, text_columns

if TYPE_CHECKING:
    from driveproof.domain.run.run import Run
    from driveproof.history.store import History

_MOST_LINES = 3
"""Of the headline: the page below it has the whole where it is longer."""


class ComparePage(QWidget):
    """Reads and compares in a thread; the window never waits. Emits `back`."""

    back = Signal()
    measure_both = Signal(str, str)
    """Measure two drives in turn: where the first and the last side were, as far as known."""
    shown_now = Signal()
    """Emitted after a comparison was shown on the page."""

    def __init__(self, history: History, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self._history = history
        self._theme = theme
        self.settings = settings
        self._kept: dict[str, LoadedRun] = {}
        self.compared: ComparedRuns | None = None
        self.overview: OverviewPart | None = None
        self.load: LoadOverlay | None = None
        self.file_sizes: FileSizesOverlay | None = None
        self.detail: CompareDetail | None = None
        self.facts: CompareFacts | None = None
        self.tasks = TaskQueue(self)
        self.choice = CompareChoice(theme, self)
        self.choice.back.connect(self.back)
        self.choice.wanted.connect(self._wanted)
        self.both = quiet_button(_("&Measure two drives in turn…"), flush=True)
        self.both.clicked.connect(self._measure_both)
        self.back_button = self.choice.back_button
        self.head = PageHead(theme, most_lines=_MOST_LINES)
        self.whole = Label(theme, wrap=True, selectable=True)
        self.whole.hide()
        if isinstance(self.head.title, FoldedLabel):
            self.head.title.folded.connect(self.whole.setVisible)
        self.exporting = ExportPart(self, theme, settings, self._exported)
        self.export_button = self.exporting.button
        self.head.add(self.export_button)
        self.rows = IntervalsView(theme)
        self.rows.row_chosen.connect(self._show_test)
        self.switch = UnitSwitch(theme, settings)
        self.switch.changed.connect(self._unit_changed)
        self.copy = CopyButton(_("&Copy all values"), flush=True)
        self._build()

    def _build(self) -> None:
        self.body = QWidget()
        column = vertical(self.body, margins=(MARGIN, 0, BESIDE_BAR, 3 * GRID), spacing=2 * GRID)
        self.cautions, self._remarks = QVBoxLayout(), QVBoxLayout()
        inner = QWidget()
        inner.setLayout(self._remarks)
        self._remarks.setContentsMargins(0, 0, 0, 0)
        self.remarks = Disclosure(self._theme, "", inner)
        self._next = Label(self._theme, wrap=True, selectable=True)
        self._detail_place, self._facts_place = QVBoxLayout(), QVBoxLayout()
        tools = QHBoxLayout()
        tools.addWidget(self.switch)
        tools.addStretch(1)
        tools.addWidget(self.copy)
        for lines in (self.cautions, self._remarks):
            lines.setSpacing(GRID // 2)
        self._overview_place = QVBoxLayout()
        column.addWidget(self.whole)
        column.addWidget(self._next)
        column.addLayout(self._overview_place)
        column.addLayout(self.cautions)
        column.addWidget(self.rows)
        column.addLayout(tools)
        column.addWidget(self.both, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self.remarks)
        column.addLayout(self._detail_place)
        column.addLayout(self._facts_place)
        column.addStretch(1)
        top = page_top(self.head, self.exporting.bar, below=2 * GRID)
        self.area = scroll_page(self, top, self.body, first=self.choice)

    # Reading

    def show_runs(self, ids: list[str]) -> None:
        """Compare these runs, the oldest as the baseline."""
        self._kept = {}
        self._ask(ComparisonRequest(tuple(ids)))

    @property
    def targets(self) -> tuple[Target, ...]:
        """What the compared runs measured; empty while they are read."""
        return tuple(run.target for run in self.runs)

    @property
    def runs(self) -> tuple[Run, ...]:
        """The compared runs; empty while they are read."""
        if self.compared is None:
            return ()
        return tuple(run for side in self.compared.comparison.sides for run in side.runs)

    def show_compared(self, compared: ComparedRuns) -> None:
        """Show a comparison that was made elsewhere, without reading it again."""
        self._kept = dict(compared.kept)
        self.compared = compared
        self._fill(keep=False)

    @Slot(int, bool)
    def _wanted(self, baseline: int, pooled: bool) -> None:
        if self.compared is not None:
            self._ask(replace(self.compared.request, pooled=pooled, baseline=baseline))

    @Slot()
    def _measure_both(self) -> None:
        """The Measure page, filled in with what was measured here."""
        paths = [target.path for target in self.targets]
        apart = len({target.identity for target in self.targets}) > 1
        self.measure_both.emit(paths[0] if paths else "", paths[-1] if apart else "")

    def _ask(self, request: ComparisonRequest) -> None:
        if not self._kept:
            self._blank(_("Comparing…"))
        history, kept = self._history, dict(self._kept)
        self.tasks.add(lambda: gather(history, request, kept), self._done, key="compare")

    def _done(self, compared: ComparedRuns | None, error: DriveproofError | None) -> None:
        if compared is not None:
            self._kept = dict(compared.kept)
            self.compared = compared
            self._fill(keep=False)
        elif error is not None:
            self._blank(_("Not comparable"))
            self.exporting.say_error(error)

    # Showing

    def _blank(self, text: str) -> None:
        self.compared = None
        self.head.say(text)
        self.exporting.clear()
        self._show_parts(False)

    def _show_parts(self, visible: bool) -> None:
        self.area.setVisible(visible)
        self.export_button.setVisible(visible)
        self.choice.offer(visible)

    def _fill(self, *, keep: bool) -> None:
        compared = self.compared
        if compared is None:
            return
        comparison, binary = compared.comparison, self.switch.binary
        chosen = self.rows.intervals.selected if keep and self.rows.intervals else None
        operation = self.file_sizes.operations.currentIndex() if keep and self.file_sizes else 0
        self.choice.show_sides(compared)
        said = say_texts(compared.answer.sentences, binary=binary)
        self.whole.say(said)
        self.head.say(said, words.detail_line(comparison))
        changes = compared.answer.changes
        more = words.next_line(comparison)
        self._next.say(more)
        self._next.setVisible(bool(more))
        # Where nothing is compared there is no figure to doubt.
        self._say_lines(self.cautions, words.cautions(comparison) if changes else [], Tone.DOUBT)
        remarks = list(words.remarks(comparison))
        self._say_lines(self._remarks, remarks, "muted")
        count = ngettext("{count} note", "{count} notes", len(remarks))
        self.remarks.button.setText(count.format(count=len(remarks)))
        self.remarks.setVisible(bool(remarks))
        tables = [
            ChartTable.of(table, binary=binary)
            for key in ("tests", "metrics", "judging")
            if (table := compared.answer.known(key)) is not None
        ]
        drawn = Intervals(changes, binary=binary)
        self.rows.show_rows(drawn)
        self.copy.text_to_copy = "\n\n".join(table.as_text() for table in tables)
        for part in (self.copy, self.switch):
            part.setVisible(changes is not None)
        clear(self._overview_place)
        self.overview, self.load, self.file_sizes = None, None, None
        if curves_of(compared):
            self.load = LoadOverlay(self._theme, compared)
            self._overview_place.addWidget(self.load)
        if map_pairs(compared):
            self.file_sizes = FileSizesOverlay(self._theme, compared, binary=binary)
            self.file_sizes.operations.setCurrentIndex(operation)
            self._overview_place.addWidget(self.file_sizes)
        if (beside := compared.answer.known("overview")) is not None:
            self.overview = OverviewPart(self._theme, comparison, beside, binary=binary)
            self._overview_place.addWidget(self.overview)
        clear(self._detail_place)
        self.detail = None
        self._show_parts(True)
        if drawn.rows:
            if chosen is None or chosen >= len(drawn.rows):
                chosen = words.telling(comparison)
            self.rows.choose(chosen)
        if not keep:
            self.exporting.clear()
            clear(self._facts_place)
            self.facts = CompareFacts(self._theme, compared)
            self._facts_place.addWidget(self.facts)
            self.area.verticalScrollBar().setValue(0)
        self.shown_now.emit()

    def _say_lines(self, place: QVBoxLayout, lines: list[str], color: str) -> None:
        clear(place)
        for line in lines:
            place.addWidget(Label(self._theme, line, color=color, wrap=True, selectable=True))

    @Slot(int)
    def _show_test(self, number: int) -> None:
        if self.compared is None:
            return
        metric = by_test(self.compared.comparison)[number]
        clear(self._detail_place)
        self.detail = CompareDetail(self._theme, self.compared, metric, binary=self.switch.binary)
        self._detail_place.addWidget(self.detail)

    @Slot()
    def _unit_changed(self) -> None:
        self._fill(keep=True)

    @Slot()
    def export(self) -> None:
        """Offer the formats for export."""
        self.exporting.open_menu()

    def _exported(self) -> Export | None:
        if self.compared is None:
            return None
        return comparison_export(self.compared, binary=self.switch.binary)


class CompareChoice(QWidget):
    """Emits `back`, and `wanted(baseline, pooled)` when the person changed the choice."""

    back = Signal()
    wanted = Signal(int, bool)

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.back_button = BackButton(theme, _("&All results"))
        self.back_button.clicked.connect(self.back)
        self.baseline = ChoiceBox()
        self.baseline.setAccessibleName(_("Baseline"))
        self.baseline.setMaximumWidth(480)
        self.baseline.setMinimumContentsLength(8)
        self.baseline.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.baseline.activated.connect(self._changed)
        self.swap = quiet_button(_("&Swap sides"))
        self.swap.clicked.connect(self._swap)
        self.pool = QCheckBox(_("&Pool runs with the same label"))
        self.pool.setToolTip(_("Count their repeats as one side"))
        self.pool.clicked.connect(self._pooled)
        title = Label(theme, _("&Baseline"), color="muted")
        title.setBuddy(self.baseline)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        first, more = QWidget(), QWidget()
        self._choices = (title, self.baseline, more)
        row = horizontal(first, spacing=GRID)
        row.addWidget(self.back_button)
        row.addSpacing(2 * GRID)
        row.addWidget(title)
        row.addWidget(self.baseline, 10)  # before what is left: a long name is not cut
        row.addStretch(1)
        row = horizontal(more, spacing=2 * GRID)
        row.addWidget(self.swap)
        row.addWidget(self.pool)
        row.addStretch(1)
        parts = FlowBox(self, margins=(MARGIN - GRID, 2 * GRID, MARGIN, 0))
        parts.addWidget(first, 10)
        parts.addWidget(more)

    def offer(self, offered: bool) -> None:
        """Show what can be chosen, or only the way back while there is nothing to compare."""
        for part in self._choices:
            part.setVisible(offered)

    def show_sides(self, compared: ComparedRuns) -> None:
        """Show the sides in order of time, with the baseline selected."""
        first = {run.id for run in compared.comparison.sides[0].runs}
        self.baseline.clear()
        for number, side in enumerate(compared.order):
            self.baseline.addItem(side_line(side), number)
            if {run.id for run in side.runs} == first:
                self.baseline.setCurrentIndex(number)
        set_tip(self.baseline, self.baseline.currentText())
        self.swap.setVisible(len(compared.order) == 2)
        self.pool.setVisible(compared.can_pool)
        self.pool.setChecked(compared.request.pooled)

    @Slot()
    def _changed(self) -> None:
        self.wanted.emit(self.baseline.currentIndex(), self.pool.isChecked())

    @Slot()
    def _swap(self) -> None:
        self.wanted.emit(1 - self.baseline.currentIndex(), self.pool.isChecked())

    @Slot()
    def _pooled(self) -> None:
        self.wanted.emit(0, self.pool.isChecked())


_TOP = Qt.AlignmentFlag.AlignTop
_FactRow = tuple[tuple[str, ...], str]
"""Texts, and the colour of the last one."""


class CompareFacts(QWidget):
    """Created anew for each comparison."""

    def __init__(self, theme: Theme, compared: ComparedRuns) -> None:
        super().__init__()
        self._theme = theme
        self._column = vertical(self, spacing=3 * GRID)
        alike = words.alike(compared.comparison)
        if (differs := compared.answer.known("differs")) is not None:
            self._add_table(differs, "text", alike)
        else:
            nothing = _("No other known differences.")
            self._add((_("Other differences"),), [((nothing,), "muted")], alike)
        for span in compared.spans:
            self._add_span(span, several=len(compared.spans) > 1)
        if (unmatched := compared.answer.known("unmatched")) is not None:
            self._add_table(unmatched, "muted")

    def _add_table(self, table: Table, color: str, below: str = "") -> None:
        columns = text_columns(table, Style.WINDOW)
        rows = zip(*(column.cells for column in columns), strict=True)
        self._add([column.head for column in columns], [(row, color) for row in rows], below)

    def _add_span(self, span: HealthSpan, *, several: bool) -> None:
        title = _("Health of the drive")
        if several:
            title = f"{title}, {shown(span.identity)}"
        heads = (title, _("Before"), _("After"), _("Difference"))
        rows: list[_FactRow] = [
            (
                tuple(map(cell_text, (one.title, *one.ends, one.difference))),
                Tone.DOUBT if one.alarming else Tone.PLAIN,
            )
            for one in span.changes
        ]
        self._add(heads, rows or [((_("No changes."),), "muted")])

    def _add(self, heads: Sequence[str], rows: Sequence[_FactRow], below: str = "") -> None:
        theme, width = self._theme, max(len(heads), 1)
        block, grid = QWidget(), LinedGrid(theme, width, gap=3 * GRID, place=Qt.AlignmentFlag(0))
        block.setLayout(grid)
        grid.setVerticalSpacing(GRID // 2)
        first, *others = heads
        grid.add_head(
            Label(theme, first, strong=True), *(Label(theme, one, color="muted") for one in others)
        )
        for column in range(width):
            grid.setColumnStretch(column, 1)
        for texts, color in rows:
            row, _line = grid.new_row()
            for column, text in enumerate(texts):
                name = "muted" if column == 0 and len(texts) > 1 else color
                if column == 1 and len(heads) > 2:
                    name = "muted"
                label = Label(theme, text, color=name, wrap=True, selectable=True)
                span = 1 if len(texts) > 1 else width
                grid.addWidget(label, row, column, 1, span, _TOP)
        if below:
            label = Label(theme, below, color="muted", wrap=True, selectable=True)
            grid.addWidget(label, grid.new_row()[0], 0, 1, width)
        self._column.addWidget(block)
