# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A diagnosis of a folder that a server answers for looks at the way to it, and at its mount."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders.evidence import NOW, SOUND, check

from driveproof.domain.check.network import network_findings
from driveproof.domain.diagnosis.diagnosis import Cause, Diagnosis, Weight, Where
from driveproof.domain.diagnosis.rules import diagnose
from driveproof.domain.drive.drive import Mount
from driveproof.domain.drive.network_folder import Interface, network_folder


def asked(options: str, way: Interface | None) -> Diagnosis:
    mount = Mount("/mnt", "nas:/srv", "nfs4", tuple(options.split(",")))
    findings = network_findings(network_folder(mount, way))
    return diagnose(replace(SOUND, stack=(), mount=None, check=check(*findings)), NOW)


@pytest.mark.parametrize(
    ("options", "speed", "expected"),
    [
        ("vers=4.2,hard", 125e6, []),
        ("vers=4.2", 12.5e6, [(Cause.LINK, Weight.EXPLAINS, Where.CONNECTION)]),
        ("vers=4.2,noac", 125e6, [(Cause.MOUNT_OPTIONS, Weight.LIKELY, Where.SETUP)]),
    ],
)
def test_causes(options: str, speed: float, expected: list[tuple[Cause, Weight, Where]]) -> None:
    """It blamed a TRIM that no network file system passes on."""
    found = asked(options, Interface("eth0", speed))
    assert [(one.cause, one.weight, one.where.code) for one in found.reasons] == expected
    assert found.evidence.check.of_share
