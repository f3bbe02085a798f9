# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same blocks read again and again with the real fio: cold, warm, and by which device."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.builders.deep import deep
from tests.system.measuring import MIB, Lab, btrfs_over_two, mounted, names

from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.run.run import FINISHED
from driveproof.methods.caches.answer import from_memory, readings_of, served_by
from driveproof.methods.caches.plan import Plan as CachesPlan

pytestmark = pytest.mark.root


def caches(repeats: int = 1) -> Profile:
    profile = Profile("small", "Small", "", (), 0, repeats=repeats, pause=0.0, method="caches")
    return with_plan(profile, CachesPlan(16 * MIB, readings=3, seconds=20.0))


@pytest.mark.parametrize("kind", ["ext4", *deep("xfs")])
def test_memory_serves_what_was_read_before(kind: str, tmp_path: Path, lab: Lab) -> None:
    with mounted(kind, tmp_path) as (folder, _device):
        before = names(folder)
        result = lab.session(caches(repeats=2), folder).run()
        lab.nothing_is_left(folder)
        assert names(folder) == before
    assert result.status == FINISHED, result.error
    assert result.method == "caches"
    past, through = readings_of(result)
    for phase in past.phases:
        assert phase.cache == "direct"
        assert from_memory(phase) == pytest.approx(0.0, abs=0.05)
        # Other programs may read the disk with the image meanwhile.
        assert sum(one.share for one in served_by(phase)) > 0.9
    assert [phase.cache for phase in through.phases] == ["cold", "warm", "warm"]
    first, *later = through.phases
    assert (from_memory(first) or 0) < 0.1
    assert all((from_memory(phase) or 0) > 0.9 for phase in later)
    assert all(
        repeat.directions["read"].bytes == 16 * MIB
        for phase in result.phases
        for repeat in phase.repeats
    )
    assert lab.history().load(result.id).phases[1].work.reading == 2


@pytest.mark.deep
def test_a_mirror_says_which_of_its_disks_served(tmp_path: Path, lab: Lab) -> None:
    with btrfs_over_two(tmp_path, "raid1") as (folder, devices):
        result = lab.session(caches(), folder).run()
    assert result.status == FINISHED, result.error
    (past, _through) = readings_of(result)
    seen = {one.device for phase in past.phases for one in served_by(phase)}
    assert seen & set(devices)
