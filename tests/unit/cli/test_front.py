# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The front process: it ends as its child does, and its child as it does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

# The child says that it has begun, and does what the test wants.
PROGRAM = """
import os, signal, sys, threading, time
from driveproof.cli.front import in_child
def work():
    print(os.getpid(), flush=True)
    {work}
sys.exit(in_child(work, ["list"]))
"""
LIMIT = 60
"""Seconds after which a test is ended; nothing takes that long."""


def start(work: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-c", PROGRAM.format(work=work.replace("\n", "\n    "))]
    pipe = subprocess.PIPE
    return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def begun(process: subprocess.Popen[str]) -> int:
    """The child's process id, as soon as it works."""
    assert process.stdout is not None
    return int(process.stdout.readline())


@pytest.mark.parametrize("status", [0, 1, 3, 130])
def test_the_status_is_that_of_the_child(status: int) -> None:
    with start(f"return {status}") as process:
        begun(process)
        assert process.wait(LIMIT) == status


def test_what_argparse_ends_has_its_status() -> None:
    with start("sys.exit(2)") as process:
        begun(process)
        assert process.wait(LIMIT) == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
def test_a_signal_that_ends_the_child_ends_both(number: signal.Signals) -> None:
    work = f"signal.signal(signal.SIGINT, signal.SIG_DFL)\nos.kill(os.getpid(), {number.value})"
    with start(work) as process:
        begun(process)
        assert process.wait(LIMIT) == -number


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_is_passed_on(number: signal.Signals) -> None:
    work = (
        f"came = []\nsignal.signal({number.value}, lambda *_: came.append(1))\n"
        "print('ready', flush=True)\nwhile not came: time.sleep(0.01)\nreturn 77"
    )
    with start(work) as process:
        begun(process)
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        process.send_signal(number)
        assert process.wait(LIMIT) == 77


def test_ctrl_c_comes_once() -> None:
    """What is put in order after the first one is not interrupted by the second."""
    work = (
        "try:\n    print('ready', flush=True)\n    while True: time.sleep(0.01)\n"
        "except KeyboardInterrupt:\n"
        "    print('ending', flush=True)\n    sys.stdin.readline()\n    return 55"
    )
    with start(work) as process:
        child = begun(process)
        assert process.stdout is not None and process.stdin is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "ending\n"
        os.kill(child, signal.SIGINT)
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.wait(LIMIT) == 55


def test_a_killed_front_takes_its_child_with_it() -> None:
    with start("while True: signal.pause()") as process:
        child = os.pidfd_open(begun(process))
        process.kill()
        # Both have its output: the end comes when the child has ended.
        assert process.stdout is not None and process.stdout.read() == ""
        os.close(child)


@pytest.mark.deep
def test_an_end_that_takes_too_long_goes_on_behind_the_shell() -> None:
    """A signal that is handled and does nothing, as of a work that takes its time to end."""
    work = (
        "signal.signal(signal.SIGTERM, lambda *_: None)\nprint('ready', flush=True)\n"
        "sys.stdin.readline()\nreturn 0"
    )
    with start(work) as process:
        child = begun(process)
        assert process.stdout is not None and process.stdin is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGTERM)
        assert process.wait(LIMIT) == 130
        assert process.stdout.read() == ""  # the child has closed it, and goes on
        assert process.stderr is not None and f"({child})" in process.stderr.read()
        assert Path(f"/proc/{child}/stat").exists()
        process.stdin.write("\n")
        process.stdin.flush()


def test_nothing_that_is_ignored_ends_it() -> None:
    """As after nohup."""
    work = "print('ready', flush=True)\nsys.stdin.readline()\nreturn 66"
    words = [sys.executable, "-c", PROGRAM.format(work=work.replace("\n", "\n    "))]
    pipe = subprocess.PIPE
    ignoring = ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", *words]
    with subprocess.Popen(ignoring, stdin=pipe, stdout=pipe, text=True) as process:
        begun(process)
        assert process.stdout is not None and process.stdin is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGHUP)
        process.stdin.write("\n")
        process.stdin.flush()
        assert process.wait(LIMIT) == 66
