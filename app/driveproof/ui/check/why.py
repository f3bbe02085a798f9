# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Why a drive seems slow: the answer, then each cause with its evidence and where it leads."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from driveproof.domain.diagnosis.diagnosis import Diagnosis, Reason, Seen, Weight
from driveproof.domain.diagnosis.page import Page
from driveproof.export.text.layout import one_line
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.back_button import BackButton
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import horizontal, vertical
from driveproof.ui.widgets.line import HairLine
from driveproof.ui.widgets.marked_rows import MARK_WIDTH
from driveproof.ui.widgets.page_head import BUTTON_HEIGHT, PageHead, quiet_button
from driveproof.ui.widgets.scroll_page import BESIDE_BAR, page_top, scroll_page
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.diagnosis import (
    advice_text,
    answer_sentence,
    cause_title,
    evidence_text,
    page_title,
    rule_source,
    symptom_texts,
    unseen_text,
    weight_title,
    where_title,
)
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face

_TONES = {Weight.EXPLAINS: Tone.DOUBT, Weight.LIKELY: Tone.DOUBT, Weight.MINOR: Tone.NOTE}


class WhyView(QWidget):
    """Emits `again`, `back`, and `go` with the Page that has more of a cause."""

    again = Signal()
    back = Signal()
    go = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.diagnosis: Diagnosis | None = None
        self.links: list[QPushButton] = []
        """What leads to another page, in the order of the causes."""
        self.back_button = BackButton(theme, _("&Overview"))
        self.back_button.clicked.connect(self.back)
        self.head = PageHead(theme)
        self.again_button = QPushButton(_("Look a&gain"))
        self.again_button.setMinimumHeight(BUTTON_HEIGHT)
        self.again_button.clicked.connect(self.again)
        self.head.add(self.again_button)
        top = page_top(self.back_button, self.head)
        self.area = scroll_page(self, top)

    def show_diagnosis(self, diagnosis: Diagnosis) -> None:
        """Show the causes, the weightiest first."""
        self.diagnosis = diagnosis
        self.links = []
        drive = diagnosis.evidence.drive
        self.head.say(
            answer_sentence(diagnosis),
            _("{title}, {taken}").format(
                title=shown(device_title(drive) if drive else diagnosis.target),
                taken=date_and_time(diagnosis.taken),
            ),
        )
        inner = QWidget()
        column = vertical(inner, margins=(MARGIN, 0, BESIDE_BAR, MARGIN), spacing=GRID)
        self._texts(column, _("What is slow"), symptom_texts(diagnosis, Face.WINDOW))
        if any(one.code is Seen.SLOWER_THAN_BEFORE for one in diagnosis.symptoms):
            column.addWidget(self._link(Page.HISTORY), 0, Qt.AlignmentFlag.AlignLeft)
        for reason in diagnosis.reasons:
            column.addSpacing(GRID)
            self._reason(column, reason)
            column.addWidget(HairLine(self._theme))
        left_out = tuple(unseen_text(one, Face.WINDOW) for one in diagnosis.left_out)
        self._texts(column, _("What was left out, and notes"), left_out)
        column.addStretch(1)
        self.area.setWidget(inner)

    def _texts(self, column: QVBoxLayout, title: str, texts: tuple[str, ...]) -> None:
        if texts:
            column.addSpacing(2 * GRID)
            column.addWidget(Label(self._theme, title, strong=True))
            for text in texts:
                column.addWidget(Label(self._theme, one_line(text), wrap=True, selectable=True))

    def _link(self, page: Page) -> QPushButton:
        """A button that opens a page of the drive; this one is in place of its Overview."""
        link = quiet_button(_("Open {page}").format(page=page_title(page)), flush=True)
        if page is Page.OVERVIEW:
            link.clicked.connect(self.back)
        else:
            link.clicked.connect(lambda: self.go.emit(page))
        self.links.append(link)
        return link

    def _reason(self, column: QVBoxLayout, reason: Reason) -> None:
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
            theme, one_line(evidence_text(reason, Face.WINDOW)), wrap=True, selectable=True
        )
        evidence.setAccessibleName(f"{weight}. {title}: {evidence.text()}")
        below.addWidget(evidence)
        if advice := advice_text(reason):
            below.addWidget(Label(theme, one_line(advice), wrap=True, selectable=True))
        source = _("In {where}. Rule: {source}").format(
            where=where_title(reason.where), source=rule_source(reason.cause)
        )
        below.addWidget(Label(theme, source, size="small", color="muted", wrap=True))
        below.addWidget(self._link(reason.page), 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(below)
