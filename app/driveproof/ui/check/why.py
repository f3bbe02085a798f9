# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a drive seems slow: the answer, then each cause with its evidence and where it leads."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from driveproof.domain.check.speed import judged
from driveproof.domain.diagnosis.diagnosis import CauseFinding, Diagnosis, Weight
from driveproof.domain.diagnosis.page import DrivePage
from driveproof.domain.diagnosis.rules import diagnose
from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.rating import FINE
from driveproof.domain.run.run import Run
from driveproof.export.files import write_data
from driveproof.export.json.diagnosis import diagnosis_json
from driveproof.export.text.diagnosis import diagnosis_page
from driveproof.export.text.layout import one_line
from driveproof.methods import measured_answer
from driveproof.ui.check.rows import mark_label
from driveproof.ui.output.export import Export, ExportPart, Writer
from driveproof.ui.output.formats import FileFormat
from driveproof.ui.output.report_files import diagnosis_name, write_diagnosis
from driveproof.ui.results.expected_speed import ExpectedPart
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.back_button import BackButton
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.line import HairLine
from driveproof.ui.widgets.marked_rows import MARK_WIDTH, MarkedRows
from driveproof.ui.widgets.page_head import BUTTON_HEIGHT, PageHead, quiet_button
from driveproof.ui.widgets.scroll_page import BESIDE_BAR, page_top, scroll_page
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.diagnosis import (
    advice_text,
    cause_title,
    measured_text,
    page_title,
    sound_text,
    subject_title,
    symptom_texts,
    weight_title,
    where_title,
)
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_text
from driveproof.wording.say import say_texts

_TONES = {Weight.EXPLAINS: Tone.DOUBT, Weight.LIKELY: Tone.DOUBT, Weight.MINOR: Tone.NOTE}


def diagnosis_export(diagnosis: Diagnosis) -> Export:
    """The export of a diagnosis: in the formats of a check."""

    def report(form: str) -> Writer:
        return lambda path, _scale: write_diagnosis(diagnosis, path, form)

    def data(path: Path, _scale: int | None) -> None:
        write_data(path, diagnosis_json(diagnosis, measured_answer(diagnosis.evidence.check)))

    def text(path: Path, _scale: int | None) -> None:
        write_data(path, f"{diagnosis_page(diagnosis)}\n")

    return Export(
        title=_("Export"),
        name=diagnosis_name(diagnosis),
        writers={
            FileFormat.HTML: report("html"),
            FileFormat.REPORT: report("pdf"),
            FileFormat.JSON: data,
            FileFormat.TEXT: text,
        },
        lacking=_("Export its measurement in History for charts."),
    )


