# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does TRIM get through what lies between file system and drive? Facts in, a layer out.

The kernel stacks the limits of a device from those below it: where a device takes no discard and
all below it do, the device is what blocks. Where below it none does, that says nothing about it.
"""

from __future__ import annotations

from collections.abc import Callable

from driveproof.domain.trim.drive_rules import drive_layers, switched_off
from driveproof.domain.trim.facts import DeviceFacts
from driveproof.domain.trim.path import BLOCK, PASS, UNKNOWN, PathLayer

Below = tuple[DeviceFacts, ...]
Reason = tuple[str, str, str]
"""Fact, remedy, cost."""

ISSUE_DISCARDS = (
    "issue_discards in lvm.conf has nothing to do with this: it discards what lvremove and "
    "lvreduce free. A logical volume passes its file system's discards on with or without it."
)
DM_TABLE = "The volume's table (dmsetup table) and the flags of its header (cryptsetup luksDump)."


_PARITY_COST = (
    "Only where every member surely gives zeros after a TRIM: else parity and data no longer fit "
    "together, and a rebuild then loses data."
)


def layers_of(facts: DeviceFacts, below: Below = ()) -> tuple[PathLayer, ...]:
    """The layers of one device that lies on `below`: one, or bridge and drive."""
    if facts.gone:
        return (_layer(facts, UNKNOWN, "the device is not there any more"),)
    if facts.kind == "partition":
        return (partition_layer(facts),)
    if facts.cache:
        return (cache_layer(facts), *(() if below else drive_layers(facts)))
    if facts.kind == "loop":
        return (loop_layer(facts),)
    if below or facts.kind in _REASONS:
        return (stacked_layer(facts, below),)
    return drive_layers(facts)


def partition_layer(facts: DeviceFacts) -> PathLayer:
    """A partition always passes TRIM on; where it starts decides how much of it is used.

    Source: Documentation/ABI/stable/sysfs-block, discard_alignment: the drive may round what it is
    told to its granularity.
    """
    source = f"{facts.file('start')}, {facts.file('discard_alignment')}"
    if facts.start is None:
        return _layer(facts, PASS, "a part of the disk, whose queue it has", source=source)
    step = facts.granularity or 0
    fact = f"starts at {facts.start} bytes"
    if facts.alignment is not None:
        fact += f", discard_alignment {facts.alignment}"
    if step and (facts.start % step or facts.alignment not in {0, None}):
        fact += (
            f": misaligned, as discard_granularity is {step}. Warning: free space is trimmed, but "
            "the drive may leave out the ends of each range"
        )
    elif step:
        fact += f": a multiple of discard_granularity {step}"
    return _layer(facts, PASS, fact, source=source)


def loop_layer(facts: DeviceFacts) -> PathLayer:
    """A discard becomes a hole in the file. Source: drivers/block/loop.c (FALLOC_FL_PUNCH_HOLE)."""
    fact = facts.limits or "the kernel says nothing about TRIM"
    if facts.takes is None:
        return _layer(facts, UNKNOWN, fact)
    if facts.read_only:
        # The kernel counts such a discard and does nothing.
        return _layer(
            facts,
            BLOCK,
            "the loop device is read-only (ro 1)",
            ("Set it up without --read-only.", "None."),
            source=facts.file("ro"),
        )
    if not facts.backing_file:
        return _layer(facts, UNKNOWN, "no file is attached to it")
    if facts.takes:
        return _layer(facts, PASS, f"{fact}: a discard punches a hole into {facts.backing_file}")
    reason = switched_off(facts) or (
        "Move the file to a file system that can punch holes (ext4, xfs, btrfs, tmpfs).",
        "Copying the file.",
    )
    return _layer(facts, BLOCK, f"{fact}: the file cannot get holes", reason)


def cache_layer(facts: DeviceFacts) -> PathLayer:
    """The cache of a bcache: bcache itself would discard what it empties.

    Source: Documentation/admin-guide/bcache.rst, `discard`; newer kernels (from
    about 6.18) have no such attribute.
    """
    source = facts.file("bcache/discard")
    reason = ("Nothing in this kernel.", "")
    verdict, fact = BLOCK, "this kernel's bcache never trims its cache"
    if facts.cache_discard == "1":
        verdict, fact, reason = PASS, "discard 1: emptied buckets are trimmed", ("", "")
    elif facts.cache_discard == "0":
        fact = "discard 0: emptied buckets are not trimmed"
        cost = "Emptying a bucket waits for the TRIM, which some drives do slowly."
        reason = (f"Write 1 to {source}.", cost)
    elif facts.cache_discard:
        verdict, fact, reason = UNKNOWN, f"discard {facts.cache_discard}", ("", "")
    return _layer(facts, verdict, fact, reason, kind="bcache", source=source)


def stacked_layer(facts: DeviceFacts, below: Below) -> PathLayer:
    """What lies on other block devices."""
    fact = facts.limits or "the kernel says nothing about TRIM"
    root = DM_TABLE if facts.kind == "crypt" else ""
    if facts.kind == "md" and facts.level:
        fact = f"level {facts.level}, {fact}"
    if facts.takes is None:
        return _layer(facts, UNKNOWN, fact, root=root)
    if facts.takes:
        if facts.read_only:
            reason = ("Open it for writing.", "None.")
            file = facts.file("ro")
            return _layer(facts, BLOCK, "the device is read-only (ro 1)", reason, source=file)
        return _layer(facts, PASS, fact + _intent(facts), root=root)
    verdict, why, reason = _closed(facts, below)
    return _layer(facts, verdict, fact + why, reason, root=root)


def _closed(facts: DeviceFacts, below: Below) -> tuple[str, str, tuple[str, str]]:
    """Verdict, why, and remedy with cost of what takes no discard: itself, or those below it?"""
    can = [one for one in below if one.takes]
    cannot = [one.title or one.name for one in below if one.takes is False]
    if off := switched_off(facts):
        return BLOCK, "", off
    if not can:
        # A linear volume adds nothing of its own.
        verdict = PASS if facts.kind == "lvm" else UNKNOWN
        return verdict, "; what is below takes none, so this says nothing of this layer", ("", "")
    if cannot and not (_parity(facts) and facts.handle_safely != "Y"):
        why = f"; one TRIM for all, and {', '.join(cannot)} takes none"
        return BLOCK, why, ("Move it to drives that all take TRIM.", "Moving the data.")
    why, remedy, cost = _REASONS.get(facts.kind, _unexplained)(facts, below)
    named = ", ".join(f"{one.name} below takes {one.max_bytes}" for one in can)
    return BLOCK, f", while {named}{why}", (remedy, cost)


def _intent(facts: DeviceFacts) -> str:
    if facts.kind == "crypt" and facts.crypttab is not None:
        return f"; crypttab: {facts.crypttab or 'no options'}"
    return ""


def _crypt(facts: DeviceFacts, _below: Below) -> Reason:
    """Source: cryptsetup(8), --allow-discards; crypttab(5), discard."""
    wanted = facts.crypttab is not None and "discard" in facts.crypttab.split(",")
    words = ": dm-crypt was opened without allow_discards" + _intent(facts)
    if wanted:
        remedy = "crypttab says discard already: close and open the volume, or restart."
    else:
        remedy = (
            f"cryptsetup refresh --allow-discards --persistent {facts.mapping or facts.name} "
            "(LUKS2), or the option discard in /etc/crypttab and a restart."
        )
    return (
        words,
        remedy,
        "Who gets hold of the drive then sees which blocks are free: how full it is, and often "
        "which file system.",
    )


def _parity(facts: DeviceFacts) -> bool:
    return facts.level in {"raid4", "raid5", "raid6"}


def _md(facts: DeviceFacts, _below: Below) -> Reason:
    """Source: drivers/md/raid5.c, raid5_set_limits, and modinfo raid456."""
    if not _parity(facts):
        return "", "Nothing is known that would change it.", ""
    if facts.handle_safely == "Y":
        return (
            "; devices_handle_discard_safely is Y, but the members' TRIM is finer than a stripe",
            "Nothing: the kernel asks for a granularity of at least a stripe.",
            "",
        )
    said = (
        f"; devices_handle_discard_safely is {facts.handle_safely}" if facts.handle_safely else ""
    )
    return (
        said,
        "options raid456 devices_handle_discard_safely=Y in /etc/modprobe.d, and a restart.",
        _PARITY_COST,
    )


def _lvm(facts: DeviceFacts, below: Below) -> Reason:
    """Sources: lvmthin(7), discards; drivers/md/dm-thin.c (pool_ctr), dm-snap.c and dm-raid.c."""
    if facts.uuid.endswith(("-tpool", "-pool")):
        return (
            ": the thin pool keeps discards to itself (ignore or nopassdown)",
            "lvchange --discards passdown VG/POOL",
            "Freeing large ranges takes longer.",
        )
    if any(one.uuid.endswith(("-real", "-cow")) for one in below):
        return (
            ": a snapshot or its origin takes none",
            "Remove the snapshot when it is no longer needed.",
            "The snapshot is gone then.",
        )
    if any("_rimage_" in one.mapping for one in below):
        return (
            ": a RAID volume of LVM, which at level 4, 5 and 6 takes none unless it is allowed to",
            "options dm_raid devices_handle_discard_safely=Y in /etc/modprobe.d, and a restart.",
            _PARITY_COST,
        )
    return _unexplained(facts, below)


def _unexplained(_facts: DeviceFacts, _below: Below) -> Reason:
    return "", "Nothing is known that would change it.", ""


_REASONS: dict[str, Callable[[DeviceFacts, Below], Reason]] = {
    "crypt": _crypt,
    "md": _md,
    "lvm": _lvm,
    "dm": _unexplained,
    "multipath": _unexplained,
    "bcache": _unexplained,
}


def _layer(
    facts: DeviceFacts,
    verdict: str,
    fact: str,
    reason: tuple[str, str] = ("", ""),
    *,
    kind: str = "",
    source: str = "",
    root: str = "",
) -> PathLayer:
    """`reason` is remedy and cost."""
    return PathLayer(
        name=f"cache {facts.title or facts.name}" if facts.cache else facts.title or facts.name,
        kind=kind or facts.kind,
        verdict=verdict,
        fact=fact,
        source=source or facts.limits_file,
        device=facts.name,
        remedy=reason[0],
        cost=reason[1],
        root=root,
    )
