# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of a mirror: one, two of one file, two of two files, and a copy."""
