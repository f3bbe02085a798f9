# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports: what one says, whatever it is written as, and how it becomes one HTML file."""
