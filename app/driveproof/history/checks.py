# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The checks of drives, kept whole beside the runs: listed, found and read again."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from driveproof.domain.check.check import Check, CheckHead, LeftOut
from driveproof.domain.errors import Advice, MachineError, Remedy, UsageError
from driveproof.domain.finding import Finding
from driveproof.domain.rating import Rating
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say
from driveproof.domain.text import visible
from driveproof.history.documents import StoredDocument, deflate, inflate
from driveproof.history.encoding import date_from, get_or_none, get_text, moment, put_text, searched
from driveproof.history.ids import new_id, read_id
from driveproof.history.query import ambiguous
from driveproof.history.store import History

LABEL = "label:"
LATEST = "latest-check"
"""The word for the last check."""
_WHOLE = (
    "name, identity, taken, utc_offset, seconds, rating, run, label, target, device, model,"
    " document"
)
_HEAD = "name, taken, utc_offset, seconds, rating, label, target, device, model, identity, run"


_DOCUMENT = StoredDocument(
    Check,
    8192,  # a drive's logs and attributes take some hundred
    ("id", "label", "run", "unkept"),
)  # fmt: skip


def pack_check(check: Check) -> bytes:
    """As it is kept, without its id, label and run, which have columns of their own."""
    return deflate(_DOCUMENT.pack(check))


def unpack_check(blob: object) -> Check:
    """The reverse, with an empty id and label and without a run. Raises ValueError."""
    return _DOCUMENT.unpack(inflate(blob, _DOCUMENT.most))


class DeletedCheck(NamedTuple):
    """A check that was deleted: its id, and its row for Checks.restore."""

    id: str
    row: tuple[object, ...]


