# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The composition root: makes the services once and hands them to the two faces."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from driveproof.domain.errors import MachineError

if TYPE_CHECKING:
    from driveproof.domain.drive import BlockDevice, Inventory
    from driveproof.domain.errors import DriveproofError
    from driveproof.domain.profile import Profile
    from driveproof.domain.run import Run
    from driveproof.history.store import History
    from driveproof.session.engine import Session
    from driveproof.session.events import Observer
    from driveproof.session.profiles import Profiles
    from driveproof.session.write_plan import WritePlan
    from driveproof.system.watcher import DiskWatcher
    from driveproof.ui.services import Services

NAME = "driveproof"


@dataclass(frozen=True, slots=True)
class Folders:
    """Where the program keeps things."""

    config: Path
    """People's own profiles and the window's settings."""
    data: Path
    """The results."""
    state: Path
    """What is to be cleaned up at the next start."""

    @classmethod
    def of_the_person(cls) -> Folders:
        """As the XDG base directory specification says."""
        import platformdirs

        return cls(
            platformdirs.user_config_path(NAME),
            platformdirs.user_data_path(NAME),
            platformdirs.user_state_path(NAME),
        )

    @classmethod
    def below(cls, place: Path) -> Folders:
        """All of them in one place."""
        return cls(place / "config", place / "data", place / "state")


class Application:
    """How the parts are made from each other; nothing heavy until asked."""

    def __init__(self, folders: Folders | None = None) -> None:
        self.folders = folders or Folders.of_the_person()

    @cached_property
    def history(self) -> History:
        """The kept results, opened at first use."""
        from driveproof.history.store import History

        return History(self.folders.data / "history.sqlite")

    @cached_property
    def profiles(self) -> Profiles:
        """The guided profiles."""
        from driveproof.session.profiles import Profiles

        return Profiles(self.folders.config / "profiles")

    def inventory(self) -> Inventory:
        """Every block device now. Raises MachineError without UDisks2."""
        from driveproof.system.udisks import read_inventory

        return read_inventory()

    def inventory_or_none(self) -> Inventory | None:
        """Every block device, None where nobody tells: a folder is measured all the same."""
        try:
            return self.inventory()
        except MachineError:
            return None

    def new_session(
        self,
        profile: Profile,
        path: str,
        observer: Observer,
        label: str = "",
        *,
        engine: str | None = None,
        inventory: Callable[[], Inventory | None] | None = None,
        overwrite: WritePlan | None = None,
    ) -> Session:
        """A run that is about to start."""
        from driveproof.fio.program import find_fio
        from driveproof.session.engine import Session
        from driveproof.session.testfile import Ledger
        from driveproof.system.helper_client import Helper

        return Session(
            profile,
            path,
            find_fio=find_fio,
            inventory=inventory or self.inventory_or_none,
            keeper=self.history,
            ledger=Ledger(self.folders.state / "testfiles"),
            observer=observer,
            label=label,
            engine=engine,
            helper=Helper(),
            overwrite=overwrite,
        )

    def import_files(self, paths: Sequence[str], label: str = "") -> tuple[Run, ...]:
        """Keep the results of other programs as runs, all or none. Raises DriveproofError."""
        from driveproof.session.importing import import_files

        return import_files(self.history, paths, label)

    def plan_overwrite(
        self,
        profile: Profile,
        path: str,
        *,
        length: int | None = None,
        inventory: Inventory | None = None,
    ) -> WritePlan:
        """What overwriting a device would do. Raises DriveproofError when it must not be."""
        from driveproof.session.write_plan import plan_overwrite

        known = inventory or self.inventory_or_none()
        return plan_overwrite(path, profile, known, length=length)

    def discard(self, plan: WritePlan, length: int) -> int:
        """TRIM what a run has overwritten; the bytes. Raises DriveproofError."""
        from driveproof.session.overwrite import discard
        from driveproof.system.helper_client import Helper

        return discard(Helper(), plan, length)

    def sweep(self) -> None:
        """Remove what a kill left behind, in whatever folder: cheap when there is nothing."""
        folder = self.folders.state / "testfiles"
        if os.path.isdir(folder):  # noqa: PTH112 - a home that may not be entered is no fault here
            from driveproof.session.testfile import Ledger

            Ledger(folder).sweep()

    def services(self) -> Services:
        """What the window needs."""
        from driveproof.ui.services import Overwriting, Services

        return Services(
            watcher_factory=_watcher,
            open_history=lambda: self.history,
            profiles=lambda: self.profiles.all(),  # noqa: PLW0108 - read at the first use, not now
            new_session=self.new_session,
            settings_path=self.folders.config / "window.ini",
            import_files=self.import_files,
            versions=versions,
            helper_missing=_helper_missing,
            overwriting=Overwriting(
                users=_users,
                plan=lambda profile, path, inventory: self.plan_overwrite(
                    profile, path, inventory=inventory
                ),
                session=lambda plan, observer, label: self.new_session(
                    plan.profile, plan.path, observer, label, overwrite=plan
                ),
                still_there=lambda plan: plan.still_there(),
                discard=self.discard,
            ),
        )


def _helper_missing() -> DriveproofError | None:
    from driveproof.system.helper_state import missing

    return missing()


def _users(device: BlockDevice, inventory: Inventory) -> str:
    from driveproof.session.write_plan import in_use

    return in_use(device, inventory)


def _watcher(
    on_change: Callable[[Inventory], None], on_missing: Callable[[MachineError], None]
) -> DiskWatcher:
    from driveproof.system.watcher import DiskWatcher

    return DiskWatcher(on_change, on_missing)


def versions() -> tuple[tuple[str, str], ...]:
    """What the program is built from, for people who report a problem."""
    import platform

    import driveproof
    from driveproof.domain.errors import DriveproofError
    from driveproof.fio.program import find_fio

    try:
        fio = find_fio().number
    except DriveproofError:
        fio = "not installed"
    return (
        ("Driveproof", driveproof.__version__),
        ("fio", fio),
        ("Python", platform.python_version()),
        ("Kernel", platform.release()),
    )
