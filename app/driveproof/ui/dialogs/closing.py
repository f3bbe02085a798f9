# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks before a measurement, a TRIM or a comparison is stopped because the window closes."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def may_stop(parent: QWidget, *, trims: bool = False, compares: bool = False) -> bool:
    """Whether the person wants the measurement, the TRIM or the step of a comparison to end."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle("Driveproof")
    text = _tr("A measurement is running.")
    more = _tr("Stop it and close? What was measured so far is kept as cancelled.")
    going_on = _tr("&Keep measuring")
    if trims:
        text = _tr("A TRIM is running.")
        more = _tr(
            "Stop it and close? What was trimmed so far stays trimmed; what was mounted for it is"
            " unmounted."
        )
        going_on = _tr("&Keep trimming")
    if compares:
        text = _tr("A step of a comparison is running.")
        more = _tr(
            "Stop it and close? The comparison stays open, and can go on later; this step is done"
            " again then."
        )
        going_on = _tr("&Keep going")
    box.setText(text)
    box.setInformativeText(more)
    stop = box.addButton(_tr("&Stop and close"), QMessageBox.ButtonRole.DestructiveRole)
    keep = box.addButton(going_on, QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)
    box.exec()
    answer = box.clickedButton() is stop
    box.deleteLater()
    return answer


def _tr(text: str) -> str:
    return QCoreApplication.translate("Closing", text)
