# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Does the file system trim, and what do all layers mean together? Facts in, words out."""

from __future__ import annotations

from driveproof.domain.drive.drive import Mount
from driveproof.domain.trim.facts import DeviceFacts
from driveproof.domain.trim.path import BLOCK, PASS, UNKNOWN, PathLayer, verdict_of

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
MOUNTINFO = "/proc/self/mountinfo"
_STATFS = "statfs(2)"


def filesystem_layer(mount: Mount) -> PathLayer:
    """Whether the file system can tell the device below what is free."""
    kind = mount.filesystem
    fact, verdict, remedy, cost = f"{kind} can trim (FITRIM)", PASS, "", ""
    if kind in FITRIM:
        pass
    elif kind in _MEMORY:
        verdict = BLOCK
        fact = f"{kind} keeps files in memory: no drive is below it, and nothing is there to trim"
        remedy = "Nothing is needed."
    elif kind in _NETWORK or kind.removeprefix("fuse.").startswith(_NETWORK_FUSE):
        verdict, fact = BLOCK, f"{kind} is a network file system, which passes no TRIM on"
        remedy = "TRIM on the server, where the drive is."
    elif kind == "fuseblk":
        verdict = UNKNOWN
        fact = f"{kind}: a program is the file system; ntfs-3g can trim, others mostly cannot"
    elif kind == "fuse" or kind.startswith("fuse."):
        verdict, fact = BLOCK, f"{kind}: a program is the file system, and passes no TRIM on"
        remedy = "TRIM the file system on which the program keeps its files."
    elif kind in {"overlay", "aufs"}:
        verdict, fact = BLOCK, f"{kind} lies over other file systems and passes no TRIM on"
        remedy = "TRIM the file systems that it lies over."
    elif kind in _READ_ONLY_BY_NATURE:
        verdict, fact = BLOCK, f"{kind} is only read: nothing becomes free"
        remedy = "Nothing is needed."
    elif kind == "zfs":
        verdict, fact = UNKNOWN, "zfs trims its pools by itself: zpool trim, autotrim"
    elif kind == "bcachefs":
        verdict, fact = UNKNOWN, "bcachefs trims by itself (option discard), not by FITRIM"
    elif mount.number.startswith("0:") and not mount.source.startswith("/"):
        verdict, fact = BLOCK, f"{kind} lies on no block device: nothing is there to trim"
        remedy = "Nothing is needed."
    else:
        verdict, fact = UNKNOWN, f"whether {kind or 'this file system'} can trim is not known"
    return PathLayer(
        name=mount.path,
        kind="filesystem",
        verdict=verdict,
        fact=fact,
        source=f"{MOUNTINFO if mount.listed else _STATFS} and the kernel's file systems",
        remedy=remedy,
        cost=cost,
    )


def mount_layer(mount: Mount) -> PathLayer:
    """What the mount options do to TRIM.

    Read-only is no block by itself: FITRIM works there (seen on ext4, xfs and btrfs with Linux
    6.18), but not where the journal was left alone, and fstrim.service leaves such mounts out.
    """
    verdict, remedy, cost = PASS, "", ""
    fact = ",".join(mount.options) or "no options"
    if not mount.listed:
        fact += f"; {MOUNTINFO} does not show this mount, so its other options are not known"
    if mount.read_only:
        fact += ": read-only, so nothing becomes free; what is free already can be trimmed"
        if left := sorted(_NO_REPLAY.intersection(mount.options)):
            verdict = BLOCK
            fact = f"{','.join(mount.options)}: {left[0]} left the journal alone, so none may trim"
            remedy, cost = "Mount it without that option.", "The journal is then written back."
    return PathLayer(
        name="mount options",
        kind="mount",
        verdict=verdict,
        fact=fact,
        source=MOUNTINFO if mount.listed else _STATFS,
        remedy=remedy,
        cost=cost,
    )


def continuous(mount: Mount) -> tuple[bool | None, str]:
    """Whether it discards as files are deleted, with the option that says so.

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
    return False, "nodiscard" if "nodiscard" in mount.options else "no option discard"


def backing_layer(mount: Mount, file: str) -> PathLayer:
    """The file system that holds the file of a loop device: holes, then its own TRIM."""
    when, _ = continuous(mount)
    kind = mount.filesystem
    fact = f"{kind} holds {file}"
    verdict, remedy = PASS, ""
    if kind in _MEMORY:
        fact += "; a hole gives memory back, and no drive is below"
    elif kind in FITRIM or kind in _PUNCH:
        passed = "at once (discard)" if when else "when it is trimmed itself"
        fact += f"; it passes the holes on {passed}"
    else:
        below = filesystem_layer(mount)
        verdict, remedy = below.verdict, below.remedy
        fact += f"; {below.fact}"
    return PathLayer(
        name=mount.path,
        kind="filesystem",
        verdict=verdict,
        fact=fact,
        source=MOUNTINFO,
        remedy=remedy,
    )


def end_words(facts: DeviceFacts) -> str:
    """Where the way ends, for people."""
    name = facts.title or facts.name
    if facts.kind == "zram":
        return f"the memory of {name}"
    if facts.virtual_host:
        return f"the virtual disk {name}"
    return f"the flash of {name}" if facts.rotational is False else f"the drive {name}"


def in_memory(mount: Mount) -> bool:
    """No device is below, and none is missed."""
    return mount.filesystem in _MEMORY


def sentence(what: str, layers: tuple[PathLayer, ...], ends: tuple[str, ...]) -> str:
    """The verdict for people. `what` is the mount point or device, `ends` are the drives' names."""
    verdict = verdict_of(layers)
    worst = next((layer for layer in layers if layer.verdict == verdict), None)
    if worst is None:
        return f"Nothing is known of the way of a TRIM from {what}."
    if verdict == PASS:
        return _reached(what, layers, ends)
    if verdict == UNKNOWN:
        return f"Whether TRIM from {what} gets past {_called(worst)} is not known."
    last = worst.kind == "drive"
    return f"{_capital(_called(worst))} does not {'take TRIM' if last else 'let TRIM through'}."


def _reached(what: str, layers: tuple[PathLayer, ...], ends: tuple[str, ...]) -> str:
    lowest = layers[-1]
    if {layer.kind for layer in layers} <= {"bridge", "drive"}:
        return f"{what} takes TRIM."
    if not ends:
        return f"TRIM from {what} gets as far as {_called(lowest)}."
    named = " and ".join(ends) if len(ends) < 3 else f"{', '.join(ends[:-1])} and {ends[-1]}"
    return f"TRIM from {what} reaches {named}."


_WORDS = {
    "filesystem": "the file system {}",
    "mount": "a mount option",
    "crypt": "dm-crypt volume {}",
    "lvm": "logical volume {}",
    "md": "RAID array {}",
    "bcache": "bcache {}",
    "multipath": "multipath device {}",
    "loop": "loop device {}",
    "dm": "device mapper volume {}",
    "bridge": "the {}",
}


def _called(layer: PathLayer) -> str:
    name = layer.name
    if layer.kind != "filesystem":
        name = name.removeprefix("/dev/mapper/").removeprefix("/dev/")
    return _WORDS.get(layer.kind, "{}").replace("{}", name)


def _capital(text: str) -> str:
    """At the beginning of a sentence; a name ("sda", "dm-crypt") stays as it is."""
    plain = ("the ", "a mount ", "logical ", "multipath ", "loop ", "device mapper ")
    return text[0].upper() + text[1:] if text.startswith(plain) else text
