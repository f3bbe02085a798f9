# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Exports results from the window: menu, file dialog, and copying to the clipboard."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QStandardPaths, Signal, Slot
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu, QPushButton, QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.export.report.document import Report
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.picture_dialog import PictureDialog
from driveproof.ui.dialogs.asking import may_write
from driveproof.ui.output.files import PICTURES, FileFormat, Picture, image_of_picture
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.theme.text import set_tip, without_key
from driveproof.ui.widgets.buttons import BUTTON_HEIGHT, primary_button
from driveproof.ui.widgets.notices import WrittenBar
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice

SAVE_PICTURE, COPY_PICTURE, COPY_TEXT = "save picture", "copy picture", "copy text"


@dataclass(frozen=True)
class ExportFormat:
    """A format for export: `what` is written in a `format`, whose name has the key of the menu."""

    name: FileFormat
    format: str
    what: str

    @property
    def ending(self) -> str:
        """The suffix of its file."""
        return self.format.replace("&", "").lower()

    @property
    def words(self) -> str:
        """Its entry in the menu."""
        return _("{what} ({format})…").format(what=self.what, format=self.format)

    @property
    def filter(self) -> str:
        """Its entry in the file dialog."""
        return f"{self.what} (*.{self.ending})"


def kinds() -> tuple[tuple[ExportFormat, ...], ...]:
    """All formats for a run, in groups."""
    report, picture = _("Report"), _("Picture")
    return (
        (
            ExportFormat(FileFormat.HTML, "&HTML", report),
            ExportFormat(FileFormat.REPORT, "&PDF", report),
        ),
        (
            ExportFormat(FileFormat.PNG, "PNG", picture),
            ExportFormat(FileFormat.SVG, "SVG", picture),
            ExportFormat(FileFormat.PDF, "PDF", picture),
        ),
        (
            ExportFormat(FileFormat.CSV, "CS&V", _("Table")),
            ExportFormat(FileFormat.JSON, "&JSON", _("Everything")),
            ExportFormat(FileFormat.TEXT, "&TXT", _("Text")),
        ),
    )


def for_maps() -> tuple[ExportFormat, ...]:
    """The formats that only the maps of a file-sizes run have: not in the menu of anything else."""
    return (ExportFormat(FileFormat.GNUPLOT, "&GP", _("Maps for gnuplot")),)


Writer = Callable[[Path, int | None], None]
"""Writes a file. Raises DriveproofError when it cannot. The number is for PNG: pixels per unit of
the page, None for the default.
"""


@dataclass(frozen=True)
class Export:
    """What is on screen, as it can be exported; `title` is that of the file dialog.

    `name` is a file name without a suffix, of plain letters. `picture` is what a picture of it
    shows, `text` the block for a forum; `lacking` says why it has not every format, in a sentence.
    """

    title: str
    name: str
    writers: Mapping[FileFormat, Writer]
    picture: Callable[[], Report] | None = None
    text: Callable[[], str] | None = None
    lacking: str = ""

    def can(self, name: str) -> bool:
        """Whether it can be written, or copied, as this."""
        if name in (SAVE_PICTURE, COPY_PICTURE):
            return self.picture is not None
        return self.text is not None if name == COPY_TEXT else name in self.writers


class ExportMenu(QMenu):
    """The menu of the button, the same for everything that can be exported.

    Emits nothing: `chosen(kind)` is called for a file format, and with all of PICTURES for a
    picture, whose format and scale are asked for; copying needs no file. What a `result()` cannot
    be written as is grey and says why.
    """

    def __init__(
        self,
        parent: QWidget,
        chosen: Callable[..., None],
        result: Callable[[], Export | None],
        say: ShowMessage,
    ) -> None:
        super().__init__(parent)
        self._result = result
        self.setAccessibleName(without_key(_("&Export…")))
        self.setToolTipsVisible(True)
        self._named: dict[str, QAction] = {}
        reports, _pictures, data = kinds()
        for kind in reports:
            self._add(kind.name, kind.words, partial(chosen, kind.name))
        self.addSeparator()
        self._add(SAVE_PICTURE, _("&Save as a picture…"), partial(chosen, *PICTURES))
        picture, text = _("&Copy as a picture"), _("Copy as te&xt")
        self._add(COPY_PICTURE, picture, lambda: _copy_picture(result(), say))
        self.addSeparator()
        for kind in (*data, *for_maps()):
            self._add(kind.name, kind.words, partial(chosen, kind.name))
        self._add(COPY_TEXT, text, lambda: _copy_text(result(), say))
        self.aboutToShow.connect(self.refresh)

    def _add(self, name: str, words: str, work: Callable[[], None]) -> None:
        action = self.addAction(words)
        action.setObjectName(name)
        action.triggered.connect(lambda _checked=False: work())
        self._named[name] = action

    @Slot()
    def refresh(self) -> None:
        """Grey what the result on screen cannot be written as."""
        result = self._result()
        for name, action in self._named.items():
            able = result is not None and result.can(name)
            action.setVisible(able or name != FileFormat.GNUPLOT)
            action.setEnabled(able)
            set_tip(action, "" if able or result is None else result.lacking)


class ShowMessage(Protocol):
    """Shows a message on the page; an error says why nothing was done."""

    def __call__(self, text: str, *, bad: bool = False) -> None: ...