class WhyView(QWidget):
    """Emits `again`, `back`, and `go` with the DrivePage that has more of a cause."""

    again = Signal()
    back = Signal()
    go = Signal(object)
    rate = Signal()
    """The maker's figures are to be entered."""

    def __init__(self, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self._theme = theme
        self.diagnosis: Diagnosis | None = None
        self.links: list[QPushButton] = []
        """What leads to another page, in the order of the causes."""
        self.back_button = BackButton(theme, _("&Overview"))
        self.back_button.clicked.connect(self.back)
        self.head = PageHead(theme)
        self.again_button = QPushButton(_("Check a&gain"))
        self.again_button.setMinimumHeight(BUTTON_HEIGHT)
        self.again_button.clicked.connect(self.again)
        self.head.add(self.again_button)
        self.exporting = ExportPart(self, theme, settings, self._exported)
        self.export_button = self.exporting.button
        self.head.add(self.export_button)
        top = page_top(self.back_button, self.head, self.exporting.bar)
        self.area = scroll_page(self, top)

    def show_diagnosis(self, diagnosis: Diagnosis) -> None:
        """Show the causes, the weightiest first, then what was measured and what is in order."""
        self.diagnosis = diagnosis
        self.exporting.clear()
        self.links = []
        drive = diagnosis.evidence.drive
        self.head.say(
            say_texts(diagnosis.say),
            _("{first}, {second}").format(
                first=shown(device_title(drive) if drive else diagnosis.target),
                second=date_and_time(diagnosis.taken),
            ),
        )
        inner = QWidget()
        column = vertical(inner, margins=(MARGIN, 0, BESIDE_BAR, MARGIN), spacing=GRID)
        self._texts(column, _("Possible causes"), symptom_texts(diagnosis, Face.WINDOW))
        for reason in diagnosis.reasons:
            column.addSpacing(GRID)
            self._reason(column, reason)
            column.addWidget(HairLine(self._theme))
        self._measured(column, diagnosis)
        self._in_order(column, diagnosis)
        left_out = tuple(finding_text(one, Face.WINDOW) for one in diagnosis.left_out)
        self._texts(column, _("Skipped, and notes"), left_out)
        column.addStretch(1)
        self.area.setWidget(inner)

    def _texts(self, column: QVBoxLayout, title: str, texts: tuple[str, ...]) -> None:
        if texts:
            column.addSpacing(2 * GRID)
            column.addWidget(Label(self._theme, title, strong=True))
            for text in texts:
                column.addWidget(Label(self._theme, one_line(text), wrap=True, selectable=True))

    def _measured(self, column: QVBoxLayout, diagnosis: Diagnosis) -> None:
        """The verdict of speed with its figures, as a check has them."""
        self._texts(column, _("Measured"), (measured_text(diagnosis, Face.WINDOW),))
        check, expected = diagnosis.evidence.check, diagnosis.evidence.expected
        if check.run is not None and expected:
            part = ExpectedPart(self._theme, check.run, expected, answered=True)
            part.rate.connect(self.rate)
            column.addWidget(part)

    def _in_order(self, column: QVBoxLayout, diagnosis: Diagnosis) -> None:
        if not diagnosis.in_order:
            return
        column.addSpacing(2 * GRID)
        title = _("Checked, no problem found")
        column.addWidget(Label(self._theme, title, strong=True))
        self.rows = MarkedRows(self._theme)
        for one in diagnosis.in_order:
            mark = mark_label(self._theme, FINE)
            text = one_line(sound_text(one, Face.WINDOW))
            self.rows.add(mark, subject_title(one.cause), text)
        column.addWidget(self.rows)

    def datasheet_run(self) -> Run | None:
        """Its measurement, if there was one."""
        return self.diagnosis.evidence.check.run if self.diagnosis is not None else None

    def say_error(self, error: DriveproofError) -> None:
        """Show an error above the causes."""
        self.exporting.say_error(error)

    def set_expected(self, run_id: str, expected: tuple[Expectation, ...]) -> None:
        """Find out anew with what the tests can be held against now, if it is still on screen."""
        run, found = self.datasheet_run(), self.diagnosis
        if found is None or run is None or run.id != run_id:
            return
        check = judged(found.evidence.check, expected)
        evidence = replace(found.evidence, check=check, expected=expected)
        again = diagnose(evidence, found.taken)
        at = self.area.verticalScrollBar().value()
        self.show_diagnosis(replace(again, left_out=found.left_out))
        self.area.verticalScrollBar().setValue(at)

    @Slot()
    def export(self) -> None:
        """Offer the formats for export."""
        self.exporting.open_menu()

    def _exported(self) -> Export | None:
        return diagnosis_export(self.diagnosis) if self.diagnosis is not None else None

    def _link(self, page: DrivePage) -> QPushButton:
        """A button that opens a page of the drive; this one is in place of its Overview."""
        link = quiet_button(_("Open {name}").format(name=page_title(page)), flush=True)
        if page is DrivePage.OVERVIEW:
            link.clicked.connect(self.back)
        else:
            link.clicked.connect(lambda: self.go.emit(page))
        self.links.append(link)
        return link

    def _reason(self, column: QVBoxLayout, reason: CauseFinding) -> None:
        """Weight and cause on a line; evidence, advice, the rule and the link below."""
        theme = self._theme
        title, weight = cause_title(reason.cause), weight_title(reason.weight)
        head = horizontal(spacing=2 * GRID)
        mark = Label(theme, weight, strong=True, color=_TONES[reason.weight])
        mark.setMinimumWidth(MARK_WIDTH)
        head.addWidget(mark, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(Label(theme, title, strong=True, wrap=True), 1)
        column.addLayout(head)
        below = vertical(margins=(MARK_WIDTH + 2 * GRID, 0, 0, GRID), spacing=GRID // 2)
        evidence = Label(
            theme, one_line(finding_text(reason, Face.WINDOW)), wrap=True, selectable=True
        )
        evidence.setAccessibleName(f"{weight}. {title}: {evidence.text()}")
        below.addWidget(evidence)
        if advice := advice_text(reason):
            below.addWidget(Label(theme, one_line(advice), wrap=True, selectable=True))
        said = _("{first} ({second})").format(first=where_title(reason.where), second=reason.source)
        source = _("Source: {text}").format(text=said)
        below.addWidget(Label(theme, source, size="small", color="muted", wrap=True))
        below.addWidget(self._link(reason.page), 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(below)
