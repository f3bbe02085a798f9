# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is known of the window before it is filled: its size, and its pages."""

from __future__ import annotations

from PySide6.QtCore import QSize

OVERVIEW, HEALTH, TRIM, MEASURE, HISTORY = range(5)
WINDOW = QSize(1280, 800)
