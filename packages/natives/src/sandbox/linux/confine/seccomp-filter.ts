import { type Architecture, type CallName, callNumber, lastKnownCall } from "../kernel/system-calls.data.ts";
import { deniedCalls } from "./denied-calls.data.ts";

export interface FilterOptions {
	readonly architecture: Architecture;
	/** Unix sockets may be made: nothing of the machine can be reached through one. */
	readonly unixSockets: boolean;
	/** `any`: TCP and UDP. `tcp`: only what Landlock sees, and no server. `none`: neither. */
	readonly internet: "any" | "tcp" | "none";
	/** Other processes of the user can be seen: their limits must stay. */
	readonly seesOthers: boolean;
	/** Landlock cannot keep files from being cut off (before ABI 3), and no mount does. */
	readonly guardTruncate: boolean;
}

/** The program that the kernel runs at system calls: 8 bytes for an instruction. What is always allowed is not even looked at. */
export function seccompFilter(options: FilterOptions): Uint8Array {
	const { architecture } = options;
	const blocks = [...argumentRules(options), ...deniedCalls.map(([name, errno]) => ({ name, body: [answer(errno)] }))];
	const program = [
		load(offsets.architecture),
		...jumpEqual(architecture === "x64" ? auditX64 : auditArm64, 1, 0),
		instruction(op.return, 0, 0, actions.kill),
		load(offsets.number),
		// Calls of x32 have bit 30 set.
		instruction(op.greater, 0, 1, lastKnownCall),
		answer(ENOSYS),
		...blocks.flatMap(({ name, body }) => {
			const number = callNumber(name, architecture);
			return number < 0 ? [] : [...jumpEqual(number, 0, body.length), ...body];
		}),
		allow,
	];
	return new Uint8Array(new Uint32Array(program.flat()).buffer);
}

interface Block {
	readonly name: CallName;
	/** At most 255 instructions, which all end in an answer. */
	readonly body: readonly Instruction[];
}

/** The kernel looks at no more than the lower half of these arguments, so it is all that may count here. */
function argumentRules({ unixSockets, internet, seesOthers, guardTruncate }: FilterOptions): Block[] {
	const rules: Block[] = [];
	const rule = (name: CallName, ...body: readonly Instruction[]) => rules.push({ name, body });
	const creates = O_CREAT | O_TMPFILE;
	const makesSetuid = (flags: number, mode: number) => [
		load(argument(flags)),
		...(guardTruncate
			? [
					instruction(op.and, 0, 0, O_TRUNC | O_ACCMODE),
					...jumpEqual(O_TRUNC, 0, 1),
					answer(EPERM),
					load(argument(flags)),
				]
			: []),
		...jumpIfSet(creates, 0, 3),
		load(argument(mode)),
		...jumpIfSet(S_ISUID, 0, 1),
		answer(EPERM),
		allow,
	];
	rule("openat", ...makesSetuid(2, 3));
	rule("open", ...makesSetuid(1, 2));
	// Says in memory what openat says in arguments; programs fall back to that.
	rule("openat2", answer(ENOSYS));
	for (const [name, at] of modes) rule(name, load(argument(at)), ...jumpIfSet(S_ISUID, 0, 1), answer(EPERM), allow);
	if (seesOthers) rule("prlimit64", load(argument(0)), ...jumpEqual(0, 1, 0), answer(EPERM), allow);
	if (guardTruncate) rule("truncate", answer(EPERM));
	rule("ioctl", load(argument(1)), ...jumpEqual(TIOCSTI, 1, 0), ...jumpEqual(TIOCLINUX, 0, 1), answer(EPERM), allow);
	rule("clone", load(argument(0)), ...jumpIfSet(cloneNamespaces, 0, 1), answer(EPERM), allow);
	rule("clone3", answer(ENOSYS));
	rule("unshare", load(argument(0)), ...jumpIfSet(cloneNamespaces | CLONE_NEWTIME, 0, 1), answer(EPERM), allow);
	rule(
		"personality",
		load(argument(0)),
		...allowedPersonalities.flatMap((value) => [...jumpEqual(value, 0, 1), allow]),
		answer(EPERM),
	);
	rule("socket", ...socketRule(unixSockets, internet));
	if (internet !== "any") {
		rule("listen", answer(EACCES));
		// Connects without asking Landlock.
		for (const [name, at] of sends)
			rule(name, load(argument(at)), ...jumpIfSet(MSG_FASTOPEN, 0, 1), answer(EOPNOTSUPP), allow);
	}
	return rules;
}

