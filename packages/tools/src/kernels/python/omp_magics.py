"""Lines that begin with `%` or `!`, as in notebooks."""
import ast
import os
import re
import subprocess
import sys
import time

LINE = re.compile(r"^(\s*)(?:([\w.,\s]+?)\s*=\s*)?([%!])(\s*)(.*)$")


def transform(code):
    """Makes plain Python of a cell. What is valid already stays as it is."""
    if code.lstrip().startswith("%%"):
        return transform_cell(code.lstrip())
    try:
        ast.parse(code)
        return code
    except SyntaxError:
        return "".join(transform_line(line) if is_start else line for line, is_start in statements(code))


def transform_cell(code):
    first, _, body = code.partition("\n")
    name, _, args = first[2:].strip().partition(" ")
    return "__omp_cell__(%r, %r, %r)\n" % (name, args.strip(), body)


def transform_line(line):
    found = LINE.match(line.rstrip("\n"))
    if not found:
        return line
    indent, target, sign, _, rest = found.groups()
    if sign == "!":
        call = "__omp_capture__(%r)" % rest if target else "__omp_shell__(%r)" % rest
    else:
        name, _, args = rest.partition(" ")
        call = "__omp_magic__(%r, %r)" % (name, args.strip())
    return indent + (target.strip() + " = " if target else "") + call + "\n"


def statements(code):
    """The lines, each with whether a statement begins there: not inside of brackets or a long string."""
    depth, quote, is_continued = 0, None, False
    for line in code.splitlines(True):
        yield line, depth == 0 and quote is None and not is_continued
        text = line.rstrip("\n")
        at = 0
        if quote is None and text.lstrip()[:1] in ("%", "!"):
            continue
        while at < len(text):
            if quote:
                if text.startswith("\\", at):
                    at += 1
                elif text.startswith(quote, at):
                    at += len(quote) - 1
                    quote = None
            elif text[at] == "#":
                break
            elif text[at] in "\"'":
                quote = text[at] * 3 if text.startswith(text[at] * 3, at) else text[at]
                at += len(quote) - 1
            elif text[at] in "([{":
                depth += 1
            elif text[at] in ")]}":
                depth = max(0, depth - 1)
            at += 1
        if quote and len(quote) == 1:
            quote = None
        is_continued = text.endswith("\\")


class Lines(list):
    """What a command printed, line by line."""

    @property
    def n(self):
        return "\n".join(self)

    @property
    def s(self):
        return " ".join(self)


def install(kernel):
    magics = Magics(kernel)
    kernel.namespace.update(
        __omp_magic__=magics.line,
        __omp_cell__=magics.cell,
        __omp_shell__=magics.shell,
        __omp_capture__=magics.capture,
    )


