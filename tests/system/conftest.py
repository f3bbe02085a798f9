# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A real system bus with polkitd, udevd and udisksd, and loop devices; all gone afterwards.

The bus has the system's own rules and listens on a private socket, so that a machine's own bus is
never touched. udisksd sees only what udevd has passed on: where none runs, one is started.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import pytest
from tests.fakes.seen import Seen

from driveproof.domain.errors import MachineError
from driveproof.system.udisks import read_inventory
from driveproof.system.watcher import DiskWatcher

NOBODY = 65534
PROJECT = Path(__file__).parents[2]


def program(*places: str) -> str:
    """The first that exists; skips the test where none does."""
    for place in places:
        if found := shutil.which(place):
            return found
    pytest.skip(f"{Path(places[0]).name} is not installed")


class Service:
    """A daemon in the foreground."""

    def __init__(self, command: list[str], address: str, log: Path) -> None:
        self._command = command
        self._environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": address}
        self._log = log
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._command, env=self._environment, stdout=log, stderr=log, cwd="/"
            )

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


class SystemBus:
    """The running bus, and udisksd on it to be killed and started again."""

    def __init__(self, address: str, udisks: Service, launcher: Path) -> None:
        self.address = address
        self.udisks = udisks
        self.launcher = launcher  # of the installed program, which any user can start

    def follow(self, stack: ExitStack) -> Seen:
        """A watcher on this bus, stopped at the end of the stack."""
        seen = Seen()
        watcher = DiskWatcher(seen.change, seen.missing, address=self.address)
        stack.callback(watcher.stop)
        watcher.start()
        return seen

    def driveproof_as_nobody(self, *arguments: str, home: Path) -> subprocess.CompletedProcess[str]:
        """Run the program as a user without any right."""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "LANG": "C.UTF-8",
            "DBUS_SYSTEM_BUS_ADDRESS": self.address,
        }
        return subprocess.run(
            [self.launcher, *arguments],
            env=environment, cwd="/", user=NOBODY, group=NOBODY, extra_groups=[],
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip

    def list_as_nobody(self, home: Path) -> list[dict[str, Any]]:
        """The drives of `driveproof list --json`."""
        done = self.driveproof_as_nobody("list", "--json", home=home)
        assert done.returncode == 0, done.stderr
        drives: list[dict[str, Any]] = json.loads(done.stdout)["drives"]
        return drives


@pytest.fixture(scope="session")
def open_folder() -> Iterator[Path]:
    """A folder that any user can enter."""
    with tempfile.TemporaryDirectory(prefix="driveproof-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


@pytest.fixture(scope="session")
def launcher(open_folder: Path) -> Path:
    """The program, installed where any user can start it: a checkout below /root is closed."""
    run(
        sys.executable, "-B", str(PROJECT / "tools" / "install.py"), "install",
        "--prefix", "/opt", "--destdir", str(open_folder / "installed"), "--libraries", "bundled",
    )  # fmt: skip
    return open_folder / "installed" / "opt" / "bin" / "driveproof"


@pytest.fixture(scope="session")
def system_bus(open_folder: Path, launcher: Path) -> Iterator[SystemBus]:
    if os.geteuid() != 0:
        pytest.skip("needs root (a system bus with udisksd)")
    daemon = program("dbus-daemon")
    polkitd = program("/usr/lib/polkit-1/polkitd", "/usr/libexec/polkitd")
    udisksd = program("/usr/libexec/udisks2/udisksd", "/usr/lib/udisks2/udisksd")
    rules = Path("/usr/share/dbus-1/system.conf")
    if not rules.exists():
        pytest.skip(f"{rules} is not there")
    address = f"unix:path={open_folder}/bus"
    config = open_folder / "bus.conf"
    config.write_text(_own_rules(rules.read_text("utf-8"), address), "utf-8")
    with ExitStack() as stack:
        _start_udevd(stack, open_folder)
        bus = subprocess.Popen(
            [daemon, f"--config-file={config}", "--nofork", "--nopidfile", "--print-address=1"],
            stdout=subprocess.PIPE,
        )
        stack.callback(bus.wait, 15)
        stack.callback(bus.terminate)
        assert bus.stdout is not None
        stack.callback(bus.stdout.close)
        assert bus.stdout.readline(), "dbus-daemon did not start"
        services = [
            Service([path, *options], address, open_folder / "services.log")
            for path, options in ((polkitd, ["--no-debug"]), (udisksd, []))
        ]
        for service in services:
            service.start()
            stack.callback(service.stop)
        made = SystemBus(address, services[1], launcher)
        wait_for_answer(made)
        yield made


def wait_for_answer(bus: SystemBus) -> None:
    """Until udisksd answers."""
    with ExitStack() as stack:
        try:
            bus.follow(stack).wait("udisksd answers", lambda _: True, 30)
            read_inventory(bus.address)
        except (AssertionError, MachineError) as error:
            pytest.fail(f"udisksd does not answer on the bus of the tests: {error}")


@pytest.fixture
def loop(system_bus: SystemBus, tmp_path: Path) -> Iterator[Callable[[Path], str]]:
    """Makes a loop device over a file; whatever is left of it goes away afterwards."""
    with ExitStack() as stack:

        def attach(file: Path) -> str:
            path = run("losetup", "--find", "--show", str(file)).strip()
            stack.callback(_detach, path, file)
            return path

        yield attach


def run(*command: str) -> str:
    """Run a command that must work."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout


def wait_for(what: str, condition: Callable[[], Any], seconds: float = 30.0) -> Any:
    """Until the condition holds: what it gave."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"waited {seconds} s in vain: {what}"
        time.sleep(0.01)
    return found


def unmount(point: Path) -> None:
    """Take it away, once nobody looks at it any more: udev and others read what has changed."""

    def gone() -> bool:
        done = subprocess.run(["umount", str(point)], capture_output=True, text=True, check=False)
        assert done.returncode == 0 or "busy" in done.stderr, done.stderr
        return done.returncode == 0

    wait_for(f"nobody keeps {point}", gone)


def _detach(path: str, file: Path) -> None:
    """Only if it is still over our file: somebody else may have got the number by now."""
    subprocess.run(["umount", "--quiet", path], capture_output=True, check=False)
    listed = subprocess.run(
        ["losetup", "--associated", str(file)], capture_output=True, text=True, check=False
    )
    if listed.stdout.startswith(f"{path}:"):
        subprocess.run(["losetup", "--detach", path], capture_output=True, check=False)


def _own_rules(rules: str, address: str) -> str:
    """The system's rules with our socket, in the foreground, and without activation."""
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


def _wait_until_it_listens(udevadm: str) -> None:
    """`udevadm control --ping` waits for an answer, but not for the socket."""
    end = time.monotonic() + 20
    while subprocess.run(
        [udevadm, "control", "--ping"], capture_output=True, check=False
    ).returncode:
        assert time.monotonic() < end, "udevd does not listen"
        time.sleep(0.05)  # between two questions


def _start_udevd(stack: ExitStack, folder: Path) -> None:
    udevadm = program("udevadm")
    if subprocess.run([udevadm, "control", "--ping"], capture_output=True, check=False).returncode:
        udevd = program("/lib/systemd/systemd-udevd", "/usr/lib/systemd/systemd-udevd")
        if not Path("/run/udev").exists():
            stack.callback(shutil.rmtree, "/run/udev", True)
        service = Service([udevd], "", folder / "udevd.log")
        service.start()
        stack.callback(service.stop)
        _wait_until_it_listens(udevadm)
        run(udevadm, "trigger", "--subsystem-match=block", "--action=add")
        run(udevadm, "settle", "--timeout=30")
