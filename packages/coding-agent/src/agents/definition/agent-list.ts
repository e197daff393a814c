import type { AgentFile } from "../../discovery/capabilities/agents.ts";

interface AgentLine {
	readonly name: string;
	readonly description: string;
	readonly isReadOnly: boolean;
}

/**
 * The bundled agents as the model is told of them, kept apart from their files, which are loaded with the first sub-agent.
 * `security-reviewer` is missing because it is for those who ask for it by name.
 */
export const bundledAgentList: readonly AgentLine[] = [
	{ name: "task", description: "any work of several steps", isReadOnly: false },
	{ name: "quick_task", description: "mechanical edits, collecting data", isReadOnly: false },
	{ name: "explore", description: "fast research", isReadOnly: true },
	{ name: "plan", description: "architecture, step plans", isReadOnly: true },
	{ name: "browser", description: "web pages", isReadOnly: false },
	{ name: "designer", description: "UI and UX", isReadOnly: false },
	{ name: "reviewer", description: "code review", isReadOnly: false },
	{ name: "librarian", description: "libraries, from their source", isReadOnly: false },
];

/** Of one description; many agents share the second limit. */
const maxDescriptionChars = 200;
const maxDescriptionsChars = 8000;

/** The name of a plugin's agent without the plugin. */
export function plainName(name: string): string {
	return name.slice(name.lastIndexOf(":") + 1);
}

/** Whether a list names an agent, with or without its plugin. */
export function isListed(names: readonly string[], name: string): boolean {
	return names.includes(name) || names.includes(plainName(name));
}

export interface AgentListOptions {
	/** Names that are not offered. */
	readonly disabled: readonly string[];
	/** Names that may be started; all when absent. */
	readonly allowed?: readonly string[] | undefined;
	readonly isReadOnly: (file: AgentFile) => boolean;
}

/** The agents that can be started, one line each: those of files first, which replace bundled ones of their name. */
export function agentListText(
	files: readonly AgentFile[],
	{ disabled, allowed, isReadOnly }: AgentListOptions,
): string {
	const maxChars = Math.min(maxDescriptionChars, Math.floor(maxDescriptionsChars / files.length));
	const fromFiles = files.map((file) => ({
		name: file.name,
		description: file.description.replace(/\s+/g, " ").slice(0, maxChars),
		isReadOnly: isReadOnly(file),
	}));
	const names = new Set(fromFiles.map(({ name }) => name));
	return [...fromFiles, ...bundledAgentList.filter(({ name }) => !names.has(name))]
		.filter(({ name }) => !isListed(disabled, name) && (allowed === undefined || isListed(allowed, name)))
		.map((line) => `- ${line.name}${line.isReadOnly ? " (read-only)" : ""}: ${line.description}`)
		.join("\n");
}
