# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Below a comparison: what else changed, what happened to the drive, what was not compared."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from driveproof.domain.comparison.health_over_runs import HealthSpan
from driveproof.domain.figure import Table
from driveproof.engine.comparison.reading import ComparedRuns
from driveproof.ui.compare import texts as words
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.rows import LinedGrid
from driveproof.wording.catalogue import _
from driveproof.wording.table import Style, cell_text, text_columns

_TOP = Qt.AlignmentFlag.AlignTop
_FactRow = tuple[tuple[str, ...], str]
"""Texts, and the colour of the last one."""


class CompareFacts(QWidget):
    """Created anew for each comparison."""

    def __init__(self, theme: Theme, compared: ComparedRuns) -> None:
        super().__init__()
        self._theme = theme
        self._column = vertical(self, spacing=3 * GRID)
        alike = words.alike(compared.comparison)
        if (differs := compared.answer.known("differs")) is not None:
            self._add_table(differs, "text", alike)
        else:
            nothing = _("No other known differences.")
            self._add((_("Other differences"),), [((nothing,), "muted")], alike)
        for span in compared.spans:
            self._add_span(span, several=len(compared.spans) > 1)
        if (unmatched := compared.answer.known("unmatched")) is not None:
            self._add_table(unmatched, "muted")

    def _add_table(self, table: Table, color: str, below: str = "") -> None:
        columns = text_columns(table, Style.WINDOW)
        rows = zip(*(column.cells for column in columns), strict=True)
        self._add([column.head for column in columns], [(row, color) for row in rows], below)

    def _add_span(self, span: HealthSpan, *, several: bool) -> None:
        title = _("Health of the drive")
        if several:
            title = f"{title}, {shown(span.identity)}"
        heads = (title, _("Before"), _("After"), _("Difference"))
        rows: list[_FactRow] = [
            (
                tuple(map(cell_text, (one.title, *one.ends, one.difference))),
                Tone.DOUBT if one.alarming else Tone.PLAIN,
            )
            for one in span.changes
        ]
        self._add(heads, rows or [((_("No changes."),), "muted")])

    def _add(self, heads: Sequence[str], rows: Sequence[_FactRow], below: str = "") -> None:
        theme, width = self._theme, max(len(heads), 1)
        block, grid = QWidget(), LinedGrid(theme, width, gap=3 * GRID, place=Qt.AlignmentFlag(0))
        block.setLayout(grid)
        grid.setVerticalSpacing(GRID // 2)
        first, *others = heads
        grid.add_head(
            Label(theme, first, strong=True), *(Label(theme, one, color="muted") for one in others)
        )
        for column in range(width):
            grid.setColumnStretch(column, 1)
        for texts, color in rows:
            row, _line = grid.new_row()
            for column, text in enumerate(texts):
                name = "muted" if column == 0 and len(texts) > 1 else color
                if column == 1 and len(heads) > 2:
                    name = "muted"
                label = Label(theme, text, color=name, wrap=True, selectable=True)
                span = 1 if len(texts) > 1 else width
                grid.addWidget(label, row, column, 1, span, _TOP)
        if below:
            label = Label(theme, below, color="muted", wrap=True, selectable=True)
            grid.addWidget(label, grid.new_row()[0], 0, 1, width)
        self._column.addWidget(block)
