import type { TrustGate } from "../../trust/trust-gate.ts";
import { findInstalled } from "../state/installed.ts";
import type { PluginScope } from "../state/plugin-folders.ts";
import { type PluginRoot, pluginRoots } from "../state/plugin-roots.ts";
import {
	catalogPlugin,
	folderInCatalog,
	installFromMarketplace,
	type MarketplaceInstall,
	ownVersion,
} from "./install-from-marketplace.ts";
import { findMarketplace, readMarketplaces, updateMarketplace } from "./marketplaces.ts";

export interface Upgrade {
	readonly id: string;
	readonly scope: PluginScope;
	readonly from: string;
	readonly to: string;
}

interface Options extends Omit<MarketplaceInstall, "scope" | "force"> {
	/** Where the user has not asked for it: plugins of a project count once they are trusted. */
	readonly gate?: TrustGate;
}

const staleAfterMs = 24 * 60 * 60 * 1000;

/** Installed plugins whose catalog has a newer version. */
export function availableUpgrades(
	{ places, gate }: Pick<Options, "places" | "gate">,
	id?: string,
	scope?: PluginScope,
): readonly Upgrade[] {
	const { roots } = pluginRoots(places, { includeShadowed: true, ...(gate && { gate }) });
	const installed = roots.filter(({ origin, path }) => origin === "marketplace" && path.startsWith(places.cache));
	const wanted = id === undefined ? installed : [findInstalled(places, id, scope)];
	return wanted.flatMap((plugin) => {
		const to = catalogVersion(plugin, places);
		if (to === undefined || !isNewer(to, plugin.version)) return [];
		return [{ id: plugin.id, scope: plugin.level, from: plugin.version, to }];
	});
}

/** Reinstalls them. */
export async function upgradePlugins(options: Options, id?: string, scope?: PluginScope): Promise<readonly Upgrade[]> {
	const upgrades = availableUpgrades(options, id, scope);
	for (const upgrade of upgrades) {
		const at = upgrade.id.lastIndexOf("@");
		const [name, marketplace] = [upgrade.id.slice(0, at), upgrade.id.slice(at + 1)];
		await installFromMarketplace(name, marketplace, { ...options, scope: upgrade.scope, force: true });
	}
	return upgrades;
}

/** At the start: old catalogs are read anew, as far as that works; gives what is or could be upgraded. */
export async function autoUpdate(mode: "notify" | "auto", options: Options): Promise<readonly Upgrade[]> {
	const { places, host } = options;
	for (const { name, updatedAt } of readMarketplaces(places)) {
		const age = host.now() - (Date.parse(updatedAt) || 0);
		if (age < staleAfterMs) continue;
		// Without a network the catalog stays as it is.
		await updateMarketplace(name, places, host).catch(() => {});
	}
	return mode === "auto" ? upgradePlugins(options) : availableUpgrades(options);
}

/** Newer by semver; other versions only need to be different. */
export function isNewer(candidate: string, current: string): boolean {
	const semver = /^v?\d+\.\d+\.\d+(?:[-+].*)?$/;
	if (!semver.test(candidate) || !semver.test(current)) return candidate !== current;
	return Bun.semver.order(candidate, current) > 0;
}

function catalogVersion({ id }: PluginRoot, places: Options["places"]): string | undefined {
	try {
		const at = id.lastIndexOf("@");
		const marketplace = findMarketplace(id.slice(at + 1), places);
		const { version, source } = catalogPlugin(id.slice(0, at), marketplace);
		if (version !== undefined) return version;
		if (source.kind === "folder") return ownVersion(folderInCatalog(source.path, marketplace));
		return source.kind === "git" ? source.sha : undefined;
	} catch {
		// Its marketplace was removed, or does not offer it any more: it stays as it is.
		return undefined;
	}
}
