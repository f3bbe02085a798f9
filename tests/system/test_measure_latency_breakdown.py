# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A latency breakdown on a drive of nbdkit's that needs 0.3 s more after half a second of rest."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.system.measuring import MIB, Lab
from tests.system.nbd import MISSING, WHY, by_shell, mounted_nbd

from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.latency_breakdown import Woken, breakdown_of
from driveproof.domain.run.run import FINISHED
from driveproof.domain.run.work import Part
from driveproof.methods.latency_breakdown.plan import Plan as BreakdownPlan

pytestmark = [
    pytest.mark.root,
    pytest.mark.deep,
    pytest.mark.skipif(MISSING, reason=WHY),
]
SIZE = 64 * MIB
SLEEPS = 50  # hundredths of a second of rest after which it sleeps


@contextmanager
def sleeping_drive(folder: Path) -> Iterator[Path]:
    """A folder on ext4 on that drive."""
    last = folder / "last"
    last.write_text("0")
    # The shell's own means: on a busy machine each program that a read starts takes its time.
    wake = "read -r now idle < /proc/uptime; now=${now%.*}${now#*.}"
    wake += f"; read -r before < {last} || before=$now; echo $now > {last}"
    wake += f"; [ $((now - before)) -lt {SLEEPS} ] || sleep 0.3"
    with mounted_nbd(folder, *by_shell(folder / "cells", SIZE, reading=wake)) as point:
        yield point


def test_the_drive_sleeps_and_the_processor_is_not_blamed(tmp_path: Path, lab: Lab) -> None:
    plan = BreakdownPlan(20 * MIB, 0.5, pauses=((0.1, 3), (1.0, 3)), awake=((1.0, 2),))
    profile = Profile("small", "Small", "", (), 0, repeats=2, pause=0.0, method="latency-breakdown")
    with sleeping_drive(tmp_path) as folder:
        result = lab.session(with_plan(profile, plan), folder).run()
        lab.nothing_is_left(folder)
    assert result.status == FINISHED, result.error
    breakdown = breakdown_of(result)
    assert breakdown is not None
    nothing, memory, drive = (breakdown.seconds(p) for p in (Part.NO_IO, Part.MEMORY, Part.DRIVE))
    # Which of the two without a drive takes longer depends on what else the machine does.
    assert nothing and memory and drive and max(nothing, memory) < drive
    late, awake = breakdown.seconds(Part.DRIVE, 1.0), breakdown.seconds(Part.AWAKE, 1.0)
    assert late and awake and min(late, awake) > 0.3
    assert breakdown.woken(1.0) is Woken.DRIVE
    share = breakdown.of(Part.MEMORY)
    assert share is not None and share.cpu is not None
    kept = breakdown_of(lab.history().load(result.id))
    assert kept is not None and kept.woken(1.0) is Woken.DRIVE
