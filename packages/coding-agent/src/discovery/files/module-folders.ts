import { readdirSync } from "node:fs";
import { basename, dirname, extname, join, sep } from "node:path";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import type { LoadContext } from "../contract/capability.ts";

/** Programs of users and projects that are no extensions by name. */
export type ModuleKind = "hook" | "tool" | "command";

export interface ModuleFolder {
	readonly path: string;
	readonly level: "user" | "project";
	readonly provider: "native" | "claude" | "codex";
	/** For hooks. */
	readonly type?: "pre" | "post";
}

export interface FoundModule extends ModuleFolder {
	readonly kind: ModuleKind;
	/** `bash` for `bash.ts` and for `bash/index.ts`. */
	readonly name: string;
	/** In `disabledExtensions`. */
	readonly id: string;
}

type Place = Pick<LoadContext, "cwd" | "home" | "agentDir">;

/** Where they are looked for, in the order of precedence. */
export function moduleFolders(kind: ModuleKind, { cwd, home, agentDir }: Place): ModuleFolder[] {
	const name = `${kind}s`;
	const folders: ModuleFolder[] = [
		{ path: join(cwd, ".omp", name), level: "project", provider: "native" },
		{ path: join(cwd, ".pi", name), level: "project", provider: "native" },
		{ path: join(agentDir, name), level: "user", provider: "native" },
		{ path: join(home, ".pi", "agent", name), level: "user", provider: "native" },
		{ path: join(home, ".claude", name), level: "user", provider: "claude" },
		{ path: join(cwd, ".claude", name), level: "project", provider: "claude" },
		...(kind === "tool"
			? ([
					{ path: join(home, ".codex", name), level: "user", provider: "codex" },
					{ path: join(cwd, ".codex", name), level: "project", provider: "codex" },
				] as const)
			: []),
	];
	// In the home folder the two are the same.
	const distinct = folders.filter(({ path }, index) => folders.findIndex((other) => other.path === path) === index);
	if (kind !== "hook") return distinct;
	const types = ["pre", "post"] as const;
	return distinct.flatMap((folder) => types.map((type) => ({ ...folder, path: join(folder.path, type), type })));
}

/** The folders above those for modules, as far as they exist. Most projects have none. */
export function moduleBases({ cwd, home, agentDir }: Place): readonly string[] {
	const names = [".omp", ".pi", ".claude", ".codex"];
	return [agentDir, ...names.flatMap((name) => [join(cwd, name), join(home, name)])]
		.filter((path) => statOrUndefined(path) !== undefined)
		.map((path) => path + sep);
}

/** The modules that can be loaded, each name once. */
export function findModules(kind: ModuleKind, place: Place, bases = moduleBases(place)): FoundModule[] {
	const seen = new Set<string>();
	return foldersBelow(bases, kind, place)
		.flatMap((folder) => modulePaths(folder.path, kind).map((path) => described(path, kind, folder)))
		.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** Tells without loading anything. */
export function mayHaveModules(place: Place): boolean {
	const bases = moduleBases(place);
	return (["hook", "tool", "command"] as const).some((kind) =>
		foldersBelow(bases, kind, place).some(({ path }) => modulePaths(path, kind).length > 0),
	);
}

function foldersBelow(bases: readonly string[], kind: ModuleKind, place: Place): ModuleFolder[] {
	return moduleFolders(kind, place).filter(({ path }) => bases.some((base) => path.startsWith(base)));
}

function described(path: string, kind: ModuleKind, folder: ModuleFolder): FoundModule {
	const stem = basename(path, extname(path));
	const name = stem === "index" ? basename(dirname(path)) : stem;
	return { ...folder, path, kind, name, id: moduleId(kind, name, folder, basename(path)) };
}

/** As `disabledExtensions` has it. */
export function moduleId(kind: ModuleKind, name: string, { type }: Pick<ModuleFolder, "type">, file: string): string {
	if (kind === "hook") return `hook:${type}:${name}:${file}`;
	return kind === "tool" ? `tool:${name}` : `slash-command:${name}`;
}

function modulePaths(folder: string, kind: ModuleKind): string[] {
	let names: string[];
	try {
		if (!statOrUndefined(folder)?.isDirectory()) return [];
		names = readdirSync(folder).toSorted();
	} catch {
		// Closed to us: as if it did not exist.
		return [];
	}
	return names.flatMap((name) => {
		if (name.startsWith(".")) return [];
		const path = join(folder, name);
		if (kind !== "command" && /\.[jt]s$/.test(name) && !name.endsWith(".d.ts")) return isFile(path) ? [path] : [];
		if (kind === "hook" || name.includes(".")) return [];
		const endings = kind === "command" ? ["index.ts", "index.js"] : ["index.ts"];
		return endings
			.map((ending) => join(path, ending))
			.filter(isFile)
			.slice(0, 1);
	});
}

function isFile(path: string): boolean {
	return statOrUndefined(path)?.isFile() ?? false;
}
