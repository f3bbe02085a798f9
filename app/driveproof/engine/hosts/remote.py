# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The far end of a measurement of several hosts: does what it is asked, with its user's rights.

Nothing of it outlives who asks: when the input ends, or nothing is heard for a while, fio is ended
and the process with it. The test file has no name, and the kernel ends fio when this process dies.

A block device is read, without helper and password: whoever logs in over ssh reads what the kernel
permits. Nothing here can write to it.
"""

from __future__ import annotations

import os
import queue
import re
import select
import shlex
import stat
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any

import driveproof
from driveproof.domain.access import Direction, Engine
from driveproof.domain.codec import DecodeError
from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError
from driveproof.domain.hosts import messages
from driveproof.domain.hosts.messages import SILENT_SECONDS
from driveproof.domain.notes import failure_of
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run import sample
from driveproof.domain.run.histogram import Histogram
from driveproof.domain.run.run import IoPath, Target, TargetKind
from driveproof.engine.run.bench import Bench, Fio, Io
from driveproof.engine.run.device import check_device_size, in_memory
from driveproof.engine.run.fio_run import FioRun
from driveproof.engine.run.folder import prepare_folder
from driveproof.engine.run.statistics import miscounted
from driveproof.engine.run.target import check_words, examine_folder
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.fio import command
from driveproof.fio.process import Launch, LocalLaunch
from driveproof.fio.program import FioProgram
from driveproof.fio.stream import FioReport
from driveproof.system.kernel import machine
from driveproof.system.kernel.mounts import filesystem_space, filesystem_traits
from driveproof.system.kernel.small_files import boot_id
from driveproof.system.kernel.sysfs import Sysfs

_CHUNK = 65536
# How long the end of what runs is waited for, once nobody asks any more.
_LAST = 2.5
_STAMP = re.compile(rb'"timestamp_ms"\s*:\s*(\d{1,16})')


class FarEnd:
    """Reads questions from one descriptor and writes answers to another; `run` returns when nobody
    asks any more.
    """

    def __init__(
        self,
        asks: int,
        answers: int,
        *,
        find_fio: Callable[[], FioProgram],
        registry: TestFileRegistry,
        silent: float = SILENT_SECONDS,
    ) -> None:
        self._asks, self._answers = asks, answers
        self._find_fio, self._registry = find_fio, registry
        self._silent = silent
        self._questions: queue.SimpleQueue[messages.Request | None] = queue.SimpleQueue()
        self._lines: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._over = False  # nobody asks any more
        self._stop = False  # what runs is to end
        self._job: FioRun | None = None
        self._prepared: Bench | None = None
        self._path = ""
        self._device: OpenedDevice | None = None
        self._last: Callable[[int], object] | None = None

    def run(self, last: Callable[[int], object] | None = os._exit) -> None:
        """Answer until the end. The calling thread starts fio, and has to live as long.

        `last` ends the process where something hangs after that, None for nothing.
        """
        self._last = last
        self._say(messages.HelloReply(messages.PROTOCOL, driveproof.__version__))
        writer = threading.Thread(target=self._write, name="answers", daemon=True)
        writer.start()
        threading.Thread(target=self._listen, name="questions", daemon=True).start()
        with ExitStack() as held:
            while not self._over:
                asked = self._questions.get()
                if asked is None:
                    break
                try:
                    self._obey(asked, held)
                except DriveproofError as error:
                    self._say(messages.FailedReply(failure_of(error)))
        self._lines.put(None)
        writer.join(_LAST)  # a peer that does not read gets no more

    def _listen(self) -> None:
        """Take what is asked; pings and stops are for now, everything else is for its turn."""
        buffer = bytearray()
        try:
            while select.select([self._asks], [], [], self._silent)[0]:
                data = os.read(self._asks, _CHUNK)
                if not data:
                    break
                buffer += data
                while (end := buffer.find(b"\n")) >= 0:
                    line = bytes(buffer[:end])
                    del buffer[: end + 1]
                    if not self._hear(messages.decode_request(line)):
                        return
                if len(buffer) > messages.MOST_LINE:
                    break
        except DecodeError as error:
            broken = MachineError(
                "Unsupported request from the controlling host: {error}.", error=error
            )
            self._say(messages.FailedReply(failure_of(broken)))
        except OSError:
            return  # `finally` ends everything: there is nobody to tell
        finally:
            self._end()

    def _hear(self, asked: messages.Request) -> bool:
        """Whether more is to come."""
        match asked:
            case messages.PingRequest():
                self._say(messages.PongReply(asked.sent, time.time()))
            case messages.StopRequest():
                self._stop = True
                self._wake()
                self._questions.put(asked)
            case messages.EndRequest():
                return False
            case _:
                self._questions.put(asked)
        return True

    def _end(self) -> None:
        """Nobody asks any more: end what runs, and this process in any case."""
        self._over = True
        self._wake()
        self._questions.put(None)
        # A folder that hangs must not keep it: the kernel ends fio with this process.
        if self._last is not None:
            timer = threading.Timer(_LAST, self._last, (1,))
            timer.daemon = True
            timer.start()

    def _wake(self) -> None:
        job = self._job
        if job is not None:
            job.wake()

    def _say(self, said: messages.Reply) -> None:
        self._lines.put(messages.encode_message(said))

    def _write(self) -> None:
        """A thread of its own: a link that hangs must not keep fio's pipe from being drained."""
        try:
            while (line := self._lines.get()) is not None:
                left = memoryview(line)
                while left:
                    left = left[os.write(self._answers, left) :]
        except OSError:
            self._end()

    def _obey(self, asked: messages.Request, held: ExitStack) -> None:
        match asked:
            case messages.LookRequest():
                if self._path:
                    raise MachineError(
                        "Unsupported request from the controlling host: {error}.", error="order"
                    )
                self._say(self._look(asked.path, held))
                self._path = asked.path
            case messages.PrepareRequest():
                self._say(self._prepare(asked, held))
            case messages.WriteRequest():
                self._lay_out()
            case messages.RepeatRequest():
                self._repeat(asked)
            case _:
                pass  # a stop of what is over, or a go that nothing waits for

    def _look(self, path: str, held: ExitStack) -> messages.PlaceReply:
        check_words(path)
        if is_device(path):
            self._device = found_device = held.enter_context(opened_device(path))
            return self._place(
                filesystem="",
                source=path,
                mount_point="",
                network=False,
                memory=found_device.memory,
                free=0,
                total=found_device.size,
                device=True,
            )
        place = examine_folder(path, None, Sysfs())
        room, found = filesystem_space(place.folder), filesystem_traits(place.mount)
        return self._place(
            filesystem=place.mount.filesystem,
            source=place.mount.source,
            mount_point=place.mount.path,
            network=found.network,
            memory=found.memory,
            free=room.free_for_user,
            total=room.total,
        )

    def _place(self, **found: Any) -> messages.PlaceReply:
        about = machine.machine_facts()
        return messages.PlaceReply(
            fio=self._find_fio().number,
            kernel=about.kernel,
            boot=boot_id(),
            cpus=about.cpus or 0,
            memory_size=about.memory or 0,
            **found,
        )

    def _prepare(self, asked: messages.PrepareRequest, held: ExitStack) -> messages.PreparedReply:
        if not self._path or self._prepared is not None:
            raise MachineError(
                "Unsupported request from the controlling host: {error}.", error="order"
            )
        if self._device is not None:
            self._prepared = prepared = self._device.prepared(
                asked.phases, self._find_fio(), asked.engine
            )
            return messages.PreparedReply(prepared.io.path, prepared.io.direct, fresh=False)
        if not asked.size:
            raise MachineError(
                "Unsupported request from the controlling host: {error}.", error="kind"
            )
        if any(phase.asked.files not in (1, phase.jobs) for phase in asked.phases):
            raise MachineError(
                "Unsupported request from the controlling host: {error}.", error="kind"
            )  # the room is for one each
        place = replace(examine_folder(self._path, None, Sysfs()), notes=())
        self._prepared = prepared = held.enter_context(
            prepare_folder(
                place,
                Profile("remote", "", "", asked.phases, asked.size, repeats=1),
                self._find_fio(),
                self._registry,
                engine=asked.engine,
                cancelled=lambda: self._over,
            )
        )
        io = prepared.io
        return messages.PreparedReply(io.path, io.direct, io.fresh, prepared.notes)

    @property
    def _ready(self) -> Bench:
        if self._prepared is None:
            raise MachineError(
                "Unsupported request from the controlling host: {error}.", error="order"
            )
        return self._prepared

    def _run_fio(self, launch: Launch, on_report: Callable[[FioReport], None]) -> FioRun:
        return FioRun(
            launch,
            cancelled=lambda: self._over or self._stop,
            on_report=on_report,
            on_silence=lambda _gap: False,
        )

    def _lay_out(self) -> None:
        prepared = self._ready
        if prepared.files.layout is None:
            raise MachineError(
                "Unsupported request from the controlling host: {error}.", error="kind"
            )
        self._stop = False
        size = prepared.profile.size
        told = [time.monotonic()]

        def tell(report: FioReport) -> None:
            if time.monotonic() - told[0] >= 1.0:
                told[0] = time.monotonic()
                done = report.snapshot.get(Direction.WRITE).bytes
                self._say(messages.WrittenReply(min(done, size - 1)))

        self._job = self._run_fio(prepared.files.layout(size), tell)
        ending = self._job.run()
        self._job = None
        if ending.failure is not None:
            raise ending.failure
        written = ending.final.snapshot.get(Direction.WRITE).bytes if ending.final else 0
        if not ending.cancelled and written < size:
            raise MachineError(
                "The test file has {written} of {total} bytes.",
                written=written,
                total=size,
            )
        if not ending.cancelled:
            self._say(messages.WrittenReply(size))

    def _repeat(self, asked: messages.RepeatRequest) -> None:
        prepared = self._ready
        if asked.phase >= len(prepared.profile.phases):
            raise MachineError(
                "Unsupported request from the controlling host: {error}.", error="kind"
            )
        phase = prepared.profile.phases[asked.phase]
        if prepared.files.renew is not None and phase.asked.files > 1:
            prepared.files.renew(phase)
        launch = prepared.launch(phase, asked.order)
        engine = command.engine_for(phase, prepared.fio.engine)
        self._stop = False
        telling = Telling(self._say, asked.every)
        job = self._run_fio(launch, telling.report)
        self._say(messages.ReadyReply(tuple(launch.command), engine))
        told = self._questions.get()
        if not isinstance(told, messages.GoRequest):
            self._say(messages.EndedReply(cut=True))
            return
        self._job = job
        ending = job.run()
        self._job = None
        failure = ending.failure
        if ending.final is not None:
            telling.last(ending.final)
        if failure is None and not ending.cancelled and ending.final is not None:
            failure = miscounted(ending.final.snapshot, phase, None)
            if failure is None and phase.flushed:
                try:  # fio 3.33 does not look at what an fsync of posixaio answers
                    prepared.files.verify()
                except DriveproofError as error:
                    failure = error
        said = None if failure is None else failure_of(failure)
        self._say(messages.EndedReply(said, cut=ending.cancelled))


