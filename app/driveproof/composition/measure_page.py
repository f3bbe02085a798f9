# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the Measure page needs; what makes a run is imported in the thread of the run."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from driveproof.composition.drive_facts import cache_below, rates_for
from driveproof.composition.hosts import Elsewhere, named_hosts, on_hosts
from driveproof.composition.overwriting import overwriting_services
from driveproof.composition.services import HostsServices, MeasuringServices
from driveproof.engine.run.target import look_at_folder

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.profile.profile import Profile
    from driveproof.engine.run.against import AgainstSession
    from driveproof.engine.run.events import Observer
    from driveproof.engine.run.session import Session


def measuring_services(app: Application) -> MeasuringServices:
    """What the window needs."""
    make = partial(_new_session, app)

    def on_other_hosts(
        profile: Profile, path: str, hosts: tuple[str, ...], observer: Observer, label: str
    ) -> Session:
        """Raises MachineError without ClusterShell."""
        return make(profile, path, observer, label, elsewhere=on_hosts(Elsewhere(hosts)))

    return MeasuringServices(
        new_session=make,
        new_multi_drive=lambda profile, paths, observer, label: make(
            profile, paths[0], observer, label, beside=paths[1:]
        ),
        new_against=partial(_new_against, app),
        new_copying=lambda profile, paths, observer, label: make(
            profile, paths[0], observer, label, copy_from=paths[1]
        ),
        new_logging=lambda profile, paths, observer, label: make(
            profile, paths[0], observer, label, log_target=paths[1]
        ),
        hosts=HostsServices(named_hosts, on_other_hosts),
        overwriting=overwriting_services(app, make),
        rates=partial(rates_for, app),
        write_cache=partial(cache_below, app),
        folder=look_at_folder,
    )


def _new_session(
    app: Application, profile: Profile, path: str, observer: Observer, label: str, **how: Any
) -> Session:
    from driveproof.composition.measuring import new_session  # noqa: PLC0415

    return new_session(app, profile, path, observer, label, **how)


def _new_against(
    app: Application, profile: Profile, paths: tuple[str, str], observer: Observer, label: str
) -> AgainstSession:
    from driveproof.composition.measuring import new_against  # noqa: PLC0415

    return new_against(app, profile, paths, observer, label)
