# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile of a recording: what it is called, and what it keeps."""

from __future__ import annotations

from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.recorded import counted_requests, recorded_profile
from driveproof.domain.run.run import Run
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date


def profile_from(run: Run, title: str = "") -> Profile:
    """A profile of a recording's requests, called `title`. Raises UsageError where they were not
    counted, or are too few.
    """
    requests, queue = counted_requests(run)
    device = requests.device
    return recorded_profile(
        requests,
        title=title or _("As on {device}, {date}").format(device=device, date=date(run.started)),
        question=_("How fast is a drive with the load of {device}?").format(device=device),
        test=_("As recorded"),
        queue=queue,
    )


def profile_keeps() -> str:
    """What a profile from a recording keeps of it, and what it loses."""
    return _("Replays the mix of the recording without its pauses and positions.")
