import type { ToolApproval } from "@oh-my-pi/pi-agent-core/tools/tool";
import { type CommandRule, findRule } from "../shared/shell-syntax/command-rules.ts";
import { criticalOf, unreadable } from "../shared/shell-syntax/critical/critical.ts";
import { findCommands } from "../shared/shell-syntax/find-commands.ts";

export interface ApprovalOptions {
	readonly home: string;
	readonly cwd: string;
	readonly rules?: readonly CommandRule[];
	readonly env?: Readonly<Record<string, string>>;
}

/** What a command line may do: the user's rules, then what is never done unasked, then like any command. */
export function bashApproval(command: string, options: ApprovalOptions): ToolApproval {
	const { home, cwd, rules = [], env = {} } = options;
	const surroundings = { home, cwd, variables: env };
	const { commands, exhaustive } = findCommands(command, surroundings);
	const rule = findRule(command, commands, rules);
	const reason = `Command matches the rule "${rule?.match}"`;
	if (rule?.approval === "deny") return { tier: "exec", policy: "deny", reason };
	// A refusal must hold for what may be hidden too, in every mode.
	const mayBeDenied = !exhaustive && rules.some(({ approval }) => approval === "deny");
	const policy = mayBeDenied ? ({ policy: "prompt" } as const) : {};
	const critical = criticalOf(commands, surroundings);
	if (critical !== undefined) return { tier: "exec", override: true, reason: reasonFor(critical), ...policy };
	if (mayBeDenied) return { tier: "exec", reason: "Too tangled to check against the rules", ...policy };
	if (rule?.approval === "prompt") return { tier: "exec", policy: "prompt", reason };
	return rule?.approval === "allow" ? "write" : "exec";
}

function reasonFor(critical: string): string {
	return critical === unreadable ? "Runs code that cannot be read beforehand" : "Critical pattern detected";
}
