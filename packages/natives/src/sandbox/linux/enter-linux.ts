import { closeSync, readFileSync, readSync } from "node:fs";
import { BoxError } from "../box-error.ts";
import type { BoxNamespace, BoxPolicy } from "../box-policy.ts";
import { applyEnv, type Entry, findExecutable, variableOf } from "../entry.ts";
import { addConfinement, type Confinement } from "./confine/add-confinement.ts";
import { landlockVersion } from "./confine/landlock.ts";
import { findTerminal, grantsWithMounts, grantsWithoutMounts } from "./confine/plan-grants.ts";
import { seccompFilter } from "./confine/seccomp-filter.ts";
import {
	type FailedStep,
	type Kernel,
	loadRunner,
	memoryFile,
	openKernel,
	openPipe,
	type Runner,
	readFailure,
} from "./kernel/kernel.ts";
import { Program } from "./kernel/program.ts";
import { waiterProgram } from "./kernel/waiter-program.ts";
import { addMounts, mountPurpose } from "./mounts/add-mounts.ts";
import { listSockets } from "./mounts/place.ts";
import { type Machine, planMounts } from "./mounts/plan-mounts.ts";
import { addHandOver } from "./network/hand-over.ts";
import { type Namespaces, openNamespaces } from "./session/holder.ts";

/** Becomes the program in its box, or a process of a few hundred bytes that waits for it. Throws when the box cannot be set up. */
export function enterLinux(entry: Entry): never {
	const kernel = openKernel();
	const landlock = landlockVersion(kernel);
	if (landlock < 1) throw new BoxError("This kernel has no Landlock", -landlock);
	const namespaces = entry.policy.namespaces ?? allNamespaces;
	const launch = prepareLaunch(entry, namespaces);
	if (!namespaces.includes("mounts")) return enterHere(kernel, launch, landlock);
	for (let round = 0; ; round++) {
		const failed = enterNamespaces(kernel, launch, landlock);
		// Something has disappeared since it was looked at.
		const isOutdated = failed.purpose.startsWith(mountPurpose) && failed.errno === ENOENT;
		if (!isOutdated || round === maxRounds) throw failureOf(failed);
	}
}

const allNamespaces: readonly BoxNamespace[] = ["mounts", "processes", "network"];
const maxRounds = 3;

interface Launch {
	readonly entry: Entry;
	readonly namespaces: readonly BoxNamespace[];
	readonly executable: string;
	readonly env: readonly string[];
	readonly terminal: string | undefined;
	readonly machine: Machine;
}

function prepareLaunch(entry: Entry, namespaces: readonly BoxNamespace[]): Launch {
	const { policy, command, cwd } = entry;
	const hasMounts = namespaces.includes("mounts");
	const folder = hasMounts ? "/tmp" : policy.temporaryFolder;
	const env = applyEnv(entry.env, { TMPDIR: folder, TMP: folder, TEMP: folder, ...policy.env });
	return {
		entry,
		namespaces,
		env,
		executable: findExecutable(command[0] ?? "", cwd, env),
		terminal: findTerminal(),
		machine: {
			home: variableOf(env, "HOME") ?? "/",
			runtimeFolder: variableOf(env, "XDG_RUNTIME_DIR"),
			sockets: hasMounts ? listSockets() : [],
		},
	};
}

/** Landlock and the filter need no process of their own. */
function enterHere(kernel: Kernel, launch: Launch, landlock: number): never {
	const program = new Program(kernel.architecture);
	const { policy } = launch.entry;
	const internet = policy.network.kind === "on" ? "any" : landlock >= 4 ? "tcp" : "none";
	addConfinement(program, {
		landlock,
		grants: grantsWithoutMounts(policy, launch.machine, launch.terminal),
		rules: { reads: true, ports: internet === "tcp", abstractSockets: true, signals: true },
		ports: policy.network.kind === "proxy" ? [policy.network.port] : [],
		filter: seccompFilter({
			architecture: kernel.architecture,
			unixSockets: false,
			internet,
			seesOthers: true,
			guardTruncate: landlock < 3,
		}),
		dropsTerminal: launch.terminal === undefined && !isSessionLeader(),
		diesWithParent: false,
	});
	addExec(program, launch);
	const failed = loadRunner(kernel)(program);
	throw failed ? failureOf(failed) : new BoxError("The program did not start");
}

/** Returns when the box cannot be set up. */
function enterNamespaces(kernel: Kernel, launch: Launch, landlock: number): FailedStep {
	const run = loadRunner(kernel);
	const { policy, owner } = launch.entry;
	const joined = openNamespaces(kernel, run, policy, owner);
	const [failure, started, go] = [openPipe(kernel), openPipe(kernel), openPipe(kernel)];
	const program = new Program(kernel.architecture);
	const [joiner, child] = [program.slot(), program.slot()];
	const [parent, between] = [program.label(), program.label()];
	// The waiter takes signals one by one.
	program.call("rtSigprocmask", [SIG_BLOCK, new Uint8Array(8).fill(0xff), 0, 8]);
	program.call("clone", [SIGCHLD, 0, 0, 0, 0], { into: joiner, purpose: "fork" });
	program.jumpUnlessZero(joiner, parent);
	program.reportTo(failure.write);
	joinNamespaces(program, joined, policy, launch.namespaces);
	program.call("clone", [CLONE_PARENT | SIGCHLD, 0, 0, 0, 0], { into: child, purpose: "fork" });
	program.jumpUnlessZero(child, between);
	const plan = planMounts(policy, launch.machine);
	const { temporaryFolder } = policy;
	addMounts(program, plan, {
		temporaryFolder,
		terminal: launch.terminal,
		ownProcesses: joined.processes !== undefined,
	});
	program.call("chdir", [launch.entry.cwd], { purpose: `changing to ${launch.entry.cwd}` });
	program.call("close", [go.write]);
	addConfinement(program, { ...confinementInside(kernel, launch, landlock), grants: grantsWithMounts(plan) });
	// The program starts when the waiter is in place, which its end of the pipe shows: no signal finds Bun in between.
	program.call("close", [failure.write]);
	program.call("read", [go.read, new Uint8Array(1), 1]);
	addExec(program, launch);
	program.place(between);
	program.call("write", [started.write, program.addressOfSlot(child), 8]);
	program.call("exitGroup", [0]);
	program.place(parent);
	program.call("wait4", [joiner, 0, 0, 0]);
	program.end();
	const failed = run(program);
	closeSync(failure.write);
	closeSync(started.write);
	const error = readFailure(failure.read, program) ?? failed;
	if (error) return error;
	const pid = Buffer.alloc(8);
	if (readSync(started.read, pid) !== pid.length) throw new BoxError("The program did not start");
	return waitFor(kernel, run, { child: Number(pid.readBigInt64LE()), go: go.write });
}

