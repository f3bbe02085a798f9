# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a drive seems slow: the answer, then each cause with its evidence and where it leads."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from driveproof.domain.check.speed import judged
from driveproof.domain.diagnosis.answer import MEASURED, diagnosis_answer
from driveproof.domain.diagnosis.diagnosis import CauseFinding, Diagnosis, DiagnosisEvidence
from driveproof.domain.diagnosis.page import DrivePage
from driveproof.domain.diagnosis.rules import diagnose
from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.finding import Finding
from driveproof.domain.run.run import Run
from driveproof.export.files import write_data
from driveproof.export.json.diagnosis import diagnosis_json
from driveproof.export.text.diagnosis import diagnosis_page
from driveproof.methods import measured_answer
from driveproof.ui.output.export import Export, ExportPart, Writer
from driveproof.ui.output.formats import FileFormat
from driveproof.ui.output.report_files import diagnosis_name, write_diagnosis
from driveproof.ui.results.expected_speed import ExpectedPart
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.buttons import BackButton
from driveproof.ui.widgets.finding_rows import FindingRows
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.page_head import BUTTON_HEIGHT, PageHead, quiet_button
from driveproof.ui.widgets.scroll_page import BESIDE_BAR, page_top, scroll_page
from driveproof.wording.catalogue import N_, _
from driveproof.wording.dates import date_and_time
from driveproof.wording.drive import device_title
from driveproof.wording.say import say_texts

_PAGES = {
    DrivePage.OVERVIEW: N_("Overview"),
    DrivePage.HEALTH: N_("Health"),
    DrivePage.TRIM: N_("TRIM"),
    DrivePage.MONITOR: N_("Monitor"),
    DrivePage.MEASURE: N_("Measure"),
    DrivePage.HISTORY: N_("History"),
}


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
    """The manufacturer's figures are to be entered."""

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
        answer = diagnosis_answer(diagnosis)
        self.head.say(
            say_texts(answer.sentences),
            _("{first}, {second}").format(
                first=shown(device_title(drive) if drive else diagnosis.target),
                second=date_and_time(diagnosis.taken),
            ),
        )
        inner = QWidget()
        column = vertical(inner, margins=(MARGIN, 0, BESIDE_BAR, MARGIN), spacing=GRID)
        for block in answer.findings:
            if block.findings:
                column.addWidget(FindingRows(self._theme, block, self._link))
            if block.key == MEASURED:
                self._held(column, diagnosis.evidence)
        column.addStretch(1)
        self.area.setWidget(inner)

    def _held(self, column: QVBoxLayout, evidence: DiagnosisEvidence) -> None:
        """What the tests were held against, and the way to the maker's figures."""
        if evidence.check.run is not None and evidence.expected:
            part = ExpectedPart(self._theme, evidence.check.run, evidence.expected, answered=True)
            part.rate.connect(self.rate)
            column.addWidget(part)

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

    def _link(self, finding: Finding) -> QWidget | None:
        """A button that opens the page with more of a cause; this one is in place of its
        Overview.
        """
        if not isinstance(finding, CauseFinding):
            return None
        page = finding.page
        link = quiet_button(_("Open {name}").format(name=_(_PAGES[page])), flush=True)
        if page is DrivePage.OVERVIEW:
            link.clicked.connect(self.back)
        else:
            link.clicked.connect(lambda: self.go.emit(page))
        self.links.append(link)
        return link
