import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { type FileLayer, readLayer } from "../read-layer.ts";
import { saveChanges } from "../save-changes.ts";
import { expandFlatKeys, mergeTrees, type SettingsTree } from "../settings-tree.ts";

/** Makes the first `config.yml` out of what earlier versions kept elsewhere; nothing when they kept nothing. */
export async function importLegacySettings(options: {
	agentDir: string;
	path: string;
	now: () => number;
}): Promise<FileLayer | undefined> {
	const json = join(options.agentDir, "settings.json");
	const [written, stored] = await Promise.all([readLayer(json), readStored(join(options.agentDir, "agent.db"))]);
	const tree = mergeTrees(written?.tree ?? {}, stored);
	const changes = Object.entries(tree).map(([key, value]) => ({ path: [key], value }));
	if (changes.length > 0) await saveChanges(options.path, changes, options.now);
	// Done once: from now on the new file counts.
	if (written) await ignoreFailure(rename(json, `${json}.bak`), "another omp has just done it");
	return changes.length > 0 ? readLayer(options.path) : undefined;
}

/** Settings in the database, a row for each key with its value as JSON. */
async function readStored(path: string): Promise<SettingsTree> {
	if (!existsSync(path)) return {};
	const { Database } = await import("bun:sqlite");
	try {
		using database = new Database(path, { readonly: true });
		const rows = database.query<{ key: string; value: string }, []>("SELECT key, value FROM settings").all();
		return expandFlatKeys(Object.fromEntries(rows.map(({ key, value }) => [key, parseStored(value)])));
	} catch {
		// No such table, or no database: whoever keeps credentials in it says what is wrong.
		return {};
	}
}

function parseStored(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// Plain text was stored as it is.
		return text;
	}
}
