# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""SIGKILL of the program, of fio, and of both, at random moments: nothing is left, nothing is lost.

The moments come from a fixed seed, so that a failure can be had again.
"""

from __future__ import annotations

import itertools
import json
import random
import signal
import sqlite3
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest
from tests.system.measuring import MIB, TINY, Lab, free, has_filesystem, mounted, wait_for

pytestmark = pytest.mark.root

SEED = 8127943
ROUNDS = 12  # on each file system at least, and until each kind has hit a running measurement
WHOM = ("program", "fio", "both")


def integrity(lab: Lab) -> str:
    with sqlite3.connect(lab.data) as connection:
        (answer,) = connection.execute("PRAGMA integrity_check").fetchone()
        return str(answer)


def runs(lab: Lab) -> list[dict[str, object]]:
    """What the next start says of every run, newest first."""
    done = lab.driveproof("history", "--json")
    assert done.returncode == 0, done.stderr
    found: list[dict[str, object]] = json.loads(done.stdout)["runs"]
    return found


def kill_fio(lab: Lab, process: subprocess.Popen[str], chance: random.Random) -> bool:
    """Kill an fio in the middle of its work; False when the program was done before."""
    while process.poll() is None:
        if lab.fios():
            time.sleep(chance.uniform(0.0, 0.3))
            if lab.kill_fio():
                return True
        time.sleep(0.005)
    return False


def one_round(whom: str, folder: Path, lab: Lab, chance: random.Random, lasts: float) -> str:
    """Kill in one run, which lasts so many seconds as a whole; the status it must have afterwards,
    "" when it was too fast.
    """
    process = lab.start("run", "tiny", str(folder))
    try:
        if whom == "fio":
            killed = kill_fio(lab, process, chance)
            _, err = process.communicate(timeout=60)
            if not killed or process.returncode == 0:
                return ""  # fio had just printed its last and was about to exit
            assert process.returncode == 3, err
            return "failed"
        before = len(lab.history().heads())
        # Any moment from the imports of the program to its last phase.
        end = time.monotonic() + chance.uniform(0.1, lasts)
        while time.monotonic() < end and process.poll() is None:
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        if whom == "both":
            lab.kill_fio()
        process.communicate(timeout=60)
        if process.returncode == 0 or len(lab.history().heads()) == before:
            return ""
        # It may have been whole already, and about to exit.
        return "" if runs(lab)[0]["status"] == "finished" else "failed"
    finally:
        process.kill()
        process.communicate()


@pytest.mark.deep
@pytest.mark.timeout(240)
@pytest.mark.parametrize("kind", ["ext4", "no O_TMPFILE"])
def test_sigkill_at_random_moments(kind: str, tmp_path: Path, lab: Lab) -> None:
    if kind == "no O_TMPFILE":
        known = [name for name in ("vfat", "ntfs-3g") if has_filesystem(name)]
        if not known:
            pytest.skip("this machine has neither vfat nor ntfs-3g")
        kind = known[0]
    chance = random.Random(f"{SEED} {kind}")
    hit = dict.fromkeys(WHOM, 0)
    with mounted(kind, tmp_path) as (folder, _):
        before, begun = free(folder), time.monotonic()
        whole = lab.driveproof("run", "tiny", str(folder))
        assert whole.returncode == 0, whole.stderr
        lasts = time.monotonic() - begun
        for number in itertools.count():
            if number >= ROUNDS and all(hit.values()):
                break
            whom = WHOM[number % len(WHOM)]
            status = one_round(whom, folder, lab, chance, lasts)
            # Not even before the next start does an fio of ours go on.
            wait_for("every fio is gone", lambda: not lab.fios(), 10)
            if status:
                assert runs(lab)[0]["status"] == status, f"round {number}: {whom}"
                hit[whom] += 1
            assert integrity(lab) == "ok"
        print(f"{kind}: killed in the middle: {hit}")
        last = lab.driveproof("run", "tiny", str(folder), "--json")
        assert last.returncode == 0, last.stderr
        lab.nothing_is_left(folder)
        wait_for("the space is free again", lambda: abs(free(folder) - before) < MIB)
        listed = runs(lab)
        assert listed[0]["status"] == "finished"
        assert {run["status"] for run in listed} <= {"finished", "failed"}
        assert not list((lab.folder / ".local" / "state" / "driveproof").rglob(".driveproof-*"))


def killed_after(lab: Lab, folder: Path, words: str) -> dict[str, Any]:
    """The run as it was kept, killed while fio ran after a line that begins with these words."""
    with lab.start("run", "tiny", str(folder)) as process:
        assert process.stderr is not None
        next(line for line in process.stderr if line.startswith(words))
        wait_for("the next fio runs", lab.fios)
        process.kill()
    wait_for("fio is gone with it", lambda: not lab.fios(), 10)
    (killed,) = runs(lab)
    assert killed["status"] == "failed"
    shown: dict[str, Any] = json.loads(lab.driveproof("show", "latest", "--json").stdout)
    return shown


def test_rounds_before_the_kill_are_kept(tmp_path: Path, lab: Lab) -> None:
    """No test is complete before the last round, so each repeat is kept as it ends."""
    own = lab.folder / ".config" / "driveproof" / "profiles" / "tiny.toml"
    with mounted("ext4", tmp_path) as (folder, _):
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(TINY.replace("repeats = 1", "repeats = 3"))
        shown = killed_after(lab, folder, "Round 2 of 3.")
        assert len(shown["phases"]) > 1
        assert all(phase["repeats"] for phase in shown["phases"])
        lab.nothing_is_left(folder)
