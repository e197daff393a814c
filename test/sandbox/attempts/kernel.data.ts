import { type Attempt, attempt } from "./attempt.ts";

const root = "needs root";
const kernels = "some kernels and machines refuse it to everybody";

const flag = (name: string, bits: string): Attempt[] => [
	attempt(`a ${name} namespace by unshare`, `in_child(lambda: (sc('unshare', ${bits}), escaped()))`, {
		mayFailOutside: kernels,
	}),
	attempt(
		`a ${name} namespace by clone`,
		`p = sc('clone', ${bits} | 17, 0, 0, 0, 0)\nif p == 0: os._exit(0)\nos.waitpid(p, 0); escaped()`,
		{ mayFailOutside: kernels },
	),
];

/** Namespaces, mounts, and calls that reach around what the box is made of. */
export const kernelAttempts: readonly Attempt[] = [
	...flag("user", "0x10000000"),
	...flag("mount", "0x20000"),
	...flag("process", "0x20000000"),
	...flag("network", "0x40000000"),
	attempt("a user and a mount namespace at once", "in_child(lambda: (sc('unshare', 0x10020000), escaped()))", {
		mayFailOutside: kernels,
	}),
	attempt(
		"a namespace by flags with high bits",
		"in_child(lambda: (sc('unshare', 0x100000000 | 0x10000000), escaped()))",
		{ mayFailOutside: kernels },
	),
	attempt(
		"a namespace by clone3",
		"a = struct.pack('Q' * 8, 0x10000000, 0, 0, 0, 17, 0, 0, 0); p = sc('clone3', a, 64)\nif p == 0: os._exit(0)\nos.waitpid(p, 0); escaped()",
		{ mayFailOutside: kernels },
	),
	attempt("a namespace by unshare(1)", "sh('unshare -Ur true').check_returncode(); escaped()", {
		mayFailOutside: kernels,
	}),
	attempt(
		"the namespaces of a process outside by nsenter(1)",
		"sh(f'nsenter -t {VICTIM} -n true').check_returncode(); escaped()",
		{ mayFailOutside: root },
	),
	attempt(
		"the network of a process outside by setns",
		"f = os.open(f'/proc/{VICTIM}/ns/net', os.O_RDONLY); in_child(lambda: (sc('setns', f, 0), escaped()))",
		{ mayFailOutside: root },
	),
	attempt(
		"the network of the first process by setns",
		"f = os.open('/proc/1/ns/net', os.O_RDONLY); in_child(lambda: (sc('setns', f, 0), escaped()))",
		{ mayFailOutside: root },
	),
	attempt(
		"namespaces by a descriptor of a process",
		"f = sc('pidfd_open', VICTIM, 0); in_child(lambda: (sc('setns', f, 0x40000000), escaped()))",
		{ mayFailOutside: root },
	),
	attempt(
		"a tmpfs is mounted",
		"in_child(lambda: (sc('unshare', 0x20000), sc('mount', b'x', b'/mnt', b'tmpfs', 0, None), escaped()))",
		{ mayFailOutside: root },
	),
	attempt(
		"a folder is mounted elsewhere",
		"in_child(lambda: (sc('unshare', 0x20000), sc('mount', PROJECT.encode(), b'/mnt', None, 4096, None), escaped()))",
		{ mayFailOutside: root },
	),
	attempt(
		"a mount is removed",
		"in_child(lambda: allowed_but_for(lambda: sc('umount2', b'/proc/nothing', 2), 2, 22))",
		{ mayFailOutside: root },
	),
	attempt(
		"a mount is made writable",
		"in_child(lambda: (sc('unshare', 0x20000), sc('mount', None, b'/', None, 32 | 0x4000 | 0x40000, None), escaped()))",
		{ mayFailOutside: root },
	),
	attempt(
		"a mount is made writable by mount_setattr",
		"in_child(lambda: (sc('unshare', 0x20000), sc('mount_setattr', -100, b'/', 0x8000, struct.pack('QQQQ', 0, 2, 0, 0), 32), escaped()))",
		{ mayFailOutside: root },
	),
	attempt("a file system is opened by the new calls", "sc('fsopen', b'tmpfs', 0); escaped()", { mayFailOutside: root }),
	attempt("a tree is copied by the new calls", "sc('open_tree', -100, b'/', 1); escaped()", { mayFailOutside: root }),
	attempt("a mount is picked by the new calls", "sc('fspick', -100, b'/', 0); escaped()", { mayFailOutside: root }),
	attempt(
		"an overlay is mounted",
		"[os.mkdir(d) for d in 'luwm']; in_child(lambda: (sc('unshare', 0x20000), sc('mount', b'o', b'm', b'overlay', 0, b'lowerdir=l,upperdir=u,workdir=w'), escaped()))",
		{ mayFailOutside: kernels },
	),
	attempt("another root by chroot", "in_child(lambda: (os.chroot('.'), escaped()))", { mayFailOutside: root }),
	attempt(
		"out of a root by a second chroot",
		"os.mkdir('r'); in_child(lambda: (os.chroot('r'), [os.chdir('..') for _ in range(64)], os.chroot('.'), reads(HIDDEN)))",
		{ mayFailOutside: root },
	),
	attempt(
		"another root by pivot_root",
		"in_child(lambda: (sc('unshare', 0x20000), allowed_but_for(lambda: sc('pivot_root', b'.', b'.'), 22, 16)))",
		{ mayFailOutside: root },
	),
	attempt("io_uring", "allowed_but_for(lambda: sc('io_uring_setup', 1, 0), 14)", { mayFailOutside: kernels }),
	attempt("bpf", "allowed_but_for(lambda: sc('bpf', 0, struct.pack('IIII', 2, 4, 4, 1) + bytes(100), 116))", {
		mayFailOutside: root,
	}),
	attempt(
		"perf events",
		"allowed_but_for(lambda: sc('perf_event_open', struct.pack('II', 1, 112) + bytes(104), 0, -1, -1, 0))",
		{ mayFailOutside: kernels },
	),
	attempt("userfaultfd", "sc('userfaultfd', 1); escaped()", { mayFailOutside: kernels }),
	attempt("a key of the session", "sc('keyctl', 0, -3, 0); escaped()", { mayFailOutside: kernels }),
	attempt("a new key", "sc('add_key', b'user', b'x', b'y', 1, -2); escaped()", { mayFailOutside: kernels }),
	attempt("keys are asked for", "allowed_but_for(lambda: sc('request_key', b'user', b'none', None, 0), 126)", {
		mayFailOutside: kernels,
	}),
	attempt("another personality", "in_child(lambda: (sc('personality', 0x0400000), escaped()))"),
	attempt("the personality of 32 bits", "in_child(lambda: (sc('personality', 8), escaped()))"),
	attempt(
		"a call of x32",
		"allowed_but_for(lambda: libc.syscall(ctypes.c_long(0x40000000 | 39)) > 0 or (_ for _ in ()).throw(OSError(1, 'x')))",
		{ mayFailOutside: kernels },
	),
	attempt(
		"a call of i386",
		"code = b'\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3'; m = mmap.mmap(-1, 4096, prot=7); m.write(code); f = ctypes.CFUNCTYPE(ctypes.c_long)(ctypes.addressof(ctypes.c_char.from_buffer(m))); escaped(f() > 0)",
		{ mayFailOutside: "x86 with 32-bit calls only" },
	),
	attempt("a module is loaded", "allowed_but_for(lambda: sc('init_module', 0, 0, b''), 8, 14, 22, 38)", {
		mayFailOutside: root,
	}),
	attempt("a module is removed", "allowed_but_for(lambda: sc('delete_module', b'no-such-module', 0), 2)", {
		mayFailOutside: root,
	}),
	attempt("another kernel is loaded", "allowed_but_for(lambda: sc('kexec_load', 0, 99, 0, 0), 22)", {
		mayFailOutside: root,
	}),
	attempt("a restart", "allowed_but_for(lambda: sc('reboot', 0, 0, 0, 0), 22)", { mayFailOutside: root }),
	attempt("swap", "allowed_but_for(lambda: sc('swapon', b'/proc/nothing', 0), 2, 22)", { mayFailOutside: root }),
	attempt("accounting", "allowed_but_for(lambda: sc('acct', b'/proc/nothing'), 2, 13)", { mayFailOutside: kernels }),
	attempt("the name of the machine", "n = os.uname().nodename.encode(); sc('sethostname', n, len(n)); escaped()", {
		mayFailOutside: root,
	}),
	attempt("the log of the kernel", "sc('syslog', 10, 0, 0); escaped()", { mayFailOutside: root }),
	attempt("watching all files", "sc('fanotify_init', 0, 0); escaped()", { mayFailOutside: root }),
	attempt("ports of the machine", "sc('iopl', 3); escaped()", { mayFailOutside: root }),
	attempt("the memory of the machine", "os.open('/dev/mem', os.O_RDONLY); escaped()", { mayFailOutside: kernels }),
	attempt("the messages of the kernel", "os.open('/dev/kmsg', os.O_WRONLY); escaped()", { mayFailOutside: root }),
	attempt(
		"a disk",
		"d = [n for n in ('vda', 'sda', 'nvme0n1', 'xvda', 'loop0') if os.path.exists('/dev/' + n)][0]; os.open('/dev/' + d, os.O_RDONLY); escaped()",
		{ mayFailOutside: root },
	),
	attempt("a virtual machine", "os.open('/dev/kvm', os.O_RDWR); escaped()", { mayFailOutside: kernels }),
	attempt("a file system of its own", "os.open('/dev/fuse', os.O_RDWR); escaped()", { mayFailOutside: kernels }),
	attempt("a setting of the kernel", "os.open('/proc/sys/kernel/domainname', os.O_WRONLY); escaped()", {
		mayFailOutside: root,
	}),
	attempt("the program for core files", "os.open('/proc/sys/kernel/core_pattern', os.O_WRONLY); escaped()", {
		mayFailOutside: root,
	}),
	attempt("the program for modules", "os.open('/proc/sys/kernel/modprobe', os.O_WRONLY); escaped()", {
		mayFailOutside: root,
	}),
	attempt("the formats of programs", "os.open('/proc/sys/fs/binfmt_misc/register', os.O_WRONLY); escaped()", {
		mayFailOutside: kernels,
	}),
	attempt("the magic key", "os.open('/proc/sysrq-trigger', os.O_WRONLY); escaped()", { mayFailOutside: root }),
	attempt("the memory of the kernel", "os.open('/proc/kcore', os.O_RDONLY); escaped()", { mayFailOutside: root }),
	attempt("a setting of devices", "os.open('/sys/kernel/uevent_helper', os.O_WRONLY); escaped()", {
		mayFailOutside: kernels,
	}),
	attempt(
		"the agent of control groups",
		"p = [os.path.join('/sys/fs/cgroup', n, 'release_agent') for n in ('memory', 'cpu', 'pids', '.')]; os.open([q for q in p if os.path.exists(q)][0], os.O_WRONLY); escaped()",
		{ mayFailOutside: kernels },
	),
	attempt(
		"a control group",
		"p = [d for d in ('/sys/fs/cgroup/memory', '/sys/fs/cgroup') if os.path.isdir(d)][0] + '/box-test'; os.mkdir(p); os.rmdir(p); escaped()",
		{ mayFailOutside: kernels },
	),
	attempt(
		"a program in memory that is not confined",
		"f = sc('memfd_create', b'x', 0); os.write(f, open('/bin/cat', 'rb').read()); os.lseek(f, 0, 0); escaped(SECRET in subprocess.run([f'/proc/self/fd/{f}', HIDDEN], pass_fds=[f], capture_output=True, text=True).stdout)",
	),
	attempt(
		"a library before all others",
		"open('x.c', 'w').write('#include <stdio.h>\\n#include <stdlib.h>\\n__attribute__((constructor)) void f() { char b[99]; FILE *h = fopen(getenv(\"HIDDEN\"), \"r\"); if (h && fgets(b, 99, h)) puts(b); }'); sh('cc -shared -fPIC -o x.so x.c').check_returncode(); escaped(SECRET in sh('LD_PRELOAD=$PWD/x.so /bin/true').stdout)",
		{ mayFailOutside: "there may be no compiler" },
	),
];
