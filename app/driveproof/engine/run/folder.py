# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A folder as the target of a run: a test file that nobody finds, and an fio of our own on it."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from mmap import PAGESIZE

from driveproof.domain.access import COLD, DIRECT, WARM, Engine
from driveproof.domain.errors import Advice, CancelledError, MachineError, UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.least_block import USUAL_BLOCK, smallest, with_least_block
from driveproof.domain.profile.log import is_log
from driveproof.domain.profile.options import OPTION_FIELDS
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.plan import OfFiles
from driveproof.domain.profile.profile import Profile, with_log_apart
from driveproof.domain.run.run import Companion, IoPath, Role
from driveproof.domain.say import Say
from driveproof.engine.run.bench import Bench, Files, Fio, Log, of_place
from driveproof.engine.run.environment import buffered_notes, environment_notes, reduced_note
from driveproof.engine.run.page_cache import FileCache, check_memory
from driveproof.engine.run.target import (
    MeasuredFolder,
    check_room,
    check_words,
    drive_words,
    drives_of,
    second_drive,
)
from driveproof.engine.run.tasks.holding import HeldFolder
from driveproof.engine.run.testfile import TestFile, TestFileRegistry, sweep_leftovers
from driveproof.engine.run.workplace import named_in, stays_on_network
from driveproof.fio import command
from driveproof.fio.process import LocalLaunch
from driveproof.fio.program import FioProgram, refusal
from driveproof.system.kernel.devices import is_device
from driveproof.system.kernel.file_flags import NOCOW, buffers_direct_writes, flags_of
from driveproof.system.kernel.pagecache import available_memory
from driveproof.system.kernel.reduction import reducing_file


