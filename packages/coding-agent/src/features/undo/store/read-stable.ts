import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { type BytePath, pathBytes } from "../contract/node-state.ts";
import type { NotCovered } from "../contract/undo-engine.ts";

const tries = 3;

export type ReadFile =
	| { readonly content: Buffer; readonly mode: number }
	| { readonly content: undefined; readonly reason: NotCovered["reason"] | "absent" };

/** Reads a regular file whole, and again if it changed meanwhile. Never waits for a FIFO, never follows a link. */
export function readStable(path: BytePath, maxBytes: number): ReadFile {
	let file: number;
	try {
		const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);
		file = openSync(pathBytes(path), flags);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === "ENOENT" || code === "ENOTDIR") return { content: undefined, reason: "absent" };
		return { content: undefined, reason: code === "ELOOP" || code === "ENXIO" ? "special" : "unreadable" };
	}
	try {
		for (let count = 0; count < tries; count++) {
			const before = fstatSync(file);
			if (!before.isFile()) return { content: undefined, reason: "special" };
			if (before.size > maxBytes) return { content: undefined, reason: "too-large" };
			const content = readWhole(file, before.size);
			const after = fstatSync(file);
			if (
				content &&
				before.mtimeMs === after.mtimeMs &&
				before.ctimeMs === after.ctimeMs &&
				after.size === before.size
			) {
				return { content, mode: after.mode & 0o7777 };
			}
		}
		return { content: undefined, reason: "changing" };
	} catch {
		return { content: undefined, reason: "unreadable" };
	} finally {
		closeSync(file);
	}
}

/** `undefined` if it has become shorter or longer. */
function readWhole(file: number, size: number): Buffer | undefined {
	// One byte more shows that there is more.
	const content = Buffer.allocUnsafe(size + 1);
	let length = 0;
	while (length <= size) {
		const count = readSync(file, content, length, size + 1 - length, length);
		if (count === 0) break;
		length += count;
	}
	return length === size ? content.subarray(0, size) : undefined;
}
