import { renderPrompt } from "@oh-my-pi/pi-utils/text/render-prompt";
import type { AgentDefinition } from "../definition/agent-definition.ts";
import type { IsolatedCopy } from "../isolation/isolated-copy.ts";
import firstMessage from "../prompts/first-message.md" with { type: "text" };
import copyText from "../prompts/isolated-copy.md" with { type: "text" };
import planText from "../prompts/plan-mode.md" with { type: "text" };
import childText from "../prompts/subagent.md" with { type: "text" };

export interface SubagentPromptFacts {
	readonly id: string;
	readonly parent: string;
	readonly agent: Pick<AgentDefinition, "name" | "systemPrompt">;
	readonly context?: string | undefined;
	readonly schema?: Readonly<Record<string, unknown>> | undefined;
	/** `- Beta (explore): its task` */
	readonly peers: readonly string[];
	readonly isTreeReadOnly: boolean;
	/** Texts of skills that the definition asks for. */
	readonly skills: readonly string[];
	/** It works in a copy of the project. */
	readonly copy?: Pick<IsolatedCopy, "path" | "ignored"> | undefined;
}

/** The part of a sub-agent's system prompt that is its own. */
export function subagentPrompt(facts: SubagentPromptFacts): string {
	const { id, parent, agent, context, schema, peers, isTreeReadOnly, skills, copy } = facts;
	const body = [
		agent.systemPrompt,
		...(isTreeReadOnly ? [renderPrompt(planText, { parent })] : []),
		...skills,
		copyPart(copy),
	];
	return renderPrompt(childText, {
		id,
		parent,
		agent: agent.name,
		body: body.filter((text) => text !== "").join("\n\n"),
		context: context === undefined ? "" : `# Context\n\n${context}`,
		peers: peers.length === 0 ? "" : `# Other agents\n\nReach them with \`irc\`:\n${peers.join("\n")}`,
		shape: schema
			? "`result.data` must match the schema of `yield`."
			: "`result.data` is free text or JSON, whatever says it best.",
	}).replace(/\n{3,}/g, "\n\n");
}

function copyPart(copy: SubagentPromptFacts["copy"]): string {
	if (!copy) return "";
	const { present, missing } = copy.ignored;
	return renderPrompt(copyText, {
		path: copy.path,
		present: present.length === 0 ? "" : ` Copied too: ${listed(present)}.`,
		missing:
			missing.length === 0 ? "" : ` Not copied: ${listed(missing)}; install or build them here if you need them.`,
	});
}

const maxListed = 8;

function listed(folders: readonly string[]): string {
	const shown = folders.slice(0, maxListed).map((folder) => `\`${folder}/\``);
	return folders.length > maxListed ? `${shown.join(", ")} and ${folders.length - maxListed} more` : shown.join(", ");
}

export function firstMessageText(task: string): string {
	return renderPrompt(firstMessage, { task });
}
