# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The services of a window with some of them replaced, whichever subject has them."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import Any

from driveproof.composition.measure_page import MeasuringService
from driveproof.composition.services import Services
from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.profiles import Profiles

MEASURING = vars(MeasuringService).keys()


class Given(Profiles):
    """The profiles that a test gives."""

    def __init__(self, given: Callable[[], tuple[Profile, ...]]) -> None:
        super().__init__()
        self._given = given

    def all(self) -> tuple[Profile, ...]:
        return self._given()


def with_services(services: Services, **replaced: Any) -> Services:
    """`profiles` is what reads all of them; those of measuring go by their own names."""
    measuring = {name: replaced.pop(name) for name in MEASURING & set(replaced)}
    made = copy(services)
    if measuring:
        replaced["measuring"] = copy(services.measuring)
        vars(replaced["measuring"]).update(measuring)
    if (read := replaced.get("profiles")) is not None:
        replaced["profiles"] = Given(read)
    vars(made).update(replaced)
    return made
