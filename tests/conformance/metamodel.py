"""Checks messages against the types that `lsprotocol` generates from the protocol's own meta-model.

A message is read into its type and written again. What cannot be read has a wrong type or lacks something; what does not
come back is a property or a value that the protocol does not know.
"""

import json

from lsprotocol import converters, types

CONVERTER = converters.get_converter()
OTHER = {"client": "server", "server": "client"}
DIRECTION = {"client": "clientToServer", "server": "serverToClient"}
# Requests of this server's own; `docs/lsp-extensions.md` has them.
OWN = "sok/"


class Checker:
    """Takes the messages of one session in their order. `faults` says in words what is wrong with them."""

    def __init__(self):
        self.faults = []
        # What was sent and answered, to see that a test has not passed over something.
        self.seen = set()
        self._open = {}

    def take(self, sender, message):
        try:
            name, kind = self._kind(sender, message)
            if kind is None:
                return
            self.seen.add(name)
            back = CONVERTER.unstructure(CONVERTER.structure(message, kind), kind)
            self._fault(sender, name, *differences(message, back))
        except Exception as error:  # The converter has errors of many types.
            self._fault(sender, message.get("method", "an answer"), *reasons(error))

    def _fault(self, sender, name, *words):
        self.faults.extend(f"{sender}: {name}: {word}" for word in words)

    def _kind(self, sender, message):
        """The message's name and its type; no type for those that the protocol leaves open."""
        if message.get("jsonrpc") != "2.0":
            self._fault(sender, "a message", "not of JSON-RPC 2.0")
        method = message.get("method")
        if method is None:
            return self._answer(sender, message)
        if "id" in message:
            key = (sender, json.dumps(message["id"]))
            if key in self._open:
                self._fault(sender, method, f"the id {message['id']} is in use")
            self._open[key] = method
        if method.startswith(OWN) and sender == "client":
            return method, None
        if method not in types.METHOD_TO_TYPES:
            if not method.startswith("$/") and sender == "server":
                self._fault(sender, method, "there is no such method")
            return method, None
        direction = types.message_direction(method)
        if direction not in ("both", DIRECTION[sender]):
            self._fault(sender, method, f"is sent {direction}")
        return method, types.METHOD_TO_TYPES[method][0]

    def _answer(self, sender, message):
        if "id" not in message:
            self._fault(sender, "a message", "neither method nor id")
            return "", None
        if message["id"] is None and "error" in message:
            # To what could not be read.
            return "error", types.ResponseErrorMessage
        method = self._open.pop((OTHER[sender], json.dumps(message["id"])), None)
        if method is None:
            self._fault(sender, f"an answer to {message['id']}", "nobody asked")
            return "", None
        if ("result" in message) == ("error" in message):
            self._fault(sender, method, "needs either a result or an error")
        if "error" in message:
            return f"{method} error", types.ResponseErrorMessage
        if method not in types.METHOD_TO_TYPES:
            return method, None
        return f"{method} result", types.METHOD_TO_TYPES[method][1]

    def unanswered(self, sender):
        """The methods of the sender's requests that have no answer yet."""
        return [method for (who, _), method in self._open.items() if who == sender]


def differences(sent, back, path="message"):
    """What is in `sent` and not, or not alike, in `back`. Null counts as absent."""
    if isinstance(sent, dict) and isinstance(back, dict):
        for name, value in sent.items():
            if value is None:
                continue
            if back.get(name) is None:
                yield f"{path}.{name} is not in the protocol"
            else:
                yield from differences(value, back[name], f"{path}.{name}")
    elif isinstance(sent, list) and isinstance(back, (list, tuple)) and len(sent) == len(back):
        for index, (one, other) in enumerate(zip(sent, back)):
            yield from differences(one, other, f"{path}[{index}]")
    elif sent != back:
        yield f"{path} is {sent!r} and is read as {back!r}"


def reasons(error):
    """The innermost errors of a group."""
    inner = getattr(error, "exceptions", None)
    return [word for one in inner for word in reasons(one)] if inner else [f"{type(error).__name__}: {error}"]
