import { join } from "node:path";
import type { Claim } from "../../trust/claim.ts";
import type { LoadContext } from "../contract/capability.ts";
import { ancestors } from "../contract/load-context.ts";

export interface ConfigDir {
	readonly path: string;
	/** The base it belongs to: `.omp`, `.claude`, … */
	readonly source: string;
	readonly level: "user" | "project";
}

/** Config folders to search, ours first. */
const bases = [".omp", ".pi", ".claude", ".codex", ".gemini"] as const;

type Place = Pick<LoadContext, "cwd" | "home" | "agentDir">;

export function userConfigDirs({ home, agentDir }: Place): ConfigDir[] {
	const paths = { ".omp": agentDir, ".pi": join(home, ".pi", "agent") };
	return bases.map((source) => ({
		path: source in paths ? paths[source as keyof typeof paths] : join(home, source),
		source,
		level: "user",
	}));
}

export function projectConfigDirs({ cwd }: Pick<Place, "cwd">): ConfigDir[] {
	return bases.map((source) => ({ path: join(cwd, source), source, level: "project" }));
}

/** Candidate folders for `subpath`: the user's, then the project's. */
export function configDirs(subpath: string, place: Place): ConfigDir[] {
	return [...userConfigDirs(place), ...projectConfigDirs(place)].map((base) => ({
		...base,
		path: join(base.path, subpath),
	}));
}

/**
 * The text of the first existing file; callers choose whether user or project comes first. One of a project needs trust, for what
 * `claimOf` says about it.
 */
export async function findConfigFile(
	name: string,
	dirs: readonly ConfigDir[],
	{ files, gate }: Pick<LoadContext, "files" | "gate">,
	claimOf: (path: string, text: string) => Claim,
): Promise<{ readonly path: string; readonly text: string } | undefined> {
	for (const { path: folder, level } of dirs) {
		const path = join(folder, name);
		const text = await files.text(path);
		if (text === undefined || (level === "project" && !gate.admits(claimOf(path, text)))) continue;
		return { path, text };
	}
	return undefined;
}

/** The nearest existing project folder of each base, in the order of the bases. */
export async function nearestProjectConfigDirs(
	subpath: string,
	{ cwd, files }: Pick<LoadContext, "cwd" | "files">,
): Promise<ConfigDir[]> {
	const found = await Promise.all(
		bases.map(async (source): Promise<ConfigDir[]> => {
			for (const folder of ancestors(cwd)) {
				const path = join(folder, source, subpath);
				if ((await files.names(path)) !== undefined) return [{ path, source, level: "project" }];
			}
			return [];
		}),
	);
	return found.flat();
}
