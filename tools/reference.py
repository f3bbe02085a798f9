# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what follows from the program: the JSON Schema, and tables of docs/reference.

    reference.py [--check]    with --check nothing is written; status 1 if a page is not up to date

A page has the text of a table between `<!-- generated: NAME -->` and `<!-- end -->`.
"""

from __future__ import annotations

import argparse
import math
import re
import sys
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from driveproof.cli.arguments import parser
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.health import rules
from driveproof.domain.method import method_names, method_part
from driveproof.domain.profile.by_class import USUAL
from driveproof.domain.profile.declared import allowed, as_written, keys_of, one_of, tests_of
from driveproof.domain.profile.draft import toml_value
from driveproof.domain.profile.for_device import TargetUse, needs_device, why_not
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.tables import FioTest, ProfileHead
from driveproof.domain.profile_cost import claim_needs
from driveproof.engine.run.profiles import Profiles
from driveproof.export.csv import run as run_csv
from driveproof.export.json.schema import schema, schema_text
from driveproof.system.smart.known_drives import (
    shipped_exceptions,
    shipped_faults,
    shipped_quirks,
    shipped_raw_readings,
)
from driveproof.wording.say import say_text
from driveproof.wording.units import NARROW, format_bound, format_size_bound

CHECKOUT = Path(__file__).resolve().parent.parent
PAGES = CHECKOUT / "docs" / "reference"
RESOURCES = CHECKOUT / "resources"
SCHEMA = RESOURCES / "schema" / "driveproof-1.json"
POLICY = CHECKOUT / "packaging" / "polkit" / "io.github.driveproof.helper1.policy"
CLASSES = {
    SpeedClass.USB: "USB", SpeedClass.DISK: "hard disk", SpeedClass.SATA: "SATA SSD",
    SpeedClass.OTHER: "NVMe, others", SpeedClass.FAST_NVME: "PCIe 5",
}  # fmt: skip
NOTHING = "nothing"
_UNITS = frozenset({
    "RFC 3339, with the offset of its zone", "degrees Celsius", "bytes", "seconds", "a share",
    "bytes per second", "percent",
})  # fmt: skip
"""What the page says once of all keys."""
_REGION = re.compile(r"(<!-- generated: ([\w -]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of Markdown; cells are escaped."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(
        "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in line) + " |\n"
        for line in lines
    )


# Profiles


def profiles() -> str:
    """What each one answers and takes, by group."""
    return table(
        ("Profile", "It answers", "Target", "Time", "Writes at most", "Repeats"),
        [
            (
                f"[`{one.name}`](#{one.name})", one.question, _target(one), _time(one),
                _written(one), _repeats(one),
            )
            for one in Profiles().all()
        ],
    )  # fmt: skip


def _repeats(profile: Profile) -> str:
    if claim_needs(profile) is None:
        return "1"
    fewest, most = profile.repeats, profile.most
    return f"{fewest} to {most}" if most > fewest else str(fewest)


def _target(profile: Profile) -> str:
    """Where it runs; what is overwritten needs --overwrite-device."""
    if needs_device(profile) or profile.needs_root:
        return "device, **overwritten**" if profile.destructive else "device, read"
    folder, read, overwrite = (why_not(profile, way) is None for way in TargetUse)
    places = ["folder"] * folder + ["device, read"] * read
    if overwrite and not read:
        places.append("device, **overwritten**")
    return "; ".join(places)


def _time(profile: Profile) -> str:
    if math.isinf(profile.seconds):
        return "by the size"
    fewest, most = profile.seconds_range[0], profile.seconds
    at_least, at_most = (format_bound(each).replace(NARROW, " ") for each in (fewest, most))
    return f"{at_least} to {at_most}" if fewest else f"up to {at_most}"


def _written(profile: Profile, found: SpeedClass = SpeedClass.OTHER) -> str:
    if math.isinf(profile.seconds) and not profile.destructive and profile.needs_root:
        return NOTHING
    count = profile.for_drive(found, USUAL).bytes_written
    if count is None:
        return "see below"
    return format_size_bound(count).replace(NARROW, " ") if count else NOTHING


def written() -> str:
    """What each one writes at most on a file system of its usual kind, by class of drive."""
    rows = []
    for one in Profiles().all():
        if one.bytes_written is None or _written(one) == NOTHING:
            continue
        sizes = (_written(one, found) for found in CLASSES)
        rows.append((f"`{one.name}`", *sizes))
    return table(("Profile", *CLASSES.values()), rows)


def tests() -> str:
    """The tests of the profiles that are lists of tests."""
    rows = []
    for one in Profiles().all():
        content = tomllib.loads((RESOURCES / "profiles" / f"{one.name}.toml").read_text("utf-8"))
        for test in content.get("phase", ()):
            rows.append((
                f"`{one.name}`", test["name"], ", ".join(test.get("directions", ["write"])),
                str(test.get("block_size", test.get("block_sizes", ""))),
                str(test.get("queue_depth", 1)), str(test.get("jobs", test.get("processes", 1))),
            ))  # fmt: skip
    return table(("Profile", "Test", "Directions", "Block size", "Queue depth", "Jobs"), rows)


def keys() -> str:
    """The keys above the tests of a profile's file, from the Struct that declares them."""
    return table(("Key", "May be", "Without it"), _keys_of(ProfileHead))


