# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The services of a window with some of them replaced, whichever group has them."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from driveproof.composition.services import MeasuringServices, Services

MEASURING = {field.name for field in fields(MeasuringServices)}


def with_services(services: Services, **replaced: Any) -> Services:
    """`profiles` is what reads all of them; those of measuring go by their own names."""
    measuring = {name: replaced.pop(name) for name in MEASURING & set(replaced)}
    if measuring:
        made = services.measuring()
        replaced["measuring"] = lambda: replace(made, **measuring)
    if (read := replaced.get("profiles")) is not None:
        profiles = services.profiles()
        replaced["profiles"] = lambda: replace(profiles, all=read)
    return replace(services, **replaced)
