# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The surroundings of the benchmarks: a fast disk, a display, a bus with drives on it."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection
from jeepney.wrappers import DBusErrorResponse
from tests.fakes.udisks2 import NAME, PrivateBus

from driveproof.domain.errors import MachineError
from driveproof.system.udisks.client import read_inventory

MIB = 2**20
UDISKSD = ("/usr/libexec/udisks2/udisksd", "/usr/lib/udisks2/udisksd")
UDEVD = ("/usr/lib/systemd/systemd-udevd", "/lib/systemd/systemd-udevd")
UDEV_CONTROL = Path("/run/udev/control")
START_SECONDS = 20.0


def first_of(paths: tuple[str, ...]) -> str:
    """The first path that exists; raises RuntimeError without any."""
    for path in paths:
        if Path(path).exists():
            return path
    raise RuntimeError(f"not installed: {paths[0]}")


def run(*command: str) -> str:
    """The standard output of a command that has to succeed."""
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.strip()


@contextmanager
def process(*command: str, **more: object) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is ended with the block, by its PID and not by its name."""
    started = subprocess.Popen(command, **more)  # type: ignore[call-overload]
    try:
        yield started
    finally:
        end(started)


def end(started: subprocess.Popen[bytes]) -> None:
    """Terminate it, then kill it."""
    if started.poll() is None:
        started.terminate()
        try:
            started.wait(5)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait()


@contextmanager
def memory_disk(folder: Path, mib: int) -> Iterator[Path]:
    """A mounted ext4 on a loop device over tmpfs, with O_DIRECT on all levels if the kernel can."""
    mounted = folder / "disk"
    mounted.mkdir()
    with memory_device(folder, mib) as loop:
        # No background work in the middle of a measurement.
        run("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", loop)
        run("mount", "-o", "noatime", loop, str(mounted))
        try:
            yield mounted
        finally:
            run("umount", str(mounted))


@contextmanager
def memory_device(folder: Path, mib: int) -> Iterator[str]:
    """A loop device over tmpfs."""
    memory = folder / "memory"
    memory.mkdir()
    with contextlib.ExitStack() as stack:
        run("mount", "-t", "tmpfs", "-o", f"size={mib + 16}m", "tmpfs", str(memory))
        # Lazily: a copy of the mounts (in a container, say) keeps the loop device busy.
        stack.callback(run, "umount", "--lazy", str(memory))
        image = memory / "image"
        with image.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, mib * MIB)
        try:
            loop = run("losetup", "--find", "--show", "--direct-io=on", str(image))
        except subprocess.CalledProcessError:
            loop = run("losetup", "--find", "--show", str(image))
        stack.callback(run, "losetup", "--detach", loop)
        yield loop


@contextmanager
def some_drives(folder: Path, count: int) -> Iterator[None]:
    """Loop devices that every program lists: each over a file with a file system."""
    with contextlib.ExitStack() as stack:
        for number in range(count):
            image = folder / f"drive{number}.img"
            with image.open("wb") as file:
                file.truncate((64 + 16 * number) * MIB)
            run("mkfs.ext4", "-q", "-F", str(image))
            loop = run("losetup", "--find", "--show", str(image))
            stack.callback(run, "losetup", "--detach", loop)
        yield


@contextmanager
def screen() -> Iterator[str]:
    """An X server of 1280 x 800 with a window manager; yields its display."""
    read, write = os.pipe()
    with contextlib.ExitStack() as stack:
        server = process(
            "Xvfb", "-displayfd", str(write), "-screen", "0", "1280x800x24", "-nolisten", "tcp",
            "-noreset", pass_fds=(write,), stderr=subprocess.DEVNULL,
        )  # fmt: skip
        stack.enter_context(server)
        os.close(write)
        with os.fdopen(read) as number:
            display = f":{number.readline().strip()}"
        if display == ":":
            raise RuntimeError("Xvfb did not start")
        home = stack.enter_context(tempfile.TemporaryDirectory())  # it writes a cache there
        environment = {"PATH": os.environ["PATH"], "DISPLAY": display, "HOME": home}
        manager = process("openbox", "--sm-disable", env=environment, stderr=subprocess.DEVNULL)
        stack.enter_context(manager)
        _until(lambda: _managed(display), "a window manager")
        yield display


def _managed(display: str) -> bool:
    said = subprocess.run(
        ["xprop", "-display", display, "-root", "_NET_SUPPORTING_WM_CHECK"],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False,
    ).stdout  # fmt: skip
    return b"window id" in said


@contextmanager
def udev() -> Iterator[None]:
    """udev's daemon: the machine's own, or one for the duration of the block."""
    asked = subprocess.run(["udevadm", "control", "--ping"], capture_output=True, check=False)
    if asked.returncode == 0:
        yield
        return
    try:
        with process(first_of(UDEVD), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL):
            _until(UDEV_CONTROL.exists, "udev")
            yield
    finally:
        # Its socket would let others wait for a daemon that has gone.
        UDEV_CONTROL.unlink(missing_ok=True)


@contextmanager
def system_bus(folder: Path) -> Iterator[str]:
    """The address of a bus with UDisks2: the machine's ("") if it has one, otherwise our own.

    Never a second UDisks2 beside the machine's: both would keep their state in the same files.
    """
    try:
        read_inventory()
    except MachineError:
        pass
    else:
        yield ""
        return
    folder.mkdir()
    with PrivateBus(folder) as bus:
        environment = {"PATH": os.environ["PATH"], "DBUS_SYSTEM_BUS_ADDRESS": bus.address}
        with process(
            first_of(UDISKSD), env=environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        ):  # fmt: skip
            _until(lambda: _owned(bus.address), NAME)
            yield bus.address


@contextmanager
def session_bus(home: Path) -> Iterator[str]:
    """The address of a session bus like a desktop's, including the services that it starts."""
    with process(
        "dbus-daemon", "--session", "--nofork", "--print-address=1",
        env=clean_environment(home), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as bus:  # fmt: skip
        assert bus.stdout is not None
        address = bus.stdout.readline().decode().strip()
        if not address:
            raise RuntimeError("dbus-daemon did not start")
        yield address


def _owned(address: str) -> bool:
    try:
        with open_dbus_connection(address) as connection:
            return bool(Proxy(message_bus, connection).NameHasOwner(NAME)[0])
    except (OSError, DBusErrorResponse):
        return False


def _until(holds: object, what: str) -> None:
    """Retry until something external is ready; raises RuntimeError if it never is."""
    assert callable(holds)
    begun = time.monotonic()
    while not holds():
        if time.monotonic() - begun > START_SECONDS:
            raise RuntimeError(f"{what} did not come up")
        time.sleep(0.02)


def clean_environment(home: Path, **more: str) -> dict[str, str]:
    """The environment of a person who has just logged in, without ours, and with separate
    folders.
    """
    return {
        "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin",
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "XDG_RUNTIME_DIR": str(home),
        **{name: value for name, value in more.items() if value},
    }


def memory_peak(pid: int) -> float:
    """The peak resident size of a process so far, in MB (10^6 bytes): VmHWM of proc(5)."""
    for line in Path(f"/proc/{pid}/status").read_text("ascii").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise RuntimeError(f"process {pid} has no memory")


def memory_share(pid: int) -> float:
    """Its memory in MB, where a page that n processes share counts as an n-th: Pss of proc(5)."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024 / 1e6
    raise RuntimeError(f"process {pid} has no memory")


def installed(*programs: str) -> str:
    """Which of these programs are missing, empty if none is."""
    return ", ".join(name for name in programs if shutil.which(name) is None)
