# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Results of other programs: dropped on the window or chosen in a dialog, read in a thread."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal, Slot
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.ui.background import Background
from driveproof.ui.outline import HISTORY
from driveproof.ui.text import shown

if TYPE_CHECKING:
    from driveproof.domain.run import Run
    from driveproof.ui.pages.history import HistoryPage
    from driveproof.ui.settings import Settings
    from driveproof.ui.window import MainWindow


class Importer(QObject):
    """Takes local files that are dropped on `window` and imports them with `work`, one drop after
    the other.

    Emits `imported(ids, words)` when all of them are kept, `failed(error)` when none is.
    """

    imported = Signal(list, str)
    failed = Signal(object)

    def __init__(self, window: QWidget, work: Callable[[Sequence[str]], tuple[Run, ...]]) -> None:
        super().__init__(window)
        self._work = work
        self._waiting: list[str] = []
        self._background = Background(self)
        self._background.done.connect(self._done)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    @property
    def busy(self) -> bool:
        """Whether files are being read."""
        return self._background.busy

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QDropEvent):  # which DragEnter and DragMove are, too
            return super().eventFilter(watched, event)
        paths = local_files(event.mimeData())
        if not paths:
            event.ignore()
            return True
        # A copy, whatever the file manager proposes: it must not delete what it believes moved.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self.start(paths)
        return True

    def start(self, paths: Sequence[str]) -> None:
        """Import these files; behind those that are being read now."""
        self._waiting += paths
        self._next()

    def _next(self) -> None:
        if self._waiting and not self.busy:
            paths, self._waiting = tuple(self._waiting), []
            self._background.start(lambda: self._work(paths))

    @Slot(object, object)
    def _done(self, runs: tuple[Run, ...] | None, error: DriveproofError | None) -> None:
        if error is not None:
            self.failed.emit(error)
        elif runs:
            self.imported.emit([run.id for run in runs], self._words(runs))
        self._next()

    def _words(self, runs: Sequence[Run]) -> str:
        sources = ", ".join(dict.fromkeys(shown(run.source) for run in runs))
        if len(runs) == 1:
            return self.tr("1 result of {0} was imported.").format(sources)
        return self.tr("{0} results of {1} were imported.").format(len(runs), sources)


def window_imports(
    window: MainWindow, work: Callable[[Sequence[str]], tuple[Run, ...]], settings: Settings
) -> Importer:
    """The importer of the window: what came in is shown in its history, or said why not."""
    importer = Importer(window, work)

    def choose() -> None:
        from PySide6.QtWidgets import QFileDialog  # not at the start, which it would hold up

        title = importer.tr("Import results")
        files, _ = QFileDialog.getOpenFileNames(window, title, settings.text("import/folder"))
        if files:
            settings.keep("import/folder", os.path.dirname(files[0]))  # noqa: PTH120
            importer.start(files)

    def history() -> HistoryPage:
        window.show_page(HISTORY)
        return window.pages.history_page()

    window.actions_.import_.triggered.connect(choose)
    importer.imported.connect(lambda ids, words: history().show_runs(ids, words))
    importer.failed.connect(lambda error: history().say_error(error))
    return importer


def local_files(data: QMimeData) -> list[str]:
    """The files that are dragged, nothing where anything else is among them."""
    urls = data.urls() if data.hasUrls() else []
    if not all(url.isLocalFile() for url in urls):
        return []
    return [url.toLocalFile() for url in urls]
