# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the window needs from the rest of the program, made by the composition root."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from driveproof.domain.drive import BlockDevice, Inventory
    from driveproof.domain.errors import DriveproofError, MachineError
    from driveproof.domain.profile import Profile
    from driveproof.domain.run import Run
    from driveproof.history.store import History
    from driveproof.session.events import Observer
    from driveproof.session.write_plan import WritePlan


class Watcher(Protocol):
    """Tells of every change of the block devices, from a thread of its own."""

    def start(self) -> None:
        """Begin; the first inventory follows as soon as it is read."""

    def refresh(self) -> None:
        """Read everything again soon; returns at once."""

    def stop(self) -> None:
        """End, and return when the thread has ended."""


class SessionLike(Protocol):
    """One run of a profile."""

    def run(self) -> Run:
        """Measure, in the caller's thread; the observer is called from there."""

    def cancel(self) -> None:
        """Ask it to stop, from any thread."""


WatcherFactory = Callable[
    [Callable[["Inventory"], None], Callable[["MachineError"], None]],
    Watcher,
]
SessionFactory = Callable[["Profile", str, "Observer", str], SessionLike]


@dataclass(frozen=True)
class Overwriting:
    """What overwriting a device takes, each a callable.

    `users(device, inventory)` says who uses it, "" for nobody; `plan(profile, path, inventory)`
    looks at it and raises DriveproofError when it must not be; `session(plan, observer, label)`
    makes the run; `still_there(plan)` says whether it is the same device; `discard(plan, length)`
    trims what was written, in a thread: it may ask for a password.
    """

    users: Callable[[BlockDevice, Inventory], str]
    plan: Callable[[Profile, str, Inventory], WritePlan]
    session: Callable[[WritePlan, Observer, str], SessionLike]
    still_there: Callable[[WritePlan], bool]
    discard: Callable[[WritePlan, int], int]


@dataclass(frozen=True)
class Services:
    """Everything by constructor; what is heavy to import is a callable, called when needed.

    `watcher_factory(on_change, on_missing)` makes the watcher; `open_history()` opens the file of
    results; `profiles()` reads them; `new_session(profile, path, observer, label)` makes a run
    that is started by its `run()`; `versions()` names what the program is built from, for people
    who report a problem; `helper_missing()` says what stands in the way of the privileged helper:
    it may take its time, and is called in a thread. `overwriting` is None where nothing may be.
    """

    watcher_factory: WatcherFactory
    open_history: Callable[[], History]
    profiles: Callable[[], tuple[Profile, ...]]
    new_session: SessionFactory
    settings_path: Path
    versions: Callable[[], tuple[tuple[str, str], ...]] = tuple
    helper_missing: Callable[[], DriveproofError | None] = lambda: None
    overwriting: Overwriting | None = None

    @cached_property
    def history(self) -> History:
        """The kept results, opened at the first use: the list of drives does not wait for it."""
        return self.open_history()
