"""Stands for the rest of the machine: servers, sockets, a terminal, shared memory. Prints where they are, and ends with its input."""
import ctypes, json, os, pty, socket, sys, threading

folder, secret = sys.argv[1], sys.argv[2]
kept = []


def listen(family, address, kind=socket.SOCK_STREAM):
    s = socket.socket(family, kind)
    s.bind(address)
    kept.append(s)
    if kind == socket.SOCK_STREAM:
        s.listen(64)
        threading.Thread(target=answer, args=(s,), daemon=True).start()
    return s


def answer(listener):
    while True:
        c, _ = listener.accept()
        try:
            c.sendall(b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok")
        except OSError:
            pass
        c.close()


def pong(s):
    while True:
        _, sender = s.recvfrom(99)
        s.sendto(b"pong", sender)


facts = {}
for name, path in {"DOCKER": "docker.sock", "BUS": "bus", "AGENT": "agent.sock", "MOVED": "moved.sock"}.items():
    facts[name] = os.path.join(folder, path)
    listen(socket.AF_UNIX, facts[name])
facts["X11"] = f"/tmp/.X11-unix/X{os.getpid()}"
os.makedirs("/tmp/.X11-unix", exist_ok=True)
listen(socket.AF_UNIX, facts["X11"])
facts["DATAGRAMS"] = os.path.join(folder, "datagrams")
listen(socket.AF_UNIX, facts["DATAGRAMS"], socket.SOCK_DGRAM)
facts["ABSTRACT"] = f"box-test-{os.getpid()}"
listen(socket.AF_UNIX, "\0" + facts["ABSTRACT"])
facts["TCP"] = listen(socket.AF_INET, ("0.0.0.0", 0)).getsockname()[1]
try:
    facts["TCP6"] = listen(socket.AF_INET6, ("::1", 0)).getsockname()[1]
except OSError:
    facts["TCP6"] = 1
udp = listen(socket.AF_INET, ("127.0.0.1", 0), socket.SOCK_DGRAM)
facts["UDP"] = udp.getsockname()[1]
threading.Thread(target=pong, args=(udp,), daemon=True).start()
master, slave = pty.openpty()
facts["TERMINAL"] = os.ttyname(slave)
libc = ctypes.CDLL(None, use_errno=True)
shared = libc.shmget(0, 4096, 0o1600)
libc.shmat.restype = ctypes.c_void_p
ctypes.memmove(libc.shmat(shared, None, 0), secret.encode(), len(secret))
facts["SHARED_ID"] = 0x0B0C0000 | (os.getpid() & 0xFFFF)
named = libc.shmget(facts["SHARED_ID"], 4096, 0o1600)
ctypes.memmove(libc.shmat(named, None, 0), secret.encode(), len(secret))
for name, path in {"SHARED_TMP": "/tmp", "OTHER_TMP": "/var/tmp", "SHARED_MEMORY": "/dev/shm"}.items():
    facts[name] = f"{path}/box-test-{os.getpid()}"
    with open(facts[name], "w") as f:
        f.write(secret)
print(json.dumps(facts), flush=True)
sys.stdin.read()
libc.shmctl(named, 0, None)
libc.shmctl(shared, 0, None)
for name in ("SHARED_TMP", "OTHER_TMP", "SHARED_MEMORY", "X11"):
    os.unlink(facts[name])
os._exit(0)
