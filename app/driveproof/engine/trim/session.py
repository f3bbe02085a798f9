# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A TRIM of a file system: previewed, run through the helper, and proved; it leaves nothing behind.

One engine for the window and the terminal. FITRIM only: the file system itself knows which of its
blocks are free, and holds its locks while it tells the drive.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import (
    Advice,
    CancelledError,
    DriveproofError,
    MachineError,
    RefusedError,
)
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.say import Say
from driveproof.domain.trim.evidence import (
    accepted,
    data_gone,
    device_says,
    effect,
    expected_discards,
    unsettled,
)
from driveproof.domain.trim.free_space import FreeSpace
from driveproof.domain.trim.job import (
    LOOKING,
    MARKING,
    MOUNTING,
    SETTLING,
    UNMOUNTING,
    WHOLE_EACH_TIME,
    LayerCount,
    Outcome,
    Preview,
    Proof,
    TrimProgress,
    TrimStatus,
    TrimStep,
    refusal,
)
from driveproof.domain.trim.path import DiscardPath
from driveproof.engine.combined_errors import combined
from driveproof.engine.ongoing import OngoingNotice, Works
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.engine.trim.fitrim import StepCounter, fitrim_failure, follow
from driveproof.engine.trim.marker_file import MarkerFile, folder_on, sync_mount
from driveproof.system.helper.client import Helper, claim_device
from driveproof.system.kernel.devices import device_mounted, is_device, name_of, node_at
from driveproof.system.kernel.small_files import int_in
from driveproof.system.kernel.sysfs import Sysfs, namespace_use, use_afterwards
from driveproof.system.trim.discard_counters import (
    counted_devices,
    discarded_since,
    read_counts,
    settled_counters,
)
from driveproof.system.trim.free_space import read_free_space
from driveproof.system.udisks.mounting import Mounter, Unmounted


class EvidenceCollector:
    """The evidence of one TRIM of the file system of `mount`, on the device `name`."""

    def __init__(self, name: str, mount: Mount, sysfs: Sysfs) -> None:
        self._name = name
        self._mount = mount
        self._sysfs = sysfs
        self._devices = counted_devices(name, sysfs)
        self._lowest = tuple(device.name for device in self._devices if device.bottom)
        self._before: dict[str, int | None] = {}
        self._used: int | None = None
        self._mark: MarkerFile | None = None
        self._no_mark: Exception | None = None

    def mark(self, target: str, registry: TestFileRegistry) -> None:
        """Write a marked file and delete it; where that cannot be, its tier will say why."""
        mark = None
        try:
            folder = folder_on(self._mount, target)
            mark = MarkerFile.write(folder, self._mount, self._name, registry, self._sysfs)
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
        return discarded_since(self._devices, self._before, self._sysfs)

    def proved(self, outcome: Outcome, cancelled: Callable[[], bool]) -> Outcome:
        """The outcome of a TRIM that has ended, with its proof. Takes until counters settle."""
        kind, free = outcome.preview.filesystem, outcome.preview.free
        wanted = expected_discards(kind, free, outcome.trimmed)
        layers = settled_counters(
            self._devices, self._before, self._sysfs, wanted, cancelled=cancelled
        )
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

    def __enter__(self) -> EvidenceCollector:
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


_ONE_GO = "btrfs"
_NO_FILESYSTEM, _NO_DEVICE = Say("no file system"), Say("no device")


@dataclass(frozen=True)
class TrimParts:
    """What a TRIM needs. `chain(target)` follows it down; `keep(outcome)` remembers it.

    Both may raise DriveproofError.
    """

    chain: Callable[[str], DiscardPath]
    helper: Helper
    mounter: Mounter
    registry: TestFileRegistry
    sysfs: Sysfs = field(default_factory=Sysfs)
    keep: Callable[[Outcome], None] = lambda _: None
    works: Works = field(default_factory=Works)


