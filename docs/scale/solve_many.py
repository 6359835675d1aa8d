#!/usr/bin/env python3
"""Solves the levels of many files on a Dask cluster. Started again, it goes on where it was.

    pip install -r requirements.txt
    python solve_many.py --out results.jsonl levels/*.sok                     # workers on this machine
    python solve_many.py --out results.jsonl --scheduler tcp://HOST:8786 …    # a cluster; all see the same paths

A task is one level. Its line is appended to the results when it arrives, and is on disk before the next one. A task
that a worker took with it when it died is given to another. Each level has one line in the end.
"""

import argparse
import json
import os
import subprocess
import sys
import xml.etree.ElementTree

from distributed import Client, LocalCluster, as_completed

SOK = os.environ.get("SOK", "sok")


def solve(file, level, limit):
    """Runs on a worker. Status 1 says that the level is not solved, which is a result like any other."""
    command = [SOK, "solve", "--output", "jsonl", "--jobs", "1", "--time-limit", str(limit), "--level", str(level), file]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if ended.returncode not in (0, 1):
        raise RuntimeError(ended.stderr.strip() or f"sok ended with status {ended.returncode}")
    return ended.stdout


def levels_of(files):
    """Every level as its file and its number."""
    command = [SOK, "check", "--no-solve", "--output", "junit", *files]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if ended.returncode not in (0, 1):
        sys.exit(ended.stderr.decode().strip())
    for suite in xml.etree.ElementTree.fromstring(ended.stdout):
        for level in range(1, int(suite.get("tests")) + 1):
            yield suite.get("name"), level


def done_before(path):
    """The levels in the results. A last line that was cut short is taken away."""
    if not os.path.exists(path):
        return set()
    with open(path, "rb+") as results:
        data = results.read()
        whole = data[: data.rfind(b"\n") + 1]
        results.truncate(len(whole))
    records = [json.loads(line) for line in whole.splitlines()]
    return {(record["file"], record["level"]) for record in records}


def run(client, files, out, limit):
    """Solves what is not done yet. Returns the number of tasks that failed."""
    done = done_before(out)
    wanted = [task for task in levels_of(files) if task not in done]
    print(f"{len(done)} levels done, {len(wanted)} to do", file=sys.stderr)
    tasks = {client.submit(solve, *task, limit, pure=False, retries=2): task for task in wanted}
    failed = 0
    with open(out, "a", encoding="utf-8") as results:
        for future in as_completed(tasks):
            task = tasks[future]
            if future.status != "finished":
                print(f"{task[0]}, level {task[1]}: {future.exception()}", file=sys.stderr)
                failed += 1
            elif task not in done:
                done.add(task)
                results.write(future.result())
                results.flush()
                os.fsync(results.fileno())
            future.release()
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True, help="the results, a JSON line for each level")
    parser.add_argument("--scheduler", help="the address of a cluster; workers on this machine, if not given")
    parser.add_argument("--workers", type=int, default=os.cpu_count(), help="workers on this machine")
    parser.add_argument("--time-limit", type=float, default=60, help="seconds for each level")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    if options.scheduler:
        cluster = Client(options.scheduler)
    else:
        cluster = Client(LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None))
    with cluster as client:
        sys.exit(2 if run(client, options.files, options.out, options.time_limit) else 0)


if __name__ == "__main__":
    main()
