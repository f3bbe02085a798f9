# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which language is selected, and that `_()` then uses its catalogue."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations
from importlib import import_module
from inspect import isfunction
from pathlib import Path
from pkgutil import iter_modules
from threading import Thread
from types import FunctionType

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from tests.pseudo import pseudo, spoken

from driveproof.export import csv, json
from driveproof.wording.catalogue import (
    N_,
    _,
    choose_language,
    in_english,
    language,
    ngettext,
    pgettext,
    use,
    wanted_languages,
)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    before = use(NullTranslations())
    yield
    use(before)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Translations with one catalogue, German."""
    catalog = Catalog(locale="de")
    catalog.add("Cancel", "Abbrechen")
    catalog.add(("{count} drive", "{count} drives"), ("{count} Laufwerk", "{count} Laufwerke"))
    catalog.add("Read", "Lesen", context="direction")
    place = tmp_path / "de" / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "driveproof.mo").open("wb") as file:
        write_mo(file, catalog)
    return tmp_path


@pytest.mark.parametrize(
    ("environment", "languages"),
    [
        ({}, []),
        ({"LANG": "C.UTF-8"}, []),
        ({"LANG": "en_GB.UTF-8"}, []),
        ({"LANG": "de_AT.UTF-8@euro"}, ["de_AT", "de"]),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"}, ["de_DE", "de"]),
        ({"LANG": "fr_FR", "LC_MESSAGES": "it_IT", "LC_ALL": "pl"}, ["pl"]),
        ({"LANG": "fr_FR", "LC_ALL": ""}, ["fr_FR", "fr"]),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "sv:nb"}, ["sv", "nb", "de_DE", "de"]),
        # English before the others: it needs no catalogue, and nothing is looked for behind it.
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en_US:de"}, []),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "sv:en:de"}, ["sv"]),
        ({"LC_ALL": "C", "LANGUAGE": "de"}, []),
    ],
)
def test_the_languages_that_are_wanted(environment: dict[str, str], languages: list[str]) -> None:
    assert list(wanted_languages(environment)) == languages


def test_the_catalogue_of_the_language_is_used(folder: Path) -> None:
    choose_language({"LANG": "de_AT.UTF-8"}, folder)
    assert language() == "de"
    assert _("Cancel") == "Abbrechen"
    assert ngettext("{count} drive", "{count} drives", 1) == "{count} Laufwerk"
    assert ngettext("{count} drive", "{count} drives", 2) == "{count} Laufwerke"
    assert pgettext("direction", "Read") == "Lesen"
    assert _("Read") == "Read"
    assert _(N_("Health")) == "Health"


def test_an_empty_text_stays_empty(folder: Path) -> None:
    choose_language({"LANG": "de_DE.UTF-8"}, folder)
    assert _("") == ""


@pytest.mark.parametrize("locale", ["fr_FR.UTF-8", "../de", "/etc", "en_US"])
def test_without_a_catalogue_it_is_english(folder: Path, locale: str) -> None:
    choose_language({"LANG": "de_DE.UTF-8"}, folder)
    choose_language({"LANG": locale}, folder / "de" if locale.startswith(".") else folder)
    assert language() == ""
    assert _("Cancel") == "Cancel"
    assert ngettext("{count} drive", "{count} drives", 2) == "{count} drives"


def test_documents_are_in_english_in_the_thread_that_writes_them() -> None:
    said: list[str] = []

    def speak() -> None:
        said.append(_("Free space"))

    with spoken():
        with in_english():
            assert _("Free space") == "Free space"
            assert ngettext("{n} run", "{n} runs", 2) == "{n} runs"
            assert pgettext("a button", "Read") == "Read"
            other = Thread(target=speak)
            other.start()
            other.join()
        assert _("Free space") == pseudo("Free space")
    assert said == [pseudo("Free space")]


_PARTS = {
    *("csv_text", "csv_number", "csv_safe", "area_cells", "identity_document"),
    *("schema", "schema_text"),
}


def machine_functions() -> list[FunctionType]:
    """What the packages of documents offer to others, but for parts of a text and for the schema,
    which is not translated.
    """
    found = []
    for package in (json, csv):
        for module in iter_modules(package.__path__, f"{package.__name__}."):
            made = import_module(module.name)
            found += [
                one
                for name, one in vars(made).items()
                if isfunction(one) and one.__module__ == made.__name__ and name[0] != "_"
            ]
    return [one for one in found if one.__name__ not in _PARTS]


@pytest.mark.parametrize("function", machine_functions(), ids=lambda one: one.__name__)
def test_every_document_is_made_in_english(function: object) -> None:
    assert hasattr(function, "__wrapped__")
