# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks before a measurement, a TRIM or a comparison is stopped because the window closes."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from driveproof.wording.catalogue import _


def may_stop(parent: QWidget, *, trims: bool = False, compares: bool = False) -> bool:
    """Whether the person wants the measurement, the TRIM or the step of an experiment to end."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle("Driveproof")
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
    box.setText(text)
    box.setInformativeText(more)
    stop = box.addButton(_("&Stop and close"), QMessageBox.ButtonRole.DestructiveRole)
    keep = box.addButton(going_on, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)
    box.exec()
    answer = box.clickedButton() is stop
    box.deleteLater()
    return answer
