import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import type { Claim } from "../../trust/claim.ts";
import { realPath } from "../../trust/project.ts";
import type { TrustGate } from "../../trust/trust-gate.ts";
import { type JsonObject, maxJsonBytes, tryJsonObject } from "./json-file.ts";
import type { PluginHome, PluginPlaces, PluginScope } from "./plugin-folders.ts";
import { type LockedPlugin, type PluginLock, readPluginLock } from "./plugin-lock.ts";
import {
	activeParts,
	modulesAt,
	type PluginManifest,
	type PluginPackage,
	readPluginPackage,
} from "./plugin-manifest.ts";
import { pluginNameOf, type RegisteredPlugin, readPluginRegistry } from "./plugin-registry.ts";
import { type ProjectOverrides, readProjectOverrides } from "./project-changes.ts";

/** A folder of a plugin. */
export interface PluginRoot {
	/** Without links. */
	readonly path: string;
	/** The package's name, or that of the plugin in its marketplace. */
	readonly name: string;
	/** The package's name, or `name@marketplace`. */
	readonly id: string;
	/** Its name in the lock file: that of the package. */
	readonly lockName: string;
	readonly level: PluginScope;
	readonly origin: "npm" | "link" | "marketplace" | "plugin-dir";
	readonly version: string;
	readonly manifest: PluginManifest | undefined;
	readonly enabledFeatures: readonly string[] | null;
	readonly isEnabled: boolean;
	/** As set for it, the project's over the user's. */
	readonly settings: JsonObject;
	/** Its path in the catalog of a marketplace. */
	readonly source?: string;
}

export interface PluginRoots {
	/** All that are installed, in order of precedence; also those that are switched off. */
	readonly roots: readonly PluginRoot[];
	/** The files that decide about it. */
	readonly files: readonly string[];
	readonly warnings: readonly string[];
}

interface Reading {
	readonly places: PluginPlaces;
	readonly overrides: ProjectOverrides;
	readonly files: string[];
	readonly warn: (problem: string) => void;
}

const maxShown = 16 * 1024;

/** The installed plugins. With a gate, what only the project says counts once it is trusted. */
export function pluginRoots(
	places: PluginPlaces,
	{
		gate,
		pluginDirs = [],
		includeShadowed = false,
	}: {
		readonly gate?: TrustGate;
		readonly pluginDirs?: readonly string[];
		readonly includeShadowed?: boolean;
	} = {},
): PluginRoots {
	const warnings: string[] = [];
	const warn = (problem: string) => void warnings.push(problem);
	const admits = (claim: Claim) => gate?.admits(claim) ?? true;
	const overrides = readProjectOverrides(places, admits, warn);
	const { project, user, claudeRegistry, overridesFile } = places;
	const files = [claudeRegistry, ...(overridesFile === undefined ? [] : [overridesFile])];
	const reading: Reading = { places, overrides, files, warn };
	const claim = project && projectClaim(project);
	const trusted = project && (claim === undefined || admits(claim)) ? [project] : [];
	if (project) files.push(...filesOf(project));
	files.push(...filesOf(user));
	const named = pluginDirs.flatMap((path) => dirRoot(path, reading));
	const installed = [...trusted, user].flatMap((home) => rootsIn(home, reading));
	const claude = claudeRoots(reading);
	const all = [...named, ...installed, ...claude];
	return { roots: includeShadowed ? all : withoutShadowed(all), files, warnings };
}

/** The modules of a plugin that omp runs as extensions. */
export function extensionModules({ path, manifest, enabledFeatures }: PluginRoot): readonly string[] {
	if (!manifest) return [];
	return activeParts(manifest, enabledFeatures).extensions.flatMap((entry) => modulesAt(path, entry));
}

/** What a project says about plugins: which ones count, and where they are. */
export function projectClaim({ root, lockFile, packageFile, registryFile }: PluginHome): Claim | undefined {
	const texts = [lockFile, packageFile, registryFile].flatMap((path) => {
		const text = readable(path);
		return text === undefined ? [] : [[basename(path), text] as const];
	});
	if (texts.length === 0) return undefined;
	return {
		kind: "plugins",
		path: root,
		content: JSON.stringify(texts),
		shown: texts
			.map(([name, text]) => `// ${name}\n${text}`)
			.join("\n")
			.slice(0, maxShown),
		effects: ["loads plugins: extensions, skills, commands and rules of installed packages"],
	};
}

function filesOf({ root, lockFile, packageFile, registryFile, modules }: PluginHome): readonly string[] {
	return [root, lockFile, packageFile, registryFile, modules];
}

function readable(path: string): string | undefined {
	try {
		// All that is used later: the limits are the same.
		return readRegularFile(path, maxJsonBytes);
	} catch (error) {
		// It counts with the reason as its content: it could be readable later.
		return errorMessage(error);
	}
}

function rootsIn(home: PluginHome, reading: Reading): readonly PluginRoot[] {
	if (!existsSync(home.root)) return [];
	const lock = lockOf(home, reading.warn);
	const registered = attempt(() => readPluginRegistry(home.registryFile), [], reading.warn);
	const market = registered.map((entry) => registeredRoot(entry, home, lock, reading));
	const taken = new Set(market.map((root) => root?.path));
	const packages = packageNames(home, lock, reading.warn).flatMap((name) => {
		const root = packageRoot(name, home, lock, reading);
		return root === undefined || taken.has(root.path) ? [] : [root];
	});
	return [...packages, ...market.flatMap((root) => root ?? [])];
}

