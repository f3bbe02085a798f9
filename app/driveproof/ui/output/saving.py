# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks where the report of a check, or of two, goes, and writes it there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.ui.settings import Settings
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.message_bar import MessageBar
from driveproof.wording.catalogue import _


def save_report(
    parent: QWidget,
    settings: Settings,
    message: MessageBar,
    name: str,
    write: Callable[[Path], None],
) -> None:
    """Ask for a file, suggest `name` without a suffix, and `write` HTML or PDF by the suffix;
    `message` then has the path, or the error.
    """
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    folder = settings.text("export/folder") or QStandardPaths.writableLocation(documents)
    filters = {
        _("Report (*.html)"): ".html",
        _("Report on paper (*.pdf)"): ".pdf",
    }
    start = str(Path(folder) / f"{name}.html")
    found, chosen = QFileDialog.getSaveFileName(
        parent, _("Export the report"), start, ";;".join(filters)
    )
    if not found:
        return
    path = Path(found)
    if path.suffix.lower() not in filters.values():
        path = path.with_name(path.name + filters.get(chosen, ".html"))
    try:
        write(path)
    except DriveproofError as error:
        message.say_error(error)
        return
    settings.keep("export/folder", str(path.parent))
    message.say(_("Written: {path}").format(path=shown(str(path))))
