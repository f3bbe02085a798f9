# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One TRIM of a file system: preview, progress, outcome, and the proof that it arrived."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import DriveproofError
from driveproof.domain.statement import Statement
from driveproof.domain.trim.free_space import FreeSpace
from driveproof.domain.trim.path import DiscardPath


class TrimStatus(StrEnum):
    """How it ended."""

    FINISHED = "finished"
    CANCELLED = "cancelled"


FINISHED, CANCELLED = TrimStatus


class Tier(StrEnum):
    """Where evidence comes from: from the cheapest to the strongest."""

    ACCEPTED = "accepted"
    DEVICE_SAYS = "device says so"
    DATA_GONE = "data gone"
    EFFECT = "effect"


ACCEPTED, DEVICE_SAYS, DATA_GONE, EFFECT = Tier


class ProofVerdict(StrEnum):
    """What a tier shows."""

    PROVED = "proved"
    INCONCLUSIVE = "inconclusive"
    REFUTED = "refuted"
    """What should have happened did not. Only where that is certain: a drive that promises nothing
    about its trimmed blocks is never called broken."""
    NOT_TRIED = "not tried"


PROVED, INCONCLUSIVE, REFUTED, NOT_TRIED = ProofVerdict

SECTOR = 512
"""The kernel's unit, whatever the drive's own sector is."""

WHOLE_EACH_TIME = frozenset({"xfs"})
"""They answer to FITRIM with the requested length, not with the free bytes."""


class TrimStep(StrEnum):
    """What is done at the moment."""

    MOUNTING = "mounting"
    UNMOUNTING = "unmounting"
    MARKING = "marking"
    LOOKING = "looking"
    TRIMMING = "trimming"
    SETTLING = "settling"


MOUNTING, UNMOUNTING, MARKING, LOOKING, TRIMMING, SETTLING = TrimStep


@dataclass(frozen=True, slots=True)
class Proof:
    """One tier: its result, with the numbers behind it (domain/trim/evidence.py)."""

    tier: Tier
    verdict: ProofVerdict
    evidence: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class LayerCount:
    """The discard count of a device in bytes, None where its kernel does not count.

    `top` is directly below the file system, `bottom` the last one that we follow. A device that
    `keeps` need not pass a discard on: a thin pool without any written block, the metadata of a
    RAID.
    """

    name: str
    discarded: int | None
    top: bool = False
    bottom: bool = False
    keeps: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview:
    """What a TRIM would do; finding out changed nothing.

    `device` is the path of the device below the file system; `mount` is None where it has to be
    mounted first, and then `free` is None too: unknown. `layers` are the kernel names that count
    discards, top first. `refusal` says why it is impossible, with what would change that.
    `sequence` distinguishes the disk below `device` from a later one of that name, None where
    nothing does. `lies_on` are the kernel names of the devices below the file system; `inside` says
    that `target` is a folder other than its mount point.
    """

    target: str
    device: str
    filesystem: str
    chain: DiscardPath
    layers: tuple[str, ...]
    mount: Mount | None = None
    free: FreeSpace | None = None
    lies_on: tuple[str, ...] = ()
    inside: bool = False
    refusal: DriveproofError | None = None
    sequence: int | None = None

    @property
    def place(self) -> str:
        """Where it is mounted, or the device."""
        return self.mount.path if self.mount else self.device


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """The progress, in bytes and seconds; `share` from 0 to 1, None where unknown."""

    step: TrimStep
    position: int = 0
    size: int = 0
    trimmed: int = 0
    elapsed: float = 0.0
    share: float | None = None
    remaining: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The result.

    `trimmed` are the bytes that the file system reported as discarded; `preview` is that of the
    last moment before. `seconds` is the time of the TRIM itself. `problems` are other failures.
    """

    status: TrimStatus
    preview: Preview
    started: datetime
    seconds: float = 0.0
    trimmed: int = 0
    layers: tuple[LayerCount, ...] = ()
    proof: tuple[Proof, ...] = ()
    problems: tuple[DriveproofError, ...] = ()

    @property
    def discarded(self) -> int:
        """The bytes that the file system discarded: as it reported, or, where it reports more than
        that, as the devices below it counted.
        """
        counts = [layer.discarded for layer in self.layers if layer.top]
        if self.preview.filesystem not in WHOLE_EACH_TIME or None in counts or not counts:
            return self.trimmed
        return sum(count for count in counts if count is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTrim:
    """One that ran, as the history remembers it; bytes and seconds."""

    started: datetime
    place: str
    filesystem: str
    status: TrimStatus
    discarded: int
    seconds: float
    proof: tuple[Proof, ...] = ()
