import { join, resolve } from "node:path";
import { agentFiles } from "../capabilities/agents.ts";
import { contextFiles } from "../capabilities/context-files.ts";
import { promptTemplates } from "../capabilities/prompts.ts";
import { rules } from "../capabilities/rules.ts";
import { skills } from "../capabilities/skills.ts";
import { type DiscoveryProvider, type LoadContext, loads } from "../contract/capability.ts";
import { commandFiles } from "../files/command-files.ts";
import { foundFiles } from "../files/found-file.ts";
import { textField, textListField } from "../files/frontmatter.ts";
import { moduleReaders } from "../files/load-later.ts";
import { ruleFiles, splitGlobs } from "../files/rule-files.ts";
import { skillFiles } from "../files/skill-files.ts";

const identity = { id: "github", displayName: "GitHub Copilot" };

export const githubProvider: DiscoveryProvider = {
	...identity,
	description:
		"What is in .github for Copilot, and in the folders of COPILOT_HOME and COPILOT_CUSTOM_INSTRUCTIONS_DIRS",
	priority: 30,
	loads: {
		...loads(contextFiles, (context) => {
			const { cwd, home, env } = context;
			const ownFolder = env.COPILOT_HOME || join(home, ".copilot");
			return foundFiles(
				identity,
				[
					{ path: join(ownFolder, "copilot-instructions.md"), level: "user" },
					...customFolders(context).map((folder) => ({ path: join(folder, "AGENTS.md"), level: "user" as const })),
					{ path: join(cwd, ".github", "copilot-instructions.md"), level: "project", depth: 0 },
				],
				context,
			);
		}),
		...loads(rules, (context) =>
			ruleFiles(
				identity,
				[
					{ path: join(context.cwd, ".github", "instructions"), level: "project" },
					...customFolders(context).map((folder) => ({
						path: join(folder, ".github", "instructions"),
						level: "user" as const,
					})),
				],
				context,
				{ suffixes: [".instructions.md"], isRecursive: true, translate: fromApplyTo },
			),
		),
		...loads(promptTemplates, (context) =>
			commandFiles(identity, [{ path: join(context.cwd, ".github", "prompts"), level: "project" }], context, {
				suffix: ".prompt.md",
			}),
		),
		...loads(agentFiles, async (context) => {
			const folder = { path: join(context.cwd, ".github", "agents"), level: "project" } as const;
			if (!context.files.isFolder(folder.path)) return { items: [] };
			const { loadAgentFiles } = await moduleReaders();
			return loadAgentFiles(identity, [folder], context, { isNamedByFile: true, translate: fromCopilotAgent });
		}),
		...loads(skills, (context) =>
			skillFiles(identity, [{ path: join(context.cwd, ".github", "skills"), level: "project" }], context, {
				needsDescription: true,
			}),
		),
	},
};

/** Copilot's names of tools; those with a slash are of its own MCP servers. */
const copilotTools: Readonly<Record<string, readonly string[]>> = {
	execute: ["bash"],
	shell: ["bash"],
	edit: ["edit", "write"],
	search: ["search", "find"],
	web: ["web_search", "read"],
	agent: ["task"],
	"custom-agent": ["task"],
};

/** The names of its models are no selectors of ours. */
function fromCopilotAgent({ tools, model: _model, ...fields }: Readonly<Record<string, unknown>>) {
	if (tools === undefined) return fields;
	const names = textListField(tools)
		.flatMap((text) => text.split(","))
		.map((text) => text.trim())
		.filter((name) => !name.includes("/"));
	return { ...fields, tools: names.flatMap((name) => copilotTools[name.toLowerCase()] ?? [name]) };
}

function customFolders({ env, cwd }: LoadContext): string[] {
	return (env.COPILOT_CUSTOM_INSTRUCTIONS_DIRS ?? "")
		.split(",")
		.map((folder) => folder.trim())
		.filter((folder) => folder !== "")
		.map((folder) => resolve(cwd, folder));
}

const everything = new Set(["*", "**", "**/*"]);

/** `applyTo` says which files a rule is about. */
function fromApplyTo(
	{ applyTo, ...fields }: Readonly<Record<string, unknown>>,
	warn: (problem: string) => void,
): Readonly<Record<string, unknown>> {
	const globs = textListField(applyTo).flatMap(splitGlobs);
	if (globs.some((glob) => everything.has(glob))) return { ...fields, globs: [], alwaysApply: true };
	const description = textField(fields.description);
	if (globs.length > 0) return { ...fields, globs, alwaysApply: false };
	warn("has no applyTo, so it is only listed");
	return { ...fields, globs: [], description: description ?? "Instructions of the project", alwaysApply: false };
}
