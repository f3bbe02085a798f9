# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Charts: each drawn once, from domain values, for the window, a picture or a page."""
