# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixtures of the benchmarks; their results are printed as one table at the end."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.benchmarks import machine
from tests.benchmarks.ratios import PAIRS, Table
from tests.system.helper.bench import Rig
from tests.system.helper.made_rig import made_rig

TABLE = pytest.StashKey[Table]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--pairs", type=int, default=PAIRS, help="fewer pairs only try whether a benchmark works"
    )
    parser.addoption("--draws", type=int, default=10_000, help="families of a simulated comparison")
    parser.addoption(
        "--recordings", type=Path, help="a folder of fio's logs (of bandwidth) to judge by"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[TABLE] = Table()


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    table = config.stash[TABLE]
    if table.rows:
        terminalreporter.section("benchmarks")
        terminalreporter.write_line(table.text())
        load = ", ".join(f"{value:.2f}" for value in os.getloadavg())
        terminalreporter.write_line(
            f"{os.cpu_count()} processors, Linux {platform.release()}, Python"
            f" {platform.python_version()}; load average at the end {load} (fio's own included)"
        )


@pytest.fixture(scope="session")
def table(request: pytest.FixtureRequest) -> Table:
    return request.config.stash[TABLE]


@pytest.fixture(scope="session")
def count(request: pytest.FixtureRequest) -> int:
    """The number of pairs."""
    return int(request.config.getoption("--pairs"))


@pytest.fixture(scope="session")
def draws(request: pytest.FixtureRequest) -> int:
    """The number of simulated families of a cell."""
    return int(request.config.getoption("--draws"))


@pytest.fixture(scope="module")
def memory_disk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on a file system that is as fast as memory."""
    with machine.memory_disk(tmp_path_factory.mktemp("fast"), 768) as folder:
        yield folder


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """A display to open windows on."""
    with machine.screen() as name:
        yield name


@pytest.fixture(scope="session")
def rig() -> Iterator[Rig]:
    """The helper on a bus of its own."""
    with made_rig([]) as made:
        yield made
