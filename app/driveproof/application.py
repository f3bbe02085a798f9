# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The composition root: makes the services once and hands them to the two faces."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from driveproof.domain.errors import MachineError

if TYPE_CHECKING:
    from driveproof.domain.drive import Inventory
    from driveproof.domain.profile import Profile
    from driveproof.history.store import History
    from driveproof.session.engine import Session
    from driveproof.session.events import Observer
    from driveproof.session.profiles import Profiles
    from driveproof.ui.services import Services

NAME = "driveproof"


class Application:
    """Where things are, and how the parts are made from each other; nothing heavy until asked."""

    def __init__(self, environment: dict[str, str] | None = None) -> None:
        self._environment = dict(os.environ if environment is None else environment)

    def _folder(self, variable: str, fallback: str) -> Path:
        """A folder of the XDG base directory specification: absolute, or the fallback."""
        value = self._environment.get(variable, "")
        home = Path(self._environment.get("HOME") or Path("~").expanduser())
        return (Path(value) if value.startswith("/") else home / fallback) / NAME

    @property
    def config_folder(self) -> Path:
        """People's own profiles and the window's settings."""
        return self._folder("XDG_CONFIG_HOME", ".config")

    @property
    def state_folder(self) -> Path:
        """What is to be cleaned up at the next start."""
        return self._folder("XDG_STATE_HOME", ".local/state")

    @property
    def history_path(self) -> Path:
        """The file of results."""
        return self._folder("XDG_DATA_HOME", ".local/share") / "history.sqlite"

    @cached_property
    def history(self) -> History:
        """The kept results, opened at first use."""
        from driveproof.history.store import History

        return History(self.history_path)

    @cached_property
    def profiles(self) -> Profiles:
        """The guided profiles."""
        from driveproof.session.profiles import Profiles

        return Profiles(self.config_folder / "profiles")

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
    ) -> Session:
        """A run that is about to start."""
        from driveproof.fio.program import find_fio
        from driveproof.session.engine import Session
        from driveproof.session.testfile import Ledger

        return Session(
            profile,
            path,
            find_fio=find_fio,
            inventory=inventory or self.inventory_or_none,
            keeper=self.history,
            ledger=Ledger(self.state_folder / "testfiles"),
            observer=observer,
            label=label,
            engine=engine,
        )

    def sweep(self) -> None:
        """Remove what a kill left behind, in whatever folder: cheap when there is nothing."""
        folder = self.state_folder / "testfiles"
        if folder.is_dir():
            from driveproof.session.testfile import Ledger

            Ledger(folder).sweep()

    def services(self) -> Services:
        """What the window needs."""
        from driveproof.system.watcher import DiskWatcher
        from driveproof.ui.services import Services

        return Services(
            watcher_factory=DiskWatcher,
            open_history=lambda: self.history,
            profiles=lambda: self.profiles.all(),  # noqa: PLW0108 - read at the first use, not now
            new_session=self.new_session,
            settings_path=self.config_folder / "window.ini",
            versions=versions,
        )


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
