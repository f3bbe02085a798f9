# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the test of a whole drive: its passes, its steps, and where it goes on after a restart."""
