# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Mounts a file system through UDisks2 for as long as needed, and always unmounts it.

The user who mounted something through UDisks2 may unmount it without a prompt. A child waits for
our end, so that even a kill leaves nothing mounted (unmount_guard.py).
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import jeepney
from jeepney import DBusAddress
from jeepney.low_level import MessageFlag

import driveproof
from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError
from driveproof.system.bus import BusCallError, Connection, call, connect, method_call, reply_body
from driveproof.system.helper.scheduler import Opened
from driveproof.system.kernel.mounts import PROC_SELF, read_mounts
from driveproof.system.udisks.client import UDISKS_NAME, udisks_missing
from driveproof.system.udisks.objects import UDISKS_PREFIX, UDISKS_ROOT

MARK = "nodiratime"
"""UDisks2 allows it for every file system unless the administrator forbids it
(mount_options.conf).
"""

_BY_THE_KERNEL = frozenset({"ext2", "ext3", "ext4", "xfs", "btrfs", "f2fs", "vfat"})
"""File systems that the kernel itself mounts everywhere, with the option as its own: a mount
program (ntfs-3g) may reject an option that it does not know.
"""


def can_carry(filesystem: str, configuration: Iterable[tuple[str, object]]) -> bool:
    """Whether a mount by UDisks2 gets the mark; `configuration` is that of its Block interface.

    An entry in fstab is mounted only with its own options.
    """
    return filesystem in _BY_THE_KERNEL and all(kind != "fstab" for kind, _ in configuration)


def carries(points: Iterable[bytes], proc: Path = PROC_SELF) -> bool | None:
    """Whether the mount at one of these points carries the mark; None where no mount is visible.

    `points` may end with a NUL, as UDisks2 reports them.
    """
    paths = {os.fsdecode(point.rstrip(b"\0")) for point in points}
    # The last one hides the others.
    found = {mount.path: MARK in mount.options for mount in read_mounts(proc)}
    seen = [found[path] for path in paths if path in found]
    return any(seen) if seen else None


PROMPT_SECONDS = 600.0
_BUSY_SECONDS = 15.0
"""Seconds: a program that inspects a new mount keeps it busy for a moment."""
_COMING_SECONDS = 1.0
"""Seconds at most until UDisks2 shows the result of what it works on."""
_MARKED_SECONDS = 5.0
"""The same where no other mount can be taken for ours: the machine may be busy."""
_SHOWN_SECONDS = 20.0
"""Seconds at most until UDisks2 sees that it has unmounted what it had mounted itself for a moment,
to give a new file system to its owner: on a busy machine it takes some.
"""
_LONGEST_MOUNT = 900.0
"""Seconds: a journal that was left open is written back first."""
_ERROR = f"{UDISKS_PREFIX}Error."
_BUSY = _ERROR + "DeviceBusy"
_NOT_PERMITTED = _ERROR + "OptionNotPermitted"
_GONE = _ERROR + "NotMounted"
_MOUNTED = _ERROR + "AlreadyMounted"
_FILESYSTEM, _JOB = f"{UDISKS_PREFIX}Filesystem", f"{UDISKS_PREFIX}Job"
_ROOT = DBusAddress(
    UDISKS_ROOT, bus_name=UDISKS_NAME, interface="org.freedesktop.DBus.ObjectManager"
)
_MANAGER = DBusAddress(
    f"{UDISKS_ROOT}/Manager", bus_name=UDISKS_NAME, interface=f"{UDISKS_PREFIX}Manager"
)


class Unmounted(NamedTuple):
    """A file system that is not mounted: UDisks2's object, its kind ("" for none), and whether its
    mount can be distinguished from others' (by the option `MARK`).
    """

    object_path: str
    filesystem: str
    markable: bool = False


