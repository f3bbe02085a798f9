# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the chosen folder can be measured in, looked up in a thread while it is typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from driveproof.domain.errors import DriveproofError
from driveproof.ui.tasks.delayed import Delayed
from driveproof.ui.tasks.queue import TIMEOUT, TaskQueue

if TYPE_CHECKING:
    from driveproof.engine.run.target import FolderFacts

TYPING_MS = 250
"""Milliseconds after the last key until a path is looked up."""


class FolderWatch(QObject):
    """Calls `look(path)` in a thread, for the last folder that was asked for. Emits `changed`."""

    changed = Signal()

    def __init__(
        self,
        look: Callable[[str], FolderFacts],
        parent: QObject | None = None,
        *,
        timeout: float = TIMEOUT,
    ) -> None:
        super().__init__(parent)
        self.look = look
        self._path = ""
        self._found: FolderFacts | None = None
        self.tasks = TaskQueue(self, timeout=timeout)
        self._typing = Delayed(self, TYPING_MS, self.again)

    def ask(self, path: str) -> None:
        """Look this folder up soon; "" for none. What was found out before holds until then."""
        if path != self._path:
            self._path, self._found = path, None
            self._typing.start() if path else self._typing.stop()

    @Slot()
    def again(self) -> None:
        """Look now: it may have been made, emptied or filled meanwhile."""
        look, path = self.look, self._path
        if path:
            self._typing.stop()
            done = partial(self._answered, path)
            self.tasks.add(lambda: look(path), done, key=f"folder {path}", name=path)

    def facts(self, path: str) -> FolderFacts | None:
        """What is known of a folder; None before it was looked up."""
        return self._found if path == self._path else None

    def _answered(
        self, path: str, found: FolderFacts | None, error: DriveproofError | None
    ) -> None:
        if path != self._path:
            return
        if error is not None:
            from driveproof.engine.run.target import FolderFacts  # noqa: PLC0415 - numpy

            found = FolderFacts(error)
        if found is not None:
            before, self._found = self._found, found
            if (str(before and before.problem), before and before.free) != (
                str(found.problem),
                found.free,
            ):
                self.changed.emit()