function confinementInside(
	kernel: Kernel,
	{ entry, namespaces, terminal }: Launch,
	landlock: number,
): Omit<Confinement, "grants"> {
	const { network } = entry.policy;
	const isOn = network.kind === "on";
	const isAlone = !isOn && namespaces.includes("network");
	const internet = isOn || isAlone ? "any" : landlock >= 4 ? "tcp" : "none";
	return {
		landlock,
		rules: {
			reads: false,
			ports: internet === "tcp",
			abstractSockets: !isAlone,
			signals: !namespaces.includes("processes"),
		},
		ports: network.kind === "proxy" ? [network.port] : [],
		filter: seccompFilter({
			architecture: kernel.architecture,
			// Abstract ones are those of the network, or kept apart by Landlock.
			unixSockets: isAlone || landlock >= 6,
			internet,
			seesOthers: !namespaces.includes("processes"),
			guardTruncate: false,
		}),
		dropsTerminal: terminal === undefined,
		diesWithParent: true,
	};
}

function joinNamespaces(
	program: Program,
	joined: Namespaces,
	policy: BoxPolicy,
	namespaces: readonly BoxNamespace[],
): void {
	const enter = (descriptor: number, kind: number, purpose: string) =>
		program.call("setns", [descriptor, kind], { purpose });
	enter(joined.users, CLONE_NEWUSER, "users of the box");
	enter(joined.ipc, CLONE_NEWIPC, "shared memory of the box");
	const { network } = policy;
	if (joined.network !== undefined && network.kind !== "on" && namespaces.includes("network")) {
		enter(joined.network, CLONE_NEWNET, "network of the box");
		if (network.kind === "proxy") addHandOver(program, network);
	}
	if (joined.processes !== undefined) enter(joined.processes, CLONE_NEWPID, "processes of the box");
}

function addExec(program: Program, { executable, entry, env }: Launch): void {
	const failed = program.label();
	const purpose = `${entry.command[0]} could not be run`;
	program.call("execve", [executable, program.texts(entry.command), program.texts(env)], { onError: failed });
	program.place(failed);
	const text = `omp sandbox: ${purpose}\n`;
	program.call("write", [2, text, Buffer.byteLength(text)], { onError: "ignore" });
	program.call("exitGroup", [cannotBeRun]);
	program.end();
}

/** Becomes a small program that passes on signals and the exit code, and keeps nothing of the program's open. */
function waitFor(kernel: Kernel, run: Runner, { child, go }: { readonly child: number; readonly go: number }): never {
	const executable = memoryFile(kernel, "omp-box", waiterProgram(kernel.architecture));
	const program = new Program(kernel.architecture);
	const nothing = program.slot();
	program.call("openat", [AT_FDCWD, "/dev/null", O_RDWR, 0], { into: nothing });
	for (const descriptor of [0, 1, 2]) program.call("dup3", [nothing, descriptor, 0]);
	program.call("closeRange", [3, 0xffffffff, CLOSE_RANGE_CLOEXEC]);
	const names = program.texts(["omp-box", String(child)]);
	program.call("execveat", [executable, "", names, program.texts([]), AT_EMPTY_PATH]);
	program.end();
	run(program);
	// Files in memory may not be run here, so this process waits as it is. The kernel ends the child with it.
	kernel.call("close", go);
	const status = new Uint8Array(4);
	kernel.call("rtSigprocmask", SIG_SETMASK, new Uint8Array(8), 0, 8);
	kernel.call("wait4", child, status, 0, 0);
	const [signal = 0, code = 0] = status;
	if ((signal & 0x7f) !== 0) process.kill(process.pid, signal & 0x7f);
	process.exit((signal & 0x7f) === 0 ? code : 128 + (signal & 0x7f));
}

function failureOf({ purpose, errno }: FailedStep): BoxError {
	return new BoxError(`The box could not be set up: ${purpose} failed`, errno);
}

function isSessionLeader(): boolean {
	const text = readFileSync("/proc/self/stat", "latin1");
	return Number(text.slice(text.lastIndexOf(")") + 2).split(" ")[3]) === process.pid;
}

/** As shells say it. */
const cannotBeRun = 126;
const ENOENT = 2;
const AT_EMPTY_PATH = 0x1000;
const AT_FDCWD = -100;
const CLONE_NEWIPC = 0x08000000;
const CLONE_NEWNET = 0x40000000;
const CLONE_NEWPID = 0x20000000;
const CLONE_NEWUSER = 0x10000000;
const CLONE_PARENT = 0x8000;
const CLOSE_RANGE_CLOEXEC = 4;
const O_RDWR = 2;
const SIGCHLD = 17;
const SIG_BLOCK = 0;
const SIG_SETMASK = 2;
