# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What tools/extract.sh extracts, and that the translations that are kept fit it."""

from __future__ import annotations

import subprocess
import tomllib
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from tests.texts import fields

from driveproof.domain.health import glossary

CHECKOUT = Path(__file__).resolve().parents[2]
TRANSLATIONS = CHECKOUT / "resources" / "translations"
KEPT = sorted(TRANSLATIONS.glob("*/LC_MESSAGES/driveproof.po"))


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("texts") / "driveproof.pot"
    subprocess.run([CHECKOUT / "tools" / "extract.sh", str(file)], check=True, timeout=240)
    return file


@pytest.fixture(scope="module")
def texts(template: Path) -> Catalog:
    with template.open("rb") as file:
        return read_po(file)


def test_texts_of_every_kind_are_extracted(texts: Catalog) -> None:
    profile = tomllib.loads((CHECKOUT / "resources/profiles/quick.toml").read_text("utf-8"))
    marked = {
        "N_()": "Loop device",
        "a profile": profile["title"],
        "the glossary": next(glossary.texts()),
    }
    for kind, text in marked.items():
        assert texts.get(text) is not None, kind
    where = texts.get("{date}, {time}")
    assert where is not None
    assert where.locations == [("app/driveproof/wording/dates.py", None)]


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


def test_the_template_that_is_kept_is_up_to_date(template: Path) -> None:
    kept = (TRANSLATIONS / "driveproof.pot").read_text(encoding="utf-8")
    new, old = (set(text.splitlines()) for text in (template.read_text("utf-8"), kept))
    assert new == old, f"make translations: {sorted(new ^ old)[:10]}"


def test_the_translations_that_are_kept_have_the_same_fields(texts: Catalog) -> None:
    for po in KEPT:
        with po.open("rb") as file:
            catalog = read_po(file, locale=po.parts[-3])
        with po.with_suffix(".mo").open("rb") as file:
            compiled = GNUTranslations(file)
        for message in catalog:
            keys = message.id if isinstance(message.id, tuple) else (message.id,)
            said = message.string if isinstance(message.string, tuple) else (message.string,)
            if not keys[0] or not any(said):
                continue
            assert texts.get(keys[0], message.context), f"{po}: nothing says {keys[0]!r}"
            if isinstance(message.id, str) and not message.context and not message.fuzzy:
                assert compiled.gettext(message.id) == said[0], f"make translations: {po}"
            wanted = set[str]().union(*map(fields, keys))
            assert all(fields(text) <= wanted for text in said), f"{po}: fields of {said}"
