# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program as people start it: real fio, with a pipe or a terminal at the other end."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from tests.system.machine import run, unmount
from tests.system.measuring import TINY, Lab, names

CLEAR = "\r\x1b[K"


@pytest.fixture
def target(tmp_path: Path) -> Path:
    folder = tmp_path / "a folder"
    folder.mkdir()
    return folder


def test_one_document_and_plain_lines(target: Path, lab: Lab) -> None:
    done = lab.driveproof("run", "tiny", str(target), "--label", "a b", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert (document["version"], document["status"], document["label"]) == (1, "finished", "a b")
    assert document["target"]["path"] == str(target)
    # Lines that a file can hold: one a phase, nothing that moves.
    assert all(line.isprintable() for line in done.stderr.replace("\u202f", " ").splitlines())
    for phase in document["phases"]:
        said = f"{phase['title']} {phase['direction']}: "
        assert sum(line.startswith(said) for line in done.stderr.splitlines()) == 1
    assert len(done.stderr.splitlines()) <= 4 + len(document["phases"])
    shown = lab.driveproof("show", "latest", "--json")
    assert json.loads(shown.stdout) == document
    (head,) = json.loads(lab.driveproof("history", "--json").stdout)["runs"]
    assert head["id"] == document["id"]
    labelled = lab.driveproof("show", "label:a b", "--json")
    assert json.loads(labelled.stdout)["id"] == document["id"]
    assert names(target) == []


@pytest.mark.root
def test_a_file_that_does_not_fit_is_smaller_unless_its_size_was_asked_for(
    tmp_path: Path, lab: Lab
) -> None:
    """It was refused, where the window made it smaller."""
    tight = tmp_path / "tight"
    tight.mkdir()
    own = lab.folder / ".config/driveproof/profiles/tiny.toml"
    own.parent.mkdir(parents=True)
    own.write_text(TINY.replace("16 MiB", "1 GiB"))
    run("mount", "-t", "tmpfs", "-o", "size=96m", "none", str(tight))
    try:
        done = lab.driveproof("run", "tiny", str(tight), "--json")
        asked = lab.driveproof("run", "tiny", str(tight), "--size", "1G")
    finally:
        unmount(tight)
    assert done.returncode == 0, done.stderr
    said = [
        note["text"] for note in json.loads(done.stdout)["notes"] if "80\u202fMiB" in note["text"]
    ]
    assert len(said) == 1 and said[0].replace("\u202f", " ") in done.stderr
    assert asked.returncode == 3


def test_a_table_and_its_commands(target: Path, lab: Lab) -> None:
    done = lab.driveproof("run", "tiny", str(target))
    assert done.returncode == 0, done.stderr
    for name in ("Random", "Sequential"):
        assert f"\n{name} " in done.stdout
    assert "MB/s" in done.stdout
    commands = lab.driveproof("show", "latest", "--commands")
    assert "--rw=randread" in commands.stdout
    assert "MiB/s" in lab.driveproof("show", "latest", "--mib").stdout


def test_a_live_line_on_a_terminal(target: Path, lab: Lab, tmp_path: Path) -> None:
    """Standard error is a terminal, standard output is not."""
    master, slave = pty.openpty()
    # A file, not a pipe: one that nobody reads meanwhile would stop a long document.
    answer = tmp_path / "answer.json"
    with answer.open("wb") as stdout, subprocess.Popen(
        lab.command("run", "tiny", str(target), "--json"),
        env={**lab.environment, "TERM": "xterm", "COLUMNS": "80"},
        stdin=slave, stdout=stdout, stderr=slave,
    ) as process:  # fmt: skip
        os.close(slave)
        data = b""
        with contextlib.suppress(OSError):  # EIO is the end of a terminal
            while piece := os.read(master, 65536):
                data += piece
        assert process.wait(60) == 0
    document = json.loads(answer.read_bytes())
    os.close(master)
    said = data.decode()
    moves = said.split(CLEAR)
    assert len(moves) > 6
    assert any("%" in move for move in moves)
    # The line never wraps, or it could not be taken back.
    assert all(len(line) < 80 for move in moves for line in move.split("\r\n") if " left" in line)
    for phase in document["phases"]:
        assert f"{phase['title']} {phase['direction']}: " in said


def test_measuring_imports_no_qt(target: Path, lab: Lab) -> None:
    code = (
        "import sys\n"
        "from driveproof.__main__ import main\n"
        "status = main(sys.argv[1:])\n"
        "loaded = {name.split('.')[0] for name in sys.modules}\n"
        "assert not loaded & {'PySide6', 'shiboken6', 'pyqtgraph'}, loaded\n"
        "assert 'driveproof' in loaded\n"
        "sys.exit(status)\n"
    )
    lab.command()
    for words in (["run", "tiny", str(target)], ["show", "latest"]):
        done = subprocess.run(
            [sys.executable, "-c", code, *words],
            env=lab.environment, capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr


def test_the_history_cannot_be_written(target: Path, lab: Lab) -> None:
    """It is said before anything is measured. What was measured is printed all the same, and the
    status says that it is not kept.
    """
    lab.data.parent.parent.mkdir(parents=True)
    lab.data.parent.write_text("a file where a folder should be")
    done = lab.driveproof("run", "tiny", str(target), "--json")
    assert done.returncode == 3
    first, *_measured, last = done.stderr.splitlines()
    assert str(lab.data) in first and str(lab.data) in last
    assert json.loads(done.stdout)["phases"]
    assert names(target) == []
    done = lab.driveproof("check", str(target), "--no-measurement", "--json")
    assert done.returncode == 3
    first, *_looked, last = done.stderr.splitlines()
    assert str(lab.data) in first and str(lab.data) in last
    document = json.loads(done.stdout)
    assert document["id"] is None and document["answer"]["findings"]["found"]
