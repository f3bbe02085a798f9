# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What root adds to the discard path; prompts only if there is something to read."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.made_host import NO_SYSTEMD, MadeHost, layer_of
from tests.fakes.made_machine import GB

from driveproof.domain.errors import MachineError
from driveproof.domain.trim.path import PASS, DiscardPath, PathNote, RootQuestion
from driveproof.system.helper.client import Helper
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.path import read_discard_path_as_root

NOWHERE = Helper("unix:path=/nowhere/at/all")


@pytest.fixture
def host(tmp_path: Path) -> MadeHost:
    return MadeHost(tmp_path)


def as_root(host: MadeHost, target: Path) -> DiscardPath:
    places = {"sysfs": Sysfs(host.machine.root), "proc": host.proc, "etc": host.etc}
    return read_discard_path_as_root(str(target), None, NOWHERE, **places, timer=lambda: NO_SYSTEMD)


def test_where_root_knows_nothing_more_nobody_is_asked(host: MadeHost) -> None:
    point = host.mount(host.machine.virtio("vda", GB), "x")
    chain = as_root(host, point)
    assert chain.notes[-1].code == PathNote.NOTHING_IN_REPORTS
    assert layer_of(chain, "drive").verdict == PASS


def test_a_sata_drive_that_said_everything_is_not_asked(host: MadeHost) -> None:
    point = host.mount(host.machine.sata("sda", "SSD", GB, 1), "x")
    host.ata(1, "queued", {169: 1})
    assert as_root(host, point).notes[-1].code == PathNote.NOTHING_IN_REPORTS


def test_what_no_report_has_is_not_asked_for(host: MadeHost) -> None:
    chain = as_root(host, host.mount(host.machine.nvme(0, "SSD", GB), "x"))
    assert chain.notes[-1].code == PathNote.NOTHING_IN_REPORTS
    assert layer_of(chain, "drive").root is RootQuestion.READ_AFTER_NVME


def test_without_the_helper_it_is_said(host: MadeHost) -> None:
    point = host.mount(host.machine.sata("sda", "SSD", GB, 1), "x")
    with pytest.raises(MachineError):
        as_root(host, point)
