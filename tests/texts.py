# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds texts of a module that Babel would miss or extract wrongly."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[1]
PACKAGE = CHECKOUT / "app" / "driveproof"

TRANSLATE = {"_", "ngettext", "pgettext"}
"""Functions that translate immediately."""
MARK = {"N_"}
"""Functions that only mark a text: their argument is always a literal."""
CASE = {"lower", "upper", "capitalize", "title", "casefold", "swapcase", "upper_first"}
"""Changes of the case of a text, which is another one in another language."""
PLURAL = "Plural"
"""Marks two texts, which are filled with the count."""
# Classes whose first argument is a text, with the named arguments that fill no field.
OF_THE_TERMINAL = re.compile(r"(^|[\s'\"])--\w|\bdriveproof [a-z]")
"""A command line option or a command: useless to a person in front of the window."""
_NO_FIELDS = {"advice", "code", "details"}
_OURS = {
    "DriveproofError", "UsageError", "MachineError", "RefusedError", "CancelledError",
    "UnfitError", "DamagedError", "UnreadableError", "AnotherDeviceError",
}  # fmt: skip
_CHECKED = {"tr", "translate", "Advice", "Note", "Say", "Title", PLURAL, *TRANSLATE, *MARK, *_OURS}
"""Functions and classes that are given a text; no other call is looked at."""
_LEAVES = (ast.Name, ast.Constant, ast.expr_context, ast.operator, ast.cmpop, ast.alias, ast.arg)
"""Most nodes, in which no call can be (a default is not in its argument, an annotation no text)."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem at a line of a module (its path below the package)."""

    module: str
    line: int
    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.module}:{self.line}: {self.rule}: {self.text}"


def modules() -> list[Path]:
    """The modules of the package."""
    return sorted(PACKAGE.rglob("*.py"))


def problems(path: Path) -> Iterator[Problem]:
    """The problems with the texts of a module."""
    name = path.relative_to(PACKAGE).as_posix()
    yield from in_source(path.read_text(encoding="utf-8"), name)


def in_source(source: str, name: str = "") -> Iterator[Problem]:
    """The problems with the texts in a source."""
    tree = ast.parse(source)
    # Health has another Advice.
    advice = "Advice" in source and any(
        isinstance(node, ast.ImportFrom)
        and node.module == "driveproof.domain.errors"
        and any(one.name == "Advice" for one in node.names)
        for node in ast.walk(tree)
    )
    for line, rule, text in _changed(tree):
        yield Problem(name, line, rule, text)
    for node, around in _calls(tree, []):
        if advice or _called(node) != "Advice":
            for rule, text in _of_call(node, around):
                yield Problem(name, node.lineno, rule, text)
            if not name.startswith("cli/") and _called(node) in {*_OURS, "Advice", "_"}:
                text = _literal(node.args[0]) if node.args else None
                faces = _called(node) != "_" or name.startswith("ui/")
                if faces and text and OF_THE_TERMINAL.search(text):
                    yield Problem(name, node.lineno, "of the terminal", text)


