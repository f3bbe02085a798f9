# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A private system bus with polkitd and the helper as root, and loop devices.

polkitd finds our actions in its usual folder because it has its own mount namespace: nothing in
this machine's folders changes. The helper is started as the bus would start it, with "python3 -I
-S" and a launcher that only root can change.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import jeepney
import pytest
from jeepney import DBusAddress, MatchRule, new_method_call
from jeepney.io.blocking import open_dbus_connection
from tests.system import left
from tests.system.conftest import (
    PROJECT,
    Service,
    Standing,
    _own_rules,
    own_bus,
    program,
    run,
    settle,
    wait_for,
)
from tests.system.helper.agent import Agent
from tests.system.helper.caller import MIB, NOBODY, Caller, Process, children
from tests.system.helper.disks import Disk
from tests.system.helper.parts import Partitioned
from tests.system.helper.person import Person

from driveproof.helper.__main__ import OVERTIME, PROMPT, TIMEOUT
from driveproof.helper.protocol import BUS_NAME

POLICY = PROJECT / "packaging/polkit/io.github.driveproof.helper1.policy"
BUS_POLICY = PROJECT / "packaging/dbus/io.github.driveproof.Helper1.conf"
LAUNCHER = PROJECT / "packaging/helper/driveproof-helper.in"
ACTIONS = Path("/usr/share/polkit-1/actions")
RULES = Path("/etc/polkit-1/rules.d")
# Only root is asked, whoever else is an administrator of this machine. To polkit all callers of the
# tests are one process, for which it keeps an authorization: for that process's user alone, or
# (with pidfds, from 124 on) for any user. So prompts are never skipped; only the user daemon gets
# the policy unchanged, and its kept authorizations are discarded after its test.
_RULES = """
polkit.addAdminRule(function(action, subject) { return ["unix-user:root"]; });
polkit.addRule(function(action, subject) {
    if (action.id.indexOf("io.github.driveproof.") == 0 && subject.user == "nobody")
        return polkit.Result.AUTH_ADMIN;
});
"""
_BUS = DBusAddress(
    "/org/freedesktop/DBus", bus_name="org.freedesktop.DBus", interface="org.freedesktop.DBus"
)


