/** How a program that runs another one is called. */
export interface Wrapper {
	/** Options that take the next word as their value. */
	readonly valued?: readonly string[];
	/** Words of its own between its options and the command. */
	readonly operands?: number;
	/** `NAME=value` may stand before the command. */
	readonly assignments?: boolean;
	/** Options whose value is a whole command line. */
	readonly commandLine?: readonly string[];
	/** With one of these it only tells about the command. */
	readonly onlyTells?: readonly string[];
	/** It runs others only when called with one of these first. */
	readonly subcommands?: readonly string[];
	/** The words are joined and given to a shell. */
	readonly joins?: boolean;
}

export const wrappers: ReadonlyMap<string, Wrapper> = new Map(
	Object.entries<Wrapper>({
		builtin: {},
		busybox: {},
		caffeinate: { valued: ["-t", "-w"] },
		chroot: { operands: 1, valued: ["--userspec", "--groups"] },
		chrt: { operands: 1, valued: ["-T", "-P", "-D"] },
		command: { onlyTells: ["-v", "-V"] },
		"dbus-run-session": { valued: ["--config-file", "--dbus-daemon"] },
		doas: { valued: ["-u", "-C"] },
		eatmydata: {},
		env: {
			valued: ["-u", "--unset", "-C", "--chdir", "-a", "--argv0"],
			assignments: true,
			commandLine: ["-S", "--split-string", "-vS", "-iS"],
		},
		exec: { valued: ["-a"] },
		fakeroot: { valued: ["-s", "-i", "-l", "-f"] },
		firejail: {},
		flock: {
			operands: 1,
			valued: ["-w", "--timeout", "--wait", "-E", "--conflict-exit-code"],
			commandLine: ["-c", "--command"],
		},
		gosu: { operands: 1 },
		ionice: { valued: ["-c", "--class", "-n", "--classdata"] },
		ltrace: { valued: ["-o", "-e", "-n", "-s", "-u", "-l", "-x", "-a"] },
		nice: { valued: ["-n", "--adjustment"] },
		nohup: {},
		nsenter: { valued: ["-t", "--target", "-S", "--setuid", "-G", "--setgid"] },
		numactl: {},
		parallel: {
			valued: ["-j", "--jobs", "-n", "-N", "-I", "-a", "--arg-file", "-d", "--delay", "--timeout"],
			joins: true,
		},
		pkexec: { valued: ["--user"] },
		prlimit: {},
		proot: { valued: ["-r", "-b", "-w", "-q"] },
		proxychains: { valued: ["-f"] },
		proxychains4: { valued: ["-f"] },
		runuser: { valued: ["-u", "--user", "-g", "--group", "-G", "-s", "--shell"], commandLine: ["-c", "--command"] },
		script: {
			valued: ["-E", "-o", "-O", "-I", "-B", "-T"],
			commandLine: ["-c", "--command", "-qc"],
			onlyTells: ["--help"],
		},
		setarch: { operands: 1 },
		setpriv: { valued: ["--reuid", "--regid", "--groups"] },
		setsid: {},
		ssh: {
			operands: 1,
			valued: [
				"-b",
				"-c",
				"-D",
				"-E",
				"-e",
				"-F",
				"-I",
				"-i",
				"-J",
				"-L",
				"-l",
				"-m",
				"-O",
				"-o",
				"-p",
				"-Q",
				"-R",
				"-S",
				"-W",
				"-w",
			],
			joins: true,
		},
		stdbuf: { valued: ["-i", "--input", "-o", "--output", "-e", "--error"] },
		strace: { valued: ["-a", "-b", "-e", "-E", "-I", "-o", "-O", "-p", "-P", "-s", "-S", "-u", "-U", "-X"] },
		su: { operands: 1, valued: ["-g", "-G", "-s", "--shell", "-w"], commandLine: ["-c", "--command"] },
		"sudo-rs": { valued: ["-u", "-g"], assignments: true },
		sudo: {
			valued: [
				"-u",
				"--user",
				"-g",
				"--group",
				"-h",
				"--host",
				"-p",
				"--prompt",
				"-C",
				"--close-from",
				"-r",
				"--role",
				"-t",
				"--type",
				"-T",
				"--command-timeout",
				"-U",
				"--other-user",
				"-D",
				"--chdir",
				"-R",
				"--chroot",
			],
			assignments: true,
		},
		"systemd-inhibit": { valued: ["--what", "--who", "--why", "--mode"] },
		"systemd-run": { valued: ["-p", "--property", "-u", "--unit", "-E", "--setenv", "--slice", "-M"] },
		taskset: { operands: 1, valued: ["-p"] },
		tini: { valued: ["-p"] },
		time: { valued: ["-f", "--format", "-o", "--output"] },
		timeout: { operands: 1, valued: ["-k", "--kill-after", "-s", "--signal"] },
		torsocks: {},
		toybox: {},
		unbuffer: {},
		unshare: { valued: ["-S", "--setuid", "-G", "--setgid", "-R", "--root", "-w", "--wd"] },
		valgrind: {},
		watch: { valued: ["-n", "--interval", "-q", "--equexit"], joins: true },
		xargs: {
			valued: [
				"-a",
				"--arg-file",
				"-d",
				"--delimiter",
				"-E",
				"-I",
				"--replace",
				"-L",
				"--max-lines",
				"-n",
				"--max-args",
				"-P",
				"--max-procs",
				"-s",
				"--max-chars",
				"--process-slot-var",
			],
		},
		"xvfb-run": { valued: ["-e", "-f", "-n", "-p", "-s", "-w"] },
		bundle: { subcommands: ["exec"] },
		bunx: {},
		catchsegv: {},
		chronic: {},
		conda: { subcommands: ["run"], valued: ["-n", "--name", "-p"] },
		cpulimit: { valued: ["-l", "-p"] },
		"dbus-launch": {},
		entr: { commandLine: ["-s"] },
		hatch: { subcommands: ["run"] },
		mosh: { operands: 1, joins: true },
		npm: { subcommands: ["exec", "x"], commandLine: ["-c", "--call"] },
		npx: { valued: ["-p", "--package"], commandLine: ["-c", "--call"] },
		pdm: { subcommands: ["run"] },
		pipenv: { subcommands: ["run"] },
		pnpm: { subcommands: ["exec", "dlx"] },
		poetry: { subcommands: ["run"] },
		uv: { subcommands: ["run"], valued: ["--with", "--python", "-p"] },
		uvx: {},
		wsl: { valued: ["-d", "-u"] },
		xterm: { valued: ["-T", "-geometry"], commandLine: ["-e"] },
		yarn: { subcommands: ["exec", "dlx"] },
	}),
);

