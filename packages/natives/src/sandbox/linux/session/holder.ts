import { closeSync, mkdirSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { BoxError } from "../../box-error.ts";
import type { BoxNamespace, BoxPolicy } from "../../box-policy.ts";
import { dropCapabilities } from "../confine/add-confinement.ts";
import { type Kernel, memoryFile, openPipe, type Pipe, type Runner, readFailure } from "../kernel/kernel.ts";
import { Program } from "../kernel/program.ts";
import { waiterProgram } from "../kernel/waiter-program.ts";

/** Descriptors of namespaces that can be joined. */
export interface Namespaces {
	readonly users: number;
	readonly ipc: number;
	readonly network: number | undefined;
	readonly processes: number | undefined;
}

/**
 * The namespaces of a session, which a process of a few hundred bytes holds until `owner` has ended: it is the first of its process
 * namespace, so all others there end with it. The first entrance of a session starts it.
 */
export function openNamespaces(kernel: Kernel, run: Runner, policy: BoxPolicy, owner: number): Namespaces {
	const wanted = policy.namespaces ?? allNamespaces;
	if (policy.shared === undefined) return openFrom(startHolder(kernel, run, wanted, process.pid), wanted);
	mkdirSync(policy.shared, { recursive: true, mode: 0o700 });
	const lock = openSync(join(policy.shared, "lock"), "a", 0o600);
	try {
		kernel.call("flock", lock, LOCK_EX);
		const file = holderFile(policy.shared);
		const known = findHolder(policy.shared);
		if (known !== undefined) return openFrom(known, wanted);
		const pid = startHolder(kernel, run, wanted, owner);
		writeFileSync(file, `${pid} ${startTime(pid)}`, { mode: 0o600 });
		return openFrom(pid, wanted);
	} finally {
		closeSync(lock);
	}
}

const allNamespaces: readonly BoxNamespace[] = ["mounts", "processes", "network"];

const holderFile = (folder: string) => join(folder, "holder");

/** Ends everything that runs in the boxes of a session. */
export function endSharedBox(folder: string): void {
	const pid = findHolder(folder);
	if (pid !== undefined) process.kill(pid, "SIGKILL");
}

/** The process that holds the namespaces of a session, unless its number is another's by now. */
export function findHolder(folder: string): number | undefined {
	let text: string;
	try {
		text = readFileSync(holderFile(folder), "utf8");
	} catch {
		// The first entrance has yet to come.
		return undefined;
	}
	const [pid = "", started] = text.split(" ");
	return started !== undefined && startTime(Number(pid)) === started ? Number(pid) : undefined;
}

/** `undefined` when it has ended. */
function startTime(pid: number): string | undefined {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, "latin1");
		const facts = text.slice(text.lastIndexOf(")") + 2).split(" ");
		return facts[0] === "Z" ? undefined : facts[19];
	} catch {
		// There is no such process.
		return undefined;
	}
}

function openFrom(pid: number, wanted: readonly BoxNamespace[]): Namespaces {
	const open = (name: string) => openSync(`/proc/${pid}/ns/${name}`, "r");
	return {
		users: open("user"),
		ipc: open("ipc"),
		network: wanted.includes("network") ? open("net") : undefined,
		processes: wanted.includes("processes") ? open("pid") : undefined,
	};
}

function startHolder(kernel: Kernel, run: Runner, wanted: readonly BoxNamespace[], owner: number): number {
	const watched = kernel.call("pidfdOpen", owner, 0);
	if (watched < 0)
		throw new BoxError(`The process ${owner}, with which the box should end, cannot be watched`, -watched);
	const [failure, started, go] = [openPipe(kernel), openPipe(kernel), openPipe(kernel)];
	const executable = memoryFile(kernel, "omp-box", waiterProgram(kernel.architecture));
	const { program, started: numbers } = holderProgram(kernel, { wanted, watched, failure, started, go, executable });
	const failed = run(program);
	for (const descriptor of [failure.write, started.write, go.read, watched, executable]) closeSync(descriptor);
	if (failed) throw new BoxError(`Namespaces could not be made: ${failed.purpose} failed`, failed.errno);
	const pid = readSync(started.read, numbers) === 8 ? Number(Buffer.from(numbers).readBigInt64LE()) : 0;
	try {
		if (pid > 0) {
			mapUsers(pid);
			writeSync(go.write, "!");
		}
	} finally {
		closeSync(go.write);
		closeSync(started.read);
	}
	const error = readFailure(failure.read, program);
	if (error) throw new BoxError(`Namespaces could not be made: ${error.purpose} failed`, error.errno);
	return pid;
}

