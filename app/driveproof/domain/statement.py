# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the lower floors have to say: codes and values. Wording turns them into sentences."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Any, Final


class Statement:
    """A code, for which wording has a text, and the values of its fields.

    `Statement(TrimNote.TOO_SHORT, size=Bytes(4096))`: values as in domain/quantity.py. It is no
    dataclass, because documents have the names of its code and of its values' types (codec.py).
    """

    __slots__ = ("code", "values")

    def __init__(self, code: Enum, /, **values: object) -> None:
        self.code: Final = code
        self.values: Final[Mapping[str, object]] = values

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Statement):
            return NotImplemented
        return self.code is other.code and self.values == other.values

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"Statement({self.code}, {self.values})"
