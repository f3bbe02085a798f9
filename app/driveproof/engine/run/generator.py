# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long this machine's data generator takes for a block: measured once, and remembered."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from msgspec import Meta

from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.domain.errors import DriveproofError
from driveproof.domain.run.work import Data
from driveproof.fio.command import generator_command, seconds_a_block
from driveproof.fio.program import FioProgram
from driveproof.system.kernel.machine import machine_facts

FILE = "generator.json"
_TIMEOUT = 10.0
_COSTS: Decoder[dict[str, float]] = Decoder(dict[str, Annotated[float, Meta(ge=0)]], 2**20)


class GeneratorCost:
    """Seconds a block by kind of data and block size, for one version of fio on one processor.

    Kept in `folder`; a file that cannot be read or written costs a second and nothing else. Called
    from the thread of a run, after the measurement.
    """

    def __init__(self, folder: Path, find_fio: Callable[[], FioProgram]) -> None:
        self._path = folder / FILE
        self._find_fio = find_fio

    def __call__(self, data: Data, block_size: int) -> float | None:
        """Seconds that a block takes, beyond what fio takes without any data; None: not known."""
        try:
            fio = self._find_fio()
        except DriveproofError:
            return None
        key = f"{fio.version} · {machine_facts().cpu} · {data} · {block_size}"
        kept = self._kept()
        found = kept.get(key)
        if found is not None:
            return found
        with_data, without = (_measure(fio, kind, block_size) for kind in (data, None))
        if with_data is None or without is None:
            return None
        cost = max(0.0, with_data - without)
        with contextlib.suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            partial = self._path.with_suffix(".partial")
            partial.write_bytes(encode({**kept, key: cost}))
            partial.replace(self._path)
        return cost

    def _kept(self) -> dict[str, float]:
        try:
            return _COSTS.decode(self._path.read_bytes())
        except (OSError, DecodeError):
            return {}


def _measure(fio: FioProgram, data: Data | None, block_size: int) -> float | None:
    try:
        done = subprocess.run(
            generator_command(fio.path, data, block_size),
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=_TIMEOUT,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return seconds_a_block(done.stdout) if done.returncode == 0 else None
