# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What proves that a TRIM arrived, in tiers: numbers in, verdicts with their evidence out.

A verdict never says more than its numbers do. That a drive answers with something else than zeros
proves nothing where it promises no zeros.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from driveproof.domain.quantity import Bytes, OneOf
from driveproof.domain.statement import Statement
from driveproof.domain.trim.free_space import FreeSpace
from driveproof.domain.trim.job import (
    ACCEPTED,
    DATA_GONE,
    DEVICE_SAYS,
    EFFECT,
    INCONCLUSIVE,
    NOT_TRIED,
    PROVED,
    REFUTED,
    SECTOR,
    WHOLE_EACH_TIME,
    LayerCount,
    Proof,
    ProofVerdict,
)


class Evidence(Enum):
    """What a tier rests on: wording has a sentence for each. The comment names the values."""

    QUOTED = auto()  # text: kept by the history, or made elsewhere
    FAILED = auto()  # error
    CANCELLED_EARLY = auto()
    # what was counted
    NOTHING_COUNTS = auto()
    FREE = auto()  # sectors, ranges
    REPORTED = auto()  # filesystem, sectors
    REPORTED_WHOLE = auto()  # filesystem, sectors
    COUNTED = auto()  # layers: (name, sectors) of each
    OTHERS_MAY = auto()
    NOTHING_FREE = auto()
    NOTHING_FITS = auto()  # ranges, largest, shortest
    REMEMBERED = auto()  # filesystem
    NOTHING_FOUND = auto()  # filesystem
    RANGES_UNKNOWN = auto()  # filesystem
    MAYBE_TOO_SHORT = auto()  # largest, shortest
    NO_DISCARD = auto()
    NOT_AS_FAR_AS = auto()  # names
    SOME_COUNTED_NOTHING = auto()  # names
    ONLY_PART = auto()  # arrived, wanted
    TO_THE_SECTOR = auto()
    ALL_OF_IT = auto()
    SHORT_LEFT_OUT = auto()
    REST_REMEMBERED = auto()  # filesystem
    # what the drive says
    NO_USE_REPORTED = auto()
    IN_USE = auto()  # before, after
    NOTHING_NEW = auto()
    NOT_TELLING = auto()
    # what the blocks hold
    NOT_ASKED = auto()
    BLOCKS = auto()  # sectors, where, zeros, same, other
    PROMISE_LOOP = auto()
    PROMISE_RZAT = auto()
    NOT_DISCARDED = auto()
    PIECES_TOO_SHORT = auto()
    USED_AGAIN = auto()
    OUT_OF_REACH = auto()
    NO_PROMISE = auto()
    # what a measurement would show
    MEASURE = auto()
    COMPARED = auto()  # headline: of the comparison of before and after


class Promise(Enum):
    """Who promises that trimmed blocks read as zeros."""

    LOOP = Evidence.PROMISE_LOOP
    RZAT = Evidence.PROMISE_RZAT


ENOUGH = 0.99
"""Of what was expected: ranges that are shorter than the drive's granularity are left out."""
_REMEMBERS = frozenset({"ext3", "ext4"})
"""They leave groups out that were trimmed since the mount and not used again (EXT4_GROUP_INFO_
WAS_TRIMMED in fs/ext4/mballoc.c)."""


@dataclass(frozen=True, slots=True)
class Marked:
    """The content of a marker file's sectors after the TRIM, in sectors of 512 bytes.

    `where` is the device or the file that they were read from. `crumbs`: some of it is in pieces
    that may be too short for the device.
    """

    sectors: int
    zeros: int
    same: int
    promise: Promise | None
    where: str
    crumbs: bool = False


def expected(filesystem: str, free: FreeSpace | None, trimmed: int) -> int:
    """How many bytes of discard should have come."""
    if filesystem in WHOLE_EACH_TIME and free is not None:
        return free.bytes - free.too_short
    return trimmed


