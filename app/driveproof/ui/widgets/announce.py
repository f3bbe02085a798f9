# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets a screen reader say what has happened, wherever its user is in the window."""

from __future__ import annotations

from PySide6 import QtGui
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str, *, urgent: bool = False) -> None:
    """Say a sentence that `widget` shows; `urgent`: at once, and not after what is being said.

    Nothing happens where nobody listens, and with Qt before 6.8, which could not.
    """
    if not text or not QAccessible.isActive() or not hasattr(QtGui, "QAccessibleAnnouncementEvent"):
        return
    event = QtGui.QAccessibleAnnouncementEvent(widget, text)
    if urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)
