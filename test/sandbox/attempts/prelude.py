"""What the attempts to get out of the box share. A line "ESCAPED" says that one came through; an exception, that it did not."""
import base64, ctypes, errno, fcntl, mmap, os, pty, resource, shutil, signal, socket, stat, struct, subprocess, sys, time

E = os.environ
SECRET = "planted-secret"
HIDDEN, OUTSIDE, PROJECT, HOME = E["HIDDEN"], E["OUTSIDE"], E["PROJECT"], E["HOME"]
VICTIM = int(E["VICTIM"])
libc = ctypes.CDLL(None, use_errno=True)
MACHINE = 0 if os.uname().machine == "x86_64" else 1
CALLS = {
    "ptrace": (101, 117), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41), "chroot": (161, 51),
    "unshare": (272, 97), "setns": (308, 268), "clone": (56, 220), "clone3": (435, 435), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "io_uring_setup": (425, 425), "bpf": (321, 280), "perf_event_open": (298, 241),
    "userfaultfd": (323, 282), "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    "open_by_handle_at": (304, 265), "name_to_handle_at": (303, 264), "pidfd_open": (434, 434), "pidfd_getfd": (438, 438),
    "pidfd_send_signal": (424, 424), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsmount": (432, 432), "fspick": (433, 433), "mount_setattr": (442, 442), "kexec_load": (246, 104), "init_module": (175, 105),
    "finit_module": (313, 273), "delete_module": (176, 106), "reboot": (169, 142), "swapon": (167, 224), "acct": (163, 89),
    "personality": (135, 92), "kcmp": (312, 272), "memfd_create": (319, 279), "execveat": (322, 281), "openat2": (437, 437),
    "fanotify_init": (300, 262), "syslog": (103, 116), "iopl": (172, -1), "ioperm": (173, -1), "modify_ldt": (154, -1),
    "process_madvise": (440, 440), "quotactl": (179, 60), "sethostname": (170, 161), "renameat2": (316, 276), "getpid": (39, 172),
    "linkat": (265, 37), "fchmodat2": (452, 452), "setxattrat": (463, 463), "vhangup": (153, 58), "clock_settime": (227, 112),
}


def sc(name, *args):
    """A system call by its number."""
    number = CALLS[name][MACHINE]
    result = libc.syscall(ctypes.c_long(number), *[ctypes.c_long(a) if isinstance(a, int) else a for a in args])
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()), name)
    return result


def escaped(came_through=True):
    if came_through:
        print("ESCAPED", flush=True)


def sh(command):
    return subprocess.run(["/bin/bash", "-c", command], capture_output=True, text=True, timeout=10)


def reads(path):
    escaped(SECRET in open(path, errors="replace").read())


def reads_unix(path, kind=socket.SOCK_STREAM):
    s = socket.socket(socket.AF_UNIX, kind)
    s.settimeout(2)
    s.connect(path)
    escaped()


def allowed_but_for(call, *accepted):
    """Through when the kernel looked at the arguments at all."""
    try:
        call()
        escaped()
    except OSError as e:
        escaped(e.errno in accepted)


def in_child(work):
    """For what changes the whole process."""
    child = os.fork()
    if child == 0:
        try:
            work()
        except BaseException as e:
            print(repr(e), file=sys.stderr)
        sys.stdout.flush()
        os._exit(0)
    os.waitpid(child, 0)


def gone(pid):
    for _ in range(100):
        try:
            with open(f"/proc/{pid}/stat") as f:
                if f.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return True
        except OSError:
            return True
        time.sleep(0.01)
    return False
