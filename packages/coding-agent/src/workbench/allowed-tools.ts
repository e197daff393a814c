import { relative, resolve } from "node:path";
import type { AgentTool } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isOneCommand } from "@oh-my-pi/pi-tools/shell-syntax/command-rules";
import { ownToolName } from "../file-commands/claude-tool-names.ts";

/** Whether `allowed-tools` of a command covers a call: `Read`, `Bash(git add:*)`, `Edit(src/**)`. */
export function isAllowedBy(rule: string, tool: AgentTool, params: unknown, cwd: string): boolean {
	const [, name = "", inside] = /^([\w*-]+)(?:\((.*)\))?$/.exec(rule) ?? [];
	const own = ownToolName(name);
	if (own !== tool.name && name !== tool.name && !tool.name.startsWith(`${own}_`)) return false;
	if (!tool.name.startsWith("mcp__") && tool.name.startsWith(`${own}_`)) return false;
	if (inside === undefined || inside === "*") return true;
	const facts = tool.facts?.(params as Readonly<Record<string, unknown>>) ?? {};
	if (facts.command !== undefined) return isOneCommand(facts.command) && matchesCommand(inside, facts.command.trim());
	const files = facts.changes ?? (facts.reads ? [facts.reads.path] : []);
	const glob = new Bun.Glob(inside.replace(/^\.?\//, ""));
	return files.length > 0 && files.every((file) => glob.match(relative(cwd, resolve(cwd, file))));
}

/** `git add:*` is for `git add` with anything behind it; `*` elsewhere for any text. */
function matchesCommand(pattern: string, command: string): boolean {
	const prefix = /^(.*?):\*$/.exec(pattern)?.[1];
	if (prefix !== undefined) return command === prefix || command.startsWith(`${prefix} `);
	const expression = pattern.split("*").map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, "\\$&"));
	return new RegExp(`^${expression.join(".*")}$`, "s").test(command);
}
