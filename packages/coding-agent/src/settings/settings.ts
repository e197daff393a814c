import type { Setting } from "@oh-my-pi/pi-utils/settings/setting";
import type { SettingsChange } from "./file/apply-changes.ts";
import type { SettingsFile } from "./file/settings-file.ts";
import { lookup, mergeTrees, type SettingsTree, withoutValue, withValue } from "./file/settings-tree.ts";
import { formerKeys } from "./migrations/former-keys.data.ts";
import { tighten } from "./tighten.ts";

/** From low to high, above the defaults. */
export const layerNames = ["fallback", "global", "project", "overlay", "environment", "runtime"] as const;
export type LayerName = (typeof layerNames)[number];
export type SettingsLayers = Readonly<Partial<Record<LayerName, SettingsTree>>>;

/** Layers with a writable file. */
export type SettingsScope = "global" | "project";
type SettingsFiles = Readonly<Partial<Record<SettingsScope, SettingsFile>>>;

/** Packages that the command line names, for this run. */
export interface NamedPackages {
	/** `-e` and `--hook`. */
	readonly extensions: readonly string[];
	/** `--plugin-dir` */
	readonly pluginDirs: readonly string[];
	/** False for `--no-extensions`. */
	readonly discovers: boolean;
}

/** The effective settings: merged layers, with methods to change them. */
export class Settings {
	/** Messages about invalid values that were ignored. */
	readonly problems: readonly string[];
	/** Called when a change could not be saved; it is kept and retried with the next save. */
	onSaveProblem: ((message: string) => void) | undefined;
	named: NamedPackages = { extensions: [], pluginDirs: [], discovers: true };
	#layers: SettingsLayers;
	#merged: SettingsTree;
	/** What was read from the merged layers since they last changed. */
	readonly #values = new Map<Setting<unknown>, unknown>();
	#files: SettingsFiles;
	readonly #watchers = new Set<Watcher>();

	/** Without files, changes are kept in memory only. */
	constructor(layers: SettingsLayers = {}, options: { files?: SettingsFiles; problems?: readonly string[] } = {}) {
		this.#layers = layers;
		this.#merged = mergeLayers(layers);
		this.#files = this.#adopted(options.files ?? {});
		this.problems = options.problems ?? [];
	}

	get<Value>(setting: Setting<Value>): Value {
		// Some are asked for with every piece of a reply.
		if (this.#values.has(setting)) return this.#values.get(setting) as Value;
		const value = readValue(this.#merged, setting);
		this.#values.set(setting, value);
		return value;
	}

	/** The highest layer that sets it. */
	findOrigin(setting: Setting<unknown>): LayerName | "default" {
		const path = setting.key.split(".");
		const found = layerNames.findLast((name) => lookup(this.#layers[name] ?? {}, path) !== undefined);
		return found ?? "default";
	}

	/** Changes the settings of user or project; saves are debounced. */
	set<Value>(setting: Setting<Value>, value: Value, scope: SettingsScope = "global"): void {
		const problem = setting.problemWith(value);
		if (problem) throw new Error(`${setting.key}: ${problem}`);
		this.#write(scope, setting.key, setting.key.split("."), value);
	}

	/** Changes one entry of a record and keeps the others, including those that another process adds. */
	setEntry<Value>(
		setting: Setting<Readonly<Record<string, Value>>>,
		name: string,
		value: Value | undefined,
		scope: SettingsScope = "global",
	): void {
		const problem = value === undefined ? undefined : setting.problemWith({ [name]: value });
		if (problem) throw new Error(`${setting.key}: ${problem}`);
		this.#write(scope, setting.key, [...setting.key.split("."), name], value);
	}

	/** Writes the default into the user's settings; a setting without one is removed. */
	reset(setting: Setting<unknown>): void {
		if (setting.default === undefined) this.unset(setting);
		else this.set(setting, setting.default);
	}

	/** Removes it from the layer, so that lower layers apply. */
	unset(setting: Setting<unknown>, scope: SettingsScope = "global"): void {
		this.#write(scope, setting.key, setting.key.split("."), undefined);
	}

	/** Highest precedence, for this run only; never saved. */
	override<Value>(setting: Setting<Value>, value: Value | undefined): void {
		this.#replaceLayer("runtime", changed(this.#layers.runtime, setting.key.split("."), value));
	}

	/** Replaces the project layer after a change of directory. */
	useProject(tree: SettingsTree, file?: SettingsFile): void {
		const { project: _before, ...files } = this.#files;
		this.#files = this.#adopted(file ? { ...files, project: file } : files);
		this.#replaceLayer("project", tree);
	}

	/** Notifies when the effective value of one of these changes; returns an unsubscribe function. */
	watch(watched: ReadonlyArray<Setting<unknown>>, onChange: () => void): () => void {
		const watcher: Watcher = { watched, onChange };
		this.#watchers.add(watcher);
		return () => this.#watchers.delete(watcher);
	}

	/** Resolves when every change is on disk. */
	async flush(): Promise<void> {
		await Promise.all(Object.values(this.#files).map((file) => file.flush()));
	}

	#adopted(files: SettingsFiles): SettingsFiles {
		for (const file of Object.values(files)) file.onProblem = (message) => this.onSaveProblem?.(message);
		return files;
	}

	#write(scope: SettingsScope, key: string, path: readonly string[], value: unknown): void {
		const former = (formerKeys[key] ?? []).map((name): SettingsChange => ({ path: name.split("."), value: undefined }));
		this.#files[scope]?.change([{ path, value }, ...former]);
		this.#replaceLayer(scope, changed(this.#layers[scope], path, value));
	}

	#replaceLayer(name: LayerName, tree: SettingsTree): void {
		const before = this.#merged;
		this.#layers = { ...this.#layers, [name]: tree };
		this.#merged = mergeLayers(this.#layers);
		this.#values.clear();
		for (const { watched, onChange } of [...this.#watchers]) {
			const differs = watched.some(({ key }) => {
				const path = key.split(".");
				return !Bun.deepEquals(lookup(before, path), lookup(this.#merged, path));
			});
			if (differs) onChange();
		}
	}
}

interface Watcher {
	readonly watched: ReadonlyArray<Setting<unknown>>;
	readonly onChange: () => void;
}

/** A project may tighten the user's approvals, and not loosen them. */
export function mergeLayers(layers: SettingsLayers): SettingsTree {
	const user = mergeTrees(layers.fallback ?? {}, layers.global ?? {});
	const above = layerNames.slice(layerNames.indexOf("project") + 1);
	const withProject = mergeTrees(user, tighten(layers.project ?? {}, user));
	return above.reduce<SettingsTree>((merged, name) => mergeTrees(merged, layers[name] ?? {}), withProject);
}

function readValue<Value>(tree: SettingsTree, setting: Setting<Value>): Value {
	const value = lookup(tree, setting.key.split("."));
	if (value === undefined) return setting.default;
	if (setting.problemWith(value)) return setting.whenInvalid ?? setting.default;
	// YAML parses a bare number; enums are strings.
	return (setting.type === "enum" ? String(value) : value) as Value;
}

function changed(tree: SettingsTree | undefined, path: readonly string[], value: unknown): SettingsTree {
	return value === undefined ? withoutValue(tree ?? {}, path) : withValue(tree ?? {}, path, value);
}
