# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Guided profiles: what is measured, for how long, and at most at what cost."""

from __future__ import annotations

from dataclasses import dataclass, replace

from driveproof.domain.units import block_size_text

# What kind of work a profile is: its phases by fio, or a guided measurement of its own.
TESTS, SCAN, HDPARM, SCHEDULERS = "tests", "scan", "hdparm", "schedulers"
KINDS = (TESTS, SCAN, HDPARM, SCHEDULERS)

# Starting and ending one fio process costs about 0.3 s each.
FIO_OVERHEAD = 0.6
# What a slow but usable drive writes, in bytes a second. The test file of a slower one takes longer
# than the bound says; the remaining time is then told from its real speed.
LAYOUT_RATE = 30_000_000


@dataclass(frozen=True, slots=True)
class Phase:
    """One direction of one access pattern, measured `repeats` times by the profile.

    Sizes are bytes, times seconds. `limit` bounds what one repeat writes, warm-up included.
    """

    title: str
    direction: str  # read, write, mixed, trim
    pattern: str  # sequential, random
    block_size: int
    queue_depth: int
    jobs: int = 1
    warmup: float = 0.5
    seconds: float = 2.0
    limit: int | None = None
    engine: str | None = None  # None: psync at queue depth 1, libaio above
    read_share: int = 70  # percent, when mixed

    @property
    def name(self) -> str:
        """Its stable short name in results: "SEQ1M Q8T1 read"."""
        letters = "SEQ" if self.pattern == "sequential" else "RND"
        size = block_size_text(self.block_size).replace("\u202f", "")
        size = size.removesuffix("iB")
        return f"{letters}{size} Q{self.queue_depth}T{self.jobs} {self.direction}"

    @property
    def directions(self) -> tuple[str, ...]:
        """The directions in which fio counts: two when mixed."""
        return ("read", "write") if self.direction == "mixed" else (self.direction,)

    @property
    def writes(self) -> bool:
        """Whether it changes what is on the target."""
        return self.direction != "read"

    @property
    def primary(self) -> str:
        """The metric that decides: bandwidth for sequential, IOPS for random access."""
        return "bandwidth" if self.pattern == "sequential" else "iops"


@dataclass(frozen=True, slots=True)
class Profile:
    """A guided measurement: phases in order, each repeated `repeats` times.

    `size` is the test file in bytes, `pause` the seconds between phases.
    """

    name: str
    title: str
    question: str
    phases: tuple[Phase, ...]
    size: int
    repeats: int = 5
    pause: float = 1.0
    description: str = ""
    kind: str = TESTS

    @property
    def destructive(self) -> bool:
        """Whether it destroys what is on the target; on a file nothing is."""
        return False

    @property
    def needs_root(self) -> bool:
        """Whether it needs the privileged helper."""
        return False

    def customized(
        self,
        *,
        size: int | None = None,
        seconds: float | None = None,
        repeats: int | None = None,
    ) -> Profile:
        """The same profile with another size, seconds a repeat, or repeats."""
        phases = self.phases
        if seconds is not None:
            phases = tuple(
                replace(phase, seconds=seconds, warmup=min(phase.warmup, seconds))
                for phase in phases
            )
        return replace(
            self,
            phases=phases,
            size=self.size if size is None else size,
            repeats=self.repeats if repeats is None else repeats,
        )

    @property
    def seconds(self) -> float:
        """Upper bound of the duration, in seconds.

        Warm-up, seconds and fio's own start of every repeat, the pauses, and the layout of the
        test file at LAYOUT_RATE or faster.
        """
        measuring = sum(p.warmup + p.seconds + FIO_OVERHEAD for p in self.phases) * self.repeats
        return measuring + self.pause * max(0, len(self.phases) - 1) + self.size / LAYOUT_RATE

    @property
    def bytes_written(self) -> int | None:
        """Upper bound of the bytes written, the test file included; None without a limit."""
        total = self.size
        for phase in self.phases:
            if phase.writes:
                if phase.limit is None:
                    return None
                total += phase.limit * self.repeats
        return total
