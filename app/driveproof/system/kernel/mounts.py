# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The file system that a folder is on: which one, its space, and what kind it is."""

from __future__ import annotations

import ctypes
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.say import Say
from driveproof.helper import mounts
from driveproof.system.kernel.answering import NETWORK, require_answer

PROC_SELF = Path("/proc/self")

_MEMORY = frozenset({"tmpfs", "ramfs", "devtmpfs", "hugetlbfs", "rootfs"})
_NETWORK_FUSE = ("sshfs", "rclone", "davfs", "s3fs", "gvfsd-fuse", "glusterfs", "ceph", "goofys")
_COPY_ON_WRITE = frozenset({"btrfs", "zfs", "bcachefs", "nilfs2"})
# f_type of statfs(2), where it identifies a single file system (linux/magic.h, and the file
# systems' own headers). 0xEF53 belongs to ext2, ext3 and ext4.
_EXT = 0xEF53
_MAGIC: Mapping[int, str] = {
    0x58465342: "xfs", 0x9123683E: "btrfs", 0xF2F52010: "f2fs", 0xCA451A4E: "bcachefs",
    0x2FC12FC1: "zfs", 0x3434: "nilfs2", 0x01021994: "tmpfs", 0x858458F6: "ramfs",
    0x794C7630: "overlay", 0x73717368: "squashfs", 0xE0F5E1E2: "erofs", 0x9660: "iso9660",
    0x4D44: "vfat", 0x2011BAB0: "exfat", 0x7366746E: "ntfs3", 0x65735546: "fuse",
    0x6969: "nfs", 0xFF534D42: "cifs", 0xFE534D42: "smb3", 0x01021997: "9p", 0x00C36400: "ceph",
}  # fmt: skip
# mount(8)'s names for the flags of statvfs(3).
_FLAGS = (
    (os.ST_NOSUID, "nosuid"), (os.ST_NODEV, "nodev"), (os.ST_NOEXEC, "noexec"),
    (os.ST_SYNCHRONOUS, "sync"), (os.ST_NOATIME, "noatime"), (os.ST_NODIRATIME, "nodiratime"),
    (os.ST_RELATIME, "relatime"),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Space:
    """Space on a file system in bytes; `free_for_user` excludes what is reserved for root."""

    total: int
    free_for_user: int
    used: int


@dataclass(frozen=True, slots=True)
class FilesystemTraits:
    """What a measurement on this file system has to know; `notes` are shown beside its results."""

    memory: bool = False
    network: bool = False
    userspace: bool = False
    """FUSE: a program answers in the kernel's place."""
    overlay: bool = False
    compressing: bool = False
    copy_on_write: bool = False
    read_only: bool = False
    device_number: str | None = None
    """"8:1" of the block device under it; None where there is none."""
    notes: tuple[Note, ...] = ()


def read_mounts(proc: Path = PROC_SELF) -> tuple[Mount, ...]:
    """All mounts that this process sees, in the kernel's order; none without /proc.

    In a chroot the mount at "/" comes first: the kernel's table leaves it out.
    """
    return tuple(mount for _, mount in _read_table(proc))


def mount_of(path: str | os.PathLike[str], proc: Path = PROC_SELF) -> Mount:
    """The mount that `path` (which must exist) is on.

    The kernel reports the mount's id, which distinguishes bind mounts and mounts over each other.
    Raises MachineError where the path cannot be reached, or who answers for it does not answer.
    """
    require_answer(path)
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            wanted = _mount_id(handle, proc)
            real = os.path.realpath(path)  # also missing where "." was deleted
            hidden = _hidden(real, handle, wanted)
        finally:
            os.close(handle)
    except OSError as error:
        raise MachineError(
            "{path} cannot be read: {reason}.",
            path=os.fspath(path),
            reason=error.strerror,
            advice=Advice("Choose a folder or device."),
        ) from error
    table = _read_table(proc)
    for mount_id, mount in table:
        if mount_id == wanted:
            return mount
    if wanted is not None:
        return hidden
    inside = [
        mount
        for _, mount in table
        if real == mount.path or real.startswith(mount.path.rstrip("/") + "/")
    ]
    if not inside:
        return hidden
    longest = max(len(mount.path) for mount in inside)
    # The last one hides the others.
    return [one for one in inside if len(one.path) == longest][-1]


def _hidden(real: str, handle: int, mount_id: int | None) -> Mount:
    """A mount that the table does not show, from what the kernel reports of an open file.

    The table omits a mount whose root cannot be reached, as "/" in a chroot
    (proc_pid_mountinfo(5)). Raises OSError.
    """
    facts, room = os.fstat(handle), os.fstatvfs(handle)
    number = f"{os.major(facts.st_dev)}:{os.minor(facts.st_dev)}"
    top = real
    while top != "/" and _same_mount(os.path.dirname(top), facts.st_dev, mount_id):  # noqa: PTH120
        top = os.path.dirname(top)  # noqa: PTH120
    name = _device_name(number)
    read_only = bool(room.f_flag & os.ST_RDONLY)
    options = ["ro" if read_only else "rw", *(word for flag, word in _FLAGS if room.f_flag & flag)]
    return Mount(
        path=top,
        source=f"/dev/{name}" if name else "",
        filesystem=_kind(handle, name),
        options=tuple(options),
        read_only=read_only,
        number=number,
        listed=False,
    )


def _same_mount(path: str, device: int, mount_id: int | None) -> bool:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return False
    try:
        known = _mount_id(handle, PROC_SELF)
        return os.fstat(handle).st_dev == device and known == mount_id
    finally:
        os.close(handle)


def _device_name(number: str) -> str:
    """The name below /dev of a device number, "" where there is no such device."""
    try:
        text = Path("/sys/dev/block", number, "uevent").read_text("ascii", "replace")
    except OSError:
        return ""
    return next((x[8:] for x in text.splitlines() if x.startswith("DEVNAME=")), "")


def _kind(handle: int, name: str) -> str:
    """mount(8)'s name for the file system of an open file, "" where f_type is ambiguous."""
    libc = ctypes.CDLL(None, use_errno=True)
    buffer = (ctypes.c_long * 64)()  # struct statfs begins with f_type, and is shorter than this
    if libc.fstatfs(handle, buffer) != 0:
        return ""
    magic = buffer[0] & 0xFFFFFFFF
    if magic == _EXT:
        # The common driver of all three has a folder for each file system that is mounted
        # (ext4/sysfs.c).
        return "ext4" if name and Path("/sys/fs/ext4", name).is_dir() else ""
    return _MAGIC.get(magic, "")


def mount_table(proc: Path = Path("/proc/self")) -> tuple[Mount, ...]:
    """Every mount that this process sees; empty where the table cannot be read."""
    try:
        return tuple(mount for _, mount in _read_table(proc))
    except (OSError, MachineError):
        return ()


def filesystem_space(path: str | os.PathLike[str]) -> Space:
    """The space on the file system of `path`. Raises MachineError where the path cannot be
    reached, or who answers for it does not answer.
    """
    require_answer(path)
    try:
        facts = os.statvfs(path)
    except OSError as error:
        raise MachineError(
            "{path} cannot be read: {reason}.",
            path=os.fspath(path),
            reason=error.strerror,
        ) from error
    unit = facts.f_frsize
    return Space(
        total=facts.f_blocks * unit,
        free_for_user=facts.f_bavail * unit,
        used=(facts.f_blocks - facts.f_bfree) * unit,
    )


def filesystem_traits(mount: Mount) -> FilesystemTraits:
    """What kind of file system this is, by its type and mount options."""
    kind = mount.filesystem
    memory = kind in _MEMORY
    fuse = kind in {"fuse", "fuseblk"} or kind.startswith("fuse.")
    network = kind in NETWORK or kind.removeprefix("fuse.").startswith(_NETWORK_FUSE)
    how = compression(mount)
    found = FilesystemTraits(
        memory=memory,
        network=network,
        userspace=fuse,
        overlay=kind in {"overlay", "aufs"},
        compressing=bool(how),
        copy_on_write=kind in _COPY_ON_WRITE,
        read_only=mount.read_only,
        device_number=None if memory or network else device_number(mount),
    )
    return _with_notes(found, kind, how)


def device_number(mount: Mount) -> str | None:
    """The number of the block device under a mount; None where there is none.

    btrfs and bcachefs report a number without a device in the mount table and in st_dev; there the
    number of the mounted device node is used.
    """
    if mount.number and not mount.number.startswith("0:"):
        return mount.number
    source = mount.source.split(":")[0]  # bcachefs: /dev/sda:/dev/sdb
    if not source.startswith("/"):
        return None
    try:
        facts = Path(source).stat()
    except OSError:
        return None
    if not stat.S_ISBLK(facts.st_mode):
        return None
    return f"{os.major(facts.st_rdev)}:{os.minor(facts.st_rdev)}"


def compression(mount: Mount) -> str:
    """How the file system compresses by its mount options, "" if it does not, "maybe" for ZFS."""
    for option in mount.options:
        key, _, value = option.partition("=")
        if key in {"compress", "compress-force", "compression"} and value not in {"no", "none"}:
            return value or "on"
        if key == "compress_algorithm":  # f2fs
            return value
    if not mount.listed and mount.filesystem in {"btrfs", "f2fs", ""}:
        return "maybe"
    return "maybe" if mount.filesystem == "zfs" else ""


def _with_notes(found: FilesystemTraits, kind: str, compression: str) -> FilesystemTraits:
    notes = []
    if found.memory:
        notes.append(
            Note(
                "{path} is in memory, not on a drive.",
                kind=NoteKind.MEMORY,
                path=kind,
            )
        )
    if found.network:
        notes.append(
            Note(
                "{name}: this measures the network and the server.",
                name=kind,
            )
        )
    if found.userspace and not found.network:
        notes.append(Note("{name} is FUSE, which limits the speed.", name=kind))
    if found.overlay:
        notes.append(Note("{name} is over another file system on an unknown drive.", name=kind))
    if compression:
        notes.append(
            Note(
                "{name} may compress data; tests write incompressible data.",
                name=kind or Say("The file system"),
            )
        )
    if found.read_only:
        notes.append(Note("The file system is mounted read-only."))
    return replace(found, notes=tuple(notes))


def _mount_id(handle: int, proc: Path) -> int | None:
    try:
        lines = mounts.table_lines((proc / "fdinfo" / str(handle)).read_bytes())
    except OSError:
        return None
    for line in lines:
        if line.startswith(b"mnt_id:"):
            return int(line.split()[1])
    return None


def _read_table(proc: Path) -> list[tuple[int, Mount]]:
    try:
        raw = (proc / "mountinfo").read_bytes()
    except OSError:
        return []
    rows = [(found.identity, _mount(found)) for found in mounts.parse_mounts(raw)]
    return rows if any(mount.path == "/" for _, mount in rows) else [*_root(proc), *rows]


def _root(proc: Path) -> list[tuple[int, Mount]]:
    """The mount at "/" in a chroot; nothing where `proc` is not about this process."""
    try:
        if not proc.samefile(PROC_SELF):
            return []
        handle = os.open("/", os.O_PATH | os.O_CLOEXEC)
        try:
            mount_id = _mount_id(handle, proc)
            return [(mount_id or 0, _hidden("/", handle, mount_id))]
        finally:
            os.close(handle)
    except OSError:
        return []


def _mount(found: mounts.MountLine) -> Mount:
    own, whole = (
        [_text(option) for option in options]
        for options in (found.options, found.filesystem_options)
    )
    options = tuple(dict.fromkeys([*own, *whole]))
    read_only = "ro" in own or "ro" in whole
    if read_only:
        options = tuple(option for option in options if option != "rw")
    number = f"{os.major(found.device)}:{os.minor(found.device)}"
    return Mount(
        _text(found.point), _text(found.source), found.filesystem, options, read_only, number,
        _text(found.root),
    )  # fmt: skip


def _text(field: bytes) -> str:
    return field.decode("utf-8", "surrogateescape")
