# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The package's structure: headers, what a subcommand imports; and a bug of PySide6."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE = CHECKOUT / "app" / "driveproof"
MODULES = sorted(PACKAGE.rglob("*.py"))
SCRIPTS = sorted([*(CHECKOUT / "tests").rglob("*.py"), *(CHECKOUT / "tools").glob("*.py")])
HEADER = [
    "# SPDX-FileCopyrightText: 2026 The Driveproof developers",
    "# SPDX-License-Identifier: GPL-3.0-or-later",
]
# An empty file only makes a folder of tests a package.
WITH_TEXT = [path for path in [*MODULES, *SCRIPTS] if path in MODULES or path.stat().st_size]


def name(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


def test_modules_are_found() -> None:
    assert len(MODULES) > 20


def test_the_map_names_every_room() -> None:
    """docs/design.md has a table of floors, and of what is in each."""
    text = (CHECKOUT / "docs" / "design.md").read_text("utf-8")
    for floor, what in re.findall(r"^\| `([a-z]+)/` \| ([^|]+) \|", text, re.MULTILINE):
        rooms = {path.parent.name for path in (PACKAGE / floor).glob("*/__init__.py")}
        named = {word for words in re.findall(r"`([a-z ]+)`", what) for word in words.split()}
        assert rooms == named, floor
    paths = re.findall(r"`((?:[a-z_]+/)+[a-z_]+(?:\.py)?)`", text)
    here = (CHECKOUT, PACKAGE, PACKAGE / "engine" / "run")
    lost = [path for path in paths if not any((folder / path).exists() for folder in here)]
    assert len(paths) > 40 and not lost


def faults(path: Path) -> Iterator[str]:
    """What is wrong with the head of a module."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    if lines[:1] and lines[0].startswith("#!"):
        lines = lines[1:]
    if lines[:2] != HEADER:
        yield "it does not begin with the two SPDX lines"
    docstring = ast.get_docstring(ast.parse(text))
    if not docstring:
        yield "no module docstring"
    elif len(docstring.splitlines()[0]) <= 8:
        yield "the docstring does not say what the room is for"


def test_header_and_docstring() -> None:
    offenders = [f"{name(path)}: {fault}" for path in WITH_TEXT for fault in faults(path)]
    assert not offenders, "\n".join(offenders)


def test_the_check_of_headers_sees_them(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text("import os\n", "utf-8")
    assert len(list(faults(path))) == 2
    path.write_text("\n".join(["#!/usr/bin/python3", *HEADER, '"""Short."""', ""]), "utf-8")
    assert list(faults(path)) == ["the docstring does not say what the room is for"]
    path.write_text("\n".join([*HEADER, '"""What it is for."""', ""]), "utf-8")
    assert list(faults(path)) == []


def heavy_modules_after(
    code: str, home: Path, heavy: tuple[str, ...] = ("PySide6", "shiboken6")
) -> list[str]:
    """The heavy modules that are loaded when the code has run in a Python of its own."""
    report = (
        "import json, sys\n"
        f"{code}\n"
        f"heavy = {heavy!r}\n"
        "print('\\n' + json.dumps(sorted(m for m in sys.modules if m.split('.')[0] in heavy)))\n"
    )
    environment = os.environ | {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CACHE_HOME": str(home / "cache"),
    }
    done = subprocess.run(
        [sys.executable, "-c", report],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert isinstance(found, list)
    return found


def test_the_check_for_heavy_modules_sees_them(tmp_path: Path) -> None:
    assert "PySide6.QtCore" in heavy_modules_after("import PySide6.QtCore", tmp_path)


def test_command_line_imports_no_qt(tmp_path: Path) -> None:
    assert heavy_modules_after("import driveproof.cli.main", tmp_path) == []


def test_the_command_line_begins_without_numpy(tmp_path: Path) -> None:
    heavy = ("numpy", "pyqtgraph", "jinja2")
    assert heavy_modules_after("import driveproof.cli.main", tmp_path, heavy) == []
    assert "numpy" in heavy_modules_after("import driveproof.wording.run", tmp_path, heavy)


# Without a system bus "list" ends with 3; what it imported until then counts all the same.
@pytest.mark.parametrize(
    ("subcommand", "statuses"),
    [
        ("list", {0, 3}),
        ("profiles", {0}),
        ("history", {0}),
        ("import", {0}),
    ],
)
def test_subcommand_imports_no_qt(subcommand: str, statuses: set[int], tmp_path: Path) -> None:
    more = [str(CHECKOUT / "tests/data/imports/kdiskmark-3.txt")] if subcommand == "import" else []
    code = (
        "from driveproof.__main__ import main\n"
        f"sys.argv = ['driveproof', {subcommand!r}, '--json', *{more!r}]\n"
        "status = main()\n"
        f"assert status in {statuses!r}, status\n"
    )
    assert heavy_modules_after(code, tmp_path) == []


def test_emitting_a_signal_keeps_the_references_of_true() -> None:
    # PySide6 6.12.0 on Python 3.11 loses one in every emit and dies after some hundred.
    code = (
        "import sys\n"
        "from PySide6.QtCore import QObject, Signal\n"
        "class Source(QObject):\n"
        "    happened = Signal(int)\n"
        "source = Source()\n"
        "seen = []\n"
        "source.happened.connect(seen.append)\n"
        "before = sys.getrefcount(True)\n"
        "for number in range(50):\n"
        "    source.happened.emit(number)\n"
        "assert seen == list(range(50)), seen\n"
        "print(sys.getrefcount(True) - before)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    # On Python 3.12 and newer True is immortal and its count does not move.
    assert abs(int(done.stdout)) <= 5
