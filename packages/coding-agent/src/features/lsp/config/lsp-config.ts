import { basename, join } from "node:path";
import { type Fields, isFields, parseConfig } from "@oh-my-pi/pi-utils/config/parse-config";
import type { LoadContext } from "../../../discovery/contract/capability.ts";
import { isInside } from "../../../discovery/contract/load-context.ts";
import { namedRoots } from "../../../discovery/discovery-registry.ts";
import { projectConfigDirs, userConfigDirs } from "../../../discovery/files/config-bases.ts";
import { packageRoots } from "../../../discovery/files/package-roots.ts";
import type { InventoryItem, InventoryKind } from "../../../inventory/inventory-item.ts";
import type { Settings } from "../../../settings/settings.ts";
import { lspConfigClaim } from "./lsp-claims.ts";
import { isServerName, parseServerFields, type ServerFields } from "./server-fields.ts";

export interface LspConfig {
	/** What files say about each server, merged. */
	readonly servers: Readonly<Record<string, ServerFields>>;
	readonly idleTimeoutMs?: number;
	/** The servers whose program a file of the project names. */
	readonly projectCommands: ReadonlySet<string>;
	/** The files, from low to high precedence. */
	readonly paths: readonly string[];
	readonly warnings: readonly string[];
}

/** Where a plugin's files are. */
export interface ConfigRoot {
	readonly path: string;
	readonly level: "user" | "project";
}

/** From low to high precedence. */
const names = ["lsp.json", ".lsp.json", "lsp.yaml", ".lsp.yaml", "lsp.yml", ".lsp.yml"].toReversed();

/** The folders of plugins and packages, from low to high precedence. */
export async function pluginConfigRoots(context: LoadContext, settings: Settings): Promise<readonly ConfigRoot[]> {
	const { packages, plugins } = await packageRoots({ ...context, named: namedRoots(settings) });
	return [...packages, ...plugins].map(({ path, level }) => ({ path, level })).toReversed();
}

/** The language servers that files define. Those of a project need trust. Nothing is started. */
export async function loadLspConfig(context: LoadContext, plugins: readonly ConfigRoot[] = []): Promise<LspConfig> {
	const places: readonly ConfigRoot[] = [
		{ path: context.home, level: "user" },
		...plugins,
		// The first base counts most.
		...userConfigDirs(context).toReversed(),
		...projectConfigDirs(context).toReversed(),
		{ path: context.cwd, level: "project" },
	];
	const files = places
		.flatMap(({ path, level }) => names.map((name) => ({ path: join(path, name), level })))
		.filter(({ path }) => context.files.isFile(path));
	const servers = new Map<string, ServerFields>();
	const projectCommands = new Set<string>();
	const warnings: string[] = [];
	const paths: string[] = [];
	let idleTimeoutMs: number | undefined;
	for (const { path, level } of files) {
		const text = await context.files.text(path);
		if (text === undefined) continue;
		const parsed = await parseConfig(text, path);
		if ("problem" in parsed) {
			warnings.push(parsed.problem);
			continue;
		}
		const { entries, timeout, problems } = parseServers(parsed.value, path);
		warnings.push(...problems);
		const isProject = level === "project";
		const commands = entries.flatMap(shownCommand);
		if (isProject && !context.gate.admits(lspConfigClaim(path, text, commands, context.gate.project))) continue;
		for (const [name, fields] of entries) {
			servers.set(name, { ...servers.get(name), ...fields });
			if (fields.command === undefined) continue;
			if (isProject) projectCommands.add(name);
			else projectCommands.delete(name);
		}
		idleTimeoutMs = timeout ?? idleTimeoutMs;
		paths.push(path);
	}
	return {
		servers: Object.fromEntries(servers),
		...(idleTimeoutMs !== undefined && { idleTimeoutMs }),
		projectCommands,
		paths,
		warnings,
	};
}

/** Files, because several may be about one server. */
export const languageServerFiles: InventoryKind = async ({ context, settings }) => {
	const { paths, warnings } = await loadLspConfig(context, await pluginConfigRoots(context, settings));
	const items = paths.map((path): InventoryItem => {
		const level = isInside(path, context.cwd) ? "project" : "user";
		return { kind: "Language servers", name: basename(path), path, source: "LSP", level, state: "active" };
	});
	return { items, warnings };
};

interface ParsedFile {
	readonly entries: ReadonlyArray<readonly [string, ServerFields]>;
	readonly timeout: number | undefined;
	readonly problems: readonly string[];
}

/** `{ servers: { … } }`, or the servers themselves. */
function parseServers(value: unknown, path: string): ParsedFile {
	if (!isFields(value)) return { entries: [], timeout: undefined, problems: [`${path}: must be an object`] };
	const { idleTimeoutMs, servers = withoutTimeout(value) } = value;
	const problems: string[] = [];
	const complain = (problem: string) => void problems.push(`${path}: ${problem}`);
	const isTimeout = typeof idleTimeoutMs === "number" && Number.isFinite(idleTimeoutMs) && idleTimeoutMs >= 0;
	if (idleTimeoutMs !== undefined && !isTimeout) complain("idleTimeoutMs must be a number of milliseconds");
	const timeout = isTimeout ? idleTimeoutMs : undefined;
	if (!isFields(servers)) {
		complain('"servers" must be an object');
		return { entries: [], timeout, problems };
	}
	const entries = Object.entries(servers).flatMap(([name, fields]): Array<readonly [string, ServerFields]> => {
		if (!isServerName(name)) complain(`"${name.slice(0, 64)}" is not a name of a server`);
		else if (!isFields(fields)) complain(`server "${name}" must be an object`);
		else {
			const checked = parseServerFields(name, fields);
			checked.problems.forEach(complain);
			return [[name, checked.fields]];
		}
		return [];
	});
	return { entries, timeout, problems };
}

function withoutTimeout({ idleTimeoutMs: _, ...servers }: Fields): Fields {
	return servers;
}

function shownCommand([name, { command, args = [] }]: readonly [string, ServerFields]): string[] {
	return command === undefined ? [] : [[name, "→", command, ...args].join(" ")];
}
