# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The findings of an answer below their title: mark and grade, subject, sentences, source."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from driveproof.domain.figure import Findings
from driveproof.domain.finding import Finding
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN, Rating
from driveproof.export.report.document import MARKS
from driveproof.export.text.layout import one_line
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.rows import MarkedRows
from driveproof.wording.errors import Face
from driveproof.wording.finding import finding_texts
from driveproof.wording.say import say_text

TONES = {FINE: Tone.GOOD, ODD: Tone.DOUBT, BAD: Tone.FAILING, UNKNOWN: Tone.NOTE, None: Tone.NOTE}
"""The colour of a rating."""


def mark_text(rating: Rating | None, word: str) -> str:
    """A word behind the mark of its rating; the colour is never the only sign."""
    return word if rating is None else f"{MARKS[rating]} {word}"


class FindingRows(QWidget):
    """Created anew for each answer. `below(finding)` is what a page adds below its sentences."""

    def __init__(
        self,
        theme: Theme,
        block: Findings,
        below: Callable[[Finding], QWidget | None] = lambda _finding: None,
    ) -> None:
        super().__init__()
        column = vertical(self, margins=(0, 2 * GRID, 0, 0), spacing=GRID)
        column.addWidget(Label(theme, say_text(block.title), strong=True))
        rows = MarkedRows(theme)
        for finding, one in zip(block.findings, finding_texts(block, Face.WINDOW), strict=True):
            mark = Label(
                theme, mark_text(one.rating, one.grade), strong=True, color=TONES[one.rating]
            )
            rows.add(
                mark if one.grade else None,
                one.subject,
                one_line(one.text),
                one_line(one.source),
                where=one_line(one.where),
                do=one_line(one.do),
                below=below(finding),
            )
        column.addWidget(rows)
