# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a computer does with its drive: a tree of files, a database, a project, in rounds."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct, structs

from driveproof.domain.access import COLD, WARM, Cache, Direction, Pattern
from driveproof.domain.method import Trait
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.profile import FIO_OVERHEAD, CostBounds, Profile, with_plan
from driveproof.domain.run.task import Task
from driveproof.domain.run.work import Part
from driveproof.domain.say import Title

REPEATS = 3
TRAITS = frozenset(
    {
        *(Trait.FOLDER, Trait.NO_DEVICE, Trait.OWN_FILES, Trait.ROUNDS),
        *(Trait.SEVERAL, Trait.OWN_SECONDS, Trait.MANY_FILES, Trait.BUFFERED),
    }
)
ROOM = 2**16
"""Bytes of room for each file: the mean is 18 KB, and three trees are there at a time."""
LEAST = 2**22
_ROWS = 20
"""Rows of the database for each file of the tree."""
_COMMITS, _UNITS = 300, 40
_FILES_A_SECOND, _MOST_FILES_A_SECOND = 250, 4000
"""Of a hard disk, and of a fast solid-state drive."""

_TITLES: dict[tuple[Task, Cache | None], Title] = {
    (Task.MAKE, None): Title("Make a tree of files"),
    (Task.COPY, COLD): Title("Copy the tree, cold"),
    (Task.COPY, WARM): Title("Copy the tree, warm"),
    (Task.DELETE, None): Title("Delete the copy"),
    (Task.FROM, COLD): Title("Copy a tree from another drive, cold"),
    (Task.PACK, COLD): Title("Pack the tree, cold"),
    (Task.PACK, WARM): Title("Pack the tree, warm"),
    (Task.UNPACK, COLD): Title("Unpack the archive, cold"),
    (Task.UNPACK, WARM): Title("Unpack the archive, warm"),
    (Task.INSERT, None): Title("Database: insert rows"),
    (Task.COMMITS, None): Title("Database: single commits"),
    (Task.COUNT, COLD): Title("Database: count rows, cold"),
    (Task.COUNT, WARM): Title("Database: count rows, warm"),
    (Task.INDEX, None): Title("Database: make an index"),
    (Task.COMPILE, WARM): Title("Compile a project"),
}
"""The tasks of a round in their order."""
_CACHED = {COLD: "cold", WARM: "warm"}
_READS = frozenset({Task.COUNT})
# Bytes that reach the drive for each byte of the tree, at most, journal included.
_WRITES = {Task.MAKE: 1.3, Task.COPY: 1.3, Task.FROM: 1.3, Task.PACK: 1.2, Task.UNPACK: 1.3,
           Task.DELETE: 0.1, Task.INSERT: 0.3, Task.INDEX: 0.1}  # fmt: skip
_MEAN = 18_530
"""Bytes of a file."""
_A_COMMIT = 2**16
"""Bytes that a commit writes: 18.8 MB were 300 of them on ext4."""


class Plan(Struct, frozen=True):
    """Tasks on files that take at most `size` bytes at a time: room for 10,240 files. `left_out`
    are the tasks that are not done: nothing is copied from another drive until one is named.
    """

    size: Annotated[int, sized(LEAST, 2**40, 2**20)] = 640 * 2**20
    left_out: frozenset[Task] = frozenset({Task.FROM})

    @property
    def files(self) -> int:
        """Files of the tree."""
        return self.size // ROOM

    @property
    def rows(self) -> int:
        """Rows of the database."""
        return self.files * _ROWS

    @property
    def commits(self) -> int:
        """Single commits: fewer for a small tree."""
        return max(10, min(_COMMITS, self.files // 8))

    @property
    def units(self) -> int:
        """Sources of the project."""
        return max(4, min(_UNITS, self.files // 64))

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The tasks of a round."""
        return tuple(
            self._phase(task, cache) for task, cache in _TITLES if task not in self.left_out
        )

    def _phase(self, task: Task, cache: Cache | None) -> Phase:
        """The seconds are those of a hard disk; nothing ends a task early."""
        word = _CACHED.get(cache) if cache and task is not Task.COMPILE else None
        return Phase(
            title=_TITLES[task, cache],
            direction=Direction.READ if task in _READS else Direction.WRITE,
            pattern=Pattern.TASK,
            block_size=0,
            queue_depth=1,
            warmup=0.0,
            seconds=self._seconds(task),
            limit=self._written(task),
            direct=False,
            tool=Tool.TASK,
            variant=f"{task}, {word}" if word else str(task),
            part=Part.REAL_LIFE,
            extent=self.size,
        )

    def _seconds(self, task: Task) -> float:
        if task is Task.COMMITS:
            return self.commits / 30
        if task is Task.COMPILE:
            return self.units / 2
        return max(1.0, self.files / _FILES_A_SECOND)

    def _written(self, task: Task) -> int:
        if task is Task.COMMITS:
            return self.commits * _A_COMMIT
        return int(_WRITES.get(task, 0.0) * self.files * _MEAN) or 2**20

    def cost(self, profile: Profile) -> CostBounds:
        """A fast drive needs a tenth of what a hard disk does."""
        phases = profile.phases
        fewest = len(phases) * self.files / _MOST_FILES_A_SECOND + self.units / 20
        most = sum(phase.seconds + FIO_OVERHEAD for phase in phases)
        written = sum(phase.limit or 0 for phase in phases if phase.writes)
        repeats = profile.repeats
        return CostBounds((fewest * repeats, most * repeats), written * repeats)

    def copying(self) -> Plan:
        """With the copy from another drive."""
        return structs.replace(self, left_out=self.left_out - {Task.FROM})


def without_compiler(profile: Profile) -> Profile:
    """The profile without the task that needs one."""
    plan = profile.plan
    assert isinstance(plan, Plan)
    return with_plan(profile, structs.replace(plan, left_out=plan.left_out | {Task.COMPILE}))
