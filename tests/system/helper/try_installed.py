# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lets a real system bus start udisksd, polkitd and the installed helper for an unprivileged user.

tools/try-package.sh starts it as root in a disposable system with nothing but the packages. The
agent of the tests answers at polkit's prompt.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import pwd
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection

CHECKOUT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(CHECKOUT))

from tests.system.helper.agent import Agent  # noqa: E402

HELPER = "io.github.driveproof.Helper1"
LAUNCHER = "/usr/lib/driveproof-helper/driveproof-helper"
ADDRESS = "unix:path=/run/dbus/system_bus_socket"
BUS = DBusAddress(
    "/org/freedesktop/DBus", bus_name="org.freedesktop.DBus", interface="org.freedesktop.DBus"
)
RULES = Path("/etc/polkit-1/rules.d/10-try.rules")
# Nobody here has a password or is in the group sudo: polkit asks for root, and the agent is root's.
RULE = 'polkit.addAdminRule(function(action, subject) { return ["unix-user:root"]; });\n'
UDEVD = "/usr/lib/systemd/systemd-udevd"
LOG = Path("/tmp/daemons.log")
# As the launcher starts it, but without a front process: the agent is registered for the very
# process that asks.
ALONE = """
import sys
sys.path[:0] = ["/usr/lib/driveproof", "/usr/lib/driveproof/libraries"]
from driveproof.__main__ import main
sys.exit(main(sys.argv[1:]))
"""
SIZE = 32 * 1024 * 1024


@contextmanager
def running(*command: str, says: bool = False) -> Iterator[None]:
    """A daemon; with `says`, wait until it prints something."""
    with LOG.open("ab") as log:
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE if says else log, stderr=log, cwd="/"
        )
    try:
        if process.stdout:
            assert process.stdout.readline(), command
        yield
    except BaseException:
        print(LOG.read_text("utf-8", "replace"), file=sys.stderr)
        LOG.write_text("")
        raise
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def udevd() -> Iterator[None]:
    """udisksd sees only what udevd has passed on, and in a chroot none is running."""
    with running(UDEVD):
        # It answers once it is ready.
        while subprocess.run(["udevadm", "control", "--ping"], check=False).returncode:
            pass
        subprocess.run(
            ["udevadm", "trigger", "--subsystem-match=block", "--action=add"], check=False
        )
        subprocess.run(["udevadm", "settle", "--timeout=30"], check=True)
        yield


@contextmanager
def loop_device(file: Path) -> Iterator[str]:
    file.write_bytes(os.urandom(SIZE))
    done = subprocess.run(
        ["losetup", "--find", "--show", str(file)], capture_output=True, text=True, check=True
    )
    path = done.stdout.strip()
    try:
        yield path
    finally:
        subprocess.run(["losetup", "--detach", path], check=True)
        file.unlink()


def digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def driveproof(*words: str) -> tuple[str, list[str]]:
    """Its output for an unprivileged user, and what polkit asked."""
    user = pwd.getpwnam("user")
    process = subprocess.Popen(
        ["sh", "-c", 'read -r gate && exec "$0" -I -c "$@" </dev/null', "python3", ALONE, *words],
        env={"PATH": "/usr/bin:/bin", "HOME": user.pw_dir, "LANG": "C.UTF-8"},
        user=user.pw_uid, group=user.pw_gid, extra_groups=[], cwd="/", text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    agent = Agent(ADDRESS, process)
    out, err = process.communicate("\n", timeout=300)
    asked = [prompt.action for prompt in agent.seen]
    agent.close()
    assert process.returncode == 0, f"driveproof {' '.join(words)}: {process.returncode}: {err}"
    return out, asked


def ask_the_bus(method: str, name: str) -> object:
    with contextlib.closing(open_dbus_connection(ADDRESS)) as bus:
        reply = bus.send_and_get_reply(new_method_call(BUS, method, "s", (name,)), timeout=20)
        return reply.body[0]


def check_the_process(pid: int) -> None:
    """Check that it is the helper of the package, and loads nothing from elsewhere."""
    process = Path(f"/proc/{pid}")
    command = (process / "cmdline").read_bytes().split(b"\0")[:-1]
    assert [word.decode() for word in command] == ["/usr/bin/python3", "-I", "-S", LAUNCHER]
    assert process.stat().st_uid == 0
    for line in (process / "maps").read_text().splitlines():
        path = line.split(maxsplit=5)[5:]
        assert not path or path[0].startswith(("/usr/", "[", "/dev/zero")), line


def main() -> int:
    with ExitStack() as stack:
        RULES.write_text(RULE)
        stack.callback(RULES.unlink)
        Path("/run/dbus").mkdir(exist_ok=True)
        bus = ("dbus-daemon", "--system", "--nofork", "--nopidfile", "--print-address=1")
        stack.enter_context(running(*bus, says=True))
        if Path(UDEVD).exists():
            stack.enter_context(udevd())
        file = Path("/var/tmp/disk.img")
        device = stack.enter_context(loop_device(file))
        before = digest(file)

        out, _ = driveproof("list", "--json")
        print(f"driveproof list: {len(json.loads(out)['drives'])} devices")
        if Path(UDEVD).exists():
            assert device in out, out

        assert ask_the_bus("NameHasOwner", HELPER) is False
        words = ("run", "quick", device, "--seconds", "0.5", "--repeats", "1")
        out, asked = driveproof(*words)
        print(out)
        assert set(asked) == {"io.github.driveproof.helper1.measure"}, asked
        pid = ask_the_bus("GetConnectionUnixProcessID", HELPER)
        assert isinstance(pid, int), f"the helper is not there any more: {pid}"
        check_the_process(pid)
        assert digest(file) == before
        print(f"the helper, process {pid}, was started by the bus and asked for {asked[0]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