class TrimSession:
    """One TRIM of the file system at a mount point, in a folder, or on a device.

    `preview` and `run` work in the caller's thread; `cancel` may be called from any other and from
    a signal handler. `observer` gets a TrimProgress now and then, in the thread of `run`. With
    `proof` a marked file of 4 MiB is written before, for the tier "data gone".
    """

    def __init__(
        self,
        target: str,
        parts: TrimParts,
        observer: Callable[[TrimProgress], None] = lambda _: None,
        *,
        proof: bool = False,
    ) -> None:
        self._target = target
        self._parts = parts
        self._tell = observer
        self._proof = proof
        self._cancelled = False
        self._hang_up: Callable[[], None] | None = None
        self._confirmed: Preview | None = None
        self._notice: OngoingNotice | None = None

    @property
    def cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self._cancelled

    def cancel(self) -> None:
        """Ask it to stop: a question for a password goes away, a TRIM ends after its step."""
        self._cancelled = True
        hang_up = self._hang_up
        if hang_up is not None:
            hang_up()

    def preview(self) -> Preview:
        """What `run` would do; changes nothing and prompts nobody. Raises MachineError."""
        self._confirmed = self._preview(self._parts.chain(self._target))[0]
        return self._confirmed

    def run(self, confirmed: Preview | None = None) -> Outcome:
        """Do it. What was mounted for it is unmounted, however it ends.

        `confirmed` is what a person said yes to, where another session looked; else it is what
        `preview` gave last. Raises DriveproofError (RefusedError where something else is there by
        now), CancelledError where it had not begun.
        """
        self._confirmed = confirmed or self._confirmed
        with self._parts.works.during(OngoingWork.TRIM, self._target) as self._notice:
            return self._run()

    def _run(self) -> Outcome:
        started = datetime.now(UTC).astimezone()
        preview, found = self._preview(self._parts.chain(self._target))
        self._allowed(preview)
        self._confirmed = self._confirmed or preview
        self._parts.helper.check()  # before anything is mounted or written
        if preview.mount is not None or found is None:
            outcome = self._trim(preview, started)
        else:
            outcome = self._trim_mounted(found, started)
        try:
            self._parts.keep(outcome)
        except DriveproofError as error:  # it has been done all the same
            return replace(outcome, problems=(*outcome.problems, error))
        return outcome

    def _trim_mounted(self, found: Unmounted, started: datetime) -> Outcome:
        """With a mount of our own around it."""
        self._say(MOUNTING)
        with self._asking():
            mounted = self._parts.mounter.mount(found, opened=self._opened)
        try:
            preview, _ = self._preview(self._parts.chain(mounted.point))
            preview = replace(preview, target=self._target)
            self._allowed(preview)
            outcome = self._trim(preview, started)
        except BaseException as error:
            self._say(UNMOUNTING)
            left = mounted.release()
            if left is not None:
                raise combined(error, left) from None
            raise
        self._say(UNMOUNTING)
        left = mounted.release()
        return outcome if left is None else replace(outcome, problems=(*outcome.problems, left))

    def _preview(self, chain: DiscardPath) -> tuple[Preview, Unmounted | None]:
        mount = chain.mount
        sysfs = self._parts.sysfs
        name = self._device_of(chain)
        devices = counted_devices(name, sysfs) if name else ()
        layers = tuple(device.name for device in devices)
        path = f"/dev/{name.replace('!', '/')}" if name else ""
        unmounted = None
        if mount is None and name:
            unmounted = self._parts.mounter.look(path)
        filesystem = mount.filesystem if mount else unmounted.filesystem if unmounted else ""
        lies_on = tuple(device.name for device in devices if device.top)
        refused = refusal(chain, layers, filesystem, len(lies_on))
        free = None
        if mount is not None and name:
            free = self._free(mount, name)
        preview = Preview(
            target=self._target,
            device=path,
            filesystem=filesystem,
            chain=chain,
            layers=layers,
            mount=mount,
            free=free,
            lies_on=lies_on,
            inside=mount is not None and _inside(self._target, mount),
            refusal=refused,
            sequence=disk_sequence(name, sysfs) if name else None,
        )
        return preview, unmounted

    def _device_of(self, chain: DiscardPath) -> str:
        """The kernel name of the device below the file system; "" for none."""
        sysfs = self._parts.sysfs
        if chain.mount is not None:
            return device_mounted(chain.mount, sysfs) or ""
        node = node_at(chain.target, sysfs.root)
        return (name_of(node.number, sysfs) or "") if node else ""

    def _trim(self, preview: Preview, started: datetime) -> Outcome:
        mount = preview.mount
        assert mount is not None
        parts, sysfs = self._parts, self._parts.sysfs
        name = preview.layers[0]
        with EvidenceCollector(name, mount, sysfs) as evidence:
            if self._proof:
                self._say(MARKING)
                evidence.mark(self._target, parts.registry)
            self._say(LOOKING)
            sync_mount(mount)
            free = self._free(mount, name)
            preview = replace(preview, free=free)
            claim = claim_device(preview.device)
            if preview.sequence not in (None, claim.sequence):
                raise MachineError("{path} changed since you confirmed.", path=preview.device)
            evidence.begin()
            with self._asking():
                job = parts.helper.start_trim(claim, opened=self._opened)
            begin = time.monotonic()
            kind = mount.filesystem
            size = sysfs.facts(name).size or 0
            steps = StepCounter(size, free, whole=kind == _ONE_GO, lengths=kind in WHOLE_EACH_TIME)
            ending = follow(job, steps, cancelled=self._is_cancelled, on_progress=self._move)
            outcome = Outcome(
                status=TrimStatus.FINISHED,
                preview=preview,
                started=started,
                seconds=time.monotonic() - begin,
                trimmed=steps.trimmed,
            )
            if self._cancelled and (ending is None or ending.reason or ending.status):
                working = MachineError("The drive is still busy.")
                return replace(
                    outcome,
                    status=TrimStatus.CANCELLED,
                    layers=evidence.counts(),
                    problems=() if ending else (working,),
                )
            failed = fitrim_failure(ending, preview.place) if ending else None
            if failed is not None:
                raise failed
            self._say(SETTLING)
            return evidence.proved(outcome, self._is_cancelled)

    def _free(self, mount: Mount, name: str) -> FreeSpace:
        facts = self._parts.sysfs.facts(name)
        return read_free_space(
            mount,
            facts.size or 0,
            self._target,
            shortest=facts.limits.discard_granularity or 0,
            cancelled=self._is_cancelled,
        )

    def _move(self, progress: TrimProgress) -> None:
        self._tell(progress)
        if self._notice is not None:
            self._notice.tell(progress.share, progress.remaining)

    def _is_cancelled(self) -> bool:
        return self._cancelled

    def _allowed(self, preview: Preview) -> None:
        changed = another(self._confirmed, preview) if self._confirmed else None
        if changed is not None:
            raise changed
        if preview.refusal is not None:
            raise preview.refusal
        self._stop_here()

    def _stop_here(self) -> None:
        if self._cancelled:
            raise CancelledError("Cancelled before anything was changed.")

    def _opened(self, hang_up: Callable[[], None]) -> None:
        self._hang_up = hang_up
        if self._cancelled:
            hang_up()

    @contextlib.contextmanager
    def _asking(self) -> Iterator[None]:
        """A cancel during a prompt hangs up."""
        self._stop_here()
        try:
            yield
        except DriveproofError:
            self._stop_here()
            raise
        finally:
            self._hang_up = None

    def _say(self, step: TrimStep) -> None:
        self._tell(TrimProgress(step=step))


