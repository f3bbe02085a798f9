# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The one codec: our values as JSON, for what is stored, and sent between hosts.

Types say what a value may be: Structs, dataclasses and named tuples, with bounds as
`Annotated[int, Meta(ge=0)]`, and enums whose members are words. Only the values of a sentence may
be of any type: those that are no plain JSON say theirs (`domain/quantity.py`), a note has a key.
Other programs' JSON is not read here: there one bad value is left out, and the rest counts.
"""

from __future__ import annotations

import json
import math
import re
from datetime import datetime
from functools import cached_property
from numbers import Integral, Real
from types import MappingProxyType
from typing import Annotated, Any, Generic, NoReturn, TypeVar, cast

import msgspec

from driveproof.domain.errors import Advice, DriveproofError
from driveproof.domain.notes import Failure, Note, error_note, failure_of
from driveproof.domain.quantity import Quantity
from driveproof.domain.say import Say, Title

_Made = TypeVar("_Made")
_Part = TypeVar("_Part", bound=msgspec.Struct)
When = Annotated[datetime, msgspec.Meta(tz=True)]
"""A moment, with its offset from UTC."""
_DIGITS = 300
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
_PLAIN = (
    str,
    int,
    float,
    bool,
    type(None),
    Say,
    Note,
    Title,
    Advice,
    Failure,
    *Quantity.__args__,
)
"""Values that need no type beside them."""


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
        return msgspec.json.Decoder(self._kind, dec_hook=self._value)

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

    def convert(self, plain: object) -> _Made:
        """The same of what JSON was made of. Raises DecodeError."""
        try:
            return self._converted(plain, self._kind)  # type: ignore[no-any-return]
        except (msgspec.ValidationError, ValueError) as error:
            raise DecodeError(str(error)) from error
        except RecursionError as error:
            raise DecodeError("too deep") from error

    def _with_stray_bytes(self, document: bytes | str) -> _Made:
        """A path may have bytes that are no text (PEP 383); msgspec reads no such string."""
        try:
            found = json.loads(document, parse_constant=_no_number, parse_int=_integer)
        except ValueError as error:
            raise DecodeError(str(error)) from error
        except RecursionError as error:
            raise DecodeError("too deep") from error
        return self.convert(found)

    def _converted(self, plain: object, kind: Any) -> Any:
        try:
            return msgspec.convert(plain, kind, dec_hook=self._value, str_keys=True)
        except SystemError as error:  # msgspec 0.19, of an integer that no float can be
            raise ValueError("a number is too large") from error

    def _value(self, kind: type, plain: Any) -> object:  # noqa: PLR0911 - one for each
        """A value of a sentence; what msgspec made of its JSON is given."""
        match plain:
            case {"type": _}:
                return self._converted(plain, Quantity)
            case {"remedy": _}:
                return self._converted(plain, Advice)
            case {"what": _}:
                return self._converted(plain, Failure)
            case {"kind": _}:
                return self._converted(plain, Note)
            case {"whole": _}:
                return self._converted(plain, Title)
            case dict():
                return self._converted(plain, Say)
            case list():
                return tuple(self._value(object, one) for one in plain)
        return plain


def without(kind: type[_Part], *unread: str, **parts: Any) -> type[_Part]:
    """A Struct as one reader takes it: without the fields that it does not use, which a document
    from elsewhere may lack or have otherwise. `parts` are the types of those that are read so too.
    """
    kept = [
        (
            one.name,
            parts.get(one.name, one.type),
            msgspec.field(default=one.default, name=one.encode_name),
        )
        for one in msgspec.structs.fields(kind)
        if one.name not in unread
    ]
    config = kind.__struct_config__
    made = msgspec.defstruct(
        kind.__name__, kept, kw_only=True, frozen=True, tag=config.tag, tag_field=config.tag_field
    )
    return cast(type[_Part], made)


def encode(value: object) -> bytes:
    """The JSON of a value, without spaces. An error becomes its note, a number that is not finite
    null, and what has no form of its own its text.
    """
    try:
        return _ENCODER.encode(value)
    except UnicodeEncodeError:  # see Decoder._with_stray_bytes
        found = _finite(plain(value))
        return json.dumps(found, separators=(",", ":"), allow_nan=False).encode("ascii")


def plain(value: object) -> Any:
    """The same as what JSON is made of: dictionaries, lists, texts and numbers."""
    return msgspec.to_builtins(value, str_keys=True, enc_hook=_plain)


def _finite(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(one) for one in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")


def _integer(word: str) -> int:
    if len(word) > _DIGITS:  # msgspec 0.19 makes -1.0 of what no float can be
        raise ValueError("a number is too large")
    return int(word)


def _plain(value: object) -> object:
    match value:
        case MappingProxyType():  # of a note or an advice
            return {name: _said(one) for name, one in value.items()}
        case DriveproofError():
            return error_note(value)
        case Integral():  # numpy's
            return int(value)
        case Real():
            return float(value)
    return str(value)


def _said(value: object) -> object:
    """A value of a sentence: of the plain types, a failure or a text."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, DriveproofError):
        return failure_of(value)
    if type(value) in (tuple, list):
        return [_said(one) for one in value]  # type: ignore[attr-defined]
    return str(value)


_ENCODER = msgspec.json.Encoder(enc_hook=_plain)
