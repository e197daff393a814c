import { type Attempt, attempt } from "./attempt.ts";

const metadata = "Landlock does not look at modes, owners, times and attributes of files that may not be written";
const renaming =
	"Landlock only grants: what lies in a writable folder can be written; omp compares and restores it after each call";

/** Reading what is hidden, by every name it has. */
export const readingAttempts: readonly Attempt[] = [
	attempt("a hidden file by its path", "reads(HIDDEN)"),
	attempt("a hidden file by a relative path", "reads(os.path.relpath(HIDDEN))"),
	attempt("a hidden file by a path with dots and slashes", "reads('/.//' + HIDDEN.replace('/', '/./') )"),
	attempt("a hidden file from its folder", "os.chdir(os.path.dirname(HIDDEN)); reads(os.path.basename(HIDDEN))"),
	attempt("a hidden file by a link in the project", "os.symlink(HIDDEN, 'l'); reads('l')"),
	attempt(
		"a hidden folder by a link in the project",
		"os.symlink(os.path.dirname(HIDDEN), 'd'); reads('d/' + os.path.basename(HIDDEN))",
	),
	attempt(
		"a hidden file by a chain of links",
		"os.symlink(HIDDEN, 'a'); os.symlink('a', 'b'); os.symlink('b', 'c'); reads('c')",
	),
	attempt("a hidden file by a hard link", "os.link(HIDDEN, 'h'); reads('h')"),
	attempt("a hidden file moved into the project", "os.rename(HIDDEN, 'm'); reads('m')"),
	attempt("the folder above moved away", "os.rename(HOME, HOME + '2'); reads(HOME + '2/.ssh/id_rsa')"),
	attempt(
		"a hidden file exchanged with one of ours",
		"open('x', 'w'); sc('renameat2', -100, b'x', -100, HIDDEN.encode(), 2); reads('x')",
	),
	attempt("a hidden file below /proc/self/root", "reads('/proc/self/root' + HIDDEN)"),
	attempt("a hidden file below /proc/self/cwd", "reads('/proc/self/cwd/' + os.path.relpath(HIDDEN))"),
	attempt("a hidden file below /proc/thread-self/root", "reads('/proc/thread-self/root' + HIDDEN)"),
	attempt("a hidden file below the root of the first process", "reads('/proc/1/root' + HIDDEN)", {
		mayFailOutside: "needs root",
	}),
	attempt("a hidden file below the root of a process outside", "reads(f'/proc/{VICTIM}/root' + HIDDEN)"),
	attempt(
		"a hidden file below the folder of a process outside",
		"reads(f'/proc/{VICTIM}/cwd/' + os.path.basename(HIDDEN))",
	),
	attempt(
		"a hidden file by a descriptor of its path alone",
		"f = os.open(HIDDEN, os.O_PATH); reads(f'/proc/self/fd/{f}')",
	),
	attempt(
		"a hidden file by the descriptor of a folder",
		"d = os.open(os.path.dirname(HIDDEN), os.O_PATH); f = os.open('id_rsa', os.O_RDONLY, dir_fd=d); escaped(SECRET in os.read(f, 99).decode())",
	),
	attempt(
		"a hidden file by openat2",
		"how = struct.pack('QQQ', 0, 0, 0); f = sc('openat2', -100, HIDDEN.encode(), how, 24); escaped(SECRET in os.read(f, 99).decode())",
	),
	attempt(
		"a hidden file mapped into memory",
		"f = os.open(HIDDEN, os.O_RDONLY); escaped(SECRET.encode() in mmap.mmap(f, 0, prot=mmap.PROT_READ)[:])",
	),
	attempt(
		"a hidden file by sendfile",
		"f = os.open(HIDDEN, os.O_RDONLY); o = os.open('out', os.O_RDWR | os.O_CREAT); os.sendfile(o, f, 0, 99); reads('out')",
	),
	attempt(
		"a hidden file by copy_file_range",
		"f = os.open(HIDDEN, os.O_RDONLY); o = os.open('out', os.O_RDWR | os.O_CREAT); os.copy_file_range(f, o, 99); reads('out')",
	),
	attempt(
		"a hidden file by its handle",
		"h = ctypes.create_string_buffer(struct.pack('Ii', 128, 0) + bytes(128)); m = ctypes.c_int(); sc('name_to_handle_at', -100, HIDDEN.encode(), h, ctypes.byref(m), 0); r = os.open(PROJECT, os.O_RDONLY); f = sc('open_by_handle_at', r, h, 0); escaped(SECRET in os.read(f, 99).decode())",
		{ mayFailOutside: "needs root" },
	),
	attempt(
		"a hidden file by another program",
		"escaped(SECRET in sh(f'cat {HIDDEN} || tac {HIDDEN} || base64 {HIDDEN}').stdout)",
	),
	attempt("a hidden file by an archive", "escaped(SECRET in sh(f'tar cf - -C / {HIDDEN[1:]} | tar xOf -').stdout)"),
	attempt("a hidden file by the shell itself", "escaped(SECRET in sh(f'read x <{HIDDEN}; echo $x').stdout)"),
	attempt(
		"a hidden file included by git",
		"sh(f'git config --file c include.path {HIDDEN}'); escaped(SECRET in sh(f'git diff --no-index /dev/null {HIDDEN}').stdout)",
	),
	attempt(
		"a hidden file by the loader of programs",
		"escaped(SECRET in sh(f'/usr/bin/env LD_PRELOAD={HIDDEN} true; /lib64/ld-linux-x86-64.so.2 /bin/cat {HIDDEN}').stdout)",
	),
	attempt("a hidden file as a script", "escaped(SECRET in sh(f'bash {HIDDEN}').stderr)"),
	attempt(
		"a hidden file by a setuid program",
		"escaped(SECRET in sh(f'su root -c \"cat {HIDDEN}\" </dev/null').stdout)",
		{ mayFailOutside: "needs root" },
	),
	attempt("the names in a hidden folder", "escaped('id_rsa' in os.listdir(os.path.dirname(HIDDEN)))", {
		openWithoutMounts: "a right to list a folder counts for those below, and those above can be listed",
	}),
	attempt("a hidden file of omp", "reads(E['DATABASE'])"),
	attempt("the policy of the box", "escaped('temporaryFolder' in open(E['POLICY']).read())"),
	attempt("files of others in /tmp", "reads(E['SHARED_TMP'])"),
	attempt("files of others in /var/tmp", "escaped(any(n.startswith('box-test-') for n in os.listdir('/var/tmp')))", {
		openWithoutMounts: "a right to list a folder counts for those below",
	}),
	attempt("files of others in /dev/shm", "reads(E['SHARED_MEMORY'])"),
];

