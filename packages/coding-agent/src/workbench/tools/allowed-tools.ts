import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { fitsCallPattern } from "@oh-my-pi/pi-policy/rules/call-pattern";
import { ownToolName } from "../../file-commands/claude-tool-names.ts";

/** Whether `allowed-tools` of a command covers a call: `Read`, `Bash(git add:*)`, `Edit(src/**)`. */
export function isAllowedBy(rule: string, tool: AgentTool, params: unknown, cwd: string): boolean {
	const [, name = "", inside] = /^([\w*-]+)(?:\((.*)\))?$/.exec(rule) ?? [];
	const nativeName = ownToolName(name);
	if (nativeName !== tool.name && name !== tool.name && !tool.name.startsWith(`${nativeName}_`)) return false;
	if (!tool.name.startsWith("mcp__") && tool.name.startsWith(`${nativeName}_`)) return false;
	if (inside === undefined || inside === "*") return true;
	const facts = tool.facts?.(params as Readonly<Record<string, unknown>>) ?? {};
	const files = facts.changes ?? (facts.reads ? [facts.reads.path] : []);
	return fitsCallPattern(inside, { command: facts.command, files }, cwd);
}
