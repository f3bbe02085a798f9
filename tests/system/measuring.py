# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shared by the tests that measure: small disks, small profiles, and a search for leftovers."""

from __future__ import annotations

import atexit
import contextlib
import errno
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

import pytest
from tests.system.forked import Forking
from tests.system.machine import run, unmount
from tests.system.machine import wait_for as wait_for  # noqa: PLC0414 - for our callers too

from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run import events
from driveproof.engine.run.context import Context, RunOptions
from driveproof.engine.run.own_names import PREFIX
from driveproof.engine.run.session import Session
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.history.store import History

PROJECT = Path(__file__).parents[2]
_FORKING = Forking(PROJECT / "app", Path(sys.executable))
atexit.register(_FORKING.close)
MIB = 2**20
SIZE = 16 * MIB

# For each file system: its smallest useful image, and how it is created and mounted.
DISKS = {
    "ext4": (96, ["mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0"], []),
    "xfs": (320, ["mkfs.xfs", "-q"], []),
    "btrfs": (256, ["mkfs.btrfs", "-q"], ["-o", "compress=zstd"]),
    "vfat": (96, ["mkfs.vfat"], []),
    "ntfs-3g": (96, ["mkntfs", "-F", "-Q", "-q"], ["-t", "ntfs-3g", "-o", "big_writes"]),
}
IN_MEMORY = ("tmpfs", "ramfs")

PAUSE = "pause = 0.1"
SERVICES = {one.name for one in fields(Context)}
TINY = f"""\
title = "Tiny"
question = "Does it run?"
size = "16 MiB"
repeats = 1
{PAUSE}
[[phase]]
name = "Random"
directions = ["read", "write"]
pattern = "random"
block_size = "4 KiB"
queue_depth = 1
warmup = 0.1
seconds = 0.5
limit = "64 MiB"
[[phase]]
name = "Sequential"
directions = ["read"]
pattern = "sequential"
block_size = "1 MiB"
queue_depth = 4
warmup = 0.1
seconds = 0.5
"""

SMALL = """\
title = "Small"
question = "Does it run?"
size = "16 MiB"
repeats = 1
pause = 0
[[phase]]
name = "Random"
directions = ["read"]
pattern = "random"
block_size = "4 KiB"
queue_depth = 1
warmup = 0.1
seconds = {seconds}
"""


def keep_small_profile(profiles: Path, seconds: float = 0.5) -> Path:
    """Write the profile "small" with one random read of so many seconds; returns its file."""
    profiles.mkdir(parents=True, exist_ok=True)
    path = profiles / "small.toml"
    path.write_text(SMALL.format(seconds=seconds), "utf-8")
    return path


def phase(direction: str = "read", *, block: int = 4096, depth: int = 1, **more: Any) -> Phase:
    """A phase of a third of a second: the tests are about the procedure, not the figures."""
    pattern = "sequential" if block >= MIB else "random"
    limit = None if direction == "read" else 128 * MIB
    values = {"warmup": 0.1, "seconds": 0.2, "limit": limit, **more}
    return Phase("Small", direction, pattern, block, depth, **values)


def profile(*phases: Phase, **more: Any) -> Profile:
    """A profile of these phases, once each and without a pause."""
    values = {"size": SIZE, "repeats": 1, "pause": 0.0, **more}
    return Profile("small", "Small", "Does it run?", phases or (phase(),), **values)


def has_filesystem(kind: str) -> bool:
    """Whether this machine can create and mount it."""
    program = DISKS[kind][1][0]
    if shutil.which(program) is None:
        return False
    if kind == "ntfs-3g":
        return shutil.which("ntfs-3g") is not None and Path("/dev/fuse").exists()
    known = Path("/proc/filesystems").read_text("ascii").split()
    if kind not in known and shutil.which("modprobe"):
        subprocess.run(["modprobe", "-q", kind], check=False)
        known = Path("/proc/filesystems").read_text("ascii").split()
    return kind in known


