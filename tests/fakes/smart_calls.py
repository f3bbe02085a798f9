# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The fake UDisks2's replies to SMART calls, in the real one's format."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from jeepney import HeaderFields, Message
from tests.fakes.smart import MadeSmart

if TYPE_CHECKING:
    from tests.fakes.udisks2 import FakeUDisks2

_ERROR = "org.freedesktop.UDisks2.Error."
_UNKNOWN_METHOD = "org.freedesktop.DBus.Error.UnknownMethod"


class SmartCalls:
    """Replies for the drives in `drives`, by object path."""

    def __init__(self, service: FakeUDisks2, drives: dict[str, MadeSmart]) -> None:
        self._service = service
        self.drives = drives
        self._timers: list[threading.Timer] = []

    def forget(self) -> None:
        """Slow drives no longer answer."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def answer(self, message: Message) -> None:
        """Reply to one call of a property or of SMART; any other is an unknown method."""
        fields = message.header.fields
        path, member = str(fields[HeaderFields.path]), str(fields[HeaderFields.member])
        interface = str(fields.get(HeaderFields.interface, ""))
        if member in {"Get", "GetAll"} and interface == "org.freedesktop.DBus.Properties":
            self._properties(message, path)
            return
        smart = self.drives.get(path)
        there = interface in self._service.objects.get(path, {})
        if smart is None or smart.interface != interface or not there:
            text = f"No such interface “{interface}” on object at path {path}"
            self._service.refuse(message, _UNKNOWN_METHOD, text)
        elif member == "SmartGetAttributes" and not smart.known:
            self._service.refuse(message, f"{_ERROR}Failed", "SMART data not collected")
        elif member == "SmartGetAttributes":
            self._service.reply(message, smart.signature, (smart.attributes,))
        elif member == "SmartUpdate":
            self._update(message, path, smart)
        elif member.startswith(("SmartSelftest", "SmartSet")) and smart.refused:
            text = "Not authorized to perform operation"
            self._service.refuse(message, f"{_ERROR}NotAuthorizedDismissed", text)
        elif member == "SmartSetEnabled":
            smart.switch_on()
            self._changed(message, path, smart)
        elif member == "SmartSelftestStart":
            smart.start_test()
            self._changed(message, path, smart)
        elif member == "SmartSelftestAbort":
            smart.abort_test()
            self._changed(message, path, smart)
        else:
            self._service.refuse(message, _UNKNOWN_METHOD, f"no method {member}")

    def _properties(self, message: Message, path: str) -> None:
        interface = message.body[0]
        known = self._service.objects.get(path, {}).get(interface)
        if path not in self._service.objects:
            text = f"No such object path '{path}'"
            self._service.refuse(message, "org.freedesktop.DBus.Error.UnknownObject", text)
        elif known is None or (len(message.body) > 1 and message.body[1] not in known):
            text = f"No such interface “{interface}”"
            self._service.refuse(message, "org.freedesktop.DBus.Error.InvalidArgs", text)
        elif len(message.body) > 1:
            self._service.reply(message, "v", (known[message.body[1]],))
        else:
            self._service.reply(message, "a{sv}", (dict(known),))

    def _update(self, message: Message, path: str, smart: MadeSmart) -> None:
        options: dict[str, Any] = message.body[0]
        smart.options.append(options)
        if smart.vanishes:
            self._service.remove(path)
            text = f"Object does not exist at path “{path}”"
            self._service.refuse(message, _UNKNOWN_METHOD, text)
        elif smart.refused:
            text = "Not authorized to perform operation"
            self._service.refuse(message, f"{_ERROR}NotAuthorizedCanObtain", text)
        elif smart.asleep and options.get("nowakeup", ("b", False))[1]:
            text = "Disk is in sleep mode and the nowakeup option was passed"
            self._service.refuse(message, f"{_ERROR}WouldWakeup", text)
        elif smart.delay:
            timer = threading.Timer(smart.delay, self._changed, (message, path, smart))
            timer.daemon = True
            self._timers.append(timer)
            timer.start()
        else:
            self._changed(message, path, smart)

    def _changed(self, message: Message, path: str, smart: MadeSmart) -> None:
        if path in self._service.objects:
            self._service.change(path, smart.interface, smart.now())
        self._service.reply(message)
