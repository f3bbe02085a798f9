# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path as JSON and as text."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime

import pytest
from tests.builders.chains import CHAIN, LAYERS
from tests.fakes import quoted

from driveproof.domain.say import Coded
from driveproof.domain.trim.answer import by_itself
from driveproof.domain.trim.path import (
    LayerTitle,
    PeriodicTrim,
)
from driveproof.export.json import values_of
from driveproof.export.json.trim import chain_document
from driveproof.export.text.layout import columns_of
from driveproof.export.text.trim import chain_text
from driveproof.wording.say import say_text


def test_the_document_has_every_layer_and_what_trims_by_itself() -> None:
    document = json.loads(json.dumps(values_of(chain_document(CHAIN))))
    answer = document["answer"]
    assert (document["version"], document["verdict"]) == (1, "block")
    upper, lower = answer["findings"]["layers"]
    assert [upper[key] for key in ("subject", "where", "grade", "do")] == [
        "/home", "filesystem", "pass", [],
    ]  # fmt: skip
    assert (lower["subject"], lower["do"][0]["code"]) == ("dm-0", "allow-discards")
    assert lower["source"]
    facts = answer["facts"]
    assert (facts["timer"], facts["listed"]) == ("on", False)
    assert datetime.fromisoformat(facts["last_run"]) == CHAIN.periodic.last  # type: ignore[union-attr]
    assert (facts["continuous"]["state"], facts["continuous"]["option"]) == ("on", "discard")
    assert (document["mount"]["path"], document["mount"]["options"]) == ("/home", ["rw", "discard"])


def test_a_device_without_a_mount() -> None:
    chain = replace(CHAIN, mount=None, periodic=None, continuous=None, continuous_option="")
    document = values_of(chain_document(chain))
    assert document["mount"] is None and "facts" not in document["answer"]


def test_the_text_says_the_answer_first_and_then_every_layer() -> None:
    lines = chain_text(CHAIN).splitlines()
    assert lines[0] == say_text(CHAIN.say)
    text = "\n".join(lines)
    for words in (
        "/home (File system)", "/dev/mapper/vault (Encryption)", "cryptsetup refresh", "(discard)",
        " Nov 2026",
    ):  # fmt: skip
        assert words in text
    bridge = replace(LAYERS[0], kind="bridge", name="X", title=LayerTitle.USB_BRIDGE)
    assert "bridge of X  " in chain_text(replace(CHAIN, layers=(bridge,)))


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({"enabled": False, "active": False}, "off"),
        ({"enabled": True, "active": False}, "idle"),
        ({"enabled": True, "active": True}, "on"),
        ({"enabled": False, "active": False, "installed": False}, "not-installed"),
        ({"installed": None}, None),
    ],
)
def test_the_state_of_the_timer(fields: dict[str, bool | None], state: str | None) -> None:
    periodic = PeriodicTrim(**{"installed": True, **fields})
    (timer, *_rest) = by_itself(replace(CHAIN, periodic=periodic)).facts
    assert (timer.value.code if isinstance(timer.value, Coded) else timer.value) == state


def test_lines_fit_and_cannot_move_the_cursor() -> None:
    evil = replace(LAYERS[1], name="\x1b[2J\udcff", facts=quoted.fact("a\x07" * 80))
    text = chain_text(replace(CHAIN, layers=(evil,), start="\x1b"), width=60, encoding="ascii")
    assert text.isascii() and text.replace("\n", "").isprintable()
    assert max(map(columns_of, chain_text(CHAIN, width=60).splitlines())) <= 60
