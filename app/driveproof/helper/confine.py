# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the helper and its children drop: capabilities, privileges, resources, and files."""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import struct
from collections.abc import Iterable

from driveproof.helper.seccomp import refuse_calls

# linux/capability.h
CAP_DAC_READ_SEARCH = 2
CAP_SYS_RAWIO = 17
CAP_SYS_ADMIN = 21
_CAP_LAST = 63

# linux/prctl.h
_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_CAPBSET_DROP = 24
_PR_SET_NO_NEW_PRIVS = 38
_PR_CAP_AMBIENT = 47
_PR_CAP_AMBIENT_CLEAR_ALL = 4
_CAPABILITY_VERSION_3 = 0x20080522

# linux/landlock.h; the calls came with Linux 5.13, with the same numbers on every architecture that
# Debian supports.
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
_BENEATH = 1  # LANDLOCK_RULE_PATH_BENEATH
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_TRUNCATE, _IOCTL = 1 << 14, 1 << 15
# Every right on files, folders and devices, by the ABI version that introduced it: running,
# reading, writing, removing and making any kind of file; moving to another folder (2); truncating
# (3); commands to a device (5).
_RIGHTS = {1: sum(1 << bit for bit in range(13)), 2: 1 << 13, 3: _TRUNCATE, 5: _IOCTL}
# What a program, and Python, read to run: programs, libraries and their data, the machine's devices
# and processors, itself, the local time, and smartctl's list of drives.
_READ = (
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache", "/sys",
    "/proc/self", "/etc/localtime", "/etc/smart_drivedb.h", "/var/lib/smartmontools",
)  # fmt: skip

MIB = 2**20
# A child writes to its pipe and to a device, which RLIMIT_FSIZE does not count, but to no file.
_CHILD_LIMITS = {
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_FSIZE: 0,
    resource.RLIMIT_NOFILE: 256,
    resource.RLIMIT_MEMLOCK: 16 * MIB,  # hdparm -t locks 8 MiB
    resource.RLIMIT_DATA: 2048 * MIB,
}
_OWN_LIMITS = {
    resource.RLIMIT_CORE: 0,
    resource.RLIMIT_NOFILE: 512,
    resource.RLIMIT_MEMLOCK: 16 * MIB,
    resource.RLIMIT_DATA: 2048 * MIB,
}

_libc = ctypes.CDLL(None, use_errno=True)


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def confine_self() -> None:
    """Confine the helper itself, once, before it listens on the bus."""
    os.umask(0o077)
    _limit(_OWN_LIMITS)
    give_up({CAP_DAC_READ_SEARCH, CAP_SYS_RAWIO, CAP_SYS_ADMIN})


def confine_child(parent: int) -> None:
    """Confine a child before its first work: it may still open what the helper may open.

    It dies with `parent`: the helper has one thread, so the signal comes exactly when the helper
    dies. A child that outlives the helper to restore something passes 0, and ignores SIGTERM from
    before its first change: systemd sends that to every process of the unit when the helper has
    ended, and such a child leaves when its line to the helper closes.
    """
    os.umask(0o077)
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if parent:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(127)
    else:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM, signal.SIGINT))
    _limit(_CHILD_LIMITS)


def settle(
    capabilities: Iterable[int] = (), writable: Iterable[int] = (), readable: Iterable[int] = ()
) -> None:
    """Confine a child that has opened what it needs, whatever it does or becomes from now on.

    It keeps only these capabilities. It opens only the files of these descriptors for writing, and
    beside what every program reads only them and the `readable` ones for reading and for commands
    to a device; it makes and removes none. What is open stays as it is. And it gives up the system
    calls by which it could reach others (`seccomp.refuse_calls`). Raises OSError.
    """
    give_up(capabilities)
    _restrict_files(writable, readable)
    refuse_calls()


def _restrict_files(writable: Iterable[int], readable: Iterable[int]) -> None:
    """By Landlock (linux/landlock.h), where the kernel has it.

    Root without any capability may still read and write root's files, and no resource limit keeps a
    file from being truncated, replaced or removed.
    """
    version = _libc.syscall(ctypes.c_long(_LANDLOCK_CREATE), None, ctypes.c_size_t(0), 1)
    if version < 1:
        return
    handled = sum(right for since, right in _RIGHTS.items() if since <= version)
    attribute = struct.pack("=Q", handled)
    rules = _landlock(_LANDLOCK_CREATE, attribute, ctypes.c_size_t(len(attribute)), 0)
    null = os.open(os.devnull, os.O_PATH | os.O_CLOEXEC)
    for descriptor in (null, *writable):
        _allow(rules, descriptor, handled & (_WRITE_FILE | _TRUNCATE | _READ_FILE | _IOCTL))
    for descriptor in readable:
        _allow(rules, descriptor, handled & (_READ_FILE | _IOCTL))
    for path in _READ:
        with contextlib.suppress(FileNotFoundError):
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            _allow(
                rules, place, _READ_FILE | (_READ_FOLDER | _EXECUTE if os.path.isdir(path) else 0)
            )
            os.close(place)
    _landlock(_LANDLOCK_RESTRICT, ctypes.c_int(rules), 0)
    os.close(rules)
    os.close(null)


def _allow(rules: int, place: int, rights: int) -> None:
    _landlock(_LANDLOCK_ADD, ctypes.c_int(rules), _BENEATH, struct.pack("=Qi", rights, place), 0)


def _landlock(number: int, *arguments: object) -> int:
    done = int(_libc.syscall(ctypes.c_long(number), *arguments))
    if done < 0:
        raise OSError(ctypes.get_errno(), f"landlock: {os.strerror(ctypes.get_errno())}")
    return done


def give_up(capabilities: Iterable[int] = ()) -> None:
    """Keep only these capabilities, and let no program that is executed gain any."""
    keep = set(capabilities)
    # Without CAP_SETPCAP the bounding set stays. no_new_privs has the same effect on executed
    # programs: not even root's gain a capability.
    for capability in range(_CAP_LAST + 1):
        if capability not in keep:
            _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    _libc.prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    _prctl(_PR_SET_DUMPABLE, 0)
    had = _sets()
    for index in (0, 1):
        kept = sum(1 << number % 32 for number in keep if number // 32 == index)
        had[index].permitted &= kept
        had[index].effective = had[index].permitted
        had[index].inheritable = 0
    header = _Header(_CAPABILITY_VERSION_3, 0)
    if _libc.capset(ctypes.byref(header), had):
        raise OSError(ctypes.get_errno(), "capset")


def _sets() -> ctypes.Array[_Sets]:
    sets = (_Sets * 2)()
    header = _Header(_CAPABILITY_VERSION_3, 0)
    if _libc.capget(ctypes.byref(header), sets):
        raise OSError(ctypes.get_errno(), "capget")
    return sets


def _prctl(option: int, value: int) -> None:
    if _libc.prctl(option, value, 0, 0, 0):
        raise OSError(ctypes.get_errno(), f"prctl {option}")


def _limit(limits: dict[int, int]) -> None:
    for which, most in limits.items():
        _, hard = resource.getrlimit(which)
        # Only lower or keep: raising needs a capability.
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (value, value))
