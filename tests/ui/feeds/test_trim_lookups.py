# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A discard path that hangs does not delay others, and says so."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot
from tests.builders.demo import demo_inventory
from tests.builders.made_chains import made_chain
from tests.builders.replaced import with_services

from driveproof.composition.application import Application
from driveproof.composition.services import Services
from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.domain.trim.path import DiscardPath
from driveproof.ui.feeds.lookups import Lookups

DEMO = demo_inventory()


class Hanging:
    """Answers of everything but of the dead; those answer when `back` is set."""

    def __init__(self) -> None:
        self.dead: set[str] = set()
        self.back = threading.Event()
        self.asked: list[str] = []

    def chain(self, target: str, _: Inventory, *, as_root: bool = False) -> DiscardPath:
        self._wait(target)
        return made_chain(target)

    def link(self, device: BlockDevice, _: Inventory) -> LinkState:
        self._wait(device.name)
        return LinkState(now="SATA 6 Gb/s")

    def _wait(self, name: str) -> None:
        self.asked.append(name)
        if name in self.dead:
            self.back.wait(30)


@pytest.fixture
def hanging() -> Iterator[Hanging]:
    made = Hanging()
    yield made
    made.back.set()
    for thread in threading.enumerate():
        if thread.name == "work":
            thread.join(10)


def test_one_that_hangs_says_so_and_the_others_are_read(
    qtbot: QtBot, application: Application, hanging: Hanging
) -> None:
    hanging.dead = {"/home", "sda"}
    services = with_services(Services(application), link=hanging.link,
        trim=hanging,
    )  # fmt: skip
    lookups = Lookups(services, timeout=0.1)
    lookups.ask_chain("/home", DEMO)
    for name in ("sda", "nvme0n1"):
        device = DEMO.get(name)
        assert device is not None
        lookups.ask_link(device, DEMO)
    lookups.ask_chain("/", DEMO)
    qtbot.waitUntil(lambda: lookups.chain("/", DEMO) is not None)
    hung, fine = lookups.chain("/home", DEMO), lookups.chain("/", DEMO)
    assert hung is not None
    assert hung.error is not None
    assert hung.error.values["name"] == "/home"
    assert fine is not None
    assert fine.chain is not None
    assert lookups.link("nvme0n1") == LinkState(now="SATA 6 Gb/s")
    link = lookups.link("sda")
    assert link is not None
    assert "sda" in str(link.meaning)
    lookups.ask_chain("/home", DEMO)  # known, and why
    with qtbot.waitSignal(lookups.changed):
        lookups.ask_chain("/home", DEMO, again=True)
    assert hanging.asked.count("/home") == 1
    hung = lookups.chain("/home", DEMO)
    assert hung is not None
    assert hung.error is not None
    assert hung.error.message
    hanging.back.set()
    qtbot.waitUntil(lambda: not lookups.tasks.left_behind)
    lookups.ask_chain("/home", DEMO, again=True)
    qtbot.waitUntil(lambda: getattr(lookups.chain("/home", DEMO), "chain", None) is not None)


def test_the_progress_of_an_array_is_no_reason_to_read_again(
    qtbot: QtBot, application: Application, hanging: Hanging
) -> None:
    services = with_services(
        Services(application),
        trim=hanging,
    )
    lookups = Lookups(services)
    lookups.ask_chain("/srv/archive", DEMO)
    qtbot.waitUntil(lambda: lookups.chain("/srv/archive", DEMO) is not None)
    state = ArrayState(kind="md", wanted=2, active=2, action=ArrayAction.RESYNC, progress=0.1)
    devices = (replace(one, array=state) if one.name == "md0" else one for one in DEMO.devices)
    syncing = replace(DEMO, devices=tuple(devices))
    assert lookups.chain("/srv/archive", syncing) is not None