@dataclass(slots=True)
class Telling:
    """Makes messages of fio's reports: at most one in `every` seconds, and the last."""

    say: Callable[[messages.SnapshotReply], None]
    every: float
    _sent: sample.Snapshot | None = None

    def report(self, report: FioReport) -> None:
        """A snapshot came; leave it out if another was told a moment ago."""
        snapshot, sent = report.snapshot, self._sent
        if not snapshot.directions:
            return  # fio's first one may come before its first I/O
        # fio is late by a millisecond or two now and then.
        if sent is not None and snapshot.seconds - sent.seconds < 0.9 * self.every:
            return
        found = _STAMP.search(report.text)
        self._tell(snapshot, int(found[1]) / 1000 if found else None)

    def last(self, report: FioReport) -> None:
        """The final counters, unless they were told."""
        if report.snapshot is not self._sent:
            self._tell(report.snapshot, None)

    def _tell(self, snapshot: sample.Snapshot, moment: float | None) -> None:
        before = self._sent or sample.Snapshot(0.0)
        self._sent = snapshot
        told = {
            way: _counted(before.get(way), counters)
            for way, counters in snapshot.directions.items()
        }
        self.say(messages.SnapshotReply(snapshot.seconds, told, moment, snapshot.job_seconds))


def _counted(before: sample.Counters, now: sample.Counters) -> messages.DirectionTotals:
    grown = Histogram(now.histogram.counts) - before.histogram
    return messages.DirectionTotals(
        ios=now.ios,
        bytes=now.bytes,
        seconds=now.seconds,
        latency_sum=now.latency_sum,
        latency_max=now.latency_max,
        issued=now.issued,
        bins=dict(grown.sparse()),
    )


