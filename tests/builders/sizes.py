# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sizes of the window."""

from __future__ import annotations

SMALLEST, LAPTOPS = (760, 480), ((1280, 800), (1366, 728))  # the last less a panel of 40 pixels
