# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether what is trimmed is what was looked at and confirmed: names and folders are reused."""

from __future__ import annotations

from driveproof.domain.errors import DriveproofError, RefusedError
from driveproof.domain.text import visible
from driveproof.domain.trim.job import Preview
from driveproof.system.kernel.sysfs import Sysfs


def disk_sequence(name: str, sysfs: Sysfs) -> int | None:
    """The kernel's number of the disk below a device: whatever has its name later has another one.

    None where the kernel keeps none (before Linux 5.15).
    """
    place = sysfs.root / "class" / "block" / sysfs.disk_of(name) / "diskseq"
    try:
        return int(place.read_text("ascii"))
    except (OSError, ValueError):
        return None


def another(confirmed: Preview, now: Preview) -> DriveproofError | None:
    """Why `now` is not what was confirmed; None where it is.

    Where it was mounted in between its kind may have another name (ntfs, ntfs3), and of a btrfs
    over several drives the kernel names whichever it likes.
    """
    same = (confirmed.device, confirmed.sequence) == (now.device, now.sequence)
    if now.filesystem == "btrfs" and not same:
        same = confirmed.device.removeprefix("/dev/").replace("/", "!") in now.layers
    kinds = confirmed.filesystem == now.filesystem
    if same and (kinds or (confirmed.mount is None) is not (now.mount is None)):
        return None
    return RefusedError(
        f"{visible(confirmed.target)} is not what it was when it was looked at: it was"
        f" {_words(confirmed)}, and is {_words(now)}. Nothing was trimmed.",
        "Look at it again.",
    )


def _words(preview: Preview) -> str:
    kind = visible(preview.filesystem) or "no file system"
    return f"{kind} on {visible(preview.device)}" if preview.device else kind
