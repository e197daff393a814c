"""What every cell can call without importing it."""
import json
import os
import time

import omp_display

# Set by the host when it starts the process; the host's own variables are not passed on.
HOST = {name: os.environ.get("PI_TOOL_BRIDGE_" + name, "") for name in ("URL", "TOKEN", "SESSION")}


def install(kernel):
    wire = kernel.wire

    def display(*values):
        for value in values:
            wire.send({"type": "display", "bundle": omp_display.bundle_of(value)})

    def status(op, **details):
        wire.send({"type": "display", "bundle": {"application/x-omp-status": {"op": op, **details}}})

    kernel.status = status
    helpers = {
        "display": display,
        "read": read,
        "write": write,
        "env": env,
        "output": output,
        "tool": Tools(),
        "completion": completion,
        "agent": agent,
        "parallel": parallel,
        "pipeline": pipeline,
        "log": lambda message: status("log", message=str(message)),
        "phase": lambda title: status("phase", title=str(title)),
        "budget": Budget(),
        "input": wait_forever,
    }
    kernel.namespace.update(helpers)


def wait_forever(prompt=""):
    """There is nobody to answer; an interrupt ends the wait."""
    print(prompt, end="", flush=True)
    while True:
        time.sleep(3600)


def local_path(path):
    if not path.startswith("local://"):
        return path
    root = os.environ.get("PI_EVAL_LOCAL_ROOTS", "")
    if not root:
        raise ValueError("This session keeps no local:// files")
    target = os.path.normpath(os.path.join(root, path[len("local://") :]))
    if target != root and not target.startswith(root + os.sep):
        raise ValueError("local:// paths cannot leave their folder: " + path)
    return target


def read(path, offset=1, limit=None):
    """The text of a file, or some of its lines counted from 1; other addresses through the read tool."""
    path = os.fspath(path)
    if "://" in path and not path.startswith("local://"):
        text = call_host("tool", name="read", args={"path": path})["text"]
    else:
        with open(local_path(path), encoding="utf-8", errors="replace", newline="") as file:
            text = file.read()
    if offset == 1 and limit is None:
        return text
    lines = text.splitlines(True)[offset - 1 :]
    return "".join(lines if limit is None else lines[:limit])


def write(path, content):
    path = os.fspath(path)
    if "://" in path and not path.startswith("local://"):
        raise ValueError("Only files and local:// can be written: " + path)
    target = local_path(path)
    os.makedirs(os.path.dirname(os.path.abspath(target)), exist_ok=True)
    with open(target, "w", encoding="utf-8", newline="") as file:
        file.write(content)
    return target


def env(key=None, value=None):
    if key is None:
        return dict(os.environ)
    if value is not None:
        os.environ[key] = str(value)
    return os.environ.get(key)


def output(*ids, format="raw", query=None, offset=None, limit=None):
    return call_host("output", ids=ids, format=format, query=query, offset=offset, limit=limit)


class ToolText(str):
    """What a tool answered, as text; `details` and `images` come with it."""

    @classmethod
    def of(cls, answer):
        text = cls(answer.get("text", ""))
        text.text = str(text)
        text.details = answer.get("details")
        text.images = answer.get("images") or []
        return text

    def __getitem__(self, key):
        return getattr(self, key) if isinstance(key, str) else str.__getitem__(self, key)

    def get(self, key, default=None):
        return getattr(self, key, default)

    __repr__ = str.__str__


class Tools:
    """`tool.<name>(args)` calls a tool of the session; one value alone is its first argument."""

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)

        def call(args=None, **more):
            given = {"args": {**(args or {}), **more}} if args is None or hasattr(args, "keys") else {"first": args, "args": more}
            return ToolText.of(call_host("tool", name=name, **given))

        return call


def completion(prompt, model="default", system=None, schema=None):
    return call_host("completion", prompt=prompt, model=model, system=system, schema=schema)


def agent(prompt, agent_type="task", model=None, label=None, schema=None, isolated=None, handle=False, agent=None):
    return call_host(
        "agent",
        prompt=prompt,
        agent=agent or agent_type,
        model=model,
        label=label,
        schema=schema,
        isolated=isolated,
        handle=handle,
    )


class Budget:
    @property
    def total(self):
        return call_host("budget")["total"]

    def spent(self):
        return call_host("budget")["spent"]

    def remaining(self):
        return call_host("budget")["remaining"]


def parallel(thunks):
    """Runs the functions beside each other; results in their order, the first failure of that order is raised."""
    from concurrent.futures import ThreadPoolExecutor

    thunks = list(thunks)
    if not thunks:
        return []
    most = int(os.environ.get("PI_EVAL_MAX_CONCURRENCY") or 0) or len(thunks)
    with ThreadPoolExecutor(max_workers=min(most, len(thunks))) as pool:
        running = [pool.submit(thunk) for thunk in thunks]
    return [one.result() for one in running]


def pipeline(items, *stages):
    """Each stage for all items before the next."""
    results = list(items)
    for stage in stages:
        results = parallel([lambda item=item: stage(item) for item in results])
    return results


def call_host(op, **details):
    if not HOST["URL"]:
        raise RuntimeError(op + " is not available in this session")
    import http.client
    from urllib.parse import urlsplit

    address = urlsplit(HOST["URL"])
    connection = http.client.HTTPConnection(address.hostname, address.port)
    body = json.dumps({"session": HOST["SESSION"], "op": op, **{k: v for k, v in details.items() if v is not None}})
    headers = {"Authorization": "Bearer " + HOST["TOKEN"], "Content-Type": "application/json"}
    try:
        connection.request("POST", address.path or "/", body, headers)
        answer = json.loads(connection.getresponse().read())
    finally:
        connection.close()
    if "error" in answer:
        raise RuntimeError(answer["error"])
    return answer["value"]
