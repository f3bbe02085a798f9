# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the program without starting Python: a process that has imported the command line forks
for each call.

What comes of it is a child of the tests' process with the call's own user, environment, folder and
streams, as if it had been started. Only its name and its command line are those of this file.

Run as a program it is that process: `forked.py FOLDER` imports the package from there.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import importlib
import json
import os
import pkgutil
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

_CLONE_PARENT, _SIGCHLD = 0x8000, 17  # sched(7), signal(7)
_CLONE = {"x86_64": 56, "aarch64": 220, "riscv64": 220}
_PR_SET_DUMPABLE = 4
_LARGEST = 2**20  # bytes of a request
_ONE_AT_A_TIME = threading.Lock()
# What only a window needs, or a call for itself.
_LATER = ("driveproof.ui", "driveproof.helper.")


class Forking:
    """The process that forks; it starts with the first call, and ends with this one.

    `package` and `python` are where the user of any call may read and start them.
    """

    def __init__(self, package: Path, python: Path) -> None:
        self._package = package
        self.python = python
        self._ours: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def start(
        self, words: tuple[str, ...], *, front: bool = True, gate: bool = False, **how: Any
    ) -> Call:
        """Start the program with these words. `how` is what Popen takes.

        Without a `front` it works in the process that was started. A `gate` keeps it waiting until
        a line arrives on its standard input, which is empty afterwards.
        """
        if self._process is None or self._process.poll() is not None:
            self._begin()
        assert self._ours is not None
        return Call(self._ours, {"words": words, "front": front, "gate": gate}, **how)

    def run(self, *words: str, timeout: float, **how: Any) -> subprocess.CompletedProcess[str]:
        """The program's end and what it has printed, as subprocess.run() has it."""
        streams = {"text": True, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        with self.start(words, **streams, **how) as process:
            try:
                out, err = process.communicate(timeout=timeout)
            except BaseException:
                process.kill()
                raise
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    def _begin(self) -> None:
        self.close()
        self._ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        environment = {
            "PATH": os.environ["PATH"],
            "LANG": "C.UTF-8",
            "OPENBLAS_NUM_THREADS": "1",  # a process with threads cannot be forked like this
        }
        with its:
            self._process = subprocess.Popen(
                [str(self.python), "-P", __file__, str(self._package), str(its.fileno())],
                env=environment, cwd="/", pass_fds=(its.fileno(),),
            )  # fmt: skip

    def close(self) -> None:
        if self._ours is not None:
            self._ours.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._ours = self._process = None


class Call(subprocess.Popen[Any]):
    """A process of the program; all of Popen works on it, for it is our child."""

    def __init__(self, asked: socket.socket, request: dict[str, Any], **how: Any) -> None:
        self._asked = asked
        self._request = request
        for name in ("env", "cwd", "user", "group", "process_group", "start_new_session"):
            request[name] = how.pop(name, None)
        how.pop("extra_groups", None)  # those of another user are always empty
        request["env"] = dict(os.environ if request["env"] is None else request["env"])
        request["cwd"] = str(request["cwd"] or Path.cwd())
        super().__init__(["driveproof", *request["words"]], **how)

    def _execute_child(self, *given: Any) -> None:
        """In place of Popen's own."""
        pipes = given[10:16]  # to read from and to write to, for each of the three streams
        its = (pipes[0], pipes[3], pipes[5])
        streams = [number if end == -1 else end for number, end in enumerate(its)]
        try:
            text = json.dumps(self._request).encode()
            with _ONE_AT_A_TIME:
                socket.send_fds(self._asked, [text], streams)
                answer = self._asked.recv(64)
            assert answer, "the process that forks has ended"
            self.pid = int(answer)
            self._child_created = True
        finally:
            self._close_pipe_fds(*pipes)


def _fork(libc: ctypes.PyDLL) -> int:
    """fork(2), but the child is a sibling of this process: a child of who started it."""
    ctypes.pythonapi.PyOS_BeforeFork()
    pid: int = libc.syscall(_CLONE[os.uname().machine], _CLONE_PARENT | _SIGCHLD, 0, 0, 0, 0)
    if pid == 0:
        ctypes.pythonapi.PyOS_AfterFork_Child()
    else:
        ctypes.pythonapi.PyOS_AfterFork_Parent()
    return pid


def _import_all() -> None:
    package = importlib.import_module("driveproof")
    for found in pkgutil.walk_packages(package.__path__, "driveproof.", onerror=lambda _: None):
        if not found.name.startswith(_LATER) and not found.name.endswith("__main__"):
            importlib.import_module(found.name)
    importlib.import_module("driveproof.__main__")


def _become(asked: dict[str, Any], streams: list[int], libc: ctypes.PyDLL) -> None:
    """The user, the environment, the folder and the streams of this call."""
    if asked["start_new_session"]:
        os.setsid()
    if asked["process_group"] is not None:
        os.setpgid(0, asked["process_group"])
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
    os.closerange(3, 1024)
    if asked["user"] is not None:
        os.setgroups([])
        os.setgid(asked["group"])
        os.setuid(asked["user"])
        libc.prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)  # after an execve(2) it is, too
    os.environ.clear()
    os.environ.update(asked["env"])
    os.chdir(asked["cwd"])
    if asked["gate"]:
        while os.read(0, 1) not in {b"\n", b""}:
            pass
        os.close(0)
        os.open(os.devnull, os.O_RDONLY)  # the lowest number that is free
    sys.stdin, sys.stdout, sys.stderr = (
        open(number, mode, lines, "utf-8", errors, closefd=False)  # noqa: SIM115 - to the end
        for number, mode, lines, errors in (
            (0, "r", -1, "strict"),
            (1, "w", 1 if os.isatty(1) else -1, "strict"),
            (2, "w", 1, "backslashreplace"),
        )
    )
    sys.argv = ["driveproof", *asked["words"]]


def _serve(asking: socket.socket) -> dict[str, Any] | None:
    """Fork for each request; returns in each child what it was asked, and None at the end."""
    libc = ctypes.PyDLL(None, use_errno=True)
    while True:
        text, streams, _, _ = socket.recv_fds(asking, _LARGEST, 3)
        if not text:
            return None
        asked: dict[str, Any] = json.loads(text)
        pid = _fork(libc)
        if pid == 0:
            asking.detach()
            _become(asked, streams, libc)
            return asked
        for stream in streams:
            os.close(stream)
        asking.send(str(pid).encode())


def _end(main: Callable[[], int]) -> NoReturn:
    """As sys.exit(main()), without taking down what was imported: it costs more than the call."""
    try:
        status = main()
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else int(ended.code is not None)
    except BaseException:  # noqa: BLE001 - as the interpreter does
        traceback.print_exc()
        status = 1
    threading._shutdown()
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)


if __name__ == "__main__":
    sys.path.insert(0, sys.argv[1])
    _import_all()
    import gc

    gc.freeze()  # or each child would copy all of it when it collects
    if (call := _serve(socket.socket(fileno=int(sys.argv[2])))) is not None:
        from driveproof.__main__ import main

        _end(main if call["front"] else partial(main, call["words"]))
