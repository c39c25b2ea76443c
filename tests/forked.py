"""Commands in processes of their own, forked from a process that has imported gnomon: a start takes hundredths of a second.

A test starts a new interpreter instead where imports, the environment before them or the shell are what it is about.
"""

import atexit
import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

PARENT = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import forked; forked.serve()"


def gnomon(*arguments, before="", cwd=None, env=None, stdin=""):
    """Run ``gnomon`` with arguments, after the code ``before``; returns what `subprocess.run` does."""
    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name) for name in ("in", "out", "err")]
        Path(paths[0]).write_text(stdin, encoding="utf-8")
        asked = {"arguments": [*map(str, arguments)], "before": before, "cwd": str(cwd or os.getcwd()), "env": {**(env or os.environ)}}
        parent = started()
        parent.stdin.write(json.dumps({**asked, "paths": paths}) + "\n")
        parent.stdin.flush()
        code = int(parent.stdout.readline())
        out, err = (Path(path).read_text(encoding="utf-8") for path in paths[1:])
    return subprocess.CompletedProcess(["gnomon", *asked["arguments"]], code, out, err)


@cache
def started():
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(parent.communicate)
    return parent


def serve():
    """Answer each line of standard input, which says what to run, with the exit code of a forked process."""
    import duckdb  # noqa: F401
    import pyarrow.dataset  # noqa: F401

    import gnomon.cli
    import gnomon.report  # noqa: F401

    for line in sys.stdin:
        child = os.fork()
        if not child:
            run(**json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


def run(arguments, before, cwd, env, paths):
    """Become the command: its streams, folder, environment and arguments."""
    for number, path in enumerate(paths):
        opened = os.open(path, os.O_RDONLY if number == 0 else os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin, sys.stdout, sys.stderr = (open(number, "w" if number else "r", encoding="utf-8") for number in range(3))  # noqa: SIM115
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    sys.argv = ["gnomon", *arguments]
    code = 1
    try:
        exec(before, {"os": os, "sys": sys})
        from gnomon.__main__ import main

        main()
        code = 0
    except SystemExit as ended:
        code = ended.code or 0
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        os._exit(code)
