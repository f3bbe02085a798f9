# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Would fstrim.service trim this very mount? The rules of fstrim, as facts in and words out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from driveproof.domain.drive.drive import Mount
from driveproof.domain.trim.path import PeriodicTrim

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
    """What systemd says of fstrim.timer; None for what is not known, and then `why`."""

    installed: bool | None = None
    state: str = ""
    """enabled, disabled, static, masked ..."""
    active: bool | None = None
    last: datetime | None = None
    next: datetime | None = None
    command: tuple[str, ...] = DEFAULT_COMMAND
    """What fstrim.service starts."""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of fstab or mountinfo."""

    source: str
    path: str
    filesystem: str
    options: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
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
    tables: tuple[Table, ...],
    same: tuple[Mount, ...],
    timer: TimerFacts,
    *,
    takes: bool | None,
) -> PeriodicTrim:
    """fstrim.timer, and whether `mount` is in its list.

    `same` are all mounts of the same file system in the order of mountinfo; `takes` says whether
    its device takes a discard.
    """
    listed, why = in_list(mount, tables, same, takes=takes)
    if timer.installed is False:
        listed, why = False, "fstrim.timer is not installed."
    elif timer.installed is None and timer.why:
        why = f"{timer.why} {why}".strip()
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
    mount: Mount, tables: tuple[Table, ...], same: tuple[Mount, ...], *, takes: bool | None
) -> tuple[bool | None, str]:
    """Whether fstrim's list has this file system, and why.

    Source: sys-utils/fstrim.c of util-linux. The first file that is not empty is the list; the
    root file system is added to fstab; of two lines for one mount point the last counts; then
    memory, network and swap, `ro`, `X-fstrim.notrim`, mount points that cannot be written and
    devices without discard are left out; of several mounts of one device one is trimmed, which is
    enough for all.
    """
    chosen = next((table for table in tables if table.entries is None or table.entries), None)
    if chosen is None:
        return (None, "") if not tables else (False, "The list of fstrim.service is empty.")
    if chosen.entries is None:
        return None, f"{chosen.path} cannot be read."
    if takes is False:
        return False, "fstrim leaves out devices that take no discard."
    others = [one for one in same if one.path != mount.path]
    refused = ""
    for candidate in (mount, *others):
        found, reason = _one(candidate, chosen)
        if found:
            if candidate.path == mount.path:
                return True, f"It is in {chosen.path}, from which fstrim.service takes its list."
            return True, (
                f"The same file system is in {chosen.path} as {candidate.path}: trimming it there "
                "trims all of it."
            )
        refused = refused or reason
    return False, refused


def _one(mount: Mount, table: Table) -> tuple[bool, str]:
    path = mount.path.rstrip("/") or "/"
    lines = [one for one in table.entries or () if (one.path.rstrip("/") or "/") == path]
    if not lines:
        if table.path == FSTAB and path == "/":  # fstrim adds it by itself
            lines = [Entry("/dev/root", "/", "auto", ())]
        else:
            return False, (
                f"It is not in {table.path}, from which fstrim.service takes its list, so the "
                "timer never trims it."
            )
    line = lines[-1]
    if "X-fstrim.notrim" in line.options:
        return False, f"{table.path} has X-fstrim.notrim for it, so the timer leaves it out."
    if mount.read_only or "ro" in line.options:
        return False, "It is read-only, which fstrim.service leaves out."
    tag = line.source.partition("=")[0] in {"LABEL", "UUID", "PARTLABEL", "PARTUUID", "ID"}
    if line.filesystem in _NO_DISK or not (tag or line.source.startswith("/")):
        return False, "fstrim.service trims only what lies on a block device."
    return True, ""
