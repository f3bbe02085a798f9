# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Measure page needs; what makes a run is imported in the thread of the run."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from driveproof.composition.drive_facts import cache_below, rates_for
from driveproof.composition.hosts import Elsewhere, named_hosts, on_hosts
from driveproof.composition.overwriting import overwriting_services
from driveproof.composition.services import HostsServices, MeasuringServices
from driveproof.engine.run.context import RunOptions
from driveproof.engine.run.target import look_at_folder

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.profile.profile import Profile
    from driveproof.engine.run.against import AgainstSession
    from driveproof.engine.run.events import Observer
    from driveproof.engine.run.session import Session


def measuring_services(app: Application) -> MeasuringServices:
    """What the window needs."""

    def on_other_hosts(
        profile: Profile, path: str, hosts: tuple[str, ...], observer: Observer, label: str
    ) -> Session:
        """Raises MachineError without ClusterShell."""
        options = RunOptions(label=label, elsewhere=on_hosts(Elsewhere(hosts)))
        return _new_session(app, profile, path, observer, options)

    return MeasuringServices(
        new_session=lambda profile, path, observer, label: _new_session(
            app, profile, path, observer, RunOptions(label=label)
        ),
        new_on_several=lambda profile, paths, observer, label: _new_session(
            app, profile, paths[0], observer, RunOptions(label=label, beside=tuple(paths[1:]))
        ),
        new_against=partial(_new_against, app),
        hosts=HostsServices(named_hosts, on_other_hosts),
        overwriting=overwriting_services(app, partial(_new_session, app)),
        rates=partial(rates_for, app),
        write_cache=partial(cache_below, app),
        folder=look_at_folder,
    )


def _new_session(
    app: Application, profile: Profile, path: str, observer: Observer, options: RunOptions
) -> Session:
    from driveproof.composition.measuring import new_session  # noqa: PLC0415

    return new_session(app, profile, path, observer, options)


def _new_against(
    app: Application, profile: Profile, paths: tuple[str, str], observer: Observer, label: str
) -> AgainstSession:
    from driveproof.composition.measuring import new_against  # noqa: PLC0415

    return new_against(app, profile, paths, observer, RunOptions(label=label))
