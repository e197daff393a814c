import { agentFiles } from "../../discovery/capabilities/agents.ts";
import { loadContext } from "../../discovery/contract/load-context.ts";
import { discoveryRegistry } from "../../discovery/discovery-registry.ts";
import type { Workbench } from "../../workbench/workbench.ts";
import { type AgentDefinition, parseDefinition } from "./agent-definition.ts";
import { plainName } from "./agent-list.ts";
import { bundledAgents } from "./bundled-agents.ts";

export interface FoundAgents {
	/** In order of precedence, each name once. */
	readonly agents: readonly AgentDefinition[];
	readonly warnings: readonly string[];
	/** The folder of the project's agent files. */
	readonly projectFolder: string | undefined;
}

/**
 * The agents that can be started in a folder: of the project, the user, `.claude/agents`, packages and plugins, then the bundled
 * ones. Those of a project count once the user trusts them.
 */
export async function findAgents(
	{ host, agentDir, settings, gate }: Pick<Workbench, "host" | "agentDir" | "settings" | "gate">,
	cwd: string,
): Promise<FoundAgents> {
	const context = await loadContext({ cwd, home: host.home, env: host.env, agentDir, gate: gate.at(cwd) });
	const registry = discoveryRegistry(cwd, host.home, settings);
	const found = await registry.load(agentFiles, context);
	const fromFiles = found.items.map((file) => parseDefinition(file, file.level));
	const names = new Set(fromFiles.map(({ name }) => name));
	const project = found.items.find(({ level, _source }) => level === "project" && _source.provider === "native");
	return {
		agents: [...fromFiles, ...bundledAgents().filter(({ name }) => !names.has(name))],
		warnings: [...found.warnings, ...context.files.problems],
		projectFolder: project?.path.replace(/\/[^/]*$/, ""),
	};
}

const aliases: Readonly<Record<string, string>> = {
	sonic: "quick_task",
	scout: "explore",
	general: "task",
	"general-purpose": "task",
	Explore: "explore",
	Plan: "plan",
};

/**
 * By exact name; the bundled agents have second names, also those of other programs. `reviewer` is `plugin:reviewer` where only
 * one plugin has it.
 */
export function findAgent(agents: readonly AgentDefinition[], name: string): AgentDefinition | undefined {
	const exact =
		agents.find((agent) => agent.name === name) ??
		agents.find((agent) => agent.source === "bundled" && agent.name === aliases[name]);
	const [only, ...others] = exact ? [exact] : agents.filter((agent) => plainName(agent.name) === name);
	return others.length === 0 ? only : undefined;
}
