# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A discard path with every fact."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.fakes import quoted

from driveproof.domain.drive.drive import Mount
from driveproof.domain.finding import Finding
from driveproof.domain.say import Say
from driveproof.domain.trim.path import (
    BLOCK,
    PASS,
    DiscardPath,
    LayerCost,
    PathLayer,
    PathNote,
    PeriodicTrim,
    RootQuestion,
    TimerReason,
)
from driveproof.domain.trim.stack_rules import allow_discards

LAYERS = (
    PathLayer(
        name="/home", kind="filesystem", verdict=PASS, facts=quoted.fact("ext4 can trim"),
        source="/proc/self/mountinfo",
    ),
    PathLayer(
        name="/dev/mapper/vault", kind="crypt", verdict=BLOCK,
        facts=quoted.fact("discard_max_bytes 0 " * 9), source="/sys/class/block/dm-0/queue",
        device="dm-0", remedy=allow_discards("vault"),
        cost=LayerCost.FREE_BLOCKS_VISIBLE, root=RootQuestion.DM_TABLE,
    ),
)  # fmt: skip


CHAIN = DiscardPath(
    target="/home/anna",
    mount=Mount("/home", "/dev/mapper/vault", "ext4", ("rw", "discard"), number="254:0"),
    layers=LAYERS,
    periodic=PeriodicTrim(
        installed=True, enabled=True, active=True, last=datetime(2026, 11, 16, tzinfo=UTC),
        listed=False, why=(Finding(TimerReason.NOT_LISTED, (Say("Not listed."),)),),
        source="systemd",
    ),
    continuous=True,
    continuous_option="discard",
    notes=(Finding(PathNote.NOT_MOUNTED, (Say("Not mounted: the path begins at the device."),)),),
)  # fmt: skip
