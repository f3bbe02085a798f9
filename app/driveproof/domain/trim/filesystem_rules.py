# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the file system trim? Facts in, layers out."""

from __future__ import annotations

from driveproof.domain.drive.drive import Mount
from driveproof.domain.finding import Finding, ToDo
from driveproof.domain.say import Say
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
_BY_THEMSELVES = {
    "zfs": Say("trims itself (zpool trim, autotrim)"),
    "bcachefs": Say("bcachefs trims itself (mount option discard)"),
}
MOUNTINFO = "/proc/self/mountinfo"
_STATFS = "statfs(2)"


def filesystem_layer(mount: Mount) -> PathLayer:
    """Whether the file system can report free blocks to the device below."""
    verdict, fact, remedy = _judged(mount)
    return PathLayer(
        name=mount.path,
        kind=LayerKind.FILESYSTEM,
        verdict=verdict,
        facts=(fact,),
        source=MOUNTINFO if mount.listed else _STATFS,
        remedy=remedy,
    )


def _judged(  # noqa: PLR0911 - a list of kinds
    mount: Mount,
) -> tuple[PathVerdict, Finding, ToDo | None]:
    kind = mount.filesystem
    not_needed = ToDo(LayerRemedy.NOT_NEEDED, Say("Nothing is needed."))
    # Translators: {kind} is the type of a file system, as ext4
    none_on = Say("{kind} passes no TRIM on", kind=kind)
    below = Say("TRIM the underlying file system.")
    if kind in FITRIM:
        return (
            PASS,
            Finding(LayerFact.FITRIM, (Say("{kind} supports TRIM (FITRIM)", kind=kind),)),
            None,
        )
    if kind in _MEMORY:
        said = Say("in memory, with no drive below")
        return BLOCK, Finding(LayerFact.IN_MEMORY, (said,)), not_needed
    if kind in _NETWORK or kind.removeprefix("fuse.").startswith(_NETWORK_FUSE):
        remedy = ToDo(LayerRemedy.TRIM_ON_SERVER, Say("Run TRIM on the server."))
        return BLOCK, Finding(LayerFact.NETWORK, (none_on,)), remedy
    if kind == "fuseblk":
        return UNKNOWN, Finding(LayerFact.FUSE_BLOCK, (none_on,)), None
    if kind == "fuse" or kind.startswith("fuse."):
        return BLOCK, Finding(LayerFact.FUSE, (none_on,)), ToDo(LayerRemedy.TRIM_BELOW, below)
    if kind in {"overlay", "aufs"}:
        return BLOCK, Finding(LayerFact.OVERLAY, (none_on,)), ToDo(LayerRemedy.TRIM_BELOW, below)
    if kind in _READ_ONLY_BY_NATURE:
        return BLOCK, Finding(LayerFact.NEVER_WRITTEN, (Say("read-only"),)), not_needed
    if kind in _BY_THEMSELVES:
        return UNKNOWN, Finding(LayerFact.BY_ITSELF, (_BY_THEMSELVES[kind],)), None
    if mount.number.startswith("0:") and not mount.source.startswith("/"):
        said = Say("no drive was found below")
        return BLOCK, Finding(LayerFact.NO_DEVICE, (said,)), not_needed
    return UNKNOWN, Finding(LayerFact.UNKNOWN_KIND, (Say("TRIM support is unknown"),)), None


def mount_layer(mount: Mount) -> PathLayer:
    """What the mount options do to TRIM.

    Read-only is no block by itself: FITRIM works there (seen on ext4, xfs and btrfs with Linux
    6.18), but not where the journal was left alone, and fstrim.service leaves such mounts out.
    """
    verdict, remedy, cost = PASS, None, None
    facts = [
        Finding(LayerFact.QUOTE, (Say("{text}", text=", ".join(mount.options)),))
        if mount.options
        else Finding(LayerFact.NO_OPTIONS, (Say("no options"),))
    ]
    left = sorted(_NO_REPLAY.intersection(mount.options))
    if mount.read_only and left:
        verdict = BLOCK
        facts.append(
            Finding(
                LayerFact.JOURNAL_LEFT,
                (Say("{option}: the journal was not replayed", option=left[0]),),
            )
        )
        remedy = ToDo(LayerRemedy.MOUNT_WITHOUT_OPTION, Say("Mount it without that option."))
        cost = LayerCost.JOURNAL_REPLAYED
    else:
        if not mount.listed:
            facts.append(Finding(LayerFact.UNLISTED, (Say("not in {table}", table=MOUNTINFO),)))
        if mount.read_only:
            facts.append(Finding(LayerFact.READ_ONLY_MOUNT, (Say("read-only"),)))
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
    facts = [Finding(LayerFact.HOLDS_FILE, (Say("{kind} holds {file}", kind=kind, file=file),))]
    verdict, remedy = PASS, None
    if kind in _MEMORY:
        facts.append(Finding(LayerFact.HOLES_FREE_MEMORY, (Say("in memory, with no drive below"),)))
    elif kind in FITRIM or kind in _PUNCH:
        said = Say("holes are discarded by the next TRIM")
        if when:
            said = Say("holes are discarded at once")
        facts.append(Finding(LayerFact.HOLES_AT_ONCE if when else LayerFact.HOLES_LATER, (said,)))
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
