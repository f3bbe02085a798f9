# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Extracts the program's texts, updates the translations and compiles them.

    translations.py [FOLDER]    FOLDER is resources/translations

Writes FOLDER/driveproof.pot, merges it into every FOLDER/LANGUAGE/LC_MESSAGES/driveproof.po, and
compiles each of those to the driveproof.mo beside it, which the program reads. The repository keeps
all of them: an installation copies them and needs no Babel. The texts are those of the modules, of
the glossary's tables and of the built-in profiles.
"""

from __future__ import annotations

import io
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from driveproof.wording.health import glossary

CHECKOUT = Path(__file__).resolve().parent.parent
PACKAGE = CHECKOUT / "app" / "driveproof"
PROFILES = CHECKOUT / "resources" / "profiles"
FOLDER = CHECKOUT / "resources" / "translations"
NAME = "driveproof"

ERRORS = (
    "DriveproofError", "UsageError", "MachineError", "RefusedError", "CancelledError",
    "UnfitError", "DamagedError", "UnreadableError", "AnotherDeviceError",
)  # fmt: skip
KEYWORDS: dict[str, tuple[int | tuple[int, str], ...] | None] = {
    "_": None,
    "N_": None,
    "Phrase": None,
    "ngettext": (1, 2),
    "Plural": (1, 2),
    "pgettext": ((1, "c"), 2),
    "Advice": (1,),
    "Note": (1,),
    **dict.fromkeys(ERRORS, (1,)),
}
"""Functions that take a text, with the positions of their text arguments."""
LEFT_OUT = tuple(
    f'"{field}: '
    for field in (
        "Project-Id-Version", "Report-Msgid-Bugs-To", "POT-Creation-Date", "PO-Revision-Date",
        "Last-Translator", "Language-Team", "Generated-By",
    )
)  # fmt: skip
"""Header fields that change with every run, or say nothing."""
_NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)
HEADER = """\
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
""".rstrip()


def template() -> Catalog:
    """Every text of the program, with the files that contain it."""
    catalog = Catalog(project="Driveproof", header_comment=HEADER, fuzzy=False)
    found = extract_from_dir(
        PACKAGE,
        method_map=[("**.py", "python")],
        keywords=KEYWORDS,
        comment_tags=("Translators:",),
        strip_comment_tags=True,
    )
    for name, _line, message, comments, context in found:
        catalog.add(
            message,
            locations=[(f"app/driveproof/{name}", 0)],
            auto_comments=comments,
            context=context,
        )
    for text in filter(None, glossary.texts()):
        catalog.add(text, locations=[("app/driveproof/wording/health/glossary.py", 0)])
    for path in sorted(PROFILES.glob("*.toml")):
        for text in profile_texts(path):
            catalog.add(text, locations=[(f"resources/profiles/{path.name}", 0)])
    return catalog


def profile_texts(path: Path) -> Iterator[str]:
    """The texts of a built-in profile."""
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    yield from (document[key] for key in ("title", "question", "description") if key in document)
    for phase in document.get("phase", ()):
        if "name" in phase:
            yield phase["name"]


def as_text(catalog: Catalog) -> str:
    """A catalogue as it is written: sorted, without lines or dates, so that it merges well."""
    file = io.BytesIO()
    write_po(file, catalog, width=100, include_lineno=False, sort_output=True, omit_header=False)
    lines = file.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(LEFT_OUT))


def compiled(po: Path) -> bytes:
    """The compiled translation that the program reads; uncertain entries (fuzzy) are left out."""
    file = io.BytesIO()
    with po.open("rb") as source:
        catalog = read_po(source, domain=NAME)
    # The .po has no dates: Babel would write those of now, and no two would be the same.
    catalog.creation_date = catalog.revision_date = _NO_DATE
    write_mo(file, catalog)
    return file.getvalue()


def update(folder: Path, texts: Catalog) -> list[Path]:
    """Write the template, merge and compile; returns the new or changed files."""
    wanted = {folder / f"{NAME}.pot": as_text(texts).encode()}
    for po in sorted(folder.glob(f"*/LC_MESSAGES/{NAME}.po")):
        with po.open("rb") as source:
            catalog = read_po(source, locale=po.parts[-3], domain=NAME)
        catalog.update(texts, no_fuzzy_matching=True)
        catalog.obsolete.clear()
        _put({po: as_text(catalog).encode()})
        wanted[po.with_suffix(".mo")] = compiled(po)
    return _put(wanted)


def _put(wanted: dict[Path, bytes]) -> list[Path]:
    changed = []
    for path, data in wanted.items():
        if not path.exists() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
            changed.append(path)
    return changed


if __name__ == "__main__":
    for path in update(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER, template()):
        print(f"Wrote {path}")
