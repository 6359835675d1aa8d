"""Every report of `sok check` and `sok solve` is what its format asks for, also for odd files, and all say the same."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import unittest
import urllib.parse
import xml.etree.ElementTree

import junitparser
import sarif_pydantic

SOK = os.environ["SOK"]
GOOD = "#####\n#@$.#\n#####\n"
BROKEN = "No player\n\n#####\n# $.#\n#####\n\nTwo boxes\n\n######\n#@$$.#\n######\n\nDead\n\n#####\n#$@.#\n#####\n"
FILES = {
    "good.sok": GOOD.encode(),
    "broken.sok": BROKEN.encode(),
    "crlf.sok": BROKEN.replace("\n", "\r\n").encode(),
    "cr.sok": BROKEN.replace("\n", "\r").encode(),
    "größe, 5: 100%.sok": ("Größe 100% :: 😀\n\n" + BROKEN).encode(),
    "with space #1?.sok": BROKEN.encode(),
    "percent%41%2C.sok": BROKEN.encode(),
    "latin.sok": "Kiste f\xfcr dich\n\n#####\n# $.#\n#####\n".encode("latin-1"),
    "wide.sok": ("😀😀 Titel\n\n#####\n# $.#  ; 😀\n#####\n" + BROKEN).encode(),
    "control.sok": b"Bell \x07 escape \x1b[31m null \x00\n\n#####\n#@\x01.#\n#####\n",
    "noncharacter.sok": "Not a character \ufffe\uffff ]]> <&\"'\n\n#####\n#@\uffff.#\n#####\n".encode(),
    "markup.sok": b"<![CDATA[ ]]> & \"quoted\" <failure/>\n\n#####\n# $.#\n#####\n",
    "empty.sok": b"",
    "words.sok": b"Only words,\nand no level.\n",
    "bytes.sok": bytes(range(256)) * 4,
    "sub/sub folder/deep.sok": BROKEN.encode(),
}
SEVERITIES = ["error", "warning", "information", "hint"]
FINDING = {
    "file": str, "level": int, "code": str, "severity": str, "message": str,
    "line": int, "column": int, "end_line": int, "end_column": int, "related": list,
}
RELATED = {"message": str, "line": int, "column": int, "end_line": int, "end_column": int}
RECORD = {
    "file": str, "level": int, "title": str | None, "line": int, "notation": str, "status": str,
    "pushes": int | None, "moves": int | None, "pushes_proved": bool | None, "moves_proved": bool | None,
    "lower_bound": int | None, "solution": str | None, "seconds": float | int, "nodes": int, "reason": str | None,
}


def lines(data):
    """The lines of a file, which ends in one of three ways."""
    for encoding in ("utf-8", "latin-1"):
        try:
            return re.split(r"\r\n|\n|\r", data.decode(encoding))
        except UnicodeDecodeError:
            pass


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        for name, data in FILES.items():
            (cls.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (cls.folder / name).write_bytes(data)
        cls.findings = json.loads(cls.check("json"))

    @classmethod
    def sok(cls, *arguments):
        ended = subprocess.run(
            [SOK, *arguments], cwd=cls.folder, capture_output=True, env=os.environ | {"SOK_CACHE": ""}, check=False
        )
        assert ended.returncode in (0, 1) and ended.stderr == b"", (arguments, ended)
        return ended.stdout

    @classmethod
    def check(cls, output, *names):
        return cls.sok("check", "--strictness", "publish", "--output", output, *(names or FILES))

    def assertShape(self, record, shape):
        self.assertEqual(list(record), list(shape))
        for key, kind in shape.items():
            self.assertIsInstance(record[key], kind, key)

    def test_json_has_its_shape_and_true_places(self):
        self.assertGreater(len(self.findings), 20)
        for found in self.findings:
            self.assertShape(found, FINDING)
            self.assertIn(found["severity"], SEVERITIES)
            text = lines(FILES[found["file"]])
            for place in [found, *found["related"]]:
                self.assertLessEqual((place["line"], place["column"]), (place["end_line"], place["end_column"]))
                for line, column in [("line", "column"), ("end_line", "end_column")]:
                    self.assertIn(place[line], range(1, len(text) + 1), found)
                    self.assertIn(place[column], range(1, len(text[place[line] - 1]) + 2), found)
            for related in found["related"]:
                self.assertShape(related, RELATED)

    def test_columns_count_characters(self):
        findings = [found for found in self.findings if found["file"] == "wide.sok" and found["level"] == 1]
        missing = next(found for found in findings if found["code"] == "missing-player")
        self.assertEqual((missing["line"], missing["column"]), (3, 1))
        two = [found for found in self.findings if found["file"] == "crlf.sok" and found["code"] == "count-mismatch"]
        self.assertEqual([found["line"] for found in two], [9])

    def test_sarif_is_of_version_2_1_0(self):
        data = json.loads(self.check("sarif"))
        log = sarif_pydantic.Sarif.model_validate(data)
        self.assertEqual(log.version, "2.1.0")
        self.assertEqual(len(log.runs), 1)
        run = log.runs[0]
        rules = [rule.id for rule in run.tool.driver.rules]
        self.assertEqual(len(rules), len(set(rules)))
        for rule in run.tool.driver.rules:
            self.assertTrue(rule.help.text and rule.short_description.text)
            self.assertLessEqual(len(rule.full_description.text), 1024, "what code scanning shows")
        levels = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}
        self.assertEqual(len(run.results), len(self.findings))
        for result, raw, found in zip(run.results, data["runs"][0]["results"], self.findings):
            self.assertEqual(rules[result.rule_index], result.rule_id)
            self.assertEqual(raw["level"], levels[found["severity"]])
            self.assertEqual((result.rule_id, result.message.text), (found["code"], found["message"]))
            place = result.locations[0].physical_location
            region = place.region
            self.assertEqual(
                [region.start_line, region.start_column, region.end_line, region.end_column],
                [found["line"], found["column"], found["end_line"], found["end_column"]],
            )
            self.check_uri(place.artifact_location.uri, found["file"])

    def check_uri(self, uri, name):
        parts = urllib.parse.urlsplit(uri)
        self.assertEqual((parts.scheme, parts.netloc, parts.query, parts.fragment), ("", "", "", ""), uri)
        self.assertTrue(uri.isascii())
        self.assertEqual(urllib.parse.unquote(parts.path), name)

    def test_sarif_of_a_path_with_two_slashes_names_no_host(self):
        path = "/" + str(self.folder / "broken.sok")
        data = json.loads(self.check("sarif", path))
        uri = data["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        self.assertEqual(urllib.parse.urlsplit(uri).netloc, "")

    def test_github_annotations_follow_the_grammar_of_workflow_commands(self):
        # ::command key=value,key=value::message, where % CR LF are escaped, and : and , in values, too.
        command = re.compile(r"::(error|warning|notice) ((?:\w+=[^:,\r\n]*)(?:,\w+=[^:,\r\n]*)*)::([^\r\n]*)")
        said = self.check("github").decode()
        self.assertTrue(said.endswith("\n"))
        annotations = said.split("\n")[:-1]
        self.assertEqual(len(annotations), len(self.findings))
        names = {"error": "error", "warning": "warning", "information": "notice", "hint": "notice"}
        for line, found in zip(annotations, self.findings):
            match = command.fullmatch(line)
            self.assertTrue(match, line)
            properties = dict(pair.split("=", 1) for pair in match[2].split(","))
            self.assertLessEqual(set(properties), {"file", "line", "endLine", "col", "endColumn", "title"})
            for value in [*properties.values(), match[3]]:
                self.assertEqual(re.sub(r"%(25|0D|0A|3A|2C)", "", value).count("%"), 0, line)
            self.assertEqual(match[1], names[found["severity"]])
            self.assertEqual(unescape(properties["file"]), found["file"])
            self.assertEqual(unescape(match[3]), found["message"])
            self.assertEqual(int(properties["line"]), found["line"])
            self.assertEqual(properties["title"], found["code"])
            if "col" in properties:
                self.assertEqual(properties["line"], properties["endLine"])
                self.assertLessEqual(int(properties["col"]), int(properties["endColumn"]))

    def test_junit_is_read_by_others_and_counts_right(self):
        data = self.check("junit")
        xml.etree.ElementTree.fromstring(data)
        report = junitparser.JUnitXml.fromstring(data)
        suites = {suite.name: suite for suite in report}
        self.assertEqual(list(suites), list(FILES))
        levels = {}
        for record in self.solved():
            levels[record["file"]] = levels.get(record["file"], 0) + 1
        for name, suite in suites.items():
            cases = list(suite)
            self.assertEqual(len(cases), levels.get(name, 0), name)
            self.assertEqual(suite.tests, len(cases))
            failing = {found["level"] for found in self.findings
                       if found["file"] == name and found["severity"] == "error"}
            failed = {at for at, case in enumerate(cases, 1) if case.result}
            self.assertEqual(failed, failing, name)
            self.assertEqual(suite.failures, len(failing))
            for case in cases:
                self.assertEqual(case.classname, name)
                for result in case.result:
                    self.assertTrue(result.message and result.type)

    def solved(self):
        said = self.sok("solve", "--output", "jsonl", *FILES).decode()
        return [json.loads(line) for line in said.splitlines()]

    def test_jsonl_has_one_line_for_each_level_in_order(self):
        records = self.solved()
        order = [(list(FILES).index(record["file"]), record["level"]) for record in records]
        self.assertEqual(order, sorted(set(order)))
        for record in records:
            self.assertShape(record, RECORD)
            self.assertIn(record["status"], ["optimal", "solved", "unsolvable", "unknown", "invalid"])
            self.assertEqual(record["solution"] is not None, record["status"] in ("optimal", "solved"), record)
            self.assertIn(record["line"], range(1, len(lines(FILES[record["file"]])) + 1))
        good = records[0]
        self.assertEqual((good["pushes"], good["moves"], good["solution"]), (1, 1, "R"))

    def test_a_file_without_levels_is_a_report_like_any_other(self):
        self.assertEqual(json.loads(self.check("json", "empty.sok")), [])
        self.assertEqual(json.loads(self.check("sarif", "empty.sok"))["runs"][0]["results"], [])
        self.assertEqual(self.check("github", "empty.sok"), b"")
        suites = list(junitparser.JUnitXml.fromstring(self.check("junit", "empty.sok")))
        self.assertEqual([(suite.name, suite.tests) for suite in suites], [("empty.sok", 0)])


def unescape(text):
    for code, sign in [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")]:
        text = text.replace(code, sign)
    return text


if __name__ == "__main__":
    unittest.main()
