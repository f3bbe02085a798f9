# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The questions of the guide that need a yes, and the one for a folder."""

from __future__ import annotations

from PySide6.QtWidgets import QFileDialog, QWidget

from driveproof.domain.experiment.experiment import Plan
from driveproof.ui.dialogs.asking import is_sure
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _


def was_updated(parent: QWidget, plan: Plan) -> bool:
    """Whether the firmware is another, though the drive says the old one, or none."""
    before = shown(plan.target.firmware or "")
    return is_sure(
        parent,
        _("Was the firmware updated?"),
        _("The drive still says {0}.").format(before)
        if before
        else _("The drive does not tell its firmware."),
        yes=_("&It was, go on"),
        no=_("&Not yet"),
    )


def may_give_up(parent: QWidget) -> bool:
    """Whether the person wants no verdict any more."""
    return is_sure(
        parent,
        _("Give this comparison up?"),
        _("There will be no verdict. What was measured stays in the history."),
        yes=_("&Give it up"),
        no=_("&Keep it"),
    )


def which_folder(parent: QWidget, plan: Plan) -> str:
    """Where the folder of a plan is now; "" when nobody says."""
    title = _("Where it is now")
    return QFileDialog.getExistingDirectory(parent, title, plan.target.path)