@contextmanager
def mounted(kind: str, folder: Path, options: tuple[str, ...] = ()) -> Iterator[tuple[Path, str]]:
    """A small file system of this kind: its mount point, and its device ("" in memory)."""
    point = folder / "mount"
    point.mkdir()
    device = ""
    if kind in IN_MEMORY:
        run("mount", "-t", kind, "-o", "size=64m", "none", str(point))
    else:
        if not has_filesystem(kind):
            pytest.skip(f"this machine has no {kind}")
        size, make, mount = DISKS[kind]
        image = folder / "image"
        with image.open("wb") as file:
            file.truncate(size * MIB)
        device = run("losetup", "--find", "--show", str(image)).strip()
        try:
            run(*make, device)
            run("mount", *mount, *options, device, str(point))
        except BaseException:
            run("losetup", "--detach", device)
            raise
    try:
        yield point, device
    finally:
        if kind == "ntfs-3g":
            run("umount", "--lazy", str(point))
        else:
            unmount(point)
        _detach(device, folder / "image")


@contextmanager
def two_drives(tmp_path: Path) -> Iterator[tuple[list[Path], list[str]]]:
    """Two file systems on loop devices of their own: the folders, and the kernel names."""
    with ExitStack() as stack:
        folders, devices = [], []
        for name in ("one", "other"):
            (tmp_path / name).mkdir()
            folder, device = stack.enter_context(mounted("ext4", tmp_path / name))
            folders.append(folder)
            devices.append(Path(device).name)
        yield folders, devices


@contextmanager
def btrfs_over_two(folder: Path, level: str) -> Iterator[tuple[Path, list[str]]]:
    """A btrfs over two loop devices: where it is mounted, and their kernel names."""
    if not has_filesystem("btrfs"):
        pytest.skip("this machine has no btrfs")
    with ExitStack() as stack:
        devices = []
        for index in range(2):
            image = folder / f"image{index}"
            with image.open("wb") as file:
                file.truncate(300 * MIB)
            devices.append(run("losetup", "--find", "--show", str(image)).strip())
            stack.callback(run, "losetup", "--detach", devices[-1])
        run("mkfs.btrfs", "-q", "-d", level, "-m", "raid1", *devices)
        point = folder / "point"
        point.mkdir()
        run("mount", devices[0], str(point))
        stack.callback(unmount, point)
        yield point, [device.removeprefix("/dev/") for device in devices]


@contextmanager
def failing(folder: Path) -> Iterator[tuple[Path, Callable[[], None]]]:
    """A file system, and a way to have its drive answer with EIO: it becomes shorter, its file as
    well, which what the file system writes far behind would make long again.
    """
    image = folder / "image"
    with mounted("xfs", folder) as (point, device):
        size = image.stat().st_size

        def resize(bytes: int) -> None:
            os.truncate(image, bytes)
            run("losetup", "--set-capacity", device)

        try:
            yield point, lambda: resize(MIB)
        finally:
            resize(size)  # or nothing could be unmounted


def fill(folder: Path) -> None:
    """Use up what is free, to the last block."""
    with (folder / "filler").open("wb") as file:
        size, end = 256 * MIB, 0
        while size >= 4096:
            try:
                os.posix_fallocate(file.fileno(), end, size)
                end += size
            except OSError as error:
                assert error.errno == errno.ENOSPC
                size //= 2
        os.fsync(file.fileno())


@contextmanager
def loop_device(folder: Path, content: bytes) -> Iterator[str]:
    """A device with this content, without a bus; it is gone afterwards."""
    image = folder / "image"
    image.write_bytes(content)
    device = run("losetup", "--find", "--show", str(image)).strip()
    try:
        yield device
    finally:
        _detach(device, image)


def _detach(device: str, image: Path) -> None:
    """Only if it is still over our file; it disappears when its last user has closed it."""
    listed = run("losetup", "--list", "--noheadings", "--output", "NAME,BACK-FILE")
    for line in listed.splitlines():
        name, _, file = line.partition(" ")
        if name == device and file.strip() == str(image):
            run("losetup", "--detach", device)


