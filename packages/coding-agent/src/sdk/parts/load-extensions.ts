import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import type { ExtensionAPI } from "../../features/extensions/api/types.ts";
import { packagesOf } from "../../process/host-packages.ts";
import { extensionSettings } from "../../settings/sections/services/extensions.ts";
import { resolvePlace } from "./discovery-place.ts";

export interface LoadedExtension {
	readonly path: string;
	readonly name: string;
	/** For the option `extensions` of `createAgentSession`. */
	readonly factory: (pi: ExtensionAPI) => unknown;
}

export interface LoadExtensionsResult {
	readonly extensions: readonly LoadedExtension[];
	readonly errors: ReadonlyArray<{ readonly path: string; readonly error: string }>;
}

/** Loads the extensions at these paths. Naming them is trusting them. */
export function loadExtensions(paths: readonly string[], cwd?: string): Promise<LoadExtensionsResult> {
	return load(paths, cwd, undefined, false);
}

/** The same, and those of user and project; a project's only if the user trusts them. */
export function discoverAndLoadExtensions(
	paths: readonly string[],
	cwd?: string,
	agentDir?: string,
): Promise<LoadExtensionsResult> {
	return load(paths, cwd, agentDir, true);
}

async function load(
	named: readonly string[],
	wantedCwd: string | undefined,
	wantedAgentDir: string | undefined,
	discovers: boolean,
): Promise<LoadExtensionsResult> {
	const { cwd, host, agentDir, settings, context } = await resolvePlace(wantedCwd, wantedAgentDir);
	const { checkExtensions, loadFactory } = await import("../../features/extensions/loading/load-extensions.ts");
	const { gate } = context;
	const known = new Set(gate.waiting.map(({ id }) => id));
	const checked = checkExtensions(
		{
			named,
			discovers,
			cwd,
			home: host.home,
			agentDir,
			configured: discovers ? settings.get(extensionSettings.extensions) : [],
			disabled: discovers ? settings.get(extensionSettings.disabledExtensions) : [],
		},
		gate,
	);
	const waiting = gate.waiting.filter(({ id }) => !known.has(id));
	const errors = [...checked.errors, ...waiting.map(({ path }) => ({ path, error: "Not trusted; see omp trust" }))];
	const extensions: LoadedExtension[] = [];
	// Hooks and custom tools have entries of their own.
	for (const extension of checked.admitted.filter(({ kind }) => kind === undefined)) {
		const { path, name } = extension;
		try {
			extensions.push({ path, name, factory: await loadFactory(extension, packagesOf(host)) });
		} catch (error) {
			errors.push({ path, error: errorMessage(error) });
		}
	}
	return { extensions, errors };
}
