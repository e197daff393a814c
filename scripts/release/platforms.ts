import { closeSync, openSync, readSync } from "node:fs";
import type { Platform } from "@oh-my-pi/pi-natives/shipped-file";

/** A platform we make an executable for. `os`, `cpu` and `libc` are what npm calls them. */
export interface ReleasePlatform extends Platform {
	/** Ends the names of its executable and its npm package. */
	readonly id: string;
	readonly os: "linux" | "darwin" | "win32";
	readonly cpu: "x64" | "arm64";
	readonly libc?: "glibc" | "musl";
	readonly bunTarget: Bun.Build.CompileTarget;
	/** For the release page. */
	readonly name: string;
}

export const platforms: readonly ReleasePlatform[] = [
	{ id: "linux-x64", os: "linux", cpu: "x64", libc: "glibc", bunTarget: "bun-linux-x64", name: "Linux, x64" },
	{ id: "linux-arm64", os: "linux", cpu: "arm64", libc: "glibc", bunTarget: "bun-linux-arm64", name: "Linux, arm64" },
	{
		id: "linux-x64-musl",
		os: "linux",
		cpu: "x64",
		libc: "musl",
		bunTarget: "bun-linux-x64-musl",
		name: "Linux with musl (Alpine), x64",
	},
	{
		id: "linux-arm64-musl",
		os: "linux",
		cpu: "arm64",
		libc: "musl",
		bunTarget: "bun-linux-arm64-musl",
		name: "Linux with musl (Alpine), arm64",
	},
	{ id: "darwin-x64", os: "darwin", cpu: "x64", bunTarget: "bun-darwin-x64", name: "macOS, Intel" },
	{ id: "darwin-arm64", os: "darwin", cpu: "arm64", bunTarget: "bun-darwin-arm64", name: "macOS, Apple silicon" },
	{ id: "win32-x64", os: "win32", cpu: "x64", bunTarget: "bun-windows-x64", name: "Windows, x64" },
];

/** The one this machine runs. */
export function hostPlatform(): ReleasePlatform {
	// The loader that Bun's own file names is the system's.
	const isMusl = readStart(process.execPath).includes("/ld-musl-");
	const found = platforms.find(
		({ os, cpu, libc }) =>
			os === process.platform && cpu === process.arch && (libc === undefined || (libc === "musl") === isMusl),
	);
	if (!found) throw new Error(`There is no release for ${process.platform} on ${process.arch}`);
	return found;
}

function readStart(path: string): Buffer {
	const start = Buffer.alloc(4096);
	const file = openSync(path, "r");
	try {
		readSync(file, start);
	} finally {
		closeSync(file);
	}
	return start;
}
