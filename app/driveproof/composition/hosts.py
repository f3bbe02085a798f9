# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several hosts, where ClusterShell is there to reach them: it is optional."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from driveproof.domain.errors import MachineError
from driveproof.system.desktop.packages import library_advice

if TYPE_CHECKING:
    from types import ModuleType

    from driveproof.domain.access import Engine
    from driveproof.domain.profile.profile import Profile
    from driveproof.engine.run.bench import Bench
    from driveproof.engine.run.context import PrepareElsewhere

PROGRAM = "driveproof"
REMOTE = "remote"
"""The subcommand that answers on the other end."""


@dataclass(frozen=True, slots=True)
class SshHosts:
    """The hosts that measure, how ssh gets to them, and what Driveproof is called there."""

    hosts: tuple[str, ...]
    program: str = PROGRAM
    ssh_options: str = ""


def named_hosts(text: str) -> tuple[str, ...]:
    """The hosts of a node set. Raises UsageError, and MachineError without ClusterShell."""
    found: tuple[str, ...] = _cluster().hosts_of(text)
    return found


def on_hosts(
    chosen: SshHosts, engine: Engine | None = None, *, sized: bool = False
) -> PrepareElsewhere:
    """What prepares them; `sized`: the person has chosen the size of the test files. Raises
    MachineError without ClusterShell, and UsageError for options of ssh that cannot be read.
    """
    from driveproof.engine.hosts.prepare import prepare_hosts  # noqa: PLC0415 - numpy

    cluster = _cluster()
    cluster.check_options(chosen.ssh_options)

    def prepare(
        profile: Profile, path: str, cancelled: Callable[[], bool]
    ) -> AbstractContextManager[Bench]:
        link = cluster.Cluster((chosen.program, REMOTE), chosen.ssh_options)
        return prepare_hosts(
            profile, path, cancelled, hosts=chosen.hosts, link=link, engine=engine, sized=sized
        )

    return prepare


def _cluster() -> ModuleType:
    try:
        from driveproof.system.hosts import cluster  # noqa: PLC0415 - optional
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith(("ClusterShell", "yaml")):
            raise
        raise MachineError(
            "{program} is not installed.",
            advice=library_advice("ClusterShell", "python3-clustershell"),
            program="ClusterShell",
        ) from error
    return cluster