def is_device(path: str) -> bool:
    """Whether it is a block device, through links as well."""
    try:
        return stat.S_ISBLK(os.stat(path).st_mode)  # noqa: PTH116 - a path of any bytes
    except OSError:
        return False


@contextmanager
def opened_device(path: str) -> Iterator[OpenedDevice]:
    """The device, open for reading alone: what is measured is what was looked at, whatever its
    name means later. Raises RefusedError without the right to read it, and MachineError.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except PermissionError as error:
        raise RefusedError(
            "You do not have permission to use {path}.",
            path=path,
            advice=Advice(
                "Connect as root, or run there: {command}",
                command=f"sudo setfacl -m u:$USER:r {shlex.quote(str(path))}",
            ),
        ) from error
    except OSError as error:
        raise MachineError(
            "{path} cannot be read: {reason}.", path=path, reason=error.strerror
        ) from error
    try:
        found = os.fstat(descriptor)
        if not stat.S_ISBLK(found.st_mode):  # its name means something else by now
            raise MachineError("{path} was removed.", path=path)
        number, sysfs = found.st_rdev, Sysfs()
        name = sysfs.name_of(f"{os.major(number)}:{os.minor(number)}")
        size = sysfs.facts(name).size if name else None
        if not name or not size:
            raise MachineError("{path} is empty.", path=path, advice=Advice("Insert a medium."))
        yield OpenedDevice(path, descriptor, size, memory=in_memory(name))
    finally:
        os.close(descriptor)


@dataclass(frozen=True, slots=True)
class OpenedDevice:
    """A device that is open for reading; `size` in bytes, `memory` if it is a disk in memory."""

    path: str
    descriptor: int
    size: int
    memory: bool

    def prepared(self, phases: tuple[Phase, ...], fio: FioProgram, engine: Engine | None) -> Bench:
        """Ready to be read. Raises RefusedError for a test that writes, and MachineError for a
        device that is too small.
        """
        if any(phase.writes for phase in phases):
            raise RefusedError("Devices are only read.")
        profile = Profile("remote", "", "", phases, 0, repeats=1)
        check_device_size(profile, self.path, self.size)
        inherited = f"/proc/self/fd/{self.descriptor}"

        def launch(phase: Phase, order: int) -> LocalLaunch:
            line = command.prepare_on_device(
                replace(phase, once=False), inherited, self.size, order=order, engine=engine
            )
            return LocalLaunch((fio.path, *line[1:]), (self.descriptor,))

        return Bench(
            profile=profile,
            target=Target(path=self.path, kind=TargetKind.DEVICE, size=self.size),
            fio=Fio(fio.number, engine),
            io=Io(
                path=IoPath.MEMORY if self.memory else IoPath.DIRECT, direct=True, laid_out=False
            ),
            launch=launch,
        )
