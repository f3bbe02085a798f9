# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person calls a control group: its service, its program, its container.

systemd.unit(5) has the escapes, "Desktop Environments" of systemd's documentation the names of
programs (app-LAUNCHER-ID-RANDOM.scope), and the container tools name their scopes themselves.
"""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"\\x([0-9a-f]{2})")
_UNIT = re.compile(r".+\.(?:service|scope|socket|mount|swap|slice)")
_APP = re.compile(r"app-(?P<rest>.+)\.(?:scope|service|slice)")
_CONTAINER = re.compile(
    r"(?:cri-containerd|docker|libpod|crio)-(?P<id>[0-9a-f]{12})[0-9a-f]*\.scope"
)
_HASH = re.compile(r"[0-9a-f]{32,}")


def group_name(path: str) -> str:
    """The unit of a group by its path: "postgresql.service", "org.mozilla.firefox", "docker
    0123456789ab"; the last two folders of a group that is no unit.
    """
    parts = [part for part in path.split("/") if part]
    units = [part for part in parts if _UNIT.fullmatch(part)]
    inner = [part for part in units if not part.endswith(".slice")]
    if not inner:
        short = [part[:12] if _HASH.fullmatch(part) else part for part in parts]
        return _plain("/".join(short[-2:]))
    unit = inner[-1]
    container = _CONTAINER.fullmatch(unit)
    if container is not None:
        program = unit.partition("-")[0]
        return f"{'podman' if program == 'libpod' else program} {container['id']}"
    app = _APP.fullmatch(unit)
    return _program(app["rest"]) if app is not None else _plain(unit)


def _program(rest: str) -> str:
    """The id in "LAUNCHER-ID-RANDOM", "ID-RANDOM" or "LAUNCHER-ID@RANDOM": hyphens in it are
    escaped.
    """
    parts = rest.partition("@")[0].split("-")
    if len(parts) > 1 and re.fullmatch(r"[0-9a-f]*\d[0-9a-f]*", parts[-1]):
        parts.pop()
    return _plain(parts[-1])


def _plain(name: str) -> str:
    raw = name.encode("utf-8", "surrogateescape")
    text = _ESCAPE.sub(lambda found: chr(int(found[1], 16)), raw.decode("latin-1"))
    return text.encode("latin-1").decode("utf-8", "surrogateescape")
