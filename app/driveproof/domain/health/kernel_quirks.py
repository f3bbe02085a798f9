# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of drives that the Linux kernel avoids by itself, and what a person notices of it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from enum import StrEnum
from fnmatch import fnmatchcase

import msgspec

from driveproof.domain.codec import Decoder
from driveproof.domain.say import Say


class Avoided(StrEnum):
    """What Linux does without; the words of resources/kernel-quirks.toml."""

    TRIM = "trim"
    QUEUE = "queue"
    LINK_POWER = "link-power"
    DEEP_SLEEP = "deep-sleep"
    SLEEP = "sleep"


_SAYS: Mapping[Avoided, Say] = {
    Avoided.TRIM: Say("Linux sends this drive no TRIM, because TRIM destroys its data."),
    Avoided.QUEUE: Say(
        "Linux sends this drive one request at a time, because its queue is faulty: random access"
        " is slow."
    ),
    Avoided.LINK_POWER: Say(
        "Linux keeps link power management off, because this drive freezes with it."
    ),
    Avoided.DEEP_SLEEP: Say(
        "Linux leaves out the deepest power state, because this drive does not always wake up from"
        " it."
    ),
    Avoided.SLEEP: Say(
        "Linux keeps this drive out of its idle power states, because it fails in them."
    ),
}


class KernelQuirk(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fault, and the drives that have it (resources/kernel-quirks.toml has the keys)."""

    models: tuple[str, ...]
    avoids: Avoided
    source: str
    firmware: tuple[str, ...] = ()

    def of(self, model: str, firmware: str) -> bool:
        """Whether a drive has it."""
        return any(fnmatchcase(model, pattern) for pattern in self.models) and (
            not self.firmware or any(fnmatchcase(firmware, pattern) for pattern in self.firmware)
        )

    @property
    def say(self) -> Say:
        """What Linux does, and why."""
        return _SAYS[self.avoids]


_TABLE: Decoder[tuple[KernelQuirk, ...]] = Decoder(tuple[KernelQuirk, ...], 2**20)


def read_quirks(text: str) -> tuple[KernelQuirk, ...]:
    """Those of a file as resources/kernel-quirks.toml. Raises ValueError for a broken one."""
    quirks = _TABLE.convert(tomllib.loads(text)["quirk"])
    for one in quirks:
        if not (one.models and one.source and all((*one.models, *one.firmware))):
            raise ValueError(f"{one}: an entry has models and a source")
    return quirks


def quirks_of(model: str, firmware: str, known: Iterable[KernelQuirk]) -> tuple[KernelQuirk, ...]:
    """Those of a drive."""
    return tuple(one for one in known if one.of(model.strip(), firmware.strip()))
