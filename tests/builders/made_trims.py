# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""TRIMs that report what they are given, and wait in the middle on request."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from tests.builders.made_chains import MOUNT, Reader, made_chain
from tests.fakes import quoted

from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount
from driveproof.domain.errors import CancelledError, DriveproofError
from driveproof.domain.trim.evidence import effect
from driveproof.domain.trim.free_counter import counted
from driveproof.domain.trim.job import (
    ACCEPTED,
    DATA_GONE,
    DEVICE_SAYS,
    INCONCLUSIVE,
    LOOKING,
    NOT_TRIED,
    PROVED,
    TRIMMING,
    KeptTrim,
    LayerCount,
    Outcome,
    Preview,
    Proof,
    TrimProgress,
    TrimStatus,
)
from driveproof.domain.trim.path import DiscardPath

GIB = 2**30
STARTED = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
FREE = counted([(0, GIB), (5 * GIB, 2 * GIB)], 8 * GIB, 8 * GIB)
PROOF = (
    Proof(
        ACCEPTED,
        PROVED,
        quoted.evidence("counted: dm-0 6291456, nvme0n1 6291456 sectors. They agree."),
    ),
    Proof(DEVICE_SAYS, INCONCLUSIVE, quoted.evidence("in use before 5 GB, after 5 GB.")),
    Proof(DATA_GONE, NOT_TRIED, quoted.evidence("Not asked for.")),
    effect(),
)


def made_preview(target: str = "/home", mount: Mount | None = MOUNT) -> Preview:
    """A preview of 3 GiB in two ranges, or of an unmounted file system."""
    chain = replace(made_chain(target), mount=mount)
    free = FREE if mount else None
    device = "/dev/dm-0" if mount else target
    return Preview(
        target=target, device=device, filesystem="ext4", chain=chain, layers=("dm-0", "nvme0n1"),
        mount=mount, free=free,
    )  # fmt: skip


def made_outcome(preview: Preview, **more: object) -> Outcome:
    done = Outcome(
        status=TrimStatus.FINISHED, preview=preview, started=STARTED, seconds=12.5, trimmed=3 * GIB,
        layers=(LayerCount("dm-0", 3 * GIB, top=True), LayerCount("nvme0n1", None, bottom=True)),
        proof=PROOF,
    )  # fmt: skip
    return replace(done, **more)  # type: ignore[arg-type]


def made_kept(discarded: int = 3 * GIB) -> KeptTrim:
    return KeptTrim(
        started=STARTED, place="/home", filesystem="ext4", status=TrimStatus.FINISHED,
        discarded=discarded, seconds=12.5, proof=PROOF,
    )  # fmt: skip


@dataclass
class Trim:
    """One TRIM; `run` waits for `go_on` after it has reported its progress."""

    shop: Trims
    target: str
    observer: Callable[[TrimProgress], None]
    proof: bool
    go_on: threading.Event = field(default_factory=threading.Event)
    cancelled: bool = False

    def preview(self) -> Preview:
        self.shop.looked.append((self.target, threading.current_thread()))
        assert not self.shop.looks_late or self.shop.go_on.wait(20)
        found = self.shop.previews.get(self.target) or made_preview(self.target)
        if isinstance(found, DriveproofError):
            raise found
        return found

    def run(self, confirmed: Preview | None = None) -> Outcome:
        assert confirmed == self.preview()  # nothing but what was shown
        self.shop.running.append(self)
        self.observer(TrimProgress(step=LOOKING))
        self.observer(
            TrimProgress(
                step=TRIMMING, position=2 * GIB, size=8 * GIB, trimmed=GIB, elapsed=4.0,
                share=0.25, remaining=12.0,
            )
        )  # fmt: skip
        assert self.shop.at_once or self.go_on.wait(20)
        if self.cancelled and self.shop.nothing_done:
            raise CancelledError("Cancelled: nothing was trimmed.")
        if isinstance(self.shop.outcome, DriveproofError):
            raise self.shop.outcome
        if self.cancelled:
            return made_outcome(self.preview(), status=TrimStatus.CANCELLED, trimmed=GIB, proof=())
        return self.shop.outcome or made_outcome(self.preview())

    def cancel(self) -> None:
        self.cancelled = True
        self.go_on.set()


@dataclass
class Trims:
    """The fake service."""

    previews: dict[str, Preview | DriveproofError] = field(default_factory=dict)
    outcome: Outcome | DriveproofError | None = None
    unreadable: DriveproofError | None = None
    earlier: list[KeptTrim] = field(default_factory=list)
    at_once: bool = True
    looks_late: bool = False
    """Whether a preview waits for `go_on`."""
    go_on: threading.Event = field(default_factory=threading.Event)
    nothing_done: bool = False
    looked: list[tuple[str, threading.Thread]] = field(default_factory=list)
    running: list[Trim] = field(default_factory=list)
    reader: Reader = field(default_factory=Reader)

    def chain(self, target: str, inventory: Inventory, *, as_root: bool = False) -> DiscardPath:
        return self.reader.chain(target, inventory, as_root=as_root)

    def enable_timer(self) -> None:
        self.reader.enable_timer()

    def session(
        self, target: str, observer: Callable[[TrimProgress], None], *, proof: bool = False
    ) -> Trim:
        return Trim(self, target, observer, proof)

    def unprovable(self, _preview: Preview) -> DriveproofError | None:
        return self.unreadable

    def kept(self, device: BlockDevice) -> tuple[KeptTrim, ...]:
        return tuple(self.earlier) if device.name == "nvme0n1" else ()
