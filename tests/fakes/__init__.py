# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stand-ins for what the program talks to: UDisks2, fwupd, drives, files of the kernel."""
