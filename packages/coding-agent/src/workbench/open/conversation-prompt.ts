import type { WorkingFolder } from "../../conversation/operations/move-session.ts";
import { PromptSource } from "../../conversation/prompt/prompt-source.ts";
import type { AgentFile } from "../../discovery/capabilities/agents.ts";
import type { Rule } from "../../discovery/capabilities/rules.ts";
import { promptSettings } from "../../settings/sections/model/prompt.ts";
import type { ConversationSpec } from "../contract/conversation-spec.ts";
import { GitPart } from "../git/git-part.ts";
import type { Workbench } from "../workbench.ts";
import { sessionPrompt } from "./session-prompt.ts";

/** What project and user tell the model of a conversation. */
export interface ConversationPrompt {
	readonly source: PromptSource;
	/** Absent for sub-agents. */
	readonly git: GitPart | undefined;
	/** The agent files of the folder, as far as they were read. */
	readonly agentFiles: () => readonly AgentFile[];
}

/** A sub-agent shares the facts of its parent; others read their own files. */
export function conversationPrompt(
	workbench: Workbench,
	spec: ConversationSpec,
	{ id, folder, warn }: { readonly id: string; readonly folder: WorkingFolder; readonly warn: (text: string) => void },
): ConversationPrompt {
	const { host, agentDir, settings, gate, features } = workbench;
	const shared = spec.subagent?.facts;
	if (shared) return { source: new PromptSource(shared, () => folder.path), git: undefined, agentFiles: () => [] };
	let agentFiles: readonly AgentFile[] = [];
	const source = sessionPrompt(
		{
			...{ host, agentDir, settings, gate, warn },
			flags: spec.prompt ?? {},
			moreSkills: () => features.resources.skills,
			onAgents: (files) => {
				agentFiles = files;
			},
			discovery: features.discovery,
			readFolder: (registry, context) => features.readFolder({ conversationId: id, registry, context }),
			...(spec.changeFacts && { change: spec.changeFacts }),
		},
		folder,
	);
	const waitMs = spec.subagent ? 0 : settings.get(promptSettings.gitWaitMs);
	const git =
		waitMs > 0
			? new GitPart({ cwd: () => folder.path, env: workbench.env.child, gate: (cwd) => gate.at(cwd), waitMs })
			: undefined;
	return { source, git, agentFiles: () => agentFiles };
}

export async function promptRules(prompt: PromptSource): Promise<readonly Rule[]> {
	const { rules, builtinRules } = await prompt.facts();
	return [...(rules ? Object.values(rules).flat() : []), ...((await builtinRules?.()) ?? [])];
}
