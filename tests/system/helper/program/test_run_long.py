# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long runs on a device through the helper: rounds after a TRIM, and a sustained write."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.system.helper.caller import MIB, Process, children
from tests.system.helper.conftest import Disk
from tests.system.helper.program.test_run_device import Person
from tests.system.helper.program.test_run_device import person as person  # noqa: PLC0414 - a fixture
from tests.system.helper.program.test_run_overwriting import DESTROY, free

from driveproof.helper.protocol import Action

pytestmark = [pytest.mark.root, pytest.mark.bus]

ROUNDS = """\
title = "Rounds"
question = "Do they become steady?"
kind = "steady-state"
seconds = 0.5
rounds = 6
"""
LONG = """\
title = "Long"
question = "How large is the cache?"
kind = "sustained"
seconds = 3
pauses = []
"""


@pytest.fixture
def owner(person: Person) -> Person:
    """An unprivileged user with short profiles of both kinds."""
    folder = person.home / ".config/driveproof/profiles"
    (folder / "rounds.toml").write_text(ROUNDS, "utf-8")
    (folder / "long.toml").write_text(LONG, "utf-8")
    return person


def test_rounds_after_a_trim(
    helper: Process, owner: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(32 * MIB)
    process, agent = owner.start("run", "rounds", "--target", disk.path, *DESTROY, "--json")
    out, err = process.communicate(timeout=180)
    assert process.returncode == 0, err
    assert [prompt.action for prompt in agent.seen] == [Action.DISCARD, Action.WRITE_TEST]
    document = json.loads(out)
    assert document["status"] == "finished"
    fill, rounds = document["phases"]
    assert fill["work"]["part"] == "before the rounds"
    assert fill["repeats"][0]["write"]["bytes"] == 2 * 32 * MIB
    assert rounds["work"]["part"] == "rounds" and 5 <= len(rounds["repeats"]) <= 6
    assert rounds["block_size"] == 4096
    assert "not the specification's purge" in " ".join(document["notes"])
    assert children(helper.pid) == []
    assert free(disk)


def test_a_dismissed_trim_writes_nothing(helper: Process, owner: Person, disk: Disk) -> None:
    before = disk.digest()
    words = ("run", "rounds", "--target", disk.path, *DESTROY)
    status, out, err = owner.driveproof(*words, answer="dismiss")
    assert (status, out) == (4, ""), err
    assert disk.digest() == before
    assert free(disk)


def test_a_sustained_write_to_its_bound(
    helper: Process, owner: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(96 * MIB)
    outside = disk.digest(80 * MIB)
    process, agent = owner.start(
        "run", "long", "--target", disk.path, *DESTROY, "--size", "80M", "--json"
    )
    out, err = process.communicate(timeout=180)
    assert process.returncode == 0, err
    assert [prompt.action for prompt in agent.seen] == [Action.WRITE_TEST]
    document = json.loads(out)
    long = document["phases"][0]
    assert long["work"]["part"] == "sustained"
    assert long["repeats"][0]["write"]["bytes"] == 80 * MIB
    assert disk.digest(80 * MIB) == outside
    assert free(disk)