def keys_of_tests() -> str:
    """The keys of a test of fio."""
    return table(("Key", "May be", "Without it"), _keys_of(FioTest))


def keys_of_methods() -> str:
    """The keys of each method, and of the tests that are no tests of fio."""
    rows = []
    for name in method_names():
        if (module := method_part(name, "plan")) is None:
            continue
        rows += [(f"`{name}`", *row) for row in _keys_of(module.Plan)]
        if (test := tests_of(module.Plan)) not in (None, Phase):
            rows += [(f"`{name}`, `[[phase]]`", *row) for row in _keys_of(test)]
    return table(("Method", "Key", "May be", "Without it"), rows)


def _keys_of(kind: type[Struct]) -> Iterator[tuple[str, str, str]]:
    for key, one in keys_of(kind).items():
        may_be = one_of(method_names()) if key == "method" else allowed(one.type)
        if one.required:
            without = "required"
        else:
            given = as_written(one.type, one.default) if one.default else one.default
            # Nothing, no text and none at all are no values of a file.
            known = given or given is False
            without = f"`{toml_value(given)}`" if known else ""
        yield f"`{key}`", say_text(may_be).replace(NARROW, " "), without


# The command line


def commands() -> str:
    """Every command with its arguments."""
    top = parser()
    return "".join(_command(name, one) for name, one in _below(top) if one.description)


