import type { ToolApproval } from "@oh-my-pi/pi-agent-core/tools/tool";
import { isInFolder } from "../shared/paths/is-in-folder.ts";
import { type CommandRule, findRule, isOneCommand } from "../shared/shell-syntax/command-rules.ts";
import { criticalOf, unreadable } from "../shared/shell-syntax/critical/critical.ts";
import { findCommands } from "../shared/shell-syntax/find-commands.ts";
import { suggestRule } from "../shared/shell-syntax/offer-rule.ts";
import { isFree, partsToAllow } from "../shared/shell-syntax/read-only/read-only.ts";

export interface ApprovalOptions {
	readonly home: string;
	readonly cwd: string;
	/** The session's folder; commands elsewhere are not taken for harmless. */
	readonly project?: string;
	readonly rules?: readonly CommandRule[];
	readonly env?: Readonly<Record<string, string>>;
}

/**
 * What a command line may do: the user's rules, then what is never done unasked, then whether every part of it only reads or
 * is allowed by a rule. Such a line counts as `write`, so that it is asked about in `always-ask` mode only.
 */
export function bashApproval(command: string, options: ApprovalOptions): ToolApproval {
	const { home, cwd, project = cwd, rules = [], env = {} } = options;
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
	if (rule?.approval === "allow") return "write";
	const mayBeFree = Object.keys(env).length === 0 && isInFolder(cwd, project);
	return mayBeFree && isFree(command, cwd, allowedBy(rules)) ? "write" : "exec";
}

/** A rule for the one part of a line that needs one, as a suggestion that can be edited. */
export function offeredRule(
	command: string,
	{ cwd, rules }: Required<Pick<ApprovalOptions, "cwd" | "rules">>,
): { call: string; suggestion: string } | undefined {
	const line = command.trim();
	const parts = partsToAllow(line, cwd, allowedBy(rules));
	const [part] = parts ?? [];
	if (part !== undefined && parts?.length === 1) return { call: part.raw, suggestion: suggestRule(part) };
	return isOneCommand(line) ? { call: line, suggestion: line } : undefined;
}

function allowedBy(rules: readonly CommandRule[]): (part: string) => boolean {
	return (part) => findRule(part, [], rules)?.approval === "allow";
}

function reasonFor(critical: string): string {
	return critical === unreadable ? "Runs code that cannot be read beforehand" : "Critical pattern detected";
}
