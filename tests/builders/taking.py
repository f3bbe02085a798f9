# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A chart that is taken out of the window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QMenu


def action(menu: QMenu, name: str) -> Callable[[], None]:
    """What the entry with this object name does."""
    (found,) = [one for one in menu.actions() if one.objectName() == name]
    return found.trigger