def _changed(tree: ast.AST) -> Iterator[tuple[int, str, str]]:
    """Where the case of a translated text is changed, or one is joined with another text."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Attribute(value=text, attr=name)) if name in CASE:
                if _is_translated(text):
                    yield node.lineno, "case changed", ast.unparse(node)[:90]
            case ast.Call(func=ast.Name(id="upper_first")):
                yield node.lineno, "case changed", ast.unparse(node)[:90]
            case ast.BinOp(op=ast.Add(), left=left, right=right):
                indents = (_literal(left) or "").isspace() and len(_literal(left) or "") > 1
                if not indents and (_is_translated(left) or _is_translated(right)):
                    yield node.lineno, "joined", ast.unparse(node)[:90]


def _is_translated(node: ast.expr) -> bool:
    """Whether this is a translated text, with its fields filled or not."""
    match node:
        case ast.Call(func=ast.Attribute(value=text, attr="format")):
            return _is_translated(text)
        case ast.Call(func=ast.Name(id=name)):
            return name in TRANSLATE
    return False


def _calls(node: ast.AST, around: list[ast.AST]) -> Iterator[tuple[ast.Call, tuple[ast.AST, ...]]]:
    """The calls of the words below, each with all that it stands in."""
    if isinstance(node, ast.Call) and _called(node) in _CHECKED:
        yield node, tuple(around)
    around.append(node)
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, _LEAVES):
            yield from _calls(child, around)
    around.pop()


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _of_call(call: ast.Call, around: tuple[ast.AST, ...]) -> Iterator[tuple[str, str]]:
    name = _called(call)
    shown = ast.unparse(call)[:90]
    if name in {"tr", "translate"} and call.args and _literal(call.args[0]) is not None:
        yield "Qt's translation", shown
    elif name in TRANSLATE and isinstance(call.func, ast.Name):
        yield from _translated(call, name, around, shown)
    elif name in MARK:
        if not _of_a_profile(call) and (not call.args or _literal(call.args[0]) is None):
            yield "no literal", shown
    elif name == PLURAL:
        keys = list(map(_literal, call.args[:2]))
        if len(keys) < 2 or None in keys:
            yield "no literal", shown
        elif any(set(fields(key)) - {"count"} for key in keys if key):
            yield "fields", shown
    elif name in _OURS:
        yield from _raised(call, shown)
    elif name in {"Advice", "Note", "Say"} and call.args and not _remedy(call.args[0]):
        text = _literal(call.args[0])
        if text is None and not _of_a_profile(call):
            yield "no literal", shown
        elif text is not None:
            yield from _fields_of(call, text, shown)


def _translated(
    call: ast.Call, name: str, around: tuple[ast.AST, ...], shown: str
) -> Iterator[tuple[str, str]]:
    # Python before 3.12 gives an f-string as one token: Babel sees no call in it.
    if any(isinstance(node, ast.JoinedStr) for node in around):
        yield "in an f-string", shown
    if not any(isinstance(node, ast.FunctionDef | ast.Lambda) for node in around):
        yield "at import", shown
    texts = {"_": call.args[:1], "ngettext": call.args[:2], "pgettext": call.args[1:2]}[name]
    for argument in texts:
        if (
            isinstance(argument, ast.JoinedStr | ast.BinOp)
            or (isinstance(argument, ast.Call) and _called(argument) == "format")
            or (name != "_" and _literal(argument) is None)
        ):
            yield "no literal", shown
    keys = [text for text in map(_literal, texts) if text is not None]
    for key in keys:
        try:
            list(string.Formatter().parse(key))
        except ValueError as error:
            yield "broken field", f"{error}: {shown}"
            return
    if keys:
        yield from _filled(call, keys, around, shown)


def _filled(
    call: ast.Call, keys: list[str], around: tuple[ast.AST, ...], shown: str
) -> Iterator[tuple[str, str]]:
    """Compare the fields with the arguments of the `.format()` that follows immediately."""
    wanted = set[str]().union(*map(fields, keys))
    if any(field.isdigit() or not field for field in wanted):
        yield "field without a name", shown
        return
    over = around[-2] if len(around) > 1 else None
    formats = (
        isinstance(over, ast.Call)
        and isinstance(over.func, ast.Attribute)
        and over.func.attr == "format"
        and over.func.value is call
    )
    if not formats:
        return
    assert isinstance(over, ast.Call)
    if any(one.arg is None for one in over.keywords):
        return
    given = {one.arg for one in over.keywords if one.arg}
    if given != wanted:
        yield "fields", f"{sorted(wanted)} given {sorted(given)}: {shown}"


def _raised(call: ast.Call, shown: str) -> Iterator[tuple[str, str]]:
    """An error: a literal key, and a value for each field."""
    if not call.args:
        return
    text = _literal(call.args[0])
    if text is None:
        yield "error without a key", shown
        return
    yield from _fields_of(call, text, shown)


def _fields_of(call: ast.Call, text: str, shown: str) -> Iterator[tuple[str, str]]:
    if any(one.arg is None for one in call.keywords):
        return
    given = {one.arg for one in call.keywords if one.arg} - _NO_FIELDS
    given -= {"kind"} if _called(call) == "Note" else set()
    wanted = fields(text) if given else set()
    if wanted != given:
        yield "fields", f"{sorted(wanted)} given {sorted(given)}: {shown}"
    elif not given and re.search(r"\{[a-z_]+\}", text):
        yield "fields", f"no value is given: {shown}"


def _of_a_profile(call: ast.Call) -> bool:
    """Whether its text is a title of a built-in profile, which is extracted from its file."""
    return bool(call.args) and ast.unparse(call.args[0]) in {"profile.title", "phase.title"}


def _remedy(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and ast.unparse(node).startswith("Remedy.")


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def fields(text: str) -> set[str]:
    """The names of the fields of a text, without anything after a dot or a bracket."""
    return {
        re.split(r"[.\[]", name)[0]
        for _, name, _, _ in string.Formatter().parse(text)
        if name is not None
    }
