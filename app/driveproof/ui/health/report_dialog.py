# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A saved health report that was dropped on the window or opened: the verdict, and what to do."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QPushButton, QWidget

from driveproof.domain.health.answer import health_answer
from driveproof.domain.health.saved_report import SavedReport
from driveproof.ui.health.answer import HealthBlocks, ValueSections
from driveproof.ui.health.export import TABLE_FORMATS, health_export
from driveproof.ui.output.export import ExportPart
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.buttons import BUTTON_HEIGHT
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.marks import VerdictLabel
from driveproof.ui.widgets.overlays import Dialog
from driveproof.ui.widgets.pages import BESIDE_BAR, PageHead, scroll_page, shortcut
from driveproof.wording.catalogue import _
from driveproof.wording.health.verdict import grade_title
from driveproof.wording.say import say_texts

EXPORT = QKeySequence("Ctrl+E")


def _title(report: SavedReport) -> str:
    if report.count == 1:
        return _("Health report: {name}").format(name=shown(report.name))
    number = _("Report {number} of {count}").format(number=report.number, count=report.count)
    return _("{name}: {text}").format(name=number, text=shown(report.name))


class HealthReportDialog(Dialog):
    """One report. It is not stored: the drive may be in another machine."""

    def __init__(
        self,
        report: SavedReport,
        theme: Theme,
        parent: QWidget | None = None,
        *,
        settings: Settings | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(_title(report))
        health, verdict = report.health, report.verdict
        self.mark = VerdictLabel(theme)
        self.mark.say(verdict.word, grade_title(verdict.word))
        self.mark.setMinimumHeight(BUTTON_HEIGHT)  # on one line with the button beside it
        self.head = PageHead(theme)
        answer = health_answer(report.rated)
        self.head.say(say_texts(answer.sentences))
        self.head.add(self.mark)
        drive = " · ".join(
            part
            for part in (shown(health.model), shown(health.serial), shown(health.firmware))
            if part
        )
        self.drive = Label(theme, drive, color="muted", wrap=True, selectable=True)
        self.found = HealthBlocks(theme)
        self.found.show_answer(answer, answer)
        self.values = ValueSections(theme, settings)
        self.values.show_answer(answer, report.rated)
        exported = health_export(report.rated, None, name=report.name)
        self.exporting = ExportPart(
            self, theme, settings, lambda: exported if health.known else None, primary=False
        )
        self.exporting.button.setVisible(health.known)
        self.head.add(self.exporting.button)
        self.values.save.connect(partial(self.exporting.write_as, *TABLE_FORMATS))
        shortcut(self, EXPORT, self.exporting.open_menu)
        self.close_button = QPushButton(_("C&lose"))
        self.close_button.setDefault(True)
        self.close_button.clicked.connect(self.accept)
        self._build()
        self.resize(960, 760)

    def _build(self) -> None:
        top = vertical(margins=(MARGIN, 3 * GRID, MARGIN, 2 * GRID), spacing=GRID)
        for part in (self.head, self.drive, self.exporting.bar):
            top.addWidget(part)
        inner = QWidget()
        column = vertical(inner, margins=(MARGIN, 0, BESIDE_BAR, 2 * GRID), spacing=0)
        column.addWidget(self.found)
        column.addSpacing(2 * GRID)
        column.addWidget(self.values)
        column.addStretch(1)
        page = QWidget()
        scroll_page(page, top, inner)
        buttons = horizontal(margins=(MARGIN, GRID, MARGIN, 2 * GRID))
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        whole = vertical(self, spacing=0)
        whole.addWidget(page, 1)
        whole.addLayout(buttons)
