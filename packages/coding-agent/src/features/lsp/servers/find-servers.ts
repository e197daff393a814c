import { basename, relative } from "node:path";
import type { ServerDefinition } from "@oh-my-pi/pi-lsp/contract/server-definition";
import { lspSettings } from "@oh-my-pi/pi-tools/lsp/settings";
import { isFields } from "@oh-my-pi/pi-utils/config/parse-config";
import type { LoadContext } from "../../../discovery/contract/capability.ts";
import type { Settings } from "../../../settings/settings.ts";
import type { TrustGate } from "../../../trust/trust-gate.ts";
import { projectCodeClaim } from "../config/lsp-claims.ts";
import { loadLspConfig, pluginConfigRoots } from "../config/lsp-config.ts";
import { type ConfiguredServer, configuredServers } from "./configured-servers.ts";
import { missingServers } from "./missing-servers.ts";
import { findServerProgram, leftOutPrograms, typescriptBeside } from "./server-program.ts";
import { ServerRoots } from "./server-roots.ts";

/** The language servers of a project folder. Nothing is started. */
export interface FoundServers {
	/** Those that can be started. */
	readonly definitions: readonly ServerDefinition[];
	readonly idleTimeoutMs?: number;
	/** Names of those that would run something of the project that nobody has trusted. */
	readonly untrusted: readonly string[];
	/** Those that would be of use here but are not installed, a sentence each. */
	readonly missing: readonly string[];
	/** About config files. */
	readonly warnings: readonly string[];
	/** Those that were looked into for projects. */
	readonly folders: ReadonlySet<string>;
	/** Names of files that make a folder a project. */
	readonly markers: ReadonlySet<string>;
}

/** `undefined` where the user has switched them off. */
export async function findEnabledServers(context: LoadContext, settings: Settings): Promise<FoundServers | undefined> {
	return settings.get(lspSettings.enabled) ? findServers(context, settings) : undefined;
}

/**
 * The servers of the projects in the folder: their root marker and their program are there, it may be run, and they are not
 * disabled. `files` are looked for as deep as they lie.
 */
export async function findServers(
	context: LoadContext,
	settings: Settings,
	files: readonly string[] = [],
): Promise<FoundServers> {
	const { cwd, home, gate } = context;
	const config = await loadLspConfig(context, await pluginConfigRoots(context, settings));
	const { servers, warnings } = configuredServers(config);
	const roots = new ServerRoots(cwd, { home, files });
	const definitions: ServerDefinition[] = [];
	const untrusted: string[] = [];
	const absent = new Map<string, ConfiguredServer[]>();
	for (const server of servers) {
		if (server.disabled) continue;
		for (const root of roots.rootsFor(server)) {
			const folders = roots.above(root);
			const program = findServerProgram(server, { cwd, folders, home, gate, searchPath: context.env.PATH });
			if (program === "missing") {
				absent.set(root, [...(absent.get(root) ?? []), server]);
				continue;
			}
			const find = (marker: string) => folders.map((folder) => roots.filesIn(folder).find(marker)).find(Boolean);
			const definition = program === "untrusted" ? undefined : definitionFor(server, program, { find, gate });
			if (definition) definitions.push(root === cwd ? definition : atRoot(definition, root, cwd));
			else untrusted.push(root === cwd ? server.name : nameAt(server.name, root, cwd));
		}
	}
	const isAt = (root: string) => (definition: ServerDefinition) => (definition.root ?? cwd) === root;
	const left = leftOutPrograms(context.env.PATH, cwd);
	const missing = [...absent].flatMap(([root, list]) =>
		missingServers(list, definitions.filter(isAt(root)), { files: roots.filesIn(root), leftOut: left }),
	);
	return {
		definitions,
		...(config.idleTimeoutMs !== undefined && { idleTimeoutMs: config.idleTimeoutMs }),
		untrusted,
		missing: [...new Set(missing)],
		warnings: [...config.warnings, ...warnings],
		folders: roots.folders,
		markers: new Set(servers.flatMap(({ rootMarkers }) => rootMarkers)),
	};
}

/** Each root has a process of its own, and the name tells them apart. */
function atRoot(definition: ServerDefinition, root: string, workspace: string): ServerDefinition {
	const { name } = definition;
	return { ...definition, name: nameAt(name, root, workspace), base: name, root };
}

function nameAt(name: string, root: string, workspace: string): string {
	return `${name}@${relative(workspace, root)}`;
}

/** A program of the user's that loads code of the project needs trust for that, as far as it cannot do without. */
function definitionFor(
	server: ConfiguredServer,
	program: { readonly path: string; readonly isOfProject: boolean },
	{ find, gate }: { readonly find: (marker: string) => string | undefined; readonly gate: TrustGate },
): ServerDefinition | undefined {
	const definition = toDefinition(server, program.path);
	const { runsProject = [], name } = server;
	const code = program.isOfProject ? undefined : runsProject.map(find).find(Boolean);
	if (code === undefined || gate.admits(projectCodeClaim(name, code))) return definition;
	const compiler =
		basename(code) === "typescript" && runsProject.length === 1 ? typescriptBeside(program.path) : undefined;
	if (compiler === undefined) return undefined;
	const { initOptions } = definition;
	return { ...definition, initOptions: { ...(isFields(initOptions) && initOptions), tsserver: { path: compiler } } };
}

function toDefinition(server: ConfiguredServer, command: string): ServerDefinition {
	const { rootMarkers: _, runsProject: _code, install: _install, disabled: _off, ...rest } = server;
	const { isBuiltIn: _table, isClaimed: _claimed, isOutermost: _outer, joinedBy: _joined, ...definition } = rest;
	return { ...definition, command };
}