function holderProgram(
	kernel: Kernel,
	{
		wanted,
		watched,
		failure,
		started,
		go,
		executable,
	}: {
		readonly wanted: readonly BoxNamespace[];
		readonly watched: number;
		readonly failure: Pipe;
		readonly started: Pipe;
		readonly go: Pipe;
		readonly executable: number;
	},
) {
	const program = new Program(kernel.architecture);
	const [child, holder] = [program.slot(), program.slot()];
	const [parent, between] = [program.label(), program.label()];
	program.call("clone", [SIGCHLD, 0, 0, 0, 0], { into: child, purpose: "fork" });
	program.jumpUnlessZero(child, parent);
	// A process between, so that the holder is no child of the shell that happened to be first.
	program.reportTo(failure.write);
	program.call("setsid", []);
	const flags =
		CLONE_NEWUSER |
		CLONE_NEWIPC |
		(wanted.includes("network") ? CLONE_NEWNET : 0) |
		(wanted.includes("processes") ? CLONE_NEWPID : 0);
	program.call("clone", [flags | SIGCHLD, 0, 0, 0, 0], { into: holder, purpose: "clone" });
	program.jumpUnlessZero(holder, between);
	program.call("close", [go.write]);
	// Until the users are mapped.
	program.call("read", [go.read, new Uint8Array(1), 1]);
	if (wanted.includes("network")) raiseLoopback(program);
	const nothing = program.slot();
	program.call("openat", [AT_FDCWD, "/dev/null", O_RDWR, 0], { into: nothing, purpose: "/dev/null" });
	for (const descriptor of [0, 1, 2]) program.call("dup3", [nothing, descriptor, 0]);
	// Above what follows, since 3 may be taken.
	program.call("dup3", [executable, executableDescriptor, O_CLOEXEC]);
	program.call("dup3", [watched, watchedDescriptor, O_CLOEXEC]);
	program.call("dup3", [failure.write, failureDescriptor, O_CLOEXEC]);
	program.reportTo(failureDescriptor);
	program.call("dup3", [watchedDescriptor, 3, 0]);
	program.call("closeRange", [4, 0xffffffff, CLOSE_RANGE_CLOEXEC], { purpose: "closing what was inherited" });
	program.call("chdir", ["/"]);
	program.call("prctl", [PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0]);
	dropCapabilities(program);
	// With this the kernel reaps the orphans that pid 1 is given.
	const ignored = new Uint8Array(new BigInt64Array([1n, 0n, 0n, 0n]).buffer);
	program.call("rtSigaction", [SIGCHLD, ignored, 0, 8]);
	const names = program.texts(["omp-box"]);
	program.call("execveat", [executableDescriptor, "", names, program.texts([]), AT_EMPTY_PATH], {
		purpose: "the holder",
	});
	program.place(between);
	program.call("write", [started.write, program.addressOfSlot(holder), 8]);
	program.call("exitGroup", [0]);
	program.place(parent);
	program.call("wait4", [child, 0, 0, 0]);
	program.end();
	return { program, started: new Uint8Array(8) };
}

function raiseLoopback(program: Program): void {
	const socket = program.slot();
	program.call("socket", [AF_INET, SOCK_DGRAM | O_CLOEXEC, 0], { into: socket, purpose: "loopback" });
	const request = Buffer.alloc(40);
	request.write("lo");
	request.writeUInt16LE(IFF_UP | IFF_RUNNING, 16);
	program.call("ioctl", [socket, SIOCSIFFLAGS, request], { purpose: "loopback" });
}

/** Files look the same: everybody is himself. Root may map all users, others nobody else. */
function mapUsers(pid: number): void {
	const write = (name: string, text: string) => writeFileSync(`/proc/${pid}/${name}`, text);
	const [user, group] = [process.geteuid?.() ?? 0, process.getegid?.() ?? 0];
	try {
		if (user !== 0) throw new Error("only root");
		write("uid_map", ownMap("uid_map"));
		write("gid_map", ownMap("gid_map"));
	} catch {
		// Not allowed, as it is for most: then only ourselves.
		write("setgroups", "deny");
		write("uid_map", `${user} ${user} 1`);
		write("gid_map", `${group} ${group} 1`);
	}
}

function ownMap(name: string): string {
	const lines = readFileSync(`/proc/self/${name}`, "latin1").trim().split("\n");
	return lines
		.map((line) => line.trim().split(/\s+/))
		.map(([first, , count]) => `${first} ${first} ${count}`)
		.join("\n");
}

const executableDescriptor = 240;
const watchedDescriptor = 241;
const failureDescriptor = 242;
const AF_INET = 2;
const AT_EMPTY_PATH = 0x1000;
const AT_FDCWD = -100;
const CLONE_NEWIPC = 0x08000000;
const CLONE_NEWNET = 0x40000000;
const CLONE_NEWPID = 0x20000000;
const CLONE_NEWUSER = 0x10000000;
const CLOSE_RANGE_CLOEXEC = 4;
const IFF_RUNNING = 0x40;
const IFF_UP = 1;
const LOCK_EX = 2;
const O_CLOEXEC = 0x80000;
const O_RDWR = 2;
const PR_SET_NO_NEW_PRIVS = 38;
const SIGCHLD = 17;
const SIOCSIFFLAGS = 0x8914;
const SOCK_DGRAM = 2;
