# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The one codec: our values as JSON, for what is stored, exported and sent between hosts.

Types say what a value may be: Structs, dataclasses and named tuples, with bounds as
`Annotated[int, Meta(ge=0)]`. Only the values of a sentence may be of several types; those that are
no plain JSON say theirs (`domain/quantity.py`), a note has a key. Other programs' JSON is not read
here: there one bad value is left out, and the rest counts.
"""

from __future__ import annotations

import json
import re
from datetime import datetime
from functools import cached_property
from typing import Annotated, Any, Generic, NoReturn, TypeVar

import msgspec

from driveproof.domain.errors import DriveproofError
from driveproof.domain.notes import Note, error_note
from driveproof.domain.quantity import Quantity

_Made = TypeVar("_Made")
When = Annotated[datetime, msgspec.Meta(tz=True)]
"""A moment, with its offset from UTC."""
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class DecodeError(ValueError):
    """A document that is none of ours: cut off, too long, too deep, or with a value that cannot be.

    Its text says where: "Expected `int` >= 0 - at `$.size`".
    """


class Decoder(Generic[_Made]):
    """Reads one type from JSON of at most `most` bytes; unknown fields are ignored."""

    def __init__(self, kind: Any, most: int) -> None:
        self._kind, self.most = kind, most

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[Any]:
        return msgspec.json.Decoder(self._kind, dec_hook=_value)

    def decode(self, document: bytes | str) -> _Made:
        """Raises DecodeError."""
        if len(document) > self.most:
            raise DecodeError(f"longer than {self.most} bytes")
        try:
            return self._decoder.decode(document)  # type: ignore[no-any-return]
        except msgspec.ValidationError as error:
            raise DecodeError(str(error)) from error
        except (msgspec.DecodeError, UnicodeError) as error:
            raw = document.encode("ascii", "replace") if isinstance(document, str) else document
            if _SURROGATE.search(raw) is None:
                raise DecodeError(str(error)) from error
        except RecursionError as error:
            raise DecodeError("too deep") from error
        return self._with_stray_bytes(document)

    def _with_stray_bytes(self, document: bytes | str) -> _Made:
        """A path may have bytes that are no text (PEP 383); msgspec reads no such string."""
        try:
            plain = json.loads(document, parse_constant=_no_number)
            return msgspec.convert(  # type: ignore[no-any-return]
                plain, self._kind, dec_hook=_value, str_keys=True
            )
        except (msgspec.ValidationError, ValueError, RecursionError) as error:
            raise DecodeError(str(error)) from error


def encode(value: object) -> bytes:
    """The JSON of a value, without spaces. An error becomes its note, and what has no form of its
    own its text.
    """
    try:
        return _ENCODER.encode(value)
    except UnicodeEncodeError:  # see Decoder._with_stray_bytes
        plain = msgspec.to_builtins(value, str_keys=True, enc_hook=_plain)
        return json.dumps(plain, separators=(",", ":"), allow_nan=False).encode("ascii")


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")


def _plain(value: object) -> object:
    return error_note(value) if isinstance(value, DriveproofError) else str(value)


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)


def _value(kind: type, value: Any) -> object:
    """A value of a sentence; what msgspec made of its JSON is given."""
    if kind is not object:
        raise NotImplementedError(f"no documents have {kind}")
    match value:
        case list():
            return tuple(_value(object, one) for one in value)
        case {"type": _}:
            return msgspec.convert(value, Quantity, dec_hook=_value)
        case dict():
            return msgspec.convert(value, Note, dec_hook=_value)
        case _:
            return value