@dataclass
class Lab:
    """A place to measure: a history, a state folder, and a mark on each of its fio processes."""

    folder: Path
    seen: list[events.Event] = field(default_factory=list)

    @property
    def mark(self) -> str:
        """A folder that does not exist, on the PATH of everything that is started here."""
        return f"{self.folder}/mark"

    @property
    def environment(self) -> dict[str, str]:
        """The environment of the program in a separate process."""
        return {
            "PATH": f"{os.environ['PATH']}:{self.mark}".replace(f":{self.mark}:", ":"),
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(PROJECT / "app"),
            "DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={self.folder}/no-bus",
        }

    @property
    def data(self) -> Path:
        """The history's file."""
        return self.folder / ".local" / "share" / "driveproof" / "history.sqlite"

    def history(self) -> History:
        """The same file that the program keeps its runs in."""
        return History(self.data)

    def session(self, what: Profile, target: Path | str, **more: Any) -> Session:
        """A session in this process; its events are in `seen`. `more` are services of its Context
        and RunOptions.
        """
        observer = more.pop("observer", self.seen.append)
        services = {name: more.pop(name) for name in SERVICES & more.keys()}
        return Session(what, str(target), self.context(**services), observer, RunOptions(**more))

    def context(self, **services: Any) -> Context:
        """What a session works with here."""
        values: dict[str, Any] = {
            "recorder": self.history(),
            "inventory": lambda: None,
            "registry": TestFileRegistry(self.folder / "state"),
            **services,
        }
        return Context(**values)

    def command(self, *words: str) -> list[str]:
        """The program's command line, where Python itself is to be started; `tiny` is a profile."""
        own = self.folder / ".config" / "driveproof" / "profiles" / "tiny.toml"
        if not own.exists():
            own.parent.mkdir(parents=True)
            own.write_text(TINY)
        return [sys.executable, "-m", "driveproof", *words]

    def driveproof(self, *words: str, **more: Any) -> subprocess.CompletedProcess[str]:
        """Run the program to its end."""
        self.command()
        return _FORKING.run(*words, timeout=120, env=self.environment, **more)

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start the program."""
        self.command()
        return _FORKING.start(
            words, env=self.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    def program(self, started: subprocess.Popen[str]) -> int:
        """The process that does the work of a program that was started: the child of its front."""
        children = Path(f"/proc/{started.pid}/task/{started.pid}/children")
        (pid,) = children.read_text("ascii").split()
        return int(pid)

    def fios(self) -> list[int]:
        """Every fio that was started here to measure and still runs."""
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                # setpriv becomes fio: between the two it already has fio's command line.
                name = (entry / "comm").read_text().strip()
                words = (entry / "cmdline").read_bytes()
                if (
                    name in {"fio", "setpriv"}
                    and b"--filename=" in words
                    and self.mark.encode() in (entry / "environ").read_bytes()
                ):
                    found.append(int(entry.name))
        return found

    def measures(self, word: bytes) -> bool:
        """Whether an fio runs whose command line has this word, or begins one with it."""
        for pid in self.fios():
            with contextlib.suppress(OSError):
                if b"\0" + word in Path(f"/proc/{pid}/cmdline").read_bytes():
                    return True
        return False

    def kill_fio(self, number: signal.Signals = signal.SIGKILL) -> bool:
        """Send a signal to the running fio; whether there was one that it reached."""
        sent = False
        for pid in self.fios():
            with contextlib.suppress(ProcessLookupError):
                # One that is about to end takes no signal any more, and none stops it either.
                os.kill(pid, signal.SIGSTOP)
                wait_for("fio stands still or has ended", lambda one=pid: self._stopped(one), 10)
                if _state(pid) == "T":
                    os.kill(pid, number)
                    if number != signal.SIGSTOP:
                        os.kill(pid, signal.SIGCONT)
                    sent = True
        return sent

    def _stopped(self, pid: int) -> bool:
        return _state(pid) == "T" or pid not in self.fios()

    def nothing_is_left(self, target: Path) -> None:
        """No fio is running, and the folder contains no file of ours."""
        wait_for("every fio has ended", lambda: not self.fios(), 10)
        # FUSE keeps an unlinked file under another name until it is closed.
        ours = (PREFIX, ".fuse_hidden")
        wait_for("no file is left", lambda: not [n for n in names(target) if n.startswith(ours)], 5)


def _state(pid: int) -> str:
    """The letter of a process (proc_pid_stat(5)): "T" stands still; "" is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return ""


def names(folder: Path) -> list[str]:
    """Every name in a folder."""
    return [entry.name for entry in folder.iterdir()]


def free(folder: Path) -> int:
    """Free bytes of a file system, once everything deleted is really gone."""
    os.sync()
    facts = os.statvfs(folder)
    return facts.f_bfree * facts.f_frsize
