# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever UDisks2 puts into its variants: possible values, or None."""

from __future__ import annotations

import copy
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st
from tests.builders.sane_health import check_sane
from tests.fakes import smart

from driveproof.domain.health.report import Health
from driveproof.system.smart.udisks import ata_health, nvme_health
from driveproof.system.smart.validation import ValueReader

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
UPDATED = Health(taken=NOON, updated=NOON)

anything = (
    st.integers(-(2**63), 2**64 - 1)
    | st.floats()
    | st.booleans()
    | st.text(max_size=9)
    | st.sampled_from([2**64 - 1, 2**32 - 1, -1, 0, 65535, "inprogress", "error_read"])
    | st.lists(st.integers(0, 65535) | st.text(max_size=4), max_size=3)
)


@given(st.data())
def test_any_value_of_an_nvme_drive(data: st.DataObject) -> None:
    made = smart.nvme()
    properties = {name: value for name, (_, value) in made.properties.items()}
    namespace = {"FormattedLBASize": data.draw(anything), "NamespaceUtilization": 2**40}
    for name in data.draw(st.lists(st.sampled_from(sorted(properties)), max_size=3)):
        properties[name] = data.draw(anything)
    attributes = copy.deepcopy(made.attributes)
    for name in data.draw(st.lists(st.sampled_from(sorted(attributes)), max_size=3)):
        attributes[name] = ("v", data.draw(anything))
    told = {**properties, "namespace": namespace}
    check_sane(nvme_health(UPDATED, told, attributes, ValueReader()))


@given(st.data())
def test_any_value_of_an_ata_drive(data: st.DataObject) -> None:
    made = smart.ata(rotating=True)
    properties = {name: value for name, (_, value) in made.properties.items()}
    for name in data.draw(st.lists(st.sampled_from(sorted(properties)), max_size=3)):
        properties[name] = data.draw(anything)
    rows = [list(row) for row in made.attributes]
    for row in data.draw(st.lists(st.sampled_from(rows), max_size=3)):
        place = data.draw(st.integers(0, 7))
        low, high = (0, 255) if place == 0 else (0, 65535) if place == 2 else (-(2**63), 2**63 - 1)
        row[place] = data.draw(st.text(max_size=9) if place == 1 else st.integers(low, high))
    check_sane(ata_health(UPDATED, properties, [tuple(row) for row in rows], ValueReader()))
