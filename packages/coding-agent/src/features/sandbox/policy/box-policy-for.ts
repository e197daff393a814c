import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { BoxNetwork, BoxPolicy } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import { hiddenOfAgent, hiddenPlaces, hostKeys } from "./hidden-places.data.ts";
import { findSockets, socketVariables } from "./known-sockets.ts";
import { packageCaches } from "./package-caches.data.ts";
import { gitFolders, namesIn, protectedNames } from "./protected-names.ts";
import { proxyVariables } from "./proxy-variables.ts";

/** What is known of a session when its box is made. Lists are as the user wrote them. */
export interface BoxFacts {
	readonly mode: "read" | "workspace";
	/** The folder that the session works in. */
	readonly workspace: string;
	/** Folders added to it. */
	readonly roots: readonly string[];
	readonly home: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Where omp keeps its keys. */
	readonly agentDir: string;
	readonly temporaryFolder: string;
	/** Folders of omp that must be seen in the box although they lie below the machine's temporary folder. */
	readonly visible: readonly string[];
	readonly network: BoxNetwork;
	/** Where omp keeps caches for programs that have none yet; absent where programs may write to no caches. */
	readonly cacheFolder?: string | undefined;
	readonly settings: {
		readonly writable: readonly string[];
		readonly readable: readonly string[];
		readonly visible: readonly string[];
		readonly sockets: readonly string[];
	};
}

/** What the programs of a session may do. */
export function boxPolicyFor(facts: BoxFacts): BoxPolicy {
	const { mode, workspace, roots, home, temporaryFolder, settings } = facts;
	const absolute = (path: string) => resolve(workspace, inHome(path, home));
	const folders = [workspace, ...roots];
	const caches = findCaches(facts);
	const git = folders.flatMap(gitFolders);
	const writable = [
		...folders,
		...git,
		...caches.folders,
		...entriesFor(settings.writable, workspace, home).map(absolute),
	];
	const readable = new Set(settings.readable.map(absolute));
	return {
		writable: mode === "read" ? [] : unique(writable),
		readOnly: mode === "read" ? [] : unique(folders.flatMap(protectedNames)),
		hidden: hidden(facts).filter((path) => !readable.has(path)),
		temporaryFolder,
		readable: [home, ...folders].filter(isTemporary),
		visible: unique([...(mode === "read" ? [] : folders), ...facts.visible, ...settings.visible.map(absolute)]),
		sockets: unique(settings.sockets.flatMap((entry) => findSockets(entry, facts))),
		network: facts.network,
		env: {
			...withoutSockets(settings.sockets),
			...proxyVariables(facts.network),
			...caches.variables,
		},
	};
}

/** Of entries such as `/data @ /project`, those that count in a folder, without the folder. */
export function entriesFor(entries: readonly string[], workspace: string, home: string): readonly string[] {
	return entries.flatMap((entry) => {
		const [what = "", where] = entry.split(/ @ (?=[/~])/);
		return where === undefined || inHome(where, home) === workspace ? [what.trim()] : [];
	});
}

/** The user's own caches as far as there are some, else folders of omp's. */
function findCaches({ mode, cacheFolder, home, env }: BoxFacts): {
	readonly folders: readonly string[];
	readonly variables: Readonly<Record<string, string>>;
} {
	if (cacheFolder === undefined || mode === "read") return { folders: [], variables: {} };
	const folders: string[] = [cacheFolder];
	const variables: Record<string, string> = {};
	for (const cache of packageCaches) {
		const chosen = cache.variable === undefined ? undefined : env[cache.variable];
		const there = (chosen ? [chosen] : cache.folders.map((path) => inHome(path, home))).filter((path) =>
			existsSync(path),
		);
		folders.push(...there);
		if (there.length === 0 && cache.variable !== undefined) variables[cache.variable] = join(cacheFolder, cache.name);
	}
	return { folders, variables };
}

function hidden({ home, agentDir }: BoxFacts): readonly string[] {
	const keys = namesIn(hostKeys.folder).filter((name) => hostKeys.names.test(name));
	return unique([
		...hiddenOfAgent.map((name) => join(agentDir, name)),
		...hiddenOfAgent.map((name) => join(home, ".omp", name)),
		...hiddenOfAgent.map((name) => join(home, ".omp", "agent", name)),
		...namesIn(join(home, ".omp", "profiles")).flatMap((profile) =>
			hiddenOfAgent.map((name) => join(home, ".omp", "profiles", profile, "agent", name)),
		),
		...hiddenPlaces.map((path) => inHome(path, home)),
		...keys.map((name) => join(hostKeys.folder, name)),
	]);
}

/** Programs look for what these name, and wait or complain. */
function withoutSockets(allowed: readonly string[]): Readonly<Record<string, undefined>> {
	const gone = Object.entries(socketVariables).filter(([, socket]) => !allowed.includes(socket));
	return Object.fromEntries(gone.map(([name]) => [name, undefined]));
}

function inHome(path: string, home: string): string {
	return path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
}

/** The box has a folder of its own in the place of these. */
function isTemporary(path: string): boolean {
	return ["/tmp/", "/var/tmp/"].some((folder) => path.startsWith(folder));
}

function unique(paths: readonly string[]): readonly string[] {
	return [...new Set(paths)];
}
