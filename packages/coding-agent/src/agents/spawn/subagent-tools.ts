import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import type { AgentDefinition } from "../definition/agent-definition.ts";

/** The user's own conversation has these; a sub-agent only where its definition names them. */
const notByDefault: ReadonlySet<string> = new Set(["todo", "ask", "goal", "checkpoint", "rewind"]);
const neverInChildren: ReadonlySet<string> = new Set(["todo", "goal"]);
/** Whatever a definition says. */
const always: ReadonlySet<string> = new Set(["yield", "irc", "report_finding", "resolve", "search_tool_bm25"]);
/** These start what `job` is for. */
const starters: readonly string[] = ["bash", "task", "launch"];
/** What plan mode leaves. */
const whilePlanning: ReadonlySet<string> = new Set(["read", "search", "find", "web_search"]);
const whilePlanningIfNamed: ReadonlySet<string> = new Set(["lsp", "ast_grep"]);

/** Which tools a sub-agent has. Tools of servers and extensions are named in full, or by a prefix with `*`. */
export function acceptsTool(
	{ tools }: Pick<AgentDefinition, "tools">,
	{ isTreeReadOnly, hasLsp }: { readonly isTreeReadOnly: boolean; readonly hasLsp: boolean },
): (tool: Pick<AgentTool, "name">) => boolean {
	return ({ name }) => {
		if (name === "task") return !isTreeReadOnly;
		if (neverInChildren.has(name) || (name === "lsp" && !hasLsp)) return false;
		if (isTreeReadOnly && name !== "yield" && name !== "irc") {
			return whilePlanning.has(name) || (whilePlanningIfNamed.has(name) && isNamed(name, tools));
		}
		if (always.has(name)) return true;
		if (name === "job" && starters.some((starter) => isNamed(starter, tools))) return true;
		return tools === undefined ? !notByDefault.has(name) : isNamed(name, tools);
	};
}

/** Either of them is of no use alone. */
const partners: Readonly<Record<string, string>> = { checkpoint: "rewind", rewind: "checkpoint" };

function isNamed(name: string, tools: readonly string[] | undefined): boolean {
	const partner = partners[name];
	if (partner !== undefined && tools?.includes(partner)) return true;
	return (
		tools?.some((pattern) => pattern === name || (pattern.endsWith("*") && name.startsWith(pattern.slice(0, -1)))) ??
		false
	);
}
