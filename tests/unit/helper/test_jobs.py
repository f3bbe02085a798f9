# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that cannot be watched does not go on, whatever it was about to write."""

from __future__ import annotations

import errno
import os
import subprocess

import pytest

from driveproof.helper import jobs


def test_what_cannot_be_watched_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    def too_many(pid: int, flags: int = 0) -> int:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(os, "pidfd_open", too_many)
    process = subprocess.Popen(["sleep", "60"], start_new_session=True)
    with pytest.raises(OSError, match="Too many open files"):
        jobs._watchable(process)
    assert process.returncode is not None
    assert process.returncode < 0