function socketRule(unixSockets: boolean, internet: FilterOptions["internet"]): Instruction[] {
	const kind = instruction(op.and, 0, 0, SOCK_TYPE_MASK);
	const internetRule = {
		any: [
			load(argument(1)),
			kind,
			...jumpEqual(SOCK_STREAM, 1, 0),
			...jumpEqual(SOCK_DGRAM, 0, 1),
			allow,
			answer(EACCES),
		],
		tcp: [
			load(argument(1)),
			kind,
			...jumpEqual(SOCK_STREAM, 0, 4),
			// Other protocols (MPTCP, SCTP) are streams that Landlock does not see.
			load(argument(2)),
			...jumpEqual(0, 1, 0),
			...jumpEqual(IPPROTO_TCP, 0, 1),
			allow,
			answer(EACCES),
		],
		none: [answer(EACCES)],
	}[internet];
	return [
		load(argument(0)),
		...jumpEqual(AF_UNIX, 0, 1),
		unixSockets ? allow : answer(EACCES),
		...jumpEqual(AF_NETLINK, 0, 4),
		load(argument(2)),
		...jumpEqual(NETLINK_ROUTE, 0, 1),
		allow,
		answer(EPROTONOSUPPORT),
		...jumpEqual(AF_INET, 1, 0),
		...jumpEqual(AF_INET6, 0, internetRule.length),
		...internetRule,
		answer(EAFNOSUPPORT),
	];
}

type Instruction = readonly [code: number, value: number];

function instruction(code: number, ifTrue: number, ifFalse: number, value: number): Instruction {
	return [code | (ifTrue << 16) | (ifFalse << 24), value];
}

const op = { load: 0x20, equal: 0x15, greater: 0x25, anySet: 0x45, and: 0x54, return: 0x06 } as const;
const offsets = { number: 0, architecture: 4 } as const;
const actions = { kill: 0x80000000, errno: 0x50000, allow: 0x7fff0000 } as const;

const load = (offset: number) => instruction(op.load, 0, 0, offset);
const jumpEqual = (value: number, ifTrue: number, ifFalse: number) => [instruction(op.equal, ifTrue, ifFalse, value)];
const jumpIfSet = (bits: number, ifTrue: number, ifFalse: number) => [instruction(op.anySet, ifTrue, ifFalse, bits)];
const answer = (errno: number) => instruction(op.return, 0, 0, actions.errno | errno);
const allow = instruction(op.return, 0, 0, actions.allow);
/** The lower half. */
const argument = (index: number) => 16 + 8 * index;

const auditX64 = 0xc000003e;
const auditArm64 = 0xc00000b7;

const modes = [
	["chmod", 1],
	["fchmod", 1],
	["fchmodat", 2],
	["fchmodat2", 2],
	["creat", 1],
	["mknod", 1],
	["mknodat", 2],
] as const;
const sends = [
	["sendto", 3],
	["sendmsg", 2],
	["sendmmsg", 3],
] as const;

const EPERM = 1;
const EACCES = 13;
const ENOSYS = 38;
const EPROTONOSUPPORT = 93;
const EOPNOTSUPP = 95;
const EAFNOSUPPORT = 97;
const O_CREAT = 0x40;
const O_ACCMODE = 3;
const O_TRUNC = 0x200;
const O_TMPFILE = 0x400000;
const S_ISUID = 0o4000;
const TIOCSTI = 0x5412;
const TIOCLINUX = 0x541c;
const CLONE_NEWTIME = 0x80;
/** Mounts, control groups, host name, IPC, users, processes, network. */
const cloneNamespaces = 0x20000 | 0x02000000 | 0x04000000 | 0x08000000 | 0x10000000 | 0x20000000 | 0x40000000;
/** Linux, the question which one it is, and without random addresses, as debuggers and sanitizers ask for. */
const allowedPersonalities = [0, 0xffffffff, 0x40000];
const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
const NETLINK_ROUTE = 0;
const SOCK_TYPE_MASK = 0xf;
const SOCK_STREAM = 1;
const SOCK_DGRAM = 2;
const IPPROTO_TCP = 6;
const MSG_FASTOPEN = 0x20000000;
