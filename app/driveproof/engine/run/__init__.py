# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a profile phase by phase: prepares the target, measures, watches, cancels, saves."""
