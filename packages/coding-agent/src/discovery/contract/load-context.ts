import { access } from "node:fs/promises";
import { dirname, isAbsolute, join, relative } from "node:path";
import { TrustGate } from "../../trust/trust-gate.ts";
import type { LoadContext } from "./capability.ts";
import { FileCache } from "./file-cache.ts";

export async function loadContext(place: {
	readonly cwd: string;
	readonly home: string;
	readonly agentDir: string;
	readonly env?: LoadContext["env"];
	readonly files?: FileCache;
	/** By default what the user has accepted. */
	readonly gate?: TrustGate;
}): Promise<LoadContext> {
	const { agentDir, cwd } = place;
	return {
		...place,
		env: place.env ?? {},
		files: place.files ?? new FileCache(),
		gate: place.gate ?? new TrustGate({ agentDir, cwd }),
		repoRoot: await findRepoRoot(cwd),
	};
}

async function findRepoRoot(cwd: string): Promise<string | undefined> {
	const folders = ancestors(cwd);
	const holds = await Promise.all(folders.map((folder) => exists(join(folder, ".git"))));
	return folders[holds.indexOf(true)];
}

/**
 * From the working directory up to the repository root; outside a repository up to the home folder, or to / when it is not
 * an ancestor.
 */
export function walk({ cwd, home, repoRoot }: Pick<LoadContext, "cwd" | "home" | "repoRoot">): string[] {
	const last = repoRoot ?? (isInside(cwd, home) ? home : undefined);
	const folders = ancestors(cwd);
	return last === undefined ? folders : folders.slice(0, folders.indexOf(last) + 1);
}

/** A folder and its ancestors, nearest first. */
export function ancestors(folder: string): string[] {
	const parent = dirname(folder);
	return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

export function isInside(path: string, folder: string): boolean {
	const way = relative(folder, path);
	return way === "" || (!way.startsWith("..") && !isAbsolute(way));
}

async function exists(path: string): Promise<boolean> {
	return access(path).then(
		() => true,
		() => false,
	);
}
