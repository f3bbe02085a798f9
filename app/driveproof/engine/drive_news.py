# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happened to drives since a moment, as far as the history has it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime

from driveproof.domain.drive.array import is_news
from driveproof.domain.drive.drive import BlockDevice, Inventory
from driveproof.domain.drive_news import DriveNews, news_of
from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.changes import comparable_readings
from driveproof.engine.health.service import HealthService
from driveproof.history.arrays import ArrayStates
from driveproof.history.store import History
from driveproof.history.trims import Trims


def drive_news(
    service: HealthService,
    history: History,
    devices: Iterable[BlockDevice],
    inventory: Inventory,
    since: datetime,
) -> tuple[DriveNews, ...]:
    """The news of these drives in their order, then those of arrays; () where nothing is kept."""
    found: list[DriveNews] = []
    if not history.there:
        return ()
    for device in devices:
        if service.can_be_kept(device, inventory):
            with suppress(DriveproofError):
                found += _of_drive(service, history, device, since)
    with suppress(DriveproofError):
        found += _of_arrays(history, inventory, since)
    return tuple(found)


def note_arrays(history: History, inventory: Inventory, now: datetime | None = None) -> None:
    """Keep the states of all arrays, for the next time that somebody asks for news; creates no
    history.
    """
    states = {one.identity: one.array for one in inventory.devices if one.array is not None}
    if states and history.there:
        with suppress(DriveproofError):
            ArrayStates(history).note(states, now or datetime.now(UTC))


def _of_arrays(history: History, inventory: Inventory, since: datetime) -> Iterable[DriveNews]:
    states = ArrayStates(history)
    for one in inventory.devices:
        if one.array is None:
            continue
        before = states.before(one.identity, since)
        if before is not None and is_news(before, one.array):
            yield DriveNews(device=one.name, array_before=before, array_now=one.array)


def _of_drive(
    service: HealthService, history: History, device: BlockDevice, since: datetime
) -> tuple[DriveNews, ...]:
    identity = device.identity
    kept, trims = service.kept, Trims(history).of(identity, since)
    last = kept.latest(identity)
    if last is None or last.taken < since:
        return news_of(device.name, None, None, trims)
    before = kept.latest(identity, since, lambda one: comparable_readings(one.health, last.health))
    heads = history.heads(identity=identity, limit=1)
    measured = bool(heads) and heads[0].started >= since
    health = before.health if before is not None else None
    return news_of(device.name, health, last.health, trims, measured=measured)
