# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several hosts on one machine: a real sshd for each on an address of its own, with own keys.

Nothing of the person's own is used: neither keys, nor configuration, nor known hosts.
"""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.system.machine import program

VENV = Path(sys.executable).parent


# As root sshd wants /run/sshd, which is the machine's: it gets one of its own. It would keep the
# loop devices of other tests, whose mounts it has copied: only those below this folder stay.
_INSIDE = """
findmnt -rno TARGET,SOURCE | while read -r point source; do
    case $source in /dev/loop*) case $point in "$0"*) ;; *) umount --lazy "$point" ;; esac ;; esac
done
mount -t tmpfs none /run && mkdir /run/sshd && exec "$@"
"""


class Hosts:
    """The hosts node1, node2, ... Each has its environment, so that programs differ there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._servers: dict[str, subprocess.Popen[bytes]] = {}
        self._logs: dict[str, Path] = {}
        self._key("user")
        self.config = folder / "ssh_config"
        self.config.write_text("")

    def _key(self, name: str) -> Path:
        path = self.folder / name
        command = [program("ssh-keygen"), "-q", "-t", "ed25519", "-N", "", "-f", str(path)]
        subprocess.run(command, check=True)
        return path

    def start(self, name: str, more: Mapping[str, str] | None = None, *, keys: bool = True) -> None:
        """A further host; without `keys` it lets nobody in."""
        number = len(self._servers) + 1
        address = f"127.0.0.{number}"
        with socket.socket() as free:
            free.bind((address, 0))
            port = free.getsockname()[1]
        host_key = self._key(f"{name}-key")
        (self.folder / f"{name}-state").mkdir()
        environment = {
            "PATH": f"{VENV}:/usr/local/bin:/usr/bin:/bin",
            "XDG_STATE_HOME": str(self.folder / f"{name}-state"),
            "XDG_DATA_HOME": str(self.folder / f"{name}-state"),
            "XDG_CONFIG_HOME": str(self.folder / f"{name}-state"),
            **(more or {}),
        }
        words = " ".join(f"{key}={shlex.quote(value)}" for key, value in environment.items())
        settings = self.folder / f"{name}-sshd"
        settings.write_text(
            f"ListenAddress {address}:{port}\nHostKey {host_key}\nPidFile none\nUsePAM no\n"
            f"AuthorizedKeysFile {self.folder / 'user.pub' if keys else 'none'}\n"
            "StrictModes no\nPermitRootLogin yes\nPasswordAuthentication no\n"
            "KbdInteractiveAuthentication no\nClientAliveInterval 5\nClientAliveCountMax 3\n"
            f"SetEnv {words}\n"
        )
        log = self._logs[name] = self.folder / f"{name}-log"
        sshd = [program("/usr/sbin/sshd", "sshd"), "-D", "-e", "-f", str(settings)]
        if os.geteuid() == 0:
            sshd = ["unshare", "--mount", "sh", "-c", _INSIDE, str(self.folder.parent), *sshd]
        with log.open("wb") as output:
            self._servers[name] = subprocess.Popen(
                sshd, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True
            )
        public = (self.folder / f"{name}-key.pub").read_text().split()[:2]
        with (self.folder / "known_hosts").open("a") as known:
            known.write(f"[{address}]:{port} {' '.join(public)}\n")
        with self.config.open("a") as config:
            config.write(
                f"Host {name}\n HostName {address}\n Port {port}\n User root\n"
                f" IdentityFile {self.folder / 'user'}\n IdentitiesOnly yes\n"
                f" UserKnownHostsFile {self.folder / 'known_hosts'}\n StrictHostKeyChecking yes\n"
            ) if os.geteuid() == 0 else config.write(
                f"Host {name}\n HostName {address}\n Port {port}\n"
                f" IdentityFile {self.folder / 'user'}\n IdentitiesOnly yes\n"
                f" UserKnownHostsFile {self.folder / 'known_hosts'}\n StrictHostKeyChecking yes\n"
            )
        self._until_it_listens(name, address, port)

    def _until_it_listens(self, name: str, address: str, port: int) -> None:
        end = time.monotonic() + 10
        while True:
            with contextlib.suppress(OSError):
                socket.create_connection((address, port), timeout=1).close()
                return
            assert self._servers[name].poll() is None, self._logs[name].read_text()
            assert time.monotonic() < end, self._logs[name].read_text()
            time.sleep(0.02)

    @property
    def options(self) -> str:
        """What ssh needs to get there."""
        return f"-F {self.config}"

    def below(self, name: str) -> list[tuple[int, str]]:
        """Every process of a host but its listening sshd: the PID and the command line."""
        return _below(self._servers[name].pid)

    def sessions(self, name: str) -> list[int]:
        """The sshd of each connection."""
        return [pid for pid, line in self.below(name) if re.match(r"sshd: \S+@", line)]

    def find(self, name: str, words: str) -> list[int]:
        """The processes of a host whose command line has these words."""
        return [pid for pid, line in self.below(name) if words in line]

    def stop(self) -> None:
        """End every server, and what runs on the hosts."""
        for name, server in self._servers.items():
            for pid, _line in self.below(name):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            server.kill()
            server.wait()


def _below(pid: int) -> list[tuple[int, str]]:
    found = []
    for entry in Path(f"/proc/{pid}/task").glob("*/children"):
        with contextlib.suppress(OSError):
            for child in map(int, entry.read_text().split()):
                with contextlib.suppress(OSError):
                    line = Path(f"/proc/{child}/cmdline").read_bytes().replace(b"\0", b" ")
                    found.append((child, line.decode(errors="replace").strip()))
                found += _below(child)
    return found


@contextmanager
def started(folder: Path) -> Iterator[Hosts]:
    """No host yet; all are ended at the end."""
    folder.mkdir()
    hosts = Hosts(folder)
    try:
        yield hosts
    finally:
        hosts.stop()
