# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks for a file to write: its name ends as its format does, and none is replaced unasked."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget

from driveproof.ui.dialogs.asking import is_sure
from driveproof.ui.theme.text import shown
from driveproof.ui.widgets.file_answer import may_exist
from driveproof.wording.catalogue import _


def file_to_write(
    parent: QWidget, title: str, start: str, words: str, *endings: str
) -> Path | None:
    """A file of one format, whose name gets the first of `endings` (without dots) if it has none of
    them; None after a cancel. `words` name the format: "Table (*.csv)".
    """
    name, _filter = QFileDialog.getSaveFileName(parent, title, start, words)
    if not name:
        return None
    path = Path(name)
    if path.suffix.lower().removeprefix(".") not in endings:
        path = path.with_name(f"{path.name}.{endings[0]}")
    return path if may_write(parent, path, asked=name) else None


def may_write(parent: QWidget, path: Path, *, asked: str) -> bool:
    """Whether a file may be written: about the one that was `asked` for the file dialog has asked
    itself.
    """
    return str(path) == asked or not may_exist(path) or _may_replace(parent, path)


def _may_replace(parent: QWidget, path: Path) -> bool:
    return is_sure(
        parent,
        _("Replace {file}?").format(file=shown(path.name)),
        _("This cannot be undone."),
        yes=_("&Replace"),
        no=_("&Keep"),
        destroys=True,
    )
