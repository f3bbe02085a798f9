# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does TRIM get through the layers between file system and drive? Facts in, a layer out.

The kernel stacks the limits of a device from those below it: where a device accepts no discards and
all below it do, the device itself blocks. Where none below it does, that proves nothing about it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from driveproof.domain.drive.drive import DeviceKind
from driveproof.domain.finding import Finding, ToDo
from driveproof.domain.quantity import OneOf
from driveproof.domain.say import Say
from driveproof.domain.trim.drive_rules import (
    Change,
    drive_layers,
    quote,
    quoted_limits,
    switched_off,
)
from driveproof.domain.trim.facts import DeviceFacts
from driveproof.domain.trim.path import (
    BLOCK,
    PASS,
    UNKNOWN,
    LayerCost,
    LayerFact,
    LayerRemedy,
    LayerTitle,
    PathLayer,
    PathVerdict,
    RootQuestion,
)

Below = tuple[DeviceFacts, ...]


class NoDiscardReason(NamedTuple):
    """Why a device takes no discard although those below it do, and what would change that."""

    facts: tuple[Finding, ...] = ()
    remedy: ToDo | None = ToDo(LayerRemedy.NONE_KNOWN, Say("No remedy is known."))
    cost: LayerCost | None = None


def layers_of(facts: DeviceFacts, below: Below = ()) -> tuple[PathLayer, ...]:
    """The layers of one device on `below`: one, or bridge and drive."""
    if facts.gone:
        return (_layer(facts, UNKNOWN, Finding(LayerFact.GONE, (Say("device gone"),))),)
    if facts.kind == DeviceKind.PARTITION:
        return (partition_layer(facts),)
    if facts.cache:
        return (cache_layer(facts), *(() if below else drive_layers(facts)))
    if facts.kind == DeviceKind.LOOP:
        return (loop_layer(facts),)
    if below or facts.kind in _REASONS:
        return (stacked_layer(facts, below),)
    return drive_layers(facts)


def partition_layer(facts: DeviceFacts) -> PathLayer:
    """A partition always passes TRIM on; its start decides how much of it is used.

    Source: Documentation/ABI/stable/sysfs-block, discard_alignment: the drive may round a discard
    to its granularity.
    """
    source = f"{facts.file('start')}, {facts.file('discard_alignment')}"
    if facts.start is None:
        return _layer(
            facts,
            PASS,
            Finding(LayerFact.PART_OF_DISK, (Say("shares the queue of the disk"),)),
            source=source,
        )
    step = facts.granularity or 0
    found = [Finding(LayerFact.STARTS_AT, (Say("starts at byte {start}", start=str(facts.start)),))]
    if facts.alignment is not None:
        found.append(quote(f"discard_alignment {facts.alignment}"))
    if step and (facts.start % step or facts.alignment not in {0, None}):
        found.append(
            Finding(
                LayerFact.MISALIGNED,
                (
                    Say(
                        "not aligned to {granularity}: the ends of ranges may be skipped",
                        granularity=str(step),
                    ),
                ),
            )
        )
    elif step:
        found.append(
            Finding(LayerFact.ALIGNED, (Say("aligned to {granularity}", granularity=str(step)),))
        )
    return _layer(facts, PASS, *found, source=source)


def loop_layer(facts: DeviceFacts) -> PathLayer:
    """A discard becomes a hole in the file. Source: drivers/block/loop.c (FALLOC_FL_PUNCH_HOLE)."""
    limits = quoted_limits(facts)
    if facts.takes is None:
        return _layer(facts, UNKNOWN, *limits)
    if facts.read_only:
        # The kernel counts such a discard and does nothing.
        read_only = Finding(LayerFact.READ_ONLY_DEVICE, (Say("read-only"),))
        return _layer(
            facts,
            BLOCK,
            read_only,
            change=(ToDo(LayerRemedy.LOOP_WRITABLE, Say("Make it writable.")), None),
            source=facts.file("ro"),
        )
    if not facts.backing_file:
        return _layer(facts, UNKNOWN, Finding(LayerFact.NO_FILE, (Say("no file is attached"),)))
    if facts.takes:
        punches = Finding(
            LayerFact.PUNCHES_HOLES, (Say("punches a hole into {file}", file=facts.backing_file),)
        )
        return _layer(facts, PASS, *limits, punches)
    change = switched_off(facts) or (
        ToDo(LayerRemedy.MOVE_FILE, Say("Move the file to ext4, xfs, btrfs or tmpfs.")),
        None,
    )
    return _layer(
        facts,
        BLOCK,
        *limits,
        Finding(LayerFact.NO_HOLES, (Say("the file cannot get holes"),)),
        change=change,
    )


