# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A tree of files: made, copied, packed, unpacked and deleted."""

from __future__ import annotations

import os
import random
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from driveproof.engine.run.tasks.common import CHUNK, POOL, SEED, Doing, files_below, random_pool

MEDIAN = 10_000
"""Bytes of the file in the middle. Sizes of files are log-normal on most computers (Agrawal et al.,
A Five-Year Study of File-System Metadata, FAST 2007)."""
SIGMA = 1.1
"""With it 10,000 files are 183 MB."""
MOST = 4 * 2**20
BRANCHES = 10
FILES_A_FOLDER = 10


class PlannedFile(NamedTuple):
    """A file: its place in the tree, its bytes, and where they begin in the pool."""

    path: Path
    size: int
    offset: int


def planned(files: int) -> Iterator[PlannedFile]:
    """The files of a tree. The same number gives the same tree."""
    drawn = random.Random(SEED)
    folders = max(1, files // FILES_A_FOLDER)
    for number in range(files):
        size = min(MOST, max(1, int(MEDIAN * drawn.lognormvariate(0.0, SIGMA))))
        place = _folder(number % folders)
        yield PlannedFile(place / f"file{number:05}", size, drawn.randrange(POOL - size))


def _folder(number: int) -> Path:
    """Folders in folders, at most BRANCHES in each."""
    parts = [f"d{number % BRANCHES}"]
    while number := number // BRANCHES:
        parts.append(f"d{number % BRANCHES}")
    return Path(*reversed(parts))


def make(root: Path, files: int, task: Doing) -> int:
    """Write the tree; its bytes. Raises OSError, StoppedError."""
    data, made, written = random_pool(), set[Path](), 0
    for number, file in enumerate(planned(files)):
        path = root / file.path
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.add(path.parent)
        with path.open("xb", buffering=0) as out:
            out.write(data[file.offset : file.offset + file.size])
        written += file.size
        task.reach(number + 1, files)
    return written


def copy(source: Path, target: Path, task: Doing) -> int:
    """Copy a tree; its bytes. Read and written, so that no file system only shares the blocks.
    Raises OSError, StoppedError.
    """
    files = files_below(source)
    made, copied = set[Path](), 0
    for number, path in enumerate(files):
        there = target / path.relative_to(source)
        if there.parent not in made:
            there.parent.mkdir(parents=True, exist_ok=True)
            made.add(there.parent)
        with path.open("rb", buffering=0) as one, there.open("xb", buffering=0) as other:
            while data := one.read(CHUNK):
                other.write(data)
                copied += len(data)
            facts = os.fstat(one.fileno())
            os.utime(other.fileno(), ns=(facts.st_atime_ns, facts.st_mtime_ns))
        task.reach(number + 1, len(files))
    return copied


def pack(source: Path, archive: Path, task: Doing) -> int:
    """Put a tree into an archive without compression; its bytes. Raises OSError, StoppedError."""
    files = files_below(source)
    with tarfile.open(archive, "w") as tar:
        for number, path in enumerate(files):
            tar.add(path, path.relative_to(source), recursive=False)
            task.reach(number + 1, len(files))
    return archive.stat().st_size


def unpack(archive: Path, target: Path, task: Doing) -> int:
    """Unpack an archive of ours; its bytes. Raises OSError, StoppedError."""
    size = archive.stat().st_size
    target.mkdir()
    with tarfile.open(archive, "r") as tar:
        # Ours, and nothing in it needs to be looked at. Older Pythons know no filters.
        tar.extraction_filter = getattr(tarfile, "fully_trusted_filter", None)
        for member in tar:
            tar.extract(member, target)
            task.reach(member.offset_data + member.size, size)
    task.reach(1, 1)
    return size


def delete(root: Path, task: Doing) -> int:
    """Delete a tree; how many files that were. Raises OSError, StoppedError."""
    total = len(files_below(root))
    done = 0
    for place, folders, names in os.walk(root, topdown=False):
        for name in names:
            Path(place, name).unlink()
            done += 1
            task.reach(done, total)
        for name in folders:
            Path(place, name).rmdir()
    root.rmdir()
    return done