def _below(above: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in above._actions:
        if isinstance(action, argparse._SubParsersAction):
            listed = {one.dest for one in action._choices_actions}
            for name, one in action.choices.items():
                if name in listed:
                    yield f"{above.prog} {name}".removeprefix("driveproof "), one
                    yield from _below(one)


def _command(name: str, one: argparse.ArgumentParser) -> str:
    shown = [
        action
        for action in one._actions
        if action.help != argparse.SUPPRESS
        and not isinstance(action, argparse._HelpAction | argparse._SubParsersAction)
    ]
    positional = "".join(f" {_named(each)}" for each in shown if not each.option_strings)
    usage = f"driveproof {name}{positional}" + " [OPTION ...]" * any(
        each.option_strings for each in shown
    )
    if any(isinstance(each, argparse._SubParsersAction) for each in one._actions):
        return f"### {name}\n\n{one.description}\n\n"
    # A place has no words but its name in the usage.
    rows = [(f"`{_named(each)}`", _help(each)) for each in shown if each.help]
    text = table(("Argument", ""), rows) + "\n" if rows else ""
    return f"### {name}\n\n{one.description}\n\n    {usage}\n\n{text}"


def _named(action: argparse.Action) -> str:
    value = action.metavar or action.dest.upper()
    if action.choices:
        value = action.metavar or "{" + ",".join(map(str, action.choices)) + "}"
    if action.option_strings:
        names = ", ".join(action.option_strings)
        return names if action.nargs == 0 else f"{names} {value}"
    return {"?": f"[{value}]", "*": f"[{value} ...]", "+": f"{value} ..."}.get(
        str(action.nargs), str(value)
    )


def _help(action: argparse.Action) -> str:
    return (action.help or "").replace("%%", "%") + " (required)" * (
        bool(action.option_strings) and action.required
    )


# Health


def counters() -> str:
    """The limits of the counters, on hard disks and on flash."""
    return table(
        ("Counter", "ATA", "Hard disk: caution", "failing", "grown", "SSD: caution", "grown"),
        [
            (
                name.replace("_", " "), str(rules.ATTRIBUTES.get(name, "")),
                _bound(disk.caution), _bound(disk.failing), _grade(disk.grown),
                _bound(rules.FLASH[name].caution), _grade(rules.FLASH[name].grown),
            )
            for name, disk in rules.DISK.items()
        ],
    )  # fmt: skip


def sources() -> str:
    """Where the limits are from."""
    rows = [(name.replace("_", " "), one.source, rules.FLASH[name].source)
            for name, one in rules.DISK.items()]  # fmt: skip
    return table(("Counter", "Hard disk", "SSD"), rows)


def firmware() -> str:
    """The firmware that is known to fail."""
    rows = [
        (
            ", ".join(f"`{model}`" for model in one.models),
            f"before {one.before}" if one.before else ", ".join(one.firmware) or "any",
            one.symptom, one.fixed_in, one.source,
        )
        for one in shipped_faults()
    ]  # fmt: skip
    return table(("Model", "Firmware", "What happens", "Fixed in", "Source"), rows)


def exceptions() -> str:
    """What is a false alarm."""
    rows = [
        (
            ", ".join(f"`{model}`" for model in one.models),
            ", ".join(one.firmware) or "any",
            f"{one.attribute or 'all'}, {one.drop}" + (f" {one.value}" if one.counter else ""),
            one.why, one.source,
        )
        for one in shipped_exceptions()
    ]  # fmt: skip
    return table(("Model", "Firmware", "Attribute", "Why", "Source"), rows)


def quirks() -> str:
    """The faults that Linux avoids."""
    rows = [
        (
            ", ".join(f"`{model}`" for model in one.models),
            ", ".join(one.firmware) or "any",
            str(one.say), one.source,
        )
        for one in shipped_quirks()
    ]  # fmt: skip
    return table(("Model", "Firmware", "What Linux does", "Source"), rows)


def raw_values() -> str:
    """What raw values mean on certain drives."""
    rows = [
        (
            ", ".join(f"`{model}`" for model in one.models),
            ", ".join(one.firmware) or "any",
            "; ".join(
                ([f"life left in {one.attribute}: {one.life}"] if one.life else [])
                + ([f"241 and 242 count {one.unit:,} bytes"] if one.unit else [])
            ),
            one.source,
        )
        for one in shipped_raw_readings()
    ]  # fmt: skip
    return table(("Model", "Firmware", "Read as", "Source"), rows)


def _bound(count: int | None) -> str:
    return "" if count is None else str(count)


def _grade(grade: str) -> str:
    return "" if grade == "good" else str(grade)


def limits() -> str:
    """The single limits."""
    return table(
        ("Limit", "Value"),
        [
            ("rated life used: caution", f"{rules.NEARLY_USED_UP:.0%}".replace("%", " %")),
            ("rated life used: worn", f"{rules.USED_UP:.0%}".replace("%", " %")),
            ("hot, where the drive names no limit: hard disk", f"{rules.HOT_HARD_DISK:g} °C"),
            ("the same: SATA SSD", f"{rules.HOT_SSD:g} °C"),
            ("the same: NVMe", f"{rules.HOT_NVME:g} °C"),
            ("cold", f"below {rules.COLD:g} °C"),
            ("a failed self-test is recent for", f"{rules.RECENT_SECONDS / 3600:g} hours of use"),
            ("values are old after", f"{rules.OLD_SECONDS / 60:g} min"),
        ],
    )


# Permissions


def actions() -> str:
    """The actions of polkit."""
    rows = []
    for action in ET.parse(POLICY).getroot().iter("action"):
        active = action.findtext("defaults/allow_active", "")
        rows.append((
            f"`{action.attrib['id'].rpartition('.')[2]}`", action.findtext("description", ""),
            "once in about five minutes" if active.endswith("_keep") else "every time",
        ))  # fmt: skip
    return table(("Action", "It allows to", "Password"), rows)


# JSON and CSV


def documents() -> str:
    """Every document and every part of it, from the schema."""
    found = schema()["$defs"]

    def place(name: str) -> tuple[bool, str]:
        return "version" not in found[name].get("properties", {}), name

    return "".join(_definition(name, found[name]) for name in sorted(found, key=place))


def _definition(name: str, one: dict[str, Any]) -> str:
    said = one.get("description", "")
    if "enum" in one:
        values = ", ".join(f"`{value}`" for value in one["enum"])
        return f"### {name}\n\n{_sentence(said)} One of {values}.\n\n"
    keys = list(_keys(one))
    rows = [(f"`{key}`", kind, about) for key, kind, about in keys if about]
    rest = [f"`{key}`" for key, _kind, about in keys if not about]
    text = f"### {name}\n\n{_sentence(said)}\n\n" if said else f"### {name}\n\n"
    if rows:
        text += table(("Key", "Type", ""), rows) + "\n"
    if rest:
        text += f"{'Also' if rows else 'Keys'}: {', '.join(rest)}.\n\n"
    return text


def _sentence(text: str) -> str:
    command = r"driveproof(?: (?!of |to )[a-z]+| --[a-z]+| [A-Z]\S*)+(?<!:)"
    code = re.sub(command, lambda found: f"`{found[0]}`", text)
    return f"{code.rstrip('.')}." if text else ""


def _keys(one: dict[str, Any], before: str = "") -> Iterator[tuple[str, str, str]]:
    """Each key below, its type, and what is said of it."""
    for key, value in one.get("properties", {}).items():
        if key == "version":
            continue
        yield f"{before}{key}", _type(value), _about(value)
        below, mark = value, "."
        if "items" in value:
            below, mark = value["items"], "[]."
        if isinstance(below, dict):
            for each in (below, *below.get("anyOf", ())):
                yield from _keys(each, f"{before}{key}{mark}")


def _about(value: dict[str, Any]) -> str:
    said = str(value.get("description", ""))
    said = "" if said in _UNITS else said
    values = value.get("enum") or value.get("items", {}).get("enum")
    if values:
        listed = ", ".join("null" if one is None else f"`{one}`" for one in values)
        said = f"{said}: {listed}" if said else listed
    return said


def _type(value: dict[str, Any]) -> str:
    if "$ref" in value:
        name = value["$ref"].rpartition("/")[2]
        return f"[{name}](#{name})"
    if "anyOf" in value:
        return " or ".join(_type(one) for one in value["anyOf"])
    kind = value.get("type", "")
    if isinstance(kind, list):
        return " or ".join(kind)
    if kind == "array" and "$ref" in value.get("items", {}):
        return f"list of {_type(value['items'])}"
    return {"array": "list", "": "text" if "enum" in value else ""}.get(kind, kind)


def columns() -> str:
    """The columns of the tables."""
    tables = {
        "run (`.csv`)": run_csv.COLUMNS,
        "`--samples`": run_csv.SAMPLE_COLUMNS,
        "`--samples` of a scan": run_csv.POSITION_COLUMNS,
        "`--devices`": run_csv.MEMBER_COLUMNS,
        "`--per-host`": run_csv.HOST_COLUMNS,
        "`--answer`": ("run", "table", "the keys of its columns"),
        "`--areas`": run_csv.AREA_COLUMNS,
        "comparison, health": ("table", "the keys of its columns"),
    }
    return table(
        ("Table", "Columns"),
        [(name, ", ".join(f"`{each}`" for each in named)) for name, named in tables.items()],
    )


REGIONS: dict[str, Callable[[], str]] = {
    one.__name__: one
    for one in (
        profiles, written, tests, keys, keys_of_tests, keys_of_methods, commands, counters, sources,
        firmware, quirks, exceptions, raw_values, limits, actions, documents, columns,
    )
}  # fmt: skip


def made(text: str) -> str:
    """The page with its tables made anew."""
    return _REGION.sub(lambda found: f"{found[1]}{REGIONS[found[2]]().rstrip()}\n{found[3]}", text)


def main(words: Sequence[str]) -> int:
    """Write the pages, or check them."""
    old = []
    for page in sorted(PAGES.glob("*.md")):
        text = page.read_text("utf-8")
        new = made(text)
        if new != text:
            old.append(page.name)
            if "--check" not in words:
                page.write_text(new, "utf-8")
    whole = schema_text()
    if whole != SCHEMA.read_text("utf-8"):
        old.append(SCHEMA.name)
        if "--check" not in words:
            SCHEMA.write_text(whole, "utf-8")
    if old and "--check" in words:
        print(f"not up to date: {', '.join(old)} (make reference)", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