def cache_layer(facts: DeviceFacts) -> PathLayer:
    """The cache of a bcache: bcache itself would discard what it empties.

    Source: Documentation/admin-guide/bcache.rst, `discard`; newer kernels (from
    about 6.18) have no such attribute.
    """
    source = facts.file("bcache/discard")
    value = facts.cache_discard
    found = [quote(f"discard {value}")] if value else []
    verdict: PathVerdict = BLOCK
    change: Change = (None, None)
    if value == "1":
        verdict = PASS
        found.append(Finding(LayerFact.CACHE_TRIMMED, (Say("emptied buckets are trimmed"),)))
    elif value == "0":
        found.append(
            Finding(LayerFact.CACHE_NOT_TRIMMED, (Say("emptied buckets are not trimmed"),))
        )
        change = (
            ToDo(LayerRemedy.WRITE_ONE, Say("Write 1 to {file}.", file=source)),
            LayerCost.CACHE_WAITS,
        )
    elif value:
        verdict = UNKNOWN
    else:
        found.append(
            Finding(LayerFact.CACHE_NEVER_TRIMMED, (Say("emptied buckets are not trimmed"),))
        )
        change = ToDo(LayerRemedy.NOT_IN_THIS_KERNEL, Say("No remedy is known.")), None
    return _layer(facts, verdict, *found, change=change, kind=DeviceKind.BCACHE, source=source)


def stacked_layer(facts: DeviceFacts, below: Below) -> PathLayer:
    """The layer of a device on other block devices."""
    found = quoted_limits(facts)
    root = RootQuestion.DM_TABLE if facts.kind == DeviceKind.CRYPT else None
    if facts.kind == DeviceKind.MD and facts.level:
        found.insert(0, quote(f"level {facts.level}"))
    if facts.takes is None:
        return _layer(facts, UNKNOWN, *found, root=root)
    if facts.takes and facts.read_only:
        read_only = Finding(LayerFact.READ_ONLY_DEVICE, (Say("read-only"),))
        return _layer(
            facts,
            BLOCK,
            read_only,
            change=(ToDo(LayerRemedy.OPEN_WRITABLE, Say("Make it writable.")), None),
            source=facts.file("ro"),
        )
    if facts.takes:
        return _layer(facts, PASS, *found, *_intent(facts), root=root)
    verdict, reason = _closed(facts, below)
    change = reason.remedy, reason.cost
    return _layer(facts, verdict, *found, *reason.facts, change=change, root=root)


def _closed(facts: DeviceFacts, below: Below) -> tuple[PathVerdict, NoDiscardReason]:
    """Verdict and reason of what takes no discard: is it itself, or those below it?"""
    can = [one for one in below if one.takes]
    cannot = [one.title or one.name for one in below if one.takes is False]
    if off := switched_off(facts):
        return BLOCK, NoDiscardReason((), *off)
    if not can:
        # A linear volume adds nothing of its own.
        verdict = PASS if facts.kind == DeviceKind.LVM else UNKNOWN
        return verdict, NoDiscardReason(
            (Finding(LayerFact.NONE_BELOW, (Say("no underlying device supports TRIM"),)),), None
        )
    if cannot and not (_parity(facts) and facts.handle_safely != "Y"):
        why = Finding(
            LayerFact.ONE_TAKES_NONE,
            (
                Say(
                    "{names} has no TRIM, which every underlying device needs",
                    names=OneOf(tuple(cannot)),
                ),
            ),
        )
        return BLOCK, NoDiscardReason(
            (why,),
            ToDo(LayerRemedy.MOVE_TO_OTHER_DRIVES, Say("Use drives that all support TRIM.")),
            None,
        )
    reason = _REASONS.get(facts.kind, _unexplained)(facts, below)
    takes = [
        Finding(
            LayerFact.BELOW_TAKES,
            (Say("{name} below supports {size} at once", name=one.name, size=str(one.max_bytes)),),
        )
        for one in can
    ]
    return BLOCK, reason._replace(facts=(*takes, *reason.facts))


def _intent(facts: DeviceFacts) -> tuple[Finding, ...]:
    if facts.kind != DeviceKind.CRYPT or facts.crypttab is None:
        return ()
    if not facts.crypttab:
        return (Finding(LayerFact.CRYPTTAB_NO_OPTIONS, (Say("no options"),)),)
    return (Finding(LayerFact.CRYPTTAB, (Say("crypttab: {options}", options=facts.crypttab),)),)


