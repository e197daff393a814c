import { existsSync, realpathSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { atomicWrite } from "@oh-my-pi/pi-utils/files/atomic-write";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { connectionFailure } from "@oh-my-pi/pi-utils/net/connection-failure";
import { withoutLogin } from "@oh-my-pi/pi-utils/net/web-address";
import { nonEmptyString } from "@oh-my-pi/pi-utils/text/non-empty-string";
import { waitForLock } from "../../process/wait-for-lock.ts";
import { readJsonObject, writeJson } from "../state/json-file.ts";
import type { PluginPlaces } from "../state/plugin-folders.ts";
import { resolveUserPath } from "../state/resolve-path.ts";
import { type Catalog, isMarketplaceName, parseCatalog, readCatalog } from "./catalog.ts";
import { cloneInto } from "./git.ts";

export interface Marketplace {
	readonly name: string;
	readonly sourceType: "github" | "git" | "url" | "local";
	readonly sourceUri: string;
	/** The folder with the catalog. */
	readonly catalogPath: string;
	readonly addedAt: string;
	readonly updatedAt: string;
}

type Source = Pick<Marketplace, "sourceType" | "sourceUri">;
type World = Pick<Host, "cwd" | "home" | "env" | "now" | "newId">;

const maxCatalogBytes = 8 * 1024 * 1024;
const fetchLimitMs = 30_000;

/** Throws when the file is broken. */
export function readMarketplaces({ marketplacesFile }: PluginPlaces): readonly Marketplace[] {
	const { marketplaces } = readJsonObject(marketplacesFile) ?? {};
	const entries: readonly unknown[] = Array.isArray(marketplaces) ? marketplaces : [];
	return entries.flatMap((entry): Marketplace[] => {
		if (!isRecord(entry)) return [];
		const [name, sourceUri, catalogPath] = [
			nonEmptyString(entry.name),
			nonEmptyString(entry.sourceUri),
			nonEmptyString(entry.catalogPath),
		];
		const sourceType = (["github", "git", "url", "local"] as const).find((type) => type === entry.sourceType);
		if (name === undefined || !isMarketplaceName(name) || !sourceType || !sourceUri || !catalogPath) return [];
		const [addedAt = "", updatedAt = ""] = [nonEmptyString(entry.addedAt), nonEmptyString(entry.updatedAt)];
		return [{ name, sourceType, sourceUri, catalogPath, addedAt, updatedAt }];
	});
}

export async function addMarketplace(
	address: string,
	places: PluginPlaces,
	host: World,
): Promise<Catalog & { readonly marketplace: Marketplace }> {
	const source = marketplaceSource(address, host);
	const { catalog, catalogPath } = await fetchCatalog(source, places, host);
	if (readMarketplaces(places).some(({ name }) => name === catalog.name)) {
		throw new Error(
			`The marketplace ${catalog.name} exists. Refresh it with: omp plugin marketplace update ${catalog.name}`,
		);
	}
	const now = new Date(host.now()).toISOString();
	const marketplace = { name: catalog.name, ...source, catalogPath, addedAt: now, updatedAt: now };
	await changeMarketplaces(places, host, (all) => [...all, marketplace]);
	return { ...catalog, marketplace };
}

/** Installed plugins stay. */
export async function removeMarketplace(name: string, places: PluginPlaces, host: World): Promise<void> {
	findMarketplace(name, places);
	await changeMarketplaces(places, host, (all) => all.filter((entry) => entry.name !== name));
	await rm(join(places.cache, "marketplaces", name), { recursive: true, force: true });
}

/** Reads a catalog anew from its source. */
export async function updateMarketplace(name: string, places: PluginPlaces, host: World): Promise<Catalog> {
	const { sourceType, sourceUri } = findMarketplace(name, places);
	const { catalog, catalogPath } = await fetchCatalog({ sourceType, sourceUri }, places, host, name);
	const updatedAt = new Date(host.now()).toISOString();
	await changeMarketplaces(places, host, (all) =>
		all.map((entry) => (entry.name === name ? { ...entry, catalogPath, updatedAt } : entry)),
	);
	return catalog;
}

export function findMarketplace(name: string, places: PluginPlaces): Marketplace {
	const all = readMarketplaces(places);
	const found = all.find((entry) => entry.name === name);
	if (found) return found;
	throw new Error(`Unknown marketplace "${name}". Known: ${all.map((entry) => entry.name).join(", ") || "none"}`);
}

/** The catalog as it was fetched last. */
export function storedCatalog(marketplace: Marketplace): Catalog {
	return readCatalog(marketplace.catalogPath);
}

/** What `marketplace add` was given. */
export function marketplaceSource(address: string, { cwd, home }: Pick<Host, "cwd" | "home">): Source {
	if (/^(?:\.{1,2}(?:\/|$)|~(?:\/|$)|\/)/.test(address)) {
		const path = resolveUserPath(address, cwd, home) ?? address;
		if (!existsSync(path)) throw new Error(`No such folder: ${address}`);
		return { sourceType: "local", sourceUri: realpathSync(path) };
	}
	if (/^https?:\/\/\S+\.json(?:[?#]\S*)?$/.test(address)) return { sourceType: "url", sourceUri: address };
	if (/^(?:https?|ssh|file|git):\/\/\S+$|^git@\S+$/.test(address)) return { sourceType: "git", sourceUri: address };
	if (/^[\w.-]+\/[\w.-]+$/.test(address)) return { sourceType: "github", sourceUri: address };
	throw new Error(
		`Not a marketplace: ${address}. Use owner/repo, a git address, the https address of a catalog, or a folder`,
	);
}

async function fetchCatalog(
	{ sourceType, sourceUri }: Source,
	places: PluginPlaces,
	host: World,
	expected?: string,
): Promise<{ readonly catalog: Catalog; readonly catalogPath: string }> {
	if (sourceType === "local") {
		const catalog = readCatalog(sourceUri);
		checkName(catalog, expected);
		return { catalog, catalogPath: sourceUri };
	}
	const folder = join(places.cache, "marketplaces");
	const fresh = join(folder, `.new-${host.newId()}`);
	await mkdir(folder, { recursive: true });
	try {
		if (sourceType === "url") await downloadCatalog(sourceUri, fresh);
		else {
			const url = sourceType === "github" ? `https://github.com/${sourceUri}.git` : sourceUri;
			await cloneInto(fresh, { url }, host);
		}
		const catalog = readCatalog(fresh);
		checkName(catalog, expected);
		const catalogPath = join(folder, catalog.name);
		await rm(catalogPath, { recursive: true, force: true });
		await rename(fresh, catalogPath);
		return { catalog, catalogPath };
	} finally {
		await rm(fresh, { recursive: true, force: true });
	}
}

/** A catalog that is renamed could take the place of another. */
function checkName({ name }: Catalog, expected: string | undefined): void {
	if (expected !== undefined && name !== expected)
		throw new Error(`The marketplace ${expected} calls itself ${name} now`);
}

async function downloadCatalog(url: string, folder: string): Promise<void> {
	const response = await fetch(url, { signal: AbortSignal.timeout(fetchLimitMs) }).catch((error: unknown) => {
		throw new Error(`${withoutLogin(url)} cannot be reached: ${connectionFailure(error)}`, { cause: error });
	});
	if (!response.ok) throw new Error(`${url} answered ${response.status}`);
	const content = await response.text();
	if (content.length > maxCatalogBytes) throw new Error(`${url} is larger than 8 MB`);
	parseCatalog(content, url);
	await mkdir(join(folder, ".omp-plugin"), { recursive: true });
	await atomicWrite(join(folder, ".omp-plugin", "marketplace.json"), content);
}

async function changeMarketplaces(
	places: PluginPlaces,
	{ now }: Pick<Host, "now">,
	change: (before: readonly Marketplace[]) => readonly Marketplace[],
): Promise<void> {
	const lock = await waitForLock(places.marketplacesFile, now);
	try {
		await writeJson(places.marketplacesFile, { version: 1, marketplaces: change(readMarketplaces(places)) });
	} finally {
		lock?.release();
	}
}
