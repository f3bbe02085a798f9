# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The result of a TRIM: the verdict, what every layer discarded, and the proof."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from driveproof.domain.trim.job import PROVED, REFUTED, Outcome, Proof
from driveproof.ui.theme.style import GRID, MARGIN, Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.fact_rows import FactRows
from driveproof.ui.widgets.labels import Label
from driveproof.ui.widgets.marked_rows import MarkedRows
from driveproof.ui.widgets.page_head import PageHead, primary_button, quiet_button
from driveproof.ui.widgets.scroll_page import scroll_page
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.trim.session import (
    evidence_text,
    layer_counts,
    outcome_title,
    proof_word,
    tier_title,
    where,
)
from driveproof.wording.units import format_duration

_COLORS = {PROVED: Tone.GOOD, REFUTED: Tone.FAILING}


class OutcomeView(QWidget):
    """Emits `back`, and `compare` to measure the effect of the next TRIM, which is offered with
    `compares`.
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
        self.head = PageHead(theme)
        self.button = primary_button(_("&Done"))
        self.button.setAutoDefault(True)
        self.button.clicked.connect(self.back)
        self.head.add(self.button)
        self._proof_title = Label(theme, _("What proves it"), strong=True)
        self._proof = MarkedRows(theme)
        self._layers_title = Label(theme, _("What each layer discarded"), strong=True)
        self.layers = FactRows(theme)
        self.notes = Label(theme, wrap=True, color=Tone.DOUBT, selectable=True)
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
        self._area = scroll_page(self, top, body, name=_("Result of the TRIM"))

    def show_outcome(self, outcome: Outcome) -> None:
        """Show a result."""
        took = format_duration(outcome.seconds)
        if outcome.seconds < 1:
            took = _("less than a second")
        place = where(outcome.preview)
        self.head.say(
            outcome_title(outcome), _("{place}, in {time}").format(place=place, time=took)
        )
        refuted = any(proof.verdict == REFUTED for proof in outcome.proof)
        self.head.title.set_color(Tone.FAILING if refuted else Tone.PLAIN)
        problems = [message_and_advice(problem, Face.WINDOW) for problem in outcome.problems]
        self.notes.say("\n".join(problems))
        self.notes.setVisible(bool(problems))
        facts = layer_counts(outcome)
        self.layers.set_facts(facts)
        for part in (self._layers_title, self.layers):
            part.setVisible(bool(facts))
        offers = self._compares and outcome.preview.mount is not None
        self._show_proof(outcome.proof)
        self.compare_button.setVisible(offers)
        self._area.verticalScrollBar().setValue(0)

    def _show_proof(self, proofs: tuple[Proof, ...]) -> None:
        self._proof.clear()
        for proof in proofs:
            color = _COLORS.get(proof.verdict, "muted")
            mark = Label(self._theme, proof_word(proof.verdict), color=color, strong=True)
            self._proof.add(mark, tier_title(proof.tier), evidence_text(proof, Face.WINDOW))
        self._proof_title.setVisible(bool(proofs))
        self._proof.setVisible(bool(proofs))
