# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM and its preview, with every fact."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.fakes import quoted

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import MachineError
from driveproof.domain.trim.free_counter import counted
from driveproof.domain.trim.job import (
    ACCEPTED,
    PROVED,
    LayerCount,
    Outcome,
    Preview,
    Proof,
    TrimStatus,
)
from driveproof.domain.trim.path import DiscardPath

MIB = 2**20


MOUNT = Mount("/mnt/\x1b[31mred", "/dev/sda1", "ext4")


FREE = counted([(0, 8 * MIB), (16 * MIB, 4 * MIB)], 64 * MIB, 64 * MIB)


CHAIN = DiscardPath(target="/mnt", mount=MOUNT, layers=())


PREVIEW = Preview(
    target="/mnt",
    device="/dev/sda1",
    filesystem="ext4",
    chain=CHAIN,
    layers=("sda1", "sda"),
    mount=MOUNT,
    free=FREE,
)


OUTCOME = Outcome(
    status=TrimStatus.FINISHED,
    preview=PREVIEW,
    started=datetime(2026, 3, 3, 12, tzinfo=UTC),
    seconds=2.0,
    trimmed=12 * MIB,
    layers=(LayerCount("sda1", 12 * MIB, top=True), LayerCount("sda", None, bottom=True)),
    proof=(Proof(ACCEPTED, PROVED, quoted.evidence("Counted.")),),
    problems=(MachineError("A note."),),
)
