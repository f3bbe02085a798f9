# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One TRIM of a file system: preview, progress, outcome, and the proof that it arrived."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError
from driveproof.domain.finding import Code, Finding, GradeWord, JoinedFinding
from driveproof.domain.quantity import Bytes, OneOf, Seconds
from driveproof.domain.rating import Rating
from driveproof.domain.say import Coded, Say
from driveproof.domain.trim.free_space import EstimateReason, FreeSpace
from driveproof.domain.trim.path import BLOCK, DiscardPath, LayerKind, PathLayer


class TrimStatus(StrEnum):
    """How it ended."""

    FINISHED = "finished"
    CANCELLED = "cancelled"


class Tier(StrEnum):
    """Where evidence comes from: from the cheapest to the strongest."""

    ACCEPTED = "accepted"
    DEVICE_SAYS = "device report"
    DATA_GONE = "data gone"
    EFFECT = "effect"


ACCEPTED, DEVICE_SAYS, DATA_GONE, EFFECT = Tier
TIER_TITLES = {
    ACCEPTED: Say("Accepted by every layer"),
    DEVICE_SAYS: Say("Used space of the drive"),
    DATA_GONE: Say("Deleted data"),
    EFFECT: Say("Write speed"),
}
"""What a tier looks at."""


class ProofVerdict(StrEnum):
    """What a tier shows."""

    PROVED = "proved"
    INCONCLUSIVE = "inconclusive"
    REFUTED = "refuted"
    """What should have happened did not. Only where that is certain: a drive that promises nothing
    about its trimmed blocks is never called broken."""
    NOT_TRIED = "not tried"


PROVED, INCONCLUSIVE, REFUTED, NOT_TRIED = ProofVerdict
PROOF_WORDS = (
    GradeWord(PROVED, Say("proved"), Rating.FINE),
    GradeWord(REFUTED, Say("refuted"), Rating.BAD),
    GradeWord(INCONCLUSIVE, Say("inconclusive"), Rating.UNKNOWN),
    GradeWord(NOT_TRIED, Say("not tried")),
)
"""What the verdicts are called."""


class ProofCode(Code):
    """What a tier rests on."""

    FAILED = auto()
    CANCELLED_EARLY = auto()
    # what was counted
    NOTHING_COUNTS = auto()
    FREE = auto()
    REPORTED = auto()
    REPORTED_WHOLE = auto()
    COUNTED = auto()
    OTHERS_MAY = auto()
    NOTHING_FREE = auto()
    NOTHING_FITS = auto()
    REMEMBERED = auto()
    NOTHING_FOUND = auto()
    RANGES_UNKNOWN = auto()
    MAYBE_TOO_SHORT = auto()
    NO_DISCARD = auto()
    NOT_AS_FAR_AS = auto()
    SOME_COUNTED_NOTHING = auto()
    ONLY_PART = auto()
    TO_THE_SECTOR = auto()
    ALL_OF_IT = auto()
    SHORT_LEFT_OUT = auto()
    REST_REMEMBERED = auto()
    # what the drive says
    NO_USE_REPORTED = auto()
    IN_USE = auto()
    NOTHING_NEW = auto()
    NOT_TELLING = auto()
    # what the blocks hold
    NOT_ASKED = auto()
    BLOCKS = auto()
    PROMISE = auto()
    NOT_DISCARDED = auto()
    PIECES_TOO_SHORT = auto()
    USED_AGAIN = auto()
    OUT_OF_REACH = auto()
    NO_PROMISE = auto()
    PASSED_ADAPTER = auto()
    ADAPTER_IGNORES = auto()
    # what a measurement would show
    MEASURE = auto()
    COMPARED = auto()


_WHOLLY = 0.99
_OWN = frozenset({LayerKind.FILESYSTEM, LayerKind.MOUNT})
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
STEP_TITLES = {
    MOUNTING: Say("Mounting"),
    UNMOUNTING: Say("Unmounting"),
    MARKING: Say("Writing and deleting a marked file of 4 MiB"),
    LOOKING: Say("Reading the free space…"),
    TRIMMING: Say("Trimming"),
    SETTLING: Say("Waiting for the counters"),
}
_MOST_POINTS = 4
"""The number of other mount points that are named: there may be hundreds (containers)."""


