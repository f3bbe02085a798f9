# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of TRIM: the discard path of a drive, and a TRIM before, while and after it runs."""
