# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""CPU and memory of Driveproof itself, beside fio, while a run is shown."""

from __future__ import annotations

import codecs
import json
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import time
from fcntl import ioctl
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks import machine
from tests.benchmarks.ratios import Row, Table, single, spread

pytestmark = [pytest.mark.benchmark, pytest.mark.root, pytest.mark.timeout(900)]

HERE = Path(__file__).resolve().parent
CHECKOUT = HERE.parents[1]
WINDOW_LIMIT, TERMINAL_LIMIT = 8.0, 2.0  # percent of one core
MEMORY = 180.0
SECONDS = 8
# The phase with the most different latencies, long enough for the chart to fill.
PROFILE = """\
title = "Bench"
question = "What does it cost to watch?"
size = "256 MiB"
repeats = {repeats}
pause = 0
[[phase]]
name = "Random 4 KiB, Q32"
directions = ["read"]
pattern = "random"
block_size = "4 KiB"
queue_depth = 32
warmup = 0.5
seconds = {seconds}
"""
TICKS = os.sysconf("SC_CLK_TCK")


@pytest.fixture
def home(tmp_path: Path, count: int) -> Path:
    """A person with one profile of their own, which the window has chosen before."""
    folder = tmp_path / ".config" / "driveproof"
    (folder / "profiles").mkdir(parents=True)
    text = PROFILE.format(repeats=count, seconds=SECONDS)
    (folder / "profiles" / "bench.toml").write_text(text, "utf-8")
    (folder / "window.ini").write_text("[measure]\nprofile=bench\n", "utf-8")
    return tmp_path


@pytest.mark.xvfb
def test_the_window_while_it_draws(
    home: Path, memory_disk: Path, display: str, table: Table, count: int
) -> None:
    environment = machine.clean_environment(
        home, DISPLAY=display, QT_QPA_PLATFORM="xcb", PYTHONPATH=f"{CHECKOUT}/app"
    )
    done = subprocess.run(
        [sys.executable, str(HERE / "window_run.py"), str(memory_disk)],
        env=environment, stdout=subprocess.PIPE, text=True, check=True,
        timeout=60 + 2 * SECONDS * count,
    ).stdout  # fmt: skip
    found = json.loads(done.splitlines()[-1])
    assert (found["status"], found["platform"], found["pixels"]) == ("finished", "xcb", 1.0), found
    assert len(found["repeats"]) == count
    shares = [100 * repeat["cpu"] / repeat["seconds"] for repeat in found["repeats"]]
    seconds = sum(repeat["seconds"] for repeat in found["repeats"])
    painted = sum(repeat["paints"] for repeat in found["repeats"]) / seconds
    snapshots = found["snapshots"] / seconds
    assert painted > 1, "nothing was drawn"
    rows = [
        single(
            f"CPU of the window ({painted:.1f} frames/s, {snapshots:.1f} snapshots/s)", shares,
            "{:.1f} %", f"< {WINDOW_LIMIT:.0f} % of a core", median(shares) < WINDOW_LIMIT,
        ),
        Row(
            "Peak memory, live charts", f"{found['peak'] / 1e6:.1f} MB", "", "1 run",
            f"< {MEMORY:.0f} MB", found["peak"] / 1e6 < MEMORY,
        ),
    ]  # fmt: skip
    for row in rows:
        table.add(row)
    assert all(row.met for row in rows), rows


def cpu_seconds(pid: int) -> float:
    """User and system time of a process so far, without its children: proc(5), stat 14 and 15."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii", "replace").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def test_the_terminal_while_it_tells(
    home: Path, memory_disk: Path, table: Table, count: int
) -> None:
    environment = machine.clean_environment(home, TERM="xterm")
    command = [str(Path(sys.executable).parent / "driveproof"), "run", "bench"]
    command += [str(memory_disk)]
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(command[0], command, environment)
    ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    marks: dict[int, tuple[float, float]] = {}  # when each repeat began, and the CPU until then
    said, lines = "", 0
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    try:
        while True:
            try:
                data = os.read(terminal, 65536)
            except OSError:  # EIO: the other side has closed it
                break
            if not data:
                break
            text = decode(data)
            said = (said + text)[-4000:]
            for found in re.finditer(rf"Random 4 KiB, Q32 read (\d+)/{count}", text):
                lines += 1
                marks.setdefault(int(found[1]), (time.monotonic(), cpu_seconds(pid)))
            if "median of" in text and count + 1 not in marks:
                marks[count + 1] = (time.monotonic(), cpu_seconds(pid))
    finally:
        os.close(terminal)
        _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0, said
    assert sorted(marks) == list(range(1, count + 2)), said
    shares = []
    for order in range(1, count + 1):
        (begun, before), (ended, after) = marks[order], marks[order + 1]
        shares.append(100 * (after - before) / (ended - begun))
    whole = marks[count + 1][0] - marks[1][0]
    row = table.add(
        Row(
            f"CPU of the terminal ({lines / whole:.1f} lines/s)",
            f"{median(shares):.1f} %",
            "",
            f"{spread(shares, '{:.1f} %')}, {len(shares)}",
            f"< {TERMINAL_LIMIT:.0f} % of a core",
            median(shares) < TERMINAL_LIMIT,
        )
    )
    assert row.met, row
