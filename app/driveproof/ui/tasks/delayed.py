# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A call that waits for a pause: typing, resizing, or a page that is shown only in passing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, SignalInstance


class Delayed(QTimer):
    """Calls `then` once, `milliseconds` after it was started last."""

    def __init__(
        self, parent: QObject, milliseconds: int, then: Callable[[], object] | SignalInstance
    ) -> None:
        super().__init__(parent)
        self.setSingleShot(True)
        self.setInterval(milliseconds)
        self.timeout.connect(then)

    def ask(self, *, wanted: bool = True) -> None:
        """Start anew, or if it is not wanted any more cancel what was asked for."""
        if wanted:
            self.start()
        else:
            self.stop()
