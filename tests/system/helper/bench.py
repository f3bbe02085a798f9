# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper on buses of its own, with a polkit of its own, and drives for it."""

from __future__ import annotations

import contextlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from jeepney import MatchRule, new_method_call
from jeepney.io.blocking import open_dbus_connection
from tests.system import left
from tests.system.helper.caller import children
from tests.system.machine import (
    BUS,
    PROJECT,
    Service,
    Standing,
    program,
    wait_for,
)

from driveproof.helper.__main__ import OVERTIME, PROMPT, TIMEOUT
from driveproof.helper.protocol import BUS_NAME

POLICY = PROJECT / "packaging/polkit/io.github.driveproof.helper1.policy"


ACTIONS = Path("/usr/share/polkit-1/actions")


RULES = Path("/etc/polkit-1/rules.d")


# Only root is asked, whoever else is an administrator of this machine. To polkit all callers of the
# tests are one process, for which it keeps an authorization: for that process's user alone, or
# (with pidfds, from 124 on) for any user. So prompts are never skipped; only the user daemon gets
# the policy unchanged, and its kept authorizations are discarded after its test.
AGENT_RULES = """
polkit.addAdminRule(function(action, subject) { return ["unix-user:root"]; });
polkit.addRule(function(action, subject) {
    if (action.id.indexOf("io.github.driveproof.") == 0 && subject.user == "nobody")
        return polkit.Result.AUTH_ADMIN;
});
"""


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
        self.scans = launcher.with_name("scans")
        """The folder of the helper's for what a scan logs."""
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
            call = new_method_call(BUS, "NameHasOwner", "s", (name,))
            return bool(bus.send_and_get_reply(call, timeout=10).body[0])

    def wait_for_name(self, name: str, start: Callable[[], None]) -> None:
        """Start a process, and wait until it owns its name."""
        with open_dbus_connection(self.address) as bus:
            rule = MatchRule(
                type="signal", sender=BUS.bus_name, interface=BUS.interface,
                member="NameOwnerChanged", path=BUS.object_path,
            )  # fmt: skip
            rule.add_arg_condition(0, name)
            call = new_method_call(BUS, "AddMatch", "s", (rule.serialise(),))
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
