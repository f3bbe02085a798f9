# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests do to this machine: buses, udev, loop devices, mounts."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection
from jeepney.low_level import MessageType
from tests.fakes.seen import Seen
from tests.system import left
from tests.system.forked import Forking
from tests.system.turns import LOOP_CONTROL, UDEV_CONTROL, Turn, alone_with

from driveproof.domain.errors import MachineError
from driveproof.system.udisks.client import read_inventory
from driveproof.system.udisks.watcher import DiskWatcher

NOBODY = 65534


PROJECT = Path(__file__).parents[2]


BUS = DBusAddress(
    "/org/freedesktop/DBus", bus_name="org.freedesktop.DBus", interface="org.freedesktop.DBus"
)


def program(*places: str) -> str:
    """The first one that exists; skips the test without any."""
    for place in places:
        if found := shutil.which(place):
            return found
    pytest.skip(f"{Path(places[0]).name} is not installed")


class Service:
    """A daemon in the foreground with a name on the bus."""

    timeout = 10.0
    """Seconds after which a silent one counts as hanging."""

    def __init__(self, command: list[str], address: str, log: Path, name: str = "") -> None:
        self._command = command
        self.environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": address}
        self._address = address
        self._log = log
        self._name = name
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        """The PID of the process, while it should be running."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, env=self.environment, stdout=log, stderr=log, cwd="/",
                process_group=0,
            )  # fmt: skip

    def stop(self, *, hard: bool = False) -> None:
        if self._process is None:
            return
        if hard:
            self._process.kill()
        else:
            self._process.terminate()
        try:
            self._process.wait(15)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait(15)
        self._process = None

    def answers(self) -> bool:
        """Whether its process runs and owns its name; one that hangs does not answer either."""
        if self._process is None or self._process.poll() is not None:
            return False
        try:
            with open_dbus_connection(self._address) as bus:
                named = new_method_call(BUS, "NameHasOwner", "s", (self._name,))
                if not bus.send_and_get_reply(named, timeout=self.timeout).body[0]:
                    return False
                if self._name == BUS.bus_name:
                    return True
                peer = DBusAddress("/", self._name, "org.freedesktop.DBus.Peer")
                reply = bus.send_and_get_reply(new_method_call(peer, "Ping"), timeout=self.timeout)
                return reply.header.message_type is MessageType.method_return
        except (OSError, EOFError):  # no bus, one that goes away, or no reply in time
            return False

    def start_anew(self) -> None:
        """End what is left of it, and start another one."""
        self.stop(hard=True)
        self.start()
        wait_for(f"{self._command[0]} answers", self.answers)


class Bus(Service):
    """dbus-daemon or dbus-broker on a socket of its own."""

    def __init__(self, command: list[str], address: str, log: Path) -> None:
        super().__init__(command, address, log, BUS.bus_name or "")
        self._socket = Path(address.removeprefix("unix:path="))

    def stop(self, *, hard: bool = False) -> None:
        if self._process is not None:  # not reaped yet: the number still belongs to its group
            with contextlib.suppress(ProcessLookupError):  # the broker outlives its launcher
                os.killpg(self._process.pid, signal.SIGKILL)
        super().stop(hard=hard)

    def start(self) -> None:
        self._socket.unlink(missing_ok=True)
        super().start()
        try:
            wait_for("the bus answers", self.answers)
        except AssertionError as error:
            error.add_note(self._log.read_text("utf-8", "replace")[-2000:])
            raise


def own_bus(config: Path, address: str, log: Path, *, broker: bool = False) -> Bus:
    """Start the bus with this configuration file, which names the address."""
    if broker:
        program("dbus-broker-launch")
        script, folder = Path(__file__).with_name("broker.py"), config.with_name("for-the-broker")
        folder.mkdir(exist_ok=True)
        path = address.removeprefix("unix:path=")
        return Bus([sys.executable, str(script), path, str(config), str(folder)], address, log)
    command = [program("dbus-daemon"), f"--config-file={config}", "--nofork", "--nopidfile"]
    return Bus(command, address, log)


class Udevd(Service):
    """udevd: the machine's own if it is running, otherwise one is started.

    There can be only one per machine. Parallel processes of tests use the one that the first of
    them started, and the last of them ends it.
    """

    def __init__(self, folder: Path) -> None:
        self._udevadm = program("udevadm")
        udevd = program("/lib/systemd/systemd-udevd", "/usr/lib/systemd/systemd-udevd")
        super().__init__([udevd], "", folder / "udevd.log")
        self._users = Turn(Path(self._udevadm))

    def answers(self) -> bool:
        """Wait for a reply, but not for the socket."""
        command = [self._udevadm, "control", "--ping", "--timeout=10"]
        with alone_with(UDEV_CONTROL):
            return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def start(self) -> None:
        """Use it, and start it if it is not running."""
        with alone_with(LOOP_CONTROL):
            self._users.share()
            if self.answers():
                return
            made = not _UDEV.exists()
            super().start()
            wait_for("udevd listens", self.answers)
            _OURS.write_text(f"{self.pid} {int(made)}", "ascii")
        run(self._udevadm, "trigger", "--subsystem-match=block", "--action=add")
        run(self._udevadm, "settle", "--timeout=120")  # it waits for disks that are locked

    def stop(self, *, hard: bool = False) -> None:
        """Stop using it. A hard stop kills one that does not answer, for all its users."""
        with alone_with(LOOP_CONTROL):
            self._users.give_back()
            if _OURS.exists() and (self._users.is_mine() or (hard and not self.answers())):
                pid, made = _OURS.read_text("ascii").split()
                _end(int(pid), self._udevadm)
                _OURS.unlink()
                if made == "1":
                    shutil.rmtree(_UDEV, ignore_errors=True)
            self._users.give_back()
        if self._process is not None:
            self._process.poll()  # another process of tests may have ended it


_UDEV = Path("/run/udev")


_OURS = _UDEV / "of-driveproof-tests"


def _end(pid: int, program: str) -> None:
    """Kill a process of this program, which need not be our child, and wait until it is gone."""
    with contextlib.suppress(ProcessLookupError):
        descriptor = os.pidfd_open(pid)
        try:
            # Killed tests leave a PID that may belong to another process by now.
            if Path(f"/proc/{pid}/exe").resolve() == Path(program).resolve():
                signal.pidfd_send_signal(descriptor, signal.SIGKILL)
                select.select([descriptor], [], [], 15)
        finally:
            os.close(descriptor)


class Standing:
    """A bus and its services, in the order in which they start."""

    def __init__(self, *services: Service) -> None:
        self.services = services

    def stand(self) -> None:
        """Restart what does not answer; on a new bus no service has a name yet."""
        for service in self.services:
            if not service.answers():
                service.start_anew()

    def end(self) -> None:
        for service in reversed(self.services):
            service.stop()


class SystemBus:
    """The running bus, and udisksd on it, which can be killed and restarted."""

    def __init__(
        self, address: str, udisks: Service, launcher: Path, standing: Standing | None = None
    ) -> None:
        self.address = address
        self.udisks = udisks
        self.launcher = launcher  # of the installed program, which any user can start
        self.standing = standing

    def stand(self) -> None:
        """Restart what has died since the last test."""
        assert self.standing is not None
        self.standing.stand()

    def follow(self, stack: ExitStack) -> Seen:
        """A watcher on this bus, stopped when the stack is closed."""
        seen = Seen()
        watcher = DiskWatcher(seen.change, seen.missing, address=self.address)
        stack.callback(watcher.stop)
        watcher.start()
        return seen

    def driveproof_as_nobody(self, *arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
        """Run the program as a user without privileges."""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "DBUS_SYSTEM_BUS_ADDRESS": self.address,
        }
        return FORKING[self.launcher].run(
            *arguments, timeout=60, env=environment, cwd="/", user=NOBODY, group=NOBODY
        )

    def list_as_nobody(self, home: Path) -> list[dict[str, Any]]:
        """The drives of `driveproof list --json`."""
        done = self.driveproof_as_nobody("list", "--json", home=home)
        assert done.returncode == 0, done.stderr
        drives: list[dict[str, Any]] = json.loads(done.stdout)["drives"]
        return drives


FORKING: dict[Path, Forking] = {}


def wait_for_answer(bus: SystemBus) -> None:
    """Wait until udisksd answers."""
    with ExitStack() as stack:
        try:
            bus.follow(stack).wait("udisksd answers", lambda _: True, 30)
            read_inventory(bus.address)
        except (AssertionError, MachineError) as error:
            pytest.fail(f"udisksd does not answer on the bus of the tests: {error}")


def run(*command: str) -> str:
    """Run a command that must succeed."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout


