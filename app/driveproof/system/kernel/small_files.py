# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the small files of /sys and /proc, which may be missing, closed or odd."""

from __future__ import annotations

import os
from pathlib import Path

_MOST = 16 * 1024


def bytes_in(path: str | Path) -> bytes:
    """The first 16 KiB of a file, b"" where it cannot be read."""
    # Five hundred devices have about ten files each: os.read takes a third of Path.read_bytes'
    # time.
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except (OSError, ValueError):  # a name with a NUL in it
        return b""
    try:
        return os.read(handle, _MOST)
    except OSError:  # some files exist but cannot be read
        return b""
    finally:
        os.close(handle)


def text_in(path: str | Path) -> str:
    """Its text without the white space around it, "" where it cannot be read."""
    return bytes_in(path).decode("utf-8", "replace").strip()


def name_in(path: str | Path) -> str:
    """A name or path that somebody gave, as it is, whatever its characters."""
    return os.fsdecode(bytes_in(path)).removesuffix("\n")


def int_in(path: str | Path) -> int | None:
    """A whole number, None where there is none."""
    try:
        return int(text_in(path))
    except ValueError:
        return None


def float_in(path: str | Path) -> float | None:
    """A number, None where there is none."""
    try:
        return float(text_in(path))
    except ValueError:
        return None


def boot_id() -> str:
    """What tells this boot of the machine from every other one, "" where nothing does."""
    return text_in("/proc/sys/kernel/random/boot_id")


def began(pid: int | str) -> str:
    """When a process began (clock ticks since boot, proc(5) field 22), "" when it is gone."""
    # The name may hold anything, ")" included: the fields are counted behind the last one.
    fields = text_in(f"/proc/{pid}/stat").rpartition(")")[2].split()
    ended = not fields or fields[0] in {"Z", "X"}  # a zombie has closed its files
    return fields[19] if len(fields) > 19 and not ended else ""
