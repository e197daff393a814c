import type { ModelRegistry } from "@oh-my-pi/pi-ai/models/registry/registry";
import { shellSettings } from "@oh-my-pi/pi-tools/bash/settings";
import type { Host } from "@oh-my-pi/pi-utils/host";
import { ignoreFailure } from "@oh-my-pi/pi-utils/ignore-failure";
import type { Settings } from "../../../settings/settings.ts";

/** Whether a model can be asked at all. */
export async function modelProblems(registry: ModelRegistry): Promise<string[]> {
	const isConnected = async () => (await registry.available()).some(({ provider }) => provider !== "offline");
	await registry.askForLists();
	const silent = registry.providerIds().flatMap((id) => {
		const failure = registry.findProvider(id)?.local ? undefined : registry.discoveryFailure(id);
		return failure === undefined ? [] : [`Could not list the models of ${id}: ${failure}`];
	});
	if (silent.length > 0 || (await isConnected())) return silent;
	await ignoreFailure(registry.probeLocalEngines(), "an engine that cannot be asked is not there");
	if (await isConnected()) return [];
	const { remote } = registry.store;
	// Why is said by itself.
	if (remote?.problem !== undefined) return ["No model is connected: the broker that has the credentials gives none."];
	if (remote)
		return [`No model is connected: the broker at ${remote.url} has no credentials. Run: omp auth-broker login`];
	return [
		"No model is connected: there are no credentials. Run `omp setup` or `omp login`, or set a variable such as ANTHROPIC_API_KEY or OPENAI_API_KEY.",
	];
}

/** Programs that omp runs all the time. */
export function programProblems({ env }: Pick<Host, "env">, settings: Settings): string[] {
	const has = (program: string) => Bun.which(program, { PATH: env.PATH ?? "" }) !== null;
	const shell = settings.get(shellSettings.shellPath) || "bash";
	return [
		...(has("git") ? [] : ["git was not found in PATH: diffs, /review, omp commit and worktrees need it."]),
		...(has(shell)
			? []
			: [`The shell ${shell} was not found: the model's commands need it. Set shellPath to another one.`]),
	];
}