def accepted(
    filesystem: str, free: FreeSpace | None, trimmed: int, layers: tuple[LayerCount, ...]
) -> Proof:
    """Whether every layer counted what was trimmed (field 14 of its `stat`)."""
    known = [layer for layer in layers if layer.discarded is not None]
    if not known:
        return Proof(ACCEPTED, INCONCLUSIVE, (Statement(Evidence.NOTHING_COUNTS),))
    wanted = expected(filesystem, free, trimmed)
    if not wanted and not any(layer.discarded for layer in known):
        return Proof(ACCEPTED, INCONCLUSIVE, (_nothing(filesystem, free),))
    counts = tuple((layer.name, _sectors(layer.discarded or 0)) for layer in known)
    counted = Statement(Evidence.COUNTED, layers=counts)
    verdict, meaning = _judged(known, wanted, free, filesystem)
    return Proof(ACCEPTED, verdict, (*_reported(filesystem, free, trimmed), counted, *meaning))


Judgement = tuple[ProofVerdict, tuple[Statement, ...]]


def _judged(
    known: list[LayerCount], wanted: int, free: FreeSpace | None, filesystem: str
) -> Judgement:
    silent = [layer for layer in known if not layer.discarded]
    least = min(_level(known, "top"), _level(known, "bottom"))
    others = Statement(Evidence.OTHERS_MAY)
    if not wanted:
        return INCONCLUSIVE, (_nothing(filesystem, free), others)
    if len(silent) == len(known):
        return _none_came(filesystem, free)
    if silent and (missing := _missing(known, silent)):
        return missing
    if least < wanted * ENOUGH:
        part = Statement(Evidence.ONLY_PART, arrived=Bytes(least), wanted=Bytes(wanted))
        return INCONCLUSIVE, (part,)
    if all(layer.discarded == wanted for layer in known):
        return PROVED, _exact(wanted, free, filesystem)
    return PROVED, (Statement(Evidence.SHORT_LEFT_OUT) if least < wanted else others,)


def _exact(wanted: int, free: FreeSpace | None, filesystem: str) -> tuple[Statement, ...]:
    """Of layers that all counted the very number that was expected."""
    if free is not None and not free.estimate and free.bytes == wanted:
        return (Statement(Evidence.TO_THE_SECTOR),)
    said = [Statement(Evidence.ALL_OF_IT)]
    if free is not None and free.too_short:
        said.append(Statement(Evidence.SHORT_LEFT_OUT))
    if filesystem in _REMEMBERS and free is not None and free.bytes > wanted:
        said.append(Statement(Evidence.REST_REMEMBERED, filesystem=filesystem))
    return tuple(said)


def _none_came(filesystem: str, free: FreeSpace | None) -> Judgement:
    said = Statement(Evidence.NO_DISCARD)
    if _came_out(filesystem, free):
        return REFUTED, (said,)
    return INCONCLUSIVE, (said, _unknown(filesystem, free))


def _came_out(filesystem: str, free: FreeSpace | None) -> bool:
    """Whether there certainly was something to discard.

    A file system that names what it discarded has discarded it. Otherwise it certainly had only
    where a free range holds a whole unit of the device, also when a step of a TRIM ends within it.
    """
    if filesystem not in WHOLE_EACH_TIME:
        return True
    return free is not None and (free.largest or 0) >= max(2 * free.shortest, 1)


def _unknown(filesystem: str, free: FreeSpace | None) -> Statement:
    if free is None or free.largest is None:
        return Statement(Evidence.RANGES_UNKNOWN, filesystem=filesystem)
    largest, shortest = Bytes(free.largest), Bytes(free.shortest)
    return Statement(Evidence.MAYBE_TOO_SHORT, largest=largest, shortest=shortest)


def _missing(known: list[LayerCount], silent: list[LayerCount]) -> Judgement | None:
    """What it means that some devices counted nothing; None where it means nothing.

    It is certain only where the path has one end: of several drives one may hold no free space (or
    be another path to the same drive), and a device that keeps blocks may have nothing to pass on.
    """
    ends = sum(layer.bottom for layer in known)
    if ends < 2 and not any(layer.keeps for layer in known):
        names = OneOf(tuple(layer.name for layer in silent))
        return REFUTED, (Statement(Evidence.NOT_AS_FAR_AS, names=names),)
    quiet = tuple(layer.name for layer in silent if layer.bottom)
    if not quiet:
        return None  # the metadata of a pool or a RAID
    return INCONCLUSIVE, (Statement(Evidence.SOME_COUNTED_NOTHING, names=OneOf(quiet)),)