@contextmanager
def prepare_folder(
    place: MeasuredFolder,
    profile: Profile,
    fio: FioProgram,
    registry: TestFileRegistry,
    *,
    engine: Engine | None,
    cancelled: Callable[[], bool],
    fresh: bool = False,
    log: MeasuredFolder | None = None,
) -> Iterator[Bench]:
    """The test file, as long as the run needs it. `fresh`: every test writes fresh data. `log` is a
    folder on another drive for the log of the tests.

    Raises MachineError when a folder does not take it, UsageError where the log would be on the
    same drive or the profile has none, CancelledError when it is not wanted.
    """
    sweep_leftovers(place.folder)
    stays = stays_on_network(place)
    check_room(place, profile)
    if log is not None:
        profile = with_log_apart(profile)
        _check_log(place, log, profile)
    if profile.cache == WARM:
        check_memory(profile.size, available_memory())
    if cancelled():
        raise CancelledError("Cancelled before anything was changed.")
    if profile.nocow and place.mount.filesystem != "btrfs":
        raise MachineError(
            "{folder} is not on btrfs: copy-on-write cannot be disabled.",
            folder=place.folder,
            advice=Advice("Choose a folder on btrfs."),
        )
    _check_options(profile, fio, engine)
    with (
        named_in(place, registry, cancelled) as home,
        _test_files(place.folder, profile, registry, home.folder) as files,
        named_in(log, registry, cancelled) as log_home,
        _log_file(log, profile, registry, log_home.folder) as apart,
    ):
        file = files[0]
        takes_direct = file.takes_direct()
        buffered = all(not phase.direct for phase in profile.phases)
        direct = takes_direct and profile.cache == DIRECT and not buffered
        raised: tuple[Note, ...] = ()
        if direct and smallest(profile) < USUAL_BLOCK:
            profile, raised = with_least_block(profile, file.least_direct())
        invalidate = {COLD: True, WARM: False}.get(profile.cache)
        reduces = place.reduces or reducing_file(file.descriptor, place.mount)
        fresh = fresh or bool(reduces) or bool(log is not None and log.reduces)
        work = command.FioTarget(
            file.path,
            profile.size,
            direct,
            invalidate,
            fresh,
            files=tuple(one.path for one in files) if len(files) > 1 else (),
            log=_log_in(apart, direct=direct),
        )
        io_path = _io_path(place, direct)
        flags = flags_of(file.descriptor)
        nocow = place.mount.filesystem == "btrfs" and bool((flags or 0) & NOCOW)
        own_cache = direct and buffers_direct_writes(place.mount, flags, platform.release())
        buffered_by = place.mount.filesystem if own_cache else None
        cache = FileCache(file, profile.cache, past=io_path == IoPath.DIRECT or buffered)
        every = files if apart is None else (*files, apart)
        descriptors = (
            *(one.descriptor for one in every),
            *home.descriptors,
            *log_home.descriptors,
        )
        filled = isinstance(profile.plan, OfFiles)

        def renew(phase: Phase) -> None:
            parts = phase.asked.files
            for number, one in enumerate(files):
                one.empty(phase.extent // parts if number < parts else 0)

        def launch(phase: Phase, order: int) -> LocalLaunch:
            target = _on_log(work) if apart is not None and is_log(phase) else work
            line = command.prepare(phase, target, order=order, engine=engine, fio=fio.path)
            return LocalLaunch(line, descriptors)

        def layout(size: int) -> LocalLaunch:
            part = command.FioTarget(
                file.path, size, takes_direct, files=work.files if filled else ()
            )
            return LocalLaunch(command.prepare_layout(part, fio=fio.path), descriptors)

        def fill_log() -> LocalLaunch:
            return LocalLaunch(command.prepare_layout(_on_log(work), fio=fio.path), descriptors)

        def verify() -> None:
            for one in every:
                one.verify()

        def leave() -> tuple[Note, ...]:
            for one in every:
                one.close()  # a server deletes no file that is open
            return (*home.leave(), *log_home.leave())

        bench = of_place(
            place,
            profile,
            io_path,
            (
                *environment_notes(place, io_path, profile, nocow=nocow),
                *raised,
                *_reduced(place, reduces),
                *buffered_notes(profile, buffered_by),
                *_log_notes(log),
                *stays,
            ),
        )
        yield replace(
            bench,
            fio=Fio(fio.number, engine),
            io=replace(
                bench.io,
                direct=direct,
                cache=cache.prepare,
                fresh=fresh,
                buffered_by=buffered_by,
                nocow=nocow,
            ),
            devices=replace(
                bench.devices,
                counted=None if _more_is_written(place, profile) else place.counted,
                layers=(*place.layers, *(second_drive(place, log, Role.LOG) if log else ())),
            ),
            files=Files(
                size=profile.size,
                layout=layout,
                empty=file.empty,
                renew=renew,
                verify=verify,
                log=None if log is None else Log(_companion(log), profile.log_size, fill_log),
            ),
            launch=launch,
            leave=leave,
        )


@contextmanager
def _test_files(
    folder: str, profile: Profile, registry: TestFileRegistry, inside: HeldFolder | None
) -> Iterator[tuple[TestFile, ...]]:
    """As many as the test with the most needs; several are empty at first, unless they are read."""
    count = max(phase.asked.files for phase in profile.phases)
    size = profile.size if count == 1 else 0
    if isinstance(profile.plan, OfFiles):
        size = profile.plan.bytes_of_each
    with ExitStack() as stack:
        yield tuple(
            stack.enter_context(
                TestFile(folder, size, registry, nocow=profile.nocow, inside=inside)
            )
            for _number in range(count)
        )


@contextmanager
def _log_file(
    log: MeasuredFolder | None,
    profile: Profile,
    registry: TestFileRegistry,
    inside: HeldFolder | None,
) -> Iterator[TestFile | None]:
    if log is None:
        yield None
        return
    with TestFile(log.folder, profile.log_size, registry, inside=inside) as file:
        yield file


def check_log_target(profile: Profile, path: str, log: str) -> None:
    """Raises UsageError for a profile without a log, and for a device."""
    check_words(log)
    with_log_apart(profile)
    for one in (path, log):
        if is_device(one):
            raise UsageError(
                "{path} is not a folder.",
                path=one,
                advice=Advice("Choose a folder."),
            )


def _check_log(place: MeasuredFolder, log: MeasuredFolder, profile: Profile) -> None:
    """Raises UsageError where the log would be on the drive of the test file, MachineError where
    its folder does not take it.
    """
    if drives_of(place) & drives_of(log):
        raise UsageError(
            "Both targets are on the same drive.",
            advice=Advice("Choose another folder."),
        )
    sweep_leftovers(log.folder)
    check_room(log, profile, profile.log_size)


def _log_in(file: TestFile | None, *, direct: bool) -> command.LogFile | None:
    if file is None:
        return None
    return command.LogFile(file.path, 0, file.size, direct and file.takes_direct())


def _on_log(work: command.FioTarget) -> command.FioTarget:
    """The file of the log as the target of a test."""
    assert work.log is not None
    return replace(
        work,
        filename=work.log.filename,
        size=work.log.size,
        direct=work.log.direct,
        files=(),
        log=None,
    )


def _companion(log: MeasuredFolder) -> Companion:
    name = log.drives[0] if len(log.drives) == 1 else None
    target = log.target
    return Companion(target.path, target.device, target.model, target.serial, name)


def _log_notes(log: MeasuredFolder | None) -> tuple[Note, ...]:
    if log is None:
        return ()
    device = Say("memory") if log.memory else drive_words(log)
    return (Note("The log is written to {folder}: {device}.", folder=log.folder, device=device),)


def _check_options(profile: Profile, fio: FioProgram, engine: Engine | None) -> None:
    """Whether this fio takes the options of its own that tests carry, before anything is written.

    Raises UsageError with fio's words.
    """
    for phase in profile.phases:
        if not any(getattr(phase.asked, field) for field in OPTION_FIELDS):
            continue
        place = command.FioTarget("fio-test-file", profile.size)
        line = command.prepare(phase, place, engine=engine, fio=fio.path)
        if said := refusal(line):
            raise UsageError(
                "fio {version} rejects {title}: {said}.",
                version=fio.number,
                title=phase.title,
                said=said,
                advice=Advice("See the fio manual."),
            )


def _more_is_written(place: MeasuredFolder, profile: Profile) -> bool:
    """Whether the drive moves more than the tests do: what is foreign cannot be told apart then."""
    # Copy-on-write file systems and data journals write much more.
    if place.traits.copy_on_write or place.journals_data:
        return True
    # The cache reads and writes whole pages, however small the blocks are.
    least = min(smallest(profile), *(phase.block_size for phase in profile.phases))
    if profile.cache != DIRECT and least < PAGESIZE:
        return True
    # And where memory gathers what is written, each fsync writes the journal as well.
    return any(phase.flushed or phase.asked.log_block for phase in profile.phases)


def _reduced(place: MeasuredFolder, reduces: tuple[Note, ...]) -> tuple[Note, ...]:
    """The note on a layer that makes data smaller, unless the file system's own note covers it."""
    if not reduces or place.traits.compressing:
        return ()
    return (reduced_note(reduces),)


def _io_path(place: MeasuredFolder, direct: bool) -> IoPath:
    """How the I/O reaches the device: whether O_DIRECT works does not decide it alone."""
    if place.memory:
        return IoPath.MEMORY
    return IoPath.DIRECT if direct and not place.journals_data else IoPath.BUFFERED
