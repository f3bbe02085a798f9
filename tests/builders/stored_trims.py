# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM as the history stores it."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

from tests.fakes import quoted

from driveproof.domain.drive.drive import Mount
from driveproof.domain.trim.job import (
    ACCEPTED,
    PROVED,
    Outcome,
    Preview,
    Proof,
    TrimStatus,
)
from driveproof.domain.trim.path import DiscardPath

NOW = datetime(2026, 3, 3, 12, 30, 0, 123456, tzinfo=timezone(timedelta(hours=1)))


MOUNT = Mount("/home\udcff", "/dev/sda1", "ext4")


CHAIN = DiscardPath(target="/home", mount=MOUNT, layers=())


PREVIEW = Preview(
    target="/home", device="/dev/sda1", filesystem="ext4", chain=CHAIN, layers=("sda1",),
    mount=MOUNT,
)  # fmt: skip


PROOF = (Proof(ACCEPTED, PROVED, quoted.evidence("Counted.")),)


OUTCOME = Outcome(
    status=TrimStatus.FINISHED,
    preview=PREVIEW,
    started=NOW,
    seconds=2.5,
    trimmed=12 * 10**9,
    proof=PROOF,
)
