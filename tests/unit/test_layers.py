# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The package's structure: headers, what a subcommand imports; and a bug of PySide6."""

from __future__ import annotations

import ast
import io
import json
import os
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
PACKAGE = CHECKOUT / "app" / "driveproof"
MODULES = sorted(PACKAGE.rglob("*.py"))
SCRIPTS = sorted([*(CHECKOUT / "tests").rglob("*.py"), *(CHECKOUT / "tools").glob("*.py")])
HEADER = [
    "# SPDX-FileCopyrightText: 2026 The Driveproof developers",
    "# SPDX-License-Identifier: GPL-3.0-or-later",
]
# An empty file only makes a folder of tests a package.
WITH_TEXT = [*MODULES, *(path for path in SCRIPTS if path.stat().st_size)]


def name(path: Path) -> str:
    return path.relative_to(CHECKOUT).as_posix()


def test_modules_are_found() -> None:
    assert len(MODULES) > 20


def test_the_map_names_every_room() -> None:
    """design.md has a table of floors, and of what is in each."""
    text = (CHECKOUT / "docs" / "dev" / "design.md").read_text("utf-8")
    for floor, what in re.findall(r"^\| `([a-z]+)/` \| ([^|]+) \|", text, re.MULTILINE):
        rooms = {path.parent.name for path in (PACKAGE / floor).glob("*/__init__.py")}
        named = {word for words in re.findall(r"`([a-z ]+)`", what) for word in words.split()}
        assert rooms == named, floor
    paths = re.findall(r"`((?:[a-z_]+/)+[a-z_]+(?:\.py)?)`", text)
    here = (CHECKOUT, PACKAGE, PACKAGE / "engine" / "run")
    lost = [path for path in paths if not any((folder / path).exists() for folder in here)]
    assert len(paths) > 40 and not lost


def docstring_of(source: str) -> str:
    """The docstring of a module, without parsing the rest of it: there are 1,400 modules."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.STRING:
            said = ast.literal_eval(token.string)
            return said.strip() if isinstance(said, str) else ""
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            break
    return ""


def faults(path: Path) -> Iterator[str]:
    """What is wrong with the head of a module."""
    text = path.read_text(encoding="utf-8")
    lines = text.splitlines()
    if lines[:1] and lines[0].startswith("#!"):
        lines = lines[1:]
    if lines[:2] != HEADER:
        yield "it does not begin with the two SPDX lines"
    docstring = docstring_of(text)
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


def heavy_modules_after(home: Path, *parts: str) -> list[set[str]]:
    """The heavy libraries that are loaded after each of these parts of a program, which run one
    after the other in a Python of their own.
    """
    heavy = {"PySide6", "shiboken6", "numpy", "pyqtgraph", "jinja2", "_hashlib"}  # OpenSSL
    look = f"seen.append(sorted({{m.split('.')[0] for m in sys.modules}} & {heavy!r}))\n"
    code = "import json, sys\nseen = []\n" + "".join(f"{part}\n{look}" for part in parts)
    environment = os.environ | {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CACHE_HOME": str(home / "cache"),
    }
    done = subprocess.run(
        [sys.executable, "-c", code + "print('\\n' + json.dumps(seen))\n"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return [set(found) for found in json.loads(done.stdout.splitlines()[-1])]


def test_the_check_for_heavy_modules_sees_them(tmp_path: Path) -> None:
    numbers, window = heavy_modules_after(
        tmp_path, "import driveproof.wording.run", "import PySide6.QtCore"
    )
    assert numbers == {"numpy"} and window == {"numpy", "PySide6", "shiboken6"}


def test_subcommands_import_no_qt_and_begin_with_nothing_heavy(tmp_path: Path) -> None:
    """In one process: the first subcommand with Qt would be seen, for what is loaded stays."""
    kept = str(CHECKOUT / "tests/data/imports/kdiskmark-3.txt")
    # Without a system bus "list" ends with 3; what it imported until then counts all the same.
    commands = [
        (["list"], {0, 3}),
        (["profiles"], {0}),
        (["history"], {0}),
        (["import", kept], {0}),
    ]
    begun, *after = heavy_modules_after(
        tmp_path,
        "import driveproof.cli.commands\nfrom driveproof.__main__ import main",
        *(
            f"sys.argv = {['driveproof', words[0], '--json', *words[1:]]!r}\n"
            "status = main()\n"
            f"assert status in {statuses!r}, (sys.argv, status)"
            for words, statuses in commands
        ),
    )
    assert begun == set()
    for (words, _statuses), found in zip(commands, after, strict=True):
        assert not found & {"PySide6", "shiboken6"}, words


def test_who_asks_for_help_or_is_refused_needs_no_engine() -> None:
    code = (
        "import contextlib, io, sys\n"
        "from driveproof.__main__ import main\n"
        "def ours(): return {name for name in sys.modules if name.startswith('driveproof.')}\n"
        "for words, status in ((['--version'], 0), (['run', '--help'], 0), (['run'], 2)):\n"
        "    with contextlib.redirect_stdout(io.StringIO()) as said:\n"
        "        try:\n"
        "            ended = main(words)\n"
        "        except SystemExit as leaves:\n"
        "            ended = leaves.code\n"
        "    assert ended == status and bool(said.getvalue()) == (not status), (words, ended)\n"
        "    rooms = {name.split('.')[1] for name in ours()}\n"
        "    assert not rooms & {'composition', 'engine', 'history', 'fio'}, rooms\n"
        "main(['monitor', '/dev/none'])\n"
        "assert 'driveproof.composition.application' in ours()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0, done.stderr


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
