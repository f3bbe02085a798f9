# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The catalogue of translations: every text that a person reads passes through `_()` here.

`_("{count} drives").format(count=3)`: a literal key with named fields, called when the text is
needed and never at import. A table of a module holds `N_("...")`, translated where it is read.
docs/dev/words.md says how texts are extracted and compiled.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from gettext import GNUTranslations, NullTranslations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

DOMAIN = "driveproof"


class _Catalogue:
    """The translations in use; the English of the source until one is chosen."""

    def __init__(self) -> None:
        self.translations = NullTranslations()
        self.language = ""


_catalogue = _Catalogue()
_english = NullTranslations()
# Of each thread by itself: the window speaks on while another thread writes a document.
_machine: ContextVar[bool] = ContextVar("machine", default=False)


@contextmanager
def in_english() -> Iterator[None]:
    """Every text in English, whatever the language: for documents that programs read.

    Scripts and bug reports compare them, and Driveproof imports some of them again. A decorator as
    well.
    """
    before = _machine.set(True)
    try:
        yield
    finally:
        _machine.reset(before)


def _translations() -> NullTranslations:
    return _english if _machine.get() else _catalogue.translations


def _(key: str) -> str:
    """The text in the person's language; the English key where there is no translation."""
    # The entry of the empty key is the catalogue's header.
    return _translations().gettext(key) if key else ""


def ngettext(one: str, many: str, number: int) -> str:
    """The form for a number: the field that holds it is for the caller to fill."""
    return _translations().ngettext(one, many, number)


def pgettext(context: str, key: str) -> str:
    """Like `_`, for a word that has several translations ("Read" a button, "Read" a direction)."""
    return _translations().pgettext(context, key)


def N_(key: str) -> str:
    """Marks a text of a table for extraction; `_()` translates it where it is used."""
    return key


def use(translations: NullTranslations) -> NullTranslations:
    """Take the texts from here from now on; those that were used before."""
    before, _catalogue.translations = _catalogue.translations, translations
    return before


def wanted_languages(environment: Mapping[str, str]) -> Iterator[str]:
    """The languages of the environment, best first, each followed by its general form.

    As GNU gettext does: the first of LC_ALL, LC_MESSAGES and LANG names the locale; LANGUAGE is a
    list that takes precedence, unless the locale is "C". Ends before English, which needs no
    catalogue.
    """
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, names), "C")
    listed = [] if _plain(locale) in ("C", "POSIX") else environment.get("LANGUAGE", "").split(":")
    for name in filter(None, [*listed, locale]):
        plain = _plain(name)
        if plain.split("_")[0] in ("C", "POSIX", "en"):
            return
        yield plain
        if "_" in plain:
            yield plain.split("_")[0]


def _plain(locale: str) -> str:
    """A locale without its encoding and its modifier: "de_AT" of "de_AT.UTF-8@euro"."""
    return locale.partition("@")[0].partition(".")[0]


def language() -> str:
    """The language of the texts as its catalogue is called ("de", "pt_BR"), "" for English."""
    return _catalogue.language


def choose_language(environment: Mapping[str, str], folder: Traversable | None = None) -> None:
    """Use the first existing catalogue of the environment's languages; English without one.

    Called once at start, before there is a second thread. `folder` holds
    LANGUAGE/LC_MESSAGES/driveproof.mo; the default is resources/translations.
    """
    use(NullTranslations())
    _catalogue.language = ""
    languages = tuple(wanted_languages(environment))
    if not languages:
        return
    from importlib.resources import files  # noqa: PLC0415 - 8 ms, which English need not pay

    root = folder or files("driveproof") / "resources" / "translations"
    for name in languages:
        # A name that leads elsewhere ("../..") is no language.
        if not name.replace("_", "").isalnum():
            continue
        catalogue = root / name / "LC_MESSAGES" / f"{DOMAIN}.mo"
        if catalogue.is_file():
            with catalogue.open("rb") as file:
                use(GNUTranslations(file))
            _catalogue.language = name
            return
