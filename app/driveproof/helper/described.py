# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a prompt calls a device: its path, and what the kernel says of it: name, model and size.

Nothing is opened but files in /sys that wait for no device. The words are the drive's own, and of
whoever maps a device: of these only few and plain characters are left, so that they can say nothing
to the person at the prompt but a name.
"""

from __future__ import annotations

import os
import re

from driveproof.helper.identity import number_in, place_of, slaves_of
from driveproof.helper.protocol import Claim

MOST = 40  # characters of a name: NVMe has the longest models
_STRANGE = re.compile(r"[^A-Za-z0-9._+-]+")
_SECTOR = 512
_UNITS = ((10**12, "TB"), (10**9, "GB"), (10**6, "MB"), (10**3, "kB"))
_DEPTH = 16


def described(claim: Claim, sysfs: str = "/sys") -> str:
    """The device of a claim, which was compared with it before, for the person at the prompt."""
    place = os.path.realpath(place_of(claim.number, sysfs))
    found = (_plain(f"{place}/dm/name"), _model(place), _size(place))
    told = ", ".join(each for each in found if each)
    return f"{claim.path} ({told})" if told else claim.path


def _model(place: str) -> str:
    """The model of the one drive that a device is on, "" where there are several, or none."""
    for _level in range(_DEPTH):
        if os.access(f"{place}/partition", os.F_OK):
            place = os.path.dirname(place)
        below = slaves_of(place)
        if len(below) != 1:
            break
        place = below[0]
    else:
        return ""
    if below:
        return ""
    vendor, model = (_plain(f"{place}/device/{name}") for name in ("vendor", "model"))
    if vendor == "ATA" or vendor.startswith("0x"):  # no manufacturer: the kernel's layer
        vendor = ""
    name = model or _plain(f"{place}/device/name")  # of a card
    return f"{vendor} {name}".strip()[:MOST] if name else ""


def _size(place: str) -> str:
    try:
        size = number_in(f"{place}/size") * _SECTOR
    except (OSError, ValueError):
        return ""
    for factor, unit in _UNITS:
        if size >= factor:
            number = size / factor
            return f"{number:.0f} {unit}" if number >= 99.95 else f"{number:.1f} {unit}"
    return f"{size} B"


def _plain(path: str) -> str:
    """The words in a file of /sys, "" where there is none."""
    try:
        with open(path, "rb", buffering=0) as file:
            text = file.read(256).decode("ascii", "replace")
    except OSError:
        return ""
    return _STRANGE.sub(" ", text).strip()[:MOST].strip()
