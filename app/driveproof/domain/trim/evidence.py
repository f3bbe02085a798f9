# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What proves that a TRIM arrived, in tiers: numbers in, verdicts with their evidence out.

A verdict never says more than its numbers do. That a drive answers with something else than zeros
proves nothing where it promises no zeros.
"""

from __future__ import annotations

from dataclasses import dataclass

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
)
from driveproof.wording.units import format_size

ENOUGH = 0.99
"""Of what was expected: ranges that are shorter than the drive's granularity are left out."""
_REMEMBERS = frozenset({"ext3", "ext4"})
"""They leave groups out that were trimmed since the mount and not used again (EXT4_GROUP_INFO_
WAS_TRIMMED in fs/ext4/mballoc.c)."""


@dataclass(frozen=True, slots=True)
class Marked:
    """What the sectors of a marked file held after the TRIM, in sectors of 512 bytes.

    `promise` says who promises that trimmed blocks read as zeros, "" for nobody. `crumbs`: some of
    it lies in pieces that may be too short for the device.
    """

    sectors: int
    zeros: int
    same: int
    promise: str
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
        why = "No layer counts discards: disks in memory (zram) do not, others need Linux 4.18."
        return Proof(ACCEPTED, INCONCLUSIVE, why)
    wanted = expected(filesystem, free, trimmed)
    if not wanted and not any(layer.discarded for layer in known):
        return Proof(ACCEPTED, INCONCLUSIVE, _nothing(filesystem, free))
    numbers = ", ".join(f"{layer.name} {_sectors(layer.discarded or 0)}" for layer in known)
    counted = f"counted: {numbers} sectors"
    asked = f"{_told(filesystem, free, trimmed)}; {counted}"
    verdict, meaning = _judged(known, wanted, free, filesystem)
    return Proof(ACCEPTED, verdict, f"{asked}. {meaning}")


def _judged(
    known: list[LayerCount], wanted: int, free: FreeSpace | None, filesystem: str
) -> tuple[str, str]:
    silent = [layer for layer in known if not layer.discarded]
    least = min(_level(known, "top"), _level(known, "bottom"))
    exact = all(layer.discarded == wanted for layer in known)
    verdict, meaning = PROVED, "Others may have discarded at the same time."
    if not wanted:
        verdict = INCONCLUSIVE
        meaning = f"{_nothing(filesystem, free)} Others may have discarded at the same time."
    elif len(silent) == len(known) and not _came_out(filesystem, free):
        verdict, meaning = INCONCLUSIVE, _unknown(filesystem, free)
    elif len(silent) == len(known):
        verdict, meaning = REFUTED, "No discard came out of the file system."
    elif silent and (missing := _missing(known, silent)):
        verdict, meaning = missing
    elif least < wanted * ENOUGH:
        verdict = INCONCLUSIVE
        meaning = f"Only {format_size(least)} of {format_size(wanted)} arrived."
    elif exact and free is not None and not free.estimate and free.bytes == wanted:
        meaning = "They agree to the sector."
    elif exact:
        meaning = "Every layer counted all of it."
        if free is not None and free.too_short:
            meaning += " Ranges that are too short for the device are left out."
        if filesystem in _REMEMBERS and free is not None and free.bytes > wanted:
            meaning += f" The rest {filesystem} has trimmed since it was mounted, and leaves out."
    elif least < wanted:
        meaning = "Ranges that are too short for the drive are left out."
    return verdict, meaning


def _came_out(filesystem: str, free: FreeSpace | None) -> bool:
    """Whether it is certain that there was something to discard.

    Who names what it discarded has discarded it. Who does not is known to have only where a free
    range holds a whole unit of the device, also when a step of a TRIM ends within it.
    """
    if filesystem not in WHOLE_EACH_TIME:
        return True
    return free is not None and (free.largest or 0) >= max(2 * free.shortest, 1)


def _unknown(filesystem: str, free: FreeSpace | None) -> str:
    if free is None or free.largest is None:
        return (
            f"No discard came out of the file system, but {filesystem} does not say what it"
            " trimmed, and its free ranges are not known: they may all be too short."
        )
    return (
        f"No discard came out of the file system, but its largest free range has"
        f" {format_size(free.largest)}, and the device discards {format_size(free.shortest)} at"
        " once: there may have been nothing that it could take."
    )


def _missing(known: list[LayerCount], silent: list[LayerCount]) -> tuple[str, str] | None:
    """What it means that some counted nothing; None where nothing.

    Only of one way down it is certain: of several drives one may hold nothing that is free (or be
    another path to the same drive), and what keeps may have nothing to pass on.
    """
    ends = sum(layer.bottom for layer in known)
    names = ", ".join(layer.name for layer in silent)
    if ends < 2 and not any(layer.keeps for layer in known):
        return REFUTED, f"It does not get as far as {names}."
    quiet = ", ".join(layer.name for layer in silent if layer.bottom)
    if not quiet:
        return None  # the metadata of a pool or a RAID
    return INCONCLUSIVE, (
        f"{quiet} counted nothing: nothing that is free may lie there, or it does not get as far."
    )


