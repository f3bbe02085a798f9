# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A run from another program's file: what the file does not report stays unknown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.comparison.conditions import IMPORTED
from driveproof.domain.method import FIO
from driveproof.domain.notes import Note, NoteKind
from driveproof.domain.profile.phase import Phase
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.run import (
    FINISHED,
    DirectionResult,
    Environment,
    IoPath,
    PhaseResult,
    Repeat,
    Run,
    Target,
)
from driveproof.domain.run.work import UNKNOWN_WORK, Work, name_marks
from driveproof.domain.say import Say, Title
from driveproof.domain.text import visible
from driveproof.domain.title import SEPARATOR
from driveproof.wording.units import NARROW, block_size_text

DATE_OF_FILE = Note("The date is that of the file.")
NO_DRIVE = Say("drive")
PARTLY = Note("It is incomplete or damaged.", kind=NoteKind.DOUBT)
PROFILE = IMPORTED


@dataclass(frozen=True, slots=True)
class FoundRun:
    """A run whose date may still be missing."""

    made: Run
    dated: bool = True

    def noted(self, notes: Iterable[Note]) -> FoundRun:
        """The same with more beside its figures."""
        return replace(self, made=replace(self.made, notes=(*self.made.notes, *notes)))

    def run(self, modified: datetime) -> Run:
        """The run; `modified` is its date where the file has none."""
        if self.dated:
            return self.made
        return replace(self.made, started=modified, notes=(*self.made.notes, DATE_OF_FILE))


def imported(
    source: str,
    phases: Iterable[PhaseResult],
    *,
    title: str,
    started: datetime | None,
    target: Target,
    environment: Environment,
    missing: Iterable[Say] = (),
    notes: Iterable[Note] = (),
    seconds: float = 0.0,
    profile: str = PROFILE,
    method: str = FIO,
) -> FoundRun:
    """A run of another program's; `missing` is named in its first note."""
    lacking = OneOf(tuple(missing))
    first = Note("Imported from {source}.", source=source)
    if lacking.names:
        first = Note("Imported from {source}, without {missing}.", source=source, missing=lacking)
    phases = tuple(phases)
    ways = {phase.direct for phase in phases}
    io_path = None
    if environment.io_path is not None and len(ways) == 1:
        io_path = IoPath.DIRECT if True in ways else IoPath.BUFFERED
    run = Run(
        id="",
        profile=profile,
        method=method,
        title=title,
        status=FINISHED,
        started=started or datetime.fromtimestamp(0).astimezone(),
        seconds=seconds,
        target=target,
        environment=replace(
            environment,
            source=source,
            io_path=io_path,
            fio=(environment.fio or "").removeprefix("fio-") or None,
        ),
        phases=phases,
        notes=(first, *notes),
    )
    return FoundRun(run, dated=started is not None)


def phase_of(
    *,
    direction: Direction,
    pattern: Pattern,
    block_size: int,
    queue_depth: int,
    jobs: int,
    results: Iterable[dict[Direction, DirectionResult]],
    title: Title | str = "",
    name: str = "",
    engine: str = "",
    direct: bool = True,
    command: tuple[str, ...] = (),
    work: Work = UNKNOWN_WORK,
) -> PhaseResult:
    """A test under the name that one of ours with the same settings has."""
    plan = Phase(title, direction, pattern, block_size, queue_depth, jobs)
    told = bool(pattern and block_size and queue_depth and jobs)
    beside = ", ".join(name_marks(work, work.data, direction))
    repeats = tuple(Repeat(order, found) for order, found in enumerate(results, 1))
    longest = [r.seconds for repeat in repeats for r in repeat.directions.values() if r.seconds]
    return PhaseResult(
        name=name
        or SEPARATOR.join(filter(None, (plan.name if told else _name(plan, work), beside))),
        title=title or (title_of(plan) if told else _name(plan, work)),
        direction=direction,
        pattern=pattern,
        block_size=block_size,
        queue_depth=queue_depth,
        jobs=jobs,
        engine=engine,
        direct=direct,
        command=command,
        repeats=repeats,
        warmup=0.0,
        planned_seconds=max(longest, default=0.0),
        work=work,
    )


def _name(plan: Phase, work: Work) -> str:
    """A name from its known parts: "RND bssplit=4k/60:64k/40 Q4T1 write", "4K read"."""
    sequence = {Pattern.SEQUENTIAL: "SEQ", Pattern.RANDOM: "RND"}.get(plan.pattern, "")
    size = block_size_text(plan.block_size).replace(NARROW, "").removesuffix("iB")
    blocks = size if plan.block_size else visible(work.block_sizes or "")
    depth = f"Q{plan.queue_depth}" if plan.queue_depth else ""
    threads = f"T{plan.jobs}" if plan.jobs else ""
    # Words stand apart, letters and a size do not.
    begin = f"{sequence}{blocks}" if plan.block_size else f"{sequence} {blocks}".strip()
    return " ".join(filter(None, (begin, depth + threads, plan.direction)))


def title_of(plan: Phase) -> str:
    """Its title, as those of our own profiles are: "Random 4 KiB, Q32, 16 threads"."""
    size = block_size_text(plan.block_size).replace(NARROW, " ")
    pattern = "Sequential" if plan.pattern == Pattern.SEQUENTIAL else "Random"
    threads = f", {plan.jobs} threads" if plan.jobs > 1 else ""
    return f"{pattern} {size}, Q{plan.queue_depth}{threads}"
