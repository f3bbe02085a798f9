# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Evidence for a diagnosis."""

from __future__ import annotations

from datetime import UTC, datetime

from tests.builders.made_findings import finding

from driveproof.domain.access import Direction
from driveproof.domain.check.check import Check, CheckFinding, Topic
from driveproof.domain.diagnosis.diagnosis import (
    DiagnosisEvidence,
    FileLayout,
    Machine,
)
from driveproof.domain.drive.attachment import Attachment
from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Media, Mount
from driveproof.domain.drive.link import LinkState
from driveproof.domain.metric import MetricName
from driveproof.domain.rating import FINE, ODD
from driveproof.domain.run.run import KernelLog, Summary
from driveproof.domain.speed import MeasuredSpeed, Pace
from driveproof.domain.speed_sentences import pace_sentences

NOW = datetime(2026, 11, 24, 10, 0, tzinfo=UTC)


SSD = BlockDevice(
    path="/dev/sda", name="sda", kind=DeviceKind.ATA, bus="sata", media=Media.SSD, size=10**12,
    scheduler="mq-deadline",
    attachment=Attachment(sata_power="med_power_with_dipm", apst=100_000),
)  # fmt: skip


MOUNT = Mount("/home", "/dev/sda1", "ext4", ("rw", "relatime"))


HOME = BlockDevice(
    path="/dev/sda1", name="sda1", kind=DeviceKind.PARTITION, mounts=(MOUNT,),
    filesystem_size=10**12, free=4 * 10**11,
)  # fmt: skip


FULL_SPEED = LinkState(
    kind="sata", now="SATA 6 Gb/s", best="SATA 6 Gb/s", ceiling=600_000_000,
    best_ceiling=600_000_000, slower=False,
)  # fmt: skip


QUICK_ENOUGH = finding(Topic.SPEED, FINE, "Quick enough.")


def check(*findings: CheckFinding, device: BlockDevice = SSD, **values: object) -> Check:
    return Check(
        taken=NOW, seconds=1.0, target="/home", device=device, findings=findings,
        **{"link": FULL_SPEED, **values},  # type: ignore[arg-type]
    )  # fmt: skip


FIGURE = MeasuredSpeed(
    title="4K", profile="quick", direction=Direction.READ, mixed=False, metric=MetricName.IOPS,
    summary=Summary(100, 99, 101, 2), against=1000.0,
)  # fmt: skip


SLOW = CheckFinding(
    Pace.TOO_SLOW, pace_sentences(Pace.TOO_SLOW, (FIGURE,)), grade=ODD, topic=Topic.SPEED
)


SOUND = DiagnosisEvidence(
    check=check(QUICK_ENOUGH),
    stack=(HOME, SSD),
    mount=MOUNT,
    log=KernelLog.KMSG,
    machine=Machine(
        power_source="ac", power_profile="balanced", memory_pressure=0.01, cpu_pressure=0.1
    ),
    busy=0.02,
    cipher=3e9,
    layout=FileLayout("/home/video", 4 * 10**9, 40),
)
