# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper as `make install-helper` puts it, started by a real system bus through its launcher.

Nothing is staged: everything runs in a mount namespace that has folders of the tests' own in the
places of this machine's, so that the machine's bus, polkit and /usr/local are as they were.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from jeepney import DBusAddress, Properties, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.low_level import MessageType
from tests.system.conftest import PROJECT, Service, program, run
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
from tests.system.helper.conftest import _RULES, ACTIONS, RULES, Desk, Disk

from driveproof.helper.protocol import API_VERSION, BUS_NAME, Caches

pytestmark = [pytest.mark.root, pytest.mark.bus]

LAUNCHER = "/usr/local/lib/driveproof-helper/driveproof-helper"
BUS = DBusAddress(
    "/org/freedesktop/DBus", bus_name="org.freedesktop.DBus", interface="org.freedesktop.DBus"
)


class Machine:
    """A mount namespace; what it has in the machine's places is below `folder`.

    A shell keeps the namespace until its standard input is closed.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.places = {
            "local": "/usr/local",
            "actions": str(ACTIONS),
            "rules": str(RULES),
            "policies": "/etc/dbus-1/system.d",
            # The last, as the folder itself is below /run.
            "run": "/run",
        }
        for name in self.places:
            if name != "actions":
                (folder / name).mkdir()
                (folder / name).chmod(0o755)
        shutil.copytree(ACTIONS, folder / "actions")
        (folder / "rules/10-test.rules").write_text(_RULES, "utf-8")
        (folder / "run/dbus").mkdir()
        mounts = [f"mount --bind {folder / name} {place}" for name, place in self.places.items()]
        script = " && ".join([*mounts, "echo ready", "exec cat"])
        self._keeper = subprocess.Popen(
            [program("unshare"), "--mount", "--propagation=private", "sh", "-c", script],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/",
        )  # fmt: skip
        assert self._keeper.stdout is not None
        if self._keeper.stdout.readline() != b"ready\n":
            self.close()
            pytest.fail("the mount namespace could not be made")

    def inside(self, *command: str) -> list[str]:
        """The command that runs this in the namespace, and where we are in a chroot, in that."""
        there = f"/proc/{self._keeper.pid}"
        return [
            program("nsenter"), f"--mount={there}/ns/mnt", f"--root={there}/root",
            f"--wd={there}/cwd", "--", *command,
        ]  # fmt: skip

    def make(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """As a person types it, in the checkout."""
        return subprocess.run(
            self.inside("make", "--no-print-directory", "-C", str(PROJECT), *arguments),
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip

    def everything(self) -> dict[str, tuple[int, bytes | None]]:
        """Mode and content of what the machine's places hold, but for /run."""
        return {
            str(path.relative_to(self.folder)): (
                path.lstat().st_mode,
                path.read_bytes() if path.is_file() else None,
            )
            for name in self.places
            if name != "run"
            for path in (self.folder / name).rglob("*")
        }

    def close(self) -> None:
        self._keeper.communicate(timeout=15)


@pytest.fixture
def empty_machine() -> Iterator[Machine]:
    with ExitStack() as stack:
        yield _machine(stack)


def _machine(stack: ExitStack) -> Machine:
    # Below /run: root's and nobody else's to write.
    folder = Path(run("mktemp", "-d", "/run/driveproof-test-XXXXXX").strip())
    stack.callback(shutil.rmtree, folder)
    folder.chmod(0o755)
    made = Machine(folder)
    stack.callback(made.close)
    return made


@pytest.fixture(scope="module")
def machine() -> Iterator[Machine]:
    """With the helper, and the system's own bus and polkitd, as the machine would start them."""
    daemon = program("dbus-daemon")
    polkitd = program("/usr/lib/polkit-1/polkitd", "/usr/libexec/polkitd")
    program(
        "/usr/lib/dbus-1.0/dbus-daemon-launch-helper",
        "/usr/libexec/dbus-1/dbus-daemon-launch-helper",
        "/usr/libexec/dbus-daemon-launch-helper",
    )
    with ExitStack() as stack:
        made = _machine(stack)
        done = made.make("install-helper")
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        log = made.folder / "log"
        with log.open("wb") as stream:
            bus = subprocess.Popen(
                made.inside(daemon, "--system", "--nofork", "--nopidfile", "--print-address=1"),
                stdout=subprocess.PIPE, stderr=stream,
            )  # fmt: skip
        stack.callback(bus.wait, 15)
        stack.callback(bus.terminate)
        assert bus.stdout is not None
        stack.callback(bus.stdout.close)
        assert bus.stdout.readline(), log.read_text()
        usual = "unix:path=/run/dbus/system_bus_socket"
        authority = Service(made.inside(polkitd, "--no-debug"), usual, log)
        stack.callback(authority.stop)
        desk = Desk(_address(made), Path(), log)
        desk.wait_for_name("org.freedesktop.PolicyKit1", authority.start)
        yield made


