"""A worker is killed midway: nothing is lost, nothing is there twice. Run by hand: SOK=… python test_solve_many.py"""

import json
import os
import pathlib
import signal
import stat
import tempfile
import threading
import time
import unittest

import solve_many
from distributed import Client, LocalCluster

LEVELS = 40


def corridor(pushes):
    wall = "#" * (pushes + 4)
    return f"{wall}\n#@${' ' * (pushes - 1)}.#\n{wall}\n\n"


class OneWorkerDies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.out = self.folder / "results.jsonl"
        self.log = self.folder / "started"
        self.set = self.folder / "set.sok"
        self.set.write_text("".join(corridor(pushes) for pushes in range(1, LEVELS + 1)))
        # Writes down every search that is started, and takes long enough to be cut short.
        slow = self.folder / "slow"
        slow.write_text(
            f'#!/bin/sh\n[ "$1" = solve ] && echo "$9" >> "{self.log}" && sleep 0.1\nexec "{solve_many.SOK}" "$@"\n'
        )
        slow.chmod(slow.stat().st_mode | stat.S_IEXEC)
        os.environ["SOK_CACHE"] = str(self.folder / "cache")
        solve_many.SOK = str(slow)
        os.environ["SOK"] = str(slow)
        os.environ["PYTHONPATH"] = str(pathlib.Path(__file__).parent)

    def started(self):
        return self.log.read_text().split() if self.log.exists() else []

    def records(self):
        return [json.loads(line) for line in self.out.read_text().splitlines()]

    def kill_one_midway(self, client):
        while not self.out.exists() or len(self.out.read_text().splitlines()) < LEVELS // 4:
            time.sleep(0.01)
        victim = next(iter(client.run(os.getpid).values()))
        os.kill(victim, signal.SIGKILL)
        self.killed_at = len(self.out.read_text().splitlines())

    def test_every_level_is_there_once(self):
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
            killer = threading.Thread(target=self.kill_one_midway, args=[client])
            killer.start()
            self.assertEqual(solve_many.run(client, [str(self.set)], str(self.out), 10), 0)
            killer.join()
            self.assertLess(self.killed_at, LEVELS, "it was killed midway")
            records = self.records()
            self.assertEqual(sorted(record["level"] for record in records), list(range(1, LEVELS + 1)))
            for record in records:
                self.assertEqual((record["status"], record["pushes"]), ("optimal", record["level"]))
            # Twice was started only what the killed worker had in its hands.
            started = self.started()
            self.assertEqual(set(started), {str(level) for level in range(1, LEVELS + 1)})
            self.assertLessEqual(len(started) - LEVELS, 3)

            # The driver is killed while it writes a line, and started again.
            data = self.out.read_bytes().splitlines(keepends=True)
            self.out.write_bytes(b"".join(data[:-3]) + data[-3][:20])
            self.assertEqual(solve_many.run(client, [str(self.set)], str(self.out), 10), 0)
            self.assertEqual(len(self.started()) - len(started), 3, "only what was not there is done")
            again = self.records()
            self.assertEqual(sorted(record["level"] for record in again), list(range(1, LEVELS + 1)))
            self.assertEqual([record["seconds"] for record in again[-3:]], [0.0] * 3, "and is known already")


if __name__ == "__main__":
    unittest.main()
