# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a subcommand imports: no Qt, and no engine before it is needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]


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
        tmp_path, "import driveproof.domain.run.histogram", "import PySide6.QtCore"
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


def test_a_list_of_drives_loads_what_its_lines_need(tmp_path: Path) -> None:
    """As far as there is no system bus: the lines of no drive, and the table."""
    homes = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")
    code = (
        "import sys\n"
        "from driveproof.__main__ import main\n"
        "assert main(['list']) in {0, 3}\n"
        "from driveproof.composition.application import Application\n"
        "from driveproof.domain.drive.drive import Inventory\n"
        "from driveproof.export.text.drives import inventory_table\n"
        "assert Application().drive_lines(Inventory()) == ()\n"
        "print(*(name for name in sys.modules if name.startswith('driveproof')))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | dict.fromkeys(homes, str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    ours = set(done.stdout.splitlines()[-1].split())
    others = {
        "domain.check", "domain.comparison", "domain.profile", "engine.run", "fio", "importers",
        "methods", "system.helper", "system.trim", "system.smart.smartctl",
    }  # fmt: skip
    assert not ours & {f"driveproof.{name}" for name in others}
    assert len(ours) < 130
