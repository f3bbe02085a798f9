# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file system that goes away under a call that nobody expected to fail: a sentence, no bug."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from driveproof.cli import main
from driveproof.domain.run.failed_io import IoError, vanished
from driveproof.engine.run import testfile
from driveproof.engine.run.testfile import TestFile, TestFileRegistry

GONE = [
    errno.ENOTCONN, errno.ESTALE, errno.EHOSTDOWN, errno.EIO, errno.ENODEV, errno.ENXIO,
    errno.EREMOTEIO, errno.ETIMEDOUT, errno.ENOKEY, errno.ECONNABORTED,
]  # fmt: skip


def failing(number: int) -> Callable[..., int]:
    def call(*_: object, **__: object) -> int:
        raise OSError(number, os.strerror(number), "/mnt/far/folder")

    return call


@pytest.mark.parametrize("number", GONE)
def test_the_command_line_says_what_it_means(
    number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("driveproof.cli.commands.obey", failing(number))
    assert main.run(["list"]) == 3
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert os.strerror(number) not in said


@pytest.mark.parametrize("error", [OSError(errno.ENOENT, "x"), OSError("x"), ValueError("x")])
def test_what_is_a_bug_stays_one(error: Exception) -> None:
    assert vanished(error) is None


def test_closing_a_test_file_of_which_the_server_is_gone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """FUSE answers close(2) with ENOTCONN, and the kernel has closed it all the same."""
    file = TestFile(str(tmp_path), 4096, TestFileRegistry(tmp_path / "state"))
    real = os.close

    def close(descriptor: int) -> None:
        real(descriptor)
        raise OSError(errno.ENOTCONN, os.strerror(errno.ENOTCONN))

    monkeypatch.setattr(testfile.os, "close", close)
    file.close()
    file.close()
    assert isinstance(vanished(OSError(errno.ENOTCONN, "x")), IoError)
