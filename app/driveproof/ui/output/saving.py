# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks where the values of a drive go, and writes them there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import QStandardPaths
from PySide6.QtWidgets import QWidget

from driveproof.domain.errors import DriveproofError
from driveproof.ui.output.export import may_replace
from driveproof.ui.settings import Settings
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.file_dialogs import save_name
from driveproof.ui.widgets.message_bar import MessageBar
from driveproof.wording.catalogue import _


def save_file(
    parent: QWidget,
    settings: Settings | None,
    message: MessageBar,
    name: str,
    write: Callable[[Path], None],
    *,
    title: str,
    filters: Mapping[str, str],
) -> None:
    """Ask for a file, suggest `name` without a suffix, and `write` it; `message` then has the
    path, or the error.

    `filters` has the suffix for each entry of the dialog; the first is suggested.
    """
    usual = next(iter(filters.values()))
    documents = QStandardPaths.StandardLocation.DocumentsLocation
    kept = settings.text("export/folder") if settings is not None else ""
    folder = kept or QStandardPaths.writableLocation(documents)
    start = str(Path(folder) / f"{name}{usual}")
    found, chosen = save_name(parent, title, start, ";;".join(filters))
    if not found:
        return
    path = Path(found)
    if path.suffix.lower() not in filters.values():
        path = path.with_name(path.name + filters.get(chosen, usual))
        if path.exists() and not may_replace(parent, path):
            return
    try:
        write(path)
    except DriveproofError as error:
        message.say_error(error)
        return
    if settings is not None:
        settings.keep("export/folder", str(path.parent))
    message.say(_("Written: {path}").format(path=shown(str(path))))
