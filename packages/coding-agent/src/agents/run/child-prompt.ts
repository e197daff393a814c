import { renderPrompt } from "@oh-my-pi/pi-utils/render-prompt";
import type { AgentDefinition } from "../definition/agent-definition.ts";
import childText from "../prompts/child.md" with { type: "text" };
import firstMessage from "../prompts/first-message.md" with { type: "text" };
import planText from "../prompts/plan-mode.md" with { type: "text" };

export interface ChildPromptFacts {
	readonly id: string;
	readonly parent: string;
	readonly agent: Pick<AgentDefinition, "name" | "systemPrompt">;
	readonly context?: string | undefined;
	readonly schema?: Readonly<Record<string, unknown>> | undefined;
	/** `- Beta (explore): its task` */
	readonly peers: readonly string[];
	readonly isPlanning: boolean;
	/** Texts of skills that the definition asks for. */
	readonly skills: readonly string[];
}

/** The part of a sub-agent's system prompt that is its own. */
export function childPrompt(facts: ChildPromptFacts): string {
	const { id, parent, agent, context, schema, peers, isPlanning, skills } = facts;
	const body = [agent.systemPrompt, ...(isPlanning ? [renderPrompt(planText, { parent })] : []), ...skills];
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

export function firstMessageText(task: string): string {
	return renderPrompt(firstMessage, { task });
}
