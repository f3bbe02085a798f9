# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Texts that the shell patterns of our tables match."""

from __future__ import annotations


def matching(pattern: str) -> str:
    """A text that the pattern matches: the first letter of each set, and digits elsewhere."""
    while "[" in pattern:
        before, _, rest = pattern.partition("[")
        inside, _, after = rest.partition("]")
        pattern = before + inside[0] + after
    return pattern.replace("*", "1").replace("?", "1")
