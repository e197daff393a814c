import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

/** Links followed as far as the path exists, and also those that lead to nothing yet. */
export function resolveRealPath(path: string, hops = 0): string {
	try {
		return realpathSync(path);
	} catch {
		const parent = dirname(path);
		if (parent === path || hops > maxLinks) return path;
		const link = linkTarget(path);
		return link === undefined
			? join(resolveRealPath(parent, hops), basename(path))
			: resolveRealPath(resolve(parent, link), hops + 1);
	}
}

const maxLinks = 40;

function linkTarget(path: string): string | undefined {
	try {
		return readlinkSync(path);
	} catch {
		return undefined;
	}
}
