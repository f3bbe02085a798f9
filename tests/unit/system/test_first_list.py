# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The first reading of the drives in a process of its own: what it finds, and that it ends."""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fakes.collections_of_drives import demo
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.domain.drive import BlockDevice, Inventory
from driveproof.domain.errors import MachineError
from driveproof.system.udisks import read_inventory

# A fork wants a process without threads, which a test's is not.
PROGRAM = """
import os, pickle, signal, sys
from pathlib import Path
from driveproof.system.first_list import FirstList

def children():
    return Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii").split()

address, what = sys.argv[1:]
with FirstList(address) as first:
    (child,) = children()
    if what == "kill":
        os.kill(int(child), signal.SIGKILL)
    found = None if what == "leave" else first.take(0 if what == "hurry" else 20)
sys.stdout.buffer.write(pickle.dumps((found, children())))
"""


def reading(address: str, what: str = "wait") -> tuple[object, list[str]]:
    """What a program finds that reads early, and the children that it has afterwards."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    said = subprocess.run(
        [sys.executable, "-c", PROGRAM, address, what],
        env=environment, stdout=subprocess.PIPE, timeout=60, check=True,
    ).stdout  # fmt: skip
    found, children = pickle.loads(said)
    return found, children


def facts(device: BlockDevice) -> tuple[object, ...]:
    return device.path, device.model, device.serial, device.size, device.media


@pytest.fixture
def deaf(tmp_path: Path) -> Iterator[str]:
    """The address of a bus that takes calls and never answers."""
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "deaf"))
        listening.listen()
        yield f"unix:path={tmp_path / 'deaf'}"


def test_it_finds_what_is_there(bus: PrivateBus, tmp_path: Path) -> None:
    with FakeUDisks2(bus.address, demo(tmp_path / "sys").objects):
        expected = read_inventory(bus.address)
        found, children = reading(bus.address)
    assert expected.devices
    assert isinstance(found, Inventory)
    # Not everything: how much room there is changes from one moment to the next.
    assert [facts(device) for device in found.devices] == [facts(one) for one in expected.devices]
    assert children == []


def test_a_missing_bus_is_told_in_the_same_words(tmp_path: Path) -> None:
    address = f"unix:path={tmp_path / 'nothing'}"
    with pytest.raises(MachineError) as here:
        read_inventory(address)
    found, children = reading(address)
    assert isinstance(found, MachineError)
    assert (found.message, found.advice) == (here.value.message, here.value.advice)
    assert str(found) == str(here.value)
    assert children == []


@pytest.mark.parametrize("what", ["hurry", "kill", "leave"])
def test_a_child_that_does_not_answer_is_ended_and_gives_nothing(deaf: str, what: str) -> None:
    assert reading(deaf, what) == (None, [])
