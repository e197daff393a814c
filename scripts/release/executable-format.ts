import type { ReleasePlatform } from "./platforms.ts";

/** What the beginning of an executable says about it, in one line: `elf x64 /lib64/ld-linux-x86-64.so.2`. */
export function executableFormat(file: Uint8Array): string {
	const view = new DataView(file.buffer, file.byteOffset, Math.min(file.byteLength, 64 * 1024));
	const magic = view.getUint32(0);
	if (magic === 0x7f454c46) {
		const loader = /\/lib\S*\/ld-[\w.-]+/.exec(latin1(file.subarray(0, 4096)))?.[0] ?? "static";
		return `elf ${elfMachines.get(view.getUint16(18, true)) ?? "?"} ${loader}`;
	}
	if (magic === 0xcffaedfe) return `mach-o ${machOMachines.get(view.getUint32(4, true)) ?? "?"}`;
	if (view.getUint16(0) === 0x4d5a) {
		const header = view.getUint32(0x3c, true);
		if (view.getUint32(header) === 0x50450000) return `pe ${peMachines.get(view.getUint16(header + 4, true)) ?? "?"}`;
	}
	return "unknown";
}

const elfMachines = new Map([
	[62, "x64"],
	[183, "arm64"],
]);
const machOMachines = new Map([
	[0x0100_0007, "x64"],
	[0x0100_000c, "arm64"],
]);
const peMachines = new Map([
	[0x8664, "x64"],
	[0xaa64, "arm64"],
]);

const loaders: Readonly<Record<string, string>> = {
	"linux-x64": "/lib64/ld-linux-x86-64.so.2",
	"linux-arm64": "/lib/ld-linux-aarch64.so.1",
	"linux-x64-musl": "/lib/ld-musl-x86_64.so.1",
	"linux-arm64-musl": "/lib/ld-musl-aarch64.so.1",
};

/** What the executable of a platform must be. */
export function expectedFormat({ id, os, cpu }: ReleasePlatform): string {
	if (os === "linux") return `elf ${cpu} ${loaders[id]}`;
	return `${os === "darwin" ? "mach-o" : "pe"} ${cpu}`;
}

function latin1(bytes: Uint8Array): string {
	return Buffer.from(bytes).toString("latin1");
}
