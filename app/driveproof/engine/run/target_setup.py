# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a run works, ready to be measured: a test file of ours, or a device through the helper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from driveproof.domain.profile.profile import Phase, Profile
from driveproof.domain.profile.written_data import data_for
from driveproof.domain.run.run import Target
from driveproof.domain.run.work import Data
from driveproof.engine.run.page_cache import Prepare, past_cache
from driveproof.fio.process import Launch
from driveproof.system.helper.scan import Scan
from driveproof.system.kernel.stack import Involved


class ScanLaunch(NamedTuple):
    """A pass of a scan that is about to start, and what it reads."""

    launch: Launch
    scan: Scan


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """What is measured, how fio is started on it, and what belongs beside its numbers.

    `profile` holds the phases that run here. `launch` gives the fio of one repeat of a phase
    (`order` from 1). `layout` fills what is read later, None where nothing is written. `counted`
    is the kernel name whose I/O statistics cover the run's own I/O, None where they say something
    else; `drives` are those with a thermometer, `layers` all devices that serve the target.
    `cache` brings the page cache into its state before each repeat, and says which it is.
    `scan` gives the fio of one repeat of a scan's phase, in so many slices; None but for scans.
    `rate` is how fast a device was read for an instant, in bytes a second; None: not known.
    `fresh` says that every test writes fresh data here, `laid_out` that what is read was written
    by us (written_data.py). `buffered_by` names the file system that writes through the page
    cache although direct I/O is asked for; `nocow` says that the test file has no copy-on-write.
    """

    profile: Profile
    target: Target
    fio: str
    engine: str | None
    direct: bool
    io_path: str
    launch: Callable[[Phase, int], Launch]
    layout: Launch | None
    test_file_size: int | None
    counted: str | None
    drives: tuple[str, ...]
    scheduler: str | None
    fill: float | None
    notes: tuple[str, ...]
    order: tuple[tuple[int, int], ...] | None = None  # of (phase, repeat); None: phase by phase
    layers: tuple[Involved, ...] = ()
    cache: Prepare = past_cache
    scan: Callable[[Phase, int, int], ScanLaunch] | None = None
    rate: float | None = None
    fresh: bool = False
    laid_out: bool = True
    buffered_by: str | None = None
    nocow: bool = False

    def data(self, phase: Phase) -> Data:
        """What a phase writes here."""
        return data_for(phase, fresh=self.fresh, laid_out=self.laid_out)
