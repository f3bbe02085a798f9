# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a file system writes of its own beside the data: its journal, tables and checksums.

Counted by the kernel on a loop device with Linux 6.18 and fio 3.33, each figure of one setting.
"""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.work import FileOperation

ALWAYS = 4 * 2**20
"""Bytes that are written however little is measured: names, times, the list of what is free."""


@dataclass(frozen=True, slots=True)
class OwnWrites:
    """At most `share` of the data, and so many bytes each time that data has to be on the drive:
    of a file whose blocks were all written before (`old`), and of one that grows (`new`).
    """

    share: float
    old: int
    new: int


JOURNAL = OwnWrites(1 / 256, 2**10, 2**15)
"""ext4: 1 byte for 4 KiB, 0.4 KB for an fsync of an old file, 24.6 KB of a new one; xfs: less."""
NOTHING = OwnWrites(0.0, 0, 0)
TREES = OwnWrites(1 / 8, 160 * 2**10, 160 * 2**10)
"""btrfs, which copies on write and keeps its tables twice: 11 % of 4 KiB, 2 % of 1 MiB, 152 KB for
an fsync or a write with O_SYNC. Taken for others that copy on write too.
"""
_OF = dict.fromkeys(("btrfs", "bcachefs", "zfs", "nilfs2"), TREES)


def with_own_writes(filesystem: str, data: int, *, forced: int = 0, grows: bool = False) -> int:
    """The bytes that reach a drive at most for so many of data, which have to be there `forced`
    times: "" is no file system, and any other than those above is taken for ext4.
    """
    own = _OF.get(filesystem, JOURNAL) if filesystem else NOTHING
    return data + round(data * own.share) + forced * (own.new if grows else own.old)


def forced(phase: Phase) -> int:
    """How often a repeat of a test waits until its data is on the drive, at most."""
    data, asked = phase.limit or 0, phase.asked
    if phase.waits_each:
        return data // phase.waits_each
    count = int(bool(asked.end_fsync))
    if every := asked.fsync or asked.fdatasync:
        count += data // phase.block_size // every
    elif asked.sync:
        count += data // phase.block_size
    if asked.log_block:
        count += data // asked.log_block
    return count


def grows(phase: Phase) -> bool:
    """Whether a test writes blocks that its file did not have before."""
    return phase.new_files or phase.operation is FileOperation.WRITE
