# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counters are judged once they have settled; before that nothing is refuted."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.builders.trim_codes import evidence_text
from tests.fakes.made_host import MadeHost
from tests.fakes.made_machine import GB

from driveproof.domain.trim.evidence import accepted, unsettled
from driveproof.domain.trim.job import (
    ACCEPTED,
    INCONCLUSIVE,
    PROVED,
    REFUTED,
    LayerCount,
    Outcome,
    Preview,
    TrimStatus,
)
from driveproof.engine.trim.session import EvidenceCollector
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.discard_counters import CountingDevice, settled_counters


@pytest.fixture
def host(tmp_path: Path) -> MadeHost:
    return MadeHost(tmp_path)


@pytest.mark.parametrize(
    ("counted", "verdict"), [(0, INCONCLUSIVE), (8, INCONCLUSIVE), (2048, PROVED)]
)
def test_a_cancel_before_they_have_settled_refutes_nothing(
    counted: int, verdict: str, host: MadeHost
) -> None:
    disk = host.machine.nvme(0, "Drive", GB)
    sectors = "1 0 0 0 0 0 0 0 0 0 0 3 0 {} 5 0 0"
    host.set(disk, "stat", sectors.format(0))
    chain = host.chain(host.mount(disk, "x", "ext4"))
    assert chain.mount is not None
    preview = Preview(
        target="/x", device="/dev/nvme0n1", filesystem="ext4", chain=chain,
        layers=("nvme0n1",), mount=chain.mount,
    )  # fmt: skip
    outcome = Outcome(
        status=TrimStatus.FINISHED, preview=preview, started=datetime.now(UTC), trimmed=2048 * 512
    )
    with EvidenceCollector("nvme0n1", chain.mount, Sysfs(host.machine.root)) as evidence:
        evidence.begin()
        host.set(disk, "stat", sectors.format(counted))
        first = evidence.proved(outcome, lambda: True).proof[0]
    assert (first.tier, first.verdict) == (ACCEPTED, verdict), evidence_text(first)
    if not counted:
        assert "CANCELLED_EARLY" in evidence_text(first)


class Slow:
    """A drive that works on its first discard for so many readings, and counts it then."""

    def __init__(self, host: MadeHost, looks: int) -> None:
        self._host, self._left = host, looks
        self._disk = host.machine.nvme(0, "Drive", GB)
        self.now = 0.0
        self._tell()

    def _tell(self) -> None:
        flying, sectors = (1, 0) if self._left > 0 else (0, 2048)
        self._host.set(self._disk, "stat", f"1 0 0 0 0 0 0 0 {flying} 0 0 3 0 {sectors} 5 0 0")

    def pause(self, seconds: float) -> None:
        self.now += seconds
        self._left -= 1
        self._tell()


@pytest.mark.parametrize(("looks", "found"), [(10, 2048), (300, 2048), (3000, 0)])
def test_the_first_discard_may_take_long(looks: int, found: int, host: MadeHost) -> None:
    """But not for ever."""
    drive = Slow(host, looks)
    (layer,) = settled_counters(
        (CountingDevice("nvme0n1", True, True),), {"nvme0n1": 0}, Sysfs(host.machine.root),
        2048 * 512, cancelled=lambda: False, clock=lambda: drive.now, pause=drive.pause,
    )  # fmt: skip
    assert layer.discarded == found * 512
    assert drive.now < 121


def test_a_busy_drive_is_not_waited_for_once_it_has_counted(host: MadeHost) -> None:
    drive = Slow(host, 0)
    host.set(drive._disk, "stat", "1 0 0 0 0 0 0 0 7 0 0 3 0 64 5 0 0")
    now = [0.0]
    settled_counters(
        (CountingDevice("nvme0n1", True, True),), {"nvme0n1": 0}, Sysfs(host.machine.root),
        2048 * 512, cancelled=lambda: False, clock=lambda: now[0],
        pause=lambda seconds: now.__setitem__(0, now[0] + seconds),
    )  # fmt: skip
    assert now[0] < 4


def test_what_is_refuted_when_they_have_settled() -> None:
    """Or a cancel at that moment would hide nothing: the same numbers, waited for."""
    proof = accepted("ext4", None, 512, (LayerCount("sda", 0, top=True, bottom=True),))
    assert proof.verdict == REFUTED
    assert unsettled(proof).verdict == INCONCLUSIVE
