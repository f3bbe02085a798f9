# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings as rows: a mark with its word, the subject, the sentence, the source."""

from __future__ import annotations

from driveproof.domain.check.check import CheckFinding
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN, Rating
from driveproof.export.report.document import MARKS
from driveproof.export.text.layout import one_line
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.marked_rows import MarkedRows
from driveproof.wording.check import finding_text, source_text, topic_title
from driveproof.wording.errors import Face
from driveproof.wording.rating import rating_text

COLORS = {FINE: Tone.GOOD, ODD: Tone.DOUBT, BAD: Tone.FAILING, UNKNOWN: Tone.NOTE}


def mark_label(theme: Theme, word: Rating) -> Label:
    """Mark and word in the word's colour; the colour is never the only sign."""
    text = f"{MARKS.get(word, '')} {rating_text(word)}".strip()
    return Label(theme, text, color=COLORS.get(word, "muted"), strong=True)


class Rows(MarkedRows):
    """The findings of a check."""

    def add_finding(self, finding: CheckFinding) -> None:
        """Add a finding with its mark and source."""
        mark = mark_label(self._theme, finding.word)
        self.add(
            mark,
            topic_title(finding.topic),
            one_line(finding_text(finding, Face.WINDOW)),
            one_line(source_text(finding)),
        )
