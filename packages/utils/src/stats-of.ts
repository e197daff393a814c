import { type Stats, statSync } from "node:fs";

/** What is at a path. What cannot be reached counts as missing: a circle of links, a part of the way that is no folder, or closed. */
export function statsOf(path: string): Stats | undefined {
	try {
		return statSync(path, { throwIfNoEntry: false });
	} catch {
		return undefined;
	}
}
