# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever runs in a child of the helper, it stays in its room, and so does what it starts."""

from __future__ import annotations

import json
import os
import platform
import select
import subprocess
from pathlib import Path

import pytest

from driveproof.helper.confine import CAP_SYS_ADMIN, CAP_SYS_RAWIO
from driveproof.helper.forks import ChildProgram, become, fork, go

HOSTILE = Path(__file__).parents[2] / "hardware" / "guest" / "hostile.py"
PYTHON = "/usr/bin/python3"
REFUSED = {"EPERM", "EACCES", "ENOSYS"}


@pytest.mark.parametrize(
    "capabilities", [frozenset[int](), frozenset({CAP_SYS_ADMIN, CAP_SYS_RAWIO})]
)
def test_it_gets_nowhere(capabilities: frozenset[int], tmp_path: Path) -> None:
    if platform.machine() != "x86_64":
        pytest.skip("the numbers of the system calls are those of x86-64")
    secret, disk = tmp_path / "secret", tmp_path / "disk"
    secret.write_text("kept", "ascii")
    secret.chmod(0o600)
    disk.write_bytes(bytes(4096))
    victim = subprocess.Popen(["sleep", "100"])
    aim = {"victim": victim.pid, "secret": str(secret), "other": str(disk), "folder": str(tmp_path)}
    words = (PYTHON, "-I", "-c", HOSTILE.read_text("utf-8"), json.dumps(aim))
    read, write = os.pipe2(os.O_CLOEXEC)
    try:
        child = fork(lambda line: become(ChildProgram(words, capabilities=capabilities)), write)
        os.close(write)
        go(child.line)
        with os.fdopen(read, "rb") as output:
            found = json.loads(output.read())
        assert select.select([child.ended], [], [], 60)[0]
        assert child.reap() == 0
        child.close()
        assert victim.poll() is None
    finally:
        victim.kill()
        victim.wait()
    assert {name: error for name, error in found.items() if error not in REFUSED} == {}
    assert len(found) > 30
    assert sorted(path.name for path in tmp_path.iterdir()) == ["disk", "secret"]
    assert secret.stat().st_mode & 0o777 == 0o600
