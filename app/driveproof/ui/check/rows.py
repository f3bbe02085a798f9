# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Findings as rows: a mark with its word, the subject, the sentence, the source."""

from __future__ import annotations

from driveproof.domain.check.check import CheckFinding
from driveproof.export.text.layout import one_line
from driveproof.ui.widgets.finding_rows import TONES, mark_text
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.marked_rows import MarkedRows
from driveproof.wording.check import finding_text, source_text, topic_title
from driveproof.wording.errors import Face
from driveproof.wording.rating import rating_text


class Rows(MarkedRows):
    """The findings of a check."""

    def add_finding(self, finding: CheckFinding) -> None:
        """Add a finding with its mark and source."""
        word = mark_text(finding.word, rating_text(finding.word))
        mark = Label(self._theme, word, color=TONES[finding.word], strong=True)
        self.add(
            mark,
            topic_title(finding.topic),
            one_line(finding_text(finding, Face.WINDOW)),
            one_line(source_text(finding)),
        )
