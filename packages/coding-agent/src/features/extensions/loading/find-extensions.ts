import { readdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileOrFolder } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { findModules, type ModuleKind, moduleBases } from "../../../discovery/files/module-folders.ts";
import type { PluginModule } from "../../../plugins/plugin-modules.ts";
import { tryJsonObject } from "../../../plugins/state/json-file.ts";
import { packageModules } from "../../../plugins/state/package-modules.ts";
import { modulesAt } from "../../../plugins/state/plugin-manifest.ts";
import { resolveUserPath } from "../../../plugins/state/resolve-path.ts";
import { realPath } from "../../../trust/project.ts";

/** Who asked for an extension: its folder, a plugin, the settings, the command line, or the program that embeds omp. */
export type ExtensionOrigin = "project" | "user" | "plugin" | "settings" | "command-line" | "inline";

export interface FoundExtension {
	/** Absolute. */
	readonly path: string;
	/** `foo` for `foo.ts` and for `foo/index.ts`. */
	readonly name: string;
	readonly origin: ExtensionOrigin;
	/** What the module gives; an extension unless told otherwise. */
	readonly kind?: ModuleKind;
}

export interface ExtensionPlaces {
	readonly cwd: string;
	readonly home: string;
	readonly agentDir: string;
	/** Paths on the command line. */
	readonly named: readonly string[];
	/** Modules of plugins. */
	readonly plugins?: readonly PluginModule[];
	/** Paths in the settings. */
	readonly configured: readonly string[];
	/** `extension-module:<name>` keeps one from loading. */
	readonly disabled: readonly string[];
	/** False for `--no-extensions`: the folders are not looked at. */
	readonly discovers: boolean;
	/** Sources that the settings switch off. */
	readonly disabledProviders?: readonly string[];
}

export interface ExtensionError {
	readonly path: string;
	readonly error: string;
}

const scanned = [".ts", ".js"];
const loadable = [...scanned, ".mjs", ".cjs"];

/** The extensions to load, in order, each once. */
export function findExtensions(places: ExtensionPlaces): {
	readonly found: readonly FoundExtension[];
	readonly errors: readonly ExtensionError[];
} {
	const { cwd, home, agentDir } = places;
	const errors: ExtensionError[] = [];
	const all: FoundExtension[] = [];
	const legacy = new Set<string>();
	const add = (paths: readonly string[], origin: ExtensionOrigin) => {
		for (const path of paths) all.push({ path, name: readName(path), origin });
	};
	/** Tools come after all extensions, wherever they are from. */
	const packaged: FoundExtension[] = [];
	const addPackages = (modules: ReadonlyArray<Omit<PluginModule, "origin"> & { readonly origin: ExtensionOrigin }>) => {
		for (const { path, origin, kind, name = readName(path), id } of modules) {
			if (id !== undefined && places.disabled.includes(id)) continue;
			(kind === "tool" ? packaged : all).push({ path, name, origin, ...(kind && { kind }) });
		}
	};
	if (places.discovers) {
		add(scanFolder(join(cwd, ".omp", "extensions")), "project");
		add(scanFolder(join(agentDir, "extensions")), "user");
		for (const { folder, origin } of [
			{ folder: join(cwd, ".omp"), origin: "project" as const },
			{ folder: agentDir, origin: "user" as const },
		]) {
			const listed = legacyExtensions(folder, home);
			errors.push(
				...listed
					.filter(({ entries }) => entries.length === 0)
					.map(({ requestedPath }) => missing(requestedPath, folder)),
			);
			for (const { requestedPath } of listed) legacy.add(requestedPath);
			add(
				listed.flatMap(({ entries }) => entries),
				origin,
			);
		}
	}
	const bases = places.discovers ? moduleBases(places) : [];
	all.push(...foundModules("hook", places, bases));
	addPackages(places.plugins ?? []);
	const explicit = [
		...places.named.map((requestedPath) => ({ requestedPath, origin: "command-line" as const })),
		...places.configured.map((requestedPath) => ({ requestedPath, origin: "settings" as const })),
	];
	for (const { requestedPath, origin } of explicit) {
		const path = resolveUserPath(requestedPath, cwd, home);
		const here = path === undefined ? [] : entriesAt(path);
		// The list of an older settings.json is taken over as it was; its paths start at that file.
		const older =
			origin === "settings" && here.length === 0 ? resolveUserPath(requestedPath, agentDir, home) : undefined;
		const entries = older === undefined ? here : entriesAt(older);
		if (entries.length === 0 && !(origin === "settings" && legacy.has(requestedPath)))
			errors.push({ path: requestedPath, error: problemWith(path) });
		add(entries, origin);
		if (path !== undefined && fileOrFolder(path) === "folder") addPackages(findSiblings(path, origin));
	}
	all.push(...packaged, ...foundModules("tool", places, bases), ...foundModules("command", places, bases));
	const seen = new Set<string>();
	const found = all.filter(({ path, name }) => {
		const real = realPath(path);
		if (seen.has(real) || places.disabled.includes(`extension-module:${name}`)) return false;
		seen.add(real);
		return true;
	});
	return { found, errors };
}

