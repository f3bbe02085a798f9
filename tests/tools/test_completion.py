# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The completions that a package brings work in the shells that are here."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
# As bash does for the words after "driveproof", the last of which is being typed.
BASH = """
source "$1"; shift
COMP_WORDS=(driveproof "$@") COMP_CWORD=$#
$(complete -p driveproof | sed "s/.*-F //; s/ .*//")
echo "${COMPREPLY[@]}"
"""


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The file of each shell."""
    pytest.importorskip("shtab")
    folder = tmp_path_factory.mktemp("completions")
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, 'packaging')\n"
        "import generated; from driveproof.cli.arguments import parser\n"
        "found = generated.completions(parser())\n"
        "for shell, name in generated.COMPLETIONS.items():\n"
        "    Path(sys.argv[1], shell).write_text(found[name], 'utf-8')\n"
    )
    subprocess.run([sys.executable, "-c", code, str(folder)], cwd=CHECKOUT, check=True)
    return {path.name: path for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["exp"], {"experiment", "export"}),
        (["trim", ""], {"preview", "run"}),
        (["run", "quick-"], {"quick-nvme"}),
        (["run", "--cache", ""], {"direct", "cold", "warm"}),
        (["check", "/et"], {"/etc"}),
    ],
)
def test_bash_offers(typed: list[str], offered: set[str], scripts: dict[str, Path]) -> None:
    done = subprocess.run(
        ["bash", "--norc", "-c", BASH, "bash", str(scripts["bash"]), *typed],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.stderr == ""
    assert offered <= set(done.stdout.split())


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_can_read_its_own(shell: str, scripts: dict[str, Path]) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    subprocess.run([program, "-n", str(scripts[shell])], check=True, timeout=60)
