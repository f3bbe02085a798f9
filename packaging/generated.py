# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The man page and the shell completions, made from the parser of the command line."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

PACKAGING = Path(__file__).resolve().parent
PROFILES = PACKAGING.parent / "resources" / "profiles"
# In the section OPTIONS, once for all commands.
COMMON = ("--help", "--json", "--mib")
# Where zsh, bash and fish look, below a prefix.
COMPLETIONS = {
    "bash": "share/bash-completion/completions/driveproof",
    "zsh": "share/zsh/site-functions/_driveproof",
    "fish": "share/fish/vendor_completions.d/driveproof.fish",
}
GROUPS = ("experiment", "test", "trim")
MAN_PAGE = "share/man/man1/driveproof.1"


def commands(parser: argparse.ArgumentParser) -> Iterator[argparse.ArgumentParser]:
    """The parsers of the commands that the help shows; of a group those below it."""
    below = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    if not below:
        yield parser
    for group in below:
        for shown in group._choices_actions:
            if shown.help != argparse.SUPPRESS:
                yield from commands(group.choices[shown.dest])


def man_page(parser: argparse.ArgumentParser) -> str:
    """The page of packaging/man/driveproof.1.in with the commands and options filled in."""
    filled = {
        "@COMMANDS@": "\n".join(map(_command, commands(parser))),
        "@OPTIONS@": "\n".join(_arguments(parser)),
    }
    page = (PACKAGING / "man" / "driveproof.1.in").read_text("utf-8")
    for marker, text in filled.items():
        page = page.replace(marker, text)
    return page


def _command(parser: argparse.ArgumentParser) -> str:
    words = [_in_usage(each) for each in parser._actions if _is_needed(each)]
    lines = [
        rf".SS {_roff(parser.prog)} \fR[\fIoptions\fR] {' '.join(words)}".rstrip(),
        _roff(parser.description or ""),
    ]
    return "\n".join([*lines, *_arguments(parser)])


def _is_needed(action: argparse.Action) -> bool:
    return action.required or not action.option_strings


def _in_usage(action: argparse.Action) -> str:
    if action.option_strings:
        return rf"\fB{_roff(action.option_strings[0])}\fR {_value(action)}"
    value = _value(action) + (" ..." if action.nargs in {"*", "+"} else "")
    return f"[{value}]" if action.nargs in {"?", "*"} else value


def _arguments(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        names = action.option_strings
        if isinstance(action, argparse._SubParsersAction) or action.help == argparse.SUPPRESS:
            continue
        if set(names) & set(COMMON) and " " in parser.prog:
            continue
        shown = ", ".join(rf"\fB{_roff(name)}\fR" for name in names)
        value = "" if action.nargs == 0 else _value(action)
        text = (action.help or "") % {"default": action.default, "prog": parser.prog}
        yield f".TP\n{shown}{' ' if shown and value else ''}{value}"
        yield _roff(text)


def _value(action: argparse.Action) -> str:
    metavar = action.metavar or "|".join(map(str, action.choices or ())) or action.dest.upper()
    return rf"\fI{_roff(str(metavar))}\fR"


def _roff(text: str) -> str:
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text[:1] in {".", "'"} else text


def completions(parser: argparse.ArgumentParser) -> dict[str, str]:
    """The completion of each shell; raises ImportError without shtab."""
    import shtab  # noqa: PLC0415 - the man page needs none

    _say_what_completes(parser, shtab.FILE, shtab.DIRECTORY)
    made = {COMPLETIONS[shell]: shtab.complete(parser, shell) for shell in ("bash", "zsh")}
    # shtab knows fish from 1.8 on; Debian 13 has 1.7.
    return made | {COMPLETIONS["fish"]: "\n".join(_fish(parser)) + "\n"}


def _say_what_completes(
    parser: argparse.ArgumentParser, file: dict[str, str], folder: dict[str, str]
) -> None:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for each in action.choices.values():
                _say_what_completes(each, file, folder)
        elif action.metavar == "PROFILE" and not action.choices:
            action.choices = sorted(path.stem for path in PROFILES.glob("*.toml"))
        elif action.metavar == "FOLDER":
            action.complete = folder  # type: ignore[attr-defined]
        elif re.search("FILE|PATH|TARGET|DEVICE|MOUNTPOINT", str(action.metavar)):
            action.complete = file  # type: ignore[attr-defined]


def _fish(parser: argparse.ArgumentParser, above: tuple[str, ...] = ()) -> Iterator[str]:
    seen = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in above)
    if len(above) == 1 and above[0] not in GROUPS:
        # "run" is a command, and one of "trim".
        seen += f"; and not __fish_seen_subcommand_from {' '.join(GROUPS)}"
    complete = f"complete -c driveproof -n '{seen or '__fish_use_subcommand'}'"
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for shown in action._choices_actions:
                if shown.help != argparse.SUPPRESS:
                    yield f"{complete} -f -a {shown.dest} -d {_in_quotes(shown.help)}"
                    yield from _fish(action.choices[shown.dest], (*above, shown.dest))
        elif action.option_strings and action.help != argparse.SUPPRESS:
            flags = "".join(
                f" -l {name[2:]}" if name.startswith("--") else f" -s {name[1:]}"
                for name in action.option_strings
            )
            needs = "" if action.nargs == 0 else " -r"
            if action.choices:
                needs = f" -x -a {_in_quotes(' '.join(map(str, action.choices)))}"
            yield f"{complete}{flags}{needs} -d {_in_quotes(action.help)}"
        elif action.choices:
            yield f"{complete} -a {_in_quotes(' '.join(map(str, action.choices)))}"


def _in_quotes(text: str | None) -> str:
    escaped = (text or "").replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
