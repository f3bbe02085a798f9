# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""By what the list of runs is sorted, as SQLite is told."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

_COLUMNS = {
    "title": "title",
    "label": "label",
    "model": "coalesce(model, device)",
    "path": "path",
}
_FIGURE = re.compile(r"(bandwidth|iops) (read|write)")


@dataclass(frozen=True, slots=True)
class Order:
    """`by` is "started", "title", "label", "model", "path", or a figure of the list with its
    direction, as "iops read". Runs without it come last either way; those that are alike come
    newest first.
    """

    by: str = "started"
    descending: bool = True


NEWEST_FIRST = Order()


def terms(connection: sqlite3.Connection, order: Order) -> str:
    """What comes after ORDER BY. Raises ValueError for what nothing is sorted by."""
    way = "DESC" if order.descending else "ASC"
    if order.by == "started":
        return f"started {way}, id {way}"
    figure = _FIGURE.fullmatch(order.by)
    if figure is not None:
        # A function of ours: a run has its medians as JSON, which phase each is of beside them.
        connection.create_function("median_of", 2, _median(*figure.groups()), deterministic=True)
        return f"median_of(figured, figures) {way} NULLS LAST, started DESC, id DESC"
    column = _COLUMNS.get(order.by)
    if column is None:
        raise ValueError(f"Runs are not sorted by {order.by!r}.")
    # Lower case is ASCII's here; nothing else sorts texts without knowing their language.
    return f"coalesce({column}, '') = '', {column} COLLATE NOCASE {way}, started DESC, id DESC"


def _median(metric: str, direction: str) -> Callable[[str, str], float | None]:
    """The first median of a metric and a direction, as the list shows it; None without one."""

    @cache
    def place(figured: str) -> int | None:
        _, directions, metrics = json.loads(figured)
        wanted = (direction, metric)
        pairs = zip(directions, metrics, strict=True)
        return next((at for at, pair in enumerate(pairs) if pair == wanted), None)

    def median(figured: str, figures: str) -> float | None:
        at = place(figured)
        # A flat list of numbers: ten thousand times json.loads would take most of the time.
        return None if at is None else float(figures.strip("[]").split(",")[at])

    return median
