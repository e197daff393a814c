import { join } from "node:path";
import { type Fields, isFields, parseConfig } from "@oh-my-pi/pi-utils/config/parse-config";
import { lspConfigClaim } from "../../trust/server-claims.ts";
import type { LoadContext } from "../contract/capability.ts";
import { projectConfigDirs, userConfigDirs } from "./config-bases.ts";

export interface LspConfig {
	/** What files say about each server, merged. */
	readonly servers: Readonly<Record<string, Fields>>;
	readonly idleTimeoutMs?: number;
	/** The files, from low to high precedence. */
	readonly paths: readonly string[];
	readonly warnings: readonly string[];
}

/** From low to high precedence. */
const names = ["lsp.json", ".lsp.json", "lsp.yaml", ".lsp.yaml", "lsp.yml", ".lsp.yml"].toReversed();

/** The language servers that files define. Those of a project need trust. Nothing is started. */
export async function loadLspConfig(context: LoadContext, pluginRoots: readonly string[] = []): Promise<LspConfig> {
	const places = [
		{ path: context.home, level: "user" },
		...pluginRoots.map((path) => ({ path, level: "user" })),
		// The first base counts most.
		...userConfigDirs(context).toReversed(),
		...projectConfigDirs(context).toReversed(),
		{ path: context.cwd, level: "project" },
	];
	const warnings: string[] = [];
	const files = places
		.flatMap(({ path, level }) => names.map((name) => ({ path: join(path, name), level })))
		.filter(({ path }) => context.files.isFile(path));
	const servers: Record<string, Fields> = {};
	const paths: string[] = [];
	let idleTimeoutMs: number | undefined;
	for (const { path, level } of files) {
		const text = await context.files.text(path);
		const parsed = text === undefined ? undefined : await parseConfig(text, path);
		if (text === undefined || parsed === undefined) continue;
		if ("problem" in parsed) {
			warnings.push(parsed.problem);
			continue;
		}
		const { entries, timeout, problems } = parseParts(parsed.value, path);
		warnings.push(...problems);
		if (
			level === "project" &&
			!context.gate.admits(lspConfigClaim(path, text, entries.flatMap(parseCommand), context.gate.project))
		)
			continue;
		for (const [name, fields] of entries) servers[name] = { ...servers[name], ...fields };
		idleTimeoutMs = timeout ?? idleTimeoutMs;
		paths.push(path);
	}
	return { servers, ...(idleTimeoutMs !== undefined && { idleTimeoutMs }), paths, warnings };
}

/** `{ servers: { … } }`, or the servers themselves. */
function parseParts(value: unknown, path: string) {
	if (!isFields(value)) return { entries: [], timeout: undefined, problems: [`${path}: must be an object`] };
	const { idleTimeoutMs, servers = withoutTimeout(value) } = value;
	const timeout = typeof idleTimeoutMs === "number" ? idleTimeoutMs : undefined;
	if (!isFields(servers)) return { entries: [], timeout, problems: [`${path}: "servers" must be an object`] };
	const entries: Array<readonly [string, Fields]> = [];
	const problems: string[] = [];
	for (const [name, fields] of Object.entries(servers)) {
		if (isFields(fields)) entries.push([name, fields]);
		else problems.push(`${path}: server "${name}" must be an object`);
	}
	return { entries, timeout, problems };
}

function withoutTimeout({ idleTimeoutMs: _, ...servers }: Fields): Fields {
	return servers;
}

function parseCommand([name, { command, args }]: readonly [string, Fields]): string[] {
	if (typeof command !== "string") return [];
	return [[name, "→", command, ...(Array.isArray(args) ? args.map(String) : [])].join(" ")];
}
