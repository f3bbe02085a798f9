# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One guest for the tests of this folder with our packages installed, and a small older one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing

import pytest
from tests.hardware.booting import booted
from tests.hardware.guest import Guest
from tests.hardware.image import TRIXIE

TIMEOUT = 1200  # seconds for the first test: it may have to build the image


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/hardware/" in item.nodeid:
            item.add_marker(pytest.mark.hardware)
            item.add_marker(pytest.mark.timeout(TIMEOUT))


class Shared:
    """The guest of this worker, booted when a file first needs it, and again if it has died."""

    def __init__(self) -> None:
        self._ended = ExitStack()
        self._running: Guest | None = None

    def get(self) -> Guest:
        if self._running is None or not self._running.runs():
            self.close()
            self._running = self._ended.enter_context(booted(TRIXIE))
        return self._running

    def close(self) -> None:
        self._running = None
        self._ended.close()


@pytest.fixture(scope="session")
def shared() -> Iterator[Shared]:
    with closing(Shared()) as worker:
        yield worker


@pytest.fixture(scope="module")
def guest(shared: Shared) -> Guest:
    """One that did not come up, or died, is only the matter of the file that met it."""
    return shared.get()
