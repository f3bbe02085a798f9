# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One program at a time works on an experiment, and nothing of that is left afterwards."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError, RefusedError
from driveproof.engine.experiment.lock import locked


def test_it_is_refused_meanwhile_and_leaves_no_file(tmp_path: Path) -> None:
    folder = tmp_path / "sessions"
    with locked(folder, "one"), pytest.raises(RefusedError), locked(folder, "one"):
        pass
    assert list(folder.iterdir()) == []
    with pytest.raises(ZeroDivisionError), locked(folder, "one"):
        raise ZeroDivisionError
    assert list(folder.iterdir()) == []


def test_a_killed_one_leaves_what_the_next_one_removes(tmp_path: Path) -> None:
    (tmp_path / "one.lock").touch()
    with locked(tmp_path, "one"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_never_two_at_once(tmp_path: Path) -> None:
    """Also while the file is removed and made again all the time."""
    inside = tmp_path / "inside"

    def work(_: int) -> int:
        done = 0
        for _round in range(300):
            try:
                with locked(tmp_path, "one"):
                    os.close(os.open(inside, os.O_CREAT | os.O_EXCL))  # fails for a second one
                    inside.unlink()
                    done += 1
            except RefusedError:
                continue
        return done

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(work, range(4))) > 0
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(MachineError, match="file"), locked(tmp_path / "file", "one"):
        pass