@contextmanager
def udev_rule(name: str, text: str) -> Iterator[None]:
    """A rule of udev's while in use."""
    rule = _UDEV / "rules.d" / name
    made = not rule.parent.exists()
    rule.parent.mkdir(parents=True, exist_ok=True)
    try:
        rule.write_text(f"{text}\n", "ascii")
        _reload_udev_rules()
        yield
    finally:
        rule.unlink(missing_ok=True)
        if made:
            with contextlib.suppress(OSError):  # others have one there by now
                rule.parent.rmdir()
        _reload_udev_rules()


def _reload_udev_rules() -> None:
    reload = ("udevadm", "control", "--reload")

    def taken() -> bool:
        # A busy daemon's socket is full for a moment.
        return subprocess.run(reload, capture_output=True, timeout=60, check=False).returncode == 0

    with alone_with(UDEV_CONTROL):
        wait_for("udevd to read its rules", taken)


def wait_for(what: str, condition: Callable[[], Any], seconds: float = 30.0) -> Any:
    """Wait until the condition holds, and return its value."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"waited {seconds} s in vain: {what}"
        time.sleep(0.01)
    return found


def unmount(point: Path) -> None:
    """Unmount it once it is not busy: udev and others read what has changed."""

    def gone() -> bool:
        done = subprocess.run(["umount", str(point)], capture_output=True, text=True, check=False)
        assert done.returncode == 0 or "busy" in done.stderr, done.stderr
        return done.returncode == 0

    wait_for(f"nobody keeps {point}", gone)


def settle() -> None:
    """Wait: programs that inspect a device as it comes and goes keep it busy for a moment."""
    subprocess.run(["udevadm", "settle", "--timeout=5"], capture_output=True, check=False)


def detach(path: str, file: Path) -> None:
    """Remove the loop device over this file, and wait until it is gone: whoever still has it open,
    or a copy of its mount in another namespace, keeps it and its file system as they are.
    """
    run("losetup", "--detach", path)
    wait_for(f"nobody keeps {path}", lambda: path not in run("losetup", "--associated", str(file)))


def detach_ours(path: str, file: Path) -> None:
    """Unmount and remove the loop device, only if it is still over our file.

    A test may have removed it already, and another process may have received its number by now.
    """
    listed = subprocess.run(
        ["losetup", "--associated", str(file)], capture_output=True, text=True, check=False
    )
    if any(line.startswith(f"{path}:") for line in listed.stdout.splitlines()):
        subprocess.run(["umount", "--quiet", path], capture_output=True, check=False)
        left.forget_partitions(path)
        subprocess.run(["losetup", "--detach", path], capture_output=True, check=False)


def own_rules(rules: str, address: str) -> str:
    """The system's rules with our socket, in the foreground, without activation."""
    for drop in (
        r"<listen>.*?</listen>",
        r"<pidfile>.*?</pidfile>",
        r"<servicehelper>.*?</servicehelper>",
        r"<standard_system_servicedirs\s*/>",
        r"<fork\s*/>",
        r"<syslog\s*/>",
    ):
        rules = re.sub(drop, "", rules, flags=re.DOTALL)
    rules = re.sub(r"<includedir>(?!/)", "<includedir>/usr/share/dbus-1/", rules)
    return rules.replace("<auth>", f"<listen>{address}</listen>\n  <auth>", 1)
