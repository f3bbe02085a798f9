# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives: listing five hundred block objects is nearly as fast as listing none."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.machine import clean_environment
from tests.benchmarks.ratios import Pair, Row, Table, interleaved, spread
from tests.fakes.collections_of_drives import many
from tests.fakes.made_machine import MadeMachine
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(600)]

OBJECTS = 500
LIMIT = 0.2
# The command line as it is, but for where /sys is: the made drives have none in the real one.
LIST = """\
import sys
from pathlib import Path
from driveproof.composition.application import Application
from driveproof.cli.main import run
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.client import read_inventory

class Made(Application):
    def inventory(self):
        return read_inventory(sysfs=Sysfs(Path(sys.argv[1])))

sys.exit(run(sys.argv[2:], Made()))
"""


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[int, tuple[str, Path]]]:
    """The address of the bus and the root of /sys, for no and for many objects."""
    with ExitStack() as stack:
        made = {}
        for objects in (0, OBJECTS):
            folder = tmp_path_factory.mktemp(f"machine{objects}")
            sysfs = folder / "sys"
            machine = many(sysfs, count=objects) if objects else MadeMachine(sysfs)
            bus = stack.enter_context(PrivateBus(folder))
            stack.enter_context(FakeUDisks2(bus.address, machine.objects))
            made[objects] = (bus.address, sysfs)
        yield made


def listing(home: Path, machine: tuple[str, Path], objects: int, *words: str) -> float:
    address, sysfs = machine
    environment = clean_environment(home, DBUS_SYSTEM_BUS_ADDRESS=address)
    command = (sys.executable, "-c", LIST, str(sysfs), "list", *words)
    begun = time.perf_counter()
    said = subprocess.run(command, stdout=subprocess.PIPE, env=environment, check=True).stdout
    taken = time.perf_counter() - begun
    if words:
        # Partitions are told with their disk; empty loop devices are told too.
        assert bool(json.loads(said)["drives"]) == bool(objects)
    else:
        assert len(said.splitlines()) > objects / 5
    return taken


@pytest.mark.parametrize("words", [(), ("--json",)], ids=["table", "json"])
def test_list_with_many_objects(
    words: tuple[str, ...],
    machines: dict[int, tuple[str, Path]],
    tmp_path: Path,
    table: Table,
    count: int,
) -> None:
    def timed(objects: int) -> float:
        return listing(tmp_path, machines[objects], objects, *words)

    timed(OBJECTS), timed(0)
    pairs: list[Pair] = interleaved(lambda: timed(OBJECTS), lambda: timed(0), count)
    more = [1000 * (full - empty) for full, empty in pairs]
    row = table.add(
        Row(
            f"{' '.join(('driveproof list', *words))}, {OBJECTS} block objects",
            f"{1000 * median(a for a, _ in pairs):.0f} ms",
            f"{1000 * median(b for _, b in pairs):.0f} ms (none)",
            f"{spread(more, '{:+.0f} ms')}, {len(pairs)} pairs",
            "< +200 ms",
            median(more) < 1000 * LIMIT,
        )
    )
    assert row.met, row
