# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The tests of whole drives: planned, begun, continued and given up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.composition.drive_facts import endurance_of, rates_for
from driveproof.composition.measuring import context_of, new_session
from driveproof.composition.overwriting import plan_overwrite
from driveproof.composition.profiles import profiles_of
from driveproof.domain.drive_test.drive_test import Way
from driveproof.engine.drive_test.create import (
    DriveTestRequest,
    KnownOfDrive,
    PlannedDriveTest,
    drive_of,
    new_drive_test,
)
from driveproof.engine.drive_test.runner import (
    DriveTestParts,
    DriveTestRunner,
    Observer,
    must_confirm,
)
from driveproof.engine.experiment.lock import locked
from driveproof.history.drive_tests import DriveTests
from driveproof.system.helper.availability import helper_missing

if TYPE_CHECKING:
    from pathlib import Path

    from driveproof.composition.application import Application
    from driveproof.domain.drive_test.drive_test import DriveTest
    from driveproof.engine.run.overwrite import WritePlan


class DriveTestService:
    """The stored tests and what continues them; call it in a thread. All raise DriveproofError."""

    def __init__(self, app: Application) -> None:
        self._app = app
        self._stored = DriveTests(app.history)

    @property
    def _locks(self) -> Path:
        return self._app.folders.state / "drive-tests"

    def all(self) -> tuple[DriveTest, ...]:
        """The stored tests, newest first."""
        return self._stored.all()

    def find(self, word: str) -> DriveTest:
        """One of them, by its id, the beginning of it, or `latest`."""
        return self._stored.find(word)

    def open(self) -> tuple[DriveTest, ...]:
        """Those that go on, oldest first."""
        return self._stored.open()

    def plan(self, request: DriveTestRequest) -> PlannedDriveTest:
        """What a test would do and cost; nothing is done or kept."""
        planned = new_drive_test(
            request, self._app.inventory_or_none(), self._overwriting, self._known
        )
        if planned.test.way is not Way.FOLDER and (without := helper_missing()) is not None:
            raise without
        return planned

    def begin(self, planned: PlannedDriveTest) -> DriveTest:
        """Keep it: from now on it can be continued."""
        self._stored.save(planned.test)
        return planned.test

    def cancel(self, test_id: str) -> DriveTest:
        """Give one up that nothing is working on."""
        with locked(self._locks, test_id):
            test = self._stored.load(test_id).cancelled()
            self._stored.save(test)
        return test

    def must_confirm(self, test: DriveTest) -> WritePlan | None:
        """What a person has to confirm again before the test overwrites the device further: it has
        got a file system or partitions since, or nothing tells it from another.
        """
        if not test.writes_next:
            return None
        plan = self._overwriting(test.target.path)
        return plan if test.done and must_confirm(test, plan) else None

    def going(
        self, test_id: str, observer: Observer, *, confirmed: bool = False
    ) -> DriveTestRunner:
        """Make what goes on with a test, which has not started yet; `confirmed`: a person has just
        said that the device may be overwritten.
        """
        app = self._app
        parts = DriveTestParts(
            history=app.history,
            inventory=app.inventory_or_none,
            health=app.health_service,
            overwriting=self._overwriting,
            context=context_of(app),
            session=lambda profile, path, heard, options: new_session(
                app, profile, path, heard, options
            ),
            profile=profiles_of(app).find,
            locks=self._locks,
        )
        return DriveTestRunner(test_id, parts, observer, confirmed=confirmed)

    def _overwriting(self, path: str) -> WritePlan:
        return plan_overwrite(self._app, profiles_of(self._app).find("capacity"), path)

    def _known(self, path: str) -> KnownOfDrive:
        inventory = self._app.inventory_or_none()
        drive = drive_of(path, inventory)
        if drive is None or inventory is None:
            return KnownOfDrive()
        rates, _speed = rates_for(self._app, drive, inventory)
        health = self._app.health_service
        return KnownOfDrive(
            rates,
            endurance_of(self._app, drive, inventory, ask=True),
            health.look(drive, inventory).test_seconds,
        )
