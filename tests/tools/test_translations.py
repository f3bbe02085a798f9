# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/translations.py: what it extracts, merges and compiles, and that translations are
complete.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from gettext import NullTranslations
from importlib import import_module
from pathlib import Path
from string import Formatter
from types import ModuleType

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from tests.texts import fields

from driveproof.wording.catalogue import _, choose_language, ngettext, use

CHECKOUT = Path(__file__).resolve().parents[2]
TRANSLATIONS = CHECKOUT / "resources" / "translations"
KEPT = sorted(TRANSLATIONS.glob("*/LC_MESSAGES/driveproof.po"))


@pytest.fixture(scope="module")
def tool() -> Iterator[ModuleType]:
    sys.path.insert(0, str(CHECKOUT / "tools"))
    yield import_module("translations")
    sys.path.remove(str(CHECKOUT / "tools"))


@pytest.fixture(scope="module")
def texts(tool: ModuleType) -> Catalog:
    found = tool.template()
    assert isinstance(found, Catalog)
    return found


@pytest.fixture
def english_again() -> Iterator[None]:
    before = use(NullTranslations())
    yield
    use(before)


def test_texts_of_every_kind_are_extracted(texts: Catalog) -> None:
    assert texts.get("Free some space, or choose a smaller --size.") is not None, "N_()"
    assert texts.get("'{text}' is not a size.") is not None, "an error"
    assert texts.get('Write a number with a unit, like "1G" or "512 MiB".') is not None, "an advice"
    assert texts.get("Quick benchmark") is not None, "the title of a profile"
    assert texts.get("Nov") is not None, "a table"
    where = texts.get("{date}, {time}")
    assert where is not None
    assert where.locations == [("app/driveproof/wording/dates.py", 0)]


def test_every_field_has_a_name(texts: Catalog) -> None:
    """A translator sees what "{count} of {all}" contains, and may reorder it."""
    ids = [message.id for message in texts]
    every = [text for one in ids for text in (one if isinstance(one, tuple) else (one,))]
    named = {text: [field for _text, field, *_rest in Formatter().parse(text)] for text in every}
    assert any(any(found) for found in named.values())
    positional = [
        text
        for text, found in named.items()
        if any(field is not None and not field[:1].isalpha() for field in found)
    ]
    assert not positional


def test_the_template_that_is_kept_is_up_to_date(tool: ModuleType, texts: Catalog) -> None:
    kept = (TRANSLATIONS / "driveproof.pot").read_text(encoding="utf-8")
    new, old = (set(text.splitlines()) for text in (tool.as_text(texts), kept))
    assert new == old, f"make translations: {sorted(new ^ old)[:10]}"


PO = """
msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

msgid "Quick benchmark"
msgstr "Schnelle Prüfung"

msgid "No text of ours"
msgstr "Kein Text von uns"
"""


def test_a_translation_is_brought_up_to_date_and_compiled(
    tool: ModuleType, texts: Catalog, tmp_path: Path, english_again: None
) -> None:
    po = tmp_path / "de" / "LC_MESSAGES" / "driveproof.po"
    po.parent.mkdir(parents=True)
    po.write_text(PO, encoding="utf-8")
    assert tmp_path / "driveproof.pot" in tool.update(tmp_path, texts)
    text = po.read_text(encoding="utf-8")
    assert "No text of ours" not in text
    assert 'msgid "{date}, {time}"' in text
    assert tool.update(tmp_path, texts) == [], "the second time nothing is new"
    assert b"1970-01-01" in po.with_suffix(".mo").read_bytes(), "no date of its own"
    choose_language({"LANG": "de_DE.UTF-8"}, tmp_path)
    assert _("Quick benchmark") == "Schnelle Prüfung"
    assert _("{date}, {time}") == "{date}, {time}", "not translated yet: English"
    assert ngettext("{count} x", "{count} xs", 2) == "{count} xs"


def test_the_translations_that_are_kept_are_compiled(tool: ModuleType) -> None:
    for po in KEPT:
        assert po.with_suffix(".mo").read_bytes() == tool.compiled(po), f"make translations: {po}"


def test_the_translations_that_are_kept_have_the_same_fields(texts: Catalog) -> None:
    for po in KEPT:
        with po.open("rb") as file:
            catalog = read_po(file, locale=po.parts[-3])
        for message in catalog:
            keys = message.id if isinstance(message.id, tuple) else (message.id,)
            said = message.string if isinstance(message.string, tuple) else (message.string,)
            if not keys[0] or not any(said):
                continue
            assert texts.get(keys[0], message.context), f"{po}: nothing says {keys[0]!r}"
            wanted = set[str]().union(*map(fields, keys))
            assert all(fields(text) <= wanted for text in said), f"{po}: fields of {said}"
