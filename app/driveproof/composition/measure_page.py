# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Measure page needs; what makes a run is imported in the thread of the run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.composition.drive_facts import cache_below, rates_for
from driveproof.composition.hosts import SshHosts, named_hosts, on_hosts
from driveproof.composition.overwriting import new_discard, plan_overwrite
from driveproof.engine.run.overwrite import in_use
from driveproof.engine.run.target import FolderFacts, look_at_folder
from driveproof.wording.say import say_text

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.drive.speed_class import SpeedClass
    from driveproof.domain.profile.estimate import Rates
    from driveproof.domain.profile.profile import Profile
    from driveproof.engine.run.against import AgainstSession
    from driveproof.engine.run.context import PrepareElsewhere, RunOptions
    from driveproof.engine.run.events import Observer
    from driveproof.engine.run.overwrite import DiscardSession, WritePlan
    from driveproof.engine.run.session import Session


class MeasuringService:
    """Makes runs, and knows what a person sees before one. All but `device_users` belong in a
    thread; all raise DriveproofError.
    """

    def __init__(self, app: Application) -> None:
        self._app = app

    def new_session(
        self, profile: Profile, path: str, observer: Observer, options: RunOptions
    ) -> Session:
        """Make a run; its `run()` starts it."""
        from driveproof.composition.measuring import new_session  # noqa: PLC0415

        return new_session(self._app, profile, path, observer, options)

    def new_against(
        self, profile: Profile, paths: tuple[str, str], observer: Observer, options: RunOptions
    ) -> AgainstSession:
        """Make a measurement of two drives in turn."""
        from driveproof.composition.measuring import new_against  # noqa: PLC0415

        return new_against(self._app, profile, paths, observer, options)

    def rates(self, device: BlockDevice, inventory: Inventory) -> tuple[Rates | None, SpeedClass]:
        """How fast a drive probably writes, and its class; reads the history."""
        return rates_for(self._app, device, inventory)

    def write_cache(self, device: BlockDevice, inventory: Inventory) -> float | None:
        """The bytes of its write cache, None where it is not known; reads the history."""
        return cache_below(self._app, device, inventory)

    def folder(self, path: str) -> FolderFacts:
        """Whether a folder can be measured in."""
        return look_at_folder(path)

    def named_hosts(self, text: str) -> tuple[str, ...]:
        """The hosts of a node set."""
        return named_hosts(text)

    def on_hosts(self, hosts: tuple[str, ...]) -> PrepareElsewhere:
        """What prepares a run on other hosts."""
        return on_hosts(SshHosts(hosts))

    def device_users(self, device: BlockDevice, inventory: Inventory) -> str:
        """What uses a device, "" for nothing; programs are not looked for."""
        found = in_use(device, inventory, programs=False)
        return "" if found is None else say_text(found.say)

    def plan_overwrite(self, profile: Profile, path: str, inventory: Inventory) -> WritePlan:
        """What overwriting a device would do; the drive itself is not asked."""
        return plan_overwrite(self._app, profile, path, inventory=inventory, patient=False)

    def discard(self, plan: WritePlan, length: int) -> DiscardSession:
        """Make the TRIM of what a run has overwritten."""
        return new_discard(self._app, plan, length)
