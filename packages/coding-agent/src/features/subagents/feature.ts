import { existsSync } from "node:fs";
import { journalsFolder } from "../../agents/isolation/merge/journals-folder.ts";
import { agentFiles } from "../../discovery/capabilities/agents.ts";
import { workspaceBase } from "../../process/worktree-base.ts";
import { worktreeSettings } from "../../settings/sections/agent/task.ts";
import type { FeatureStart } from "../../workbench/feature-definition.ts";
import type { Feature } from "../contract/feature.ts";

/** Sub-agents that the model starts with `task`. Everything but the descriptions of tools is loaded with the first one. */
export const subagentsFeature: Feature = {
	name: "subagents",
	isWanted: ({ request }) => !request.isBare,
	inventory: async () => [(await import("../../inventory/capability-kind.ts")).capabilityKind(agentFiles)],
	survey: async ({ registry, context }) => void (await registry.load(agentFiles, context)),
	async start(start) {
		await finishMerges(start);
		const { Subagents } = await import("../../agents/subagents.ts");
		return { agents: new Subagents(start.workbench) };
	},
};

/** Results of sub-agents that an omp was putting in place when it was killed. */
async function finishMerges({ workbench: { host, settings }, notify }: FeatureStart): Promise<void> {
	const base = workspaceBase(settings.get(worktreeSettings.base), host);
	if (!existsSync(journalsFolder(base))) return;
	const { recoverMerges } = await import("../../agents/isolation/merge/merge-journal.ts");
	for (const text of await recoverMerges(base, host.env)) notify(text);
}