def device_says(before: int | None, after: int | None, wanted: int) -> Proof:
    """Whether the namespace holds less than before, in bytes (NUSE of Identify Namespace)."""
    if before is None or after is None:
        return Proof(
            DEVICE_SAYS,
            NOT_TRIED,
            "The drive does not say how much of it is in use; only NVMe drives can.",
        )
    numbers = f"in use before {format_size(before)}, after {format_size(after)}"
    if after < before:
        return Proof(DEVICE_SAYS, PROVED, f"The drive says: {numbers}.")
    if not wanted:
        return Proof(DEVICE_SAYS, INCONCLUSIVE, f"The drive says: {numbers}. Nothing was new.")
    why = "Many drives always give their whole size here, and blocks may have been free already."
    return Proof(DEVICE_SAYS, INCONCLUSIVE, f"The drive says: {numbers}. {why}")


def data_gone(marked: Marked | None, why: str = "") -> Proof:
    """Whether a marked file can still be read after it was deleted and trimmed."""
    if marked is None:
        return Proof(DATA_GONE, NOT_TRIED if not why else INCONCLUSIVE, why or "Not asked for.")
    other = marked.sectors - marked.zeros - marked.same
    numbers = (
        f"Of {marked.sectors} sectors that held random data, read from {marked.where}:"
        f" {marked.zeros} are zeros now, {marked.same} still hold it, {other} hold something else."
    )
    if marked.promise and marked.zeros == marked.sectors:
        return Proof(DATA_GONE, PROVED, f"{numbers} {marked.promise}.")
    if marked.promise and marked.same == marked.sectors and not marked.crumbs:
        return Proof(DATA_GONE, REFUTED, f"{numbers} {marked.promise}, so they were not discarded.")
    if marked.promise and marked.same and marked.crumbs:
        why = "Some of them lie in pieces that may be too short for the device to discard."
    elif marked.promise:
        why = "The file system may have used some of them again."
    elif marked.zeros == marked.sectors:
        why = (
            "The drive makes no promise that trimmed blocks stay so: the data is out of reach now,"
            " and whether it is gone cannot be told."
        )
    else:
        why = "The drive makes no promise what is read there after a TRIM, so this proves nothing."
    return Proof(DATA_GONE, INCONCLUSIVE, f"{numbers} {why}")


def unsettled(proof: Proof) -> Proof:
    """The same where nobody waited for the end of it: what did not come may still come."""
    if proof.verdict != REFUTED:
        return proof
    why = "But it was cancelled before the counters had settled, and more may have come."
    return Proof(proof.tier, INCONCLUSIVE, f"{proof.evidence} {why}")


def effect(profile: str = "quick") -> Proof:
    """The strongest tier is a measurement before and after."""
    return Proof(
        EFFECT,
        NOT_TRIED,
        f"Measure with the same profile before and after a TRIM ('driveproof session new --profile"
        f" {profile} --action trim'): a drive that was short of free blocks writes faster then.",
    )


def _level(known: list[LayerCount], which: str) -> int:
    """The sum of the uppermost or the lowest: a file system may lie on several."""
    found = [layer.discarded or 0 for layer in known if getattr(layer, which)]
    return sum(found) if found else min(layer.discarded or 0 for layer in known)


def _told(filesystem: str, free: FreeSpace | None, trimmed: int) -> str:
    parts = []
    if free is not None and not free.estimate:
        parts.append(f"free: {_sectors(free.bytes)} sectors in {free.ranges} ranges")
    told = f"{filesystem} says it trimmed {_sectors(trimmed)} sectors"
    if filesystem in WHOLE_EACH_TIME:
        told += " (the whole length, whatever is free)"
    return "; ".join([*parts, told])


def _nothing(filesystem: str, free: FreeSpace | None) -> str:
    if free is not None and not free.bytes:
        return "Nothing is free, so there was nothing to trim."
    if free is not None and free.fitting == 0:
        return (
            f"There was nothing that could be discarded: the largest of {free.ranges} free ranges"
            f" has {format_size(free.largest or 0)}, and the device discards"
            f" {format_size(free.shortest)} at once."
        )
    if filesystem in _REMEMBERS:
        return (
            f"0 sectors, and that is no failure: {filesystem} remembers what it has trimmed since"
            " it was mounted, and nothing has become free since."
        )
    return f"{filesystem} found nothing to trim: 0 sectors."


def _sectors(size: int) -> int:
    return size // SECTOR
