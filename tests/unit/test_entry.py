# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the first words of the command line ask for: the window, files in it, or a subcommand."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from driveproof.__main__ import _asked
from driveproof.cli.arguments import COMMANDS


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with files that have the names of a result and of a subcommand."""
    monkeypatch.chdir(tmp_path)
    for name in ("fio.json", "list"):
        (tmp_path / name).touch()
    return tmp_path


@pytest.mark.parametrize(
    ("words", "theme"),
    [([], ""), (["--theme", "dark"], "dark"), (["--theme=light"], "light")],
)
def test_without_a_subcommand_it_is_the_window(words: list[str], theme: str) -> None:
    assert _asked(words) == (theme, [])
    assert _asked([*words, "/a/result.json", "./b"]) == (
        theme,
        ["/a/result.json", str(Path.cwd() / "b")],
    )


def test_a_file_that_exists_needs_no_slash(folder: Path) -> None:
    assert _asked(["fio.json"]) == ("", [str(folder / "fio.json")])
    assert _asked(["./list", "fio.json"]) == ("", [str(folder / "list"), str(folder / "fio.json")])


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_a_subcommand_is_never_a_file(command: str, folder: Path) -> None:
    (folder / command).touch()
    assert _asked([command]) is None
    assert _asked([command, "/a/b"]) is None


@pytest.mark.parametrize(
    "words",
    [["lisst"], ["--help"], ["--theme", "pink"], ["/a", "--json"], ["--version"], ["--theme"]],
)
def test_anything_else_is_for_the_command_line(words: list[str]) -> None:
    assert _asked(words) is None


@pytest.mark.parametrize(
    ("words", "module"), [(["list"], "driveproof.composition.application"), ([], "PySide6.QtGui")]
)
def test_ctrl_c_during_the_imports_ends_it_without_a_word(words: list[str], module: str) -> None:
    code = (
        "import os, signal, sys\n"
        "class Impatient:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == sys.argv[1]:\n"
        "            os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Impatient())\n"
        "from driveproof.__main__ import main\n"
        "sys.exit(main(sys.argv[2:]))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, module, *words],
        env=os.environ | {"QT_QPA_PLATFORM": "offscreen"},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
