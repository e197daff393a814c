import { dlopen, ptr } from "bun:ffi";
import { closeSync, constants, openSync, statSync } from "node:fs";

/** When the files were last modified, in milliseconds; NaN for what is not there. The paths are relative to the root. */
export function modifiedTimes(root: string, paths: readonly string[]): Float64Array {
	timeReader ??= statxReader() ?? plainReader;
	return timeReader(root, paths);
}

type TimeReader = (root: string, paths: readonly string[]) => Float64Array;
let timeReader: TimeReader | undefined;

/** Synchronous: for the many small questions of a big tree, waiting for each costs more than asking. */
export const plainReader: TimeReader = (root, paths) =>
	Float64Array.from(paths, (path) => {
		try {
			return statSync(`${root}/${path}`).mtimeMs;
		} catch {
			// Gone meanwhile, or behind a folder we may not enter.
			return Number.NaN;
		}
	});

const requestModified = 0x40;
const secondsAt = 112;
const maxPathBytes = 4096;

/** Asks Linux itself for this one fact, in three quarters of the time; `undefined` elsewhere. */
function statxReader(): TimeReader | undefined {
	const statx = process.platform === "linux" ? loadStatx() : undefined;
	if (!statx) return undefined;
	const facts = new DataView(new ArrayBuffer(256));
	const factsAt = ptr(facts);
	const name = Buffer.alloc(maxPathBytes);
	const nameAt = ptr(name);
	const timeOf = (folder: number, path: string) => {
		const length = name.write(path);
		if (length >= maxPathBytes - 4) return Number.NaN;
		name[length] = 0;
		if (statx(folder, nameAt, 0, requestModified, factsAt) !== 0) return Number.NaN;
		const seconds = facts.getInt32(secondsAt + 4, true) * 2 ** 32 + facts.getUint32(secondsAt, true);
		return seconds * 1000 + facts.getUint32(secondsAt + 8, true) / 1e6;
	};
	return (root, paths) => {
		const folder = openFolder(root);
		if (folder === undefined) return new Float64Array(paths.length).fill(Number.NaN);
		try {
			return Float64Array.from(paths, (path) => timeOf(folder, path));
		} finally {
			closeSync(folder);
		}
	};
}

function openFolder(path: string): number | undefined {
	try {
		return openSync(path, constants.O_RDONLY | constants.O_DIRECTORY);
	} catch {
		// Gone meanwhile, and what was in it too.
		return undefined;
	}
}

function loadStatx() {
	for (const library of ["libc.so.6", `libc.musl-${process.arch === "x64" ? "x86_64" : "aarch64"}.so.1`]) {
		try {
			const args = ["i32", "ptr", "i32", "u32", "ptr"] as const;
			return dlopen(library, { statx: { args, returns: "i32" } }).symbols.statx;
		} catch {
			// Another libc, or one from before statx: the next may do, and otherwise Node's own call.
		}
	}
	return undefined;
}