def allow_discards(volume: str) -> ToDo:
    """How a volume of dm-crypt is opened for TRIM."""
    said = Say(
        "Run cryptsetup refresh --allow-discards --persistent {volume} (LUKS2), or add discard to"
        " /etc/crypttab and restart.",
        volume=volume,
    )
    return ToDo(LayerRemedy.ALLOW_DISCARDS, said)


def _crypt(facts: DeviceFacts, _below: Below) -> NoDiscardReason:
    """Source: cryptsetup(8), --allow-discards; crypttab(5), discard."""
    wanted = facts.crypttab is not None and "discard" in facts.crypttab.split(",")
    remedy = allow_discards(facts.mapping or facts.name)
    if wanted:
        remedy = ToDo(LayerRemedy.REOPEN_VOLUME, Say("Open the volume again, or restart."))
    found = (
        Finding(LayerFact.WITHOUT_ALLOW_DISCARDS, (Say("opened without allow_discards"),)),
        *_intent(facts),
    )
    return NoDiscardReason(found, remedy, LayerCost.FREE_BLOCKS_VISIBLE)


def _parity(facts: DeviceFacts) -> bool:
    return facts.level in {"raid4", "raid5", "raid6"}


def _md(facts: DeviceFacts, _below: Below) -> NoDiscardReason:
    """Source: drivers/md/raid5.c, raid5_set_limits, and modinfo raid456."""
    if not _parity(facts):
        return NoDiscardReason()
    found: tuple[Finding, ...] = ()
    if facts.handle_safely:
        found = (quote(f"devices_handle_discard_safely {facts.handle_safely}"),)
    if facts.handle_safely == "Y":
        finer = Finding(LayerFact.FINER_THAN_STRIPE, (Say("smaller discards than a stripe"),))
        return NoDiscardReason(
            (*found, finer), ToDo(LayerRemedy.STRIPE_GRANULARITY, Say("No remedy is known."))
        )
    return NoDiscardReason(found, _module("raid456"), LayerCost.PARITY)


def _module(name: str) -> ToDo:
    # Translators: {module} is a kernel module
    said = Say(
        "Set {module} devices_handle_discard_safely=Y in /etc/modprobe.d, and restart.", module=name
    )
    return ToDo(LayerRemedy.RAID_MODULE, said)


def _lvm(facts: DeviceFacts, below: Below) -> NoDiscardReason:
    """Sources: lvmthin(7), discards; drivers/md/dm-thin.c (pool_ctr), dm-snap.c and dm-raid.c."""
    if facts.uuid.endswith(("-tpool", "-pool")):
        return NoDiscardReason(
            (Finding(LayerFact.THIN_POOL_KEEPS, (Say("the thin pool passes no TRIM on"),)),),
            ToDo(
                LayerRemedy.LVM_PASSDOWN,
                Say("Run: {command}", command="lvchange --discards passdown VG/POOL"),
            ),
            LayerCost.SLOW_FREEING,
        )
    if any(one.uuid.endswith(("-real", "-cow")) for one in below):
        return NoDiscardReason(
            (Finding(LayerFact.SNAPSHOT, (Say("snapshots and their origins have no TRIM"),)),),
            ToDo(LayerRemedy.REMOVE_SNAPSHOT, Say("Remove the snapshot.")),
            None,
        )
    if any("_rimage_" in one.mapping for one in below):
        return NoDiscardReason(
            (
                Finding(
                    LayerFact.LVM_RAID,
                    (Say("RAID 4, 5 and 6 of LVM have no TRIM unless it is allowed"),),
                ),
            ),
            _module("dm_raid"),
            LayerCost.PARITY,
        )
    return NoDiscardReason()


def _unexplained(_facts: DeviceFacts, _below: Below) -> NoDiscardReason:
    return NoDiscardReason()


_REASONS: dict[str, Callable[[DeviceFacts, Below], NoDiscardReason]] = {
    "crypt": _crypt,
    "md": _md,
    "lvm": _lvm,
    "dm": _unexplained,
    "multipath": _unexplained,
    "bcache": _unexplained,
}


def _layer(
    facts: DeviceFacts,
    verdict: PathVerdict,
    *found: Finding,
    change: Change = (None, None),
    kind: DeviceKind | None = None,
    source: str = "",
    root: RootQuestion | None = None,
) -> PathLayer:
    return PathLayer(
        name=facts.title or facts.name,
        title=LayerTitle.CACHE if facts.cache else LayerTitle.NAME,
        kind=kind or facts.kind,
        verdict=verdict,
        facts=found,
        source=source or facts.limits_file,
        device=facts.name,
        remedy=change[0],
        cost=change[1],
        root=root,
    )
