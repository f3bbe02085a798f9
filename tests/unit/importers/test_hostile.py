# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Hostile files: one message each, and no more memory than documented."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.builders.imports import DATA, MODIFIED

from driveproof.importers.detect import MAX_BYTES, MAX_VALUES, read_results
from driveproof.importers.fields import Unfit, UnfitError

pytestmark = pytest.mark.deep

FIO = b'{"fio version": "fio-3.33", "jobs": '


@pytest.mark.parametrize(
    ("data", "wrong"),
    [
        (b"", Unfit.NO_RESULT),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, Unfit.NO_RESULT),
        (b"hello", Unfit.NO_RESULT),
        (b"{}", Unfit.NO_RESULT),
        (b'{"a": ', Unfit.INCOMPLETE),
        (FIO + b"[" * 100_000, "JSON"),
        (FIO + b'{"a":' * 100_000, "JSON"),
        (FIO + b"[NaN]}", "JSON"),
        (FIO + b"[Infinity]}", "JSON"),
        (FIO + b"[" + b"9" * 100_000 + b"]}", "JSON"),
        (FIO + b"[1e999]}", "jobs[0]"),
        (FIO + b'[{"jobname": "x", "read": {"total_ios": 1e999}}]}', "jobs[0].read.total_ios"),
        (FIO + b"17}", "jobs"),
        (FIO + b"[]}", Unfit.NO_RESULT),
        (FIO + b"[" + b"{}," * MAX_VALUES + b"{}]}", Unfit.TOO_LARGE),
        (b'{"fio version": "fio-3\\u001b[2J"}', Unfit.NO_RESULT),
        (b'{"fio version": "\n"}', "JSON 1"),
        (b"\xff\xfe" + "KDiskMark:".encode("utf-16-le"), Unfit.NO_RESULT),
        (b"KDiskMark (1):\n" + b"x" * 3 * 2**20, Unfit.TOO_LARGE),
        (b"\0" * (MAX_BYTES + 1), Unfit.TOO_LARGE),
    ],
)
def test_one_sentence(data: bytes, wrong: Unfit | str) -> None:
    with pytest.raises(UnfitError) as raised:
        read_results(data, MODIFIED)
    assert wrong in (raised.value.code, str(raised.value.values.get("name")))
    assert raised.value.exit_status == 3
    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < 500


def test_names_are_never_paths() -> None:
    text = (DATA / "fio-normal.json").read_text("utf-8").replace('"test"', '"../../etc/\\u001b[2J"')
    (run,) = read_results(text.encode(), MODIFIED)
    assert run.target.path == "../../etc/\x1b[2J"  # shown, with its characters made visible
    assert run.id == ""


# What a file of the greatest size can hold at worst. The limit is of addresses, and Python with
# numpy takes 200 to 400 MiB of them before it has read anything.
WORST: dict[str, Callable[[], bytes]] = {
    "empty lists": lambda: FIO + b"[" + b"[]," * (14 * 10**5) + b"[]]}",
    "small objects": lambda: FIO + b"[" + b'{"":0},' * (14 * 10**5) + b"{}]}",
    "two characters": lambda: FIO + b"[" + b'"ab",' * (29 * 10**5) + b"{}]}",
    "wide characters": ('{"fio version": "\U0001f600' + "x" * (63 * 2**20) + '"}').encode,
    "digits": lambda: FIO + b"[" + b"1" * (60 * 2**20) + b"]}",
    "numbers": lambda: FIO + b"[" + b"1234567," * (29 * 10**5) + b"1]}",
    "lines": lambda: b'{"version": 1, "phases": []}' + b"\n{" * (10**6),
    "open braces": lambda: b'{"fio version": 1}' + b'\n{"' * (10**6),
    "blanks": lambda: b"Timing  MB in " + b" " * (63 * 2**20),
    "text": lambda: b"KDiskMark " + b"\n" * (63 * 2**20),
    "one long message": lambda: b'"fio version"' + b" {" * (15 * 10**5) + b" " * (60 * 2**20),
}
CODE = """
import resource, sys
from datetime import datetime, UTC
from driveproof.domain.errors import DriveproofError
from driveproof.engine.run.importing import read_file
resource.setrlimit(resource.RLIMIT_AS, (1280 * 2**20,) * 2)
try:
    read_file(sys.argv[1])
except DriveproofError as error:
    print(error)
"""


@pytest.mark.parametrize("made", WORST)
def test_the_worst_of_64_mib_fits_into_memory(made: str, tmp_path: Path) -> None:
    file = tmp_path / "made"
    file.write_bytes(WORST[made]())
    done = subprocess.run(
        [sys.executable, "-c", CODE, file], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert " cannot be imported" in done.stdout


@pytest.mark.parametrize("size", [100 * 2**20, 2**40])
def test_a_huge_file_is_refused_before_it_is_read(size: int, tmp_path: Path) -> None:
    file = tmp_path / "huge"
    with file.open("wb") as out:
        out.write((DATA / "fio-normal.json").read_bytes())
        out.truncate(size)
    done = subprocess.run(
        [sys.executable, "-c", CODE, file], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert str(MAX_BYTES) in done.stdout
