# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which files are found, how old they are, and which places of them are chosen."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError
from driveproof.domain.run.file_ages import (
    AGED_BLOCK,
    LEAST_FILES,
    LEAST_SIZE,
    Age,
    LeftOut,
    age_of,
)
from driveproof.methods.old_data import files
from driveproof.methods.old_data.files import Chosen, choose
from driveproof.system.kernel.aged_files import (
    AgedFile,
    Blocks,
    FoundFiles,
    aged_files,
    birth_of,
    blocks_of,
)

DAY = 86_400.0
NOW = 2_000_000_000.0


@pytest.mark.parametrize(
    ("days", "age"),
    [
        (-3, Age.WEEK),
        (6.9, Age.WEEK),
        (7.1, Age.MONTH),
        (31, Age.QUARTER),
        (92, Age.YEAR),
        (366, Age.TWO_YEARS),
        (731, Age.OLDER),
    ],
)
def test_ages(days: float, age: Age) -> None:
    assert age_of(days * DAY) is age


def look(folder: Path) -> FoundFiles:
    return aged_files(str(folder), seconds=60, cancelled=lambda: False)


def write(path: Path, size: int = LEAST_SIZE) -> Path:
    path.write_bytes(bytes(size))
    return path


def test_what_is_found_and_what_is_left_out(tmp_path: Path) -> None:
    below = tmp_path / "below"
    below.mkdir()
    first, second = write(tmp_path / "first"), write(below / "second")
    (below / "again").hardlink_to(second)
    (tmp_path / "link").symlink_to(first)
    (tmp_path / "loop").symlink_to(tmp_path)
    write(tmp_path / "small", LEAST_SIZE - 1)
    with (tmp_path / "sparse").open("wb") as sparse:
        sparse.truncate(2 * LEAST_SIZE)
    os.mkfifo(tmp_path / "fifo")
    with write(tmp_path / "log").open("ab"):
        found = look(tmp_path)
    names = {os.path.basename(one.path) for one in found.files}  # noqa: PTH119
    assert names in ({"first", "second"}, {"first", "again"})
    assert found.left_out == {LeftOut.SMALL: 1, LeftOut.SPARSE: 1, LeftOut.WRITTEN: 1}
    assert found.left_out_bytes[LeftOut.SPARSE] == 2 * LEAST_SIZE
    assert found.whole
    assert found.looked == 6


def test_a_copy_of_an_old_file_is_new(tmp_path: Path) -> None:
    """cp --preserve keeps the time of the last change; the data is of today."""
    path = write(tmp_path / "photo")
    os.utime(path, (NOW - 4000 * DAY,) * 2)
    (found,) = look(tmp_path).files
    assert abs(found.written - time.time()) < 3600
    if (born := birth_of(str(path))) is not None:
        assert found.written == pytest.approx(born, abs=1e-3)


def test_it_ends_when_nobody_waits(tmp_path: Path) -> None:
    for number in range(3):
        write(tmp_path / str(number), 1)
    found = aged_files(str(tmp_path), seconds=60, cancelled=lambda: True)
    assert (found.looked, found.whole) == (1, False)


def test_a_file_that_was_replaced_is_not_read(tmp_path: Path) -> None:
    path = write(tmp_path / "one")
    (found,) = look(tmp_path).files
    os.close(found.open())
    write(tmp_path / "other").replace(path)
    with pytest.raises(OSError, match=r"[Ss]tale"):
        found.open()


def test_a_file_system_that_tells_no_places(tmp_path: Path) -> None:
    """tmpfs knows no FIEMAP: all whole blocks count."""
    path = write(tmp_path / "one", 3 * AGED_BLOCK + 5)
    with path.open("rb") as file:
        found = blocks_of(file.fileno(), path.stat().st_size)
    assert sum(one.number for one in found) == 3


def file(number: int, days: float, size: int = 2**26) -> AgedFile:
    return AgedFile(f"/x/{number}", 1, number, size, 0, NOW - days * DAY)


def chosen(
    monkeypatch: pytest.MonkeyPatch,
    found: list[AgedFile],
    wanted: int,
    *,
    shared: bool = False,
    blocks: tuple[Blocks, ...] | None = None,
) -> Chosen:
    """With every file in one piece of a device, all in the same one where they are `shared`."""
    monkeypatch.setattr(AgedFile, "open", lambda one, _flags: os.open("/dev/null", os.O_RDONLY))
    at = iter(range(0, 2**60, 2**30))

    def lie(_descriptor: int, size: int) -> tuple[Blocks, ...]:
        return blocks or (Blocks(0, size // AGED_BLOCK, 0 if shared else next(at)),)

    monkeypatch.setattr(files, "blocks_of", lie)
    return choose(FoundFiles(list(found)), wanted, NOW, stopped=lambda: False)


def test_places_are_of_as_many_files_as_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    large = file(99, 400, 2**33)
    found = chosen(monkeypatch, [large, *(file(n, 500) for n in range(10))], 220)
    (places,) = found.places.values()
    assert len(places) == 220
    assert len({(one.file, one.offset) for one in places}) == 220
    assert sum(one.file is large for one in places) == 20
    assert all(one.offset % AGED_BLOCK == 0 for one in places)
    assert {round(one.age / DAY) for one in places} == {400, 500}


def test_too_few_files_or_bytes_of_an_age(monkeypatch: pytest.MonkeyPatch) -> None:
    few = [file(n, 20, 2**30) for n in range(LEAST_FILES - 1)]
    little = [file(20 + n, 200, 2**24) for n in range(15)]
    enough = [file(40 + n, 800) for n in range(LEAST_FILES)]
    found = chosen(monkeypatch, [*few, *little, *enough], 64)
    assert list(found.places) == [Age.OLDER]
    (left,) = found.about.left_out
    assert (left.why, left.files) == (LeftOut.FEW, len(few) + len(little))
    assert [one.age for one in found.about.ages] == [Age.MONTH, Age.YEAR, Age.OLDER]


def test_what_files_share_is_as_old_as_the_oldest(monkeypatch: pytest.MonkeyPatch) -> None:
    young, old = ([file(n, days) for n in range(LEAST_FILES)] for days in (20, 800))
    found = chosen(monkeypatch, [*young, *old], 512, shared=True)
    places = found.places.get(Age.OLDER, ())
    assert Age.MONTH not in found.places
    assert not places or len({one.offset for one in places}) == len(places)


def test_small_pieces_are_no_places(monkeypatch: pytest.MonkeyPatch) -> None:
    found = chosen(monkeypatch, [file(n, 20) for n in range(20)], 64, blocks=(Blocks(0, 0, 0),))
    assert not found.places


def test_no_direct_reads_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(_file: AgedFile, _flags: int) -> int:
        raise OSError(22, "Invalid argument")

    monkeypatch.setattr(AgedFile, "open", refuse)
    with pytest.raises(MachineError):
        choose(FoundFiles([file(n, 20) for n in range(20)]), 64, NOW, stopped=lambda: False)
