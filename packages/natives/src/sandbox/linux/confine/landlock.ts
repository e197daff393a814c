import type { Kernel } from "../kernel/kernel.ts";

/** What Landlock can be asked to hold; see landlock(7). */
const access = {
	execute: 1,
	writeFile: 2,
	readFile: 4,
	readDir: 8,
	removeDir: 0x10,
	removeFile: 0x20,
	makeChar: 0x40,
	makeDir: 0x80,
	makeReg: 0x100,
	makeSock: 0x200,
	makeFifo: 0x400,
	makeBlock: 0x800,
	makeSym: 0x1000,
	refer: 0x2000,
	truncate: 0x4000,
	ioctlDevice: 0x8000,
} as const;

/**
 * What is refused unless it is granted. For rights to read, each open of a file looks for rules in all folders above it, which takes a
 * third of its time; where mounts hide what may not be read, and make the rest read-only, only changes of names and content count.
 */
export function handledAccess(abi: number, reads: boolean): number {
	const newer =
		(abi >= 2 ? access.refer : 0) |
		(reads && abi >= 3 ? access.truncate : 0) |
		(reads && abi >= 5 ? access.ioctlDevice : 0);
	return (0x1fff & (reads ? -1 : ~(access.readFile | access.readDir | access.execute))) | newer;
}

/** `list`: the names in a folder. `device`: to be read, written and controlled. */
export type Right = "list" | "read" | "write" | "device";

/** The bits of a rule, of those that are handled. */
export function accessFor(right: Right, isFolder: boolean, handled: number): number {
	const { readFile, readDir, execute, writeFile, truncate, ioctlDevice, makeChar, makeBlock } = access;
	const ofFiles = execute | writeFile | readFile | truncate | ioctlDevice;
	const wanted = {
		list: readDir,
		read: readFile | readDir | execute,
		write: ~(makeChar | makeBlock | ioctlDevice),
		device: readFile | writeFile | readDir | truncate | ioctlDevice,
	}[right];
	return wanted & handled & (isFolder ? -1 : ofFiles);
}

export interface RulesetOptions {
	/** Files may only be read where that is granted; see `handledAccess`. */
	readonly reads: boolean;
	/** TCP ports count: all connections and servers are refused but those that are granted. */
	readonly ports: boolean;
	/** Abstract Unix sockets of others are out of reach. */
	readonly abstractSockets: boolean;
	/** Other processes get no signals. */
	readonly signals: boolean;
}

/** `struct landlock_ruleset_attr`, as long as the version knows it. */
export function rulesetAttributes(abi: number, { reads, ports, abstractSockets, signals }: RulesetOptions): Uint8Array {
	const scopes = (abstractSockets ? 1 : 0) | (signals ? 2 : 0);
	const values = [BigInt(handledAccess(abi, reads)), BigInt(ports ? 3 : 0), BigInt(scopes)];
	return new Uint8Array(new BigUint64Array(values.slice(0, abi >= 6 ? 3 : abi >= 4 ? 2 : 1)).buffer);
}

/** `struct landlock_path_beneath_attr` */
export function pathRule(rights: number, descriptor: number): Uint8Array {
	const bytes = Buffer.alloc(12);
	bytes.writeBigUInt64LE(BigInt(rights), 0);
	bytes.writeInt32LE(descriptor, 8);
	return bytes;
}

/** `struct landlock_net_port_attr`: connections to it. */
export function connectRule(port: number): Uint8Array {
	return new Uint8Array(new BigUint64Array([2n, BigInt(port)]).buffer);
}

/** Its ABI; less than 1 where there is none, the negative errno. */
export function landlockVersion(kernel: Kernel): number {
	return kernel.call("landlockCreateRuleset", 0, 0, LANDLOCK_CREATE_RULESET_VERSION);
}

const LANDLOCK_CREATE_RULESET_VERSION = 1;