/** Changing what may only be read. */
export const writingAttempts: readonly Attempt[] = [
	attempt("a file outside is written", "open(OUTSIDE, 'w').write('x'); escaped()"),
	attempt("a file outside is appended to", "open(OUTSIDE, 'a').write('x'); escaped()"),
	attempt("a file outside is cut off", "os.truncate(OUTSIDE, 0); escaped()"),
	attempt(
		"a file outside is cut off while it is opened for reading",
		"os.open(OUTSIDE, os.O_RDONLY | os.O_TRUNC); escaped(os.path.getsize(OUTSIDE) == 0)",
	),
	attempt("a file outside is removed", "os.unlink(OUTSIDE); escaped()"),
	attempt("a file outside is renamed", "os.rename(OUTSIDE, OUTSIDE + '2'); escaped()"),
	attempt("a file outside is replaced", "open('x', 'w').write('x'); os.rename('x', OUTSIDE); escaped()"),
	attempt(
		"a file outside is exchanged",
		"open('x', 'w'); sc('renameat2', -100, b'x', -100, OUTSIDE.encode(), 2); escaped()",
	),
	attempt("a file outside is written by a link", "os.symlink(OUTSIDE, 'l'); open('l', 'w').write('x'); escaped()"),
	attempt("a file outside is written by a hard link", "os.link(OUTSIDE, 'h'); open('h', 'w').write('x'); escaped()"),
	attempt(
		"a file outside is written by a mapping",
		"f = os.open(OUTSIDE, os.O_RDWR); mmap.mmap(f, 0)[0:1] = b'x'; escaped()",
	),
	attempt(
		"a file outside is reopened for writing",
		"f = os.open(OUTSIDE, os.O_RDONLY); open(f'/proc/self/fd/{f}', 'w').write('x'); escaped()",
	),
	attempt("a file outside is allocated", "f = os.open(OUTSIDE, os.O_RDWR); os.posix_fallocate(f, 0, 9999); escaped()"),
	attempt("a file is made outside", "open(os.path.dirname(OUTSIDE) + '/new', 'w'); escaped()"),
	attempt("a folder is made outside", "os.mkdir(os.path.dirname(OUTSIDE) + '/new'); escaped()"),
	attempt("a link is made outside", "os.symlink('/', os.path.dirname(OUTSIDE) + '/new'); escaped()"),
	attempt("a hard link is made outside", "open('x', 'w'); os.link('x', os.path.dirname(OUTSIDE) + '/new'); escaped()"),
	attempt("a pipe is made outside", "os.mkfifo(os.path.dirname(OUTSIDE) + '/new'); escaped()"),
	attempt(
		"a socket is made outside",
		"s = socket.socket(socket.AF_UNIX); s.bind(os.path.relpath(os.path.dirname(OUTSIDE) + '/new')); escaped()",
	),
	attempt(
		"an unnamed file gets a name outside",
		"f = os.open('.', os.O_TMPFILE | os.O_RDWR); sc('linkat', -100, f'/proc/self/fd/{f}'.encode(), -100, (os.path.dirname(OUTSIDE) + '/new').encode(), 0x400); escaped()",
	),
	attempt("an unnamed file is made outside", "os.open(os.path.dirname(OUTSIDE), os.O_TMPFILE | os.O_RDWR); escaped()"),
	attempt("the folder of the project is renamed", "os.rename(PROJECT, PROJECT + '2'); escaped()"),
	attempt("a startup file of the user is made", "open(HOME + '/.bashrc', 'a').write('x'); escaped()"),
	attempt("an autostart entry is made", "os.makedirs(HOME + '/.config/autostart'); escaped()"),
	attempt("a key is added for logins", "open(HOME + '/.ssh/authorized_keys', 'a').write('x'); escaped()"),
	attempt("a program is put into the PATH", "open(HOME + '/bin/ls', 'w').write('x'); escaped()"),
	attempt(
		"the global configuration of git is changed",
		"sh('git config --global core.hooksPath /x').check_returncode(); escaped()",
	),
	attempt("the system's files are changed", "os.close(os.open('/etc/hosts', os.O_WRONLY)); escaped()", {
		mayFailOutside: "needs root",
	}),
	attempt("the mode of a file outside is changed", "os.chmod(OUTSIDE, 0o777); escaped()", {
		openWithoutMounts: metadata,
	}),
	attempt("the owner of a file outside is changed", "os.chown(OUTSIDE, os.getuid(), os.getgid()); escaped()", {
		openWithoutMounts: metadata,
	}),
	attempt("the times of a file outside are changed", "os.utime(OUTSIDE, (1, 1)); escaped()", {
		openWithoutMounts: metadata,
	}),
	attempt("the attributes of a file outside are changed", "os.setxattr(OUTSIDE, 'user.x', b'x'); escaped()", {
		openWithoutMounts: metadata,
		mayFailOutside: "some file systems have none",
	}),
	attempt("a setuid program is left in the project", "open('x', 'w'); os.chmod('x', 0o4755); escaped()"),
	attempt(
		"a setuid program is made at once",
		"os.open('x', os.O_CREAT | os.O_WRONLY, 0o4755); escaped(os.stat('x').st_mode & 0o4000)",
	),
	attempt(
		"a setuid program is made by fchmodat2",
		"open('x', 'w'); sc('fchmodat2', -100, b'x', 0o4755, 0); escaped()",
		{ mayFailOutside: "Linux 6.6" },
	),
	attempt("a device is made in the project", "os.mknod('d', stat.S_IFCHR | 0o666, os.makedev(1, 1)); escaped()", {
		mayFailOutside: "needs root",
	}),
	attempt("a disk is made in the project", "os.mknod('d', stat.S_IFBLK | 0o666, os.makedev(7, 0)); escaped()", {
		mayFailOutside: "needs root",
	}),
];

