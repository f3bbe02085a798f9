# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What runs as root imports little: the standard library, jeepney, and itself."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import jeepney
import pytest

HELPER = Path(__file__).resolve().parents[3] / "app/driveproof/helper"
LIBRARIES = Path(jeepney.__file__).parents[1]
MODULES = sorted(HELPER.glob("*.py"))


def imported(tree: ast.Module) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(f"{node.module}.{node.names[0].name}" if node.module else "")
    return names


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.name)
def test_imports(path: Path) -> None:
    for name in imported(ast.parse(path.read_text("utf-8"))):
        top = name.split(".")[0]
        assert (
            top == "jeepney"
            or top in sys.stdlib_module_names
            or name.startswith("driveproof.helper.")
        ), name


def test_the_protocol_imports_nothing_of_the_helper() -> None:
    text = (HELPER / "protocol.py").read_text("utf-8")
    assert not [name for name in imported(ast.parse(text)) if name.startswith("driveproof")]


def test_it_does_without_what_is_large() -> None:
    """Together they were 2 of the 15 MB that it may have, and a fifth of its start."""
    code = (
        f"import sys; sys.path += [{str(HELPER.parents[1])!r}, {str(LIBRARIES)!r}];"
        "import driveproof.helper.__main__; print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "driveproof.helper.service" in loaded
    assert loaded & {"dataclasses", "inspect", "pathlib"} == set()
