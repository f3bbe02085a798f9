# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a run is made: of one drive or of several, or of two in turn."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from driveproof.composition.drive_facts import DriveFacts
from driveproof.engine.run.context import Context, RunOptions
from driveproof.engine.run.generator import GeneratorCost
from driveproof.engine.run.session import Session
from driveproof.fio.program import find_fio

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.profile.profile import Profile
    from driveproof.engine.run.against import AgainstSession, Turn
    from driveproof.engine.run.events import Observer
    from driveproof.engine.run.persistence import Recorder


def new_session(
    app: Application,
    profile: Profile,
    path: str,
    observer: Observer,
    options: RunOptions | None = None,
    *,
    recorder: Recorder | None = None,
) -> Session:
    """Make a run that has not started yet; `recorder` keeps it in place of the history."""
    context = context_of(app)
    if recorder is not None:
        context = replace(context, recorder=recorder)
    return Session(profile, path, context, observer, options)


def context_of(app: Application) -> Context:
    """The services that a run works with."""
    return Context(
        inventory=app.inventory_or_none,
        recorder=app.history,
        registry=app.test_files,
        health=app.health_service,
        works=app.works,
        known=DriveFacts(app),
        cost=GeneratorCost(app.folders.state, find_fio),
        given_up=app.given_up_devices,
    )


def new_against(
    app: Application,
    profile: Profile,
    paths: tuple[str, str],
    observer: Observer,
    options: RunOptions,
) -> AgainstSession:
    """Make a measurement of two drives in turn that has not started yet. Raises UsageError."""

    from driveproof.engine.run.against import AgainstSession  # noqa: PLC0415 - two drives

    def make(profile: Profile, path: str, observer: Observer, turn: Turn) -> Session:
        return new_session(app, profile, path, observer, replace(options, turn=turn))

    return AgainstSession(
        profile,
        paths,
        make,
        inventory=app.inventory_or_none,
        observer=observer,
        works=app.works,
    )
