# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/setup.sh where it installs nothing: other distributions, and wrong usage."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


def setup(os_release: Path, *arguments: str, python: str = "") -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"OS_RELEASE": str(os_release)}
    return subprocess.run(
        ["tools/setup.sh", *arguments],
        cwd=CHECKOUT, env=environment | ({"PYTHON": python} if python else {}),
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("text", ['ID=fedora\nID_LIKE="rhel centos"\n', None])
def test_other_distributions_are_told_what_is_needed(text: str | None, tmp_path: Path) -> None:
    release = tmp_path / "os-release"
    if text is not None:
        release.write_text(text)
    done = setup(release, "run", python="/nonexistent/python3")
    assert done.returncode == 3
    assert "/nonexistent/python3" in done.stderr
    assert {"fio", "libxcb-cursor0", "udisks2"} <= set(done.stderr.split())
    assert "xvfb" not in done.stderr.split()
    assert "xvfb" in setup(release, "test", python="/nonexistent/python3").stderr.split()


@pytest.mark.parametrize("arguments", [[], ["everything"]])
def test_wrong_usage(arguments: list[str], tmp_path: Path) -> None:
    done = setup(tmp_path, *arguments)
    assert done.returncode == 2
    assert "usage" in done.stderr
