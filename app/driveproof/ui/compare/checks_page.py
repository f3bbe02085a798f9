# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two kept checks compared: what changed, every rating, and the way to their measurements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.domain.run.run import Target
from driveproof.engine.check.compare import ComparedChecks, compared_checks
from driveproof.history.store import History
from driveproof.ui.compare.export import checks_export
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.output.export import Export, ExportPart
from driveproof.ui.settings import BINARY, Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.back_button import BackButton
from driveproof.ui.widgets.cells import CellsModel, Head, TableCell
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.page_head import BUTTON_HEIGHT, PageHead
from driveproof.ui.widgets.scroll_page import BESIDE_BAR, page_top, scroll_page
from driveproof.ui.widgets.table import CellTable
from driveproof.ui.widgets.view_stack import BACK, shortcut
from driveproof.wording import check_comparison as words
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text, say_texts


class CheckComparePage(QWidget):
    """Reads and compares in a thread. Emits `back`, `compare_runs(ids)` to show more of the
    measurements, and `shown_now` when the comparison, or why there is none, is on screen.
    """

    back = Signal()
    compare_runs = Signal(list)
    shown_now = Signal()

    def __init__(self, history: HistoryTasks, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self._history = history
        self._theme = theme
        self._settings = settings
        self.compared: ComparedChecks | None = None
        self.tables: list[CellTable] = []
        self.back_button = BackButton(theme, _("&All checks"))
        self.back_button.clicked.connect(self.back)
        shortcut(self, BACK, self.back)
        self.head = PageHead(theme)
        self.runs_button = QPushButton(_("Compare the &measurements"))
        self.runs_button.setMinimumHeight(BUTTON_HEIGHT)
        self.runs_button.clicked.connect(self._compare_runs)
        self.exporting = ExportPart(self, theme, settings, self._exported)
        self.export_button = self.exporting.button
        self.head.add(self.runs_button)
        self.head.add(self.export_button)
        top = page_top(self.back_button, self.head, self.exporting.bar)
        self.area = scroll_page(self, top)

    @property
    def targets(self) -> tuple[Target, ...]:
        """What the two checks are of; empty while they are read."""
        if self.compared is None:
            return ()
        found = self.compared.found
        return found.before.subject, found.after.subject

    def show_checks(self, before: str, after: str) -> None:
        """Compare two checks by their ids."""
        self.compared = None
        self.exporting.clear()
        self.head.say(_("Comparing…"))
        self._show_parts()

        def question(history: History) -> ComparedChecks:
            return compared_checks(history, before, after)

        self._history.ask(question, self._done, key="compare checks")

    def _show_parts(self) -> None:
        found = self.compared.found if self.compared is not None else None
        self.area.setVisible(found is not None)
        self.export_button.setVisible(found is not None)
        self.runs_button.setVisible(found is not None and found.measured is not None)

    def _done(self, compared: ComparedChecks | None, error: DriveproofError | None) -> None:
        self.compared = compared
        if compared is None:
            self.head.say(_("Not comparable"))
            if error is not None:
                self.exporting.say_error(error)
        else:
            self._fill(compared)
        self._show_parts()
        self.shown_now.emit()

    def _fill(self, compared: ComparedChecks) -> None:
        found = compared.found
        self.head.say(say_texts(found.say))
        inner = QWidget()
        column = vertical(inner, margins=(MARGIN, 0, BESIDE_BAR, MARGIN), spacing=GRID)
        for name, check in ((_("Before"), found.before), (_("After"), found.after)):
            text = _("{name}: {text}").format(name=name, text=words.check_title(check))
            column.addWidget(Label(self._theme, text, wrap=True, selectable=True))
        self.tables = []
        for title, head, rows in (
            (_("Ratings"), _("Topic"), words.topic_rows(found)),
            (_("Health"), _("Axis"), words.axis_rows(found)),
            (_("Changed counters"), _("Counter"), words.counter_rows(found)),
            (_("Other differences"), _("What"), words.fact_rows(found)),
        ):
            if rows:
                column.addSpacing(2 * GRID)
                column.addWidget(Label(self._theme, title, strong=True))
                column.addWidget(self._table(title, head, rows))
        column.addSpacing(2 * GRID)
        for line in (*map(say_text, found.notes), words.measured_text(found)):
            text = shown(line)
            column.addWidget(Label(self._theme, text, wrap=True, selectable=True))
        column.addStretch(1)
        self.area.setWidget(inner)

    def _table(self, title: str, head: str, rows: Sequence[words.CheckRow]) -> CellTable:
        heads = [Head(head), Head(_("Before")), Head(_("After"), grows=1)]
        if any(row.turn for row in rows):  # what else differs is no better or worse
            heads[-1:] = [Head(_("After")), Head(_("Change"), grows=1)]
        columns = range(len(heads))
        model = CellsModel(heads, self._theme, self)
        table = CellTable(model, self._theme, title, sorts=False)
        model.set_rows([tuple(map(partial(_cell, row), columns)) for row in rows])
        self.tables.append(table)
        return table

    @Slot()
    def _compare_runs(self) -> None:
        found = self.compared.found if self.compared is not None else None
        if found is not None and found.measured is not None:
            sides = found.measured.sides
            self.compare_runs.emit([run.id for side in sides for run in side.runs])

    @Slot()
    def export(self) -> None:
        """Offer the formats for export."""
        self.exporting.open_menu()

    def _exported(self) -> Export | None:
        if self.compared is None:
            return None
        return checks_export(self.compared, binary=self._settings.flag(BINARY))


def _cell(row: words.CheckRow, column: int) -> TableCell:
    return TableCell(
        shown(row[column]), tip=shown(row[column]), color="text" if column else "muted"
    )
