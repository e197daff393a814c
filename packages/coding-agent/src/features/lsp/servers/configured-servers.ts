import type { LspConfig } from "../config/lsp-config.ts";
import type { ServerFields } from "../config/server-fields.ts";
import { builtInServers } from "./built-in-servers.data.ts";
import type { ServerRow } from "./server-row.ts";

/** A server of the table or of a config file. */
export interface ConfiguredServer extends ServerRow {
	readonly disabled: boolean;
	readonly isBuiltIn: boolean;
	/** A file of the project names its program by a path, and was trusted with it. */
	readonly isClaimed: boolean;
}

/** The table with what config files say over it, field by field; and what is wrong with servers that are not in the table. */
export function configuredServers({ servers, projectCommands }: Pick<LspConfig, "servers" | "projectCommands">): {
	readonly servers: readonly ConfiguredServer[];
	readonly warnings: readonly string[];
} {
	const warnings: string[] = [];
	const known = new Set(builtInServers.map(({ name }) => name));
	const isClaimed = (name: string) => projectCommands.has(name);
	const builtIn = builtInServers.map((row) => {
		const fields = Object.hasOwn(servers, row.name) ? servers[row.name] : undefined;
		return { ...merged(row, fields), isBuiltIn: true, isClaimed: isClaimed(row.name) };
	});
	const added = Object.entries(servers).flatMap(([name, fields]): ConfiguredServer[] => {
		if (known.has(name)) return [];
		const { command, fileTypes, rootMarkers } = fields;
		if (command === undefined || fileTypes === undefined || rootMarkers === undefined) {
			const missing = Object.entries({ command, fileTypes, rootMarkers }).flatMap(([field, value]) =>
				value === undefined ? [field] : [],
			);
			warnings.push(`language server "${name}" is left out: a new server needs ${missing.join(", ")}`);
			return [];
		}
		const row: ServerRow = { name, command, args: [], fileTypes, rootMarkers };
		return [{ ...merged(row, fields), isBuiltIn: false, isClaimed: isClaimed(name) }];
	});
	return { servers: [...builtIn, ...added], warnings };
}

function merged(row: ServerRow, fields: ServerFields = {}): ServerRow & { readonly disabled: boolean } {
	const { disabled = false, capabilities: _, workspaceReadyTimings, ...changes } = fields;
	const { install, ...rest } = row;
	return {
		...rest,
		...changes,
		...(workspaceReadyTimings && { readyTimings: workspaceReadyTimings }),
		...(install !== undefined && changes.command === undefined && { install }),
		disabled,
	};
}
