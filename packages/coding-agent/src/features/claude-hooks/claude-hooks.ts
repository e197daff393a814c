import { join } from "node:path";
import { readRegularFile } from "@oh-my-pi/pi-utils/files/read-regular-file";
import { statOrUndefined } from "@oh-my-pi/pi-utils/files/stat-or-undefined";
import { realPath } from "../../trust/project.ts";
import type { TrustGate } from "../../trust/trust-gate.ts";
import { hookClaim } from "./hook-claim.ts";
import { type CommandHook, type HookSettings, parseHookSettings } from "./hook-settings.ts";

export interface UsableHook extends CommandHook {
	/** The settings file. */
	readonly path: string;
	/** It was trusted when omp started, and then it or its script was changed. It is not run. */
	readonly isChanged: boolean;
	/** The folder of the plugin that has it. */
	readonly pluginRoot?: string;
}

interface HookFile {
	readonly path: string;
	readonly level: "user" | "project";
	/** The folder of the plugin that it belongs to. */
	readonly root?: string;
}

/** The settings files of Claude Code that may have hooks. */
export function hookFiles({ cwd, home }: { readonly cwd: string; readonly home: string }): HookFile[] {
	const user = join(home, ".claude", "settings.json");
	return [
		{ path: user, level: "user" },
		...["settings.json", "settings.local.json"]
			.map((name) => ({ path: join(cwd, ".claude", name), level: "project" }) as const)
			.filter(({ path }) => path !== user),
	];
}

/** The hooks of Claude Code for a folder. Files are read again when they have changed; the gate is asked at each use. */
export class ClaudeHooks {
	readonly #places: { readonly cwd: () => string; readonly home: string };
	readonly #gate: () => TrustGate;
	readonly #warn: (message: string) => void;
	readonly #plugins: () => readonly HookFile[];
	readonly #parsed = new Map<string, { readonly stamp: string; readonly settings: HookSettings }>();
	readonly #admitted = new Set<string>();

	constructor(options: {
		readonly cwd: () => string;
		readonly home: string;
		readonly gate: () => TrustGate;
		readonly warn: (message: string) => void;
		/** Files of plugins. */
		readonly plugins?: () => readonly HookFile[];
	}) {
		this.#plugins = options.plugins ?? (() => []);
		this.#places = options;
		this.#gate = options.gate;
		this.#warn = options.warn;
	}

	list(): readonly UsableHook[] {
		const { home } = this.#places;
		const cwd = this.#places.cwd();
		const files = [...hookFiles({ cwd, home }), ...this.#plugins()].flatMap((file) => {
			const settings = this.#read(file.path);
			return settings && settings.hooks.length > 0 ? [{ ...file, settings }] : [];
		});
		// A project may switch off its own hooks, not those of the user.
		const isAllOff = this.#read(join(home, ".claude", "settings.json"))?.isDisabled ?? false;
		const isProjectOff = hookFiles({ cwd, home }).some(({ path }) => this.#read(path)?.isDisabled);
		return files.flatMap(({ path, level, root, settings: { hooks } }): UsableHook[] => {
			if (isAllOff || (isProjectOff && level === "project")) return [];
			const place = { path, ...(root !== undefined && { pluginRoot: root }) };
			if (level === "user") return hooks.map((hook) => ({ ...hook, ...place, isChanged: false }));
			const gate = this.#gate();
			const isAdmitted = gate.admits(hookClaim(path, withRoot(hooks, root), gate.project, realPath(cwd)));
			if (isAdmitted) this.#admitted.add(path);
			else if (!this.#admitted.has(path)) return [];
			return hooks.map((hook) => ({ ...hook, ...place, isChanged: !isAdmitted }));
		});
	}

	#read(path: string): HookSettings | undefined {
		const stats = statOrUndefined(path);
		if (!stats) return undefined;
		const stamp = `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`;
		const known = this.#parsed.get(path);
		if (known?.stamp === stamp) return known.settings;
		const settings = load(path);
		this.#parsed.set(path, { stamp, settings });
		for (const problem of new Set(settings.problems)) this.#warn(problem);
		return settings;
	}
}

function load(path: string): HookSettings {
	try {
		return parseHookSettings(readRegularFile(path) ?? "{}", path);
	} catch (error) {
		return { hooks: [], isDisabled: false, problems: [`${(error as Error).message}; its hooks are left out`] };
	}
}

/** Commands with the folder of their plugin in place of its variable, so that the files they name are found. */
function withRoot<Hook extends { readonly command: string }>(hooks: readonly Hook[], root: string | undefined): Hook[] {
	const variable = /\$\{CLAUDE_PLUGIN_ROOT\}|\$CLAUDE_PLUGIN_ROOT\b/g;
	return hooks.map((hook) =>
		root === undefined ? hook : { ...hook, command: hook.command.replace(variable, () => root) },
	);
}
