# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the work and notifies observers: runs, health, TRIM, checks, experiments."""
