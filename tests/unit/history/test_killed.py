# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that is killed at any moment leaves an intact history."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from driveproof.domain.run.run import FAILED, FINISHED, Run
from driveproof.history.query import ENDED_IN_THE_MIDDLE
from driveproof.history.store import History

pytestmark = pytest.mark.deep

KILLS = 30

# A whole run is measured once and then kept under new names, for ever; a line says what began
# and what was finished, as soon as it is kept.
WRITER = r"""
import os
import sys
from dataclasses import replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from driveproof.history.store import History

history = History(Path(sys.argv[1]))
pattern = history.load("pattern")
for number in count():
    # Not new_id: it is made for runs that a person begins, not for fifty of them in a second.
    name = f"{os.getpid()}-{number}"
    run = replace(pattern, id=name, started=datetime.now(UTC), label="killed")
    history.begin(replace(run, phases=()))
    os.write(1, f"begun {run.id}\n".encode())
    for phase in run.phases:
        history.keep_phase(run.id, phase)
    history.finish(run)
    os.write(1, f"finished {run.id}\n".encode())
"""


def test_sigkill_at_any_moment(tmp_path: Path, make_run: Callable[..., Run]) -> None:
    path = tmp_path / "history.sqlite"
    history = History(path)
    history.save(make_run("pattern", label=""))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    chance = random.Random(42)
    begun: list[str] = []
    finished: list[str] = []
    for _ in range(KILLS):
        command = [sys.executable, "-c", WRITER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as child:
            assert child.stdout is not None
            lines = [child.stdout.readline()]
            # Killed some milliseconds after the first run began: in a slice, between two, ...
            try:
                child.wait(chance.uniform(0, 0.15))
            except subprocess.TimeoutExpired:
                child.send_signal(signal.SIGKILL)
            lines += child.stdout.readlines()
        assert child.returncode == -signal.SIGKILL
        for line in lines:
            word, run_id = line.decode().split()
            (begun if word == "begun" else finished).append(run_id)
        with closing(sqlite3.connect(path)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert len(begun) >= KILLS
    kept = {head.id: head for head in history.heads(label="killed")}
    assert set(begun) <= set(kept)
    for run_id, head in kept.items():
        run = history.load(run_id)
        assert head.status == run.status
        assert len(run.phases) <= 9
        if run_id in finished:
            assert run.status == FINISHED
        if run.status == FINISHED:
            assert len(run.phases) == 9
        else:
            assert (run.status, run.error) == (FAILED, ENDED_IN_THE_MIDDLE)
            assert [p.name for p in run.phases] == [
                p.name for p in make_run().phases[: len(run.phases)]
            ]
    assert any(head.status == FAILED for head in kept.values())
    history.close()
