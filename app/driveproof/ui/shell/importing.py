# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Results, saved health reports and folders: dropped or opened, and looked at in a thread."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, QMimeData, QObject, Qt, Signal
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QFileDialog, QWidget

from driveproof.domain.errors import DriveproofError, Remedy
from driveproof.system.kernel.answering import require_answer
from driveproof.ui.feeds.context import PageContext
from driveproof.ui.feeds.measured_drive import drives_of
from driveproof.ui.feeds.pages import (
    HISTORY,
    MEASURE,
    MeasureFolder,
    MeasureJobFile,
    ShowImportError,
    ShowRuns,
)
from driveproof.ui.tasks.queue import TaskQueue
from driveproof.ui.theme.text import shown, without_key
from driveproof.wording.catalogue import _, ngettext

if TYPE_CHECKING:
    from driveproof.composition.services import Services
    from driveproof.domain.health.saved_report import SavedReport
    from driveproof.domain.run.run import Run
    from driveproof.engine.run.importing import Imported
    from driveproof.ui.shell.window import MainWindow


class _Found(NamedTuple):
    """What was in the files that were opened; or the folder that was."""

    reports: tuple[SavedReport, ...] = ()
    imported: Imported | None = None
    folder: str = ""
    job: str = ""


JOB_FILES = (".fio", ".job")
"""How the names of fio job files end."""


class Importer(QObject):
    """Imports the local files that are dropped on `window`, one drop after the other.

    Health reports among them are not stored. Emits `imported(runs, words)`
    when all results are stored, `reported(report)` for each health report, `folder(path)` for a
    single folder, `job(path)` for a single fio job file, and `failed(error)` when nothing could be
    read or stored.
    """

    imported = Signal(object, str)
    reported = Signal(object)
    folder = Signal(str)
    job = Signal(str)
    failed = Signal(object)

    def __init__(self, window: QWidget, services: Services) -> None:
        super().__init__(window)
        self._services = services
        self._tasks = TaskQueue(self)
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    @property
    def busy(self) -> bool:
        """Whether files are being read."""
        return self._tasks.busy

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not isinstance(event, QDropEvent):  # the base class of DragEnter and DragMove
            return super().eventFilter(watched, event)
        paths = local_files(event.mimeData())
        if not paths:
            event.ignore()
            return True
        # A copy, whatever the file manager proposes: otherwise it might delete the files as moved.
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self.start(paths)
        return True

    def start(self, paths: Sequence[str]) -> None:
        """Open these, after those that are being read now."""
        self._tasks.add(lambda: self._read(paths), self._done)

    def _read(self, paths: Sequence[str]) -> _Found:
        """In a thread, which waits for no server that is away. Raises MachineError."""
        for path in paths:
            require_answer(path)
        if len(paths) == 1 and os.path.isdir(paths[0]):  # noqa: PTH112 - may hold any bytes
            return _Found(folder=paths[0])
        if len(paths) == 1 and paths[0].lower().endswith(JOB_FILES):
            return _Found(job=paths[0])
        from driveproof.composition.saved_reports import saved_reports  # noqa: PLC0415

        reports, others = saved_reports(paths)
        try:
            return _Found(reports, self._services.import_files(others) if others else None)
        except DriveproofError as error:  # a job file by its content, whatever its name
            if len(paths) == 1 and error.advice and error.advice.remedy is Remedy.OPEN_JOB:
                return _Found(job=paths[0])
            raise

    def _done(self, found: _Found | None, error: DriveproofError | None) -> None:
        if error is not None:
            self.failed.emit(error)
        elif found is not None:
            if found.folder:
                self.folder.emit(found.folder)
            if found.job:
                self.job.emit(found.job)
            if found.imported is not None and found.imported.runs:
                self.imported.emit(found.imported.runs, self._words(found.imported))
            for report in found.reports:
                self.reported.emit(report)

    def _words(self, imported: Imported) -> str:
        runs = imported.new
        if not runs:
            return _("Already in the history.")
        sources = ", ".join(dict.fromkeys(shown(run.source) for run in runs))
        text = ngettext(
            "{count} result of {sources} was imported.",
            "{count} results of {sources} were imported.",
            len(runs),
        )
        return text.format(count=len(runs), sources=sources)


def window_imports(window: MainWindow, context: PageContext) -> Importer:
    """The window's importer: shows results in the history, health reports in dialogs, a folder on
    the Measure page, errors as a message.
    """
    settings = context.settings
    importer = Importer(window, context.services)

    def choose() -> None:
        title = without_key(_("&Import results, open reports…"))
        files, _filter = QFileDialog.getOpenFileNames(window, title, settings.text("import/folder"))
        if files:
            settings.keep("import/folder", os.path.dirname(files[0]))  # noqa: PTH120
            importer.start(files)

    def show_runs(runs: Sequence[Run], words: str) -> None:
        """In the list of their drive, which is chosen; in that of all drives where it is not known,
        not connected or not the same.
        """
        drives = drives_of((run.target for run in runs), context.inventory)
        device = drives[0].device if len(drives) == 1 else None
        known = device if device in context.inventory.listed() else None
        wanted = ShowRuns([run.id for run in runs], words, everything=known is None)
        context.lead_to(HISTORY, wanted, drive="" if known is None else known.name)

    def show_report(report: SavedReport) -> None:
        from driveproof.ui.health.report_dialog import HealthReportDialog  # noqa: PLC0415 - numpy

        HealthReportDialog(report, context.theme, window, settings=settings).show()

    window.actions_.import_.triggered.connect(choose)
    importer.reported.connect(show_report)
    importer.folder.connect(lambda path: context.lead_to(MEASURE, MeasureFolder(path)))
    importer.job.connect(lambda path: context.lead_to(MEASURE, MeasureJobFile(path)))
    importer.imported.connect(show_runs)
    importer.failed.connect(lambda error: context.lead_to(HISTORY, ShowImportError(error)))
    return importer


def local_files(data: QMimeData) -> list[str]:
    """The dragged files, empty if anything else is among them."""
    urls = data.urls() if data.hasUrls() else []
    if not all(url.isLocalFile() for url in urls):
        return []
    return [url.toLocalFile() for url in urls]
