# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cost of generating data on this machine, measured once with the real fio."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError
from driveproof.domain.run.work import Data
from driveproof.engine.run.generator import FILE, GeneratorCost
from driveproof.fio.command import seconds_a_block
from driveproof.fio.program import FioProgram, find_fio

pytestmark = pytest.mark.deep

MIB = 2**20


@pytest.fixture
def counted(tmp_path: Path) -> tuple[FioProgram, Path]:
    """The real fio behind a program that counts its starts."""
    real = find_fio()
    log = tmp_path / "starts"
    log.touch()
    program = tmp_path / "fio"
    program.write_text(f'#!/bin/sh\necho >> "{log}"\nexec "{real.path}" "$@"\n', "utf-8")
    program.chmod(0o755)
    return FioProgram(str(program), real.version), log


def starts(log: Path) -> int:
    return len(log.read_text("utf-8").splitlines())


def test_it_is_measured_once(counted: tuple[FioProgram, Path], tmp_path: Path) -> None:
    program, log = counted
    folder = tmp_path / "state"
    first = GeneratorCost(folder, lambda: program)(Data.FRESH, MIB)
    assert first is not None and 0 < first < 1
    assert starts(log) == 2  # with data, and without
    assert GeneratorCost(folder, lambda: program)(Data.FRESH, MIB) == first
    assert starts(log) == 2
    newer = FioProgram(program.path, "fio-9.9")
    GeneratorCost(folder, lambda: newer)(Data.FRESH, MIB)
    assert starts(log) == 4  # another fio may be built otherwise
    assert [path.name for path in folder.iterdir()] == [FILE]


@pytest.mark.parametrize("text", ["", "[]", "nonsense", '{"fio": "fast"}', "[" * 10**5])
def test_a_spoilt_file_is_written_anew(
    text: str, counted: tuple[FioProgram, Path], tmp_path: Path
) -> None:
    program, log = counted
    (tmp_path / FILE).write_text(text, "utf-8")
    cost = GeneratorCost(tmp_path, lambda: program)
    assert cost(Data.SCRAMBLED, MIB) == cost(Data.SCRAMBLED, MIB) is not None
    assert starts(log) == 2


def test_without_an_fio_nothing_is_known(tmp_path: Path) -> None:
    def none() -> FioProgram:
        raise MachineError("fio is not installed.")

    assert GeneratorCost(tmp_path, none)(Data.FRESH, MIB) is None
    false = FioProgram("/bin/false", "fio-3.33")
    assert GeneratorCost(tmp_path, lambda: false)(Data.FRESH, MIB) is None


@pytest.mark.parametrize(
    "report", [b"", b"{", b"{}", b'{"jobs": []}', b'{"jobs": [{"write": {"total_ios": 0}}]}']
)
def test_a_report_that_does_not_say(report: bytes) -> None:
    assert seconds_a_block(report) is None
