# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What proves that a TRIM arrived, in tiers: numbers in, verdicts with their evidence out.

A verdict never says more than its numbers do. That a drive answers with something else than zeros
proves nothing where it promises no zeros.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.finding import Finding
from driveproof.domain.quantity import Bytes, OneOf, Plural
from driveproof.domain.say import Say
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
    ProofCode,
    ProofVerdict,
)


class Promise(Enum):
    """Who promises that trimmed blocks read as zeros."""

    LOOP = auto()
    RZAT = auto()


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
    adapter: bool = False
    """Whether a USB adapter is in between, which can accept a TRIM and ignore it."""


def expected_discards(filesystem: str, free: FreeSpace | None, trimmed: int) -> int:
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
        return Proof(
            ACCEPTED,
            INCONCLUSIVE,
            (Finding(ProofCode.NOTHING_COUNTS, (Say("No layer counts discards."),)),),
        )
    wanted = expected_discards(filesystem, free, trimmed)
    if not wanted and not any(layer.discarded for layer in known):
        return Proof(ACCEPTED, INCONCLUSIVE, (_nothing(filesystem, free),))
    counts = tuple(f"{layer.name} {_sectors(layer.discarded or 0)}" for layer in known)
    counted = Finding(ProofCode.COUNTED, (Say("Sectors counted: {layers}.", layers=OneOf(counts)),))
    verdict, meaning = _judged(known, wanted, free, filesystem)
    return Proof(ACCEPTED, verdict, (*_reported(filesystem, free, trimmed), counted, *meaning))


Judgement = tuple[ProofVerdict, tuple[Finding, ...]]


def _judged(
    known: list[LayerCount], wanted: int, free: FreeSpace | None, filesystem: str
) -> Judgement:
    silent = [layer for layer in known if not layer.discarded]
    least = min(_level(known, "top"), _level(known, "bottom"))
    others = Finding(ProofCode.OTHERS_MAY, (Say("Other programs may have discarded, too."),))
    if not wanted:
        return INCONCLUSIVE, (_nothing(filesystem, free), others)
    if len(silent) == len(known):
        return _none_came(filesystem, free)
    if silent and (missing := _missing(known, silent)):
        return missing
    if least < wanted * ENOUGH:
        part = Finding(
            ProofCode.ONLY_PART,
            (
                Say(
                    "Only {arrived} of {wanted} arrived.",
                    arrived=Bytes(least),
                    wanted=Bytes(wanted),
                ),
            ),
        )
        return INCONCLUSIVE, (part,)
    if all(layer.discarded == wanted for layer in known):
        return PROVED, _exact(wanted, free, filesystem)
    return PROVED, (
        Finding(ProofCode.SHORT_LEFT_OUT, (Say("Ranges below the device's minimum are skipped."),))
        if least < wanted
        else others,
    )


def _exact(wanted: int, free: FreeSpace | None, filesystem: str) -> tuple[Finding, ...]:
    """Of layers that all counted the very number that was expected."""
    if free is not None and not free.estimate and free.bytes == wanted:
        return (Finding(ProofCode.TO_THE_SECTOR, (Say("Every layer counted all of it."),)),)
    said = [Finding(ProofCode.ALL_OF_IT, (Say("Every layer counted all of it."),))]
    if free is not None and free.too_short:
        said.append(
            Finding(
                ProofCode.SHORT_LEFT_OUT, (Say("Ranges below the device's minimum are skipped."),)
            )
        )
    if filesystem in _REMEMBERS and free is not None and free.bytes > wanted:
        said.append(
            Finding(
                ProofCode.REST_REMEMBERED,
                (
                    Say(
                        "{filesystem} skips what it trimmed since it was mounted.",
                        filesystem=filesystem,
                    ),
                ),
            )
        )
    return tuple(said)


def _none_came(filesystem: str, free: FreeSpace | None) -> Judgement:
    said = Finding(ProofCode.NO_DISCARD, (Say("The file system sent no discard."),))
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


