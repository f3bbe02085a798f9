# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The maximum cost of reading a report, whatever it contains, and files too large to be one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.fakes.reports import nvme

from driveproof.system.smart.smartctl import MOST, MOST_VALUES

pytestmark = pytest.mark.deep

MOST_MEMORY = 150 * 10**6  # bytes, as health-ratings.md promises
HEAD = (
    b'{"smartctl": {"version": [7, 4], "exit_status": 0}, "smart_status": {"passed": true}, "x": '
)
TEXT = b"smartctl 7.3 2022-02-28 r5338 [x86_64-linux-6.1.0] (local build)\n"

# Not getrusage's ru_maxrss: a child begins with its parent's, and that is pytest.
READ = """
import sys
from driveproof.cli.main import run
status = run(["health", "--report", sys.argv[1], *sys.argv[2:]])
lines = open("/proc/self/status").read().splitlines()
peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) * 1024
print(f"\\n{status} {peak}")
"""


def full(unit: bytes, head: bytes = HEAD, tail: bytes = b"}") -> bytes:
    """As many of a unit as fit into the largest report."""
    return head + unit * ((MOST - len(head) - len(tail)) // len(unit)) + tail


def counted(unit: bytes, values: int) -> bytes:
    """As many units, each of so many values, as a report may have."""
    return HEAD + b"[" + unit * ((MOST_VALUES - 100) // values) + b"0]}"


def rows(count: int) -> bytes:
    """A table of attributes, and one of errors, of so many rows with long texts."""
    report = nvme()
    row = {"id": 5, "name": "n" * 100, "raw": {"value": 1, "string": "r" * 100}}
    report["ata_smart_attributes"] = {"table": [row | {"id": one % 256} for one in range(count)]}
    entry = {"error_number": 1, "error_description": "e" * 100}
    report["ata_smart_error_log"] = {"summary": {"count": 1, "table": [entry] * count}}
    return json.dumps(report).encode()


MADE: dict[str, Callable[[], bytes]] = {
    "brackets": lambda: b"[" * MOST,
    "brackets below the limit": lambda: b"[" * (MOST_VALUES - 1),
    "objects in objects": lambda: (b'{"a":' * MOST)[:MOST],
    "deep and closed": lambda: HEAD + b"[" * 90_000 + b"]" * 90_000 + b"}",
    "lists": lambda: full(b"[],", HEAD + b"[", b"0]}"),
    "lists below the limit": lambda: counted(b"[],", 2),
    "objects": lambda: full(b'{"a":1},', HEAD + b"[", b"0]}"),
    "objects below the limit": lambda: counted(b'{"a":1},', 2),
    "fractions": lambda: full(b"1.5,", HEAD + b"[", b"0]}"),
    "keys": lambda: HEAD + b"{" + b",".join(b'"%x":1' % n for n in range(400_000)) + b"}}",
    "keys below the limit": lambda: (
        HEAD + b"{" + b",".join(b'"%x":1' % n for n in range(MOST_VALUES - 100)) + b"}}"
    ),
    "a long number": lambda: full(b"9"),
    "a long fraction": lambda: full(b"9", HEAD + b"0."),
    "a long exponent": lambda: full(b"9", HEAD + b"1e"),
    "a long text": lambda: full("\U0001f600".encode(), HEAD + b'"', b'"}'),
    "a long escaped text": lambda: full(b"\\u0101", HEAD + b'"', b'"}'),
    "bytes that are no text": lambda: b"\xff" * MOST,
    "UTF-16": lambda: ("[" * (MOST // 2 - 2)).encode("utf-16"),
    "rows": lambda: rows(8000),
    "lines": lambda: full(b"\n", TEXT, b""),
    "wide lines": lambda: full("\u0101\n".encode(), TEXT, b""),
    "lines below the limit": lambda: TEXT + ("\u0101" * 9 + "\n").encode() * (MOST_VALUES - 9),
    "one line": lambda: full(b" ", TEXT.strip(), b"x"),
    "rows of a text": lambda: full(
        b"  5 Reallocated_Sector_Ct   0x0033   100   100   010    Pre-fail  Always   -       0\n",
        TEXT + b"ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE      UPDATED  "
        b"WHEN_FAILED RAW_VALUE\n",
        b"",
    ),
    "first lines": lambda: (b"smartctl 7.3\n" * MOST_VALUES)[: 13 * (MOST_VALUES - 9)],
    "sections": lambda: TEXT + b"=== START OF INFORMATION SECTION ===\n" * 100_000,
    "names": lambda: TEXT + b"".join(b"Name %d: 5\n" % n for n in range(150_000)),
    "self-tests": lambda: full(
        b"# 1  Short offline       Completed without error       00%      4199         -\n",
        TEXT + b"SMART Self-test log structure revision number 1\n",
        b"",
    ),
    "colons": lambda: full(b"a:", TEXT, b""),
}  # fmt: skip


@pytest.mark.parametrize("name", MADE)
def test_reading_a_report_costs_little_memory(name: str, tmp_path: Path) -> None:
    path = tmp_path / "report"
    path.write_bytes(MADE[name]()[:MOST])
    places = {one: str(tmp_path) for one in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path), "--json"],
        capture_output=True, env=os.environ | places, check=False,
    )  # fmt: skip
    status, peak = done.stdout.split()[-2:]
    assert int(peak) < MOST_MEMORY
    assert b"Traceback" not in done.stderr
    assert int(status) in {0, 1, 3}
    if int(status) == 3:  # in a sentence, with what to do
        assert done.stderr.startswith(f"driveproof: {path} ".encode())
        assert b"smartctl -x" in done.stderr


@pytest.mark.parametrize("size", [MOST + 1, 5 * 2**20, 2**40])
def test_a_file_that_is_too_large_is_refused_with_its_size(size: int, tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    with path.open("wb") as file:
        file.truncate(size)  # a hole: nothing of it is read
    places = {one: str(tmp_path) for one in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    done = subprocess.run(
        [sys.executable, "-c", READ, str(path)], capture_output=True, text=True,
        env=os.environ | places, check=False,
    )  # fmt: skip
    status, peak = done.stdout.split()[-2:]
    assert (int(status), int(peak) < MOST_MEMORY) == (3, True)
    assert str(path) in done.stderr


def test_a_pipe_that_does_not_end_is_refused(tmp_path: Path) -> None:
    places = {one: str(tmp_path) for one in ("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")}
    with Path("/dev/zero").open("rb") as zero:
        done = subprocess.run(
            [sys.executable, "-c", READ, "-"], stdin=zero, capture_output=True, text=True,
            env=os.environ | places, check=False,
        )  # fmt: skip
    status, peak = done.stdout.split()[-2:]
    assert (int(status), int(peak) < MOST_MEMORY) == (3, True)
    assert done.stderr
