import type { FileLayer } from "../file/read-layer.ts";
import { isTree, type SettingsTree } from "../file/settings-tree.ts";
import { keyAliases } from "../migrations/former-keys.data.ts";
import { migrateFields } from "../migrations/migrate-fields.ts";
import { allSettings } from "./all-settings.ts";
import { similarKeys } from "./find-setting.ts";
import { unusedReason } from "./unused-reason.ts";

/** One message per key that no setting has, and per setting that is stored but has no effect; with file and line. */
export async function keyProblems(layer: FileLayer): Promise<string[]> {
	const found = [...unread(migrateFields(layer.tree), [])];
	if (found.length === 0) return [];
	const { findYamlLine } = await import("@oh-my-pi/pi-utils/config/find-yaml-line");
	return found.map(({ path, problem }) => {
		const key = path.join(".");
		const line = findYamlLine(layer.text, [path, [key]]);
		return `${layer.path}${line === undefined ? "" : `:${line}`}: ${key}: ${problem}`;
	});
}

interface UnreadKey {
	readonly path: readonly string[];
	readonly problem: string;
}

function* unread(tree: SettingsTree, above: readonly string[]): Generator<UnreadKey> {
	for (const [name, value] of Object.entries(tree)) {
		const path = [...above, name];
		const key = path.join(".");
		if (allSettings.some((setting) => setting.key === key)) {
			const reason = unusedReason(key);
			if (reason !== undefined) yield { path, problem: reason };
		} else if (isTree(value) && allSettings.some((setting) => setting.key.startsWith(`${key}.`))) {
			yield* unread(value, path);
		} else if (!Object.hasOwn(keyAliases, key)) {
			const [similar] = similarKeys(key);
			yield { path, problem: `unknown setting${similar === undefined ? "" : `; did you mean ${similar}?`}` };
		}
	}
}
