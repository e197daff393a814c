import { lstatSync, readlinkSync } from "node:fs";
import {
	absent,
	type BytePath,
	type ContentRef,
	type NodeState,
	pathBytes,
	toBytePath,
} from "../contract/node-state.ts";
import type { Keeper } from "../look/keeper.ts";

/**
 * What is at a path now; its content is kept unless it is the known one. A path that leads through a link or a file is
 * not there.
 */
export function diskState(path: BytePath, keeper: Keeper, known?: ContentRef): NodeState {
	try {
		if (blockingParent(path) !== undefined) return absent;
		const stats = lstatSync(pathBytes(path), { throwIfNoEntry: false });
		if (!stats) return absent;
		if (stats.isDirectory()) return { kind: "folder", mode: stats.mode & 0o7777 };
		if (stats.isSymbolicLink()) {
			return { kind: "link", target: toBytePath(readlinkSync(pathBytes(path), { encoding: "buffer" })) };
		}
		if (!stats.isFile()) return { kind: "other" };
		const kept = keeper.keep(path, known);
		if (kept.ref === undefined && kept.reason === "absent") return absent;
		const size = kept.ref === undefined ? stats.size : kept.size;
		return { kind: "file", mode: stats.mode & 0o7777, size, ...(kept.ref !== undefined && { content: kept.ref }) };
	} catch {
		// Gone meanwhile, or not to be reached.
		return absent;
	}
}

/** When what is at a path was last changed in any way; `undefined` if nothing is there, or it cannot be reached. */
export function changeTime(path: BytePath): number | undefined {
	try {
		if (blockingParent(path) !== undefined) return undefined;
		return lstatSync(pathBytes(path), { throwIfNoEntry: false })?.ctimeMs;
	} catch {
		// A folder above it may not be entered.
		return undefined;
	}
}

/** The first part of the path that is no folder, so that it leads elsewhere or is not there, or a folder that may not be entered. */
export function blockingParent(path: BytePath): BytePath | undefined {
	let above: BytePath | undefined;
	for (let at = path.indexOf("/", 1); at > 0; at = path.indexOf("/", at + 1)) {
		const parent = path.slice(0, at) as BytePath;
		try {
			if (!lstatSync(pathBytes(parent), { throwIfNoEntry: false })?.isDirectory()) return parent;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "EACCES") throw error;
			return above ?? parent;
		}
		above = parent;
	}
	return undefined;
}