class Rig:
    """The bus, with a helper that can be started, ended and killed."""

    def __init__(
        self,
        address: str,
        launcher: Path,
        log: Path,
        authority: Service | None = None,
        standing: Standing | None = None,
        *,
        on_broker: bool = False,
    ) -> None:
        self.address = address
        self.on_broker = on_broker
        self._authority = authority
        self.standing = standing
        self._launcher = launcher
        self._log = log
        self._helpers: list[subprocess.Popen[bytes]] = []
        self._usual: subprocess.Popen[bytes] | None = None

    def stand(self, *, usual: bool = False) -> None:
        """Restore the initial state: restart what has died, and end the helpers of earlier tests,
        but for the `usual_helper()` where that is needed again.
        """
        assert self.standing is not None
        keep = self._usual if usual and self._is_idle(self._usual) else None
        self.end_helpers(keep)
        self.standing.stand()
        if keep is None:
            # Until the bus notices the end of the last helper, it would pass calls to that one.
            wait_for("the helper's name is free", lambda: not self.has_owner(BUS_NAME))
        elif not self.has_owner(BUS_NAME):  # on the bus that has died
            self.end_helpers()

    def end_helpers(self, keep: subprocess.Popen[bytes] | None = None) -> None:
        """End all helpers but this one."""
        for helper in self._helpers:
            if helper is not keep:
                helper.kill()
                helper.wait(15)
        self._helpers = [] if keep is None else [keep]
        if keep is None:
            self._usual = None
            self._log.unlink(missing_ok=True)

    def usual_helper(self) -> subprocess.Popen[bytes]:
        """The helper that tests share which have no wishes; a start takes 0.2 s of a processor."""
        if self._usual is None:
            self._usual = self.start_helper()
        return self._usual

    def _is_idle(self, helper: subprocess.Popen[bytes] | None) -> bool:
        """Whether it runs, has complained of nothing, and has no work of an earlier test."""
        return (
            helper is not None
            and helper.poll() is None
            and not (self.log() or children(helper.pid))
        )

    def has_owner(self, name: str) -> bool:
        """Whether this name has an owner on the bus."""
        with open_dbus_connection(self.address) as bus:
            call = new_method_call(_BUS, "NameHasOwner", "s", (name,))
            return bool(bus.send_and_get_reply(call, timeout=10).body[0])

    def wait_for_name(self, name: str, start: Callable[[], None]) -> None:
        """Start a process, and wait until it owns its name."""
        with open_dbus_connection(self.address) as bus:
            rule = MatchRule(
                type="signal", sender=_BUS.bus_name, interface=_BUS.interface,
                member="NameOwnerChanged", path=_BUS.object_path,
            )  # fmt: skip
            rule.add_arg_condition(0, name)
            call = new_method_call(_BUS, "AddMatch", "s", (rule.serialise(),))
            bus.send_and_get_reply(call, timeout=10)
            with bus.filter(rule, bufsize=10) as changes:
                start()
                while not bus.recv_until_filtered(changes, timeout=20).body[2]:
                    pass

    def start_helper(
        self,
        *,
        idle: float = 600,
        overtime: float = OVERTIME,
        prompt: float = PROMPT,
        timeout: float = TIMEOUT,
        folder: Path = Path("/tmp"),
        **environment: str,
    ) -> subprocess.Popen[bytes]:
        """Start it like the bus, with a clean environment except for what is given."""
        started: list[subprocess.Popen[bytes]] = []

        def start() -> None:
            with self._log.open("ab") as log:
                started.append(
                    subprocess.Popen(
                        [
                            sys.executable,
                            "-I",
                            "-S",
                            str(self._launcher),
                            f"--idle={idle}",
                            f"--overtime={overtime}",
                            f"--prompt={prompt}",
                            f"--timeout={timeout}",
                        ],
                        env={"DBUS_SYSTEM_BUS_ADDRESS": self.address, **environment},
                        stdin=subprocess.DEVNULL,
                        stdout=log,
                        stderr=log,
                        cwd=folder,
                    )
                )

        try:
            self.wait_for_name(BUS_NAME, start)
        finally:
            self._helpers += started
        return started[0]

    @contextlib.contextmanager
    def without_polkitd(self) -> Iterator[None]:
        """Without polkitd nobody grants authorizations."""
        assert self._authority is not None
        self._authority.stop()
        try:
            yield
        finally:
            self.wait_for_name("org.freedesktop.PolicyKit1", self._authority.start)

    def forget_authorizations(self) -> None:
        """polkit keeps them in its process, and without a session they cannot be revoked."""
        with self.without_polkitd():
            pass

    def with_another_helper(self, change: str) -> Rig:
        """The same bus, and a helper with one changed line."""
        launcher = self._launcher.with_name("another-driveproof-helper")
        text = self._launcher.read_text("utf-8")
        launcher.write_text(text.replace("\nsys.exit", f"\n{change}\nsys.exit"), "utf-8")
        another = Rig(self.address, launcher, self._log)
        another._helpers = self._helpers
        return another

    def log(self) -> str:
        """The helper's output; empty if all is well."""
        return self._log.read_text("utf-8") if self._log.exists() else ""


DAEMON_BUS, BROKER_BUS = "dbus-daemon", "dbus-broker"
on_both_buses = pytest.mark.parametrize("rig", [DAEMON_BUS, BROKER_BUS], indirect=True)
"""For tests of what one user may send to another: the two brokers deliver different things."""


