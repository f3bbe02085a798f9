# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a diagnosis is made: why a drive seems slow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.composition.check import new_check
from driveproof.domain.diagnosis.diagnosis import Machine
from driveproof.engine.diagnosis.evidence import load_of, newest_breakdown
from driveproof.engine.diagnosis.session import DiagnosisParts, DiagnosisSession
from driveproof.engine.run.expected_speed import expected_of
from driveproof.system.kernel.cipher import cipher_rate
from driveproof.system.kernel.effort import recent_pressure
from driveproof.system.kernel.kernel_log import names_in_log, since_start
from driveproof.system.kernel.link_state import port_speeds
from driveproof.system.kernel.machine import machine_facts
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.trim.block_readback import count_extents

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.drive.drive import Inventory
    from driveproof.domain.ongoing import Ongoing
    from driveproof.engine.check.session import CheckObserver


def new_diagnosis(
    app: Application,
    target: str,
    observer: CheckObserver,
    *,
    inventory: Inventory | None = None,
    measure: bool = True,
    file: str = "",
) -> DiagnosisSession:
    """Make a diagnosis of a drive that has not started yet; its check is not kept."""

    def others(name: str) -> tuple[Ongoing, ...]:
        return tuple(one for one in app.works.others() if one.disturbs(frozenset({name})))

    parts = DiagnosisParts(
        inventory=lambda: inventory or app.inventory_or_none(),
        check=lambda known: new_check(
            app, target, observer, inventory=known, measure=measure, kept=False
        ),
        load=lambda names: load_of(names, Sysfs(), app.pause),
        breakdown=lambda drive: newest_breakdown(app.history, drive.identity),
        works=others,
        machine=_machine,
        cipher=cipher_rate,
        log=since_start,
        names=names_in_log,
        speeds=lambda name: port_speeds(name, Sysfs()),
        extents=count_extents,
        expected=lambda run: expected_of(run, app.history),
    )
    return DiagnosisSession(target, parts, file=file)


def _machine() -> Machine:
    found = machine_facts()
    return Machine(
        power_source=found.power_source,
        power_profile=found.power_profile,
        memory_pressure=recent_pressure("memory"),
        cpu_pressure=recent_pressure("cpu"),
    )
