# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison leaves the window: as a report, a picture, a table, or copied to be pasted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QStandardPaths
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu

from driveproof.domain.errors import DriveproofError
from driveproof.domain.experiment.experiment import Experiment
from driveproof.ui.compare.files import write, write_experiment
from driveproof.ui.compare.load import Compared
from driveproof.ui.results.export import Kind, kinds
from driveproof.ui.settings import Settings
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.dates import file_stamp
from driveproof.wording.errors import Face, message_and_advice

if TYPE_CHECKING:
    from driveproof.ui.compare.page import ComparePage


def suggested_name(compared: Compared) -> str:
    """A file name without an ending: nothing foreign gets into it."""
    last = max(run.started for side in compared.comparison.sides for run in side.runs)
    return f"driveproof-comparison-{file_stamp(last)}"


def export_menu(page: ComparePage, chosen: Callable[[str], None]) -> QMenu:
    """The menu of the button: `chosen(kind)` for each of the files; copying needs no place."""
    menu = QMenu(page)
    menu.setAccessibleName(_("Export"))
    for group in kinds():
        for kind in group:
            menu.addAction(kind.words).triggered.connect(lambda _=False, k=kind.name: chosen(k))
        menu.addSeparator()
    menu.addAction(_("&Copy charts as a picture")).triggered.connect(lambda: copy_picture(page))
    menu.addAction(_("Copy as te&xt for a forum")).triggered.connect(lambda: copy_text(page))
    return menu


def copy_text(page: ComparePage) -> None:
    """The block for a forum into the clipboard."""
    if page.compared is None:
        return
    from driveproof.export.text.forum_comparison import forum_comparison

    QGuiApplication.clipboard().setText(forum_comparison(page.compared.comparison))
    page.say(_("Copied, without serial number, path and label."))


def copy_picture(page: ComparePage) -> None:
    """The page of charts into the clipboard."""
    if page.compared is None:
        return
    from driveproof.ui.compare.printed_comparison import ComparePaper
    from driveproof.ui.output.chart_export import image_of_page

    try:
        image = image_of_page(ComparePaper(page.compared, binary=page.switch.binary))
    except DriveproofError as error:
        page.say(message_and_advice(error, Face.WINDOW), bad=True)
        return
    QGuiApplication.clipboard().setImage(image)
    page.say(_("The charts are copied as a picture."))


def ask_and_export(
    page: ComparePage,
    compared: Compared,
    settings: Settings,
    name: str = "",
    *,
    binary: bool = False,
    experiment: Experiment | None = None,
) -> str | None:
    """Let the person choose place and name for one of `kinds`; the path, None when nothing was
    written.

    Without a `name` the dialog offers every kind, and what is chosen there or the ending decides.
    `experiment` is the one whose end the comparison is: the reports are its reports then.
    """
    every = [kind for group in kinds() for kind in group]
    offered = [kind for kind in every if kind.name == name] or every
    scale = None
    if name == "png":
        scale = _asked_scale(page, compared, binary=binary)
        if scale is None:
            return None
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    folder = settings.text("export/folder") or QStandardPaths.writableLocation(documents)
    start = str(Path(folder) / f"{suggested_name(compared)}.{offered[0].ending}")
    title = _("Export the comparison")
    filters = ";;".join(kind.filter for kind in offered)
    file, chosen = QFileDialog.getSaveFileName(page, title, start, filters)
    if not file:
        return None
    path, kind = _chosen(Path(file), chosen, offered)
    try:
        if experiment is not None and kind.name in ("html", "report"):
            write_experiment(experiment, compared, path, html=kind.name == "html", binary=binary)
        else:
            write(compared, path, kind.name, binary=binary, scale=scale)
    except (DriveproofError, OSError) as error:
        words = _("{0} was not written: {1}")
        page.say(words.format(shown(path.name), error), bad=True)
        return None
    settings.keep("export/folder", str(path.parent))
    page.say(_("Written: {0}").format(path))
    return str(path)


def _chosen(path: Path, chosen: str, offered: list[Kind]) -> tuple[Path, Kind]:
    """What the file shall be, and its name with the ending of that."""
    ending = path.suffix.lower().removeprefix(".")
    fitting = [kind for kind in offered if kind.ending == ending]
    by_filter = [kind for kind in fitting or offered if kind.filter == chosen]
    kind = (by_filter or fitting or offered)[0]
    return (path if fitting else path.with_name(f"{path.name}.{kind.ending}")), kind


def _asked_scale(page: ComparePage, compared: Compared, *, binary: bool) -> int | None:
    """How large the picture shall be; None when nobody wants it."""
    from driveproof.ui.charts.picture_dialog import PictureDialog
    from driveproof.ui.compare.printed_comparison import ComparePaper

    size = ComparePaper(compared, binary=binary).size.toSize()
    dialog = PictureDialog(size, page.window(), sized=False)
    return dialog.scale if dialog.exec() else None
