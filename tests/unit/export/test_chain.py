# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path as JSON and as text."""

from __future__ import annotations

import json
from dataclasses import replace

from tests.builders.chains import CHAIN, LAYERS
from tests.fakes import quoted

from driveproof.domain.finding import Finding
from driveproof.domain.say import Say
from driveproof.domain.trim.path import (
    LayerTitle,
    PeriodicTrim,
    TimerReason,
)
from driveproof.export.json import values_of
from driveproof.export.json.trim import chain_document
from driveproof.export.text.layout import columns_of
from driveproof.export.text.trim import chain_text
from driveproof.wording.say import say_text


def test_the_document_has_what_the_design_promises() -> None:
    document = json.loads(json.dumps(values_of(chain_document(CHAIN))))
    assert (document["version"], document["verdict"]) == (1, "block")
    assert [set(layer) >= {"name", "kind", "verdict", "fact", "source"} for layer in
            document["layers"]] == [True, True]  # fmt: skip
    assert document["layers"][0]["do"] == []
    assert document["layers"][1]["cost"]
    assert document["periodic"]["last"] == "2026-11-16T00:00:00+00:00"
    assert (document["periodic"]["next"], document["periodic"]["listed"]) == (None, False)
    assert (document["mount"]["path"], document["mount"]["options"]) == ("/home", ["rw", "discard"])
    assert document["continuous"] is True


def test_a_device_without_a_mount() -> None:
    document = values_of(chain_document(replace(CHAIN, mount=None, periodic=None, continuous=None)))
    assert (document["mount"], document["periodic"], document["continuous"]) == (None, None, None)


def test_the_text_says_the_answer_first_and_then_every_layer() -> None:
    lines = chain_text(CHAIN).splitlines()
    assert lines[0] == say_text(CHAIN.say)
    assert "passes          File system /home" in lines
    assert "blocks          Encryption /dev/mapper/vault (dm-0)" in lines
    bridge = replace(LAYERS[0], kind="bridge", name="X", title=LayerTitle.USB_BRIDGE)
    assert (
        "passes          bridge of X" in chain_text(replace(CHAIN, layers=(bridge,))).splitlines()
    )
    text = "\n".join(lines)
    for words in (
        "cryptsetup refresh", "(discard)", "fstrim.timer is on", " Nov 2026",
    ):  # fmt: skip
        assert words in text


def test_the_timer_in_words() -> None:
    def said(**fields: object) -> str:
        periodic = PeriodicTrim(**{"installed": True, "enabled": False, "active": False, **fields})  # type: ignore[arg-type]
        return chain_text(replace(CHAIN, periodic=periodic)).splitlines()[-2]

    known = [said(), said(enabled=True), said(enabled=True, active=True), said(installed=False)]
    known.append(
        said(
            installed=None,
            why=(
                Finding(TimerReason.NO_ANSWER, (Say("{name} does not answer.", name="systemd"),)),
            ),
        )
    )
    assert len(set(known)) == 5  # each state has its own words


def test_lines_fit_and_cannot_move_the_cursor() -> None:
    evil = replace(LAYERS[1], name="\x1b[2J\udcff", facts=quoted.fact("a\x07" * 80))
    text = chain_text(replace(CHAIN, layers=(evil,), start="\x1b"), width=60, encoding="ascii")
    assert text.isascii() and text.replace("\n", "").isprintable()
    assert max(map(columns_of, chain_text(CHAIN, width=60).splitlines())) <= 60
