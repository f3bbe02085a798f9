# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What of a plan a person may choose at the start: an option of `run`, and a row in the window.

The annotation of a field says it, beside the type and the bounds that a profile's file has too:

    trace: Annotated[bool, Choice(Say("&Record each request"), Say("record each request"))] = False
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from functools import cache
from typing import Any, get_args

from msgspec import Meta, Struct, structs
from msgspec.structs import FieldInfo

from driveproof.domain.cap import Cap, parse_cap
from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.method import method_names, method_part
from driveproof.domain.profile.declared import allowed, as_written, is_size, words_of
from driveproof.domain.profile.profile import Profile, with_plan
from driveproof.domain.say import Say
from driveproof.domain.units import parse_size


class Choice(Struct, frozen=True):
    """Beside the type of a plan's field: a person may choose it.

    `label` names its row in the window, with the mark of its key. `help` is its line in
    `run --help`; None where `run` has the option for every profile, like `--seconds`. `option` is
    its word there; "": the key of the file, with dashes. `tip` is what the window says beside it.
    The window proposes the values `proposed`. With `overwrites` it can be chosen only where a
    device is overwritten. While it is on it replaces `instead`, another field.
    """

    label: Say
    help: Say | None = None
    option: str = ""
    tip: Say | None = None
    proposed: tuple[Any, ...] = ()
    overwrites: bool = False
    instead: str = ""


class Kind(Enum):
    """How a value is typed and shown, by the type of its field."""

    FLAG = auto()
    CAP = auto()
    SIZE = auto()
    SECONDS = auto()
    COUNT = auto()
    WORD = auto()


class Option(Struct, frozen=True):
    """A field of a plan that a person may choose: its `word` in `run`, its type with the bounds,
    and its kind. `words` are those that a `Kind.WORD` has.
    """

    field: str
    word: str
    type: Any
    kind: Kind
    choice: Choice
    bounds: Meta
    words: tuple[str, ...] = ()

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the most that a number may be."""
        return self.bounds.ge or 0, self.bounds.le or 0

    def read(self, text: str) -> Any:
        """The value of a latency cap or of a size, as it is typed. Raises UsageError."""
        if self.kind is Kind.CAP:
            return parse_cap(text)
        size, (low, high) = parse_size(text), self.ends
        if not low <= size <= high or size % (self.bounds.multiple_of or 1):
            advice = Advice("Choose {allowed}.", allowed=allowed(self.type))
            raise UsageError("'{text}' is not valid.", text=text, advice=advice)
        return size

    def typed(self, value: object) -> str:
        """A value as `read` takes it."""
        return str(as_written(self.type, value))


@cache
def options_of(plan: type[Struct]) -> tuple[Option, ...]:
    """What a person may choose of a plan, in the order of its fields."""
    return tuple(
        _option(field, choice)
        for field in structs.fields(plan)
        for choice in getattr(field.type, "__metadata__", ())
        if isinstance(choice, Choice)
    )


def choices_of(profile: Profile) -> tuple[Option, ...]:
    """What a person may choose of a profile; () for a list of tests."""
    return () if profile.plan is None else options_of(type(profile.plan))


@cache
def run_options() -> dict[str, Option]:
    """The options that `run` has for methods, by their words; methods that share one declare it
    alike.
    """
    plans = (method_part(name, "plan") for name in method_names())
    return {
        option.word: option
        for module in plans
        if module is not None
        for option in options_of(module.Plan)
        if option.choice.help is not None
    }


def with_choices(profile: Profile, values: Mapping[str, object]) -> Profile:
    """The profile with these values of its plan, by their fields."""
    if not values:
        return profile

    def change(one: Profile) -> Profile:
        plan: Any = one.plan
        return with_plan(one, structs.replace(plan, **values))

    return profile.changed(change)


def _option(field: FieldInfo, choice: Choice) -> Option:
    kind, *notes = get_args(field.type)
    bounds = next((one for one in notes if isinstance(one, Meta)), Meta())
    known = {bool: Kind.FLAG, Cap: Kind.CAP, float: Kind.SECONDS, int: Kind.COUNT}
    how = Kind.SIZE if is_size(bounds) else known.get(kind, Kind.WORD)
    word = f"--{choice.option or field.encode_name.replace('_', '-')}"
    return Option(field.name, word, field.type, how, choice, bounds, words_of(kind))
