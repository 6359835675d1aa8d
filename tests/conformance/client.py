"""A client over standard streams that has every message of its session checked."""

import json
import os
import queue
import subprocess
import threading
import time

from metamodel import Checker

# After this, what has not happened does not happen.
PATIENCE = 60


class Failure(Exception):
    """An answer that is an error."""

    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


class Client:
    def __init__(self, settings=None):
        command = [os.environ["SOK"], "lsp"]
        # Without verdicts of other sessions.
        surroundings = os.environ | {"SOK_CACHE": ""}
        pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=nowhere, env=surroundings)
        self.checker = Checker()
        self.settings = settings
        # Messages of the server that are no answers, in their order.
        self.heard = []
        self.offered = {}
        self._answers = {}
        self._inbox = queue.Queue()
        self._next = 0
        self._writing = threading.Lock()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def start(self, initialize):
        result = self.call("initialize", initialize)
        self.offered = result["capabilities"]
        self.notify("initialized", {})
        return result

    def end(self):
        """Takes leave, and returns what was wrong with what the server did."""
        self.call("shutdown", None)
        self.notify("exit", None)
        status = self.process.wait(PATIENCE)
        while self._take(0.5):
            pass
        # Editors may say what is newer than the types, and some tests ask what makes no sense.
        faults = [fault for fault in self.checker.faults if fault.startswith("server")]
        if status != 0:
            faults.append(f"exit status {status}")
        faults.extend(f"{method} was not answered" for method in self.checker.unanswered("client"))
        return faults

    def send(self, message):
        with self._writing:
            self.checker.take("client", message)
            body = json.dumps(message).encode()
            self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.process.stdin.flush()

    def notify(self, method, params):
        message = {"jsonrpc": "2.0", "method": method}
        self.send(message if params is None else message | {"params": params})

    def call(self, method, params):
        self._next += 1
        message = {"jsonrpc": "2.0", "id": self._next, "method": method}
        self.send(message if params is None else message | {"params": params})
        number = self._next
        self.until(lambda: number in self._answers, method)
        answer = self._answers.pop(number)
        if "error" in answer:
            raise Failure(answer["error"])
        return answer["result"]

    def until(self, fits, what):
        """Takes messages until something is so; `fits` may ask the server for it."""
        end = time.monotonic() + PATIENCE
        while not fits():
            self._take(0.05)
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain for {what}; heard {self.heard}")

    def listen(self, method):
        """The parameters of what the server has sent of its own accord."""
        return [message.get("params") for message in self.heard if message["method"] == method]

    def asked(self):
        """The methods that the server has asked of the client."""
        return [message["method"] for message in self.heard if "id" in message]

    def _take(self, patience):
        try:
            message = self._inbox.get(timeout=max(patience, 0))
        except queue.Empty:
            return False
        if message is None:
            return False
        self.checker.take("server", message)
        if "method" not in message:
            self._answers[message["id"]] = message
            return True
        self.heard.append(message)
        if "id" in message:
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": self._reply(message)})
        return True

    def _reply(self, message):
        match message["method"]:
            case "workspace/configuration":
                return [self.settings for _ in message["params"]["items"]]
            case "workspace/applyEdit":
                return {"applied": True}
            case _:
                return None

    def _read(self):
        stream = self.process.stdout
        while True:
            length = None
            while (line := stream.readline().strip()) != b"":
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            if length is None:
                self._inbox.put(None)
                return
            self._inbox.put(json.loads(stream.read(length)))