/** Programs that read commands, from `-c`, a file or their input. */
export const shells: ReadonlySet<string> = new Set([
	"sh",
	"bash",
	"zsh",
	"dash",
	"ash",
	"ksh",
	"mksh",
	"fish",
	"rbash",
	"csh",
	"tcsh",
]);

/** Programs that run code of another language, with the options that give it to them on the command line. */
const interpreters: ReadonlyMap<string, readonly string[]> = new Map(
	Object.entries({
		bun: ["-e", "--eval", "-p"],
		deno: ["eval"],
		lua: ["-e"],
		luajit: ["-e"],
		node: ["-e", "--eval", "-p", "--print"],
		nodejs: ["-e", "--eval", "-p", "--print"],
		perl: ["-e", "-E"],
		php: ["-r"],
		pypy: ["-c"],
		python: ["-c"],
		python2: ["-c"],
		python3: ["-c"],
		ruby: ["-e"],
		Rscript: ["-e"],
		tclsh: [],
		tsx: ["-e"],
	}),
);

const longestName = 100;

/** The options that give code to an interpreter, whatever version stands behind its name; `undefined` for other programs. */
export function findInterpreter(name: string): readonly string[] | undefined {
	if (name.length > longestName) return undefined;
	return interpreters.get(name) ?? interpreters.get(name.replace(/-?\d[\d.]*$/, ""));
}
