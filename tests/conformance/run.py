"""Runs every test of this folder and counts them in the way that scripts/test.sh reads."""

import sys
import unittest

pattern = sys.argv[1] if len(sys.argv) > 1 else "test_*.py"
suite = unittest.defaultTestLoader.discover(".", pattern)
result = unittest.TextTestRunner(verbosity=2).run(suite)
# Of a test with parts, each part that fails is listed by itself.
broken = len({str(test).partition(" [")[0] for test, _ in result.failures + result.errors})
print(f"# pass {result.testsRun - broken}")
print(f"# fail {broken}")
raise SystemExit(broken > 0)
