import { visibleText } from "@oh-my-pi/pi-tui/text/sanitize";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { loadContextFiles } from "../discovery/context-files/load-context-files.ts";
import type { DiscoveryProvider } from "../discovery/contract/capability.ts";
import { loadContext } from "../discovery/contract/load-context.ts";
import { discoveryRegistry } from "../discovery/discovery-registry.ts";
import { loadFileCommands } from "../file-commands/load-file-commands.ts";
import { loadRules } from "../rules/load-rules.ts";
import type { Settings } from "../settings/settings.ts";
import { loadSkills } from "../skills/load-skills.ts";
import { trustTitle } from "../trust/kinds.ts";
import type { TrustGate } from "../trust/trust-gate.ts";
import type { InventoryItem, InventoryKind, InventoryPlace } from "./inventory-item.ts";
import { inventoryKinds } from "./inventory-kinds.ts";

export interface Inventory {
	readonly place: InventoryPlace;
	readonly items: readonly InventoryItem[];
	/** What is wrong with files, each problem once. */
	readonly warnings: readonly string[];
	/** Sources with their state, also those that found nothing. */
	readonly sources: ReadonlyArray<{ readonly id: string; readonly name: string; readonly isOn: boolean }>;
}

/** Everything that is found from a folder, and what is wrong with it. */
/** What features bring is listed by themselves. */
export interface FeatureInventory {
	readonly discovery: readonly DiscoveryProvider[];
	inventory(): Promise<readonly InventoryKind[]>;
}

export async function takeInventory(from: {
	readonly host: Host;
	readonly agentDir: string;
	readonly settings: Settings;
	readonly cwd: string;
	readonly gate: TrustGate;
	readonly features: FeatureInventory;
}): Promise<Inventory> {
	const { host, agentDir, settings, cwd, gate, features } = from;
	const context = await loadContext({ cwd, home: host.home, env: host.env, agentDir, gate });
	const registry = discoveryRegistry(cwd, host.home, settings).with(features.discovery);
	const place = { host, settings, registry, context };
	const kinds = [...inventoryKinds, ...(await features.inventory())];
	const [parts, ...loaded] = await Promise.all([
		Promise.all(kinds.map((list) => list(place))),
		loadContextFiles(registry, context),
		loadRules(registry, context, { isOff: false, watchesOutput: true }),
		loadSkills(registry, context, settings),
		loadFileCommands(cwd, { host, agentDir, settings, gate }),
	]);
	const found = parts.flatMap((part) => part.items);
	const builtIn = found
		.filter(({ level }) => level === "native")
		.map((item) => ({ ...item, kind: `Built-in ${item.kind.toLowerCase()}` }));
	const items = found.filter(({ level }) => level !== "native");
	const warnings = [...parts, ...loaded].flatMap((part) => part.warnings ?? []);
	return {
		place,
		items: [...items, ...untrusted(gate, items), ...builtIn],
		warnings: [...new Set([...warnings, ...context.files.problems])],
		sources: registry.providers.map(({ id, displayName }) => ({
			id,
			name: displayName,
			isOn: registry.isProviderEnabled(id),
		})),
	};
}

/** What a project brings and nobody has trusted. */
function untrusted(gate: TrustGate, listed: readonly InventoryItem[]): InventoryItem[] {
	const known = new Set(listed.map(({ path }) => path));
	return gate.waiting
		.filter(({ path }) => !known.has(path))
		.map(({ id, path, ...claim }) => ({
			kind: trustTitle(claim) ?? claim.kind,
			name: id.slice(id.indexOf(":") + 1),
			path,
			source: "OMP",
			level: "project",
			state: "untrusted",
		}));
}

/** A line per item, below the heading of its kind; one line for what omp brings. */
export function inventoryLines(items: readonly InventoryItem[]): string[] {
	return [...Map.groupBy(items, ({ kind }) => kind)].flatMap(([kind, group]) => {
		if (group.every(({ level }) => level === "native")) return [`${kind}: ${group.map(shortName).join(", ")}`];
		return [`${kind}:`, ...group.map((item) => visibleText(`  ${item.name} (${stateText(item)}) ${item.path}`))];
	});
}

/** `Cursor, user`, and what keeps it from being used. */
export function stateText({ source, level, state, shadowedBy }: InventoryItem): string {
	const from = level === "native" ? source : `${source}, ${level}`;
	if (state === "active") return from;
	if (state === "shadowed") return `${from}; shadowed by ${shadowedBy ?? "another"}`;
	return `${from}; ${state === "untrusted" ? "not trusted" : state}`;
}

/** omp's own are well known. */
function shortName({ name, state }: InventoryItem): string {
	return state === "active" ? name : `${name} (${state})`;
}
