# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A guest in QEMU: its commands, its drives, and changes to them while it runs.

Nothing of it has a name on this machine: disks are unnamed files, and QEMU inherits its ends of
socket pairs. The kernel kills it when the thread that started it ends. So a killed test leaves
nothing behind.
"""

from __future__ import annotations

import io
import json
import os
import socket
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.hardware.image import Image, cache
from tests.hardware.machine import BOOT, DRIVES, Drive, accelerator, arguments, device
from tests.hardware.wire import Channel, Done, Job, Monitor

LOOK = 1.0  # seconds between two checks whether QEMU still runs
COMMAND = 300.0
SEED = Path(__file__).parent / "guest"
SCRIPTS = ("chains.sh", "network.sh")  # of those that run in the guest


class DeadGuestError(AssertionError):
    """The guest did not boot, or its kernel crashed during boot."""


class Guest:
    """A running guest. Commands end with it."""

    def __init__(self, image: Image) -> None:
        self._console = os.fdopen(_unnamed(0), "w+b")
        self.drives = {drive.name: _unnamed(drive.size) for drive in DRIVES}
        seed = _seed(image.packages)
        ours: list[socket.socket] = []
        theirs: list[socket.socket] = []
        for _ in range(3):
            one, other = socket.socketpair()
            ours.append(one)
            theirs.append(other)
        disks = {name: os.dup(descriptor) for name, descriptor in self.drives.items()}
        descriptors = [*disks.values(), seed, *(other.fileno() for other in theirs)]
        monitor, root, seat = (other.fileno() for other in theirs)
        command = arguments(
            image, accelerator(image), disks, seed, monitor=monitor, root=root, seat=seat
        )
        self._process = subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *command], pass_fds=descriptors,
            stdin=subprocess.DEVNULL, stdout=self._console, stderr=self._console,
            env={**os.environ, "TMPDIR": str(cache())},
        )  # fmt: skip
        for descriptor in (*disks.values(), seed):
            os.close(descriptor)
        for other in theirs:
            other.close()
        self.monitor = Monitor(ours[0])
        self._root = Channel(ours[1])
        self._seat = Channel(ours[2])

    def wait(self) -> None:
        """Wait until it accepts commands, as root and in the session. Raises DeadGuestError."""
        end = time.monotonic() + BOOT
        for channel in (self._root, self._seat):
            while not channel.ready(LOOK):
                if self._process.poll() is not None or time.monotonic() > end:
                    raise DeadGuestError(
                        f"the guest did not come up; its last words:\n{self.console()}"
                    )

    def runs(self) -> bool:
        """Whether QEMU still runs: it ends when the guest's kernel crashes."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """QEMU's PID."""
        return self._process.pid

    def close(self) -> None:
        """Switch it off, and discard its disks."""
        self._process.kill()
        self._process.wait(30)
        for part in (self.monitor, self._root, self._seat, self._console):
            part.close()
        for descriptor in self.drives.values():
            os.close(descriptor)

    def console(self) -> str:
        """The last output of the kernel and of QEMU."""
        self._console.seek(0)
        return self._console.read().decode("utf-8", "replace")[-4000:]

    @contextmanager
    def refusals(self) -> Iterator[list[str]]:
        """Commands that its NVMe drives refuse meanwhile, each of which a drive would add to its
        error log: QEMU's has none, but it traces them. They are in the list at the end.
        """
        refused: list[str] = []
        self.monitor.ask("human-monitor-command", **{"command-line": "log trace:pci_nvme_err_*"})
        start = os.fstat(self._console.fileno()).st_size
        try:
            yield refused
        finally:
            self.monitor.ask("human-monitor-command", **{"command-line": "log none"})
            said = os.pread(self._console.fileno(), 2**20, start).decode("utf-8", "replace")
            refused += [line for line in said.splitlines() if "pci_nvme_err_" in line]

    def start(self, *argv: str, user: str = "", seat: bool = False) -> Job:
        """Start a command: as root, as a user without a session, or in the active session."""
        return (self._seat if seat else self._root).start(list(argv), user)

    def run(self, *argv: str, user: str = "", seat: bool = False, limit: float = COMMAND) -> Done:
        """The output of a command, and how it ended."""
        return self.start(*argv, user=user, seat=seat).finish(limit)

    def script(self, text: str, limit: float = COMMAND) -> str:
        """The output of a shell script run as root, which must succeed."""
        done = self.run("bash", "-euo", "pipefail", "-c", text, limit=limit)
        assert done.status == 0, f"{text}\nended with {done.status}:\n{done.err}\n{done.out}"
        return done.out

    def json(
        self, *argv: str, user: str = "guest", seat: bool = False, statuses: tuple[int, ...] = (0,),
        limit: float = COMMAND,
    ) -> Any:  # fmt: skip
        """The document of `driveproof ... --json`, for an unprivileged user or in the active
        session.
        """
        words = ("driveproof", *argv, "--json")
        done = self.run(*words, user="" if seat else user, seat=seat, limit=limit)
        assert done.status in statuses, f"{argv} ended with {done.status}: {done.err}"
        return json.loads(done.out)

    def device(self, drive: Drive) -> str:
        """The current kernel name: names change between boots."""
        said = self.script("lsblk -dnpo NAME,SERIAL")
        return next(
            row[0] for row in map(str.split, said.splitlines()) if row[1:] == [drive.serial]
        )

    def plug(self, drive: Drive) -> None:
        """Plug a drive in."""
        self.monitor.ask("device_add", **device(drive))

    def unplug(self, drive: Drive) -> None:
        """Pull a drive out, and wait until the guest has released it."""
        self.monitor.ask("device_del", id=drive.name)
        self.monitor.event("DEVICE_DELETED", COMMAND, device=drive.name)

    @contextmanager
    def plugged(self, drive: Drive) -> Iterator[str]:
        """The device of a drive while it is plugged in: new to the guest, so nothing uses it."""
        self.plug(drive)
        try:
            seen = f"lsblk -dno SERIAL | grep -qx {drive.serial}"
            self.script(f"until {seen}; do udevadm settle; done")
            yield self.device(drive)
        finally:
            self.unplug(drive)

    def set(self, drive: Drive, name: str, value: Any) -> None:
        """Change one of a drive's properties while it runs."""
        self.monitor.ask(
            "qom-set", path=f"/machine/peripheral/{drive.name}", property=name, value=value
        )

    def install(self) -> None:
        """Install our packages with dpkg, whose dependencies must exist; or the helper's own
        files.
        """
        if self.run("test", "-e", "/seed/helper.tar").status:
            # man-db, which packages are built with, would index its pages.
            done = self.run(
                "sh", "-c", "rm -f /var/lib/man-db/auto-update;"
                " tar -x -C / -f /seed/compiled.tar && dpkg --install /seed/*.deb",
            )  # fmt: skip
            assert done.status == 0, done.err
        else:
            bus = "org.freedesktop.DBus /org/freedesktop/DBus org.freedesktop.DBus ReloadConfig"
            self.script(
                f"tar -x -C / -f /seed/helper.tar && systemctl daemon-reload && busctl call {bus}"
            )

    def allocated(self, *drives: Drive) -> int:
        """How many bytes of this machine's disk the drives occupy."""
        return sum(os.fstat(self.drives[drive.name]).st_blocks * 512 for drive in drives)


def _unnamed(size: int) -> int:
    """A file without a name; returns an owned descriptor."""
    with tempfile.TemporaryFile(dir=cache()) as file:
        file.truncate(size)
        return os.dup(file.fileno())


def _seed(packages: list[Path]) -> int:
    """The disk with our packages and what runs in the guest: a tar archive, nothing else."""
    with tempfile.TemporaryFile(dir=cache()) as file:
        with tarfile.open(fileobj=file, mode="w") as archive:
            for path in [
                *packages,
                *sorted([*SEED.glob("*.py"), *(SEED / name for name in SCRIPTS)]),
            ]:
                entry = tarfile.TarInfo(path.name)
                content = path.read_bytes()
                entry.size, entry.mode = len(content), 0o644
                archive.addfile(entry, io.BytesIO(content))
        file.truncate((file.tell() + 4095) // 4096 * 4096)
        return os.dup(file.fileno())
