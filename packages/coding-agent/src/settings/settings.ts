import type { Setting } from "./setting.ts";

export type SettingsTree = Readonly<Record<string, unknown>>;

/** The settings in force: the layers merged, highest last, with the defaults beneath. */
export class Settings {
	readonly #merged: SettingsTree;
	/** Values that were passed over because they are of the wrong kind. */
	readonly problems: readonly string[];

	constructor(layers: readonly SettingsTree[], known: ReadonlyArray<Setting<unknown>>) {
		this.#merged = layers.reduce(merge, {});
		this.problems = known.flatMap((setting) => {
			const value = lookup(this.#merged, setting.key);
			const problem = value === undefined ? undefined : setting.problemWith(value);
			return problem ? [`${setting.key}: ${problem}; the default is used`] : [];
		});
	}

	get<Value>(setting: Setting<Value>): Value {
		const value = lookup(this.#merged, setting.key);
		return value === undefined || setting.problemWith(value) ? setting.default : (value as Value);
	}
}

/** Mappings are merged, everything else is replaced whole. */
function merge(lower: SettingsTree, upper: SettingsTree): SettingsTree {
	const merged: Record<string, unknown> = { ...lower };
	for (const [key, value] of Object.entries(upper)) {
		const below = merged[key];
		merged[key] = isTree(below) && isTree(value) ? merge(below, value) : value;
	}
	return merged;
}

/** A key written flat (`"theme.dark"`) counts like the nested form. */
function lookup(tree: SettingsTree, key: string): unknown {
	if (key in tree) return tree[key];
	let value: unknown = tree;
	for (const part of key.split(".")) value = isTree(value) ? value[part] : undefined;
	return value;
}

export function isTree(value: unknown): value is SettingsTree {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
