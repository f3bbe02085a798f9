# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The end of an experiment: the verdict in a sentence, the intervals, and how it was obtained."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.domain.experiment.experiment import Experiment
from driveproof.ui.charts.changes import Intervals
from driveproof.ui.compare import texts as compare_words
from driveproof.ui.compare.files import comparison_export
from driveproof.ui.compare.overlays import IntervalsView
from driveproof.ui.experiment.controller import ComparedExperiment
from driveproof.ui.experiment.steps import shown_steps
from driveproof.ui.output.export import Export, ExportPart
from driveproof.ui.settings import BINARY, Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import BackButton, primary_button
from driveproof.ui.widgets.labels import ElidedLabel, Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, page_top, scroll_page
from driveproof.ui.widgets.rows import StepRows
from driveproof.wording.catalogue import _
from driveproof.wording.experiment import verdict_text
from driveproof.wording.say import say_text, say_texts

ROWS = 560  # the width in pixels that the intervals need


class VerdictView(QWidget):
    """Emits `back`, and `whole` to show the whole comparison."""

    back = Signal()
    whole = Signal()

    def __init__(self, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self._settings = settings
        self.answer: ComparedExperiment | None = None
        self.list = StepRows(theme)
        self.back_button = BackButton(theme, _("&Back"))
        self.back_button.clicked.connect(self.back)
        self.name = ElidedLabel(theme, color="muted")
        self.head = PageHead(theme)
        self.exporting = ExportPart(self, theme, settings, self._exported, primary=False)
        self.export_button = self.exporting.button
        self.button = primary_button(_("Show the whole c&omparison"))
        self.button.clicked.connect(self.whole)
        self.cautions = Label(theme, wrap=True, color=Tone.DOUBT, selectable=True)
        self.rows = IntervalsView(theme)
        self.rows.setMinimumWidth(ROWS)
        self.remarks = Label(theme, wrap=True, color="muted", selectable=True)
        self.steps_title = Label(theme, _("Steps"), strong=True)
        self.notes = Label(theme, wrap=True, color="muted", selectable=True)
        self._build()

    def _build(self) -> None:
        body = QWidget()
        column = vertical(body, margins=(MARGIN, GRID, BESIDE_BAR, 3 * GRID), spacing=2 * GRID)
        for part in (
            *(self.cautions, self.rows, self.remarks, self.steps_title, self.list, self.notes),
        ):
            column.addWidget(part)
        column.addStretch(1)
        first = horizontal(spacing=GRID)
        first.addWidget(self.back_button)
        first.addWidget(self.name, 1)
        first.addWidget(self.export_button)
        first.addWidget(self.button)
        scroll_page(self, page_top(first, self.head, self.exporting.bar), body)

    def show_experiment(self, experiment: Experiment) -> None:
        """Show the stored verdict until the sides have been read."""
        self.answer = None
        self.name.say(shown(experiment.name))
        self.head.say(verdict_text(experiment) or _("Comparing…"))
        self.exporting.clear()
        for part in (self.rows, self.cautions, self.remarks, self.export_button, self.button):
            part.hide()
        self.list.show_steps(shown_steps(experiment))
        notes = "\n".join(map(say_text, experiment.notes))
        self.notes.say(notes)
        self.notes.setVisible(bool(notes))

    def show_answer(self, answer: ComparedExperiment) -> None:
        """Show the compared sides."""
        self.answer = answer
        comparison = answer.compared.comparison
        binary = self._settings.flag(BINARY)
        said = say_texts(answer.compared.answer.sentences, binary=binary)
        self.head.say(said, compare_words.detail_line(comparison))
        changes = answer.compared.answer.changes
        self.rows.show_rows(Intervals(changes, binary=binary))
        self.rows.setVisible(changes is not None)
        for label, lines in (
            (self.cautions, compare_words.cautions(comparison)),
            (
                self.remarks,
                [
                    *filter(None, [compare_words.next_line(comparison)]),
                    *compare_words.remarks(comparison),
                ],
            ),
        ):
            label.say("\n".join(lines))
            label.setVisible(bool(lines))
        self.export_button.show()
        self.button.show()

    def say_problem(self, error: DriveproofError) -> None:
        """The comparison cannot be shown; the stored verdict stays."""
        self.exporting.say_error(error)

    @Slot()
    def export(self) -> None:
        """Offer the formats for export."""
        self.exporting.open_menu()

    def _exported(self) -> Export | None:
        if self.answer is None:
            return None
        binary = self._settings.flag(BINARY)
        return comparison_export(self.answer.compared, self.answer.experiment, binary=binary)
