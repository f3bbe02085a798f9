# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A report as one HTML file: nothing in it is loaded from elsewhere, and nothing of it runs."""

from __future__ import annotations

from functools import cache
from importlib import resources

from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup

from driveproof.domain.rating import MARKS
from driveproof.export.report.document import (
    CommandBlock,
    Drawing,
    FactsBlock,
    FindingsBlock,
    PictureBlock,
    Report,
    ReportBlock,
    TableBlock,
    TextBlock,
)
from driveproof.export.text.layout import one_line

_KINDS: dict[type, str] = {
    FindingsBlock: "lines",
    FactsBlock: "facts",
    TableBlock: "table",
    PictureBlock: "picture",
    CommandBlock: "code",
    TextBlock: "text",
}


def render_html(report: Report, template: str = "report.html") -> str:
    """The file's text. Every string of the report is escaped; only a drawing's SVG is taken as it
    is, which is made by this program.
    """
    return _environment().get_template(template).render(report=report)


def _source(name: str) -> str:
    place = resources.files("driveproof") / "resources" / "report" / name
    return place.read_text("utf-8")


def _svg(drawing: Drawing, *, dark: bool, narrow: bool) -> Markup:
    return Markup(drawing.svg(dark=dark, narrow=narrow))


def _kind(block: ReportBlock) -> str:
    return _KINDS[type(block)]


def _clean(text: object) -> str:
    """Each line with what HTML does not allow, or what turns a line around, made visible."""
    return "\n".join(one_line(line) for line in str(text).split("\n"))


@cache
def _environment() -> Environment:
    """autoescape for whatever a template is called; what is not given is an error, not empty."""
    made = Environment(
        loader=FunctionLoader(_source),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["svg"] = _svg
    made.globals["kind"] = _kind
    made.globals["marks"] = MARKS
    made.filters["clean"] = _clean
    return made
