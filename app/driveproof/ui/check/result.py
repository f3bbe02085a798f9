# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result of a check on one page: its findings, and what was measured."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import (
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from driveproof.domain.check.answer import FOUND, check_answer
from driveproof.domain.check.check import Check
from driveproof.domain.check.speed import judged
from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.run.run import Run
from driveproof.export.files import write_data
from driveproof.export.json.check import check_json
from driveproof.export.text.check import check_page
from driveproof.methods import measured_answer
from driveproof.ui.charts.rows_view import RowsView
from driveproof.ui.output.export import Export, ExportPart, Writer
from driveproof.ui.output.formats import FileFormat
from driveproof.ui.output.report_files import suggested_name, write_check
from driveproof.ui.output.run_charts import bars_of
from driveproof.ui.results.expected_speed import ExpectedPart
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import BackButton
from driveproof.ui.widgets.finding_rows import FindingRows
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.page_head import BUTTON_HEIGHT, PageHead
from driveproof.ui.widgets.scroll_page import BESIDE_BAR, page_top, scroll_page
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face, unkept_check_text
from driveproof.wording.say import say_texts
from driveproof.wording.units import format_taken


def check_export(check: Check, expected: tuple[Expectation, ...] = ()) -> Export:
    """The export of a check, with what the tests of its measurement can be held against."""

    def report(form: str) -> Writer:
        return lambda path, _scale: write_check(check, path, form, expected)

    def data(path: Path, _scale: int | None) -> None:
        write_data(path, check_json(check, measured_answer(check), expected or None))

    def text(path: Path, _scale: int | None) -> None:
        write_data(path, f"{check_page(check, expected)}\n")

    return Export(
        title=_("Export"),
        name=suggested_name(check),
        writers={
            FileFormat.HTML: report("html"),
            FileFormat.REPORT: report("pdf"),
            FileFormat.JSON: data,
            FileFormat.TEXT: text,
        },
        lacking=_("Export its measurement in History for charts."),
    )


class ResultView(QWidget):
    """Emits `again` and `back`; a `kept` check is shown without what leads to these. Emits `rate`
    when the manufacturer's figures are to be entered.
    """

    again = Signal()
    back = Signal()
    rate = Signal()

    def __init__(self, theme: Theme, settings: Settings, *, kept: bool = False) -> None:
        super().__init__()
        self._theme = theme
        self._settings = settings
        self.check: Check | None = None
        self.expected: tuple[Expectation, ...] = ()
        self.back_button = BackButton(theme, _("&Overview"))
        self.back_button.clicked.connect(self.back)
        self.head = PageHead(theme)
        self.again_button = QPushButton(_("Check a&gain"))
        self.again_button.setMinimumHeight(BUTTON_HEIGHT)
        self.again_button.clicked.connect(self.again)
        self.exporting = ExportPart(self, theme, settings, self._exported)
        self.export_button = self.exporting.button
        self.head.add(self.again_button)
        self.head.add(self.export_button)
        top = page_top(self.back_button, self.head, self.exporting.bar)
        if kept:
            self.back_button.hide()
            self.again_button.hide()
        self.area = scroll_page(self, top)

    def show_check(self, check: Check, expected: tuple[Expectation, ...] = ()) -> None:
        """Show the findings, and what the tests of its measurement can be held against."""
        self.check, self.expected = check, expected
        answer = check_answer(check, expected)
        self.exporting.clear()
        if check.unkept is not None:
            self.exporting.say_unkept(unkept_check_text(check.unkept, Face.WINDOW))
        self.head.title.set_color(Tone.FAILING if answer.bad else Tone.PLAIN)
        self.head.say(
            say_texts(answer.sentences),
            ", ".join(
                (
                    shown(device_title(check.device) if check.device else check.target),
                    date_and_time(check.taken),
                    format_taken(check.seconds),
                )
            ),
        )
        inner = QWidget()
        column = vertical(inner, margins=(MARGIN, 0, BESIDE_BAR, MARGIN), spacing=GRID)
        for block in answer.findings:
            if block.findings:
                column.addWidget(FindingRows(self._theme, block))
            if block.key == FOUND:
                self._measurement(column, check)
        column.addStretch(1)
        self.area.setWidget(inner)

    def _measurement(self, column: QVBoxLayout, check: Check) -> None:
        run = check.run
        if run is None or not run.phases:
            return
        bars = bars_of(run)
        view = RowsView(self._theme, chosen=False)
        view.show_rows(bars)
        column.addSpacing(2 * GRID)
        column.addWidget(Label(self._theme, _("Quick benchmark"), strong=True))
        column.addWidget(view)
        if self.expected:
            part = ExpectedPart(self._theme, run, self.expected, answered=True)
            part.rate.connect(self.rate)
            column.addWidget(part)

    def datasheet_run(self) -> Run | None:
        """The measurement of the check, if there was one."""
        return self.check.run if self.check is not None else None

    def say_error(self, error: DriveproofError) -> None:
        """Show an error above the check."""
        self.exporting.say_error(error)

    def set_expected(self, run_id: str, expected: tuple[Expectation, ...]) -> None:
        """Show anew what the tests of a run can be held against, if it is still on screen."""
        run = self.datasheet_run()
        if self.check is not None and run is not None and run.id == run_id:
            at = self.area.verticalScrollBar().value()
            self.show_check(judged(self.check, expected), expected)
            self.area.verticalScrollBar().setValue(at)

    @Slot()
    def export(self) -> None:
        """Offer the formats for export."""
        self.exporting.open_menu()

    def _exported(self) -> Export | None:
        return check_export(self.check, self.expected) if self.check is not None else None
