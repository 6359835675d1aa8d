"""Every message of every session is one that the protocol knows, whatever the client can do."""

import json
import os
import pathlib
import tempfile
import unittest

from client import Client, Failure
from features import PLACES, TEXT, ask_all, at, lines
from metamodel import Checker

CLIENTS = sorted((pathlib.Path(__file__).parent.parent / "data" / "clients").glob("*.json"))
TWIN = "#####\n#@$.#\n#####\n"


class Sessions(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        (self.folder / "a.sok").write_text(TEXT, encoding="utf-8")
        (self.folder / "twin.sok").write_text(TWIN, encoding="utf-8")
        self.uri = (self.folder / "a.sok").as_uri()

    def start(self, client, params):
        root = self.folder.as_uri()
        folders = [{"uri": root, "name": "levels"}]
        return client.start(params | {"processId": os.getpid(), "rootUri": root, "workspaceFolders": folders})

    def open(self, client, uri=None, text=TEXT):
        item = {"uri": uri or self.uri, "languageId": "sokoban", "version": 1, "text": text}
        client.notify("textDocument/didOpen", {"textDocument": item})

    def found(self, client):
        """The diagnostics, which come in one of two ways."""
        if client.offered.get("diagnosticProvider"):
            report = client.call("textDocument/diagnostic", {"textDocument": {"uri": self.uri}})
            again = {"textDocument": {"uri": self.uri}, "previousResultId": report["resultId"]}
            client.call("textDocument/diagnostic", again)
            known = [{"uri": self.uri, "value": report["resultId"]}, {"uri": "file:///gone.sok", "value": "1"}]
            client.call("workspace/diagnostic", {"previousResultIds": known})
            return report["items"]
        client.until(lambda: client.listen("textDocument/publishDiagnostics"), "diagnostics")
        return client.listen("textDocument/publishDiagnostics")[0]["diagnostics"]

    def solve(self, client):
        """Waits until all verdicts are there, and returns the titles of the lenses."""
        titles = []

        def solved():
            lenses = client.call("textDocument/codeLens", {"textDocument": {"uri": self.uri}})
            titles[:] = [lens["command"]["title"] for lens in lenses]
            return "1 push · 2 moves" in titles and not any("solving" in title for title in titles)

        client.until(solved, "verdicts")
        return titles

    def whole_session(self, params):
        """All that can be asked. Returns the client, whose session is over, and the answers."""
        settings = {"typing": {"closeWalls": True}}
        with Client(settings) as client:
            self.start(client, params | {"initializationOptions": settings})
            self.open(client)
            found = self.found(client)
            self.assertIn("unknown-character", [one["code"] for one in found])
            self.solve(client)
            answers = ask_all(client, self.uri)
            for method, answer in answers.items():
                self.assertTrue(answer if not isinstance(answer, list) else any(answer), f"{method} has no answer")
            change = {"range": lines(0, 0), "text": "x"}
            document = {"uri": self.uri, "version": 2}
            client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
            ask_all(client, self.uri)
            client.notify("textDocument/didClose", {"textDocument": {"uri": self.uri}})
            self.assertEqual(client.end(), [])
            told = [one for one in client.listen("textDocument/publishDiagnostics") if one["diagnostics"]]
            pulls = bool(client.offered.get("diagnosticProvider"))
            self.assertNotEqual(pulls, bool(told), "diagnostics come in one way and not in both")
            return client, answers

    def test_what_editors_can_do(self):
        self.assertTrue(CLIENTS)
        for path in CLIENTS:
            with self.subTest(path.stem):
                self.whole_session(json.loads(path.read_text(encoding="utf-8")))

    def test_a_client_that_can_do_nothing(self):
        client, answers = self.whole_session({"capabilities": {}})
        self.assertEqual(client.asked(), [], "it is asked nothing")
        self.assertNotIn("textDocument/codeAction", answers)
        # What is not said to be understood is plain text.
        hovers = [hover["contents"]["kind"] for hover in answers["textDocument/hover"] if hover]
        self.assertEqual(set(hovers), {"plaintext"})
        for item in (item for items in answers["textDocument/completion"] for item in items):
            self.assertNotEqual(item.get("insertTextFormat"), 2, "no snippets")
            documentation = item.get("documentation")
            kind = documentation["kind"] if isinstance(documentation, dict) else "plaintext"
            self.assertEqual(kind, "plaintext", "no Markdown")
        for symbol in answers["textDocument/documentSymbol"]:
            self.assertIn("location", symbol, "no hierarchy")

    def test_commands(self):
        abilities = {"workspace": {"applyEdit": True, "workspaceEdit": {"documentChanges": True}}}
        with Client() as client:
            self.start(client, {"capabilities": abilities | {"window": {"workDoneProgress": True}}})
            self.open(client)
            self.solve(client)
            here = {"uri": self.uri, "version": 1, "level": 0}
            for command, more in [
                ("sok.insertSolution", {}),
                ("sok.insertMoves", {"moves": "rr"}),
                ("sok.rewrite", {"id": "mirror"}),
                ("sok.keepSolving", {}),
            ]:
                result = client.call("workspace/executeCommand", {"command": command, "arguments": [here | more]})
                self.assertIsNone(result)
            client.until(lambda: len(client.listen("workspace/applyEdit")) == 3, "three edits")
            client.until(
                lambda: any(one["value"]["kind"] == "end" for one in client.listen("$/progress")), "the progress's end"
            )
            for params in client.listen("workspace/applyEdit"):
                document = params["edit"]["documentChanges"][0]["textDocument"]
                self.assertEqual(document, {"uri": self.uri, "version": 1})
            self.assertEqual(client.end(), [])

    def test_requests_of_its_own(self):
        with Client() as client:
            self.start(client, {"capabilities": {}})
            self.open(client)
            document = {"textDocument": {"uri": self.uri}}
            board = client.call("sok/board", at(self.uri, (7, 3)))
            self.assertEqual((board["level"], board["rows"][1]), (0, "#@ $.#"))
            played = client.call("sok/play", document | {"level": 0, "moves": "rr"})
            self.assertEqual((played["moves"], played["solved"]), ("rR", True))
            stroke = {"x": 2, "y": 1, "square": "#"}
            edit = client.call("sok/draw", document | {"version": 1, "level": 0, "strokes": [stroke]})
            self.assertEqual(edit["changes"][self.uri][0]["newText"], "#")
            with self.assertRaises(Failure) as refused:
                client.call("sok/draw", document | {"version": 7, "level": 0, "strokes": [stroke]})
            self.assertEqual(refused.exception.code, -32803)
            self.assertEqual(client.call("sok/text", document)["text"], TEXT)
            self.assertEqual(client.call("sok/status", None)["documents"], 1)
            self.assertEqual(client.end(), [])

    def test_files_of_the_workspace(self):
        path = CLIENTS[0].parent / "neovim.json"
        params = json.loads(path.read_text(encoding="utf-8"))
        params["capabilities"]["workspace"]["diagnostics"] = {"refreshSupport": True}
        params["capabilities"]["workspace"]["didChangeWatchedFiles"] = {"dynamicRegistration": True}
        with Client() as client:
            self.start(client, params)
            self.assertIn("diagnosticProvider", client.offered)
            self.open(client, text="Same\n\n" + TWIN)

            def twins():
                report = client.call("textDocument/diagnostic", {"textDocument": {"uri": self.uri}})
                return [one["message"] for one in report["items"] if one["code"] == "duplicate-level"]

            client.until(twins, "the twin in the other file")
            self.assertIn("twin.sok", twins()[0])
            reports = client.call("workspace/diagnostic", {"previousResultIds": []})["items"]
            twin = (self.folder / "twin.sok").as_uri()
            self.assertEqual({report["uri"] for report in reports}, {self.uri, twin})
            (self.folder / "twin.sok").unlink()
            gone = {"changes": [{"uri": twin, "type": 3}]}
            client.notify("workspace/didChangeWatchedFiles", gone)
            client.until(lambda: not twins(), "the end of the twin")
            client.until(lambda: "workspace/diagnostic/refresh" in client.asked(), "a wish to be asked again")
            self.assertEqual(client.end(), [])

    def test_what_makes_no_sense(self):
        with Client() as client:
            with self.assertRaises(Failure) as early:
                client.call("textDocument/hover", at(self.uri, PLACES[0]))
            self.assertEqual(early.exception.code, -32002)
            self.start(client, {"capabilities": {}})
            # A document that nobody opened has no answers, and no error either.
            for method, answer in ask_all_of_nothing(client).items():
                self.assertFalse(answer, method)
            client.notify("$/setTrace", {"value": "verbose"})
            client.notify("$/unheard", {})
            for method, params, code in [
                ("textDocument/unheard", {}, -32601),
                ("textDocument/hover", {"textDocument": {"uri": 7}}, -32602),
                ("textDocument/rename", at(self.uri, PLACES[0]), -32602),
                ("workspace/executeCommand", {"command": "sok.unheard", "arguments": [{}]}, -32803),
            ]:
                with self.assertRaises(Failure, msg=method) as failure:
                    client.call(method, params)
                self.assertEqual(failure.exception.code, code, method)
            self.assertEqual(client.end(), [])

    def test_settings_are_asked_for(self):
        with Client(settings={"strictness": "publish"}) as client:
            self.start(client, {"capabilities": {"workspace": {"configuration": True}}})
            client.until(lambda: client.call("sok/status", None)["settings"]["strictness"] == "publish", "settings")
            self.assertEqual(client.asked(), ["workspace/configuration"])
            self.assertEqual(client.end(), [])


def ask_all_of_nothing(client):
    uri = "file:///nowhere/never.sok"
    document = {"textDocument": {"uri": uri}}
    everywhere = document | {"range": lines(0, 9)}
    options = {"options": {"tabSize": 4, "insertSpaces": True}}
    asked = {
        "hover": at(uri, (0, 0)),
        "completion": at(uri, (0, 0)),
        "documentHighlight": at(uri, (0, 0)),
        "prepareRename": at(uri, (0, 0)),
        "rename": at(uri, (0, 0)) | {"newName": "x"},
        "onTypeFormatting": at(uri, (0, 0)) | options | {"ch": "\n"},
        "documentSymbol": document,
        "foldingRange": document,
        "documentLink": document,
        "codeLens": document,
        "formatting": document | options,
        "rangeFormatting": everywhere | options,
        "inlayHint": everywhere,
        "selectionRange": document | {"positions": []},
        "semanticTokens/full": document,
        "semanticTokens/range": everywhere,
        "codeAction": everywhere | {"context": {"diagnostics": []}},
    }
    return {method: client.call(f"textDocument/{method}", params) for method, params in asked.items()}


class TheCheckerItself(unittest.TestCase):
    """It finds what the protocol does not allow, or the tests above would show nothing."""

    def faults(self, *messages):
        checker = Checker()
        for sender, message in messages:
            checker.take(sender, {"jsonrpc": "2.0"} | message)
        return checker.faults

    ASK = ("client", {"id": 1, "method": "textDocument/hover", "params": at("a:b", (0, 0))})

    def test_a_sound_answer(self):
        answer = {"id": 1, "result": {"contents": {"kind": "markdown", "value": "x"}}}
        self.assertEqual(self.faults(self.ASK, ("server", answer)), [])
        self.assertEqual(self.faults(self.ASK, ("server", {"id": 1, "result": None})), [])

    def test_unsound_answers(self):
        contents = {"contents": {"kind": "markdown", "value": "x"}}
        for answer in [
            {"id": 1, "result": contents | {"colour": 1}},
            {"id": 1, "result": {"range": lines(0, 1)}},
            {"id": 1, "result": contents | {"range": {"start": {"line": -1, "character": 0}}}},
            {"id": 1, "result": None, "error": {"code": 1, "message": "x"}},
            {"id": 1},
            {"id": 2, "result": None},
            {"id": 1, "error": {"code": 1}},
            {"method": "textDocument/didOpen", "params": {}},
            {"method": "sok/unheard", "params": {}},
        ]:
            with self.subTest(str(answer)):
                self.assertTrue(self.faults(self.ASK, ("server", answer)))
