# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What came of a TRIM: the verdict, what every layer discarded, and what proves it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from driveproof.domain.trim.job import Outcome, Proof
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.text import shown
from driveproof.ui.trim import job_wording as words
from driveproof.ui.widgets.fact_rows import FactRows
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.line import HairLine
from driveproof.ui.widgets.page_head import PageHead, primary_button, quiet_button
from driveproof.ui.widgets.scroll_page import scroll_page
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_duration

_NAME_WIDTH = 132
_WORD_WIDTH = 104


class OutcomeView(QWidget):
    """Emits `back` when it was read, and `compare`: to measure what the next one brings, which is
    offered with `compares`.
    """

    back = Signal()
    compare = Signal()

    def __init__(self, theme: Theme, *, compares: bool = False) -> None:
        super().__init__()
        self._compares = compares
        self.compare_button = quiet_button(_("Measure &what it brings…"))
        self.compare_button.setStyleSheet("padding-left: 0;")
        self.compare_button.clicked.connect(self.compare)
        self._theme = theme
        self.head = PageHead(theme, wrap=True)
        self.button = primary_button(_("&Done"))
        self.button.setAutoDefault(True)
        self.button.clicked.connect(self.back)
        self.head.add(self.button)
        self._proof_title = Label(theme, _("What proves it"), strong=True)
        self._proof = QWidget()
        self._grid = QGridLayout(self._proof)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(0)
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnMinimumWidth(0, _NAME_WIDTH)
        self._grid.setColumnMinimumWidth(1, _WORD_WIDTH)
        self._grid.setColumnStretch(2, 1)
        self._layers_title = Label(theme, _("What each layer discarded"), strong=True)
        self.layers = FactRows(theme)
        self.notes = Label(theme, wrap=True, color="watch", selectable=True)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(MARGIN, 0, MARGIN, MARGIN)
        column.setSpacing(GRID)
        for widget in (
            self.notes, self._layers_title, self.layers, self._proof_title, self._proof,
        ):  # fmt: skip
            column.addWidget(widget)
        self._proof_title.setContentsMargins(0, 2 * GRID, 0, 0)
        column.addWidget(self.compare_button, 0, Qt.AlignmentFlag.AlignLeft)
        column.addStretch(1)
        top = QVBoxLayout()
        top.setContentsMargins(MARGIN, 3 * GRID, MARGIN, 2 * GRID)
        top.addWidget(self.head)
        self._area = scroll_page(self, top, body, name=_("What came of the TRIM"))

    def show_outcome(self, outcome: Outcome) -> None:
        """Show what came of it."""
        title, color = words.outcome_title(outcome)
        took = format_duration(outcome.seconds)
        if outcome.seconds < 1:
            took = _("less than a second")
        where = words.where(outcome.preview)
        self.head.say(title, _("{0}, in {1}").format(where, took))
        self.head.title.set_color(color)
        self.notes.say("\n".join(map(shown, outcome.notes)))
        self.notes.setVisible(bool(outcome.notes))
        facts = words.layer_facts(outcome)
        self.layers.set_facts(facts)
        for part in (self._layers_title, self.layers):
            part.setVisible(bool(facts))
        offers = self._compares and outcome.preview.mount is not None
        self._show_proof(outcome.proof, offers=offers)
        self.compare_button.setVisible(offers)
        self._area.verticalScrollBar().setValue(0)

    def _show_proof(self, proofs: tuple[Proof, ...], *, offers: bool) -> None:
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        top = Qt.AlignmentFlag.AlignTop
        for number, proof in enumerate(proofs):
            tier = words.tier_title(proof.tier)
            word, color = words.proof_word(proof.verdict)
            evidence = words.evidence(proof, offers=offers)
            labels = (
                Label(self._theme, tier, wrap=True),
                Label(self._theme, word, color=color, strong=True),
                Label(self._theme, evidence, wrap=True, selectable=True),
            )
            labels[2].setAccessibleName(f"{tier}: {word}. {evidence}")
            for column, one in enumerate(labels):
                one.setContentsMargins(0, GRID - 1, GRID, GRID - 1)
                self._grid.addWidget(one, 2 * number, column, top)
            self._grid.addWidget(HairLine(self._theme), 2 * number + 1, 0, 1, 3)
        self._proof_title.setVisible(bool(proofs))
        self._proof.setVisible(bool(proofs))
