# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of the manufacturer's figures that a person entered."""

from __future__ import annotations

from driveproof.domain.drive.datasheet import Datasheet
from driveproof.domain.metric import MetricName
from driveproof.wording.catalogue import _
from driveproof.wording.figures import write_metric
from driveproof.wording.units import format_size


def datasheet_names() -> dict[str, str]:
    """The names of the figures, by the field of `Datasheet`."""
    return {
        "read": _("Sequential read"),
        "write": _("Sequential write"),
        "random_read": _("Random read, 4 KiB"),
        "random_write": _("Random write, 4 KiB"),
        "endurance": _("Endurance (TBW)"),
    }


def datasheet_rows(datasheet: Datasheet, *, binary: bool = False) -> list[tuple[str, str]]:
    """Name and value of each figure that was entered."""
    metrics = {"read": MetricName.BANDWIDTH, "write": MetricName.BANDWIDTH}
    rows = []
    for field, name in datasheet_names().items():
        value = getattr(datasheet, field)
        if value is None:
            continue
        if field == "endurance":
            rows.append((name, format_size(value)))
        else:
            rows.append(
                (name, write_metric(metrics.get(field, MetricName.IOPS), value, binary=binary))
            )
    return rows
