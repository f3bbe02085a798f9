# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the window needs of comparisons with an action between, made by the composition root."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from driveproof.domain.experiment.experiment import Plan
    from driveproof.domain.trim.job import Preview, Progress
    from driveproof.engine.experiment.create import Wish
    from driveproof.engine.experiment.judge import Judged
    from driveproof.engine.run.events import Observer


class PlanLike(Protocol):
    """A plan that is about to go on."""

    def advance(self, elsewhere: str = "", *, no_more_baselines: bool = False) -> Plan:
        """Do the next step, in the caller's thread; may ask for a password. Whoever calls it has
        asked before: a step that cannot be undone is taken without another question. Raises
        DriveproofError; what was done until then is kept.
        """

    def cancel(self) -> None:
        """Ask it to stop, from any thread; the session stays open."""


@dataclass(frozen=True)
class PlanServices:
    """All of it in a thread. `all()` are the kept plans, the newest first; `find(id)` is one;
    `begin(wish)` looks at the target and keeps a new one; `cancel(id)` gives one up;
    `judged(plan)` compares what was measured; `session(id, observer, on_trim, tell, confirmed)`
    goes on with one: `tell` gets a line where something was found out on the way, and nothing is
    trimmed but what was `confirmed`, which is None for every other step. All raise
    DriveproofError.
    """

    all: Callable[[], tuple[Plan, ...]]
    find: Callable[[str], Plan]
    begin: Callable[[Wish], Plan]
    cancel: Callable[[str], Plan]
    judged: Callable[[Plan], Judged]
    session: Callable[
        [str, Observer, Callable[[Progress], None], Callable[[str], None], Preview | None], PlanLike
    ]
