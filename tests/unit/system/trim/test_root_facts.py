# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What root adds to the way of a TRIM: asked only where there is something to ask."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.fakes.made_machine import GB
from tests.fakes.made_way import NO_SYSTEMD, MadeWay, layer_of

from driveproof.domain.errors import MachineError
from driveproof.domain.trim.path import PASS, Chain
from driveproof.system.helper.client import Helper
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.root_facts import NOTHING, read_chain_as_root

NOWHERE = Helper("unix:path=/nowhere/at/all")


@pytest.fixture
def way(tmp_path: Path) -> MadeWay:
    return MadeWay(tmp_path)


def as_root(way: MadeWay, target: Path) -> Chain:
    places = {"sysfs": Sysfs(way.machine.root), "proc": way.proc, "etc": way.etc}
    return read_chain_as_root(str(target), None, NOWHERE, **places, timer=lambda: NO_SYSTEMD)


def test_where_root_knows_nothing_more_nobody_is_asked(way: MadeWay) -> None:
    point = way.mount(way.machine.virtio("vda", GB), "x")
    chain = as_root(way, point)
    assert chain.notes[-1] == NOTHING
    assert layer_of(chain, "drive").verdict == PASS


def test_a_sata_drive_that_said_everything_is_not_asked(way: MadeWay) -> None:
    point = way.mount(way.machine.sata("sda", "SSD", GB, 1), "x")
    way.ata(1, "queued", {169: 1})
    assert as_root(way, point).notes[-1] == NOTHING


def test_what_no_report_has_is_not_asked_for(way: MadeWay) -> None:
    chain = as_root(way, way.mount(way.machine.nvme(0, "SSD", GB), "x"))
    assert chain.notes[-1] == NOTHING
    assert "DLFEAT" in layer_of(chain, "drive").root


def test_without_the_helper_it_is_said(way: MadeWay) -> None:
    point = way.mount(way.machine.sata("sda", "SSD", GB, 1), "x")
    with pytest.raises(MachineError):
        as_root(way, point)
