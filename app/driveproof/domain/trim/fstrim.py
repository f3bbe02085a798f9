# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Would fstrim.service trim this very mount? The rules of fstrim: facts in, reasons out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from driveproof.domain.drive.drive import Mount
from driveproof.domain.finding import Finding
from driveproof.domain.say import Say
from driveproof.domain.trim.path import PeriodicTrim, TimerReason

FSTAB, MOUNTINFO = "/etc/fstab", "/proc/self/mountinfo"
DEFAULT_COMMAND = ("fstrim", "--listed-in", f"{FSTAB}:{MOUNTINFO}")
"""Source: sys-utils/fstrim.service.in of util-linux."""
SOURCE = "systemd (org.freedesktop.systemd1), fstrim(8)"
_NO_DISK = frozenset(
    {"autofs", "swap", "proc", "sysfs", "tmpfs", "ramfs", "devtmpfs", "devpts", "overlay", "nfs"}
    | {"nfs4", "cifs", "smb3", "9p", "ceph", "virtiofs", "fuse.sshfs", "none"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerFacts:
    """systemd's state of fstrim.timer; None for unknown values, with the reason in `why`."""

    installed: bool | None = None
    state: str = ""
    """enabled, disabled, static, masked ..."""
    active: bool | None = None
    last: datetime | None = None
    next: datetime | None = None
    command: tuple[str, ...] = DEFAULT_COMMAND
    """What fstrim.service starts."""
    why: Finding | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of fstab or mountinfo."""

    source: str
    path: str
    filesystem: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FstrimTable:
    """A file that fstrim may take its list from; `entries` is None where it cannot be read."""

    path: str
    entries: tuple[Entry, ...] | None


def tables_of(command: tuple[str, ...]) -> tuple[str, ...]:
    """The files of a fstrim command, in the order in which it tries them. Source: fstrim(8)."""
    for index, word in enumerate(command):
        if word in {"--fstab", "-A"}:
            return (FSTAB,)
        if word in {"--listed-in", "-I"} and index + 1 < len(command):
            return tuple(command[index + 1].split(":"))
        if word.startswith("--listed-in="):
            return tuple(word.partition("=")[2].split(":"))
        if word in {"--all", "-a"} or (word[:1] == "-" and word[1:2] != "-" and "a" in word):
            return (MOUNTINFO,)
    return ()


def periodic_trim(
    mount: Mount,
    tables: tuple[FstrimTable, ...],
    same: tuple[Mount, ...],
    timer: TimerFacts,
    *,
    takes: bool | None,
) -> PeriodicTrim:
    """fstrim.timer, and whether `mount` is in its list.

    `same` are all mounts of the same file system in the order of mountinfo; `takes` says whether
    its device takes a discard.
    """
    listed, reason = in_list(mount, tables, same, takes=takes)
    why = (reason,) if reason else ()
    if timer.installed is False:
        listed, why = (
            False,
            (
                Finding(
                    TimerReason.NOT_INSTALLED,
                    (Say("{program} is not installed.", program="fstrim.timer"),),
                ),
            ),
        )
    elif timer.installed is None and timer.why:
        why = (timer.why, *why)
    return PeriodicTrim(
        installed=timer.installed,
        enabled=timer.state in {"enabled", "enabled-runtime"} if timer.state else None,
        active=timer.active,
        last=timer.last,
        next=timer.next,
        listed=listed,
        why=why,
        source=SOURCE,
    )


def in_list(
    mount: Mount, tables: tuple[FstrimTable, ...], same: tuple[Mount, ...], *, takes: bool | None
) -> tuple[bool | None, Finding | None]:
    """Whether fstrim's list has this file system, and why.

    Source: sys-utils/fstrim.c of util-linux. The first file that is not empty is the list; the
    root file system is added to fstab; of two lines for one mount point the last counts; then
    memory, network and swap, `ro`, `X-fstrim.notrim`, mount points that cannot be written and
    devices without discard are left out; of several mounts of one device one is trimmed, which is
    enough for all.
    """
    chosen = next((table for table in tables if table.entries is None or table.entries), None)
    if chosen is None:
        return (
            (False, Finding(TimerReason.EMPTY_LIST, (Say("The list of fstrim.service is empty."),)))
            if tables
            else (None, None)
        )
    if chosen.entries is None:
        return None, Finding(
            TimerReason.UNREADABLE_LIST, (Say("{table} cannot be read.", table=chosen.path),)
        )
    if takes is False:
        return False, Finding(
            TimerReason.TAKES_NO_DISCARD,
            (Say("fstrim trims only writable block devices with TRIM."),),
        )
    others = [one for one in same if one.path != mount.path]
    refused = None
    for candidate in (mount, *others):
        reason = _left_out(candidate, chosen)
        if reason is not None:
            refused = refused or reason
        elif candidate.path == mount.path:
            return True, Finding(
                TimerReason.LISTED, (Say("{table} lists this file system.", table=chosen.path),)
            )
        else:
            return True, Finding(
                TimerReason.LISTED_ELSEWHERE,
                (Say("{table} lists this file system.", table=chosen.path),),
            )
    return False, refused


def _left_out(mount: Mount, table: FstrimTable) -> Finding | None:
    """Why fstrim skips the mount; None where it does not."""
    path = mount.path.rstrip("/") or "/"
    lines = [one for one in table.entries or () if (one.path.rstrip("/") or "/") == path]
    if not lines:
        if table.path != FSTAB or path != "/":
            return Finding(
                TimerReason.NOT_LISTED,
                (Say("{table} does not list this file system.", table=table.path),),
            )
        lines = [Entry("/dev/root", "/", "auto", ())]  # fstrim adds it by itself
    line = lines[-1]
    if "X-fstrim.notrim" in line.options:
        return Finding(
            TimerReason.NOTRIM,
            (Say("{table} excludes this file system (X-fstrim.notrim).", table=table.path),),
        )
    if mount.read_only or "ro" in line.options:
        return Finding(
            TimerReason.READ_ONLY, (Say("fstrim trims only writable block devices with TRIM."),)
        )
    tag = line.source.partition("=")[0] in {"LABEL", "UUID", "PARTLABEL", "PARTUUID", "ID"}
    if line.filesystem in _NO_DISK or not (tag or line.source.startswith("/")):
        return Finding(
            TimerReason.NO_BLOCK_DEVICE,
            (Say("fstrim trims only writable block devices with TRIM."),),
        )
    return None