/** Protected names in the project. */
export const protectedAttempts: readonly Attempt[] = [
	attempt("a hook of git is written", "open('.git/hooks/pre-commit', 'w').write('x'); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt("the configuration of git is written", "open('.git/config', 'a').write('x'); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt(
		"the configuration of git is changed by git",
		"sh('git config core.fsmonitor ./x').check_returncode(); escaped()",
		{ openWithoutMounts: renaming },
	),
	attempt("the configuration of git is replaced", "open('x', 'w'); os.rename('x', '.git/config'); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt("the configuration of git is removed", "os.unlink('.git/config'); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt("the folder of git is renamed away", "os.rename('.git', 'git'); os.makedirs('.git/hooks'); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt("the folder of hooks is renamed away", "os.rename('.git/hooks', '.git/h'); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt("a folder above the hooks of a submodule is renamed away", "os.rename('.git/modules', '.git/m'); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt(
		"the folders of git are exchanged",
		"os.mkdir('x'); sc('renameat2', -100, b'x', -100, b'.git', 2); escaped()",
		{ openWithoutMounts: renaming },
	),
	attempt("a hook of a submodule is written", "open('.git/modules/m/hooks/post-checkout', 'w').write('x'); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt("a protected file is written by a hard link", "os.link('.env', 'e'); open('e', 'a').write('x'); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt("a protected file is written by another path", "open('/proc/self/cwd/.env', 'a').write('x'); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt("a protected file is removed", "os.unlink('.env'); escaped()", { openWithoutMounts: renaming }),
	attempt("the mode of a protected file is changed", "os.chmod('.env', 0o777); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt("the times of a protected file are changed", "os.utime('.env', (1, 1)); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt("a command of omp is put into its folder", "open('.omp/commands.md', 'w').write('x'); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt(
		"the folder of omp is replaced by a link",
		"os.mkdir('o'); shutil.rmtree('.omp'); os.symlink('o', '.omp'); escaped(os.path.islink('.omp'))",
		{ openWithoutMounts: renaming },
	),
	attempt("something is moved into the folder of omp", "open('x', 'w'); os.rename('x', '.omp/x'); escaped()", {
		openWithoutMounts: renaming,
	}),
	attempt("a protected file is cut off", "os.truncate('.env', 0); escaped()", { openWithoutMounts: renaming }),
	attempt(
		"a protected file is opened by its handle",
		"h = ctypes.create_string_buffer(struct.pack('Ii', 128, 0) + bytes(128)); m = ctypes.c_int(); sc('name_to_handle_at', -100, b'.env', h, ctypes.byref(m), 0); f = sc('open_by_handle_at', os.open('.', os.O_RDONLY), h, os.O_WRONLY); os.write(f, b'x'); escaped()",
		{ mayFailOutside: "needs root" },
	),
	attempt(
		"a script of a package changes a hook",
		'open("package.json", "w").write(\'{"name":"x","version":"1.0.0","scripts":{"postinstall":"echo x >.git/hooks/post-commit"}}\'); sh("npm install --offline --no-audit --no-fund --foreground-scripts"); escaped(os.path.exists(".git/hooks/post-commit"))',
		{ openWithoutMounts: renaming, mayFailOutside: "there may be no npm" },
	),
];
