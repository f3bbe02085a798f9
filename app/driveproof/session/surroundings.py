# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The state of the machine around a run, and the sentences that belong beside its numbers."""

from __future__ import annotations

import driveproof
from driveproof.domain.run import BUFFERED, MEMORY, Environment
from driveproof.session.place import Place
from driveproof.session.site import Site
from driveproof.session.watch import Watch
from driveproof.system import machine


def environment(site: Site, watch: Watch) -> Environment:
    """What is kept with a run about the machine, before it begins."""
    found = machine.environment()
    return Environment(
        kernel=found.kernel,
        fio=site.fio,
        driveproof=driveproof.__version__,
        cpu=found.cpu,
        cpus=found.cpus,
        memory=found.memory,
        scheduler=site.scheduler,
        power_source=found.power_source,
        power_profile=found.power_profile,
        governor=found.governor,
        temperature_before=watch.temperature,
        fill=site.fill,
        io_path=site.io_path,
        test_file_size=site.test_file_size,
    )


def notes(place: Place, io_path: str) -> tuple[str, ...]:
    """Sentences about what the numbers do not mean."""
    found = [*place.traits.notes, *place.notes]
    if io_path == MEMORY and not found:
        found.append("This is memory, not a drive.")
    if io_path == BUFFERED and place.journals_data:
        found.append(
            f"{place.mount.filesystem} with data=journal takes O_DIRECT but uses the page cache all"
            " the same: these numbers are not those of the drive."
        )
    elif io_path == BUFFERED:
        found.append(
            f"{place.mount.filesystem} refuses direct I/O (O_DIRECT): the page cache took part, so"
            " these numbers are not those of the drive and are not compared with direct ones."
        )
    return tuple(found)
