# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of a TRIM from the file system down to the drive: which layer lets it through."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from driveproof.domain.drive.drive import Mount

PASS, BLOCK, UNKNOWN = "pass", "block", "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class PathLayer:
    """One layer, from the file system (first) to the drive (last).

    `name` is what people call it ("/home", "/dev/mapper/vault"), `device` its kernel name or "",
    `kind` a word (filesystem, lvm, crypt, md, bcache, loop, partition, bridge, drive ...).
    `fact` is what was read, quoted; `source` where. `remedy` says what would change a block, and
    `cost` what that costs: nothing of it is ever done by this program. `root` says what root could
    find out more, "" for nothing.
    """

    name: str
    kind: str
    verdict: str
    fact: str
    source: str
    device: str = ""
    remedy: str = ""
    cost: str = ""
    root: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodicTrim:
    """fstrim.timer; None for what is not known. `listed` says whether this very mount is in the
    list of fstrim.service, `why` in a sentence why so.
    """

    installed: bool | None = None
    enabled: bool | None = None
    active: bool | None = None
    last: datetime | None = None
    next: datetime | None = None
    listed: bool | None = None
    why: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardPath:
    """All layers of one mount point or device, and what they mean together."""

    target: str
    mount: Mount | None
    layers: tuple[PathLayer, ...]
    verdict: str
    sentence: str
    periodic: PeriodicTrim | None = None
    continuous: bool | None = None
    """Whether the mount discards as files are deleted (`discard`); None without a mount."""
    continuous_fact: str = ""
    notes: tuple[str, ...] = ()
    elsewhere: tuple[Mount, ...] = ()
    """The other mounts of the same file system that are seen from here."""


def verdict_of(layers: tuple[PathLayer, ...]) -> str:
    """One block blocks; else one unknown leaves it unknown; nothing at all is unknown."""
    words = {layer.verdict for layer in layers}
    if BLOCK in words:
        return BLOCK
    return UNKNOWN if UNKNOWN in words or not words else PASS
