# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Gathers what proves a TRIM: counters, the drive's own report, and the blocks of a marked file."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import replace
from types import TracebackType

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import MachineError
from driveproof.domain.trim.evidence import (
    accepted,
    data_gone,
    device_says,
    effect,
    expected,
    unsettled,
)
from driveproof.domain.trim.job import LayerCount, Outcome, Proof
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.engine.trim.marker_file import Mark, folder_on
from driveproof.system.kernel.namespace_use import namespace_use, use_afterwards
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.discard_counters import counted_devices, read_counts, settled, since


class Evidence:
    """The evidence of one TRIM of the file system of `mount`, on the device `name`."""

    def __init__(self, name: str, mount: Mount, sysfs: Sysfs) -> None:
        self._name = name
        self._mount = mount
        self._sysfs = sysfs
        self._devices = counted_devices(name, sysfs)
        self._lowest = tuple(device.name for device in self._devices if device.bottom)
        self._before: dict[str, int | None] = {}
        self._used: int | None = None
        self._mark: Mark | None = None
        self._no_mark: Exception | None = None

    def mark(self, target: str, registry: TestFileRegistry) -> None:
        """Write a marked file and delete it; where that cannot be, its tier will say why."""
        mark = None
        try:
            folder = folder_on(self._mount, target)
            mark = Mark.write(folder, self._mount, self._name, registry, self._sysfs)
            mark.delete(folder)
            self._mark, mark = mark, None
        except (MachineError, OSError) as error:
            self._no_mark = error
        finally:
            if mark is not None:
                mark.close()

    def begin(self) -> None:
        """The numbers before."""
        self._used = namespace_use(self._lowest, self._sysfs)
        self._before = read_counts(self._devices, self._sysfs)

    def counts(self) -> tuple[LayerCount, ...]:
        """What every layer has counted until now."""
        return since(self._devices, self._before, self._sysfs)

    def proved(self, outcome: Outcome, cancelled: Callable[[], bool]) -> Outcome:
        """The outcome of a TRIM that has ended, with its proof. Takes until counters settle."""
        kind, free = outcome.preview.filesystem, outcome.preview.free
        wanted = expected(kind, free, outcome.trimmed)
        layers = settled(self._devices, self._before, self._sysfs, wanted, cancelled=cancelled)
        used = use_afterwards(self._lowest, self._used, self._sysfs, cancelled=cancelled)
        proof: tuple[Proof, ...] = (
            accepted(kind, free, outcome.trimmed, layers),
            device_says(self._used, used, wanted),
            self._data(),
            effect(),
        )
        if cancelled():
            proof = tuple(map(unsettled, proof))
        return replace(outcome, layers=layers, proof=proof)

    def _data(self) -> Proof:
        if self._mark is None:
            return data_gone(None, self._no_mark)
        try:
            return data_gone(self._mark.look())
        except MachineError as error:
            return data_gone(None, error)

    def __enter__(self) -> Evidence:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._mark is not None:
            with contextlib.suppress(OSError):
                self._mark.close()
