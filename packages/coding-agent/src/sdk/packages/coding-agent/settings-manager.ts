import { readFileSync } from "node:fs";
import { shellSettings } from "@oh-my-pi/pi-tools/bash/settings";
import { resolveDirectories } from "../../../process/directories.ts";
import { processHost } from "../../../process/process-host.ts";
import type { SettingsTree } from "../../../settings/file/settings-tree.ts";
import { globalSettingsPath, projectSettingsPath } from "../../../settings/load/load-settings.ts";
import { Settings } from "../../../settings/settings.ts";

/** Settings as published extensions read them, without waiting. What decides which programs run is the user's alone. */
export class SettingsManager {
	readonly #global: SettingsTree;
	readonly #project: SettingsTree;

	private constructor(global: SettingsTree, project: SettingsTree) {
		this.#global = global;
		this.#project = project;
	}

	static create(cwd?: string, agentDir?: string): SettingsManager {
		const host = processHost();
		const global = globalSettingsPath(agentDir ?? resolveDirectories(host).agent);
		return new SettingsManager(readTree(global), readTree(projectSettingsPath(cwd ?? host.cwd)));
	}

	static inMemory(settings: SettingsTree = {}): SettingsManager {
		return new SettingsManager(settings, {});
	}

	getGlobalSettings(): SettingsTree {
		return structuredClone(this.#global);
	}

	/** What the file of the project says, whether or not it is trusted. */
	getProjectSettings(): SettingsTree {
		return structuredClone(this.#project);
	}

	getShellPath(): string | undefined {
		return new Settings({ global: this.#global }).get(shellSettings.shellPath);
	}

	/** omp has no such setting; `createBashTool` takes one. */
	getShellCommandPrefix(): string | undefined {
		return undefined;
	}
}

/** An unreadable file has no settings; omp itself reports it. */
function readTree(path: string): SettingsTree {
	try {
		const tree: unknown = Bun.YAML.parse(readFileSync(path, "utf8"));
		return typeof tree === "object" && tree !== null && !Array.isArray(tree) ? (tree as SettingsTree) : {};
	} catch {
		return {};
	}
}