@pytest.fixture(scope="session")
def rig(request: pytest.FixtureRequest, our_folders: list[Path]) -> Iterator[Rig]:
    """On dbus-daemon, unless the test chooses another."""
    broker = getattr(request, "param", DAEMON_BUS) == BROKER_BUS
    if os.geteuid() != 0:
        pytest.skip("needs root (a system bus with polkitd and the helper)")
    polkitd = program("/usr/lib/polkit-1/polkitd", "/usr/libexec/polkitd")
    program("fio")
    rules = Path("/usr/share/dbus-1/system.conf")
    if not (rules.exists() and ACTIONS.is_dir()):
        pytest.skip(f"{rules} or {ACTIONS} is not there")
    with ExitStack() as stack:
        # Below /run: only root can write there.
        folder = Path(run("mktemp", "-d", "/run/driveproof-test-XXXXXX").strip())
        stack.callback(shutil.rmtree, folder)
        folder.chmod(0o755)
        our_folders.append(folder)
        address = f"unix:path={folder}/bus"
        config = folder / "bus.conf"
        config.write_text(
            _own_rules(rules.read_text("utf-8"), address).replace(
                "</busconfig>", f"<include>{BUS_POLICY}</include></busconfig>"
            ),
            "utf-8",
        )
        namespace = _own_polkit(folder)
        stack.callback(namespace.close)
        authority = Service(
            namespace.inside(polkitd, "--no-debug"), address, folder / "polkitd.log",
            "org.freedesktop.PolicyKit1",
        )  # fmt: skip
        bus = own_bus(config, address, folder / "bus.log", broker=broker)
        standing = Standing(bus, authority)
        stack.callback(standing.end)
        made = Rig(
            address, _launcher(folder), folder / "helper.log", authority, standing,
            on_broker=broker,
        )  # fmt: skip
        made.stand()
        stack.callback(made.end_helpers)
        yield made


def _launcher(folder: Path) -> Path:
    text = LAUNCHER.read_text("utf-8")
    text = text.replace("@PACKAGE@", str(PROJECT / "app"))
    text = text.replace("@LIBRARIES@", str(Path(jeepney.__file__).parents[1]))
    path = folder / "driveproof-helper"
    path.write_text(text, "utf-8")
    return path


class Namespace:
    """A mount namespace with folders mounted over others, kept until it is closed.

    It is created once and entered repeatedly.
    """

    def __init__(self, mounts: dict[Path, str]) -> None:
        words = [f"mount --bind {source} {place}" for source, place in mounts.items()]
        script = " && ".join([*words, "echo ready", "exec cat"])
        self._keeper = subprocess.Popen(
            [*left.apart("private"), "sh", "-c", script],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd="/",
        )  # fmt: skip
        assert self._keeper.stdout is not None
        if self._keeper.stdout.readline() != b"ready\n":
            self.close()
            pytest.fail("the mount namespace could not be made")

    def inside(self, *command: str) -> list[str]:
        """The command that runs this in the namespace, and in our chroot if there is one."""
        there = f"/proc/{self._keeper.pid}"
        return [
            program("nsenter"), f"--mount={there}/ns/mnt", f"--root={there}/root",
            f"--wd={there}/cwd", "--", *command,
        ]  # fmt: skip

    def close(self) -> None:
        self._keeper.communicate(timeout=15)


def copy_actions(folder: Path) -> None:
    """This machine's polkit actions, except those of an installed helper."""
    shutil.copytree(ACTIONS, folder, ignore=shutil.ignore_patterns(POLICY.name))


def _own_polkit(folder: Path) -> Namespace:
    """Our actions and rules in place of the machine's, for our polkitd only.

    Without logind no user has an active session: the tests' user gets the rights of one that has.
    """
    actions, rules = folder / "actions", folder / "rules.d"
    copy_actions(actions)
    policy = re.sub(
        r"<allow_any>\w+</allow_any>(.*?<allow_active>)(\w+)(</allow_active>)",
        r"<allow_any>\2</allow_any>\1\2\3",
        POLICY.read_text("utf-8"),
        flags=re.DOTALL,
    )
    (actions / POLICY.name).write_text(policy, "utf-8")
    rules.mkdir()
    (rules / "10-test.rules").write_text(_RULES, "utf-8")
    return Namespace({actions: str(ACTIONS), rules: str(RULES)})


