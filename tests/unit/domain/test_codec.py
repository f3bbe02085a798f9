# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The codec: what goes in comes out, and every document that is none of ours ends the same way."""

from __future__ import annotations

import enum
import json
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from msgspec import inspect

from driveproof.domain.check.check import Finding
from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.experiment.experiment import Experiment
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import HealthVerdict
from driveproof.domain.hosts import messages
from driveproof.domain.notes import Note
from driveproof.domain.ongoing import Ongoing
from driveproof.domain.run.run import Environment, Target
from driveproof.domain.run.work import Work
from driveproof.domain.trim.path import DiscardPath
from driveproof.domain.watch import KnownState


@dataclass(frozen=True, slots=True)
class Named:
    """What is written here."""

    name: str
    size: float = 0.0
    inside: tuple[Named, ...] = ()


NAMED: Decoder[Named] = Decoder(Named, 1000)


@pytest.mark.parametrize("name", ["a", "\u202f", "/mnt/\udcff", "a\x00b", '"\\'], ids=ascii)
def test_any_text_comes_back(name: str) -> None:
    one = Named(name, 1.5, (Named(name),))
    assert NAMED.decode(encode(one)) == NAMED.decode(encode(one).decode()) == one


@pytest.mark.parametrize("name", ["a", "\udcff"], ids=ascii)
def test_a_number_that_json_has_not_is_unknown(name: str) -> None:
    for number in (math.nan, math.inf, -math.inf):
        assert json.loads(encode(Named(name, number)))["size"] is None


@pytest.mark.parametrize("number", [np.float64(0.25), np.float32(0.25), np.int64(4)], ids=repr)
def test_a_number_of_numpy_is_a_number(number: Any) -> None:
    assert NAMED.decode(encode(Named("a", number))) == Named("a", float(number))


@pytest.mark.parametrize(
    "document",
    [
        b"", b"{", b"[]", b"{}", b'{"name": 1}', b'{"name": "a", "size": NaN}', b'{"name": "\xff"}',
        b'{"name": "a", "size": 1e999}', b'{"name": "a", "inside": [{}]}',
        b'{"name": "\\udcff", "size": NaN}', b'{"name": "\\udcff", "size": "1"}',
        b'{"name": "\\udcff", "size": ' + b"9" * 400 + b"}",
        b'{"name": "a"}' + b" " * 1000,
        b'{"name": "a", "else": ' + b"[" * 900 + b"}",
    ],
    ids=lambda one: repr(one[:40]),
)  # fmt: skip
def test_what_is_no_document_of_ours_is_refused(document: bytes) -> None:
    with pytest.raises(DecodeError):
        NAMED.decode(document)


def test_a_value_of_a_sentence_that_cannot_be_is_refused() -> None:
    decoder: Decoder[Note] = Decoder(Note, 2**20)
    value = f'{{"type": "Seconds", "number": {"9" * 400}}}'
    with pytest.raises(DecodeError):
        decoder.decode(f'{{"key": "{{time}}", "values": {{"time": {value}}}, "kind": ""}}')


@pytest.mark.parametrize("escaped", ["", "\\udcff"])
def test_one_that_is_too_deep_is_refused(escaped: str) -> None:
    decoder: Decoder[Named] = Decoder(Named, 2**20)
    levels = 20_000
    inside = f'{{"name":"{escaped}","inside":[' * levels + "]}" * levels
    with pytest.raises(DecodeError):
        decoder.decode(inside)


def enums_of(kind: Any) -> set[type[enum.Enum]]:
    """Every enum in documents of a type."""
    found: set[type[enum.Enum]] = set()
    seen: set[type] = set()

    def look(one: object) -> None:
        cls = getattr(one, "cls", None)
        if isinstance(one, inspect.EnumType):
            found.add(one.cls)
        elif isinstance(one, inspect.Type | inspect.Field) and cls not in seen:
            seen.update([cls] if cls else [])
            for name in one.__struct_fields__:
                look(getattr(one, name))
        elif isinstance(one, tuple):
            for each in one:
                look(each)

    look(inspect.type_info(kind))
    return found


@pytest.mark.parametrize(
    "kind",
    [BlockDevice, DiscardPath, Environment, Experiment, Finding, Health, HealthVerdict, KnownState,
     messages.Request, messages.Reply, Ongoing, Target, Work],
)  # fmt: skip
def test_documents_have_the_words_of_enums_and_not_their_numbers(kind: Any) -> None:
    """A member that is added would change what the numbers of the others mean."""
    for found in enums_of(kind):
        assert all(isinstance(member.value, str) for member in found), found
