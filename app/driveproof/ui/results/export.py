# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A result leaves the window: as a report, a picture, a table, or copied to be pasted."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QStandardPaths
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QMenu

from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.changes import Pair
from driveproof.domain.run.run import Run
from driveproof.ui.settings import Settings
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.dates import file_stamp
from driveproof.wording.errors import Face, message_and_advice

if TYPE_CHECKING:
    from driveproof.ui.results.run_view import RunView


@dataclass(frozen=True)
class Kind:
    """What a run is written as: `words` name it in the menu, `ending` is that of its file."""

    name: str
    ending: str
    words: str
    filter: str


def kinds() -> tuple[tuple[Kind, ...], ...]:
    """Everything that a run can be written as, in groups."""
    return (
        (
            Kind(
                "html",
                "html",
                _("&Report as a web page (HTML)…"),
                _("Report (*.html)"),
            ),
            Kind(
                "report",
                "pdf",
                _("Report on &paper (PDF)…"),
                _("Report on paper (*.pdf)"),
            ),
        ),
        (
            Kind(
                "png",
                "png",
                _("Charts as a p&icture (PNG)…"),
                _("Picture (*.png)"),
            ),
            Kind(
                "svg",
                "svg",
                _("Charts as a &drawing (SVG)…"),
                _("Drawing (*.svg)"),
            ),
            Kind(
                "pdf",
                "pdf",
                _("Charts as one p&age (PDF)…"),
                _("Page (*.pdf)"),
            ),
        ),
        (
            Kind(
                "csv",
                "csv",
                _("&Table (CSV)…"),
                _("Table (*.csv)"),
            ),
            Kind(
                "json",
                "json",
                _("&Everything (JSON)…"),
                _("Everything (*.json)"),
            ),
        ),
    )


def suggested_name(run: Run) -> str:
    """A file name without an ending, of plain letters: nothing foreign gets into it."""
    profile = re.sub(r"[^a-z0-9]+", "-", run.profile.lower()).strip("-")[:40] or "run"
    return f"driveproof-{file_stamp(run.started)}-{profile}"


def write(
    run: Run,
    path: Path,
    kind: str,
    health: tuple[Pair, ...] = (),
    *,
    binary: bool = False,
    scale: int | None = None,
) -> None:
    """Write a run as one of `kinds`. Raises DriveproofError when it cannot.

    `health` is that of its drives, before and after; `scale` is for png, pixels for each unit.
    """
    from driveproof.ui.output.chart_export import SCALE, render_run, write_text

    if kind in ("html", "report"):
        from driveproof.ui.output.report_files import write_run

        write_run(run, path, "html" if kind == "html" else "pdf", health, binary=binary)
    elif kind == "csv":
        from driveproof.export.csv.run import run_csv

        write_text(path, run_csv(run))
    elif kind == "json":
        from driveproof.export.json.run import run_json

        write_text(path, run_json(run, health))
    else:
        render_run(run, path, kind, binary=binary, scale=scale or SCALE)


def export_menu(view: RunView, chosen: Callable[[str], None]) -> QMenu:
    """The menu of the button: `chosen(kind)` for each of the files; copying needs no place."""
    menu = QMenu(view)
    menu.setAccessibleName(_("Export"))
    for group in kinds():
        for kind in group:
            menu.addAction(kind.words).triggered.connect(lambda _=False, k=kind.name: chosen(k))
        menu.addSeparator()
    menu.addAction(_("&Copy charts as a picture")).triggered.connect(lambda: copy_picture(view))
    menu.addAction(_("Copy as te&xt for a forum")).triggered.connect(lambda: copy_text(view))
    return menu


def copy_text(view: RunView) -> None:
    """The block for a forum into the clipboard."""
    if view.run is None:
        return
    from driveproof.export.text.forum_run import forum_text

    QGuiApplication.clipboard().setText(forum_text(view.run))
    view.say(_("Copied, without serial number, path and label."))


def copy_picture(view: RunView) -> None:
    """The page of charts into the clipboard."""
    if view.run is None:
        return
    from driveproof.ui.output.chart_export import image_of_run

    try:
        image = image_of_run(view.run, binary=view.switch.binary)
    except DriveproofError as error:
        view.say(message_and_advice(error, Face.WINDOW), bad=True)
        return
    QGuiApplication.clipboard().setImage(image)
    view.say(_("The charts are copied as a picture."))


def ask_and_export(
    view: RunView,
    run: Run,
    name: str,
    settings: Settings | None,
    health: tuple[Pair, ...],
) -> str | None:
    """Let the person choose place and name for one of `kinds`; the path, None when nothing was
    written.
    """
    kind = next(kind for group in kinds() for kind in group if kind.name == name)
    scale = None
    if name == "png":
        scale = _asked_scale(view, run)
        if scale is None:
            return None
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    folder = (settings.text("export/folder") if settings else "") or (
        QStandardPaths.writableLocation(documents)
    )
    start = str(Path(folder) / f"{suggested_name(run)}.{kind.ending}")
    title = _("Export the result")
    file, _filter = QFileDialog.getSaveFileName(view, title, start, kind.filter)
    if not file:
        return None
    path = Path(file)
    if path.suffix.lower() != f".{kind.ending}":
        path = path.with_name(f"{path.name}.{kind.ending}")
    try:
        binary = view.switch.binary
        write(run, path, name, health, binary=binary, scale=scale)
    except (DriveproofError, OSError) as error:
        view.say(
            _("{0} was not written: {1}").format(shown(path.name), error),
            bad=True,
        )
        return None
    if settings:
        settings.keep("export/folder", str(path.parent))
    view.say(_("Written: {0}").format(shown(str(path))))
    return str(path)


def _asked_scale(view: RunView, run: Run) -> int | None:
    """How large the picture shall be; None when nobody wants it."""
    from driveproof.ui.charts.picture_dialog import PictureDialog
    from driveproof.ui.output.run_page import RunPage

    size = RunPage(run, binary=view.switch.binary).size.toSize()
    dialog = PictureDialog(size, view.window(), sized=False)
    return dialog.scale if dialog.exec() else None
