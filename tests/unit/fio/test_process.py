# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A child process is always drained, always ended, and never outlives its thread."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError
from driveproof.fio.process import KEPT_ERRORS, FioProcess

PYTHON = sys.executable


def everything(process: FioProcess, timeout: float = 20.0) -> bytes:
    """The whole output, as it comes from the queue."""
    data = b""
    while (piece := process.output.get(timeout=timeout)) is not None:
        data += piece
    return data


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    # A zombie that nobody has waited for yet runs no more.
    return "State:\tZ" in Path(f"/proc/{pid}/status").read_text()


def test_output_status_and_errors() -> None:
    process = FioProcess(["sh", "-c", "echo out; echo oops >&2; exit 3"])
    assert everything(process) == b"out\n"
    assert process.wait(20) == 3
    assert process.errors() == "oops"


def test_it_is_drained_though_nobody_reads_the_queue() -> None:
    """More than a pipe holds: the child ends only if its output is read."""
    process = FioProcess([PYTHON, "-c", "print('x' * 5_000_000)"])
    assert process.wait(30) == 0
    assert len(everything(process)) == 5_000_001


def test_errors_are_drained_and_bounded() -> None:
    process = FioProcess([PYTHON, "-c", "import sys; sys.stderr.write('e' * 5_000_000)"])
    assert process.wait(30) == 0
    assert KEPT_ERRORS <= len(process.errors()) < 3 * KEPT_ERRORS


def test_a_descriptor_is_passed_and_no_other(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w+b") as kept, (tmp_path / "other").open("wb") as other:
        os.set_inheritable(other.fileno(), True)
        code = f"echo word >/proc/self/fd/{kept.fileno()}; test -e /proc/self/fd/{other.fileno()}"
        process = FioProcess(["sh", "-c", code], keep_open=[kept.fileno()])
        assert process.wait(20) == 1
        assert kept.read() == b"word\n"


def test_its_environment_is_not_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    monkeypatch.setenv("SECRET", "word")
    process = FioProcess([PYTHON, "-c", "import os; print(sorted(os.environ))"])
    words = everything(process).decode()
    assert process.wait(20) == 0
    assert "SECRET" not in words
    assert "'LC_ALL'" in words
    assert "'LANG'" not in words


def test_missing() -> None:
    """With setpriv it is setpriv that cannot start it; without, we cannot."""
    try:
        process = FioProcess(["/no/such/program"])
    except MachineError as error:
        assert "cannot be started" in str(error)
    else:
        assert process.wait(20) not in {0, None}
        assert "/no/such/program" in process.errors()


def test_end_asks_first() -> None:
    code = "trap 'echo bye; exit 128' TERM; echo up; while :; do sleep 0.01; done"
    process = FioProcess(["sh", "-c", code])
    assert process.output.get(timeout=20) == b"up\n"
    assert process.end() == 128
    assert everything(process) == b"bye\n"


def test_end_insists() -> None:
    code = "import signal, time; signal.signal(15, 1); print('up', flush=True); time.sleep(600)"
    process = FioProcess([PYTHON, "-c", code])
    assert process.output.get(timeout=20) == b"up\n"
    process.end()
    assert process.wait(20) == -signal.SIGKILL
    assert gone(process.pid)


def test_a_signal_to_what_has_ended_is_no_error() -> None:
    process = FioProcess(["true"])
    assert process.wait(20) == 0
    process.signal(signal.SIGTERM)
    assert process.end() == 0


def test_wake_gives_no_bytes() -> None:
    process = FioProcess(["sleep", "600"])
    process.wake()
    assert process.output.get(timeout=20) == b""
    assert process.wait(0) is None
    assert process.end() == -signal.SIGTERM


def test_what_closes_its_output_has_ended_for_us() -> None:
    """Its errors alone do not keep us waiting; `end` still ends it."""
    process = FioProcess(["sh", "-c", "exec >&-; exec sleep 600"])
    assert everything(process) == b""
    assert process.wait(0) is None
    assert process.end() == -signal.SIGTERM


def test_a_terminal_s_ctrl_c_does_not_reach_it() -> None:
    process = FioProcess([PYTHON, "-c", "import os; print(os.getsid(0) == os.getpid())"])
    assert everything(process) == b"True\n"
    process.wait(20)


def test_it_dies_with_the_thread_that_began_it() -> None:
    started: list[FioProcess] = []

    def begin() -> None:
        # Whatever it says, it says as fio: setpriv has asked for the signal by then.
        started.append(FioProcess(["sh", "-c", "echo up; exec sleep 600"]))
        assert started[0].output.get(timeout=20) == b"up\n"

    thread = threading.Thread(target=begin)
    thread.start()
    thread.join()
    assert started[0].wait(20) == -signal.SIGKILL
