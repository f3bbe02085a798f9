# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check or a diagnosis found, on one page: the blocks of its answer, and its export."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from driveproof.domain.answer import Answer
from driveproof.domain.check.answer import FOUND, check_answer
from driveproof.domain.check.check import Check
from driveproof.domain.check.speed import judged
from driveproof.domain.diagnosis.answer import MEASURED, diagnosis_answer
from driveproof.domain.diagnosis.diagnosis import CauseFinding, Diagnosis
from driveproof.domain.diagnosis.rules import diagnose
from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.figure import Findings
from driveproof.domain.finding import Finding
from driveproof.domain.run.run import Run, Target
from driveproof.export.files import write_data
from driveproof.export.json.check import check_json
from driveproof.export.json.diagnosis import diagnosis_json
from driveproof.export.text.check import check_page
from driveproof.export.text.diagnosis import diagnosis_page
from driveproof.history.checks import Checks
from driveproof.methods import measured_answer
from driveproof.ui.charts.rows_view import RowsView
from driveproof.ui.feeds.history import HistoryTasks
from driveproof.ui.feeds.pages import page_named
from driveproof.ui.output.export import Export, ExportPart
from driveproof.ui.output.files import (
    FileFormat,
    diagnosis_name,
    suggested_name,
    write_check,
    write_diagnosis,
)
from driveproof.ui.output.run_charts import bars_of
from driveproof.ui.results.method_views import ExpectedPart
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.buttons import BUTTON_HEIGHT, BackButton, quiet_button
from driveproof.ui.widgets.fields import WrittenField
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, kept_row, page_top, scroll_page
from driveproof.ui.widgets.rows import FindingRows
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face, unkept_check_text
from driveproof.wording.say import say_texts
from driveproof.wording.units import format_taken


def check_export(check: Check, expected: tuple[Expectation, ...] = ()) -> Export:
    """The export of a check, with what the tests of its measurement can be held against."""
    return _export(
        suggested_name(check),
        lambda path, form: write_check(check, path, form, expected),
        lambda: check_json(check, measured_answer(check), expected or None),
        lambda: check_page(check, expected),
    )


def diagnosis_export(diagnosis: Diagnosis) -> Export:
    """The export of a diagnosis: in the formats of a check."""
    return _export(
        diagnosis_name(diagnosis),
        lambda path, form: write_diagnosis(diagnosis, path, form),
        lambda: diagnosis_json(diagnosis, measured_answer(diagnosis.evidence.check)),
        lambda: diagnosis_page(diagnosis),
    )


def _export(
    name: str,
    report: Callable[[Path, str], None],
    document: Callable[[], str],
    page: Callable[[], str],
) -> Export:
    return Export(
        title=_("Export"),
        name=name,
        writers={
            FileFormat.HTML: lambda path, _scale: report(path, "html"),
            FileFormat.REPORT: lambda path, _scale: report(path, "pdf"),
            FileFormat.JSON: lambda path, _scale: write_data(path, document()),
            FileFormat.TEXT: lambda path, _scale: write_data(path, f"{page()}\n"),
        },
        lacking=_("Export its measurement in History for charts."),
    )


