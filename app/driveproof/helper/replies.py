# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Replies to calls: values, errors, and the interfaces that every object on the bus has."""

from __future__ import annotations

import contextlib
from typing import Any

from jeepney import new_error, new_method_return
from jeepney.low_level import Message

from driveproof.helper.protocol import API_VERSION, INTERFACE, METHODS, HelperError
from driveproof.helper.wire import Incoming, Wire

_DOCTYPE = """\
<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
"""
_SIGNAL = """\
  <signal name="Finished">
   <arg name="job" type="o"/>
   <arg name="exit_status" type="i"/>
   <arg name="reason" type="s"/>
   <arg name="words" type="s"/>
  </signal>
"""


def _introspection() -> str:
    """Our interface as XML (D-Bus Specification, "Introspection Data Format")."""
    methods = ""
    for name, method in METHODS.items():
        arguments = [(*one, "in") for one in method.inputs.items()]
        arguments += [(*one, "out") for one in method.outputs.items()]
        lines = [
            f'   <arg name="{argument}" type="{signature}" direction="{way}"/>\n'
            for argument, signature, way in arguments
        ]
        methods += f'  <method name="{name}">\n{"".join(lines)}  </method>\n'
    version = '  <property name="ApiVersion" type="u" access="read"/>\n'
    interface = f' <interface name="{INTERFACE}">\n{version}{methods}{_SIGNAL} </interface>\n'
    return f"{_DOCTYPE}<node>\n{interface}</node>\n"


XML = _introspection()
_PROPERTIES = "org.freedesktop.DBus.Properties"
_UNKNOWN_METHOD = "org.freedesktop.DBus.Error.UnknownMethod"
_INVALID_ARGS = "org.freedesktop.DBus.Error.InvalidArgs"


class Replier:
    """Sends replies to the callers that want one."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire

    def answer(
        self, call: Incoming, signature: str | None, body: tuple[Any, ...], *descriptors: int
    ) -> None:
        """Send a method's values; `descriptors` are those in the body."""
        if call.wants_reply:
            reply = new_method_return(Message(call.header, ()), signature, body)
            self._wire.send(reply, *descriptors)

    def refuse(self, call: Incoming, error: HelperError) -> None:
        """Send one of our own errors."""
        self._error(call, error.name.on_bus, error.text)

    def standard(self, call: Incoming) -> None:
        """Answer the methods of the standard interfaces; anything else does not exist."""
        with contextlib.suppress(ValueError):
            match call.interface, call.member:
                case "org.freedesktop.DBus.Peer", "Ping":
                    self.answer(call, None, ())
                    return
                case "org.freedesktop.DBus.Introspectable", "Introspect":
                    self.answer(call, "s", (XML,))
                    return
                case "org.freedesktop.DBus.Properties", "Get":
                    if call.body("ss") == (INTERFACE, "ApiVersion"):
                        self.answer(call, "v", (("u", API_VERSION),))
                        return
                case "org.freedesktop.DBus.Properties", "GetAll":
                    mine = call.body("s") == (INTERFACE,)
                    values = {"ApiVersion": ("u", API_VERSION)} if mine else {}
                    self.answer(call, "a{sv}", (values,))
                    return
        name = _INVALID_ARGS if call.interface == _PROPERTIES else _UNKNOWN_METHOD
        self._error(call, name, "There is nothing of this name.")

    def _error(self, call: Incoming, name: str, text: str) -> None:
        if call.wants_reply:
            self._wire.send(new_error(Message(call.header, ()), name, "s", (text,)))
