import type { SuggestedRule } from "@oh-my-pi/pi-agent-core/tools/tool";
import { suggestedRule } from "@oh-my-pi/pi-policy/verdict/command-approval";
import { resolveFolder } from "../bash/resolve-folder.ts";
import { buildCommand } from "./build-command.ts";
import type { LaunchDeps, LaunchParams } from "./launch.ts";

/** A rule that would allow a start, as for a command of `bash`. */
export function launchRule(params: LaunchParams, deps: LaunchDeps): SuggestedRule | undefined {
	if (!params.application?.trim()) return undefined;
	const { line } = buildCommand(params, deps);
	const { workspace, commandRules } = deps;
	return suggestedRule(line, {
		home: workspace.home,
		...(workspace.agentDir && { agentDir: workspace.agentDir }),
		cwd: resolveFolder(params.cwd, workspace),
		project: workspace.cwd(),
		env: params.env ?? {},
		rules: commandRules?.() ?? [],
	});
}
