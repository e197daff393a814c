import { scopedValues } from "@oh-my-pi/pi-ai/models/select/path-scoped";
import { resolveUserPath } from "../../plugins/state/resolve-path.ts";
import { modelChoiceSettings } from "../../settings/sections/model/providers.ts";
import type { FeatureStart } from "../../workbench/feature-definition.ts";
import type { Feature } from "../contract/feature.ts";
import { mayHaveClaudeHooks } from "./has-claude-hooks.ts";

/** The hooks of Claude Code: commands in its settings files and plugins that see prompts and judge tool calls. */
export const claudeHooksFeature: Feature = {
	name: "claude-hooks",
	isWanted(start) {
		const { noExtensions, isBare } = start.request;
		if (noExtensions || isBare || !mayHaveClaudeHooks(start.workbench.host, pluginDirs(start))) return false;
		return !disabledSources(start).includes("claude");
	},
	async survey({ host, cwd, gate }) {
		const place = { ...host, cwd };
		if (!mayHaveClaudeHooks(place)) return;
		const [{ ClaudeHooks }, { pluginFiles }] = await Promise.all([
			import("./claude-hooks.ts"),
			import("./open-claude-hooks.ts"),
		]);
		const plugins = pluginFiles(
			() => place,
			() => gate,
			[],
		);
		new ClaudeHooks({ cwd: () => cwd, home: host.home, gate: () => gate, warn: () => {}, plugins }).list();
	},
	async start(start) {
		const { openClaudeHooks } = await import("./open-claude-hooks.ts");
		const plugins = disabledSources(start).includes("claude-plugins") ? undefined : { named: pluginDirs(start) };
		const hooks = openClaudeHooks(start.workbench, start.notify, plugins);
		return { opened: (session) => hooks.attach(session) };
	},
};

function pluginDirs({ workbench: { host }, request: { pluginDirs: named = [] } }: FeatureStart): readonly string[] {
	return named.flatMap((path) => resolveUserPath(path, host.cwd, host.home) ?? []);
}

function disabledSources({ workbench: { settings, host } }: FeatureStart): readonly string[] {
	const place = { cwd: host.cwd, home: host.home };
	return scopedValues(settings.get(modelChoiceSettings.disabledProviders), place, "providers");
}
