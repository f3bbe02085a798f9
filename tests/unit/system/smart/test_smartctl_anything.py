# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever a smartctl report contains: possible values, or a rejection with a message."""

from __future__ import annotations

import copy
import json
import math
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.reports import ALL, Report, as_bytes, recorded

from driveproof.domain.errors import MachineError
from driveproof.domain.health.judge import judge
from driveproof.domain.health.report import (
    COUNTERS,
    Health,
)
from driveproof.system.smart.smartctl import parse_report
from driveproof.wording.health.verdict import verdict_sentence

anything = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**65), 2**65) | st.floats() | st.text(max_size=8)
    | st.sampled_from([2**64 - 1, -1, 2**63, 255]),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        members: Any = value.items()
    else:
        members = enumerate(value) if isinstance(value, list) else ()
    for key, inner in members:
        found += places(inner, (*path, key))
    return found


def put(report: Report, path: tuple[Any, ...], value: Any) -> None:
    target: Any = report
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value


REPORTS = [*(make() for make in ALL.values()), recorded("disk")]


PLACES = [(number, path) for number, report in enumerate(REPORTS) for path in places(report)]


def check_sane(health: Health) -> None:
    """Whatever came in: only values that can be go out."""
    for name in COUNTERS:
        value = getattr(health, name)
        assert value is None or (type(value) is int and 0 <= value < 2**32), name
    for field in fields(Health):
        value = getattr(health, field.name)
        assert not isinstance(value, float) or math.isfinite(value), field.name
    for share in (health.used, health.spare, health.spare_threshold):
        assert share is None or 0 <= share <= 2.55
    assert health.temperature is None or -60 <= health.temperature <= 150
    for text in (health.model, health.serial, health.firmware, *map(str, health.notes)):
        assert text.isprintable()
    for figure in health.figures:
        assert figure.value is not None
        assert math.isfinite(figure.value)
    verdict = judge(health, now=datetime(2026, 11, 22, tzinfo=UTC))
    assert verdict_sentence(verdict)


@given(st.lists(st.tuples(st.sampled_from(PLACES), anything), min_size=1, max_size=4))
def test_any_value_anywhere_in_a_report(changes: list[tuple[tuple[int, Any], Any]]) -> None:
    number = changes[0][0][0]
    report = copy.deepcopy(REPORTS[number])
    for (other, path), value in changes:
        if other == number:
            try:
                put(report, path, value)
            except (TypeError, LookupError):
                continue  # an earlier change has taken the place away
    try:
        health = parse_report(json.dumps(report).encode(), "x")
    except MachineError:
        return
    check_sane(health)


@given(st.binary(max_size=200) | anything.map(lambda value: json.dumps(value).encode()))
def test_any_bytes(data: bytes) -> None:
    try:
        health = parse_report(data, "x")
    except MachineError:
        return
    check_sane(health)


@given(st.sampled_from(REPORTS), st.integers(0, 10**6))
def test_any_cut(report: Report, cut: int) -> None:
    data = as_bytes(report)
    with pytest.raises(MachineError):
        parse_report(data[: cut % len(data)], "x")