def _unknown(filesystem: str, free: FreeSpace | None) -> Finding:
    if free is None or free.largest is None:
        return Finding(
            ProofCode.RANGES_UNKNOWN,
            (Say("{filesystem} does not report its free ranges.", filesystem=filesystem),),
        )
    largest, shortest = Bytes(free.largest), Bytes(free.shortest)
    return Finding(
        ProofCode.MAYBE_TOO_SHORT,
        (
            Say(
                "Largest free range {largest}, below the device's minimum ({shortest}).",
                largest=largest,
                shortest=shortest,
            ),
        ),
    )


def _missing(known: list[LayerCount], silent: list[LayerCount]) -> Judgement | None:
    """What it means that some devices counted nothing; None where it means nothing.

    It is certain only where the path has one end: of several drives one may hold no free space (or
    be another path to the same drive), and a device that keeps blocks may have nothing to pass on.
    """
    ends = sum(layer.bottom for layer in known)
    if ends < 2 and not any(layer.keeps for layer in known):
        names = OneOf(tuple(layer.name for layer in silent))
        return REFUTED, (
            Finding(ProofCode.NOT_AS_FAR_AS, (Say("TRIM does not reach {names}.", names=names),)),
        )
    quiet = tuple(layer.name for layer in silent if layer.bottom)
    if not quiet:
        return None  # the metadata of a pool or a RAID
    return INCONCLUSIVE, (
        Finding(
            ProofCode.SOME_COUNTED_NOTHING,
            (
                Say(
                    "{names} recorded no discards: nothing free there, or TRIM does not reach it.",
                    names=OneOf(quiet),
                ),
            ),
        ),
    )


def device_says(before: int | None, after: int | None, wanted: int) -> Proof:
    """Whether the namespace holds less than before, in bytes (NUSE of Identify Namespace)."""
    if before is None or after is None:
        return Proof(
            DEVICE_SAYS,
            NOT_TRIED,
            (
                Finding(
                    ProofCode.NO_USE_REPORTED, (Say("The drive does not report its used space."),)
                ),
            ),
        )
    used = Finding(
        ProofCode.IN_USE,
        (
            Say(
                "Used space: {before} before, {after} after.",
                before=Bytes(before),
                after=Bytes(after),
            ),
        ),
    )
    if after < before:
        return Proof(DEVICE_SAYS, PROVED, (used,))
    why = Finding(ProofCode.NOTHING_NEW, (Say("There was nothing new to trim."),))
    if wanted:
        said = Say("Many drives always report their whole size.")
        why = Finding(ProofCode.NOT_TELLING, (said,))
    return Proof(DEVICE_SAYS, INCONCLUSIVE, (used, why))


def data_gone(marked: Marked | None, problem: Exception | None = None) -> Proof:
    """Whether a marked file can still be read after it was deleted and trimmed; `problem` is why
    that could not be tried.
    """
    if marked is None and problem is not None:
        return Proof(
            DATA_GONE, INCONCLUSIVE, (Finding(ProofCode.FAILED, (Say("{text}", text=problem),)),)
        )
    if marked is None:
        return Proof(
            DATA_GONE, NOT_TRIED, (Finding(ProofCode.NOT_ASKED, (Say("Not requested."),)),)
        )
    verdict, meaning = _read_back(marked)
    blocks = Finding(
        ProofCode.BLOCKS,
        (
            Say(
                "Of {sectors} sectors of random data (read from {where}): {zeros} zeros, {same}"
                " unchanged, {other} different.",
                sectors=str(marked.sectors),
                where=marked.where,
                zeros=str(marked.zeros),
                same=str(marked.same),
                other=str(marked.sectors - marked.zeros - marked.same),
            ),
        ),
    )
    return Proof(DATA_GONE, verdict, (blocks, *meaning))


def _read_back(marked: Marked) -> Judgement:
    gone = marked.zeros == marked.sectors
    if marked.adapter and marked.promise is None and (found := _behind_adapter(marked)):
        return found
    if marked.promise is None:
        said = Say("The drive does not guarantee what reads after TRIM return.")
        code = ProofCode.NO_PROMISE
        if gone:
            said = Say(
                "The data is not readable, but the drive does not guarantee that it is gone."
            )
            code = ProofCode.OUT_OF_REACH
        return INCONCLUSIVE, (Finding(code, (said,)),)
    promise = Finding(ProofCode.PROMISE, (Say("The device guarantees zeros after TRIM."),))
    if gone:
        return PROVED, (promise,)
    if marked.same == marked.sectors and not marked.crumbs:
        kept = Finding(ProofCode.NOT_DISCARDED, (Say("They were not discarded."),))
        return REFUTED, (promise, kept)
    if marked.same and marked.crumbs:
        said = Say("Ranges below the device's minimum are skipped.")
        return INCONCLUSIVE, (Finding(ProofCode.PIECES_TOO_SHORT, (said,)),)
    said = Say("The file system may have reused some.")
    return INCONCLUSIVE, (Finding(ProofCode.USED_AGAIN, (said,)),)


