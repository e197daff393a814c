import type { RunningFeature } from "../../workbench/running-feature.ts";
import type { Feature } from "../contract/feature.ts";
import type { Extensions } from "./extensions.ts";
import { mayHaveExtensions } from "./has-extensions.ts";
import type { ExtensionError } from "./loading/find-extensions.ts";

export interface RunningExtensions extends RunningFeature {
	readonly extensions: Extensions;
	/** Those that could not be loaded. */
	readonly errors: readonly ExtensionError[];
}

/** Programs of the user and of projects that add tools, commands, hooks and models. */
export const extensionsFeature: Feature<RunningExtensions> = {
	name: "extensions",
	isWanted({ workbench: { host, agentDir, settings }, request }) {
		const { extensions = [], pluginDirs = [], inlineExtensions = [], noExtensions, isBare } = request;
		if (isBare) return false;
		if (extensions.length + pluginDirs.length + inlineExtensions.length > 0) return true;
		return mayHaveExtensions({ host, agentDir, settings, discovers: !noExtensions });
	},
	commands: async () => [(await import("./command/extensions.ts")).extensionsCommand],
	async inventory() {
		const [{ extensionKind, moduleKind }, { hookFiles }, { toolFiles }] = await Promise.all([
			import("./extension-kind.ts"),
			import("../../discovery/capabilities/hooks.ts"),
			import("../../discovery/capabilities/tools.ts"),
		]);
		return [moduleKind(hookFiles), moduleKind(toolFiles), extensionKind];
	},
	async survey({ host, agentDir, settings, cwd, gate }) {
		if (!mayHaveExtensions({ host: { ...host, cwd }, agentDir, settings })) return;
		const { surveyExtensions } = await import("./loading/survey-extensions.ts");
		surveyExtensions({ host, agentDir, settings, cwd, gate });
	},
	async start(start) {
		const { openExtensions } = await import("./open-extensions.ts");
		const { extensions, errors } = await openExtensions(start);
		return {
			errors,
			extensions,
			extensionHost: extensions,
			resources: () => extensions.resources,
			opened: (session) => extensions.attach(session),
			async trustChanged({ conversation }) {
				for (const problem of await extensions.reload()) conversation.notify("warning", problem);
			},
			async [Symbol.asyncDispose]() {
				extensions.unload();
			},
		};
	},
};
