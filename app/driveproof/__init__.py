# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Driveproof: prove what a drive does, keep it, and compare it honestly."""

from __future__ import annotations

__version__ = "0.1.0"