@pytest.fixture
def helper(rig: Rig) -> Iterator[Process]:
    """The running helper, which must still run and must have printed nothing at the end of the
    test. Tests share it.
    """
    process = rig.usual_helper()
    watched = Process(process.pid)
    yield watched
    assert process.poll() is None, f"the helper ended: {rig.log()}"
    assert rig.log() == ""
    watched.release()


@pytest.fixture
def hasty_helper(rig: Rig) -> Iterator[Process]:
    """A helper that gives fio 3 seconds beyond its runtime: too little on a busy machine."""
    with _running_helper(rig, overtime=3) as watched:
        yield watched


@pytest.fixture
def impatient_helper(rig: Rig) -> Iterator[Process]:
    """A helper that waits for a device no longer than a test does."""
    with _running_helper(rig, timeout=2) as watched:
        yield watched


@pytest.fixture
def helper_with_short_prompts(rig: Rig) -> Iterator[Process]:
    """A helper that waits for a person no longer than a test does."""
    with _running_helper(rig, prompt=2) as watched:
        yield watched


@contextlib.contextmanager
def _running_helper(rig: Rig, **how: Any) -> Iterator[Process]:
    process = rig.start_helper(**how)
    watched = Process(process.pid)
    try:
        yield watched
        assert process.poll() is None, f"the helper ended: {rig.log()}"
        assert rig.log() == ""
    finally:
        process.terminate()
        process.wait(15)
        watched.close()


@pytest.fixture
def person(rig: Rig, launcher: Path, open_folder: Path) -> Iterator[Person]:
    home = Path(run("mktemp", "-d", "-p", str(open_folder)).strip())
    made = Person(home, launcher, rig.address)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def agent(rig: Rig) -> Iterator[Agent]:
    """The person at the prompt, who allows everything unless the test decides otherwise."""
    made = Agent(rig.address)
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def connect(rig: Rig) -> Iterator[Callable[..., Caller]]:
    """Makes callers, which leave the bus at the end."""
    with ExitStack() as stack:

        def made(uid: int = NOBODY) -> Caller:
            caller = Caller(rig.address, uid)
            if uid != NOBODY:
                stack.callback(rig.forget_authorizations)
            stack.callback(caller.close)
            return caller

        yield made


@pytest.fixture
def caller(connect: Callable[..., Caller]) -> Caller:
    """A user without privileges."""
    return connect()


@pytest.fixture
def make_disk(tmp_path: Path) -> Iterator[Callable[..., Disk]]:
    with ExitStack() as stack:
        numbers = iter(range(100))

        def made(size: int = 8 * MIB) -> Disk:
            disk = Disk(tmp_path / f"disk{next(numbers)}.img", size)
            stack.callback(disk.detach)
            return disk

        yield made


@pytest.fixture
def lonely_disk(tmp_path: Path) -> Iterator[Disk]:
    """A disk with a number that no search for a free loop device returns."""
    control = os.open("/dev/loop-control", os.O_RDWR | os.O_CLOEXEC)
    number = 1000 + os.getpid() % 10_000
    with contextlib.suppress(FileExistsError):  # another process kept it too long, below
        fcntl.ioctl(control, 0x4C80, number)  # LOOP_CTL_ADD
    try:
        disk = Disk(tmp_path / "lonely.img", 8 * MIB, f"/dev/loop{number}")
        try:
            yield disk
        finally:
            disk.detach()
    finally:
        for _ in range(1000):
            settle()
            with contextlib.suppress(OSError):
                fcntl.ioctl(control, 0x4C81, number)  # LOOP_CTL_REMOVE
                break
        os.close(control)


@pytest.fixture
def disk(make_disk: Callable[..., Disk]) -> Disk:
    """8 MiB."""
    return make_disk()


@pytest.fixture
def partitioned(tmp_path: Path) -> Iterator[Partitioned]:
    program("sfdisk")
    disk = Partitioned(tmp_path / "partitioned.img")
    try:
        yield disk
    finally:
        disk.detach()
