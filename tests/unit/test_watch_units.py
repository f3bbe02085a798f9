# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The units of the watch are valid, and that of the machine is hardened."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

PACKAGING = Path(__file__).resolve().parents[2] / "packaging"


def analyze(folder: Path, name: str, *words: str, suffix: str = "*") -> None:
    """systemd-analyze has nothing to say; what it does not know it only mentions."""
    tool = shutil.which("systemd-analyze")
    if tool is None:
        pytest.skip("systemd-analyze is not installed")
    folder.chmod(0o700)
    service = (PACKAGING / f"systemd/{name}.service").read_text("utf-8")
    assert "\nExecStart=/usr/bin/driveproof watch --once" in service
    # The program need not be installed: another one stands in for it.
    stood_in = service.replace("/usr/bin/driveproof", "/bin/true")
    (folder / f"{name}.service").write_text(stood_in, "utf-8")
    shutil.copy(PACKAGING / f"systemd/{name}.timer", folder)
    done = subprocess.run(
        [tool, *words, *(str(each) for each in folder.glob(f"{name}.{suffix}"))],
        env={**os.environ, "XDG_RUNTIME_DIR": str(folder)},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "driveproof" not in done.stderr


def test_the_users_is_valid(tmp_path: Path) -> None:
    analyze(tmp_path, "driveproof-watch", "verify", "--user", "--man=no")


def test_the_machines_is_valid_and_hardened(tmp_path: Path) -> None:
    name = "driveproof-watch-system"
    service = (PACKAGING / f"systemd/{name}.service").read_text("utf-8")
    # dbus-daemon refuses a dynamic user, and UDisks2 is on the bus.
    assert "\nUser=driveproof-watch\n" in service and "\nDynamicUser" not in service
    users = (PACKAGING / "sysusers.d/driveproof-watch.conf").read_text("utf-8")
    assert "\nu driveproof-watch - " in users
    analyze(tmp_path, name, "verify", "--man=no")
    analyze(tmp_path, name, "security", "--offline=yes", "--threshold=10", suffix="service")
