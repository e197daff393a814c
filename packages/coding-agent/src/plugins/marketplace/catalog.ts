import { existsSync } from "node:fs";
import { join } from "node:path";
import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { type JsonObject, parseJsonObject, readJsonObject } from "../state/json-file.ts";

/** The plugins that a marketplace offers. */
export interface Catalog {
	readonly name: string;
	readonly owner: string;
	readonly description: string | undefined;
	/** Relative sources start here. */
	readonly pluginRoot: string;
	readonly plugins: readonly CatalogPlugin[];
	/** About entries that were skipped. */
	readonly warnings: readonly string[];
}

export interface CatalogPlugin {
	readonly name: string;
	readonly source: PluginSource;
	readonly description: string | undefined;
	readonly version: string | undefined;
	readonly category: string | undefined;
	readonly keywords: readonly string[];
	readonly lspServers: JsonObject | undefined;
	readonly dapAdapters: JsonObject | undefined;
	/** What the entry says in place of the plugin's manifest: where its skills, commands, hooks and servers are. */
	readonly manifest: JsonObject;
}

export type PluginSource =
	| { readonly kind: "folder"; readonly path: string }
	| {
			readonly kind: "git";
			readonly url: string;
			readonly path?: string;
			readonly ref?: string | undefined;
			readonly sha?: string | undefined;
	  }
	| { readonly kind: "npm" };

const validName = /^[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?$/;
const places = [".omp-plugin", ".claude-plugin"];
const manifestKeys = ["skills", "commands", "hooks", "mcpServers"];

export function isMarketplaceName(name: string): boolean {
	return validName.test(name);
}

/** Throws when there is none, or none that can be used. */
export function readCatalog(folder: string): Catalog & { readonly path: string } {
	const path = places.map((place) => join(folder, place, "marketplace.json")).find((file) => existsSync(file));
	if (path === undefined)
		throw new Error(`${folder} has no .omp-plugin/marketplace.json or .claude-plugin/marketplace.json`);
	return { ...toCatalog(readJsonObject(path) ?? {}, path), path };
}

export function parseCatalog(text: string, path: string): Catalog {
	return toCatalog(parseJsonObject(text, path), path);
}

/** A bad entry is skipped; without name, owner or plugins there is no catalog. */
function toCatalog(value: JsonObject, path: string): Catalog {
	const name = nonEmptyString(value.name);
	const owner = isRecord(value.owner) ? nonEmptyString(value.owner.name) : undefined;
	if (name === undefined || !validName.test(name)) throw new Error(`${path}: "name" is missing or invalid`);
	if (owner === undefined) throw new Error(`${path}: "owner.name" is missing`);
	if (!Array.isArray(value.plugins)) throw new Error(`${path}: "plugins" is missing`);
	const metadata = isRecord(value.metadata) ? value.metadata : {};
	const warnings: string[] = [];
	const plugins = value.plugins.flatMap((entry: unknown, index): CatalogPlugin[] => {
		const plugin = parsePlugin(entry, name);
		if (typeof plugin !== "string") return [plugin];
		warnings.push(`${path}: plugin ${index + 1} is skipped: ${visibleText(plugin)}`);
		return [];
	});
	return {
		name,
		owner,
		description: nonEmptyString(metadata.description) ?? nonEmptyString(value.description),
		pluginRoot: nonEmptyString(metadata.pluginRoot) ?? ".",
		plugins,
		warnings,
	};
}

/** The problem of an invalid entry. */
function parsePlugin(entry: unknown, marketplace: string): CatalogPlugin | string {
	if (!isRecord(entry)) return "not an object";
	const name = nonEmptyString(entry.name);
	if (name === undefined || !validName.test(name)) return `invalid name ${JSON.stringify(entry.name)}`;
	if (`${name}@${marketplace}`.length > 128) return `${name}@${marketplace} is too long`;
	const source = parseSource(entry.source);
	if (typeof source === "string") return source;
	return {
		name,
		source,
		description: nonEmptyString(entry.description),
		version: nonEmptyString(entry.version),
		category: nonEmptyString(entry.category),
		keywords: [...texts(entry.keywords), ...texts(entry.tags)],
		lspServers: isRecord(entry.lspServers) ? entry.lspServers : undefined,
		dapAdapters: isRecord(entry.dapAdapters) ? entry.dapAdapters : undefined,
		manifest: Object.fromEntries(manifestKeys.flatMap((key) => (entry[key] === undefined ? [] : [[key, entry[key]]]))),
	};
}

function parseSource(source: unknown): PluginSource | string {
	if (typeof source === "string") {
		return source.startsWith("./") || source === "." ? { kind: "folder", path: source } : `invalid source "${source}"`;
	}
	if (!isRecord(source)) return "it has no source";
	const [url, repo, path] = [nonEmptyString(source.url), nonEmptyString(source.repo), nonEmptyString(source.path)];
	const version = { ref: nonEmptyString(source.ref), sha: nonEmptyString(source.sha) };
	switch (source.source) {
		case "url":
			return url === undefined ? "its source has no url" : { kind: "git", url, ...version };
		case "github":
			if (repo === undefined || !/^[\w.-]+\/[\w.-]+$/.test(repo)) return "its source has no valid repo";
			return { kind: "git", url: `https://github.com/${repo}.git`, ...version };
		case "git-subdir":
			if (url === undefined || path === undefined) return "its source needs url and path";
			return {
				kind: "git",
				url: /^[\w.-]+\/[\w.-]+$/.test(url) ? `https://github.com/${url}.git` : url,
				path,
				...version,
			};
		case "npm":
			return { kind: "npm" };
		default:
			return `unknown source ${JSON.stringify(source.source)}`;
	}
}

function texts(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === "string") : [];
}
