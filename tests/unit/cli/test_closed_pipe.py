# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A reader that has gone, as `| head` does: the status stays the answer's, and a stream ends."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.builders.compared_runs import STEADY, phase, run, times

import driveproof.cli
from driveproof.composition.application import Application, Folders

Call = Callable[..., subprocess.CompletedProcess[str]]
LONGEST = 60
"""Seconds after which a command hangs."""


@pytest.fixture
def call(tmp_path: Path) -> Call:
    """The program with a standard output that nobody reads."""
    folders = Folders.below(tmp_path)
    history = Application(folders).history
    history.save(run(phase(STEADY), id="0aaaaaaaa", label="old"))
    history.save(run(phase(times(0.8)), id="0bbbbbbbb", days=1, label="new"))
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from driveproof.cli.main import run\n"
        "from driveproof.composition.application import Application, Folders\n"
        "sys.exit(run(sys.argv[2:], Application(Folders.below(Path(sys.argv[1])))))\n"
    )

    def run_it(*words: str) -> subprocess.CompletedProcess[str]:
        reading, writing = os.pipe()
        os.close(reading)
        try:
            return subprocess.run(
                [sys.executable, "-c", code, str(tmp_path), *words],
                stdout=writing, stderr=subprocess.PIPE, text=True, timeout=LONGEST, check=False,
            )  # fmt: skip
        finally:
            os.close(writing)

    return run_it


def test_slower_stays_the_answer(call: Call) -> None:
    done = call("compare", "0a", "0b", "--fail-if-slower", "5", "--forum")
    assert done.returncode == 1, done.stderr
    assert done.stderr


def test_a_stream_ends_with_its_reader(call: Call) -> None:
    """Without an end of its own it would go on for ever, unread."""
    devices = sorted(one.name for one in Path("/sys/block").iterdir())
    if not devices:
        pytest.skip("this machine shows no block devices")
    done = call("monitor", f"/dev/{devices[0]}", "--interval", "0.1")
    assert done.returncode == 0, done.stderr


def test_every_answer_is_printed_by_what_knows_of_such_readers() -> None:
    """`print` to standard output would end a command with the status of a closed pipe."""
    found = []
    for path in sorted(Path(driveproof.cli.__file__).parent.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or path.name == "output.py":
                continue
            if ast.unparse(node.func) in {"print", "sys.stdout.write"}:
                found.append(f"{path.name}:{node.lineno}")
    assert not found
