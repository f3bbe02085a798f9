# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The folders in which checks of capacity keep what they wrote, in words."""

from __future__ import annotations

import shlex

from driveproof.domain.run.kept import KeptFolder
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.units import format_size


def kept_sentence(one: KeptFolder, *, command: str = "") -> str:
    """What is kept where, and the command that removes it, where there is one."""
    folder, size = shown(one.path), format_size(one.size, binary=True)
    if command:
        return _("A check of capacity keeps {size} in {folder}. To remove it: {command}").format(
            size=size, folder=folder, command=shown(command)
        )
    return _("A check of capacity keeps {size} in {folder}.").format(size=size, folder=folder)


def remove_command(one: KeptFolder) -> str:
    """What removes it in a terminal."""
    return f"driveproof remove {shlex.quote(one.path)}"


def remove_question(one: KeptFolder) -> str:
    """Asks before that is done."""
    return _("Remove {folder} and the {size} in it?").format(
        folder=shown(one.path), size=format_size(one.size, binary=True)
    )


def remove_meaning() -> str:
    """What is lost by it."""
    return _("The check cannot go on then: the next one begins anew.")


def removed_text(one: KeptFolder) -> str:
    """Says that it is done."""
    return _("{folder} is removed.").format(folder=shown(one.path))