/** Hooks and tools beside the extensions of a folder that is named. */
function findSiblings(path: string, origin: ExtensionOrigin) {
	const siblings = (["hook", "tool"] as const).flatMap((kind) => packageModules({ path }, kind));
	return siblings.map((module) => ({ ...module, origin }));
}

/** Hooks, custom tools and commands that are modules. */
function foundModules(kind: ModuleKind, places: ExtensionPlaces, bases: readonly string[]): FoundExtension[] {
	if (bases.length === 0) return [];
	return findModules(kind, places, bases)
		.filter(({ id, provider }) => !places.disabled.includes(id) && !places.disabledProviders?.includes(provider))
		.map(({ path, name, level }) => ({ path, name, origin: level, kind }));
}

function readName(path: string): string {
	const stem = basename(path, extname(path));
	return stem === "index" ? basename(dirname(path)) : stem;
}

function problemWith(path: string | undefined): string {
	if (path === undefined) return "local:// paths cannot be loaded";
	return fileOrFolder(path) === undefined ? "No such file or folder" : "There is no extension in this folder";
}

/** `extensions` in the `settings.json` of older versions; paths are relative to its folder. */
function legacyExtensions(folder: string, home: string): Array<{ requestedPath: string; entries: string[] }> {
	const listed = readManifest(join(folder, "settings.json"))?.extensions;
	const names = Array.isArray(listed) ? listed.filter((entry): entry is string => typeof entry === "string") : [];
	return names.map((requestedPath) => {
		const paths = [folder, dirname(folder)].flatMap((base) => resolveUserPath(requestedPath, base, home) ?? []);
		return { requestedPath, entries: paths.map(entriesAt).find((entries) => entries.length > 0) ?? [] };
	});
}

function missing(requestedPath: string, folder: string): ExtensionError {
	return { path: requestedPath, error: `No such file or folder, named in ${join(folder, "settings.json")}` };
}

/** The files behind an explicit path. */
function entriesAt(path: string): string[] {
	const kind = fileOrFolder(path);
	if (kind === "file") return [path];
	if (kind !== "folder") return [];
	const declared = findEntry(path);
	return declared.length > 0 ? declared : scanFolder(path, true);
}

/** The manifest's entries, else the index file. */
function findEntry(folder: string, extensions = loadable): string[] {
	const listed = manifestEntries(folder);
	if (listed.length > 0) return listed;
	const index = extensions
		.map((extension) => join(folder, `index${extension}`))
		.find((path) => fileOrFolder(path) === "file");
	return index === undefined ? [] : [index];
}

/** One level: files, and folders that have an entry. */
function scanFolder(folder: string, withDotFiles = false): string[] {
	let names: string[];
	try {
		names = readdirSync(folder).toSorted();
	} catch {
		// Most projects have none.
		return [];
	}
	return names
		.filter((name) => withDotFiles || !name.startsWith("."))
		.flatMap((name) => {
			const path = join(folder, name);
			const kind = fileOrFolder(path);
			if (kind === "folder") return findEntry(path, scanned);
			return kind === "file" && scanned.includes(extname(name)) && !name.endsWith(".d.ts") ? [path] : [];
		});
}

function manifestEntries(folder: string): string[] {
	const manifest = readManifest(join(folder, "package.json"));
	const listed = listExtensions(manifest, "omp") ?? listExtensions(manifest, "pi") ?? [];
	return listed.flatMap((entry) => modulesAt(folder, entry));
}

function readManifest(path: string): Readonly<Record<string, unknown>> | undefined {
	// A broken manifest lists nothing; the index file may still be there.
	return tryJsonObject(path, () => {});
}

function listExtensions(
	manifest: Readonly<Record<string, unknown>> | undefined,
	key: "omp" | "pi",
): string[] | undefined {
	const section = manifest?.[key];
	if (!isRecord(section) || !Array.isArray(section.extensions)) return undefined;
	return section.extensions.filter((entry): entry is string => typeof entry === "string");
}