class Mounted:
    """A file system that stays mounted until `release`."""

    def __init__(self, point: str, found: Unmounted, address: str, guard: _Guard) -> None:
        self.point = point
        self._found = found
        self._address = address
        self._guard = guard

    def release(self) -> DriveproofError | None:
        """Unmount it; None when that worked, else why it is still mounted. Never raises.

        If somebody has unmounted it and mounted it again, that mount is left alone.
        """
        if self._found.markable and carries([os.fsencode(self.point)]) is False:
            self._guard.done()
            return None
        try:
            unmount(self._found.object_path, self._address)
        except DriveproofError as error:
            self._guard.leave()  # it retries for longer
            return MachineError(
                "{name} is in use: {text}",
                name=self.point,
                text=error,
                advice=Advice("Unmount it, or stop what uses it."),
            )
        self._guard.done()
        return None


class Mounter:
    """Mounts through UDisks2; `interactive` allows a password prompt."""

    def __init__(self, address: str = "", *, interactive: bool = True) -> None:
        self._address = address
        self._interactive = interactive

    def look(self, device: str) -> Unmounted:
        """What UDisks2 knows of a block device. Raises MachineError."""
        with connect(self._address) as connection:
            try:
                body: tuple[object, ...] = ({"path": ("s", device)}, {})
                (found,) = call(connection, _MANAGER, "ResolveDevice", "a{sv}a{sv}", body)
                if not found:
                    raise MachineError("UDisks2 does not list {path}.", path=device)
                usage, kind, configuration = (
                    _property(connection, found[0], word)
                    for word in ("IdUsage", "IdType", "Configuration")
                )
            except (BusCallError, OSError, ValueError) as error:
                raise udisks_missing(error) from error
        filesystem = str(kind) if usage == "filesystem" else ""
        return Unmounted(str(found[0]), filesystem, can_carry(filesystem, configuration))

    def mount(
        self,
        found: Unmounted,
        *,
        opened: Opened | None = None,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> Mounted:
        """Mount it at UDisks2's usual mount point; one that is mounted already is tried again for
        a moment.

        `opened` receives a function that withdraws the password prompt. Raises RefusedError,
        MachineError.
        """
        guard = _Guard(self._address)
        try:
            with connect(self._address) as connection:
                if opened is not None:
                    opened(lambda: _hang_up(connection))
                end = clock() + _SHOWN_SECONDS
                while True:
                    try:
                        point = self._ask(connection, guard, found)
                        break
                    except BusCallError as error:
                        if error.name == _NOT_PERMITTED and found.markable:
                            found = found._replace(markable=False)
                        elif error.name != _MOUNTED or clock() > end:
                            raise
                        else:
                            pause(0.1)  # between two attempts
            guard.holds(found)
            return Mounted(point, found, self._address, guard)
        except BusCallError as error:
            guard.done()
            raise _failure(error) from error
        except (OSError, ValueError) as error:  # a TimeoutError is one
            guard.leave()  # UDisks2 may be mounting: disconnecting does not stop that
            raise udisks_missing(error) from error
        except BaseException:
            guard.leave()
            raise

    def _ask(self, connection: Connection, guard: _Guard, found: Unmounted) -> str:
        guard.asks(found)
        options: dict[str, tuple[str, object]] = {}
        if found.markable:
            options["options"] = ("s", MARK)
        if not self._interactive:
            options["auth.no_user_interaction"] = ("b", True)
        message = method_call(_filesystem(found.object_path), "Mount", "a{sv}", (options,))
        if self._interactive:
            message.header.flags |= MessageFlag.allow_interactive_authorization
        (point,) = reply_body(connection.send_and_get_reply(message, timeout=PROMPT_SECONDS))
        return str(point)


def came(
    object_path: str,
    address: str = "",
    *,
    marked: bool = False,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> bool:
    """Whether a requested mount still appears although nobody waits for the reply any more.

    Waits as long as UDisks2 works on it, and a moment longer. A mount that is not `marked` although
    ours would be is somebody else's. Raises MachineError.
    """
    coming = _MARKED_SECONDS if marked else _COMING_SECONDS
    begin = clock()
    end = begin + coming
    with connect(address) as connection:
        while True:
            try:
                (managed,) = call(connection, _ROOT, "GetManagedObjects")
            except (BusCallError, OSError, ValueError) as error:
                raise udisks_missing(error) from error
            points = managed.get(object_path, {}).get(_FILESYSTEM, {}).get("MountPoints", ((), ()))
            if points[1] and not (marked and carries(points[1]) is False):
                return True
            now = clock()
            if any(_mounts(one.get(_JOB, {}), object_path) for one in managed.values()):
                end = min(now + coming, begin + _LONGEST_MOUNT)
            if now > end:
                return False
            pause(0.1)  # between two readings


def _mounts(job: dict[str, tuple[str, Any]], object_path: str) -> bool:
    operation, objects = job.get("Operation", ("s", ""))[1], job.get("Objects", ("ao", ()))[1]
    return operation == "filesystem-mount" and object_path in objects


def unmount(
    object_path: str,
    address: str = "",
    *,
    timeout: float = _BUSY_SECONDS,
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """Unmount it, and retry while it is busy. Raises MachineError, RefusedError."""
    end = clock() + timeout
    with connect(address) as connection:
        while True:
            try:
                options = {"auth.no_user_interaction": ("b", True)}
                call(connection, _filesystem(object_path), "Unmount", "a{sv}", (options,))
            except BusCallError as error:
                if error.name == _GONE:
                    return
                if error.name != _BUSY or clock() > end:
                    raise _failure(error) from error
            except (OSError, ValueError) as error:
                raise udisks_missing(error) from error
            else:
                return
            pause(0.2)  # between two attempts


def guard_command(address: str) -> list[str]:
    """The command that starts the guard (unmount_guard.py) isolated, like the helper: no variable,
    start-up file or folder of a user decides what it loads, or keeps it from its work.
    """
    folders = (Path(driveproof.__file__).parents[1], Path(jeepney.__file__).parents[1])
    code = (
        "import sys; sys.path += sys.argv[1:3]\n"  # after Python's own modules
        "from driveproof.system.udisks.unmount_guard import main\n"
        "sys.exit(main(sys.argv[3:]))"
    )
    return [sys.executable, "-I", "-S", "-c", code, *map(str, folders), address]


class _Guard:
    """The child that unmounts when we cannot."""

    def __init__(self, address: str) -> None:
        self._child = subprocess.Popen(
            guard_command(address),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,  # Ctrl-C is meant for us
        )

    def asks(self, found: Unmounted) -> None:
        """From now on something may have to be unmounted."""
        self._write(f"{'marked' if found.markable else 'asked'} {found.object_path}\n")

    def holds(self, found: Unmounted) -> None:
        """From now on there is something to unmount, unless somebody else unmounts and remounts
        it.
        """
        if not found.markable:
            self._write(f"{found.object_path}\n")

    def done(self) -> None:
        """Nothing is left to unmount."""
        self._write("done\n")
        self.leave()
        self._child.wait()

    def leave(self) -> None:
        """Let it finish its work alone."""
        assert self._child.stdin is not None
        with contextlib.suppress(OSError):
            self._child.stdin.close()

    def _write(self, line: str) -> None:
        assert self._child.stdin is not None
        with contextlib.suppress(OSError):
            self._child.stdin.write(line.encode("ascii"))
            self._child.stdin.flush()


def _filesystem(object_path: str) -> DBusAddress:
    return DBusAddress(object_path, bus_name=UDISKS_NAME, interface=_FILESYSTEM)


def _property(connection: Connection, path: str, word: str) -> Any:
    address = DBusAddress(path, bus_name=UDISKS_NAME, interface="org.freedesktop.DBus.Properties")
    ((_, value),) = call(connection, address, "Get", "ss", (f"{UDISKS_PREFIX}Block", word))
    return value


def _failure(error: BusCallError) -> DriveproofError:
    if error.name.startswith(f"{_ERROR}NotAuthorized"):
        return RefusedError(
            "{program} does not allow it.", advice=Advice("Mount it yourself."), program="UDisks2"
        )
    return MachineError(
        "{name} failed: {reason}.", reason=error.text.strip().rstrip("."), name="UDisks2"
    )


def _hang_up(connection: Connection) -> None:
    with contextlib.suppress(OSError):
        connection.sock.shutdown(2)
