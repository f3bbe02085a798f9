# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings as rows: a mark with its word, what it is about, the sentence, where it is from."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from driveproof.domain.check.check import BAD, FINE, ODD, UNKNOWN, Finding, Rating
from driveproof.export.report.document import MARKS
from driveproof.export.text.layout import one_line
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.line import HairLine
from driveproof.wording.check import finding_text, rating_text, source_text, topic_title
from driveproof.wording.errors import Face

COLORS = {FINE: "good", ODD: "watch", BAD: "bad", UNKNOWN: "muted"}
MARK_WIDTH = 96
NAME_WIDTH = 104


def mark_label(theme: Theme, word: Rating) -> Label:
    """Sign and word in the word's colour: colour is not the only mark."""
    text = f"{MARKS.get(word, '')} {rating_text(word)}".strip()
    return Label(theme, text, color=COLORS.get(word, "muted"), strong=True)


class Rows(QWidget):
    """Rows of a mark, a name, and words that wrap; a hairline below each."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(2 * GRID)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(2, 1)
        self._row = 0

    def add(self, mark: QWidget | None, name: str, text: str, note: str = "") -> None:
        """One more row; without a mark its column is left out."""
        theme = self._theme
        if mark is not None:
            mark.setMinimumWidth(MARK_WIDTH)
        title = Label(theme, name, color="muted")
        title.setMinimumWidth(NAME_WIDTH)
        words = QVBoxLayout()
        words.setContentsMargins(0, GRID, 0, GRID)
        words.setSpacing(2)
        said = Label(theme, one_line(text), wrap=True, selectable=True)
        said.setAccessibleName(f"{name}: {one_line(text)}")
        words.addWidget(said)
        if note:
            words.addWidget(Label(theme, one_line(note), size="small", color="muted", wrap=True))
        title.setContentsMargins(0, GRID, 0, GRID)
        top = Qt.AlignmentFlag.AlignTop
        if mark is not None:
            mark.setContentsMargins(0, GRID, 0, GRID)
            self._grid.addWidget(mark, self._row, 0, top)
        self._grid.addWidget(title, self._row, int(mark is not None), 1, 1 + (mark is None), top)
        self._grid.addLayout(words, self._row, 2)
        self._grid.addWidget(HairLine(theme), self._row + 1, 0, 1, 3)
        self._row += 2

    def add_finding(self, finding: Finding) -> None:
        """A finding with its mark and source."""
        mark = mark_label(self._theme, finding.word)
        self.add(
            mark,
            topic_title(finding.topic),
            finding_text(finding, Face.WINDOW),
            source_text(finding),
        )
