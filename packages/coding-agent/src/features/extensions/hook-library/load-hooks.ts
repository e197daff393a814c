import { errorMessage } from "@oh-my-pi/pi-utils/error-message";
import { type HostPackages, runningSession } from "../../../process/host-packages.ts";
import type { TrustGate } from "../../../trust/trust-gate.ts";
import type { ExtensionError } from "../loading/find-extensions.ts";
import { type CheckedExtension, checkExtensions, loadFactory } from "../loading/load-extensions.ts";
import { type HookFactory, type LoadedHook, startHook } from "./loaded-hook.ts";

export interface LoadedHooks {
	readonly hooks: readonly LoadedHook[];
	readonly errors: readonly ExtensionError[];
}

export interface HookPlace {
	readonly cwd: string;
	readonly home: string;
	readonly agentDir: string;
	readonly gate: TrustGate;
	readonly packages: HostPackages;
}

/** Loads hooks by path and, with `discovers`, those in `hooks` folders; ones of a project that is not trusted are errors. */
export async function loadHookModules(
	named: readonly string[],
	place: HookPlace,
	{ discovers }: { readonly discovers: boolean },
): Promise<LoadedHooks> {
	const { gate, packages, cwd } = place;
	const known = new Set(gate.waiting.map(({ id }) => id));
	const { admitted, errors } = checkExtensions({ ...place, named, configured: [], disabled: [], discovers }, gate);
	const isHook = ({ kind, origin }: CheckedExtension) => kind === "hook" || origin === "command-line";
	const left = gate.waiting.filter(({ id, kind }) => kind === "hook" && !known.has(id));
	const problems = [...errors, ...left.map(({ path }) => ({ path, error: "Not trusted; see omp trust" }))];
	const hooks: LoadedHook[] = [];
	for (const checked of admitted.filter(isHook)) {
		const { path } = checked;
		try {
			const factory: HookFactory = await loadFactory(checked, packages);
			const pi = { ...(await packages(runningSession)["pi-coding-agent"]?.()) };
			hooks.push(await startHook(factory, { path, resolvedPath: checked.graph.entry, cwd, pi }));
		} catch (error) {
			problems.push({ path, error: errorMessage(error) });
		}
	}
	return { hooks, errors: problems };
}