class Magics:
    def __init__(self, kernel):
        self.kernel = kernel

    def line(self, name, args):
        run = getattr(self, "line_" + name, None)
        if run is None:
            raise NameError("UsageError: Line magic function '%%%s' not found." % name)
        return run(args)

    def cell(self, name, args, body):
        run = getattr(self, "cell_" + name, None)
        if run is None:
            raise NameError("UsageError: Cell magic function '%%%%%s' not found." % name)
        return run(args, body)

    def shell(self, command, program="bash"):
        process = subprocess.Popen(
            [program, "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        return self.show(process)

    def show(self, process):
        try:
            while True:
                chunk = process.stdout.read1(65536)
                if not chunk:
                    break
                sys.stdout.write(chunk.decode("utf-8", "replace"))
            code = process.wait()
        except BaseException:
            process.kill()
            process.wait()
            raise
        self.kernel.namespace["_exit_code"] = code
        if code:
            print("[exit code %d]" % code)

    def capture(self, command):
        done = subprocess.run(["bash", "-c", command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
        self.kernel.namespace["_exit_code"] = done.returncode
        return Lines(done.stdout.decode("utf-8", "replace").splitlines())

    def line_pip(self, args):
        process = subprocess.Popen(
            [sys.executable, "-m", "pip", *args.split()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        self.show(process)
        import importlib

        importlib.invalidate_caches()
        names = {re.split(r"[<>=!~\[;]", word)[0].replace("-", "_").lower() for word in args.split()[1:]}
        for module in [name for name in sys.modules if name.partition(".")[0].lower() in names]:
            del sys.modules[module]

    def line_cd(self, args):
        os.chdir(os.path.expanduser(args or "~"))
        self.kernel.status("cd", path=os.getcwd())

    def line_pwd(self, args):
        return os.getcwd()

    def line_ls(self, args):
        print("\n".join(sorted(os.listdir(os.path.expanduser(args or ".")))))

    def line_env(self, args):
        if not args:
            return dict(os.environ)
        key, separator, value = args.partition("=")
        if not separator:
            return os.environ.get(args)
        os.environ[key.strip()] = value.strip()

    def line_set_env(self, args):
        key, _, value = args.partition(" ")
        os.environ[key] = value.strip()

    def line_time(self, args):
        began = time.perf_counter()
        value = self.kernel.execute(args, "<time>")
        self.say_time("time", time.perf_counter() - began)
        return value

    def cell_time(self, args, body):
        return self.line_time(body)

    def line_timeit(self, args):
        compiled = compile(args, "<timeit>", "exec")
        rounds, seconds = 1, 0.0
        while seconds < 0.2 and rounds <= 10**7:
            began = time.perf_counter()
            for _ in range(rounds):
                exec(compiled, self.kernel.namespace)
            seconds = time.perf_counter() - began
            rounds *= 10
        self.say_time("timeit", seconds / (rounds // 10), rounds // 10)

    def cell_timeit(self, args, body):
        if args:
            exec(args, self.kernel.namespace)
        self.line_timeit(body)

    def say_time(self, op, seconds, loops=None):
        print("Wall time: %s%s" % (shown_time(seconds), " per loop (%d loops)" % loops if loops else ""))
        self.kernel.status(op, seconds=seconds)

    def user_names(self):
        hidden = set(self.kernel.hidden_names)
        return sorted(name for name in self.kernel.namespace if name not in hidden and not name.startswith("_"))

    def line_who(self, args):
        print("  ".join(self.user_names()) or "Interactive namespace is empty.")

    def line_whos(self, args):
        for name in self.user_names():
            value = self.kernel.namespace[name]
            print("%-20s %-15s %s" % (name, type(value).__name__, repr(value)[:60]))

    def line_reset(self, args):
        self.kernel.namespace.clear()
        self.kernel.namespace["__name__"] = "__main__"
        self.kernel.fill_namespace()

    def line_load(self, args):
        with open(os.path.expanduser(args), encoding="utf-8") as file:
            return self.kernel.execute(file.read(), args)

    def line_run(self, args):
        import runpy

        self.kernel.namespace.update(
            (name, value)
            for name, value in runpy.run_path(os.path.expanduser(args), run_name="__main__").items()
            if not name.startswith("__")
        )

    def cell_bash(self, args, body):
        self.shell(body)

    def cell_sh(self, args, body):
        self.shell(body, program="sh")

    def cell_capture(self, args, body):
        import io
        from contextlib import redirect_stderr, redirect_stdout

        caught = io.StringIO()
        with redirect_stdout(caught), redirect_stderr(caught):
            self.kernel.execute(body, "<capture>")
        if args:
            self.kernel.namespace[args] = caught.getvalue()

    def cell_writefile(self, args, body):
        with open(os.path.expanduser(args), "w", encoding="utf-8") as file:
            file.write(body)
        print("Wrote " + args)


def shown_time(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if seconds >= size:
            return "%.3g %s" % (seconds / size, unit)
    return "%.3g ns" % (seconds / 1e-9)
