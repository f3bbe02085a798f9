# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
""" "As fast as it should be?" on the page of a result: the answer, the figures, and the sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from driveproof.domain.expected_answer import TITLE
from driveproof.domain.figure import Block, Table, Text
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say
from driveproof.ui.results.method_views import answer_table
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.buttons import quiet_button
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.layouts import vertical
from driveproof.ui.widgets.table import CellTable
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text


class ExpectedPart(QWidget):
    """What each test is held against, in a table, below the answer in words.

    Emits `rate` when the person wants to enter what the drive's manufacturer promises.
    """

    rate = Signal()

    def __init__(
        self,
        theme: Theme,
        run: Run,
        blocks: Sequence[Block],
        sentences: Iterable[Say] = (),
        *,
        binary: bool = False,
    ) -> None:
        """`blocks` of an answer, below `sentences` where these are not said in a finding."""
        super().__init__()
        column = vertical(self, margins=(0, GRID, 0, 0), spacing=GRID // 2)
        self.table: CellTable | None = None
        column.addWidget(Label(theme, say_text(TITLE), size="heading"))
        for sentence in sentences:
            column.addWidget(Label(theme, say_text(sentence), wrap=True, selectable=True))
        for block in blocks:
            if isinstance(block, Table):
                self.table = answer_table(theme, block, binary=binary)
                column.addWidget(self.table)
            elif isinstance(block, Text):
                text = say_text(block.say, binary=binary)
                column.addWidget(Label(theme, text, color="muted", wrap=True, selectable=True))
        if run.target.model:
            button = quiet_button(_("&Data sheet…"), flush=True)
            button.clicked.connect(self.rate)
            column.addWidget(button, 0, Qt.AlignmentFlag.AlignLeft)
