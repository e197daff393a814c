import { join } from "node:path";
import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { isRecord } from "@oh-my-pi/pi-utils/is-record";
import { type JsonObject, parseJsonObject } from "../../plugins/state/json-file.ts";
import { resolveInside } from "../../plugins/state/plugin-manifest.ts";
import type { LoadContext } from "../contract/capability.ts";
import type { PackageRoot } from "./package-roots.ts";

/** The manifest has servers or says where they are. */
export async function serverFile(root: PackageRoot, context: LoadContext): Promise<string> {
	const { fields, path } = await pluginManifest(root, context);
	const named = typeof fields.mcpServers === "string" ? resolveInside(root.path, fields.mcpServers) : undefined;
	if (named !== undefined) return named;
	return path !== undefined && isRecord(fields.mcpServers) ? path : join(root.path, ".mcp.json");
}

/** Paths of the manifest are added, except for a plugin that is the catalog itself. */
export async function skillFolders(root: PackageRoot, context: LoadContext) {
	const { fields, problems } = await pluginManifest(root, context);
	const { paths, warnings } = manifestPaths(root, fields.skills);
	const isCatalog = root.source === "./" && paths.length > 0;
	const all = [...(isCatalog ? [] : [join(root.path, "skills")]), ...paths];
	const folders = [...new Set(all)].map((path) => ({ path, level: root.level }));
	return { folders, warnings: [...problems, ...warnings] };
}

/** Paths of the manifest replace the usual folder. */
export async function commandFolders(root: PackageRoot, context: LoadContext) {
	const { fields } = await pluginManifest(root, context);
	const { paths, warnings } = manifestPaths(root, fields.commands ?? fields["slash-commands"]);
	const all = paths.length > 0 ? paths : [join(root.path, "commands")];
	return { folders: [...new Set(all)].map((path) => ({ path, level: root.level })), warnings };
}

async function pluginManifest(
	{ path }: PackageRoot,
	{ files }: LoadContext,
): Promise<{ readonly fields: JsonObject; readonly problems: readonly string[]; readonly path?: string }> {
	for (const folder of [".omp-plugin", ".claude-plugin"]) {
		const file = join(path, folder, "plugin.json");
		const text = await files.text(file);
		if (text === undefined) continue;
		try {
			return { fields: parseJsonObject(text, file), problems: [], path: file };
		} catch (error) {
			return { fields: {}, problems: [errorMessage(error)] };
		}
	}
	return { fields: {}, problems: [] };
}

function manifestPaths({ path: root, name }: PackageRoot, value: unknown) {
	const list: readonly unknown[] = Array.isArray(value) ? value : [value];
	const entries = list.filter((entry): entry is string => typeof entry === "string");
	const outside = entries.filter((entry) => resolveInside(root, entry) === undefined);
	return {
		paths: entries.flatMap((entry) => resolveInside(root, entry) ?? []),
		warnings: outside.map((entry) => `${name}: "${entry}" leads out of the plugin and is ignored`),
	};
}