class FindingsView(QWidget):
    """Emits `again` and `back`, and `rate` when the manufacturer's figures are to be entered."""

    again = Signal()
    back = Signal()
    rate = Signal()

    def __init__(self, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self._theme = theme
        self.back_button = BackButton(theme, _("&Back"))
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
        self.area = scroll_page(self, top)

    def _show(self, answer: Answer, about: str, run: Run | None, *, bars: bool) -> None:
        """Show the blocks of an answer, `about` what it is; what its tests are held against, and
        with `bars` their figures, stand where the `run` was measured for it.
        """
        self.exporting.clear()
        self.head.title.set_color(Tone.FAILING if answer.bad else Tone.PLAIN)
        self.head.say(say_texts(answer.sentences), about)
        held = tuple(block for block in answer.blocks if not isinstance(block, Findings))
        inner = QWidget()
        column = vertical(inner, margins=(MARGIN, 0, BESIDE_BAR, MARGIN), spacing=GRID)
        for block in answer.findings:
            if block.findings:
                column.addWidget(FindingRows(self._theme, block, self._link))
            if run is None or not run.phases or block.key not in (FOUND, MEASURED):
                continue
            if bars:
                self._add_bars(column, run)
            if held:
                part = ExpectedPart(self._theme, run, held)
                part.rate.connect(self.rate)
                column.addWidget(part)
        column.addStretch(1)
        self.area.setWidget(inner)

    def _add_bars(self, column: QVBoxLayout, run: Run) -> None:
        view = RowsView(self._theme, chosen=False)
        view.show_rows(bars_of(run))
        column.addSpacing(2 * GRID)
        column.addWidget(Label(self._theme, _("Quick benchmark"), strong=True))
        column.addWidget(view)

    def _link(self, finding: Finding) -> QWidget | None:
        """What leads to more of a finding."""

    def datasheet_run(self) -> Run | None:
        """The measurement of what is shown, if there was one."""
        raise NotImplementedError

    def judge(self, expected: tuple[Expectation, ...]) -> None:
        """Judge its measurement anew, by what its tests can be held against now."""
        raise NotImplementedError

    def _exported(self) -> Export | None:
        raise NotImplementedError

    def say_error(self, error: DriveproofError) -> None:
        """Show an error above it."""
        self.exporting.say_error(error)

    def set_expected(self, run_id: str, expected: tuple[Expectation, ...]) -> None:
        """Show anew what the tests of a run can be held against, if it is still on screen."""
        run = self.datasheet_run()
        if run is not None and run.id == run_id:
            at = self.area.verticalScrollBar().value()
            self.judge(expected)
            self.area.verticalScrollBar().setValue(at)

    @Slot()
    def export(self) -> None:
        """Offer the formats for export."""
        self.exporting.open_menu()


class ResultView(FindingsView):
    """A check; a `kept` one is shown without what leads back and to another."""

    def __init__(self, theme: Theme, settings: Settings, *, kept: bool = False) -> None:
        super().__init__(theme, settings)
        self.check: Check | None = None
        self.expected: tuple[Expectation, ...] = ()
        if kept:
            self.back_button.hide()
            self.again_button.hide()

    def show_check(self, check: Check, expected: tuple[Expectation, ...] = ()) -> None:
        """Show the findings, and what the tests of its measurement can be held against."""
        self.check, self.expected = check, expected
        about = (
            shown(device_title(check.device) if check.device else check.target),
            date_and_time(check.taken),
            format_taken(check.seconds),
        )
        self._show(check_answer(check, expected), ", ".join(about), check.run, bars=True)
        if check.unkept is not None:
            self.exporting.say_unkept(unkept_check_text(check.unkept, Face.WINDOW))

    def datasheet_run(self) -> Run | None:
        return self.check.run if self.check is not None else None

    def judge(self, expected: tuple[Expectation, ...]) -> None:
        if self.check is not None:
            self.show_check(judged(self.check, expected), expected)

    def _exported(self) -> Export | None:
        return check_export(self.check, self.expected) if self.check is not None else None


class WhyView(FindingsView):
    """A diagnosis. Emits `go` with the name of the page that has more of a cause."""

    go = Signal(str)

    def __init__(self, theme: Theme, settings: Settings) -> None:
        super().__init__(theme, settings)
        self.diagnosis: Diagnosis | None = None
        self.links: list[QPushButton] = []
        """What leads to another page, in the order of the causes."""

    def show_diagnosis(self, diagnosis: Diagnosis) -> None:
        """Show the causes, the weightiest first, then what was measured and what is in order."""
        self.diagnosis = diagnosis
        self.links = []
        evidence = diagnosis.evidence
        about = _("{first}, {second}").format(
            first=shown(device_title(evidence.drive) if evidence.drive else diagnosis.target),
            second=date_and_time(diagnosis.taken),
        )
        self._show(diagnosis_answer(diagnosis), about, evidence.check.run, bars=False)

    def datasheet_run(self) -> Run | None:
        return self.diagnosis.evidence.check.run if self.diagnosis is not None else None

    def judge(self, expected: tuple[Expectation, ...]) -> None:
        if (found := self.diagnosis) is not None:
            check = judged(found.evidence.check, expected)
            evidence = replace(found.evidence, check=check, expected=expected)
            again = diagnose(evidence, found.taken)
            self.show_diagnosis(replace(again, left_out=found.left_out))

    def _exported(self) -> Export | None:
        return diagnosis_export(self.diagnosis) if self.diagnosis is not None else None

    def _link(self, finding: Finding) -> QWidget | None:
        """A button that opens the page with more of a cause."""
        if not isinstance(finding, CauseFinding):
            return None
        page = page_named(finding.page)
        link = quiet_button(_("Open {name}").format(name=_(page.title)), flush=True)
        link.clicked.connect(lambda: self.go.emit(page.name))
        self.links.append(link)
        return link


_LABEL_WIDTH = 240


class KeptCheckPage(QWidget):
    """A check that was opened from History, below the way back and its label. Emits `back`, and
    `relabelled` when the person changed the label.
    """

    back = Signal()
    relabelled = Signal()

    def __init__(self, history: HistoryTasks, theme: Theme, settings: Settings) -> None:
        super().__init__()
        self._history = history
        self._check: Check | None = None
        self.view = ResultView(theme, settings, kept=True)
        self.back_button = BackButton(theme, _("&All checks"))
        self.back_button.clicked.connect(self.back)
        self.label = WrittenField(_("none"), _LABEL_WIDTH)
        self.label.written.connect(self._keep_label)
        row = kept_row(theme, self.back_button, (_("&Label"), self.label, 1))
        row.addStretch(1)
        page = vertical(self, spacing=0)
        page.addLayout(row)
        page.addWidget(self.view, 1)

    @property
    def targets(self) -> tuple[Target, ...]:
        """What was checked; empty while there is no check."""
        return (self._check.subject,) if self._check is not None else ()

    @Slot()
    def export(self) -> None:
        """Offer the formats for export."""
        self.view.export()

    def show_check(self, check: Check, expected: tuple[Expectation, ...] = ()) -> None:
        """Show a kept check, and what the tests of its measurement can be held against."""
        self._check = check
        self.label.show_kept(check.label)
        self.view.show_check(check, expected)

    @Slot(str)
    def _keep_label(self, label: str) -> None:
        check = self._check
        if check is not None:
            self._history.ask(
                lambda history: Checks(history).set_label(check.id, label),
                partial(self._kept, check, label),
            )

    def _kept(
        self, check: Check, label: str, _nothing: None, error: DriveproofError | None
    ) -> None:
        if error is not None:
            self.view.exporting.say_error(error)
            return
        if self._check is not None and self._check.id == check.id:
            self._check = replace(self._check, label=label)
            self.view.check = self._check  # an export uses the new label
            self.label.keep(label)
        self.relabelled.emit()
