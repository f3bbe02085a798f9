# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the results of other programs, and our own JSON: bytes in, runs out; no I/O."""
