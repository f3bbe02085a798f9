# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The parts of a diagnosis, made from the services of the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from driveproof.domain.diagnosis.diagnosis import Floor, Machine
from driveproof.engine.diagnosis.session import Checking, DiagnosisParts
from driveproof.engine.diagnosis.users import load_of
from driveproof.system.kernel.cipher import cipher_rate
from driveproof.system.kernel.effort import recent_pressure
from driveproof.system.kernel.kernel_log import names_in_log, since_start
from driveproof.system.kernel.link_state import port_speeds
from driveproof.system.kernel.machine import environment
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.block_readback import count_extents

if TYPE_CHECKING:
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.expected import Expectation
    from driveproof.domain.run.run import Run
    from driveproof.engine.ongoing import Works


def diagnosis_parts(
    *,
    inventory: Callable[[], Inventory | None],
    check: Callable[[Inventory | None], Checking],
    expected: Callable[[Run], tuple[Expectation, ...]],
    works: Works,
    floor: Callable[[BlockDevice], Floor | None],
    pause: Callable[[float], object],
) -> DiagnosisParts:
    """The parts of a diagnosis; `check` makes the check that it includes, and `pause` waits between
    two readings of the kernel's counters.
    """
    return DiagnosisParts(
        inventory=inventory,
        check=check,
        load=lambda names: load_of(names, Sysfs(), pause),
        floor=floor,
        works=lambda name: tuple(one for one in works.others() if one.disturbs(frozenset({name}))),
        machine=_machine,
        cipher=cipher_rate,
        log=since_start,
        names=names_in_log,
        speeds=lambda name: port_speeds(name, Sysfs()),
        extents=count_extents,
        expected=expected,
    )


def _machine() -> Machine:
    found = environment()
    return Machine(
        power_source=found.power_source,
        power_profile=found.power_profile,
        memory_pressure=recent_pressure("memory"),
        processor_pressure=recent_pressure("cpu"),
    )
