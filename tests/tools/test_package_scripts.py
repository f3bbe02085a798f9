# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The scripts of `make test-package` leave a machine alone that is not disposable."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
NOBODY = 65534


def run(script: str, *words: str, user: int | None = None) -> subprocess.CompletedProcess[str]:
    # bash reads it for us: somebody else may not enter the folder that the checkout is in.
    with (CHECKOUT / "tools" / script).open() as text:
        return subprocess.run(
            ["bash", "-s", *words], stdin=text, cwd="/", user=user,
            capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip


def test_packages_are_not_tried_on_a_real_system(tmp_path: Path) -> None:
    if Path("/packages").exists():
        pytest.skip("this is a system of tools/test-package.sh")
    done = run("try-package.sh", str(tmp_path))
    assert done.returncode == 4
    assert "only for a system that tools/test-package.sh made" in done.stderr


def test_whoever_is_not_root_is_told() -> None:
    done = run("test-package.sh", user=NOBODY if os.geteuid() == 0 else None)
    assert done.returncode == 4
    assert "run it with sudo" in done.stderr
