# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper as `make install-helper` installs it, started by a real system bus.

Nothing is staged: everything runs in a mount namespace that has folders of the tests' own in the
places of this machine's, so that the machine's bus, polkit and /usr/local are as they were.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from jeepney import Properties, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.low_level import MessageType
from tests.system.helper import bench
from tests.system.helper.agent import Agent
from tests.system.helper.caller import (
    HELPER,
    MIB,
    NOBODY,
    Caller,
    Process,
    phase,
    read_all,
    unwrap,
    wire,
)
from tests.system.helper.disks import Disk
from tests.system.helper.machine import Machine, empty_machine, running_machine
from tests.system.machine import BUS, PROJECT
from tests.system.measuring import wait_for

from driveproof.helper.protocol import API_VERSION, BUS_NAME, Caches

pytestmark = [pytest.mark.root, pytest.mark.bus]

LAUNCHER = "/usr/local/lib/driveproof-helper/driveproof-helper"


@pytest.fixture
def empty() -> Iterator[Machine]:
    """A machine without the helper."""
    with ExitStack() as stack:
        yield empty_machine(stack)


@pytest.fixture(scope="module")
def running() -> Iterator[Machine]:
    with running_machine() as made:
        yield made


@pytest.fixture
def machine(running: Machine) -> Machine:
    assert running.standing is not None
    running.standing.stand()
    return running


@pytest.fixture
def caller(machine: Machine) -> Iterator[Caller]:
    """A user without privileges."""
    made = Caller(machine.address, NOBODY)
    yield made
    made.close()


@pytest.fixture
def agent(machine: Machine) -> Iterator[Agent]:
    made = Agent(machine.address)
    yield made
    made.close()


def ask_the_bus(caller: Caller, method: str, *names: str) -> tuple[object, ...]:
    call = new_method_call(BUS, method, "s" * len(names) or None, names)
    return unwrap(caller.connection.send_and_get_reply(call, timeout=20))


@pytest.fixture
def helper(machine: Machine, caller: Caller) -> Iterator[Process]:
    """A helper that the bus started for a caller that requests only its version."""
    call = Properties(HELPER).get("ApiVersion")
    (version,) = unwrap(caller.connection.send_and_get_reply(call, timeout=20))
    assert version == ("u", API_VERSION)
    (number,) = ask_the_bus(caller, "GetConnectionUnixProcessID", BUS_NAME)
    process = Process(int(str(number)))
    yield process
    process.close()
    # Until then the next caller would be led to the dead one.
    wait_for("its name is free", lambda: ask_the_bus(caller, "NameHasOwner", BUS_NAME) == (False,))
    process_log = (machine.folder / "log").read_text("utf-8")
    assert "Traceback" not in process_log, process_log


def test_the_bus_knows_it_before_it_runs(machine: Machine, caller: Caller) -> None:
    (names,) = ask_the_bus(caller, "ListActivatableNames")
    assert isinstance(names, list)
    assert BUS_NAME in names


def test_the_bus_starts_it_as_root_and_isolated(helper: Process, machine: Machine) -> None:
    command = Path(f"/proc/{helper.pid}/cmdline").read_bytes().split(b"\0")[:-1]
    assert [word.decode() for word in command] == ["/usr/bin/python3", "-I", "-S", LAUNCHER]
    assert helper.status("Uid").split() == ["0"] * 4
    # Not by its name: below a chroot a process of another mount namespace has none.
    assert Path(f"/proc/{helper.pid}/cwd").samefile("/")
    environment = Path(f"/proc/{helper.pid}/environ").read_text().split("\0")
    assert {word.partition("=")[0] for word in environment} <= {
        "", "DBUS_STARTER_ADDRESS", "DBUS_STARTER_BUS_TYPE"
    }  # fmt: skip
    maps = Path(f"/proc/{helper.pid}/maps").read_text()
    assert str(PROJECT) not in maps