@dataclass(frozen=True, slots=True)
class Proof:
    """One tier: its result, with the numbers behind it (domain/trim/evidence.py)."""

    tier: Tier
    verdict: ProofVerdict
    evidence: tuple[Finding, ...]

    @property
    def finding(self) -> JoinedFinding:
        """What it shows, with the code of the first piece of evidence."""
        return JoinedFinding(
            self.evidence[0].code,
            tuple(one for found in self.evidence for one in found.say),
            self.verdict,
            subject=Coded(self.tier, TIER_TITLES[self.tier]),
            parts=self.evidence,
        )


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

    @property
    def where(self) -> Say:
        """The file system in a line."""
        kind = self.filesystem or Say("a file system")
        return Say("{filesystem} on {path}", filesystem=kind, path=self.device or self.place)

    @property
    def method(self) -> Say:
        """How it is trimmed."""
        return Say("mount, FITRIM, unmount") if self.mount is None else Say("FITRIM")

    @property
    def question(self) -> Say:
        """What is asked before it."""
        if self.mount is None:
            return Say("Mount, trim and unmount {device}?", device=self.device)
        return Say("TRIM {path}?", path=self.place)

    @property
    def will(self) -> tuple[Say, ...]:
        """What happens, step by step."""
        tells = Say("The file system tells the drive which blocks are free.")
        if self.mount is not None:
            return (tells,)
        mounts = Say(
            "UDisks2 mounts {device}, which may write to it, and unmounts it afterwards.",
            device=self.device,
        )
        return mounts, tells

    @property
    def notes(self) -> tuple[Say, ...]:
        """That it is of more than what was named, and that it leaves something out."""
        free = self.free
        if free is None or not free.too_short:
            return self._scope
        short = Say(
            "{size} skipped: in ranges below the device's minimum of {shortest}.",
            size=Bytes(free.too_short),
            shortest=Bytes(free.shortest),
        )
        return (*self._scope, short)

    @property
    def _scope(self) -> tuple[Say, ...]:
        """Of a folder, a bind mount or a subvolume; () where the whole file system is visible."""
        mount = self.mount
        if mount is None or (mount.root == "/" and not self.inside):
            return ()
        devices = tuple(f"/dev/{name.replace('!', '/')}" for name in self.lies_on)
        covers = Say(
            "TRIM covers all of the file system on {devices}, not only {target}.",
            devices=OneOf(devices or (mount.source,)),
            target=self.target,
        )
        elsewhere = sorted(self.chain.elsewhere, key=lambda one: one.root != "/")
        points = list(dict.fromkeys(one.path for one in elsewhere))
        if mount.root == "/" or not points:
            return (covers,)
        named = (*points[:_MOST_POINTS], *("…" for _more in points[_MOST_POINTS:][:1]))
        return covers, Say("It is also mounted at {points}.", points=OneOf(named))

    def estimated(self, reason: EstimateReason) -> Say:
        """Why the free space is an estimate."""
        match reason:
            case EstimateReason.CANNOT_TELL:
                kind = self.filesystem
                return Say("{filesystem} does not report its free ranges.", filesystem=kind)
            case EstimateReason.ONLY_ROOT:
                return Say("Only root may read its free ranges.")
        return Say("Its folder cannot be read.")

    @property
    def picture(self) -> Say | None:
        """The picture of the free space, for readers who cannot see it; None without one."""
        if self.free is None or not self.free.bins:
            return None
        bins = self.free.bins
        return Say(
            "Free: {count} of {parts} equal parts of {device}.",
            count=sum(share > _WHOLLY for share in bins),
            parts=len(bins),
            device=self.device,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TrimProgress:
    """The progress, in bytes and seconds; `share` from 0 to 1, None where unknown."""

    step: TrimStep
    position: int = 0
    size: int = 0
    trimmed: int = 0
    elapsed: float = 0.0
    share: float | None = None
    remaining: float | None = None

    def done(self, expected: int | None) -> Say | None:
        """How many bytes are trimmed, of how many where that is known; None in another step."""
        if self.step != TRIMMING:
            return None
        size = Bytes(self.trimmed)
        if not expected:
            return Say("{size} trimmed", size=size)
        return Say("{size} of {total} trimmed", size=size, total=Bytes(expected))

    @property
    def left(self) -> Say | None:
        """The remaining time, None where that is not known."""
        return None if self.remaining is None else Say("{time} left", time=Seconds(self.remaining))


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

    @property
    def say(self) -> Say:
        """The answer in a sentence: the first proof in this order that holds."""
        size = Bytes(self.discarded)
        if self.status == TrimStatus.CANCELLED:
            return Say("Cancelled: {size} were trimmed.", size=size)
        found = {(proof.tier, proof.verdict) for proof in self.proof}
        rests_on = {found.code for proof in self.proof for found in proof.evidence}
        if ProofCode.ADAPTER_IGNORES in rests_on:
            return Say("Trimmed, but the adapter probably ignores it.")
        answers = {
            (ACCEPTED, REFUTED): Say("The TRIM did not reach the drive."),
            (DATA_GONE, REFUTED): Say("Trimmed, but the deleted data is still there."),
            (DEVICE_SAYS, REFUTED): Say("Trimmed, but the drive reports no change."),
            (DATA_GONE, PROVED): Say("{size} trimmed, and the deleted data is gone.", size=size),
            (DEVICE_SAYS, PROVED): Say("{size} trimmed, confirmed by the drive.", size=size),
            (ACCEPTED, PROVED): Say("{size} trimmed, accepted by every layer.", size=size),
        }
        nothing = Say("There was nothing new to trim.")
        rest = Say("{size} trimmed, not proved.", size=size) if self.discarded else nothing
        return next((say for proof, say in answers.items() if proof in found), rest)


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

    @property
    def say(self) -> Say:
        """How much of what, and how it ended or what was proved."""
        size, place = Bytes(self.discarded), self.place
        trim = Say("{size} of {place} ({kind})", size=size, place=place, kind=self.filesystem)
        # Translators: {trim} is an amount and a place: "4 GB of /home (ext4)"
        if self.status == TrimStatus.CANCELLED:
            return Say("{first}, {second}", first=trim, second=Say("cancelled"))
        refuted, proved = (
            OneOf(tuple(TIER_TITLES[one.tier] for one in self.proof if one.verdict == verdict))
            for verdict in (REFUTED, PROVED)
        )
        if refuted.names:
            return Say("{trim}; refuted: {tiers}", trim=trim, tiers=refuted)
        return Say("{trim}; proved: {tiers}", trim=trim, tiers=proved) if proved.names else trim


def upper_layers(path: DiscardPath, devices: tuple[str, ...]) -> tuple[PathLayer, ...]:
    """The layers that a discard of the file system passes by itself.

    Below a loop device there is a file, and what holds it is trimmed for itself: that may block
    without any harm to what is freed here. `devices` are those that count discards.
    """
    found: list[PathLayer] = []
    for number, layer in enumerate(path.layers):
        own = path.mount is not None and number < len(_OWN) and layer.kind in _OWN
        if own or (layer.device in devices and layer.kind != LayerKind.FILESYSTEM):
            found.append(layer)
    return tuple(found)


def refusal(
    path: DiscardPath, devices: tuple[str, ...], filesystem: str, others: int = 0
) -> DriveproofError | None:
    """Why a TRIM is impossible, with what would change that; None where it is possible.

    `others` is how many devices lie side by side under the file system: there one that blocks does
    not stop the others.
    """
    mount = path.mount
    layers = upper_layers(path, devices)
    blocked = [layer for layer in layers if layer.verdict == BLOCK]
    whole = [layer for layer in blocked if layer.kind in _OWN]
    if whole or (blocked and others < 2):
        worst = (whole or blocked)[0]
        remedy = worst.remedy
        return MachineError(
            "{layer} blocks TRIM: {facts}.",
            layer=worst.label,
            facts=OneOf(tuple(one for fact in worst.facts for one in fact.say)),
            advice=Advice("{text}", text=remedy.say) if remedy else None,
        )
    if mount is None and not filesystem:
        return MachineError(
            "{target} has no file system.",
            target=path.target,
            advice=Advice("Choose a device or a mounted file system."),
        )
    if mount is not None and not devices:
        return MachineError(
            "No block device is known below {path}.",
            path=mount.path,
            advice=Advice("Choose a device or a mounted file system."),
        )
    if mount is not None and mount.read_only:
        return RefusedError(
            "{path} is mounted read-only.",
            path=mount.path,
            advice=Advice("Run 'mount -o remount,rw' as root first."),
        )
    return None
