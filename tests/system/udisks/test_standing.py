# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A failing test fails alone: what it killed is restarted, what it left is removed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.system import left
from tests.system.machine import PROJECT, run

pytestmark = [pytest.mark.root, pytest.mark.bus, pytest.mark.timeout(900)]

# With fixtures of their own, in another process. Every test needs all of it at its beginning, and
# ends somebody for the next one.
SYSTEM = """
import os
import signal

import pytest
from tests.system.conftest import *

Service.timeout = 2.0

from driveproof.system.udisks.client import read_inventory


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGSTOP])
@pytest.mark.parametrize("which", [0, -2, -1])  # the bus, polkitd, udisksd
def test_somebody_ends(system_bus, number, which):
    read_inventory(system_bus.address)
    os.kill(system_bus.standing.services[which].pid, number)


def test_all_are_there(system_bus, open_folder):
    assert system_bus.list_as_nobody(open_folder) is not None
"""
HELPER = """
import os
import signal

import pytest
from tests.system.helper.conftest import *
from tests.system.conftest import *
from tests.system.helper.caller import wire

Service.timeout = 2.0

from driveproof.helper.protocol import Caches


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.parametrize("which", ["bus", "polkitd", "the helper"])
def test_somebody_ends(rig, agent, caller, disk, number, which):
    process = rig.start_helper()  # and nobody ends it
    path, output = caller.start("DropCaches", wire(disk.claim()), Caches(2))
    os.close(output)
    assert caller.finished(path) == (0, "", "")
    assert rig.log() == ""
    rig._log.write_text("complaints of a test that failed")
    pids = [service.pid for service in rig.standing.services]
    os.kill(dict(zip(["bus", "polkitd", "the helper"], [*pids, process.pid]))[which], number)


def test_all_are_there(rig, helper, agent, caller, disk):
    path, output = caller.start("DropCaches", wire(disk.claim()), Caches(2))
    os.close(output)
    assert caller.finished(path) == (0, "", "")
"""
LEAVES = """
import os
from pathlib import Path

import pytest
from tests.system.conftest import *

left.GOING = 0.2


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    point = tmp_path_factory.mktemp("shared")
    run("mount", "-t", "tmpfs", "none", str(point))
    yield point
    run("umount", str(point))


@pytest.mark.parametrize(
    "over", ["a mount", "a file that is gone", "inside", "a part", "a mount in use"]
)
def test_leaves(shared, tmp_path, our_folders, over):
    # What several tests share stays, and nothing else.
    assert left.of(our_folders) == [str(shared)]
    image, point = tmp_path / "image", tmp_path / "a point"
    with image.open("wb") as file:
        file.truncate(2**26)
    path = run("losetup", "--find", "--show", str(image)).strip()
    print(f"LEFT {path}")
    if over == "a part":
        run("addpart", path, "1", "2048", "4096")
        run("losetup", "--detach", path)
        assert Path(f"/sys/block/{path[5:]}/{path[5:]}p1").exists()
        assert False
    run("mkfs.ext4", "-q", path)
    point.mkdir()
    run("mount", path, str(point))
    if over == "a file that is gone":
        image.unlink()
    elif over == "inside":
        (point / "inner").mkdir()
        run("mount", "-t", "tmpfs", "none", str(point / "inner"))
    elif over == "a mount in use":
        os.open(point, os.O_RDONLY)
    assert False
"""


def inner(folder: Path, text: str) -> str:
    """What pytest says of these tests."""
    (folder / "test_inner.py").write_text(text, "utf-8")
    done = subprocess.run(
        [
            sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist",
            "--import-mode=importlib", "-c", os.devnull, f"--rootdir={folder}",
            f"--basetemp={folder / 'base'}", "-rA", str(folder / "test_inner.py"),
        ],
        env={**os.environ, "PYTHONPATH": f"{PROJECT}:{PROJECT / 'app'}"},
        cwd=folder, capture_output=True, text=True, timeout=800, check=False,
    )  # fmt: skip
    return done.stdout + done.stderr


@pytest.mark.deep
def test_a_dead_daemon_of_the_system_fails_no_test_after_it(tmp_path: Path) -> None:
    said = inner(tmp_path, SYSTEM)
    assert "10 passed" in said, said


@pytest.mark.deep
def test_a_dead_daemon_of_the_helpers_fails_no_test_after_it(tmp_path: Path) -> None:
    said = inner(tmp_path, HELPER)
    assert "7 passed" in said, said


@pytest.mark.deep
def test_what_a_failed_test_has_left_is_taken_away(tmp_path: Path) -> None:
    said = inner(tmp_path, LEAVES)
    assert "5 failed" in said, said
    assert "taken away after the test: " in said
    assert said.count("\nLEFT /dev/loop") == 5, said
    run("udevadm", "settle", "--timeout=10")
    assert left.of([tmp_path / "base"]) == []
