# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports pyqtgraph before the first chart is needed, in steps too short to notice, and what
measuring needs of our own.

At once it would block the window for 0.4 s, half of which PySide6 needs to create each of its types
on first use. So numpy and plain modules are imported in a thread, the types a few at a time while
the window is idle, then pyqtgraph itself (80 ms). Never import pyqtgraph in a thread: it would
create Qt types there beside the window's thread, which sometimes crashes the process. A page that
needs it earlier imports it as usual, and waits.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from threading import Thread

from PySide6.QtCore import QObject, QTimer, Slot

from driveproof.ui.tasks.sources import forget_sources

# pyqtgraph's slow imports apart from Qt, and the services of the Measure page, whose first opening
# would take half as long again; none of them touches Qt.
_PLAIN = (
    "numpy", "xml.etree.ElementTree", "pydoc", "cProfile", "decimal",
    "multiprocessing.connection", "colorama",
    "driveproof.composition.measure_page", "driveproof.composition.profiles",
)  # fmt: skip
_WHOLE = ("PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets")
_ONLY = ("PySide6.QtSvg", "PySide6.QtOpenGL", "PySide6.QtOpenGLWidgets", "PySide6.QtTest")
AT_ONCE = 5
"""Types per step: at most 10 ms."""
PAUSE = 15  # ms between steps, for the window's own work


class Preload(QObject):
    """Starts `delay` milliseconds after `start`, and deletes itself when everything is imported."""

    def __init__(self, parent: QObject, delay: int) -> None:
        super().__init__(parent)
        self._delay = delay
        self._steps = self._all_steps()
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._step)

    def start(self) -> None:
        """Start, or go on, after the delay: painting has priority."""
        self._timer.start(self._delay)

    @Slot(bool)
    def hold(self, held: bool) -> None:
        """Wait, or no longer: while no page is shown that can have a chart, none is needed, and
        neither are the 20 MB that the libraries take.
        """
        if held:
            self._timer.stop()
        else:
            self.start()

    @Slot()
    def _step(self) -> None:
        self._timer.setInterval(PAUSE)
        if next(self._steps, None) is None:
            self._timer.stop()
            forget_sources()
            self.deleteLater()

    @staticmethod
    def _all_steps() -> Iterator[bool]:
        """Performs one step on each `next`."""
        thread = Thread(target=_import_plain, name="imports")
        thread.start()
        yield True
        for name in (*_WHOLE, *_ONLY):
            try:
                module = import_module(name)
            except ImportError:  # distributions split Qt; pyqtgraph can do without some
                continue
            yield True
            if name in _WHOLE:
                types = dir(module)
                for first in range(0, len(types), AT_ONCE):
                    for one in types[first : first + AT_ONCE]:
                        getattr(module, one, None)
                    yield True
        while thread.is_alive():
            yield True
        import_module("pyqtgraph")


def _import_plain() -> None:
    for name in _PLAIN:
        import_module(name)
