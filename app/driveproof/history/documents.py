# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Values as documents of the history: JSON, beside the columns that lists and searches need.
What is long is compressed: never more of it is unpacked than there can be.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Collection
from dataclasses import MISSING, Field, fields
from functools import cached_property
from typing import Any, Generic, TypeVar, get_type_hints

from msgspec import NODEFAULT, Struct, defstruct, field, structs

from driveproof.domain.codec import DecodeError, Decoder, encode
from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.domain.quantity import Bytes

_Made = TypeVar("_Made")
_KIB = 2**10


class UnkeptError(MachineError):
    """A part of a result is not kept: it could not be read again."""


class StoredDocument(Generic[_Made]):
    """How a dataclass is kept: without the fields `beside`, which are columns or rows.

    `kib` bounds its length.
    """

    def __init__(
        self,
        kind: type[_Made],
        kib: int,
        beside: Collection[str] = (),
    ) -> None:
        self._kind, self.beside = kind, beside
        self.most = kib * _KIB
        """Bytes."""

    @cached_property
    def _decoder(self) -> Decoder[Struct]:
        return Decoder(self._struct, self.most)

    @cached_property
    def _struct(self) -> type[Struct]:
        """The fields of the dataclass that are in the document; defaults are left out of it."""
        kind: Any = self._kind
        within = [one for one in fields(kind) if one.name not in self.beside]
        # Without the others, whose types may not be there at run time (numpy's).
        names = {one.name: one.type for one in within}
        holder = type("", (), {"__annotations__": names, "__module__": kind.__module__})
        types = get_type_hints(holder, include_extras=True)
        members = [(one.name, types[one.name], _default(one)) for one in within]
        return defstruct(kind.__name__, members, kw_only=True, omit_defaults=True)

    def pack(self, value: _Made) -> str:
        """The JSON of a value. Raises UnkeptError for one that could not be read again."""
        within = self._struct.__struct_fields__
        made = encode(self._struct(**{name: getattr(value, name) for name in within})).decode()
        return readable(made, self._decoder, _words(self._kind.__name__))

    def unpack(self, document: object, **beside: object) -> _Made:
        """The reverse, with the fields that are not in it. Raises DecodeError."""
        if not isinstance(document, str | bytes):
            raise DecodeError("no document")
        return self._kind(**structs.asdict(self._decoder.decode(document)), **beside)


def readable(document: str, decoder: Decoder[Any], part: str) -> str:
    """The document of a part of a result. Raises UnkeptError where `decoder` does not read it: too
    long, or with a value that cannot be. Kept, it would hide all of the result.
    """
    if len(document) > decoder.most:
        raise UnkeptError(
            "The result was not saved: {part} has {found}; the maximum is {most}.",
            part=part,
            found=Bytes(len(document)),
            most=Bytes(decoder.most),
            advice=Advice("Choose another file."),
        )
    try:
        decoder.decode(document)
    except DecodeError as error:
        raise UnkeptError(
            "The result was not saved: {part} is invalid: {reason}.",
            part=part,
            reason=error,
            advice=Advice(Remedy.EXPORT_RESULT),
        ) from error
    return document


def _words(name: str) -> str:
    """The words of a class: "phase result" of PhaseResult."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _default(one: Field[Any]) -> Any:
    if one.default is not MISSING:
        return one.default
    if one.default_factory is not MISSING:
        return field(default_factory=one.default_factory)
    return NODEFAULT


MIB = 2**20
FIO_JSON = 64 * MIB
"""fio's own report: four times what is read of one while it runs."""
POSITIONS = 32 * MIB
"""24 bytes for each place of a scan, of which there are a million at most (fio/scan_log.py)."""
SAMPLES = 256 * MIB
"""A day of samples, two in a second, with a hundred latency bins in use in each: 190 MiB."""


def inflate(blob: object, most: int) -> bytes:
    """A zlib stream unpacked, at most `most` bytes.

    A megabyte can stand for a gigabyte: at most twice `most` bytes of memory are used, whatever a
    foreign history contains. Raises ValueError for a stream that is longer, cut off or invalid.
    """
    if not isinstance(blob, bytes):
        raise ValueError("it is no zlib stream")
    inflater = zlib.decompressobj()
    try:
        data = inflater.decompress(blob, most + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(data) > most:
        raise ValueError(f"unpacked it would have more than {most} bytes")
    if not inflater.eof:
        raise ValueError("it is cut off")
    return data


def deflate(text: str) -> bytes:
    """A text compressed."""
    return zlib.compress(text.encode(), 6)
