import { basename } from "node:path";
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
import { projectFiles } from "./root-markers.ts";
import { findServerProgram, typescriptBeside } from "./server-program.ts";

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
}

/** `undefined` where the user has switched them off. */
export async function findEnabledServers(context: LoadContext, settings: Settings): Promise<FoundServers | undefined> {
	return settings.get(lspSettings.enabled) ? findServers(context, settings) : undefined;
}

/** The servers whose root marker is in the folder, whose program is there and may be run, and which are not disabled. */
export async function findServers(context: LoadContext, settings: Settings): Promise<FoundServers> {
	const { cwd, home, gate } = context;
	const config = await loadLspConfig(context, await pluginConfigRoots(context, settings));
	const { servers, warnings } = configuredServers(config);
	const files = projectFiles(cwd);
	const place = { cwd, home, gate, searchPath: context.env.PATH };
	const definitions: ServerDefinition[] = [];
	const untrusted: string[] = [];
	const absent: ConfiguredServer[] = [];
	for (const server of servers) {
		if (server.disabled || !server.rootMarkers.some((marker) => files.find(marker) !== undefined)) continue;
		const program = findServerProgram(server, place);
		if (program === "missing") {
			absent.push(server);
			continue;
		}
		const definition = program === "untrusted" ? undefined : definitionFor(server, program, { files, gate });
		if (definition) definitions.push(definition);
		else untrusted.push(server.name);
	}
	return {
		definitions,
		...(config.idleTimeoutMs !== undefined && { idleTimeoutMs: config.idleTimeoutMs }),
		untrusted,
		missing: missingServers(absent, definitions, files),
		warnings: [...config.warnings, ...warnings],
	};
}

/** A program of the user's that loads code of the project needs trust for that, as far as it cannot do without. */
function definitionFor(
	server: ConfiguredServer,
	program: { readonly path: string; readonly isOfProject: boolean },
	{ files, gate }: { readonly files: ReturnType<typeof projectFiles>; readonly gate: TrustGate },
): ServerDefinition | undefined {
	const definition = toDefinition(server, program.path);
	const { runsProject = [], name } = server;
	const code = program.isOfProject ? undefined : runsProject.map((marker) => files.find(marker)).find(Boolean);
	if (code === undefined || gate.admits(projectCodeClaim(name, code))) return definition;
	const compiler =
		basename(code) === "typescript" && runsProject.length === 1 ? typescriptBeside(program.path) : undefined;
	if (compiler === undefined) return undefined;
	const { initOptions } = definition;
	return { ...definition, initOptions: { ...(isFields(initOptions) && initOptions), tsserver: { path: compiler } } };
}

function toDefinition(server: ConfiguredServer, command: string): ServerDefinition {
	const { rootMarkers: _, runsProject: _code, install: _install, disabled: _off, ...rest } = server;
	const { isBuiltIn: _table, isClaimed: _claimed, ...definition } = rest;
	return { ...definition, command };
}
