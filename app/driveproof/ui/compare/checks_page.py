# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two kept checks compared: what changed, every rating, and the way to their measurements."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from driveproof.domain.check.between_answer import check_comparison_answer
from driveproof.domain.errors import DriveproofError
from driveproof.domain.run.run import Target
from driveproof.engine.check.compare import ComparedChecks, compared_checks
from driveproof.history.store import History
from driveproof.ui.compare.files import checks_export
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.output.export import Export, ExportPart
from driveproof.ui.settings import BINARY, Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.widgets.buttons import BUTTON_HEIGHT, BackButton
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, page_top, scroll_page
from driveproof.ui.widgets.table import CellTable, answer_table
from driveproof.wording.catalogue import _
from driveproof.wording.check import side_titles
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
        answer = check_comparison_answer(found)
        self.head.say(say_texts(answer.sentences))
        inner = QWidget()
        column = vertical(inner, margins=(MARGIN, 0, BESIDE_BAR, MARGIN), spacing=GRID)
        for title in side_titles(found):
            column.addWidget(Label(self._theme, title, wrap=True, selectable=True))
        self.tables = []
        for table in answer.tables:
            if table.rows:
                column.addSpacing(2 * GRID)
                column.addWidget(Label(self._theme, say_text(table.title), strong=True))
                self.tables.append(answer_table(self._theme, table, stretch=-1))
                column.addWidget(self.tables[-1])
        column.addSpacing(2 * GRID)
        for note in answer.notes:
            column.addWidget(Label(self._theme, say_text(note), wrap=True, selectable=True))
        column.addStretch(1)
        self.area.setWidget(inner)

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