class ExportPart(QObject):
    """The export of a page's `result()`: a button with its menu, and a message below the page's
    head.

    Emits `written(path)`.
    """

    written = Signal(str)

    def __init__(
        self,
        page: QWidget,
        theme: Theme,
        settings: Settings | None,
        result: Callable[[], Export | None],
        *,
        primary: bool = True,
    ) -> None:
        super().__init__(page)
        self._page = page
        self._settings = settings
        self._result = result
        self.bar = WrittenBar(theme)
        self.message = self.bar.message
        self.bar.save_button.clicked.connect(lambda: self.write_as(FileFormat.JSON))
        self.button = primary_button(_("&Export…")) if primary else QPushButton(_("&Export…"))
        self.button.setMinimumHeight(BUTTON_HEIGHT)
        set_tip(self.button, _("Shortcut: {keys}").format(keys="Ctrl+E"))
        self.menu = ExportMenu(page, self.write_as, result, self.say)
        self.button.setMenu(self.menu)

    def say(self, text: str, *, bad: bool = False) -> None:
        """Show a message below the head: what was copied, or why nothing was exported."""
        self.bar.say(text, bad=bad)

    def say_error(self, error: DriveproofError) -> None:
        """Show what went wrong below the head, and what to do about it."""
        self.bar.say(message_and_advice(error, Face.WINDOW), bad=True)

    def say_unkept(self, text: str) -> None:
        """Show that the history could not keep what is on the page, and offer to save it."""
        self.bar.say(text, bad=True, saves=True)

    def clear(self) -> None:
        """Show no message."""
        self.bar.hide()

    def open_menu(self) -> None:
        """Offer all formats, below the button."""
        if self._result() is not None and self._page.isVisible():
            self.menu.refresh()
            self.menu.setActiveAction(self.menu.actions()[0])
            self.menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def write_as(self, *names: FileFormat) -> None:
        """Ask for a file and write the result in one of these formats; without any the dialog
        offers all.
        """
        result = self._result()
        if result is not None:
            path = ask_and_export(self._page, result, self._settings, self.say, *names)
            if path:
                self.bar.say_written(Path(path))
                self.written.emit(path)


def _copy_text(result: Export | None, say: ShowMessage) -> None:
    if result is not None and result.text is not None:
        QGuiApplication.clipboard().setText(result.text())
        say(_("Copied without serial number, path and label."))


def _copy_picture(result: Export | None, say: ShowMessage) -> None:
    if result is None or result.picture is None:
        return
    try:
        image = image_of_picture(result.picture())
    except DriveproofError as error:
        say(message_and_advice(error, Face.WINDOW), bad=True)
        return
    QGuiApplication.clipboard().setImage(image)
    say(_("Picture copied."))


def ask_and_export(
    parent: QWidget,
    result: Export,
    settings: Settings | None,
    say: ShowMessage,
    *names: FileFormat,
) -> str | None:
    """Ask for a file in one of the formats; returns its path, None when nothing was written.

    Of several the choice in the dialog or the suffix decides; without any the dialog offers all.
    Of all PICTURES a dialog of their own decides first, which has the scale as well.
    """
    scale = None
    if names == PICTURES and result.picture is not None:
        size = Picture(result.picture(), for_paper()).size
        dialog = PictureDialog(size.toSize(), parent.window(), sized=False)
        if not dialog.exec():
            return None
        names, scale = (FileFormat(dialog.file_format),), dialog.scale
    every = [kind for group in (*kinds(), for_maps()) for kind in group]
    every = [kind for kind in every if result.can(kind.name)]
    offered = [kind for kind in every if kind.name in names] or every
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    folder = (settings.text("export/folder") if settings else "") or (
        QStandardPaths.writableLocation(documents)
    )
    start = str(Path(folder) / f"{result.name}.{offered[0].ending}")
    filters = ";;".join(kind.filter for kind in offered)
    file, chosen = QFileDialog.getSaveFileName(parent, result.title, start, filters)
    if not file:
        return None
    path, kind = _chosen(Path(file), chosen, offered)
    if not may_write(parent, path, asked=file):
        return None
    try:
        result.writers[kind.name](path, scale)
    except (DriveproofError, OSError) as error:
        why = message_and_advice(error, Face.WINDOW)
        say(_("Not saved: {reason}").format(reason=why), bad=True)
        return None
    if settings:
        settings.keep("export/folder", str(path.parent))
    return str(path)


def _chosen(path: Path, chosen: str, offered: list[ExportFormat]) -> tuple[Path, ExportFormat]:
    """The format of the file, and its name with the suffix of that.

    A format that was chosen in the dialog, and is not the one that it began with, has the last
    word: the suffix follows it. Otherwise the suffix that was typed decides.
    """
    ending = path.suffix.lower().removeprefix(".")
    fitting = [kind for kind in offered if kind.ending == ending]
    picked = [kind for kind in offered if kind.filter == chosen]
    if picked and picked[0] is not offered[0] and picked[0].ending != ending:
        stem = path.with_suffix("") if fitting else path
        return stem.with_name(f"{stem.name}.{picked[0].ending}"), picked[0]
    by_filter = [kind for kind in fitting or offered if kind.filter == chosen]
    kind = (by_filter or fitting or offered)[0]
    return (path if fitting else path.with_name(f"{path.name}.{kind.ending}")), kind
