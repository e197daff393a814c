import { readdirSync } from "node:fs";
import { extname, isAbsolute, join, relative, resolve } from "node:path";
import { fileOrFolder } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { realPath } from "../../trust/project.ts";
import { type JsonObject, parseTexts, readJsonObject } from "./json-file.ts";

/** What a package brings, from `omp` (or `pi`) in its `package.json`. */
export interface PluginManifest extends PluginParts {
	readonly features: Readonly<Record<string, PluginFeature>>;
	readonly settings: Readonly<Record<string, PluginSetting>>;
}

export interface PluginParts {
	readonly extensions: readonly string[];
	readonly tools: readonly string[];
	readonly hooks: readonly string[];
	readonly commands: readonly string[];
	readonly skills: readonly string[];
	readonly prompts: readonly string[];
}

export interface PluginFeature extends PluginParts {
	readonly description: string | undefined;
	readonly isDefault: boolean;
}

export interface PluginSetting {
	readonly type: "string" | "number" | "boolean" | "enum";
	readonly description: string | undefined;
	readonly default: unknown;
	readonly values: readonly string[];
	readonly min: number | undefined;
	readonly max: number | undefined;
	readonly secret: boolean;
	/** The variable that counts when nothing is set. */
	readonly env: string | undefined;
}

/** A package as its `package.json` describes it. */
export interface PluginPackage {
	readonly name: string;
	readonly version: string;
	readonly description: string | undefined;
	/** Absent: the package is not a plugin of ours, and is ignored when omp starts. */
	readonly manifest: PluginManifest | undefined;
}

const settingTypes = ["string", "number", "boolean", "enum"] as const;
const loadable = [".ts", ".js", ".mjs", ".cjs"];

/** Throws when `package.json` is broken; `undefined` without one. */
export function readPluginPackage(folder: string): PluginPackage | undefined {
	const value = readJsonObject(join(folder, "package.json"));
	if (value === undefined) return undefined;
	const section = isRecord(value.omp) ? value.omp : isRecord(value.pi) ? value.pi : undefined;
	return {
		name: nonEmptyString(value.name) ?? "",
		version: nonEmptyString(value.version) ?? "0.0.0",
		description: nonEmptyString(value.description),
		manifest: section && parseManifest(section),
	};
}

/** The parts that count: those of the package, and those of the features that are on. */
export function activeParts(manifest: PluginManifest, enabledFeatures: readonly string[] | null): PluginParts {
	const on = activeFeatures(manifest, enabledFeatures).flatMap((name) => manifest.features[name] ?? []);
	const all = (part: keyof PluginParts) => [manifest, ...on].flatMap((parts) => parts[part]);
	return {
		extensions: all("extensions"),
		tools: all("tools"),
		hooks: all("hooks"),
		commands: all("commands"),
		skills: all("skills"),
		prompts: all("prompts"),
	};
}

/** `null` stands for those that are on by default. */
export function activeFeatures({ features }: PluginManifest, enabled: readonly string[] | null): readonly string[] {
	return Object.keys(features).filter((name) => enabled?.includes(name) ?? features[name]?.isDefault);
}

/**
 * The modules behind an entry of a manifest: a file, a folder with an index file, a folder of modules, or a glob. What is missing, or
 * leaves the package, has none.
 */
export function modulesAt(root: string, entry: string): readonly string[] {
	if (entry.includes("*")) return globbed(root, entry.replace(/^\.\//, ""));
	const path = resolveInside(root, entry);
	const kind = path === undefined ? undefined : fileOrFolder(path);
	if (path === undefined || kind === undefined) return [];
	if (kind === "file") return [path];
	const index = indexOf(path);
	return index === undefined ? modulesIn(path) : [index];
}

/** Only below the package: a glob that leaves it would have omp look through the disk. */
function globbed(root: string, glob: string): readonly string[] {
	const start = glob.slice(0, glob.search(/[*?[{!\\]/)).replace(/[^/]*$/, "");
	if (isAbsolute(glob) || glob.includes("..") || resolveInside(root, start) === undefined) return [];
	const found = [...new Bun.Glob(glob).scanSync({ cwd: root, onlyFiles: true })];
	return found.toSorted().flatMap((path) => resolveInside(root, path) ?? []);
}

/** The path of an entry; `undefined` when it leads out of the package. */
export function resolveInside(root: string, entry: string): string | undefined {
	const path = resolve(root, entry);
	const isInside = (from: string, to: string) => {
		const way = relative(from, to);
		return way === "" || (!way.startsWith("..") && !isAbsolute(way));
	};
	return isInside(root, path) && isInside(realPath(root), realPath(path)) ? path : undefined;
}

function modulesIn(folder: string): readonly string[] {
	return readdirSync(folder)
		.toSorted()
		.filter((name) => !name.startsWith(".") && name !== "node_modules")
		.flatMap((name) => {
			const path = join(folder, name);
			if (fileOrFolder(path) === "folder") return indexOf(path) ?? [];
			return loadable.includes(extname(name)) && !name.endsWith(".d.ts") && fileOrFolder(path) === "file" ? [path] : [];
		});
}

function indexOf(folder: string): string | undefined {
	return loadable.map((ending) => join(folder, `index${ending}`)).find((path) => fileOrFolder(path) === "file");
}

function parseManifest(fields: JsonObject): PluginManifest {
	const features = isRecord(fields.features) ? Object.entries(fields.features) : [];
	const settings = isRecord(fields.settings) ? Object.entries(fields.settings) : [];
	return {
		...parseParts(fields),
		features: Object.fromEntries(
			features.flatMap(([name, feature]) =>
				isRecord(feature)
					? [
							[
								name,
								{
									...parseParts(feature),
									description: nonEmptyString(feature.description),
									isDefault: feature.default === true,
								},
							] as const,
						]
					: [],
			),
		),
		settings: Object.fromEntries(
			settings.flatMap(([name, setting]) => (isRecord(setting) ? [[name, parseSetting(setting)] as const] : [])),
		),
	};
}

function parseParts(fields: JsonObject): PluginParts {
	return {
		extensions: parseTexts(fields.extensions),
		tools: parseTexts(fields.tools),
		hooks: parseTexts(fields.hooks),
		commands: parseTexts(fields.commands),
		skills: parseTexts(fields.skills),
		prompts: parseTexts(fields.prompts),
	};
}

function parseSetting(fields: JsonObject): PluginSetting {
	const number = (value: unknown) => (typeof value === "number" ? value : undefined);
	return {
		type: settingTypes.find((type) => type === fields.type) ?? "string",
		description: nonEmptyString(fields.description),
		default: fields.default,
		values: parseTexts(fields.values),
		min: number(fields.min),
		max: number(fields.max),
		secret: fields.secret === true,
		env: nonEmptyString(fields.env),
	};
}
