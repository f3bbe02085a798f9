# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever a smartctl report contains: possible values, or a rejection with a message."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.sane_health import check_sane
from tests.fakes.reports import ALL, Report, as_bytes, recorded

from driveproof.domain.errors import MachineError
from driveproof.system.smart.smartctl import parse_report

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


@pytest.mark.deep
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