def disk_sequence(name: str, sysfs: Sysfs) -> int | None:
    """The kernel's sequence number of the disk below a device: a later disk of that name has
    another one.

    None where the kernel has none (before Linux 5.15).
    """
    return int_in(sysfs.root / "class" / "block" / sysfs.disk_of(name) / "diskseq")


def another(confirmed: Preview, now: Preview) -> DriveproofError | None:
    """Why `now` is not what was confirmed; None where it is: names and folders are reused.

    Where it was mounted in between, its type may have another name (ntfs, ntfs3), and for a btrfs
    over several drives the kernel names any of them.
    """
    same = (confirmed.device, confirmed.sequence) == (now.device, now.sequence)
    if now.filesystem == "btrfs" and not same:
        same = confirmed.device.removeprefix("/dev/").replace("/", "!") in now.layers
    kinds = confirmed.filesystem == now.filesystem
    if same and (kinds or (confirmed.mount is None) is not (now.mount is None)):
        return None
    return RefusedError(
        "{target} changed after you confirmed: {before} on {device_before}, now {now}"
        " on {device_now}. Nothing was trimmed.",
        target=confirmed.target,
        before=confirmed.filesystem or _NO_FILESYSTEM,
        device_before=confirmed.device or _NO_DEVICE,
        now=now.filesystem or _NO_FILESYSTEM,
        device_now=now.device or _NO_DEVICE,
        advice=Advice("Try again."),
    )


def _inside(target: str, mount: Mount) -> bool:
    """Whether another folder than the mount point was named."""
    return not is_device(target) and Path(target).resolve() != Path(mount.path)
