# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the raw values of certain SSDs mean, where the name of an attribute does not tell."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Annotated

import msgspec

from driveproof.domain.codec import Decoder
from driveproof.domain.health.report import Attribute

_Text = Annotated[str, msgspec.Meta(min_length=1)]
_LOW_BYTE = 0xFF
_WHOLE = 100
MOVED = {241: "written", 242: "read"}
"""The attributes that count what the host has moved, with the field of Health."""


class LifeIn(StrEnum):
    """Where the share of the rated life stands; the words of resources/smart-values.toml."""

    RAW = "raw"
    VALUE = "value"
    RAW_USED = "raw-used"


class RawReading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How some drives are read (resources/smart-values.toml has the keys)."""

    models: Annotated[tuple[_Text, ...], msgspec.Meta(min_length=1)]
    source: _Text
    firmware: tuple[_Text, ...] = ()
    attribute: int | None = None
    life: LifeIn | None = None
    unit: Annotated[int, msgspec.Meta(ge=1)] | None = None

    def __post_init__(self) -> None:
        """Raises ValueError for an entry that says nothing, or half of what it means."""
        if (self.attribute is None) != (self.life is None) or not (self.life or self.unit):
            raise ValueError(f"{self.models[0]}: an entry has an attribute with life, or a unit")

    def of(self, model: str, firmware: str) -> bool:
        """Whether it is about a drive."""
        return any(fnmatchcase(model, pattern) for pattern in self.models) and (
            not self.firmware or any(fnmatchcase(firmware, pattern) for pattern in self.firmware)
        )

    def life_left(self, row: Attribute) -> int | None:
        """What is left of the rated life in percent; None where the drive says nothing usable: 0
        is what new ones report that do not count it.
        """
        if self.life is LifeIn.VALUE:
            left = row.value
        elif row.raw is None:
            left = None
        else:
            low = row.raw & _LOW_BYTE
            left = low if self.life is LifeIn.RAW else _WHOLE - low
        return left if left is not None and 0 < left <= _WHOLE else None


_TABLE: Decoder[tuple[RawReading, ...]] = Decoder(tuple[RawReading, ...], 2**20)


def read_raw_readings(text: str) -> tuple[RawReading, ...]:
    """Those of a file as resources/smart-values.toml. Raises ValueError for a broken one."""
    return _TABLE.convert(tomllib.loads(text)["reading"])


def raw_readings_of(
    model: str, firmware: str, known: Iterable[RawReading]
) -> tuple[RawReading, ...]:
    """Those about a drive, in the order of the list."""
    return tuple(one for one in known if one.of(model.strip(), firmware.strip()))