function lockOf(home: PluginHome, warn: Reading["warn"]): PluginLock {
	return attempt<PluginLock>(() => readPluginLock(home), { plugins: {}, settings: {} }, warn);
}

/** Packages that were added by hand count as well. */
function packageNames(home: PluginHome, lock: PluginLock, warn: Reading["warn"]): readonly string[] {
	const dependencies = tryJsonObject(home.packageFile, warn)?.dependencies;
	const names = new Set([...Object.keys(isRecord(dependencies) ? dependencies : {}), ...Object.keys(lock.plugins)]);
	return [...names].toSorted().filter((name) => isPackageName(name));
}

export function isPackageName(name: string): boolean {
	return /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/i.test(name) && name.length <= 214;
}

function packageRoot(name: string, home: PluginHome, lock: PluginLock, reading: Reading): PluginRoot | undefined {
	const folder = join(home.modules, name);
	const path = realPath(folder);
	const found = packageAt(path, reading);
	if (!found) return undefined;
	const isLink = path !== join(realPath(home.modules), name);
	return {
		...resolveState(name, lock, reading),
		path,
		name,
		id: name,
		lockName: name,
		level: home.scope,
		origin: isLink ? "link" : "npm",
		version: found.version,
		manifest: found.manifest,
	};
}

function registeredRoot(
	entry: RegisteredPlugin,
	home: PluginHome,
	lock: PluginLock,
	reading: Reading,
): PluginRoot | undefined {
	const path = realPath(resolve(home.root, entry.installPath));
	if (!existsSync(path)) return undefined;
	const found = packageAt(path, reading);
	const name = pluginNameOf(entry.id);
	const state = resolveState(found?.name || name, lock, reading);
	return {
		...state,
		path,
		name,
		id: entry.id,
		lockName: found?.name || name,
		level: home.scope,
		origin: "marketplace",
		version: entry.version,
		manifest: found?.manifest,
		...(entry.source !== undefined && { source: entry.source }),
		isEnabled: entry.enabled && state.isEnabled && !reading.overrides.disabled.includes(entry.id),
	};
}

function claudeRoots(reading: Reading): readonly PluginRoot[] {
	const { claudeRegistry } = reading.places;
	const entries = attempt(() => readPluginRegistry(claudeRegistry), [], reading.warn);
	return entries.flatMap((entry): PluginRoot[] => {
		if (entry.scope !== "user") return [];
		const path = realPath(resolve(dirname(claudeRegistry), entry.installPath));
		const off = reading.overrides.disabled;
		const name = pluginNameOf(entry.id);
		if (!existsSync(path)) return [];
		return [
			{
				path,
				name,
				id: entry.id,
				lockName: name,
				level: "user",
				origin: "marketplace",
				version: entry.version,
				// Its programs were written for Claude Code.
				manifest: undefined,
				enabledFeatures: null,
				isEnabled: entry.enabled && !off.includes(entry.id) && !off.includes(name),
				settings: {},
			},
		];
	});
}

/** A plugin tree that is named for one run. */
function dirRoot(requestedPath: string, reading: Reading): PluginRoot[] {
	const path = realPath(requestedPath);
	if (!existsSync(path)) {
		reading.warn(`${requestedPath}: No such folder`);
		return [];
	}
	const found = packageAt(path, reading);
	const described = [".omp-plugin", ".claude-plugin"]
		.map((folder) => tryJsonObject(join(path, folder, "plugin.json"), () => {}))
		.find((value) => value !== undefined);
	const name = nonEmptyString(described?.name) ?? (found?.name || basename(path));
	return [
		{
			path,
			name,
			id: name,
			lockName: name,
			level: "user",
			origin: "plugin-dir",
			version: found?.version ?? "0.0.0",
			manifest: found?.manifest,
			enabledFeatures: null,
			isEnabled: true,
			settings: {},
		},
	];
}

function packageAt(path: string, { warn, files }: Reading): PluginPackage | undefined {
	files.push(join(path, "package.json"));
	return attempt(() => readPluginPackage(path), undefined, warn);
}

function resolveState(name: string, lock: PluginLock, { overrides }: Reading) {
	const locked: LockedPlugin | undefined = ownValue(lock.plugins, name);
	return {
		enabledFeatures: ownValue(overrides.features, name) ?? locked?.enabledFeatures ?? null,
		isEnabled: (locked?.enabled ?? true) && !overrides.disabled.includes(name),
		settings: { ...ownValue(lock.settings, name), ...ownValue(overrides.settings, name) },
	};
}

/** A package may be called `constructor`. */
function ownValue<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
	return Object.hasOwn(values, name) ? values[name] : undefined;
}

/** Of those with the same id the first that is switched on counts; ours before Claude Code's. */
function withoutShadowed(roots: readonly PluginRoot[]): readonly PluginRoot[] {
	return roots.filter(
		(root, index) => !roots.slice(0, index).some((other) => other.id === root.id && isFirst(other, root)),
	);
}

/** One of the project that is switched off does not hide the user's. */
function isFirst(other: PluginRoot, root: PluginRoot): boolean {
	return other.isEnabled || other.level === root.level;
}

function attempt<Value>(read: () => Value, fallback: Value, warn: (problem: string) => void): Value {
	try {
		return read();
	} catch (error) {
		warn(errorMessage(error));
		return fallback;
	}
}
