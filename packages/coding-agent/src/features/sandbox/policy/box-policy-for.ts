import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { BoxNetwork, BoxPolicy } from "@oh-my-pi/pi-natives/sandbox/box-policy";
import type { HiddenFolders } from "@oh-my-pi/pi-policy/files/hidden-folders";
import { findKeyPlaces } from "@oh-my-pi/pi-policy/files/key-places";
import { isInFolder } from "@oh-my-pi/pi-policy/paths/is-in-folder";
import { resolveRealPath } from "@oh-my-pi/pi-policy/paths/resolve-links";
import { findSockets, socketVariables } from "./known-sockets.ts";
import { type PackageCache, packageCaches } from "./package-caches.data.ts";
import { gitFolders, protectedNames } from "./protected-names.ts";
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
	/** `~/.omp` */
	readonly configDir: string;
	readonly logsDir: string;
	/** Where omp keeps what it found out about the machine. */
	readonly cacheDir: string;
	readonly temporaryFolder: string;
	/** Folders of omp that must be seen in the box although they lie below the machine's temporary folder. */
	readonly visible: readonly string[];
	/** The same for what may only be read, also of what is hidden otherwise. */
	readonly readable: readonly string[];
	/** Of the program that omp works for, which nothing that runs may see. */
	readonly hiddenFolders?: HiddenFolders;
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
	// A home folder is more than a project: whoever may write all of it may change what the user runs, anywhere.
	const folders = [workspace, ...roots].filter((folder) => !isTooWide(folder, facts));
	const caches = findCaches(facts);
	const git = folders.flatMap(gitFolders);
	const chosen = entriesFor(settings.writable, workspace, home).map(absolute);
	const writable = mode === "read" ? [] : unique([...folders, ...git, ...caches.folders, ...chosen]);
	const readable = settings.readable.map(absolute);
	const keyPlaces = findKeyPlaces(facts);
	const hidden = [
		...(facts.hiddenFolders?.hidden ?? []),
		...keyPlaces.hidden.filter((path) => !readable.includes(path)),
	];
	const opened = readable.filter((path) => hidden.some((folder) => isInFolder(path, folder)));
	return {
		writable,
		readOnly: mode === "read" ? [] : unique([...folders.flatMap(protectedNames), ...ownFolders(facts)]),
		hidden,
		temporaryFolder,
		readable: unique([
			...[home, workspace, ...roots].filter(isTemporary),
			...facts.readable,
			...(facts.hiddenFolders?.except ?? []),
			...keyPlaces.readable,
			...opened,
		]),
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

/** The home folder, or one that it lies in. */
export function isTooWide(folder: string, { home }: Pick<BoxFacts, "home">): boolean {
	return isInFolder(resolveRealPath(home), resolveRealPath(folder));
}

/** Nobody but omp writes these, whatever else may be written; a workspace may lie in one. */
function ownFolders({ configDir, agentDir, cacheDir, workspace, roots }: BoxFacts): readonly string[] {
	return [configDir, agentDir, cacheDir].filter(
		(folder) => ![workspace, ...roots].some((one) => isInFolder(one, folder)),
	);
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
		const there = findFolders(cache, chosen, home).filter((path) => existsSync(path) && !isTooWide(path, { home }));
		folders.push(...there);
		if (there.length === 0 && cache.variable !== undefined) variables[cache.variable] = join(cacheFolder, cache.name);
	}
	return { folders, variables };
}

/** Where a variable names a folder that holds more than caches, the same folders below it. */
function findFolders({ folders, root }: PackageCache, chosen: string | undefined, home: string): readonly string[] {
	if (!chosen) return folders.map((path) => inHome(path, home));
	if (root === undefined) return [chosen];
	return folders.map((path) => join(chosen, relative(root, path)));
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
