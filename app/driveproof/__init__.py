# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Driveproof: disk benchmark, health and TRIM checker for the Linux desktop."""

from __future__ import annotations

__version__ = "0.1.0"
