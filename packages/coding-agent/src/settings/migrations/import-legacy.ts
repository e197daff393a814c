import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import { type FileLayer, readLayer } from "../file/read-layer.ts";
import { saveChanges } from "../file/save-changes.ts";
import { expandFlatKeys, mergeTrees, type SettingsTree } from "../file/settings-tree.ts";

/** Creates the first `config.yml` from the files of earlier versions, if any. */
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
	// Once only: from now on the new file is used.
	if (written) await ignoreFailure(rename(json, `${json}.bak`), "another process has already renamed it");
	return changes.length > 0 ? readLayer(options.path) : undefined;
}

/** Settings in the database, one row per key with a JSON value. */
async function readStored(path: string): Promise<SettingsTree> {
	if (!existsSync(path)) return {};
	const { Database } = await import("bun:sqlite");
	try {
		using database = new Database(path, { readonly: true });
		const rows = database.query<{ key: string; value: string }, []>("SELECT key, value FROM settings").all();
		return expandFlatKeys(Object.fromEntries(rows.map(({ key, value }) => [key, parseStored(value)])));
	} catch {
		// No such table, or not a database; the credential store reports that.
		return {};
	}
}

function parseStored(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// Not JSON: stored as plain text.
		return text;
	}
}
