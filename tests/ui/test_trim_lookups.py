# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A path that hangs holds up no other, and says so."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot
from tests.ui.demo import demo_inventory
from tests.ui.made_chains import made_chain

from driveproof.composition.root import Application
from driveproof.composition.services import TrimServices
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import MachineError
from driveproof.domain.trim.path import DiscardPath
from driveproof.ui.feeds.lookups import Lookups
from driveproof.ui.tasks.bounded_worker import Patience

DEMO = demo_inventory()


class Hanging:
    """Answers of everything but of the dead; those answer when `back` is set."""

    def __init__(self) -> None:
        self.dead: set[str] = set()
        self.back = threading.Event()
        self.asked: list[str] = []

    def chain(self, target: str, _: Inventory) -> DiscardPath:
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
        if thread.name in {"work", "asking"}:
            thread.join(10)


def test_one_that_hangs_says_so_and_the_others_are_read(
    qtbot: QtBot, application: Application, hanging: Hanging
) -> None:
    hanging.dead = {"/home", "sda"}
    services = replace(
        application.services(), link=hanging.link,
        trim=TrimServices(chain=hanging.chain, chain_as_root=hanging.chain),
    )  # fmt: skip
    lookups = Lookups(services, patience=Patience(0.1))
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
    assert hung.error.message == "/home did not answer within 0.1 s."
    assert fine is not None
    assert fine.chain is not None
    assert lookups.link("nvme0n1") == LinkState(now="SATA 6 Gb/s")
    link = lookups.link("sda")
    assert link is not None
    assert link.sentence == "sda did not answer within 0.1 s."
    lookups.ask_chain("/home", DEMO)  # known, and why
    with qtbot.waitSignal(lookups.changed):
        lookups.ask_chain("/home", DEMO, again=True)
    assert hanging.asked.count("/home") == 1
    hung = lookups.chain("/home", DEMO)
    assert hung is not None
    assert hung.error is not None
    assert "still does not answer" in hung.error.message
    hanging.back.set()
    qtbot.waitUntil(lambda: not lookups._patience._out)
    lookups.ask_chain("/home", DEMO, again=True)
    qtbot.waitUntil(lambda: getattr(lookups.chain("/home", DEMO), "chain", None) is not None)


def test_not_more_than_so_many_threads_are_left_behind() -> None:
    patience, back = Patience(0.0, most=2), threading.Event()
    before = threading.active_count()
    for name in "ab":
        with pytest.raises(MachineError, match=f"{name} did not answer"):
            patience.answer(name, name, lambda: back.wait(30))
    with pytest.raises(MachineError, match="c is not read: 2 others do not answer"):
        patience.answer("c", "c", lambda: back.wait(30))
    assert threading.active_count() == before + 2
    back.set()
    for thread in threading.enumerate():
        if thread.name == "asking":
            thread.join(10)
    assert patience.answer("a", "a", lambda: 5) == 5


def test_what_fails_says_what_it_said() -> None:
    def fail() -> None:
        raise MachineError("The mount went away.", "Mount it again.")

    with pytest.raises(MachineError, match="The mount went away") as failed:
        Patience().answer("a", "a", fail)
    assert str(failed.value.advice) == "Mount it again."
