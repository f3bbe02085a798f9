# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A result: the answer, its figures with their spread, its charts; a stored one with its label."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QVBoxLayout,
    QWidget,
)

from driveproof.domain.answer import Answer, headline
from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected_answer import expected_answer
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.figure import Measure
from driveproof.domain.health.changes import Pair
from driveproof.domain.metric import MetricName
from driveproof.domain.run.ceiling import ceiling_of
from driveproof.domain.run.result import ChartKind, PhaseRow, charts_of, rows_of, shows_tests
from driveproof.domain.run.run import Run, RunHead, Target
from driveproof.domain.run_cautions import Doubt, run_cautions, unkept_note
from driveproof.domain.run_facts import drive_facts, machine_facts, place_facts
from driveproof.export.run_health import health_lines, run_changes
from driveproof.export.text.forum_run import forum_text
from driveproof.history.store import History
from driveproof.methods import answer_of
from driveproof.ui.charts.big_numbers import BigNumbers, board_of
from driveproof.ui.charts.rows_view import RowsView
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.output.export import Export, ExportPart, Writer
from driveproof.ui.output.files import (
    EVERY_FILE,
    FileFormat,
    picture_of_run,
    write_run_file,
)
from driveproof.ui.output.run_charts import bar_phases, bars_of
from driveproof.ui.results.detail import RunDetail
from driveproof.ui.results.method_views import (
    AnswerView,
    AreaView,
    EverydayView,
    ExpectedPart,
    HostsView,
    IopsAtLatencyView,
    LoadView,
    MapsView,
    RecordedView,
    ScanDetail,
    guided_view,
    hosts_view,
    long_view,
)
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import set_tip, shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import BackButton, CopyButton, UnitSwitch, quiet_button
from driveproof.ui.widgets.cells import CellsModel, TableCell, TableColumn
from driveproof.ui.widgets.fields import WrittenField
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import TWO_COLUMNS, FlowBox, clear, horizontal, vertical
from driveproof.ui.widgets.notices import MessageBar
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, kept_row, scroll_page
from driveproof.ui.widgets.rows import FactRows
from driveproof.ui.widgets.table import fixed_table
from driveproof.wording import run as words
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time, file_stamp
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_text
from driveproof.wording.kernel_log import kernel_table, kernel_title
from driveproof.wording.profile import test_title
from driveproof.wording.say import say_text, say_texts
from driveproof.wording.table import fact_texts


def suggested_name(run: Run) -> str:
    """A file name without a suffix, of plain letters."""
    profile = re.sub(r"[^a-z0-9]+", "-", run.profile.lower()).strip("-")[:40] or "run"
    return f"driveproof-{file_stamp(run.started)}-{profile}"


def run_export(
    run: Run,
    health: tuple[Pair, ...],
    expected: tuple[Expectation, ...] = (),
    *,
    binary: bool = False,
) -> Export:
    """The export of a run on screen, with the `health` of its drives before and after."""

    def writer(kind: FileFormat) -> Writer:
        return lambda path, scale: write_run_file(
            run, path, kind, health, expected=expected, binary=binary, scale=scale
        )

    kinds = {chart.kind for chart in charts_of(run)}
    maps = (FileFormat.GNUPLOT,) if ChartKind.MAP in kinds else ()
    return Export(
        title=_("Export"),
        name=suggested_name(run),
        writers={kind: writer(kind) for kind in (*EVERY_FILE, *maps)},
        picture=lambda: picture_of_run(run, binary=binary),
        text=lambda: forum_text(run),
    )


_WHOLE = frozenset(
    {
        ChartKind.POSITIONS, ChartKind.AREAS, ChartKind.MAP, ChartKind.WRITTEN, ChartKind.ROUNDS,
        ChartKind.RECORDED,
    }
)  # fmt: skip
"""Charts that are the answer themselves."""


