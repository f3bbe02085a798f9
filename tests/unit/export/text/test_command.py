# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""fio's command in a form that can be pasted."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.run import PhaseResult, Target
from driveproof.export.text.command import explanation, shell_command
from driveproof.fio.command import FioTarget, prepare, prepare_on_device

pytestmark = pytest.mark.deep

PHASE = Phase("A test", "read", "random", 4096, 1, warmup=0.1, seconds=0.5)


def result(command: tuple[str, ...]) -> PhaseResult:
    return PhaseResult(
        PHASE.name, PHASE.title, "read", "random", 4096, 1, 1, "psync", True, command
    )


@pytest.mark.skipif(shutil.which("fio") is None, reason="fio is not installed")
@pytest.mark.parametrize("name", ["plain", "with space", "semi;colon", "a:b", "hash#", "quote's"])
def test_the_command_runs_in_a_shell(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    folder.mkdir()
    line = prepare(PHASE, FioTarget("/proc/self/fd/7", 2**20, direct=False))
    done = subprocess.run(
        ["sh", "-c", shell_command(result(line), str(folder))],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert [path.name for path in folder.iterdir()] == ["fio-test-file"]
    assert '"total_ios" : 0' not in done.stdout.split('"read"')[-1].split('"write"')[0]


def test_nothing_else_is_changed() -> None:
    line = prepare(PHASE, FioTarget("/proc/self/fd/7", 2**20))
    said = shlex.split(shell_command(result(line), "/mnt/x"))
    assert said[:3] == ["cd", "/mnt/x", "&&"]
    assert set(line) - set(said) == {"--filename=/proc/self/fd/7", "--allow_file_create=0"}
    assert set(said[3:]) - set(line) == {"--filename=fio-test-file"}


def test_on_a_device_it_is_left_as_it_is() -> None:
    line = prepare_on_device(PHASE, "/dev/sda", 2**20)
    assert shlex.split(shell_command(result(line), "/dev/disk/by-id/x")) == list(line)
    assert "root" in explanation(Target("/dev/sda", "device"))
    assert "file" in explanation(Target("/mnt", "file"))
