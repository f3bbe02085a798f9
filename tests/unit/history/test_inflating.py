# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A history with a megabyte that unpacks to hundreds: one error message, and little memory."""

from __future__ import annotations

import sqlite3
import tracemalloc
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from driveproof.domain.errors import DriveproofError
from driveproof.domain.run.run import Run
from driveproof.history.blobs import MOST_SAMPLES, unpack_curve, unpack_samples
from driveproof.history.documents import FIO_JSON, MIB, POSITIONS, SAMPLES, inflate
from driveproof.history.store import History

pytestmark = pytest.mark.deep


def bomb(size: int) -> bytes:
    """Zeros, without ever having them all."""
    packer = zlib.compressobj(9)
    parts = [packer.compress(bytes(MIB)) for _ in range(size // MIB + 1)]
    return b"".join(parts) + packer.flush()


@pytest.mark.parametrize("size", [0, 1, 1000, 70_000])
def test_what_fits_comes_back(size: int) -> None:
    data = bytes(range(256)) * (size // 256 + 1)
    data = data[:size]
    assert inflate(zlib.compress(data), size) == data
    if size:
        with pytest.raises(ValueError, match=f"more than {size - 1} bytes"):
            inflate(zlib.compress(data), size - 1)
        with pytest.raises(ValueError, match="cut off"):
            inflate(zlib.compress(data)[:-1], size)
    with pytest.raises(ValueError, match="header"):
        inflate(b"no stream", size)


@pytest.mark.parametrize(
    ("table", "column", "head", "most"),
    [
        ("repeats", "fio_json", b"", FIO_JSON),
        ("results", "samples", b"\x01", SAMPLES),
        ("results", "histogram", b"\x01", MIB),
        ("results", "positions", b"\x01", POSITIONS),
    ],
)
def test_a_bomb_in_the_history(
    tmp_path: Path, make_run: Callable[..., Run], table: str, column: str, head: bytes, most: int
) -> None:
    path = tmp_path / "history.sqlite"
    run = make_run()
    with closing(History(path)) as history:
        history.save(run)
        history.load(run.id)  # what is loaded at the first use is not counted
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"UPDATE {table} SET {column} = ?", (head + bomb(2 * most),))
        connection.commit()
    with closing(History(path)) as history:
        tracemalloc.start()
        try:
            with pytest.raises(DriveproofError, match=r"cannot be read: .*more than"):
                history.load(run.id)
            _, peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    # zlib's pieces and the whole of them, and what the rest of the run takes; all of it would be
    # twice that.
    assert peak < 2 * most + 16 * MIB


def test_more_samples_than_there_can_be() -> None:
    """A row of bins is made for each: few bytes could ask for much."""
    many = MOST_SAMPLES + 1
    blob = b"\x01" + zlib.compress(many.to_bytes(4, "little") + bytes(4 + many * 106))
    with pytest.raises(ValueError, match=f"{many} samples"):
        unpack_samples(blob, "read")
    with pytest.raises(ValueError, match=r"."):
        unpack_curve(blob)