def test_a_user_reads_a_device_with_it(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    before = disk.digest()
    path, output = caller.start("StartReadTest", wire(disk.claim()), phase().wire(), 0, 4 * MIB)
    text = read_all(output)
    assert caller.finished(path) == (0, "", "")
    assert b'"read"' in text
    assert [prompt.action.rpartition(".")[2] for prompt in agent.seen] == ["measure"]
    assert disk.path in agent.seen[0].message
    assert disk.digest() == before


@pytest.mark.usefixtures("empties_page_cache")
def test_a_user_drops_caches_with_it(
    helper: Process, agent: Agent, caller: Caller, disk: Disk
) -> None:
    path, output = caller.start("DropCaches", wire(disk.claim()), Caches(1))
    assert read_all(output) == b""
    assert caller.finished(path) == (0, "", "")
    assert {prompt.action.rpartition(".")[2] for prompt in agent.seen} == {"measure"}


def test_only_root_takes_its_name(machine: Machine, caller: Caller) -> None:
    call = new_method_call(BUS, "RequestName", "su", (BUS_NAME, 4))  # without waiting for it
    reply = caller.connection.send_and_get_reply(call, timeout=20)
    assert reply.header.message_type is MessageType.error
    assert "is not allowed to own" in reply.body[0]
    with open_dbus_connection(machine.address) as root:
        reply = root.send_and_get_reply(call, timeout=20)
        assert reply.header.message_type is MessageType.method_return, reply.body


def test_all_of_it_is_roots(machine: Machine) -> None:
    assert machine.everything()
    for name in machine.everything():
        status = (machine.folder / name).lstat()
        if name.startswith(("actions/", "rules/")) and "driveproof" not in name:
            continue  # the machine's own
        assert (status.st_uid, status.st_gid) == (0, 0), name
        wanted = 0o755 if stat.S_ISDIR(status.st_mode) else 0o644
        assert stat.S_IMODE(status.st_mode) == wanted, name


def test_removing_leaves_nothing(empty: Machine) -> None:
    before = empty.everything()
    assert empty.make("install-helper").returncode == 0
    assert len(empty.everything()) > len(before) + 40
    assert empty.make("uninstall-helper").returncode == 0
    left = {name for name, (_mode, text) in empty.everything().items() if text is not None}
    assert left == {name for name, (_mode, text) in before.items() if text is not None}


@pytest.mark.deep
def test_what_the_machine_has_installed_is_not_in_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after `make run`: "belongs to another installation" is what each of these tests met."""
    (tmp_path / "actions").mkdir()
    for name in (bench.POLICY.name, "org.freedesktop.udisks2.policy"):
        (tmp_path / "actions" / name).write_text("<policyconfig/>")
    monkeypatch.setattr(bench, "ACTIONS", tmp_path / "actions")
    bench.copy_actions(tmp_path / "copy")
    assert [path.name for path in (tmp_path / "copy").iterdir()] == [
        "org.freedesktop.udisks2.policy"
    ]


@pytest.mark.deep
@pytest.mark.parametrize("closed", ["lib", "share"])
def test_it_is_left_out_where_others_can_write(empty: Machine, closed: str) -> None:
    """As on a Debian that gives /usr/local to its group staff."""
    weak = empty.folder / "local" / closed
    weak.mkdir()
    weak.chmod(0o775)
    before = empty.everything()
    done = empty.make("install-helper")
    assert done.returncode != 0
    assert closed in done.stderr
    assert empty.everything() == before


@pytest.mark.deep
@pytest.mark.parametrize("target", ["install-helper", "uninstall-helper"])
def test_what_somebody_else_put_in_its_place_is_not_touched(empty: Machine, target: str) -> None:
    own = empty.folder / "local/lib/driveproof-helper"
    own.mkdir(parents=True)
    (own / "installed").touch()
    os.chown(own, NOBODY, NOBODY)
    before = empty.everything()
    done = empty.make(target)
    assert done.returncode != 0
    assert empty.everything() == before
