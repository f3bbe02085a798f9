# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The folder in which a check of capacity keeps what it wrote, until somebody removes it."""

from __future__ import annotations

import re
from dataclasses import dataclass

PREFIX = "driveproof-capacity-"
_NAME = re.compile(r"driveproof-capacity-([0-9a-f]{16})")


@dataclass(frozen=True, slots=True)
class KeptFolder:
    """One that is there now: its path, the number of the check, and the bytes of its files."""

    path: str
    number: int
    size: int


def kept_name(number: int) -> str:
    """The name of the folder of a check by its number (64 bits)."""
    return f"{PREFIX}{number:016x}"


def number_of(name: str) -> int | None:
    """The number of the check that a folder of this name is of; None for any other folder."""
    match = _NAME.fullmatch(name)
    return None if match is None else int(match[1], 16)