def _behind_adapter(marked: Marked) -> Judgement | None:
    """What random data shows of a USB adapter. Nothing but a TRIM that arrived makes zeros of it;
    that all of it is unchanged makes it likely that the adapter ignores TRIM, but the drive may
    also keep what it need not show as zeros.
    """
    if marked.zeros == marked.sectors:
        said = Say("Only a TRIM that passed the adapter makes zeros of random data.")
        return PROVED, (Finding(ProofCode.PASSED_ADAPTER, (said,)),)
    if marked.same == marked.sectors and not marked.crumbs:
        said = Say(
            "All of it is unchanged. The adapter probably accepts TRIM and ignores it: try an"
            " internal port or another adapter."
        )
        return INCONCLUSIVE, (Finding(ProofCode.ADAPTER_IGNORES, (said,)),)
    return None


def unsettled(proof: Proof) -> Proof:
    """The same where the end of it was not waited for: what did not come may still come."""
    if proof.verdict != REFUTED:
        return proof
    early = Finding(ProofCode.CANCELLED_EARLY, (Say("Cancelled early: more may have followed."),))
    return Proof(proof.tier, INCONCLUSIVE, (*proof.evidence, early))


def effect() -> Proof:
    """The strongest tier is a measurement before and after."""
    said = Say("{text}", text=Advice(Remedy.MEASURE_TRIM))
    return Proof(EFFECT, NOT_TRIED, (Finding(ProofCode.MEASURE, (said,)),))


def _level(known: list[LayerCount], which: str) -> int:
    """The sum of the uppermost or the lowest devices: a file system may span several."""
    found = [layer.discarded or 0 for layer in known if getattr(layer, which)]
    return sum(found) if found else min(layer.discarded or 0 for layer in known)


def _reported(filesystem: str, free: FreeSpace | None, trimmed: int) -> list[Finding]:
    """What is free, and what was trimmed, without groups: people compare that with /sys."""
    findings = []
    if free is not None and not free.estimate and free.ranges is not None:
        said = Say(
            "Free: {sectors} sectors in {ranges}.",
            sectors=_sectors(free.bytes),
            ranges=Plural("{count} range", "{count} ranges", free.ranges),
        )
        findings.append(Finding(ProofCode.FREE, (said,)))
    values = {"filesystem": filesystem, "sectors": str(_sectors(trimmed))}
    if filesystem in WHOLE_EACH_TIME:
        said = Say("{filesystem} reports its whole length, {sectors} sectors.", **values)
        return [*findings, Finding(ProofCode.REPORTED_WHOLE, (said,))]
    said = Say("{filesystem} reports {sectors} sectors trimmed.", **values)
    return [*findings, Finding(ProofCode.REPORTED, (said,))]


def _nothing(filesystem: str, free: FreeSpace | None) -> Finding:
    if free is not None and not free.bytes:
        return Finding(ProofCode.NOTHING_FREE, (Say("Nothing is free."),))
    if free is not None and free.fitting == 0:
        return Finding(
            ProofCode.NOTHING_FITS,
            (
                Say(
                    "Largest free range {largest}, below the device's minimum ({shortest}).",
                    largest=Bytes(free.largest or 0),
                    shortest=Bytes(free.shortest),
                ),
            ),
        )
    if filesystem in _REMEMBERS:
        said = Say(
            "{filesystem} skips what it trimmed since it was mounted.", filesystem=filesystem
        )
        return Finding(ProofCode.REMEMBERED, (said,))
    return Finding(ProofCode.NOTHING_FOUND, (Say("There was nothing new to trim."),))


def _sectors(size: int) -> int:
    return size // SECTOR
