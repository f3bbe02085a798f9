# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks before a measurement is stopped because the window closes."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QMessageBox, QWidget


def may_stop(parent: QWidget) -> bool:
    """Whether the person wants the measurement to end."""
    box = QMessageBox(parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle("Driveproof")
    box.setText(_tr("A measurement is running."))
    box.setInformativeText(_tr("Stop it and close? What was measured so far is kept as cancelled."))
    stop = box.addButton(_tr("&Stop and close"), QMessageBox.ButtonRole.DestructiveRole)
    keep = box.addButton(_tr("&Keep measuring"), QMessageBox.ButtonRole.RejectRole)
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)
    box.exec()
    answer = box.clickedButton() is stop
    box.deleteLater()
    return answer


def _tr(text: str) -> str:
    return QCoreApplication.translate("Closing", text)
