import { fileCommand } from "../../file-commands/file-command.ts";
import { sortRules } from "../../rules/session-rules.ts";
import type { ConversationSpec } from "../../workbench/contract/conversation-spec.ts";
import { discoverPromptTemplates } from "../parts/discovery.ts";
import type { CreateAgentSessionOptions } from "./session-options.ts";

/** Puts what a program gives in place of skills, rules and context files that were found. */
export function replacedFacts({
	skills,
	rules,
	contextFiles,
}: Pick<CreateAgentSessionOptions, "skills" | "rules" | "contextFiles">): ConversationSpec["changeFacts"] {
	if (!skills && !rules && !contextFiles) return undefined;
	return async ({ skills: foundSkills, rules: foundRules, builtinRules, ...facts }) => {
		const kept = {
			...(foundSkills && { skills: foundSkills }),
			...(foundRules && { rules: foundRules }),
			...(builtinRules && { builtinRules }),
		};
		return {
			...facts,
			...kept,
			...(skills && { skills }),
			...(rules && { rules: await sortedRules(rules), builtinRules: async () => [] }),
			...(contextFiles && { contextFiles }),
		};
	};
}

async function sortedRules(rules: NonNullable<CreateAgentSessionOptions["rules"]>) {
	const { compileStreamRule } = await import("../../rules/stream-rule.ts");
	return sortRules(rules, { acceptsStreamRule: (rule) => compileStreamRule(rule).stream !== undefined }).rules;
}

/** The same for slash commands and prompt templates that are files. */
export function replacedCommands(options: CreateAgentSessionOptions): ConversationSpec["changeCommands"] {
	const { slashCommands, promptTemplates, cwd, agentDir } = options;
	if (!slashCommands && !promptTemplates) return undefined;
	return async (loaded) => {
		const templates = new Set((await discoverPromptTemplates(cwd, agentDir)).map(({ path }) => path));
		const isTemplate = (path: string | undefined) => path !== undefined && templates.has(path);
		const kept = loaded.commands.filter(({ path }) => !(isTemplate(path) ? promptTemplates : slashCommands));
		const added = (promptTemplates ?? []).map((template) => fileCommand({ ...template, source: "sdk" }).command);
		return { ...loaded, commands: [...(slashCommands ?? []), ...kept, ...added] };
	};
}
