# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What our tests really write with real fio: no block twice, and nearly nothing compressible."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.written_data import data_for
from driveproof.domain.run.work import Data
from driveproof.fio.command import FioTarget, prepare, prepare_layout

KIB, MIB = 2**10, 2**20
SIZE = 64 * MIB
UNITS = (4 * KIB, 128 * KIB)
SAMPLES = 64
# A fifth may be compressed away of what is scrambled. Of fresh data next to nothing is: the lowest
# byte of fio's random words is zero a little too often (lib/rand.c), which is worth up to 1 %.
LEAST = {Data.FRESH: 0.985, Data.SCRAMBLED: 0.8}


def landed(target: Path, phase: Phase, *, fresh: bool) -> np.ndarray:
    """All that a phase wrote, from the start; the file was one hole before."""
    with target.open("wb") as file:
        file.truncate(SIZE)
    run(prepare(phase, FioTarget(str(target), SIZE, direct=False, fresh=fresh)))
    return np.fromfile(target, dtype=np.uint8)


def run(line: tuple[str, ...]) -> None:
    subprocess.run(line, stdout=subprocess.DEVNULL, check=True, timeout=120)


def shrunk(data: np.ndarray, unit: int, folder: Path) -> float:
    """Compressed over whole size, of units spread evenly, each for itself (zstd -3)."""
    folder.mkdir()
    count = len(data) // unit
    names = []
    for number in np.linspace(0, count - 1, min(SAMPLES, count), dtype=int):
        path = folder / f"unit{number}"
        data[number * unit : (number + 1) * unit].tofile(path)
        names.append(str(path))
    subprocess.run(["zstd", "-3", "-q", "--no-check", *names], check=True, timeout=120)
    packed = sum(Path(f"{name}.zst").stat().st_size for name in names)
    return packed / (unit * len(names))


def distinct(data: np.ndarray) -> bool:
    """Whether no two blocks of 4 KiB are equal."""
    blocks = data.reshape(-1, 4 * KIB)
    return len({block.tobytes() for block in blocks}) == len(blocks)


@pytest.mark.deep
@pytest.mark.parametrize("fresh", [False, True], ids=["any way", "a way that compresses"])
@pytest.mark.parametrize(
    ("pattern", "block", "depth", "jobs"),
    [
        ("sequential", MIB, 8, 1),
        ("sequential", MIB, 1, 1),
        ("sequential", MIB, 1, 4),
        ("sequential", 128 * KIB, 32, 1),
        ("sequential", 128 * KIB, 1, 1),
        ("sequential", 64 * KIB, 8, 1),
        ("sequential", 4 * KIB, 1, 1),
        ("sequential", 4 * KIB, 8, 2),
    ],
)
def test_nothing_comes_twice_or_is_compressed(
    pattern: str, block: int, depth: int, jobs: int, fresh: bool, tmp_path: Path
) -> None:
    phase = Phase("Write", "write", pattern, block, depth, jobs, 0.0, 60.0, limit=SIZE)
    data = landed(tmp_path / "target", phase, fresh=fresh)
    assert distinct(data)
    kind = data_for(phase, fresh=fresh)
    assert (kind is Data.SCRAMBLED) == (block >= 128 * KIB and not fresh)
    for unit in UNITS:
        kept = shrunk(data, unit, tmp_path / str(unit))
        print(f"{kind}: {kept:.3f} of {unit} bytes are left")
        assert kept > LEAST[kind]


def test_the_layout_is_fresh(tmp_path: Path) -> None:
    target = tmp_path / "target"
    with target.open("wb") as file:
        file.truncate(SIZE)
    run(prepare_layout(FioTarget(str(target), SIZE, direct=False)))
    data = np.fromfile(target, dtype=np.uint8)
    assert distinct(data)
    assert all(shrunk(data, unit, tmp_path / str(unit)) > LEAST[Data.FRESH] for unit in UNITS)


@pytest.mark.deep
@pytest.mark.parametrize("laid_out", [False, True], ids=["a device of zeros", "a test file"])
def test_a_mixed_test_writes_no_zeros_that_it_read(laid_out: bool, tmp_path: Path) -> None:
    """fio scrambles a buffer as it is, and that of a mixed test holds what was read last."""
    target = tmp_path / "target"
    with target.open("wb") as file:
        file.truncate(SIZE)
    place = FioTarget(str(target), SIZE, direct=False, laid_out=laid_out)
    if laid_out:
        run(prepare_layout(place))
    before = np.fromfile(target, dtype=np.uint8).reshape(-1, 128 * KIB)
    phase = Phase("Mixed", "mixed", "sequential", 128 * KIB, 8, 1, 0.0, 60.0, read_share=50)
    run((*prepare(phase, place)[:-1], f"--io_size={SIZE}"))
    after = np.fromfile(target, dtype=np.uint8).reshape(-1, 128 * KIB)
    written = after[(after != before).any(axis=1)].reshape(-1)
    assert len(written) > SIZE / 4
    least = LEAST[data_for(phase, laid_out=laid_out)]
    for unit in UNITS:
        assert shrunk(written, unit, tmp_path / str(unit)) > least
