# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is filled: a device that may be overwritten, or what is free in a folder."""

from __future__ import annotations

from contextlib import AbstractContextManager

from driveproof.domain.profile.profile import Profile
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.by_fio import for_folder, measured_by_fio, placed
from driveproof.engine.run.means import Means
from driveproof.methods.capacity.in_folder import in_folder
from driveproof.methods.capacity.on_device import on_device
from driveproof.system.kernel.devices import is_device


def bench(profile: Profile, means: Means) -> AbstractContextManager[Bench]:
    """The device or the files. Raises UsageError for a device that is only read."""
    if means.options.overwrite is not None:
        return on_device(means.options.overwrite, means)
    if is_device(means.path):
        return measured_by_fio(profile, means)
    for_folder(profile, means)
    return in_folder(*placed(profile, means), means)
