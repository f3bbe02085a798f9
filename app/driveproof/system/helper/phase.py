# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile's phase, converted for the privileged helper."""

from __future__ import annotations

from driveproof.domain import access
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.written_data import data_for
from driveproof.helper.protocol import (
    HdparmTest,
    HelperError,
    WireData,
    WireDirection,
    WireEngine,
    WirePattern,
    WirePhase,
)


def device_phase(
    phase: Phase,
    engine: str,
    *,
    seed: int,
    direct: bool = True,
    fresh: bool = False,
) -> WirePhase:
    """Convert a phase of a profile for the helper.

    `fresh`: fresh data is written in every test. Raises UsageError for what the helper does not
    accept.
    """
    if phase.direction.upper() not in WireDirection.__members__:
        raise UsageError("Devices do not support {what}.", what=phase.direction)
    try:
        found = WirePhase(
            direction=WireDirection[phase.direction.upper()],
            pattern=WirePattern[phase.pattern.upper()],
            engine=WireEngine[engine.upper()],
            block_size=phase.block_size,
            queue_depth=phase.queue_depth,
            jobs=phase.jobs,
            read_share=phase.read_share
            if phase.direction == access.Direction.MIXED and not phase.write_depth
            else 0,
            direct=direct and phase.direct,
            milliseconds=round((phase.warmup + phase.seconds) * 1000),
            interval=round(phase.interval * 1000),
            seed=seed,
            limit=phase.limit or 0 if phase.writes else 0,
            data=WireData[data_for(phase, fresh=fresh, laid_out=False).name],
            write_depth=phase.write_depth,
        )
        found.check()
    except KeyError as error:
        raise UsageError(
            "Devices do not support {what}.",
            what=engine,
            advice=Advice("Choose a folder."),
        ) from error
    except HelperError as error:
        raise UsageError("Devices do not support {what}.", what=error.text) from error
    return found


def hdparm_test(phase: Phase) -> HdparmTest:
    """The hdparm timing of a phase."""
    return {
        Tool.HDPARM_CACHE: HdparmTest.CACHE,
        Tool.HDPARM_BUFFERED: HdparmTest.BUFFERED,
        Tool.HDPARM_DIRECT: HdparmTest.DIRECT,
    }[phase.tool]
