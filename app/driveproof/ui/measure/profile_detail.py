# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The chosen profile: what it answers, how it does that, what it costs here."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from driveproof.domain.profile.expected_cost import Rates
from driveproof.domain.profile.for_device import Way
from driveproof.domain.profile.profile import Profile
from driveproof.ui.theme.style import GRID, Theme
from driveproof.ui.widgets.fact_rows import FactRows
from driveproof.ui.widgets.labels import Label
from driveproof.wording.profile import profile_facts, profile_text, run_title


class ProfileDetail(QWidget):
    """Question, description and facts; the facts follow what is entered."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.title = Label(theme, strong=True, wrap=True)
        self.question = Label(theme, wrap=True)
        self.description = Label(theme, color="muted", size="small", wrap=True)
        self.facts = FactRows(theme, columns=1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID // 2)
        self._head = QHBoxLayout()
        self._head.setSpacing(2 * GRID)
        self._head.addWidget(self.title, 1)
        column.addLayout(self._head)
        for widget in (self.question, self.description, self.facts):
            column.addWidget(widget)

    def add(self, button: QWidget) -> None:
        """Add what can be done with the profile beside its title."""
        self._head.addWidget(button)

    def show_profile(self, profile: Profile, way: Way, rates: Rates | None) -> None:
        """Show this variant of a profile on such a target."""
        self.title.say(run_title(profile.full_title, profile.name, profile.cache))
        self.question.say(profile_text(profile.question, profile.name))
        self.description.say(profile_text(profile.description, profile.name))
        self.description.setVisible(bool(profile.description))
        self.facts.set_facts(profile_facts(profile, way, rates))