def device_says(before: int | None, after: int | None, wanted: int) -> Proof:
    """Whether the namespace holds less than before, in bytes (NUSE of Identify Namespace)."""
    if before is None or after is None:
        return Proof(DEVICE_SAYS, NOT_TRIED, (Statement(Evidence.NO_USE_REPORTED),))
    used = Statement(Evidence.IN_USE, before=Bytes(before), after=Bytes(after))
    if after < before:
        return Proof(DEVICE_SAYS, PROVED, (used,))
    why = Evidence.NOT_TELLING if wanted else Evidence.NOTHING_NEW
    return Proof(DEVICE_SAYS, INCONCLUSIVE, (used, Statement(why)))


def data_gone(marked: Marked | None, problem: Exception | None = None) -> Proof:
    """Whether a marked file can still be read after it was deleted and trimmed; `problem` is why
    that could not be tried.
    """
    if marked is None and problem is not None:
        return Proof(DATA_GONE, INCONCLUSIVE, (Statement(Evidence.FAILED, error=problem),))
    if marked is None:
        return Proof(DATA_GONE, NOT_TRIED, (Statement(Evidence.NOT_ASKED),))
    verdict, meaning = _read_back(marked)
    blocks = Statement(
        Evidence.BLOCKS,
        sectors=marked.sectors,
        where=marked.where,
        zeros=marked.zeros,
        same=marked.same,
        other=marked.sectors - marked.zeros - marked.same,
    )
    return Proof(DATA_GONE, verdict, (blocks, *map(Statement, meaning)))


def _read_back(marked: Marked) -> tuple[ProofVerdict, tuple[Evidence, ...]]:
    if marked.promise is None:
        gone = marked.zeros == marked.sectors
        return INCONCLUSIVE, (Evidence.OUT_OF_REACH if gone else Evidence.NO_PROMISE,)
    promise = marked.promise.value
    if marked.zeros == marked.sectors:
        return PROVED, (promise,)
    if marked.same == marked.sectors and not marked.crumbs:
        return REFUTED, (promise, Evidence.NOT_DISCARDED)
    if marked.same and marked.crumbs:
        return INCONCLUSIVE, (Evidence.PIECES_TOO_SHORT,)
    return INCONCLUSIVE, (Evidence.USED_AGAIN,)


def unsettled(proof: Proof) -> Proof:
    """The same where the end of it was not waited for: what did not come may still come."""
    if proof.verdict != REFUTED:
        return proof
    early = Statement(Evidence.CANCELLED_EARLY)
    return Proof(proof.tier, INCONCLUSIVE, (*proof.evidence, early))


def effect() -> Proof:
    """The strongest tier is a measurement before and after."""
    return Proof(EFFECT, NOT_TRIED, (Statement(Evidence.MEASURE),))


def _level(known: list[LayerCount], which: str) -> int:
    """The sum of the uppermost or the lowest devices: a file system may span several."""
    found = [layer.discarded or 0 for layer in known if getattr(layer, which)]
    return sum(found) if found else min(layer.discarded or 0 for layer in known)


def _reported(filesystem: str, free: FreeSpace | None, trimmed: int) -> list[Statement]:
    said = []
    if free is not None and not free.estimate:
        said.append(Statement(Evidence.FREE, sectors=_sectors(free.bytes), ranges=free.ranges))
    code = Evidence.REPORTED_WHOLE if filesystem in WHOLE_EACH_TIME else Evidence.REPORTED
    return [*said, Statement(code, filesystem=filesystem, sectors=_sectors(trimmed))]


def _nothing(filesystem: str, free: FreeSpace | None) -> Statement:
    if free is not None and not free.bytes:
        return Statement(Evidence.NOTHING_FREE)
    if free is not None and free.fitting == 0:
        return Statement(
            Evidence.NOTHING_FITS,
            ranges=free.ranges,
            largest=Bytes(free.largest or 0),
            shortest=Bytes(free.shortest),
        )
    code = Evidence.REMEMBERED if filesystem in _REMEMBERS else Evidence.NOTHING_FOUND
    return Statement(code, filesystem=filesystem)


def _sectors(size: int) -> int:
    return size // SECTOR
