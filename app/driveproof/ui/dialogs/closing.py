# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks before closing the window stops a measurement, a TRIM or an experiment's step."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from driveproof.ui.dialogs.asking import is_sure
from driveproof.wording.catalogue import _


def may_stop(parent: QWidget, *, trims: bool = False, compares: bool = False) -> bool:
    """Whether the person agrees to end the measurement, the TRIM or the experiment's step."""
    text = _("A measurement is running.")
    more = _("Stop it and close? What was measured so far is kept as cancelled.")
    going_on = _("&Keep measuring")
    if trims:
        text = _("A TRIM is running.")
        more = _(
            "Stop it and close? What was trimmed so far stays trimmed; what was mounted for it is"
            " unmounted."
        )
        going_on = _("&Keep trimming")
    if compares:
        text = _("A step of an experiment is running.")
        more = _(
            "Stop it and close? The comparison stays open, and can go on later; this step is done"
            " again then."
        )
        going_on = _("&Keep going")
    return is_sure(parent, text, more, yes=_("&Stop and close"), no=going_on, destroys=True)
