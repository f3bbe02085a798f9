# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper reads a device through the page cache, after it has dropped the caches."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from tests.system.helper.caller import MIB, NOBODY, Process
from tests.system.helper.disks import Disk
from tests.system.helper.person import Person, history
from tests.system.machine import run

pytestmark = [pytest.mark.root, pytest.mark.bus]

COLD = """\
title = "Cold reads"
question = "What does the first reader get?"
cache = "cold"
size = "16 MiB"
repeats = 2
pause = 0
[[phase]]
name = "Sequential"
directions = ["read"]
pattern = "sequential"
block_size = "1 MiB"
queue_depth = 8
warmup = 0
seconds = 0.5
"""


@pytest.fixture
def cold(person: Person) -> Person:
    """An unprivileged user with a profile that reads cold."""
    file = person.home / ".config" / "driveproof" / "profiles" / "cold.toml"
    file.write_text(COLD, "utf-8")
    run("chown", f"{NOBODY}:{NOBODY}", str(file))
    return person


@pytest.mark.usefixtures("empties_page_cache")
def test_cold(helper: Process, cold: Person, make_disk: Callable[..., Disk]) -> None:
    disk = make_disk(32 * MIB)
    before = disk.digest()
    process, agent = cold.start("run", "cold", disk.path, "--json")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert [prompt.action.rpartition(".")[2] for prompt in agent.seen] == ["measure"]
    document = json.loads(out)
    assert document["environment"]["io_path"] == "buffered"
    (phase,) = document["phases"]
    assert (phase["cache"], phase["direct"], phase["engine"]) == ("cold", False, "psync")
    assert (phase["name"], phase["queue_depth"]) == ("SEQ1M Q1T1 read", 1)
    assert "--direct=0" in phase["command"]
    assert len(phase["repeats"]) == 2
    for repeat in phase["repeats"]:
        (member,) = (m for m in repeat["members"] if m["device"] == disk.path.rpartition("/")[2])
        # All of it came from the device once; what was read again came from memory. How much the
        # device gave twice is the kernel's business: it may drop a clean page when it likes.
        assert disk.size <= member["read_bytes"] < repeat["read"]["bytes"] / 2
    assert disk.digest() == before
    (_kept,) = history(cold)


@pytest.mark.deep
def test_who_may_not_empty_the_caches_measures_nothing(
    helper: Process, cold: Person, disk: Disk
) -> None:
    status, out, err = cold.driveproof("run", "cold", disk.path, answer="dismiss")
    assert (status, out) == (4, "")
    assert "dismissed" in err
    assert history(cold) == []


@pytest.mark.deep
def test_a_device_is_never_warm(helper: Process, cold: Person, disk: Disk) -> None:
    """Known before anybody is asked for a password."""
    process, agent = cold.start("run", "tiny", disk.path, "--cache", "warm")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, ""), err
    assert agent.seen == []