class Checks:
    """Beside the runs in the history of `history`, by BlockDevice.identity and by id.

    A check and the run that it measured stand for themselves: either can be deleted without the
    other. Every method may raise MachineError, as History's do.
    """

    def __init__(self, history: History) -> None:
        self._history = history

    def add(self, check: Check, identity: str | None) -> str:
        """Keep a check of a drive, None where nothing distinguishes it; gives its id.

        Its run is kept by the history itself.
        """
        taken, offset = moment(check.taken)
        device = check.device
        rest = (
            put_text(identity or ""), taken, offset, check.seconds, check.word,
            put_text(check.run.id if check.run is not None else None), put_text(check.label),
            put_text(check.target), put_text(device.path if device else None),
            put_text(device.model if device else None), pack_check(check),
        )  # fmt: skip
        made: list[str] = []

        def work(connection: sqlite3.Connection) -> None:
            name = _free_id(connection, check.taken)
            places = ", ?" * len(rest)
            connection.execute(
                f"INSERT INTO checks ({_WHOLE}) VALUES (?{places})", (put_text(name), *rest)
            )
            made.append(name)

        self._history.keep(work)
        return made[-1]

    def heads(
        self,
        *,
        limit: int | None = None,
        identity: str | None = None,
        text: str = "",
        label: str | None = None,
    ) -> list[CheckHead]:
        """The checks that are kept whole, newest first; one that is damaged is left out.

        `identity` keeps those of one drive, `label` those with exactly this label, `text` those
        whose model, device, target or label contains each of its words, in any case.
        """
        conditions, given = ["1"], []
        for column, wanted in (("identity", identity), ("label", label)):
            if wanted is not None:
                conditions.append(f"{column} = ?")
                given.append(put_text(wanted))
        with self._history.reading() as connection:
            rows = connection.execute(
                f"SELECT {_HEAD} FROM checks WHERE {' AND '.join(conditions)}"
                " ORDER BY taken DESC, id DESC",
                given,
            ).fetchall()
        words = searched(text).split()
        found = [
            head
            for row in rows
            if (head := _head(row)) is not None and all(word in _said(head) for word in words)
        ]
        return found if limit is None else found[:limit]

    def load(self, check_id: str) -> Check:
        """A check as it was, with its run where that is still kept.

        Raises MachineError when it does not exist, or when it or its run cannot be read.
        """
        with self._history.reading() as connection:
            row = connection.execute(
                "SELECT document, label, run FROM checks WHERE name = ?", (put_text(check_id),)
            ).fetchone()
            measured = None if row is None else get_or_none(row[2])
            kept = measured is not None and _is_kept(connection, measured)
        if row is None:
            raise unknown_check(check_id)
        try:
            check = unpack_check(row[0])
        except (ValueError, TypeError, OverflowError) as error:
            raise MachineError(
                "{path} cannot be read: {reason}.",
                path=check_id,
                reason=error,
                advice=Advice("It stays in the history at {path}.", path=self._history.path),
            ) from error
        run: Run | None = None
        if kept and measured is not None:
            run = self._history.load(measured)
        elif measured is not None:
            gone = Finding(
                LeftOut.RUN_DELETED, (Say("Its run {run} is not in the history.", run=measured),)
            )
            check = replace(check, left_out=(*check.left_out, gone))
        return replace(check, id=check_id, label=get_or_none(row[1]) or "", run=run)

    def find(self, word: str) -> tuple[str, ...]:
        """The ids of the checks that a word selects, newest first: an id, its unique beginning,
        LATEST, or every one with the label of `label:TEXT`. () where it selects none.

        Raises UsageError for a beginning that means several.
        """
        if word.startswith(LABEL):
            wanted = word.removeprefix(LABEL)
            return tuple(head.id for head in self.heads(label=wanted)) if wanted.strip() else ()
        if word.strip() == LATEST:
            return tuple(head.id for head in self.heads(limit=1))
        beginning = read_id(word)
        if word.strip() == "latest" or not beginning or not beginning.isascii():
            return ()
        found = tuple(head.id for head in self.heads() if head.id.startswith(beginning))
        if beginning in found:
            return (beginning,)
        if len(found) > 1:
            raise ambiguous(word, found)
        return found

    def set_label(self, check_id: str, label: str) -> None:
        """Change the label of a check, any text; empty for none. Raises MachineError: no such."""
        self._change("UPDATE checks SET label = ? WHERE name = ?", check_id, put_text(label))

    def put_again(self, check: Check) -> None:
        """Keep the findings and the rating of a kept check, which were judged anew."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE checks SET rating = ?, document = ? WHERE name = ?",
                (check.word, pack_check(check), put_text(check.id)),
            )

        self._history.keep(work)

    def delete(self, *check_ids: str) -> tuple[DeletedCheck, ...]:
        """Delete checks, all or none, and give what `restore` needs; their runs stay.

        Raises MachineError when one does not exist.
        """
        found: list[DeletedCheck] = []

        def work(connection: sqlite3.Connection) -> None:
            found.clear()
            for check_id in check_ids:
                query = f"SELECT {_WHOLE} FROM checks WHERE name = ?"
                row = connection.execute(query, (put_text(check_id),)).fetchone()
                if row is None:
                    raise unknown_check(check_id)
                found.append(DeletedCheck(check_id, row))
                connection.execute("DELETE FROM checks WHERE name = ?", (put_text(check_id),))

        self._history.keep(work)
        return tuple(found)

    def restore(self, deleted: Iterable[DeletedCheck]) -> None:
        """Keep deleted checks again, as they were."""
        rows = [one.row for one in deleted]

        def work(connection: sqlite3.Connection) -> None:
            places = ", ".join("?" * len(_WHOLE.split(",")))
            connection.executemany(f"INSERT INTO checks ({_WHOLE}) VALUES ({places})", rows)

        self._history.keep(work)

    def _change(self, statement: str, check_id: str, *values: str | bytes | None) -> None:
        def work(connection: sqlite3.Connection) -> None:
            if not connection.execute(statement, (*values, put_text(check_id))).rowcount:
                raise unknown_check(check_id)

        self._history.keep(work)


class SelectedResults(NamedTuple):
    """What a word selects: runs or checks, newest first."""

    runs: tuple[str, ...] = ()
    checks: tuple[str, ...] = ()


def find_kept(history: History, word: str) -> SelectedResults:
    """The runs or the checks that a word selects.

    `latest` is a run, LATEST a check; of `label:TEXT`, runs go before checks. Raises UsageError
    when several are meant, MachineError when nothing is.
    """
    checks = Checks(history).find(word)
    if word.strip() == LATEST:
        if not checks:
            raise MachineError("The history is empty.", advice=Advice(Remedy.LIST_RUNS))
        return SelectedResults(checks=checks)
    if not checks:
        return SelectedResults(runs=history.find_all(word))
    try:
        runs = history.find_all(word)
    except MachineError:  # no run
        return SelectedResults(checks=checks)
    if word.startswith(LABEL) or word in runs:
        return SelectedResults(runs=runs)
    if read_id(word) in checks:
        return SelectedResults(checks=checks)
    raise UsageError(
        "'{word}' is ambiguous: {named}.",
        word=word,
        named=", ".join(visible(one) for one in (*runs, *checks)),
        advice=Advice("Name one."),
    )


def mixed_kinds(check_id: str, run_id: str) -> UsageError:
    """A check and a run were named where both must be of one kind."""
    return UsageError(
        "{one} cannot be used with {other}.",
        other=check_id,
        one=run_id,
        advice=Advice("Name only runs, or only drive reports."),
    )


def unknown_check(check_id: str) -> MachineError:
    """There is no such check; what to do about it."""
    return MachineError(
        "'{name}' is not in the history.",
        name=check_id,
        advice=Advice(Remedy.LIST_RUNS),
    )


def _is_kept(connection: sqlite3.Connection, run: str) -> bool:
    found = connection.execute("SELECT 1 FROM runs WHERE id = ?", (put_text(run),))
    return found.fetchone() is not None


def _free_id(connection: sqlite3.Connection, taken: datetime) -> str:
    """An id that neither a run nor a check has: both are named with the same words."""
    while True:
        name = new_id(taken)
        query = "SELECT 1 FROM runs WHERE id = ? UNION SELECT 1 FROM checks WHERE name = ?"
        if connection.execute(query, (name, name)).fetchone() is None:
            return name


def _head(row: tuple[object, ...]) -> CheckHead | None:
    name, taken, offset, seconds, rating, label, target, device, model, identity, run = row
    try:
        return CheckHead(
            id=get_text(name),
            taken=date_from(int(taken), int(offset)),  # type: ignore[call-overload]
            seconds=float(seconds),  # type: ignore[arg-type]
            rating=Rating(get_text(rating)),
            label=get_or_none(label) or "",
            target=get_or_none(target) or "",
            device=get_or_none(device),
            model=get_or_none(model),
            identity=get_or_none(identity) or None,
            run=get_or_none(run),
        )
    except (ValueError, TypeError, OverflowError, OSError):
        return None


def _said(head: CheckHead) -> str:
    said = (head.model, head.device, head.target, head.label)
    return searched("\n".join(one for one in said if one))
