"""Runs cells that come in as lines of JSON, and answers with lines of JSON. Python 3.8 and nothing else is needed."""
import sys

# Behind the library, so that nothing beside this file stands in for a part of it; and nothing is left there.
sys.path.append(sys.path.pop(0))
sys.dont_write_bytecode, writes_nothing = True, sys.dont_write_bytecode

import ast
import linecache
import os
import signal
import types

import omp_display
import omp_magics
import omp_prelude
from omp_wire import Wire

sys.dont_write_bytecode = writes_nothing
sys.path.insert(0, sys.path.pop())

CO_COROUTINE = 0x80
VALUE = "__omp_value__"


class Kernel:
    def __init__(self):
        self.wire = Wire()
        self.count = 0
        self.pid = os.getpid()
        self.is_running = False
        self.loop = None
        self.main = types.ModuleType("__main__")
        self.namespace = self.main.__dict__
        sys.modules["__main__"] = self.main
        self.fill_namespace()
        signal.signal(signal.SIGINT, self.on_interrupt)

    def fill_namespace(self):
        self.namespace["__builtins__"] = __builtins__
        omp_prelude.install(self)
        omp_magics.install(self)
        self.hidden_names = list(self.namespace)

    def on_interrupt(self, *_):
        if self.is_running:
            self.wire.interrupt()

    def serve(self):
        for request in self.wire.requests():
            if request.get("type") == "exit":
                break
            self.answer(request)

    def answer(self, request):
        self.wire.begin(request["id"])
        self.prepare(request)
        if not request.get("silent"):
            self.count += 1
        status, cancelled = "ok", False
        try:
            self.is_running = True
            self.run_cell(request["code"], silent=request.get("silent", False))
            omp_display.show_figures(self.wire)
        except BaseException as error:
            self.is_running = False
            status, cancelled = "error", isinstance(error, KeyboardInterrupt)
            self.report(error)
        finally:
            self.is_running = False
        if os.getpid() != self.pid:
            # The cell has forked, and only one may go on as the kernel.
            self.wire.flush()
            os._exit(0)
        self.wire.end({"status": status, "executionCount": self.count, "cancelled": cancelled})

    def prepare(self, request):
        self.wire.restore_streams()
        if "env" in request:
            os.environ.update(request["env"])
        if "cwd" in request and os.path.isdir(request["cwd"]):
            os.chdir(request["cwd"])
            if sys.path[0] != request["cwd"]:
                sys.path[0] = request["cwd"]

    def run_cell(self, code, silent=False):
        value = self.execute(code, "<cell-%d>" % self.count)
        if value is not None and not silent and os.getpid() == self.pid:
            self.namespace["_"] = value
            self.wire.send({"type": "result", "bundle": omp_display.bundle_of(value, is_result=True)})

    def execute(self, code, name):
        """Runs source text and gives the value of a trailing expression."""
        source = omp_magics.transform(code)
        linecache.cache[name] = (len(source), None, source.splitlines(True), name)
        tree = ast.parse(source, name)
        if tree.body and isinstance(tree.body[-1], ast.Expr):
            last = tree.body[-1]
            target = ast.Name(VALUE, ast.Store())
            tree.body[-1] = ast.copy_location(ast.Assign([target], last.value), last)
            ast.fix_missing_locations(tree)
        compiled = compile(tree, name, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        try:
            value = eval(compiled, self.namespace)
            if compiled.co_flags & CO_COROUTINE:
                self.wait_for(value)
            return self.namespace.get(VALUE)
        finally:
            self.namespace.pop(VALUE, None)

    def wait_for(self, coroutine):
        import asyncio

        if self.loop is None:
            self.loop = asyncio.new_event_loop()
            asyncio.set_event_loop(self.loop)
        task = self.loop.create_task(coroutine)
        try:
            self.loop.run_until_complete(task)
        except KeyboardInterrupt:
            task.cancel()
            self.loop.run_until_complete(asyncio.gather(task, return_exceptions=True))
            raise

    def report(self, error):
        import traceback

        told = traceback.TracebackException.from_exception(error)
        self.leave_out_own_frames(told)
        lines = list(told.format())
        frame = {"type": "error", "ename": type(error).__name__, "evalue": str(error), "traceback": lines}
        self.wire.send(frame)

    def leave_out_own_frames(self, told):
        own = os.path.dirname(os.path.abspath(__file__)) + os.sep
        while told is not None:
            told.stack[:] = [frame for frame in told.stack if not frame.filename.startswith(own)]
            in_cell = [index for index, frame in enumerate(told.stack) if frame.filename.startswith("<cell-")]
            # What our own code calls before the cell begins is ours too.
            told.stack[:] = told.stack[in_cell[0] :] if in_cell else [] if is_syntax_error(told) else told.stack
            if told.__context__ is not None and told.__cause__ is not None:
                self.leave_out_own_frames(told.__context__)
            told = told.__cause__ or told.__context__


def is_syntax_error(told):
    return issubclass(told.exc_type, SyntaxError)


if __name__ == "__main__":
    Kernel().serve()