def _address(machine: Machine) -> str:
    return f"unix:path={machine.folder}/run/dbus/system_bus_socket"


@pytest.fixture
def caller(machine: Machine) -> Iterator[Caller]:
    """A user without any right."""
    made = Caller(_address(machine), NOBODY)
    yield made
    made.close()


@pytest.fixture
def agent(machine: Machine) -> Iterator[Agent]:
    made = Agent(_address(machine))
    yield made
    made.close()


def ask_the_bus(caller: Caller, method: str, *names: str) -> tuple[object, ...]:
    call = new_method_call(BUS, method, "s" * len(names) or None, names)
    return unwrap(caller.connection.send_and_get_reply(call, timeout=20))


@pytest.fixture
def helper(machine: Machine, caller: Caller) -> Iterator[Process]:
    """Started by the bus for a call of somebody who only asks for its version."""
    call = Properties(HELPER).get("ApiVersion")
    (version,) = unwrap(caller.connection.send_and_get_reply(call, timeout=20))
    assert version == ("u", API_VERSION)
    (number,) = ask_the_bus(caller, "GetConnectionUnixProcessID", BUS_NAME)
    process = Process(int(str(number)))
    yield process
    process.close()
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
    assert Path(f"/proc/{helper.pid}/cwd").readlink() == Path("/")
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
    assert [prompt.action.rpartition(".")[2] for prompt in agent.seen] == ["read-test"]
    assert f"measure how fast {disk.path} is read" in agent.seen[0].message
    assert disk.digest() == before


def test_a_user_drops_caches_with_it(helper: Process, agent: Agent, caller: Caller) -> None:
    path, output = caller.start("DropCaches", Caches(1))
    assert read_all(output) == b""
    assert caller.finished(path) == (0, "", "")
    assert {prompt.action.rpartition(".")[2] for prompt in agent.seen} == {"drop-caches"}


def test_only_root_takes_its_name(machine: Machine, caller: Caller) -> None:
    call = new_method_call(BUS, "RequestName", "su", (BUS_NAME, 4))  # without waiting for it
    reply = caller.connection.send_and_get_reply(call, timeout=20)
    assert reply.header.message_type is MessageType.error
    assert "is not allowed to own" in reply.body[0]
    with open_dbus_connection(_address(machine)) as root:
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


def test_removing_leaves_nothing(empty_machine: Machine) -> None:
    before = empty_machine.everything()
    assert empty_machine.make("install-helper").returncode == 0
    assert len(empty_machine.everything()) > len(before) + 40
    assert empty_machine.make("uninstall-helper").returncode == 0
    assert empty_machine.everything() == before


@pytest.mark.parametrize("closed", ["lib", "share"])
def test_it_is_left_out_where_others_can_write(empty_machine: Machine, closed: str) -> None:
    """As on a Debian that gives /usr/local to its group staff."""
    weak = empty_machine.folder / "local" / closed
    weak.mkdir()
    weak.chmod(0o775)
    before = empty_machine.everything()
    done = empty_machine.make("install-helper")
    assert done.returncode != 0
    assert f"others than root can write to /usr/local/{closed}," in done.stderr
    assert empty_machine.everything() == before
    done = empty_machine.make("install", "LIBRARIES=bundled")
    assert done.returncode == 0
    assert "The helper for raw-disk tests is left out: others than root" in done.stderr
    assert (empty_machine.folder / "local/bin/driveproof").exists()
    assert not [name for name in empty_machine.everything() if "elper1" in name]
    assert empty_machine.make("uninstall").returncode == 0
    assert empty_machine.everything() == before


def test_a_list_that_somebody_else_wrote_is_not_followed(empty_machine: Machine) -> None:
    own = empty_machine.folder / "local/lib/driveproof-helper"
    own.mkdir(parents=True)
    (own / "installed").write_text("file etc/dbus-1/system.d/precious.conf\n")
    os.chown(own, NOBODY, NOBODY)
    precious = empty_machine.folder / "policies/precious.conf"
    precious.write_text("<busconfig/>")
    for target in ("uninstall-helper", "uninstall", "install-helper", "install"):
        done = empty_machine.make(target, "LIBRARIES=bundled")
        assert done.returncode != 0, target
        assert "others than root can write" in done.stderr
    assert precious.exists()
