import type { NormalizedCall } from "@oh-my-pi/pi-agent-core/tools/normalized-call";
import { fitsCallPattern } from "@oh-my-pi/pi-policy/rules/call-pattern";
import { toolsNamed } from "@oh-my-pi/pi-utils/text/tool-name";
import { ownToolName } from "../../file-commands/claude-tool-names.ts";

/** Whether `allowed-tools` of a command covers a call: `Read`, `Bash(git add:*)`, `Edit(src/**)`. */
export function isAllowedBy(rule: string, call: NormalizedCall, cwd: string): boolean {
	const [, name = "", inside] = /^([\w*-]+)(?:\((.*)\))?$/.exec(rule) ?? [];
	const { tool } = call;
	const nativeName = ownToolName(name);
	const isNamed = [name, nativeName].includes(tool.name) || toolsNamed(name, [tool]).length > 0;
	if (!isNamed && !tool.name.startsWith(`${nativeName}_`)) return false;
	if (!tool.name.startsWith("mcp__") && tool.name.startsWith(`${nativeName}_`)) return false;
	if (inside === undefined || inside === "*") return true;
	const facts = call.facts();
	const files = facts.changes ?? (facts.reads ? [facts.reads.path] : []);
	return fitsCallPattern(inside, { command: facts.command, files }, cwd);
}
