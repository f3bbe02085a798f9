# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines of a drive's logs that more than one source tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from driveproof.domain.health.report import Figure

_MOST_SENSORS = 8  # NVM Express Base Specification 2.0, figure 207: eight temperature sensors


def sensors(told: Any, read: Callable[[Any, str], float | None]) -> Iterator[Figure]:
    """The sensors of an NVMe drive; one that is not there tells nothing."""
    if not isinstance(told, list | tuple):
        return
    for number, value in enumerate(told[:_MOST_SENSORS], 1):
        celsius = read(value, f"the temperature of sensor {number}")
        if celsius is not None:
            yield Figure(
                key=f"temperature_sensor_{number}",
                title=f"Temperature sensor {number}",
                value=celsius,
                unit="celsius",
            )
