import { expect, test } from "bun:test";
import { type Architecture, type CallName, callNumber } from "../kernel/system-calls.data.ts";
import { type FilterOptions, seccompFilter } from "./seccomp-filter.ts";

const audit = { x64: 0xc000003e, arm64: 0xc00000b7 };
const open: FilterOptions = {
	architecture: "x64",
	unixSockets: true,
	internet: "any",
	seesOthers: false,
	guardTruncate: false,
};

/** What the kernel would do with a call: classic BPF over `struct seccomp_data`. */
function judge(
	options: FilterOptions,
	number: number,
	args: readonly bigint[] = [],
	architecture = audit[options.architecture],
) {
	const program = new DataView(seccompFilter(options).buffer);
	const data = new DataView(new ArrayBuffer(64));
	data.setInt32(0, number, true);
	data.setUint32(4, architecture, true);
	args.forEach((value, index) => {
		data.setBigUint64(16 + 8 * index, BigInt.asUintN(64, value), true);
	});
	let accumulator = 0;
	for (let at = 0; at * 8 < program.byteLength; at++) {
		const [code, yes, no] = [
			program.getUint16(at * 8, true),
			program.getUint8(at * 8 + 2),
			program.getUint8(at * 8 + 3),
		];
		const value = program.getUint32(at * 8 + 4, true);
		if (code === 0x20) accumulator = data.getUint32(value, true);
		else if (code === 0x54) accumulator = (accumulator & value) >>> 0;
		else if (code === 0x15) at += accumulator === value ? yes : no;
		else if (code === 0x25) at += accumulator > value ? yes : no;
		else if (code === 0x45) at += (accumulator & value) !== 0 ? yes : no;
		else if (code === 0x06) return value === 0x7fff0000 ? "allowed" : value === 0x80000000 ? "killed" : value & 0xffff;
		else throw new Error(`Instruction ${code.toString(16)}`);
	}
	throw new Error("The filter ends without an answer");
}

function call(name: CallName, args: readonly (number | bigint)[], changes: Partial<FilterOptions> = {}) {
	const options = { ...open, ...changes };
	return judge(options, callNumber(name, options.architecture), args.map(BigInt));
}

for (const architecture of ["x64", "arm64"] as const satisfies Architecture[]) {
	test(`seccomp on ${architecture}: calls of other architectures end the process, unknown ones do not exist`, () => {
		const options = { ...open, architecture };
		expect(judge(options, 1, [], 0x40000003)).toBe("killed");
		expect(judge(options, 0x40000000 | 39)).toBe(38);
		expect(judge(options, 468)).toBe(38);
		expect(judge(options, callNumber("read", architecture))).toBe("allowed");
	});

	test(`seccomp on ${architecture}: what reaches other processes, mounts and the kernel is refused`, () => {
		const refused = (["ptrace", "mount", "setns", "bpf", "openByHandleAt", "kexecLoad"] as const).map((name) =>
			call(name, [], { architecture }),
		);
		expect(refused).toEqual([1, 1, 1, 1, 1, 1]);
		expect(call("ioUringSetup", [], { architecture })).toBe(38);
	});
}

test("seccomp: bits that the kernel does not look at change nothing", () => {
	const high = 1n << 32n;
	expect(call("ioctl", [0, 0x5412n | high])).toBe(1);
	expect(call("ioctl", [0, 0x541c])).toBe(1);
	expect(call("ioctl", [0, 0x5401])).toBe("allowed");
	expect(call("clone", [0x10000000n | high])).toBe(1);
	expect(call("clone", [0x1200011])).toBe("allowed");
	expect(call("clone3", [0])).toBe(38);
	expect(call("unshare", [0x80])).toBe(1);
	expect(call("unshare", [0x400])).toBe("allowed");
	expect(call("socket", [40n | high, 1, 0])).toBe(97);
});

test("seccomp: files are never made setuid", () => {
	expect(call("openat", [-100, 0, 0x41, 0o4755])).toBe(1);
	// Without O_CREAT the mode is whatever was in the register.
	expect(call("openat", [-100, 0, 0, 0o4755])).toBe("allowed");
	expect(call("openat", [-100, 0, 0x41, 0o644])).toBe("allowed");
	expect(call("open", [0, 0x400002, 0o4700])).toBe(1);
	expect(call("openat2", [])).toBe(38);
	expect([call("chmod", [0, 0o4755]), call("fchmodat2", [0, 0, 0o4755]), call("fchmod", [0, 0o2755])]).toEqual([
		1,
		1,
		"allowed",
	]);
});

test("seccomp: sockets are of the kinds that the box allows", () => {
	const kinds = {
		unix: [1, 1, 0],
		tcp: [2, 1 | 0x80800, 6],
		tcp6: [10, 1, 0],
		mptcp: [2, 1, 262],
		udp: [2, 2, 0],
		raw: [2, 3, 1],
	} as const;
	const judged = (changes: Partial<FilterOptions>) =>
		Object.fromEntries(Object.entries(kinds).map(([name, args]) => [name, call("socket", args, changes)]));
	expect(judged({})).toEqual({
		unix: "allowed",
		tcp: "allowed",
		tcp6: "allowed",
		mptcp: "allowed",
		udp: "allowed",
		raw: 13,
	});
	expect(judged({ internet: "tcp", unixSockets: false })).toEqual({
		unix: 13,
		tcp: "allowed",
		tcp6: "allowed",
		mptcp: 13,
		udp: 13,
		raw: 13,
	});
	expect(judged({ internet: "none" })).toEqual({ unix: "allowed", tcp: 13, tcp6: 13, mptcp: 13, udp: 13, raw: 13 });
	expect([call("socket", [16, 3, 0]), call("socket", [16, 3, 9]), call("socket", [38, 5, 0])]).toEqual([
		"allowed",
		93,
		97,
	]);
});

test("seccomp: where Landlock looks at connections, none is made around it and no server started", () => {
	expect(call("sendto", [0, 0, 0, 0x20000000], { internet: "tcp" })).toBe(95);
	expect(call("sendmsg", [0, 0, 0], { internet: "tcp" })).toBe("allowed");
	expect(call("listen", [0, 1], { internet: "tcp" })).toBe(13);
	expect(call("listen", [0, 1])).toBe("allowed");
});

test("seccomp: where Landlock does not know about cutting files off, they are not", () => {
	expect(call("truncate", [0, 0], { guardTruncate: true })).toBe(1);
	expect(call("openat", [0, 0, 0x200, 0], { guardTruncate: true })).toBe(1);
	expect(call("openat", [0, 0, 0x241, 0o644], { guardTruncate: true })).toBe("allowed");
	expect(call("openat", [0, 0, 0x241, 0o4644], { guardTruncate: true })).toBe(1);
});

test("seccomp: limits of others stay where others can be seen", () => {
	expect([call("prlimit64", [7, 0], { seesOthers: true }), call("prlimit64", [0, 0], { seesOthers: true })]).toEqual([
		1,
		"allowed",
	]);
});
