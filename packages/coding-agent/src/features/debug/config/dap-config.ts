import { basename, join } from "node:path";
import { debugSettings } from "@oh-my-pi/pi-tools/debug/settings";
import { type Fields, isFields, parseConfig } from "@oh-my-pi/pi-utils/config/parse-config";
import type { LoadContext } from "../../../discovery/contract/capability.ts";
import { isInside } from "../../../discovery/contract/load-context.ts";
import { namedRoots } from "../../../discovery/discovery-registry.ts";
import { projectConfigDirs, userConfigDirs } from "../../../discovery/files/config-bases.ts";
import { packageRoots } from "../../../discovery/files/package-roots.ts";
import type { InventoryItem, InventoryKind } from "../../../inventory/inventory-item.ts";
import type { Settings } from "../../../settings/settings.ts";
import { debugAdapterClaim } from "./adapter-claim.ts";
import { type AdapterFields, parseAdapterFields } from "./adapter-fields.ts";

export interface DapConfig {
	/** What files state about each adapter, merged. */
	readonly adapters: ReadonlyMap<string, AdapterFields>;
	/** The files, from low to high precedence. */
	readonly paths: readonly string[];
	readonly warnings: readonly string[];
}

/** From low to high precedence. */
const names = [".dap.yml", "dap.yml", ".dap.yaml", "dap.yaml", ".dap.json", "dap.json"];
const adapterName = /^[\w.-]{1,64}$/;

/** The debug adapters that files define; none where the user has switched debuggers off. Those of a project need trust. */
export async function loadDapConfig(context: LoadContext, settings: Settings): Promise<DapConfig> {
	if (!settings.get(debugSettings.enabled)) return { adapters: new Map(), paths: [], warnings: [] };
	const adapters = new Map<string, AdapterFields>();
	const paths: string[] = [];
	const warnings: string[] = [];
	for (const { path, level } of await findFiles(context, settings)) {
		const text = await context.files.text(path);
		const parsed = text === undefined ? undefined : await parseConfig(text, path);
		if (text === undefined || !parsed) continue;
		if ("problem" in parsed) {
			warnings.push(parsed.problem);
			continue;
		}
		const { entries, problems } = parseAdapters(parsed.value, path);
		warnings.push(...problems);
		const commands = entries.flatMap(([name, { command, args = [] }]) =>
			command === undefined ? [] : [[name, "→", command, ...args].join(" ")],
		);
		const { gate } = context;
		if (level === "project" && !gate.admits(debugAdapterClaim(path, text, commands, gate.project))) continue;
		for (const [name, fields] of entries) adapters.set(name, { ...adapters.get(name), ...fields });
		paths.push(path);
	}
	return { adapters, paths, warnings };
}

/** Files, because several may be about one adapter. */
export const debugAdapterFiles: InventoryKind = async ({ context, settings }) => {
	const { paths, warnings } = await loadDapConfig(context, settings);
	const toItem = (path: string): InventoryItem => ({
		kind: "Debug adapters",
		name: basename(path),
		path,
		source: "DAP",
		level: isInside(path, context.cwd) ? "project" : "user",
		state: "active",
	});
	return { items: paths.map(toItem), warnings };
};

/** From low to high precedence, in the places of the other configuration of servers. */
async function findFiles(context: LoadContext, settings: Settings) {
	const { packages, plugins } = await packageRoots({ ...context, named: namedRoots(settings) });
	const places: ReadonlyArray<{ readonly path: string; readonly level: "user" | "project" }> = [
		{ path: context.home, level: "user" },
		...[...packages, ...plugins].toReversed(),
		// The first base counts most.
		...userConfigDirs(context).toReversed(),
		...projectConfigDirs(context).toReversed(),
		{ path: context.cwd, level: "project" },
	];
	const files = places.flatMap(({ path, level }) => names.map((name) => ({ path: join(path, name), level })));
	return files.filter(({ path }) => context.files.isFile(path));
}

/** `{ adapters: { … } }`, or the adapters themselves. */
function parseAdapters(value: unknown, path: string) {
	const entries: Array<readonly [string, AdapterFields]> = [];
	const problems: string[] = [];
	const adapters: unknown = isFields(value) ? (value.adapters ?? value) : value;
	if (!isFields(adapters)) return { entries, problems: [`${path}: must be an object`] };
	for (const [name, definition] of Object.entries<unknown>(adapters)) {
		if (!isFields(definition) || !adapterName.test(name)) {
			problems.push(`${path}: adapter "${name}" must be an object, and its name letters, digits, ".", "_" and "-"`);
			continue;
		}
		const parsed = parseAdapterFields(definition as Fields);
		problems.push(...parsed.problems.map((problem) => `${path}: adapter "${name}": ${problem}`));
		entries.push([name, parsed.fields]);
	}
	return { entries, problems };
}
