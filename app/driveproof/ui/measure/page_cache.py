# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a run goes past the page cache or through it, with a sentence on what that means."""

from __future__ import annotations

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QComboBox

from driveproof.domain.profile.profile import CACHES, COLD, DIRECT, WARM
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.labels import Label
from driveproof.wording.catalogue import _

MEANING_WIDTH = 390  # two or three lines in the smallest window


class CacheChoice(QObject):
    """A box to choose in, and a label that explains the choice: two rows of a form."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        titles = {
            DIRECT: _("Direct"),
            COLD: _("Cold cache"),
            WARM: _("Warm cache"),
        }
        self._meanings = {
            DIRECT: _("Past the machine's memory: what the drive itself does."),
            COLD: _(
                "Through the machine's memory, emptied of the test file before each repeat: as "
                "when a file is opened for the first time."
            ),
            WARM: _(
                "Through the machine's memory, with the test file in it: as when a file is opened "
                "again. Reads measure memory, not the drive."
            ),
        }
        self.box = QComboBox()
        self.box.addItems([titles[cache] for cache in CACHES])
        self.box.setAccessibleName(_("Page cache"))
        self.meaning = Label(theme, color="muted", size="small", wrap=True)
        self.meaning.setMinimumWidth(MEANING_WIDTH)  # or the form gives it only half of its room
        self.box.currentIndexChanged.connect(self._explain)
        self._explain()

    @property
    def chosen(self) -> str:
        """direct, cold or warm."""
        return CACHES[self.box.currentIndex()]

    def choose(self, cache: str) -> None:
        """Choose from code; tells of it to nobody else."""
        self.box.blockSignals(True)
        self.box.setCurrentIndex(CACHES.index(cache))
        self.box.blockSignals(False)
        self._explain()

    @Slot()
    def _explain(self) -> None:
        meaning = self._meanings[self.chosen]
        self.meaning.say(meaning)
        self.box.setAccessibleDescription(meaning)
