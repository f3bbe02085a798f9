# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says before a measurement that the history could not keep its result, and what to do then."""

from __future__ import annotations

from collections.abc import Callable

from driveproof.domain.errors import DriveproofError
from driveproof.history.errors import not_kept
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.tone import Tone
from driveproof.ui.widgets.announce import announce
from driveproof.ui.widgets.labels import Label
from driveproof.wording.errors import Face, message_and_advice


class UnkeptLine(Label):
    """Hidden where a result can be kept; `refusal` is asked in a thread."""

    def __init__(self, theme: Theme, refusal: Callable[[], DriveproofError | None]) -> None:
        super().__init__(theme, color=Tone.DOUBT, wrap=True, selectable=True)
        self._refusal = refusal
        self._tasks = TaskQueue(self)
        self.hide()

    def look(self) -> None:
        """Ask anew: a disk fills up, and gets room again."""
        self._tasks.add(self._refusal, self._found, key="history")

    def _found(self, refusal: DriveproofError | None, _error: DriveproofError | None) -> None:
        said = "" if refusal is None else message_and_advice(not_kept(refusal), Face.WINDOW)
        if said != self.text():
            announce(self, said)
        self.say(said)
        self.setVisible(bool(said))