class RunView(QWidget):
    """Shows one stored run, from `show_run` on; `settings` remembers unit and folder.

    Emits `exported(path)` after a file was written, and `compare([earlier id, id])` when the person
    compares it with the previous one, `assign(id)` when an imported run is to be assigned, `rate`
    when the manufacturer's figures of the drive are to be entered, and `make_profile(run)` when a
    recording is to become a profile.
    """

    exported = Signal(str)
    compare = Signal(list)
    assign = Signal(str)
    rate = Signal()
    make_profile = Signal(object)

    def __init__(
        self,
        theme: Theme,
        settings: Settings | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._health: tuple[Pair, ...] = ()
        self._expected: tuple[Expectation, ...] = ()
        self._theme = theme
        self._settings = settings
        self.run: Run | None = None
        self.tests: list[PhaseRow] = []
        """The rows of the bars."""
        self.detail: RunDetail | ScanDetail | None = None
        self.expected: ExpectedPart | None = None
        self.guided: AnswerView | None = None
        self.maps: MapsView | None = None
        self.everyday: EverydayView | None = None
        self.load: LoadView | IopsAtLatencyView | None = None
        self.areas: AreaView | None = None
        self.long: AnswerView | None = None
        self.recorded: RecordedView | None = None
        self.hosts: HostsView | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.head = PageHead(theme)
        self.exporting = ExportPart(self, theme, settings, self._exported)
        self.export_button = self.exporting.button
        self.exporting.written.connect(self.exported)
        self._earlier: RunHead | None = None
        self.previous = quiet_button(_("Compare with the pre&vious one"))
        self.previous.clicked.connect(self._compare_previous)
        self.other = quiet_button(_("Compare with the other d&rive"))
        self.other.clicked.connect(self._compare_other)
        self.head.add(self.other)
        self.head.add(self.previous)
        self.head.add(self.export_button)
        self.switch = UnitSwitch(theme, settings)
        self.switch.changed.connect(self._unit_changed)
        self.bars = RowsView(theme)
        self.bars.row_chosen.connect(self._show_row)
        self._build()

    def _build(self) -> None:
        self._body = QWidget()
        self._column = vertical(
            self._body, margins=(MARGIN, 0, BESIDE_BAR, 3 * GRID), spacing=2 * GRID
        )
        self.notes = vertical(spacing=GRID // 2)
        self._column.addLayout(self.notes)
        tools = horizontal(spacing=GRID)
        self.copy = CopyButton(_("&Copy all values"), flush=True)
        self.big_button = quiet_button(_("Bi&g numbers"))
        self.big_button.clicked.connect(self.open_big)
        tools.addWidget(self.switch)
        tools.addStretch(1)
        tools.addWidget(self.big_button)
        tools.addWidget(self.copy)
        self._guided_place = QVBoxLayout()
        self._column.addLayout(self._guided_place)
        table = vertical(spacing=GRID // 2)
        table.addWidget(self.bars)
        table.addLayout(tools)
        self._column.addLayout(table)
        self._expected_place = QVBoxLayout()
        self._column.addLayout(self._expected_place)
        self._hosts_place = QVBoxLayout()
        self._column.addLayout(self._hosts_place)
        self._detail_place = QVBoxLayout()
        self._column.addLayout(self._detail_place)
        self._expected_below = QVBoxLayout()
        self._column.addLayout(self._expected_below)
        self._kernel_place = QVBoxLayout()
        self._column.addLayout(self._kernel_place)
        self._facts_place = QVBoxLayout()
        self._column.addLayout(self._facts_place)
        self._column.addStretch(1)
        top = vertical(margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID), spacing=GRID)
        top.addWidget(self.head)
        top.addWidget(self.exporting.bar)
        self.area = scroll_page(self, top, self._body)

    def add_button(self, button: QWidget) -> None:
        """Add a button of the page that holds this view, beside the export button."""
        self.head.add(button, before=self.export_button)  # which stays last, in the corner

    def show_run(
        self,
        run: Run,
        health: tuple[Pair, ...] = (),
        expected: tuple[Expectation, ...] = (),
    ) -> None:
        """Show a run from its top; `health` is that of its drives, before and after, `expected`
        what its tests can be held against.
        """
        self.run, self._health, self._expected = run, health, expected
        self.set_previous(None)
        bound = run.environment.in_turn
        self.other.setVisible(bound is not None and run.environment.ours and not run.source)
        self.exporting.clear()
        if unkept := unkept_note(run):
            self.exporting.say_unkept(say_text(unkept))
        clear(self.notes)
        for one in run_cautions(run):
            tone = Tone.DOUBT if one.grade == Doubt.DOUBT else Tone.NOTE
            text = finding_text(one, Face.WINDOW)
            self.notes.addWidget(Label(self._theme, text, color=tone, wrap=True, selectable=True))
        for line in health_labels(self._theme, run, health):
            self.notes.addWidget(line)
        self._fill()
        self._show_kernel(run)
        self._show_facts(run)
        self.area.verticalScrollBar().setValue(0)

    def set_previous(self, earlier: RunHead | None) -> None:
        """Set the result that this one can be compared with; None for none."""
        self._earlier = earlier
        self.previous.setVisible(earlier is not None)
        if earlier is not None:
            when = _("of {date}").format(date=date_and_time(earlier.started))
            named = ", ".join(part for part in (when, shown(earlier.label)) if part)
            set_tip(self.previous, named)

    @Slot()
    def _compare_previous(self) -> None:
        if self.run is not None and self._earlier is not None:
            self.compare.emit([self._earlier.id, self.run.id])

    @Slot()
    def _compare_other(self) -> None:
        run = self.run
        if run is not None and (bound := run.environment.in_turn) is not None:
            both = [run.id, bound.other]
            self.compare.emit(both[::-1] if bound.side else both)

    def say(self, text: str) -> None:
        """Say something above the notes of the run, until another one is shown."""
        label = Label(self._theme, text, color=Tone.NOTE, wrap=True, selectable=True)
        self.notes.insertWidget(0, label)

    def set_binary(self, binary: bool) -> None:
        """Write bandwidths in MiB/s instead of MB/s."""
        if binary != self.switch.binary:
            self.switch.choose(binary=binary)

    @Slot()
    def export(self) -> None:
        """Offer the formats for export."""
        self.exporting.open_menu()

    @Slot()
    def open_big(self) -> bool:
        """Show the numbers as large as the window, where there are tests; whether there are."""
        if self.run is None or self.big_button.isHidden():
            return False
        big = BigNumbers(self, self._theme, board_of(self.run), self._settings)
        big.closed.connect(self.big_button.setFocus)
        big.open(big.grid)
        return True

    def _exported(self) -> Export | None:
        if self.run is None:
            return None
        return run_export(self.run, self._health, self._expected, binary=self.switch.binary)

    def _fill(self) -> None:
        run = self.run
        if run is None:
            return
        binary = self.switch.binary
        found = answer_of(run)
        self.head.say(say_texts(headline(run, found), binary=binary), words.circumstances(run))
        chosen = self.bars.rows.selected if self.bars.rows else None
        bars, self.tests = bars_of(run, binary=binary), rows_of(bar_phases(run))
        kinds = {chart.kind for chart in charts_of(run)}
        self.bars.show_rows(bars)
        self.bars.setVisible(ChartKind.BARS in kinds)
        self.copy.text_to_copy = bars.table().as_text()
        clear(self._guided_place)
        self.load = None
        self.guided = guided_view(self._theme, run, found, binary=binary)
        if self.guided is not None:
            self._guided_place.addWidget(self.guided)
            self._copy_first(self.guided.as_text())
        elif kinds & {ChartKind.LOAD, ChartKind.CAP}:
            view = LoadView if ChartKind.LOAD in kinds else IopsAtLatencyView
            self.load = view(self._theme, run, found)
            self._guided_place.addWidget(self.load)
            self._copy_first(self.load.as_text())
        self.copy.setVisible(bool(self.tests))
        wanted = shows_tests(run) or ChartKind.LOAD in kinds
        self.big_button.setVisible(wanted and ChartKind.BARS in kinds and bool(self.tests))
        rates = ChartKind.BARS in kinds or _has_bandwidths(found)
        rates = rates and not (self.load and not self.bars.isVisible())
        self.switch.setVisible(bool(self.tests) and rates)
        self._fill_expected(run)
        clear(self._hosts_place)
        self.hosts = hosts_view(self._theme, run, binary=binary)
        if self.hosts is not None and self.hosts.chart is not None:
            self._guided_place.addWidget(self.hosts)  # how the sums grow is what was asked
            scaling = self.hosts.chart.chart
            assert scaling is not None
            self._copy_first(scaling.table().as_text())
        elif self.hosts is not None:
            self._hosts_place.addWidget(self.hosts)
        clear(self._detail_place)
        self.detail, self.maps, self.everyday = None, None, None
        self.areas, self.long, self.recorded = None, None, None
        if ChartKind.AREAS in kinds:
            self.areas = AreaView(self._theme, run, found)
            self._detail_place.addWidget(self.areas)
            self._copy_first(self.areas.as_text())
        self._fill_detail(run, found, kinds, chosen)

    def _copy_first(self, text: str) -> None:
        """Copy this above the other values."""
        self.copy.text_to_copy = f"{text}\n{self.copy.text_to_copy}"

    def _fill_detail(
        self, run: Run, answer: Answer, kinds: set[ChartKind], chosen: int | None
    ) -> None:
        """What a kind of run shows below its figures; of tests the chosen one."""
        binary = self.switch.binary
        if ChartKind.POSITIONS in kinds:
            self.detail = ScanDetail(self._theme, run, answer, binary=binary)
            self._detail_place.addWidget(self.detail)
        elif ChartKind.MAP in kinds:
            notes = words.explanations(run, answer, binary=binary)
            self.maps = MapsView(self._theme, answer.grids, notes, binary=binary)
            self._detail_place.addWidget(self.maps)
            self.copy.text_to_copy = self.maps.as_text()
        elif kinds & {ChartKind.WRITTEN, ChartKind.ROUNDS}:
            self.long = long_view(self._theme, run, answer, binary=binary)
            self._detail_place.addWidget(self.long)
            self.copy.text_to_copy = self.long.as_text()
        elif ChartKind.RECORDED in kinds:
            self.recorded = RecordedView(self._theme, run, answer, binary=binary)
            self.recorded.make_profile.connect(lambda: self.make_profile.emit(run))
            self._detail_place.addWidget(self.recorded)
            self.copy.text_to_copy = self.recorded.as_text()
        elif ChartKind.WRITE_BACK in kinds:
            self.everyday = EverydayView(self._theme, run, binary=binary)
            self._detail_place.addWidget(self.everyday)
        elif self.tests and ChartKind.BARS in kinds:
            self.bars.choose(chosen if chosen is not None and chosen < len(self.tests) else 0)

    def _fill_expected(self, run: Run) -> None:
        """Below the answer: of tests that is above the chosen one, of others the chart itself."""
        clear(self._expected_place)
        clear(self._expected_below)
        binary = self.switch.binary
        kinds = {chart.kind for chart in charts_of(run)}
        place = self._expected_below if kinds & _WHOLE else self._expected_place
        answer = expected_answer(run, self._expected)
        self.expected = ExpectedPart(
            self._theme, run, answer.blocks, answer.sentences, binary=binary
        )
        self.expected.rate.connect(self.rate)
        place.addWidget(self.expected)
        self.expected.setVisible(bool(self._expected))

    def datasheet_run(self) -> Run | None:
        """The run whose drive's manufacturer promises something."""
        return self.run

    def say_error(self, error: DriveproofError) -> None:
        """Show an error above the result."""
        self.exporting.say_error(error)

    def set_expected(self, run_id: str, expected: tuple[Expectation, ...]) -> None:
        """Show anew what the tests of a run can be held against, if it is still on screen."""
        if self.run is not None and self.run.id == run_id:
            self._expected = expected
            self._fill_expected(self.run)

    @Slot(int)
    def _show_row(self, number: int) -> None:
        if self.run is None:
            return
        clear(self._detail_place)
        row = self.tests[number]
        self.detail = RunDetail(
            self._theme,
            row,
            test_title(row.title, self.run.profile),
            folder=self.run.target.path,
            binary=self.switch.binary,
            ceiling=ceiling_of(self.run.environment),
        )
        self._detail_place.addWidget(self.detail)

    def _show_kernel(self, run: Run) -> None:
        """What the kernel reported about the drive meanwhile, in its own words."""
        clear(self._kernel_place)
        messages = run.environment.kernel_messages
        if not messages:
            return
        heads, *rows = kernel_table(messages)
        last = len(heads) - 1
        columns = [
            TableColumn(head, figures=place == 2, grows=int(place == last))
            for place, head in enumerate(heads)
        ]
        model = CellsModel(columns, self._theme)
        model.set_rows([tuple(map(TableCell, row)) for row in rows])
        self._kernel_place.addWidget(Label(self._theme, kernel_title(), size="heading"))
        self._kernel_place.addWidget(fixed_table(model, self._theme, kernel_title()))

    def _show_facts(self, run: Run) -> None:
        clear(self._facts_place)
        block = QWidget()
        row = FlowBox(block, narrow=TWO_COLUMNS, margins=(0, GRID, 0, 0), spacing=MARGIN)
        for title, facts in (
            (_("Measured"), (*drive_facts(run), *place_facts(run))),
            (_where_title(run), machine_facts(run)),
        ):
            column = vertical(spacing=0)
            column.addWidget(Label(self._theme, title, strong=True))
            rows = FactRows(self._theme, columns=1)
            rows.set_facts(fact_texts(facts) or [(_("unknown"), "")])
            column.addWidget(rows)
            if run.source and not row.count():
                button = quiet_button(_("Assign to a d&rive…"), flush=True)
                button.clicked.connect(lambda: self.assign.emit(run.id))
                column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
            column.addStretch(1)
            row.addLayout(column, 1)
        self._facts_place.addWidget(block)

    @Slot()
    def _unit_changed(self) -> None:
        self._fill()


def _has_bandwidths(answer: Answer) -> bool:
    """Whether its rows show a bandwidth, which has two units. Without rows it shows tests."""
    return answer.rows is None or any(
        isinstance(cell, Measure) and cell.metric is MetricName.BANDWIDTH
        for cells in answer.rows.table.rows
        for cell in cells
    )


def _where_title(run: Run) -> str:
    """The title of the facts about what measured."""
    if run.environment.hosts:
        return _("On these hosts")
    return _("On that machine") if run.source else _("On this machine")


def health_labels(theme: Theme, run: Run, pairs: tuple[Pair, ...]) -> list[Label]:
    """A line for each drive that changed; what should not have grown is highlighted."""
    found = []
    for pair in pairs:
        alone = (pair,) if len(pairs) == 1 else (pair, (None, None))
        alarming = any(change.alarming for change in run_changes(run, pair))
        color = Tone.DOUBT if alarming else Tone.NOTE
        found += [
            Label(theme, line, color=color, wrap=True, selectable=True)
            for line in health_lines(run, alone)
        ]
    return found


_LABEL_WIDTH = 180


class ResultPage(QWidget):
    """Emits `back`, and `relabelled(run id, label)` when the person changed the label."""

    back = Signal()
    relabelled = Signal(str, str)

    def __init__(self, history: HistoryTasks, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self._history = history
        self._theme = theme
        self._run: Run | None = None
        self.view = RunView(theme, settings)
        self.back_button = BackButton(theme, _("&All results"))
        self.back_button.clicked.connect(self.back)
        self.label = WrittenField(_("none"), _LABEL_WIDTH)
        self.label.written.connect(self._keep_label)
        self.notes = WrittenField(_("Notes"))
        self.notes.written.connect(self._keep_notes)
        self.message = MessageBar(theme)
        row = kept_row(
            theme, self.back_button, (_("&Label"), self.label, 1), (_("&Notes"), self.notes, 3)
        )
        said = horizontal(margins=(MARGIN, GRID, MARGIN, 0))
        said.addWidget(self.message)
        page = vertical(self, spacing=0)
        page.addLayout(row)
        page.addLayout(said)
        page.addWidget(self.view, 1)

    @property
    def run(self) -> Run | None:
        """The run on screen."""
        return self._run

    @property
    def targets(self) -> tuple[Target, ...]:
        """What was measured; empty while there is no run."""
        return (self._run.target,) if self._run is not None else ()

    @Slot()
    def export(self) -> None:
        """Offer the formats for export."""
        self.view.export()

    def show_run(
        self,
        run: Run,
        health: tuple[Pair, ...] = (),
        earlier: RunHead | None = None,
        expected: tuple[Expectation, ...] = (),
    ) -> None:
        """Show a stored run, the health of its drives, `earlier` to compare it with, and what its
        tests are `expected` to reach.
        """
        self._run = run
        self.label.show_kept(run.label)
        self.notes.show_kept(run.remarks)
        self.message.hide()
        self.view.show_run(run, health, expected)
        self.view.set_previous(earlier)

    @Slot(str)
    def _keep_label(self, label: str) -> None:
        if self._run is not None:
            work = partial(History.set_label, run_id=self._run.id, label=label)
            self._history.ask(work, partial(self._kept, self._run, {"label": label}))

    @Slot(str)
    def _keep_notes(self, notes: str) -> None:
        if self._run is not None:
            work = partial(History.set_notes, run_id=self._run.id, remarks=notes)
            self._history.ask(work, partial(self._kept, self._run, {"remarks": notes}))

    def _kept(
        self, run: Run, words: dict[str, str], _nothing: None, error: DriveproofError | None
    ) -> None:
        if self._run is not None and self._run.id == run.id:
            if error is not None:
                self.message.say_error(error)
            else:
                self._run = replace(self._run, **words)  # type: ignore[arg-type]
                self.view.run = self._run  # an export uses the new label
                self.label.keep(self._run.label)
                self.notes.keep(self._run.remarks)
        if error is None and "label" in words:
            self.relabelled.emit(run.id, words["label"])
