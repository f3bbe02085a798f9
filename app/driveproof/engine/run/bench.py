# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run measures on: its programs, the way of its I/O, the devices below and the files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from driveproof.domain.access import Engine
from driveproof.domain.notes import Note
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.written_data import data_for
from driveproof.domain.run.run import Companion, Environment, Host, IoPath, Target
from driveproof.domain.run.work import Data
from driveproof.engine.run.page_cache import Prepare, past_cache
from driveproof.engine.run.target import MeasuredFolder
from driveproof.fio.process import Launch
from driveproof.system.kernel.stack import Involved

if TYPE_CHECKING:  # they work with a bench
    from driveproof.engine.run.frame import Frame, Tools
    from driveproof.engine.run.method import Runner


@dataclass(frozen=True, slots=True)
class Fio:
    """The fio that measures: its version, "" where none is started, and the only engine that it may
    use (None: that of each test).
    """

    version: str = ""
    engine: Engine | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Io:
    """How the I/O of the tests reaches the devices, and what they write.

    `cache` brings the page cache into its state before each repeat, and returns which it is.
    `fresh` says that every test writes fresh data, `laid_out` that we wrote what is read
    (written_data.py). `buffered_by` names the file system that writes through the page cache
    despite direct I/O; `nocow` says that the test file has no copy-on-write.
    """

    path: IoPath
    direct: bool
    cache: Prepare = past_cache
    fresh: bool = False
    laid_out: bool = True
    buffered_by: str | None = None
    nocow: bool = False

    def data(self, phase: Phase) -> Data:
        """What a phase writes."""
        return data_for(phase, fresh=self.fresh, laid_out=self.laid_out)


@dataclass(frozen=True, slots=True, kw_only=True)
class Devices:
    """The devices that serve the target.

    `counted` is the kernel name whose I/O statistics cover the run's own I/O, None where they count
    something else; `drives` are those with a temperature sensor, `layers` all of them. `scheduler`
    is that of the drive, `fill` the share of the file system that is full.
    """

    counted: str | None = None
    drives: tuple[str, ...] = ()
    layers: tuple[Involved, ...] = ()
    scheduler: str | None = None
    fill: float | None = None


@dataclass(frozen=True, slots=True)
class Log:
    """The file of a log on another drive: which drive that is, the bytes of the file, and the fio
    that fills it.
    """

    drive: Companion
    size: int
    layout: Callable[[], Launch]


@dataclass(frozen=True, slots=True, kw_only=True)
class Files:
    """The test files of a run; `size` in bytes, None where there are none.

    `layout` fills so many bytes of what is read later, None where nothing is written; `empty` makes
    the test file a new one of this size, `renew` the files of a test new ones. `verify` raises
    MachineError if anything that was written did not reach the drive. `log` is where the log of the
    tests is written, None where that is the test file.
    """

    size: int | None = None
    layout: Callable[[int], Launch] | None = None
    empty: Callable[[int], None] | None = None
    renew: Callable[[Phase], None] | None = None
    verify: Callable[[], None] = lambda: None
    log: Log | None = None


class OtherHosts(Protocol):
    """Other hosts, which measure in the place of this one (engine/hosts)."""

    def runner(self, frame: Frame) -> Runner:
        """What measures a test of the profile there."""

    def hosts(self) -> tuple[Host, ...]:
        """What is known of them now."""


def _no_program(phase: Phase, order: int) -> Launch:
    raise AssertionError(phase.name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bench:
    """What is measured on, as long as a run needs it.

    `profile` holds the tests that run here. `launch` gives the program of one repeat of a test
    (`order` from 1). `begin` makes what is needed before the first test and returns the bytes that
    it wrote, None for the test file alone. `leave` ends what was done for the run, once, and
    returns what is to be said about that; it raises DriveproofError.

    `own` is what the `bench.py` of a method hands to its `runner.py`, and `about` adds what only
    that method knows to the environment of the run. `elsewhere` is what measures on other hosts,
    None for this one.
    """

    profile: Profile
    target: Target
    io: Io
    fio: Fio = Fio()
    devices: Devices = Devices()
    files: Files = field(default_factory=Files)
    notes: tuple[Note, ...] = ()
    launch: Callable[[Phase, int], Launch] = _no_program
    begin: Callable[[Tools], int] | None = None
    leave: Callable[[], tuple[Note, ...]] = tuple
    own: object = None
    about: Callable[[Environment], Environment] = lambda environment: environment
    elsewhere: OtherHosts | None = None


def of_place(
    place: MeasuredFolder, profile: Profile, io_path: IoPath, notes: tuple[Note, ...]
) -> Bench:
    """A folder that is measured with `profile.size` bytes of files; how is still to be added."""
    return Bench(
        profile=profile,
        target=place.target,
        io=Io(path=io_path, direct=io_path == IoPath.DIRECT),
        devices=Devices(
            counted=place.counted,
            drives=place.drives,
            layers=place.layers,
            scheduler=place.scheduler,
            fill=place.fill,
        ),
        files=Files(size=profile.size),
        notes=notes,
    )
