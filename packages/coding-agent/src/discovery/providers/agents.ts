import { join } from "node:path";
import { contextFiles } from "../capabilities/context-files.ts";
import { promptTemplates } from "../capabilities/prompts.ts";
import { rules } from "../capabilities/rules.ts";
import { skills } from "../capabilities/skills.ts";
import { slashCommandFiles } from "../capabilities/slash-commands.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../contract/capability.ts";
import { walk } from "../contract/load-context.ts";
import { commandFiles } from "../files/command-files.ts";
import { foundFiles, type PossibleFile } from "../files/found-file.ts";
import { ruleFiles } from "../files/rule-files.ts";
import { skillFiles } from "../files/skill-files.ts";

const identity = { id: "agents", displayName: "Agents" };

export const agentsProvider: DiscoveryProvider = {
	...identity,
	description: "What is in .agent and .agents, from the working folder up to the repository's root, and of the user",
	priority: 70,
	loads: {
		...loads(contextFiles, (context) => foundFiles(identity, below("AGENTS.md", context), context)),
		...loads(rules, (context) => ruleFiles(identity, below("rules", context), context)),
		...loads(skills, (context) => skillFiles(identity, below("skills", context), context)),
		...loads(slashCommandFiles, (context) => commandFiles(identity, below("commands", context), context)),
		...loads(promptTemplates, (context) => commandFiles(identity, below("prompts", context), context)),
	},
};

/** Nearest first, the user's own last. */
function below(name: string, context: LoadContext): PossibleFile[] {
	const project = walk(context)
		.map((folder, depth) => ({ folder, depth }))
		.filter(({ folder }) => folder !== context.home);
	const bases = [".agent", ".agents"];
	return [
		...project.flatMap(({ folder, depth }) =>
			bases.map((base) => ({ path: join(folder, base, name), level: "project" as const, depth })),
		),
		...bases.map((base) => ({ path: join(context.home, base, name), level: "user" as const })),
	];
}
