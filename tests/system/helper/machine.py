# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A machine with the installed helper and a bus that starts it, in its own mount namespace."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.system.helper.bench import ACTIONS, AGENT_RULES, RULES, Namespace, copy_actions
from tests.system.machine import PROJECT, Bus, Service, Standing, program, run


class Machine(Namespace):
    """A mount namespace whose replaced system folders are below `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.standing: Standing | None = None  # the user that runs in it
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
        copy_actions(folder / "actions")
        (folder / "rules/10-test.rules").write_text(AGENT_RULES, "utf-8")
        (folder / "run/dbus").mkdir()
        super().__init__({folder / name: place for name, place in self.places.items()})

    @property
    def address(self) -> str:
        """The address of its bus, from outside."""
        return f"unix:path={self.folder}/run/dbus/system_bus_socket"

    def make(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run make as a person would in the checkout."""
        return subprocess.run(
            self.inside("make", "--no-print-directory", "-C", str(PROJECT), *arguments),
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip

    def everything(self) -> dict[str, tuple[int, bytes | None]]:
        """Mode and content of everything in the machine's folders, except /run."""
        return {
            str(path.relative_to(self.folder)): (
                path.lstat().st_mode,
                path.read_bytes() if path.is_file() else None,
            )
            for name in self.places
            if name != "run"
            for path in (self.folder / name).rglob("*")
        }


def empty_machine(stack: ExitStack) -> Machine:
    """A machine without the helper, removed with the stack."""
    # Below /run: only root can write there.
    folder = Path(run("mktemp", "-d", "/run/driveproof-test-XXXXXX").strip())
    stack.callback(shutil.rmtree, folder)
    folder.chmod(0o755)
    made = Machine(folder)
    stack.callback(made.close)
    return made


@contextmanager
def running_machine() -> Iterator[Machine]:
    """A machine with the helper, the system's own bus and polkitd, started as usual."""
    daemon = program("dbus-daemon")
    polkitd = program("/usr/lib/polkit-1/polkitd", "/usr/libexec/polkitd")
    program(
        "/usr/lib/dbus-1.0/dbus-daemon-launch-helper",
        "/usr/libexec/dbus-1/dbus-daemon-launch-helper",
        "/usr/libexec/dbus-daemon-launch-helper",
    )
    with ExitStack() as stack:
        made = empty_machine(stack)
        done = made.make("install-helper")
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        log = made.folder / "log"
        log.touch()
        bus = Bus(made.inside(daemon, "--system", "--nofork", "--nopidfile"), made.address, log)
        usual = "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/run/dbus/system_bus_socket"
        authority = Service(
            made.inside("env", usual, polkitd, "--no-debug"), made.address, log,
            "org.freedesktop.PolicyKit1",
        )  # fmt: skip
        made.standing = Standing(bus, authority)
        stack.callback(made.standing.end)
        made.standing.stand()
        yield made
