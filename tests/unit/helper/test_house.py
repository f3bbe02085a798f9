# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What runs as root imports little: the standard library, jeepney, and itself."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

HELPER = Path(__file__).resolve().parents[3] / "app/driveproof/helper"
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
