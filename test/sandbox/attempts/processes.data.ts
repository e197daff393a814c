import { type Attempt, attempt } from "./attempt.ts";

const kernels = "some kernels and machines refuse it to everybody";
const root = "needs root";

/** Other processes: their memory, their descriptors, their end, and outliving the box. */
export const processAttempts: readonly Attempt[] = [
	attempt("a process outside is killed", "os.kill(VICTIM, 9); escaped()"),
	attempt("a process outside is stopped", "os.kill(VICTIM, 19); escaped()"),
	attempt("a process outside is asked whether it runs", "os.kill(VICTIM, 0); escaped()"),
	attempt("the group of a process outside is killed", "os.killpg(VICTIM, 9); escaped()"),
	attempt(
		"a process outside is killed by its descriptor",
		"f = sc('pidfd_open', VICTIM, 0); sc('pidfd_send_signal', f, 9, None, 0); escaped()",
	),
	attempt("the test that started us is killed", "allowed_but_for(lambda: os.kill(int(E['STARTER']), 0))"),
	attempt(
		"a signal is sent by the end of a file lease",
		"r, w = os.pipe(); fcntl.fcntl(r, fcntl.F_SETOWN, VICTIM); fcntl.fcntl(r, 10, 9); fcntl.fcntl(r, fcntl.F_SETFL, os.O_ASYNC); os.write(w, b'x'); escaped(E['IN_BOX'] == '' and gone(VICTIM))",
	),
	attempt("the memory of a process outside is opened", "os.open(f'/proc/{VICTIM}/mem', os.O_RDONLY); escaped()"),
	attempt("the environment of a process outside is read", "escaped(SECRET in open(f'/proc/{VICTIM}/environ').read())"),
	attempt("the descriptors of a process outside are listed", "escaped(len(os.listdir(f'/proc/{VICTIM}/fd')) > 0)", {
		openWithoutMounts: "their numbers can be listed, and nothing be learned from them",
	}),
	attempt("a descriptor of a process outside is opened", "escaped(SECRET in open(f'/proc/{VICTIM}/fd/0').read())"),
	attempt(
		"a descriptor of a process outside is taken",
		"f = sc('pidfd_open', VICTIM, 0); g = sc('pidfd_getfd', f, 0, 0); escaped(SECRET in os.pread(g, 99, 0).decode())",
	),
	attempt("the maps of a process outside are read", "escaped(len(open(f'/proc/{VICTIM}/maps').read()) > 0)"),
	attempt("a process outside is traced", "sc('ptrace', 16, VICTIM, 0, 0); escaped()", { mayFailOutside: kernels }),
	attempt("a process outside is seized", "sc('ptrace', 0x4206, VICTIM, 0, 0); escaped()", { mayFailOutside: kernels }),
	attempt(
		"the memory of a process outside is read by process_vm_readv",
		"b = ctypes.create_string_buffer(8); a = int(open(f'/proc/{VICTIM}/maps').read().split('-')[0], 16); v = struct.pack('QQ', ctypes.addressof(b), 8); w = struct.pack('QQ', a, 8); escaped(sc('process_vm_readv', VICTIM, v, 1, w, 1, 0) > 0)",
	),
	attempt(
		"our own memory is read by process_vm_readv",
		"b = ctypes.create_string_buffer(8); v = struct.pack('QQ', ctypes.addressof(b), 8); escaped(sc('process_vm_readv', os.getpid(), v, 1, v, 1, 0) > 0)",
	),
	attempt(
		"our own memory is written by process_vm_writev",
		"b = ctypes.create_string_buffer(8); v = struct.pack('QQ', ctypes.addressof(b), 8); escaped(sc('process_vm_writev', os.getpid(), v, 1, v, 1, 0) > 0)",
	),
	attempt("a child is traced", "in_child(lambda: (sc('ptrace', 0, 0, 0, 0), escaped()))"),
	attempt("descriptors of two processes are compared", "escaped(sc('kcmp', os.getpid(), os.getpid(), 0, 0, 0) == 0)", {
		mayFailOutside: kernels,
	}),
	attempt("an inherited descriptor is read", "escaped(SECRET in os.pread(7, 99, 0).decode())"),
	attempt(
		"an inherited folder is used",
		"f = os.open('id_rsa', os.O_RDONLY, dir_fd=8); escaped(SECRET in os.read(f, 99).decode())",
	),
	attempt(
		"limits of a process outside are changed",
		"resource.prlimit(VICTIM, resource.RLIMIT_CORE, (0, 0)); escaped()",
	),
	attempt("the priority of a process outside is changed", "os.setpriority(os.PRIO_PROCESS, VICTIM, 5); escaped()", {
		openWithoutMounts: "neither Landlock nor the filter knows whose priority it is; nothing is read or lost",
	}),
	attempt(
		"what a process outside is scheduled on is changed",
		"os.sched_setaffinity(VICTIM, os.sched_getaffinity(0)); escaped()",
		{
			openWithoutMounts: "neither Landlock nor the filter knows whose affinity it is; nothing is read or lost",
		},
	),
	attempt(
		"what a process outside is ended for is changed",
		"open(f'/proc/{VICTIM}/oom_score_adj', 'w').write('1000'); escaped()",
	),
	attempt(
		"shared memory of others is read",
		"s = libc.shmget(int(E['SHARED_ID']), 0, 0); p = libc.shmat; p.restype = ctypes.c_void_p; a = p(s, None, 0o10000); escaped(s >= 0 and SECRET.encode() in ctypes.string_at(a, 64))",
		{
			openWithoutMounts: "System V memory is shared by the user, and is its own kind of thing to the kernel",
		},
	),
	attempt(
		"root is gained by su",
		"escaped('uid=0' in sh('su nobody -s /bin/sh -c id >/dev/null && su root -c id </dev/null').stdout)",
		{ mayFailOutside: root },
	),
	attempt(
		"a user is changed",
		"in_child(lambda: (os.setuid(65534), escaped(os.getuid() == 65534 and E['IN_BOX'] + str(E['USER_ID']) != '65534')))",
		{ mayFailOutside: root },
	),
	attempt(
		"a capability is there",
		"escaped(int([l for l in open('/proc/self/status') if l.startswith('CapEff')][0].split()[1], 16) != 0)",
		{ mayFailOutside: root },
	),
	attempt(
		"a capability can be had again",
		"escaped(int([l for l in open('/proc/self/status') if l.startswith('CapPrm')][0].split()[1], 16) != 0)",
		{ mayFailOutside: root },
	),
	attempt(
		"a key is typed into the terminal",
		"m, s = pty.openpty(); in_child(lambda: (os.setsid(), fcntl.ioctl(s, 0x540E, 0), fcntl.ioctl(s, 0x5412, b'x'), escaped()))",
		{ mayFailOutside: kernels },
	),
	attempt(
		"a key is typed by a request with high bits",
		"m, s = pty.openpty(); in_child(lambda: (os.setsid(), fcntl.ioctl(s, 0x540E, 0), libc.ioctl(s, ctypes.c_ulong(0x100005412), b'x') == 0 and escaped()))",
		{ mayFailOutside: kernels },
	),
	attempt(
		"text is pasted into the console",
		"f = os.open('/dev/tty1', os.O_RDWR | os.O_NOCTTY); allowed_but_for(lambda: fcntl.ioctl(f, 0x541C, b'\\x02'), 22)",
		{ mayFailOutside: root },
	),
	attempt(
		"another terminal is opened",
		"m = E['TERMINAL']; f = os.open(m, os.O_RDWR | os.O_NOCTTY); escaped(os.ttyname(f) == m)",
	),
	attempt(
		"a program survives by a session of its own",
		"subprocess.Popen(['setsid', 'sh', '-c', 'sleep 60'], stdout=-3, stderr=-3)",
		{
			openWithoutMounts: "without a process namespace omp finds and ends what a box left behind",
		},
	),
	attempt(
		"a program survives by a double fork",
		"\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        [os.close(f) for f in (0, 1, 2)]\n        time.sleep(60)\n    os._exit(0)",
		{
			openWithoutMounts: "without a process namespace omp finds and ends what a box left behind",
		},
	),
	attempt("a program survives by nohup", "sh('nohup sh -c \"sleep 60\" >/dev/null 2>&1 & disown')", {
		openWithoutMounts: "without a process namespace omp finds and ends what a box left behind",
	}),
	attempt(
		"a program survives that ignores all signals",
		"subprocess.Popen(['sh', '-c', \"trap '' HUP INT TERM QUIT; sleep 60\"], stdout=-3, stderr=-3, start_new_session=True)",
		{
			openWithoutMounts: "without a process namespace omp finds and ends what a box left behind",
		},
	),
	attempt("a job is left for later", "os.close(os.open(E['SPOOL'] + '/job', os.O_CREAT | os.O_WRONLY)); escaped()"),
];
