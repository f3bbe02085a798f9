# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the file system trim? Facts in, layers out."""

from __future__ import annotations

from driveproof.domain.drive.drive import Mount
from driveproof.domain.statement import Statement
from driveproof.domain.trim.path import (
    BLOCK,
    PASS,
    UNKNOWN,
    LayerCost,
    LayerFact,
    LayerKind,
    LayerRemedy,
    LayerTitle,
    PathLayer,
    PathVerdict,
)

FITRIM = frozenset(
    {"ext3", "ext4", "xfs", "btrfs", "f2fs", "jfs", "nilfs2", "ocfs2", "gfs2", "vfat", "msdos"}
    | {"exfat", "ntfs3"}
)
"""File systems of the kernel that answer to the ioctl FITRIM (each one's ioctl.c or file.c)."""
_READ_ONLY_BY_NATURE = frozenset({"squashfs", "iso9660", "udf", "erofs", "cramfs", "romfs"})
_MEMORY = frozenset({"tmpfs", "ramfs", "devtmpfs", "hugetlbfs", "rootfs"})
_NETWORK = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "ceph", "afs", "coda", "lustre", "virtiofs"}
    | {"vboxsf", "prl_fs", "beegfs", "glusterfs", "orangefs", "davfs"}
)
_NETWORK_FUSE = ("sshfs", "rclone", "davfs", "s3fs", "gvfsd-fuse", "glusterfs", "ceph", "goofys")
_NO_REPLAY = frozenset({"noload", "norecovery", "nologreplay", "rescue=nologreplay"})
_DISCARD = frozenset({"discard", "discard=async", "discard=sync"})
_PUNCH = frozenset({"ext4", "ext3", "xfs", "btrfs", "tmpfs", "f2fs", "ocfs2", "gfs2", "bcachefs"})
_BY_THEMSELVES = {"zfs": LayerFact.ZFS, "bcachefs": LayerFact.BCACHEFS}
MOUNTINFO = "/proc/self/mountinfo"
_STATFS = "statfs(2)"


def filesystem_layer(mount: Mount) -> PathLayer:
    """Whether the file system can report free blocks to the device below."""
    verdict, fact, remedy = _judged(mount)
    return PathLayer(
        name=mount.path,
        kind=LayerKind.FILESYSTEM,
        verdict=verdict,
        facts=(Statement(fact, kind=mount.filesystem),),
        source=MOUNTINFO if mount.listed else _STATFS,
        remedy=Statement(remedy) if remedy else None,
    )


def _judged(  # noqa: PLR0911 - a list of kinds
    mount: Mount,
) -> tuple[PathVerdict, LayerFact, LayerRemedy | None]:
    kind = mount.filesystem
    if kind in FITRIM:
        return PASS, LayerFact.FITRIM, None
    if kind in _MEMORY:
        return BLOCK, LayerFact.IN_MEMORY, LayerRemedy.NOT_NEEDED
    if kind in _NETWORK or kind.removeprefix("fuse.").startswith(_NETWORK_FUSE):
        return BLOCK, LayerFact.NETWORK, LayerRemedy.TRIM_ON_SERVER
    if kind == "fuseblk":
        return UNKNOWN, LayerFact.FUSE_BLOCK, None
    if kind == "fuse" or kind.startswith("fuse."):
        return BLOCK, LayerFact.FUSE, LayerRemedy.TRIM_BELOW_PROGRAM
    if kind in {"overlay", "aufs"}:
        return BLOCK, LayerFact.OVERLAY, LayerRemedy.TRIM_BELOW_OVERLAY
    if kind in _READ_ONLY_BY_NATURE:
        return BLOCK, LayerFact.NEVER_WRITTEN, LayerRemedy.NOT_NEEDED
    if kind in _BY_THEMSELVES:
        return UNKNOWN, _BY_THEMSELVES[kind], None
    if mount.number.startswith("0:") and not mount.source.startswith("/"):
        return BLOCK, LayerFact.NO_DEVICE, LayerRemedy.NOT_NEEDED
    return UNKNOWN, LayerFact.UNKNOWN_KIND if kind else LayerFact.NO_KIND, None


def mount_layer(mount: Mount) -> PathLayer:
    """What the mount options do to TRIM.

    Read-only is no block by itself: FITRIM works there (seen on ext4, xfs and btrfs with Linux
    6.18), but not where the journal was left alone, and fstrim.service leaves such mounts out.
    """
    verdict, remedy, cost = PASS, None, None
    facts = [
        Statement(LayerFact.QUOTE, text=", ".join(mount.options))
        if mount.options
        else Statement(LayerFact.NO_OPTIONS)
    ]
    left = sorted(_NO_REPLAY.intersection(mount.options))
    if mount.read_only and left:
        verdict = BLOCK
        facts.append(Statement(LayerFact.JOURNAL_LEFT, option=left[0]))
        remedy = Statement(LayerRemedy.MOUNT_WITHOUT_OPTION)
        cost = LayerCost.JOURNAL_REPLAYED
    else:
        if not mount.listed:
            facts.append(Statement(LayerFact.UNLISTED, table=MOUNTINFO))
        if mount.read_only:
            facts.append(Statement(LayerFact.READ_ONLY_MOUNT))
    return PathLayer(
        name="",
        title=LayerTitle.MOUNT_OPTIONS,
        kind=LayerKind.MOUNT,
        verdict=verdict,
        facts=tuple(facts),
        source=MOUNTINFO if mount.listed else _STATFS,
        remedy=remedy,
        cost=cost,
    )


def continuous(mount: Mount) -> tuple[bool | None, str]:
    """Whether it discards as files are deleted, with the option that enables it, "" for none.

    Sources: mount options of ext4(5), xfs(5), btrfs(5): off unless `discard` is in the list, which
    the kernel shows for btrfs (discard=async, its default since 6.2) and f2fs too.
    """
    if mount.filesystem not in FITRIM | {"fuseblk", "bcachefs", "ext2"}:
        return None, ""
    for option in mount.options:
        if option in _DISCARD:
            return not mount.read_only, option
    if not mount.listed:
        return None, ""
    return False, "nodiscard" if "nodiscard" in mount.options else ""


def backing_layer(mount: Mount, file: str) -> PathLayer:
    """The file system that holds the file of a loop device: holes, then its own TRIM."""
    when, _ = continuous(mount)
    kind = mount.filesystem
    facts = [Statement(LayerFact.HOLDS_FILE, kind=kind, file=file)]
    verdict, remedy = PASS, None
    if kind in _MEMORY:
        facts.append(Statement(LayerFact.HOLES_FREE_MEMORY))
    elif kind in FITRIM or kind in _PUNCH:
        facts.append(Statement(LayerFact.HOLES_AT_ONCE if when else LayerFact.HOLES_LATER))
    else:
        below = filesystem_layer(mount)
        verdict, remedy = below.verdict, below.remedy
        facts += below.facts
    return PathLayer(
        name=mount.path,
        kind=LayerKind.FILESYSTEM,
        verdict=verdict,
        facts=tuple(facts),
        source=MOUNTINFO,
        remedy=remedy,
    )


def in_memory(mount: Mount) -> bool:
    """No device is below, and none is missed."""
    return mount.filesystem in _MEMORY
