# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the lower floors have to say: codes and values. Wording turns them into sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


@dataclass(frozen=True, init=False)
class Statement:
    """A code, for which wording has a text, and the values of its fields.

    `Statement(TrimNote.TOO_SHORT, size=Bytes(4096))`: values as in domain/quantity.py.
    """

    code: Enum
    values: Mapping[str, object] = field(hash=False)

    def __init__(self, code: Enum, /, **values: object) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "values", values)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]
