# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of the maps of a file-sizes run: its operations, axes, and what to keep in mind."""

from __future__ import annotations

from driveproof.domain.run.operation_map import ROUGH_SECONDS, OperationMap, maps_of
from driveproof.domain.run.run import Run
from driveproof.domain.run.work import FileOperation
from driveproof.wording.catalogue import _
from driveproof.wording.units import (
    bandwidth_value,
    block_size_text,
    format_bandwidth,
    format_latency,
)

ROUGH = "~"
"""Before a figure that was counted for too short a time."""


def operation_title(operation: FileOperation, *, sync: bool = False) -> str:
    """A file operation as the title of its map: "Random write", "Rewrite with O_SYNC"."""
    if sync:
        return {
            FileOperation.WRITE: _("Write with O_SYNC"),
            FileOperation.REWRITE: _("Rewrite with O_SYNC"),
            FileOperation.RANDOM_WRITE: _("Random write with O_SYNC"),
            FileOperation.RECORD_REWRITE: _("Record rewrite with O_SYNC"),
        }[operation]
    return {
        FileOperation.NONE: "",
        FileOperation.ALL: _("All file operations"),
        FileOperation.WRITE: _("Write"),
        FileOperation.REWRITE: _("Rewrite"),
        FileOperation.READ: _("Read"),
        FileOperation.REREAD: _("Reread"),
        FileOperation.RANDOM_READ: _("Random read"),
        FileOperation.RANDOM_WRITE: _("Random write"),
        FileOperation.RECORD_REWRITE: _("Record rewrite"),
    }[operation]


def map_title(found: OperationMap) -> str:
    """The title of a map."""
    return operation_title(found.operation, sync=found.sync)


def figure_text(found: OperationMap, size: int, record: int, *, binary: bool = False) -> str:
    """The bandwidth in a cell without its unit, ROUGH before it where it is; "" for none."""
    rate = found.bandwidth(size, record)
    if rate is None:
        return ""
    mark = ROUGH if found.rough(size, record) else ""
    return f"{mark}{bandwidth_value(rate, binary=binary)[0]}"


def record_axis() -> str:
    """The name of the axis of record sizes."""
    return _("Record size")


def file_axis() -> str:
    """The name of the axis of file sizes."""
    return _("File size")


def axes_text() -> str:
    """What the lines and columns of a map are."""
    return _("Lines: file size. Columns: record size.")


def file_sizes_answer(run: Run, *, binary: bool = False) -> str:
    """The best of writing and of reading, and with which sizes, as sentences; "" without any."""
    sentences = {
        "write": _("Writes up to {rate} (records of {record}, file of {size})."),
        "read": _("Reads up to {rate} (records of {record}, file of {size})."),
    }
    found = [(one.direction, one.best) for one in maps_of(run.phases)]
    said = []
    for direction, sentence in sentences.items():
        best = max((best for way, best in found if way == direction and best), default=None)
        if best is not None:
            rate, size, record = best
            said.append(
                sentence.format(
                    rate=format_bandwidth(rate, binary=binary),
                    record=block_size_text(record),
                    size=block_size_text(size),
                )
            )
    return " ".join(said)


def no_claim(run: Run) -> str:
    """That a map of single repeats claims nothing; "" where every figure has several."""
    if all(len(phase.repeats) > 1 for phase in run.phases):
        return ""
    return _("Not made for comparisons.")


def rough_text(run: Run) -> str:
    """What the mark before a figure means; "" where there is none."""
    if not any(found.rough(*at) for found in maps_of(run.phases) for at in found.cells):
        return ""
    return _("{mark} measured for less than {seconds}.").format(
        mark=ROUGH, seconds=format_latency(ROUGH_SECONDS)
    )
