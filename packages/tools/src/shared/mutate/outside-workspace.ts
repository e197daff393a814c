import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { ToolApproval } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type PathBase, resolvePath } from "../paths/resolve-path.ts";
import { pathInside } from "../paths/show-path.ts";
import { schemeOf } from "../paths/uri.ts";

/**
 * What it takes to change files. One that really lies outside the workspace, be it through `..` or a link, is asked about
 * even where changes are allowed in general.
 */
export function writeApproval(
	paths: readonly string[],
	base: PathBase & { readonly roots?: readonly string[] },
): ToolApproval {
	const outside = paths.find((path) => isOutside(path, base));
	if (outside !== undefined) {
		return { tier: "write", reason: `Writes outside the workspace: ${outside}`, override: true };
	}
	const inGit = paths.find((path) => isInGitFolder(path, base));
	return inGit === undefined ? "write" : { tier: "exec", reason: `Changes what git runs: ${inGit}` };
}

/** Hooks and the configuration in `.git` run programs, also for commands that otherwise only read. */
function isInGitFolder(given: string, base: PathBase): boolean {
	return schemeOf(given) === undefined && /(?:^|\/)\.git(?:\/|$)/.test(realPathOf(resolvePath(given, base)));
}

function isOutside(given: string, base: PathBase & { readonly roots?: readonly string[] }): boolean {
	if (schemeOf(given) !== undefined) return false;
	const path = realPathOf(resolvePath(given, base));
	return ![base.cwd, ...(base.roots ?? [])].some((root) => pathInside(path, realPathOf(root)) !== undefined);
}

/** Links followed as far as the path exists, and also those that lead to nothing yet. */
export function realPathOf(path: string, hops = 0): string {
	try {
		return realpathSync(path);
	} catch {
		const parent = dirname(path);
		if (parent === path || hops > maxLinks) return path;
		const link = linkTarget(path);
		return link === undefined
			? join(realPathOf(parent, hops), basename(path))
			: realPathOf(resolve(parent, link), hops + 1);
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
