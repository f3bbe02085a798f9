# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The questions of the experiment page that need a yes, and the one for a folder."""

from __future__ import annotations

from PySide6.QtWidgets import QFileDialog, QWidget

from driveproof.domain.experiment.experiment import Experiment
from driveproof.ui.dialogs.asking import is_sure
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _


def was_updated(parent: QWidget, experiment: Experiment) -> bool:
    """Whether the firmware is another, though the drive says the old one, or none."""
    before = shown(experiment.target.firmware or "")
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


def which_folder(parent: QWidget, experiment: Experiment) -> str:
    """Where the folder of an experiment is now; "" when nobody says."""
    title = _("Where it is now")
    return QFileDialog.getExistingDirectory(parent, title, experiment.target.path)
