import type { Program } from "../kernel/program.ts";
import { accessFor, connectRule, handledAccess, pathRule, type RulesetOptions, rulesetAttributes } from "./landlock.ts";
import type { Grant } from "./plan-grants.ts";

export interface Confinement {
	/** ABI of Landlock. */
	readonly landlock: number;
	readonly grants: readonly Grant[];
	readonly rules: RulesetOptions;
	/** TCP ports that may be connected to, if ports count. */
	readonly ports: readonly number[];
	/** From `seccompFilter`. */
	readonly filter: Uint8Array;
	readonly dropsTerminal: boolean;
	/** The process ends with the thread that forked it. */
	readonly diesWithParent: boolean;
}

/** The steps after which the calling thread can do no more than it should. What follows can only be the program. */
export function addConfinement(program: Program, confinement: Confinement): void {
	if (confinement.dropsTerminal) dropTerminal(program);
	program.call("prctl", [PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0], { purpose: "no new privileges" });
	addLandlock(program, confinement);
	dropCapabilities(program);
	resetSignals(program);
	// After the capabilities, whose loss would reset it.
	if (confinement.diesWithParent)
		program.call("prctl", [PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0], { purpose: "the end with omp" });
	program.call("closeRange", [3, 0xffffffff, CLOSE_RANGE_CLOEXEC], { purpose: "closing what was inherited" });
	const header = Buffer.alloc(16);
	header.writeUInt16LE(confinement.filter.length / 8, 0);
	header.writeBigUInt64LE(BigInt(program.copy(confinement.filter)), 8);
	const flags = SECCOMP_FILTER_FLAG_SPEC_ALLOW;
	program.call("seccomp", [SECCOMP_SET_MODE_FILTER, flags, header], { purpose: "the filter of system calls" });
}

function addLandlock(program: Program, { landlock: abi, grants, rules, ports }: Confinement): void {
	const ruleset = program.slot();
	const attributes = rulesetAttributes(abi, rules);
	program.call("landlockCreateRuleset", [attributes, attributes.length, 0], { into: ruleset, purpose: "Landlock" });
	const opened = program.slot();
	const handled = handledAccess(abi, rules.reads);
	for (const { path, isFolder, right } of grants) {
		const next = program.label();
		// What has disappeared needs no grant, and a grant that fails leaves less, not more.
		program.call("openat", [AT_FDCWD, path, O_PATH | O_CLOEXEC | noFollow(program)], { into: opened, onError: next });
		program.call("dup3", [opened, ruleDescriptor, O_CLOEXEC]);
		program.call("close", [opened]);
		const rule = pathRule(accessFor(right, isFolder, handled), ruleDescriptor);
		program.call("landlockAddRule", [ruleset, LANDLOCK_RULE_PATH_BENEATH, rule, 0], { onError: "ignore" });
		program.place(next);
	}
	if (rules.ports) {
		for (const port of ports) program.call("landlockAddRule", [ruleset, LANDLOCK_RULE_NET_PORT, connectRule(port), 0]);
	}
	program.call("landlockRestrictSelf", [ruleset, 0], { purpose: "Landlock" });
}

/** Also those that root would get back with the next program. */
export function dropCapabilities(program: Program): void {
	// Only a process with CAP_SETPCAP can and needs to.
	for (let capability = 0; capability <= lastCapability; capability++) {
		program.call("prctl", [PR_CAPBSET_DROP, capability, 0, 0, 0], { onError: "ignore" });
	}
	program.call("prctl", [PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0], { onError: "ignore" });
	const header = new Uint8Array(new Uint32Array([LINUX_CAPABILITY_VERSION_3, 0]).buffer);
	program.call("capset", [header, new Uint8Array(24)], { purpose: "dropping capabilities" });
}

/** Bun ignores some, which programs would inherit. */
function resetSignals(program: Program): void {
	for (const signal of [SIGPIPE, SIGXFSZ]) program.call("rtSigaction", [signal, new Uint8Array(32), 0, 8]);
	program.call("rtSigprocmask", [SIG_SETMASK, new Uint8Array(8), 0, 8]);
}

/** A program that is not run in the terminal is not to read its keys. */
function dropTerminal(program: Program): void {
	const [opened, after] = [program.slot(), program.label()];
	program.call("openat", [AT_FDCWD, "/dev/tty", O_RDWR | O_CLOEXEC], { into: opened, onError: after });
	program.call("ioctl", [opened, TIOCNOTTY, 0], { purpose: "leaving the terminal" });
	program.place(after);
}

const noFollow = (program: Program) => (program.architecture === "x64" ? 0x20000 : 0x8000);

/** Descriptors of steps are few and lower. */
const ruleDescriptor = 250;
const lastCapability = 63;
const AT_FDCWD = -100;
const O_RDWR = 2;
const O_PATH = 0x200000;
const O_CLOEXEC = 0x80000;
const CLOSE_RANGE_CLOEXEC = 4;
const LANDLOCK_RULE_PATH_BENEATH = 1;
const LANDLOCK_RULE_NET_PORT = 2;
const LINUX_CAPABILITY_VERSION_3 = 0x20080522;
const PR_SET_PDEATHSIG = 1;
const PR_CAPBSET_DROP = 24;
const PR_SET_NO_NEW_PRIVS = 38;
const PR_CAP_AMBIENT = 47;
const PR_CAP_AMBIENT_CLEAR_ALL = 4;
const SECCOMP_SET_MODE_FILTER = 1;
const SECCOMP_FILTER_FLAG_SPEC_ALLOW = 4;
const SIG_SETMASK = 2;
const SIGKILL = 9;
const SIGPIPE = 13;
const SIGXFSZ = 25;
const TIOCNOTTY = 0x5422;
