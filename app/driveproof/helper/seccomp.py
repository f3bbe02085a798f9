# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The system calls that a child of the helper gives up, whatever runs in it.

A child is uid 0 even without capabilities: the bus and systemd take it for root, it owns root's
files and may signal root's processes. So it can talk to nobody, touch no other process, and leave
its session in no way. libseccomp knows the numbers of each architecture, and ends a process that
calls the kernel by another one's.
"""

from __future__ import annotations

import ctypes
import errno
import os
from typing import NamedTuple

_ALLOW, _ERRNO = 0x7FFF0000, 0x00050000  # seccomp.h: SCMP_ACT_ALLOW, SCMP_ACT_ERRNO
_NOT_EQUAL, _MASKED_EQUAL = 1, 7  # seccomp.h: SCMP_CMP_NE, SCMP_CMP_MASKED_EQ
_UNKNOWN = -1  # seccomp.h: __NR_SCMP_ERROR
_INT = 0xFFFFFFFF  # the kernel reads an int: what is above it must not hide the value

_TALKING = (
    "socket socketpair socketcall connect bind listen accept accept4"
    # A ring makes sockets and opens files without a system call for each.
    " io_uring_setup io_uring_enter io_uring_register"
    " msgget semget mq_open mq_unlink"
)
_LEAVING = "setsid setpgid"
_OTHER_PROCESSES = (
    "ptrace process_vm_readv process_vm_writev process_madvise process_mrelease kcmp"
    " pidfd_open pidfd_getfd pidfd_send_signal tkill rt_sigqueueinfo rt_tgsigqueueinfo"
    " sched_setattr sched_setparam sched_setscheduler migrate_pages move_pages"
)
# Landlock does not know who owns a file and which rights it has, nor names without a path.
_FILES = (
    "chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat"
    " setxattr lsetxattr fsetxattr setxattrat removexattr lremovexattr fremovexattr removexattrat"
    " utime utimes futimesat utimensat name_to_handle_at open_by_handle_at openat2"
)
# What CAP_SYS_ADMIN and CAP_SYS_RAWIO, which smartctl and hdparm get, allow beside ioctl.
_MACHINE = (
    "mount umount umount2 move_mount fsopen fsconfig fsmount fspick open_tree open_tree_attr"
    " mount_setattr pivot_root chroot setns unshare swapon swapoff quotactl quotactl_fd"
    " bpf perf_event_open fanotify_init fanotify_mark userfaultfd lsm_set_self_attr"
    " keyctl add_key request_key sethostname setdomainname syslog acct vhangup iopl ioperm"
    " kexec_load kexec_file_load init_module finit_module delete_module reboot"
    " settimeofday clock_settime clock_adjtime adjtimex lookup_dcookie"
)
# clone3 passes its flags in memory, where no filter sees them: the C library takes clone instead.
_ABSENT = "clone3"


class _Compared(ctypes.Structure):
    """seccomp.h, struct scmp_arg_cmp."""

    _fields_ = (
        ("argument", ctypes.c_uint),
        ("how", ctypes.c_int),
        ("first", ctypes.c_uint64),
        ("second", ctypes.c_uint64),
    )


class _Some(NamedTuple):
    """A call that is refused for some values of an argument, counted from 0."""

    call: str
    argument: int
    how: int
    first: int
    second: int = 0


def _some() -> list[_Some]:
    own = os.getpid()
    found = [
        _Some("kill", 0, _NOT_EQUAL, own),
        _Some("tgkill", 0, _NOT_EQUAL, own),
        _Some("prlimit64", 0, _NOT_EQUAL, 0),
        _Some("setpriority", 1, _NOT_EQUAL, 0),
        _Some("ioprio_set", 1, _NOT_EQUAL, 0),
        # An access mode of 3 asks for neither reading nor writing, and allows ioctl: a right that
        # Landlock knows only since Linux 6.10.
        _Some("open", 1, _MASKED_EQUAL, os.O_ACCMODE, os.O_ACCMODE),
        _Some("openat", 2, _MASKED_EQUAL, os.O_ACCMODE, os.O_ACCMODE),
    ]
    # Any signal to any process of the same user, by a file that becomes readable: F_SETOWN,
    # F_SETSIG, F_SETOWN_EX; FIOSETOWN, SIOCSPGRP. And what types into a terminal: TIOCSTI,
    # TIOCLINUX.
    found += [
        _Some(call, 1, _MASKED_EQUAL, _INT, request)
        for call in ("fcntl", "fcntl64")
        for request in (8, 10, 15)
    ]
    found += [
        _Some("ioctl", 1, _MASKED_EQUAL, _INT, request)
        for request in (0x8901, 0x8902, 0x5412, 0x541C)
    ]
    # New namespaces, of every kind (linux/sched.h); s390 has the flags in the second argument.
    flags = int(os.uname().machine.startswith("s390"))
    found += [
        _Some("clone", flags, _MASKED_EQUAL, flag, flag)
        for flag in (0x20000, 0x2000000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
    ]
    return found


def _library() -> ctypes.CDLL:
    library = ctypes.CDLL("libseccomp.so.2")
    library.seccomp_init.restype = ctypes.c_void_p
    library.seccomp_init.argtypes = (ctypes.c_uint32,)
    library.seccomp_syscall_resolve_name.argtypes = (ctypes.c_char_p,)
    library.seccomp_rule_add_array.argtypes = (
        ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int, ctypes.c_uint, ctypes.POINTER(_Compared),
    )  # fmt: skip
    library.seccomp_load.argtypes = (ctypes.c_void_p,)
    library.seccomp_release.argtypes = (ctypes.c_void_p,)
    return library


# Loaded with the helper, which does not start without it: a child could not, in its room.
_seccomp = _library()


def refuse_calls() -> None:
    """Refuse these calls to this process, and to all that it starts or becomes, for good.

    Only for a child: it can signal itself alone, by the PID that it has now. Needs no_new_privs.
    Raises OSError.
    """
    rules = _seccomp.seccomp_init(_ALLOW)
    if not rules:
        raise OSError(errno.ENOMEM, "seccomp_init")
    try:
        for names in (_TALKING, _LEAVING, _OTHER_PROCESSES, _FILES, _MACHINE):
            for name in names.split():
                _refuse(rules, name, errno.EPERM)
        for name in _ABSENT.split():
            _refuse(rules, name, errno.ENOSYS)
        for some in _some():
            compared = _Compared(some.argument, some.how, some.first, some.second)
            _refuse(rules, some.call, errno.EPERM, compared)
        _check(_seccomp.seccomp_load(rules), "seccomp_load")
    finally:
        _seccomp.seccomp_release(rules)


def _refuse(rules: int, name: str, error: int, compared: _Compared | None = None) -> None:
    number = int(_seccomp.seccomp_syscall_resolve_name(name.encode("ascii")))
    if number == _UNKNOWN:  # newer than this libseccomp
        return
    count = 0 if compared is None else 1
    values = (_Compared * 1)(compared) if compared is not None else None
    done = _seccomp.seccomp_rule_add_array(rules, _ERRNO | error, number, count, values)
    if number >= 0:  # the others are calls that this architecture does not have
        _check(done, name)


def _check(done: int, what: str) -> None:
    if done < 0:
        raise OSError(-done, f"{what}: {os.strerror(-done)}")
