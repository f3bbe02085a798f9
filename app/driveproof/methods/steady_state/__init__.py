# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A device filled twice, then rounds of random writes until they are alike (SNIA PTS)."""
