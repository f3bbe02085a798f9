# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a run is made: of one drive or of several, or of two in turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

from driveproof.composition.drive_facts import endurance_at, rates_at
from driveproof.engine.run.against import AgainstSession
from driveproof.engine.run.generator import GeneratorCost
from driveproof.engine.run.known_cache import known_cache
from driveproof.engine.run.run_health import RunHealth
from driveproof.engine.run.session import Session
from driveproof.fio.program import find_fio
from driveproof.system.helper.client import Helper

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.access import Engine
    from driveproof.domain.drive.drive import Inventory
    from driveproof.domain.profile.profile import Profile
    from driveproof.engine.run.against import Turn
    from driveproof.engine.run.events import Observer
    from driveproof.engine.run.overwrite import WritePlan
    from driveproof.engine.run.persistence import Recorder
    from driveproof.engine.run.session import PrepareElsewhere


def new_session(
    app: Application,
    profile: Profile,
    path: str,
    observer: Observer,
    label: str = "",
    *,
    engine: Engine | None = None,
    inventory: Callable[[], Inventory | None] | None = None,
    overwrite: WritePlan | None = None,
    recorder: Recorder | None = None,
    fresh: bool = False,
    beside: Sequence[str] = (),
    shrinks: bool = False,
    turn: Turn | None = None,
    elsewhere: PrepareElsewhere | None = None,
    copy_from: str | None = None,
    log_target: str | None = None,
) -> Session:
    """Make a run that has not started yet; with `fresh` every test writes fresh data, `beside` are
    the further targets of a measurement of several drives, and with `shrinks` a test file that does
    not fit is made smaller. `turn` is for one of two that are measured in turn. With `elsewhere`
    other hosts measure; `copy_from` is a folder that everyday tasks copy a tree from, `log_target`
    one for the log of a database.
    """
    return Session(
        profile,
        path,
        find_fio=find_fio,
        inventory=inventory or app.inventory_or_none,
        recorder=recorder or app.history,
        registry=app.test_files,
        observer=observer,
        label=label,
        engine=engine,
        helper=Helper(),
        overwrite=overwrite,
        health=RunHealth(app.health_service),
        fresh=fresh,
        beside=beside,
        cost=GeneratorCost(app.folders.state, find_fio),
        works=app.works,
        write_cache=partial(known_cache, app.history),
        endurance=partial(endurance_at, app),
        rates=partial(rates_at, app),
        given_up=app.given_up_devices,
        shrinks=shrinks,
        copy_from=copy_from,
        log_target=log_target,
        turn=turn,
        elsewhere=elsewhere,
    )


def new_against(
    app: Application,
    profile: Profile,
    paths: tuple[str, str],
    observer: Observer,
    label: str = "",
    *,
    engine: Engine | None = None,
    fresh: bool = False,
    shrinks: bool = False,
) -> AgainstSession:
    """Make a measurement of two drives in turn that has not started yet. Raises UsageError."""

    def make(profile: Profile, path: str, observer: Observer, turn: Turn) -> Session:
        return new_session(
            app,
            profile,
            path,
            observer,
            label,
            engine=engine,
            fresh=fresh,
            shrinks=shrinks,
            turn=turn,
        )

    return AgainstSession(
        profile,
        paths,
        make,
        inventory=app.inventory_or_none,
        observer=observer,
        works=app.works,
    )
