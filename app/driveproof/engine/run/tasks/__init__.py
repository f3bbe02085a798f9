# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a child of ours does in a folder: everyday work, and whole files read and written.

The child needs nothing but Python's own library: it starts at once, wherever the program lies.
"""
